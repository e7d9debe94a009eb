// The dialog that solves files of puzzles, one after the other.
import { Engine, Stopped } from './engine.js';
import { count, element } from './dom.js';
import { short } from './words.js';

const get = (id) => document.getElementById(id);
const engine = new Engine();
const dialog = get('file-dialog');
/** The files, and the addresses of their answers. */
let files = [];
let addresses = [];
/** The run that solves them; an older one ends when it sees another. */
let run = 0;

/** Opens it, and solves the files if there are any. */
export function openFileDialog(chosen = []) {
  if (!dialog.open) {
    forget();
    dialog.showModal();
  }
  if (chosen.length) solveAll([...chosen]);
}

const puzzles = (number) => `${count(number)} ${number === 1 ? 'puzzle' : 'puzzles'}`;

async function solveAll(chosen) {
  forget();
  files = chosen;
  const own = ++run;
  get('file-stop').hidden = false;
  const rows = files.map((file) => {
    const row = element('li', { class: 'file' }, element('p', { class: 'file-name' }, file.name), element('p', { class: 'progress-text', role: 'status' }, 'Waiting'));
    get('files').append(row);
    return row;
  });
  for (const [index, file] of files.entries()) {
    if (own !== run) return;
    await solve(file, rows[index], own);
  }
  if (own === run) get('file-stop').hidden = true;
}

async function solve(file, row, own) {
  const words = row.querySelector('.progress-text');
  const bar = element('progress', { max: '1', value: '0', 'aria-label': `Part of ${file.name} solved` });
  words.before(bar);
  words.textContent = 'Solving…';
  let solved = 0;
  try {
    const done = await engine.call('file', [file, get('unique').checked], (progress) => {
      bar.value = progress.done;
      solved = progress.puzzles;
      words.textContent = puzzles(solved);
    });
    if (own !== run) return;
    show(row, file, done);
  } catch (error) {
    if (own === run || error instanceof Stopped) {
      words.className = error instanceof Stopped ? 'progress-text' : 'error';
      words.textContent = error instanceof Stopped ? `Stopped after ${puzzles(solved)}: nothing is kept` : `${file.name}: ${error.message}`;
    }
  }
  bar.remove();
}

/** Shows what a file held: counts, speed, problems, a histogram, the answers. */
function show(row, file, done) {
  const without = done.puzzles - done.solved;
  // Fewer say more about the clock than about the speed.
  const speed = done.puzzles >= 1000 ? `, ${count(Number((done.puzzles / done.seconds).toPrecision(2)))} puzzles a second` : '';
  row.querySelector('.progress-text').textContent =
    `${puzzles(done.puzzles)}, ${count(done.solved)} solved in ${short(done.seconds)}${speed}, ${count(without)} without an answer`;
  const kinds = [['multiple', 'with more than one solution'], ['unsolvable', 'without a solution'], ['malformed', 'malformed']]
    .filter(([kind]) => done[kind]).map(([kind, text]) => `${count(done[kind])} ${text}`);
  const parts = [`Read as ${done.format ?? 'empty'}`, `${count(done.withoutGuessing)} solved without a guess`, ...kinds];
  row.append(element('p', { class: 'hint-text' }, `${parts.join('; ')}.${done.note ? ` ${done.note}.` : ''}`));
  if (done.solved + done.multiple + done.unsolvable > 1) row.append(histogram(done.clues));
  const more = without - done.problems.length;
  if (done.problems.length) {
    row.append(element('ul', { class: 'problems' }, ...done.problems.map((text) => element('li', {}, text)),
      ...(more > 0 ? [element('li', {}, `and ${count(more)} more`)] : [])));
  }
  const address = URL.createObjectURL(done.blob);
  addresses.push(address);
  const link = element('a', { class: 'button primary download', href: address, download: nameOf(file, done.format) }, 'Download');
  row.append(link);
  link.focus();
}

/** The name of the answers: that of the file with `.solutions`, by the format that was read. */
function nameOf(file, format) {
  const name = file.name.replace(/\.gz$/i, '');
  const [, stem, ending] = /^(.*?)(\.[^.]*)?$/.exec(name);
  const endings = { csv: '.csv', tsv: '.tsv', jsonl: '.jsonl', npy: '.npy' };
  return `${stem}.solutions${endings[format] ?? (ending && ending !== '.json' ? ending : '.txt')}`;
}

/** How many puzzles have how many clues, as bars. */
function histogram(clues) {
  const from = clues.findIndex((number) => number > 0);
  const to = clues.findLastIndex((number) => number > 0);
  const shown = clues.slice(from, to + 1);
  const highest = Math.max(...shown);
  const words = shown.map((number, index) => (number ? `${from + index} clues: ${count(number)}` : '')).filter(Boolean).join(', ');
  const bars = shown.map((number, index) => {
    const bar = element('span', { class: 'clue-bar', title: `${from + index} clues: ${count(number)}` });
    bar.append(element('i'), element('b', {}, String(from + index)));
    bar.firstChild.style.height = `${Math.max(number ? 2 : 0, 56 * number / highest)}px`;
    return bar;
  });
  return element('figure', { class: 'histogram' },
    element('div', { role: 'img', 'aria-label': `Puzzles by clues: ${words}` }, ...bars),
    element('figcaption', {}, 'Puzzles by number of clues'));
}

function forget() {
  run++;
  engine.stop();
  for (const address of addresses) URL.revokeObjectURL(address);
  addresses = [];
  files = [];
  get('files').replaceChildren();
  get('file-error').textContent = '';
  get('file-stop').hidden = true;
}

get('choose').addEventListener('click', () => get('file').click());
get('file').addEventListener('change', () => {
  const chosen = [...get('file').files];
  get('file').value = '';
  if (chosen.length) solveAll(chosen);
});
get('unique').addEventListener('change', () => {
  if (files.length) solveAll(files);
});
get('file-stop').addEventListener('click', () => {
  engine.stop();
  run++;
  get('file-stop').hidden = true;
  for (const words of get('files').querySelectorAll('.progress-text')) if (words.textContent === 'Waiting') words.textContent = 'Not solved';
});
dialog.addEventListener('close', forget);
