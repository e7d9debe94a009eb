// The dialog that generates a puzzle.
import { Engine, NotLoaded, Stopped } from './engine.js';
import { count, element } from './dom.js';
import { title } from './words.js';

const get = (id) => document.getElementById(id);
const engine = new Engine();
const dialog = get('generate-dialog');
let use = () => {};

// The search ends after so many.
const MOST_TRIES = 100_000;

const SYMMETRIES = {
  none: 'none', rot180: 'half turn', rot90: 'quarter turn', horizontal: 'top to bottom', vertical: 'left to right',
  diagonal: 'diagonal', antidiagonal: 'other diagonal', orthogonal: 'both axes', diagonals: 'both diagonals', full: 'all',
};
const LEVELS = {
  '': 'any', easy: 'easy: singles', medium: 'medium: pairs, locked candidates', hard: 'hard: triples, fish, wings',
  search: 'very hard: chains', long_search: 'hardest: long chains, nets',
};
const fill = (id, options) => get(id).append(...Object.entries(options).map(([value, text]) => element('option', { value }, text)));
fill('symmetry', SYMMETRIES);
fill('level', LEVELS);

/** A seed that nobody has chosen. */
const randomSeed = () => String(crypto.getRandomValues(new Uint32Array(1))[0]);

/** Opens it; `techniques` are the names of all that there are, and `onPuzzle` gets what is made. */
export function openGenerateDialog(techniques, onPuzzle) {
  if (get('needs').length === 0) fill('needs', { '': 'any', ...Object.fromEntries(techniques.map((name) => [name, title(name)])) });
  use = onPuzzle;
  get('generate-error').textContent = get('generate-progress').textContent = '';
  get('seed').value = randomSeed();
  dialog.showModal();
}

const number = (id) => (get(id).value === '' ? undefined : Number(get(id).value));

dialog.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  get('generate-error').textContent = '';
  get('generate-ok').disabled = true;
  const options = {
    seed: get('seed').value || randomSeed(), minClues: number('min-clues') ?? 17, maxClues: number('max-clues') ?? 81,
    minimal: get('minimal').checked, symmetry: get('symmetry').value, minEr: number('min-er'), maxEr: number('max-er'),
    level: get('level').value || undefined, needs: get('needs').value || undefined,
  };
  const progress = get('generate-progress');
  progress.textContent = 'Searching…';
  try {
    const puzzle = await engine.call('generate', [options], (tries) => {
      progress.textContent = `Searching… ${count(tries)} of ${count(MOST_TRIES)} tries`;
    });
    // The search was cancelled while its puzzle was on the way.
    if (!dialog.open) throw new Stopped();
    if (puzzle) {
      dialog.close();
      use(puzzle);
    } else {
      get('generate-error').textContent = `${count(MOST_TRIES)} tries have found no such puzzle. Try another seed, or wider ranges.`;
      get('seed').value = randomSeed();
    }
  } catch (error) {
    if (error instanceof NotLoaded) get('generate-error').textContent = `The generator cannot start: ${error.message}`;
    else if (!(error instanceof Stopped)) get('generate-error').textContent = `No puzzle was made: ${error.message}.`;
  }
  progress.textContent = '';
  get('generate-ok').disabled = false;
});
dialog.addEventListener('close', () => engine.stop());
