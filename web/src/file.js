// The dialog that solves a file of puzzles.
import { Engine, Stopped } from './engine.js';
import { element } from './dom.js';

const get = (id) => document.getElementById(id);
const engine = new Engine();
const dialog = get('file-dialog');
let address = null;

/** Opens it, and solves a file if there is one. */
export function openFileDialog(file) {
  if (!dialog.open) dialog.showModal();
  if (file) solve(file);
}

const count = (number) => number.toLocaleString('en');
const puzzles = (number) => `${count(number)} ${number === 1 ? 'puzzle' : 'puzzles'}`;

async function solve(file) {
  engine.stop();
  forget();
  get('file-error').textContent = '';
  get('problems').replaceChildren();
  get('file-work').hidden = false;
  get('file-name').textContent = file.name;
  get('file-cancel').textContent = 'Stop';
  const bar = get('file-bar');
  const words = get('file-progress');
  bar.value = 0;
  words.textContent = 'Solving…';
  const start = performance.now();
  try {
    const done = await engine.call('lines', [file, get('unique').checked], (progress) => {
      bar.value = progress.done;
      words.textContent = puzzles(progress.puzzles);
    });
    const seconds = (performance.now() - start) / 1000;
    bar.value = 1;
    const unsolved = done.puzzles - done.solved;
    words.textContent = `${puzzles(done.puzzles)}, ${count(done.solved)} solved in ${seconds.toFixed(1)} s, ${count(unsolved)} without an answer`;
    const more = unsolved - done.problems.length;
    get('problems').replaceChildren(...done.problems.map((text) => element('li', {}, text)),
      ...(more > 0 ? [element('li', {}, `and ${count(more)} more`)] : []));
    address = URL.createObjectURL(done.blob);
    const link = get('download');
    link.href = address;
    link.download = `${file.name.replace(/\.[^.]*$/, '')}.solutions.txt`;
    link.hidden = false;
    link.focus();
  } catch (error) {
    words.textContent = '';
    if (!(error instanceof Stopped)) get('file-error').textContent = `${file.name}: ${error.message}`;
  }
  get('file-cancel').textContent = 'Close';
}

function forget() {
  if (address) URL.revokeObjectURL(address);
  address = null;
  get('download').hidden = true;
}

get('choose').addEventListener('click', () => get('file').click());
get('file').addEventListener('change', () => {
  if (get('file').files[0]) solve(get('file').files[0]);
  get('file').value = '';
});
dialog.addEventListener('close', () => engine.stop());
