// The dialog that generates a puzzle.
import { Engine, Stopped } from './engine.js';
import { element } from './dom.js';

const get = (id) => document.getElementById(id);
const engine = new Engine();
const dialog = get('generate-dialog');
let use = () => {};

const SYMMETRIES = {
  none: 'none', rot180: 'half turn', rot90: 'quarter turn', horizontal: 'top to bottom', vertical: 'left to right',
  diagonal: 'diagonal', antidiagonal: 'other diagonal', orthogonal: 'both axes', diagonals: 'both diagonals', full: 'all',
};
get('symmetry').append(...Object.entries(SYMMETRIES).map(([value, text]) => element('option', { value }, text)));

/** Opens it; `onPuzzle` gets what is made. */
export function openGenerateDialog(onPuzzle) {
  use = onPuzzle;
  get('generate-error').textContent = get('generate-progress').textContent = '';
  dialog.showModal();
}

const number = (id) => (get(id).value === '' ? undefined : Number(get(id).value));

dialog.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  get('generate-error').textContent = '';
  get('generate-ok').disabled = true;
  const options = {
    seed: get('seed').value || '1', minClues: number('min-clues') ?? 17, maxClues: number('max-clues') ?? 81,
    minimal: get('minimal').checked, symmetry: get('symmetry').value, minEr: number('min-er'), maxEr: number('max-er'),
  };
  const progress = get('generate-progress');
  progress.textContent = 'Searching…';
  try {
    const puzzle = await engine.call('generate', [options], (tries) => {
      progress.textContent = `Searching… ${tries.toLocaleString('en')} tries`;
    });
    if (puzzle) {
      dialog.close();
      // The next one differs.
      get('seed').value = String(BigInt(options.seed) + 1n);
      use(puzzle);
    } else {
      get('generate-error').textContent = '100,000 tries have found no such puzzle.';
    }
  } catch (error) {
    if (!(error instanceof Stopped)) get('generate-error').textContent = error.message;
  }
  progress.textContent = '';
  get('generate-ok').disabled = false;
});
dialog.addEventListener('close', () => engine.stop());
