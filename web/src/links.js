// Puzzles that stand packed in the links of other pages: f-puzzles, and SudokuPad where it takes over theirs.
import LZString from './lz-string.js';
import { CELLS, pack } from './position.js';

const ALL = 0x3fe;

// What a puzzle may have besides its grid without having other rules than a sudoku.
const PLAIN = new Set(['size', 'grid', 'title', 'author', 'ruleset', 'solution', 'highlightConflicts', 'successMessage', 'url']);

/** The puzzle of a link, and its packed candidates if it has any; `null` if the text is no link that is known. Throws if
 * the link has no puzzle that can be shown. */
export function unpackLink(text) {
  const packed = /f-puzzles\.com\/?\?(?:\S*&)?load=(\S+)/.exec(text)?.[1] ?? /\bfpuz(?:zles)?([A-Za-z0-9+/=%]{40,})/.exec(text)?.[1];
  if (packed) return ofFPuzzles(decodeURIComponent(packed).replaceAll(' ', '+'));
  if (/(sudokupad\.app|crackingthecryptic\.com|sudokucon)\S*\b(scl|scf|ctc)[A-Za-z0-9]/.test(text)) {
    throw new Error('SudokuPad packs it in a way of its own: open it there, export it to f-puzzles, and paste that link');
  }
  if (/sudokupad\.app\/[\w/-]{3,30}$|f-puzzles\.com\/?\?id=|tinyurl\.com\/\S+$/.test(text.trim())) {
    throw new Error('the link is a short one, which only names a puzzle of that page: open it there and copy the puzzle');
  }
  return null;
}

function ofFPuzzles(packed) {
  let data;
  try {
    data = JSON.parse(LZString.decompressFromBase64(packed));
  } catch {
    throw new Error('the link of f-puzzles is damaged');
  }
  if (data?.size !== 9 || !Array.isArray(data.grid)) throw new Error(`the link has no grid of nine rows, but of ${data?.size}`);
  const others = Object.keys(data).filter((key) => !PLAIN.has(key) && data[key] && data[key].length !== 0);
  if (others.length) throw new Error(`the puzzle has rules beyond those of sudoku: ${others.slice(0, 4).join(', ')}`);
  const cells = data.grid.flat();
  const isDigit = (value) => Number.isInteger(value) && value >= 1 && value <= 9;
  const puzzle = CELLS.map((cell) => (cells[cell]?.given && isDigit(cells[cell].value) ? cells[cell].value : '.')).join('');
  const sets = CELLS.map((cell) => {
    const { value, centerPencilMarks, givenPencilMarks } = cells[cell] ?? {};
    if (isDigit(value)) return 1 << value;
    const marks = [...centerPencilMarks ?? givenPencilMarks ?? []].filter(isDigit);
    return marks.length ? marks.reduce((set, digit) => set | 1 << digit, 0) : ALL;
  });
  const hasMore = CELLS.some((cell) => puzzle[cell] === '.' && sets[cell] !== ALL);
  return { puzzle, candidates: hasMore ? pack(sets) : null };
}
