// The numbers of a puzzle, each with a word, and what they mean.
import { count, element } from './dom.js';
import { title } from './words.js';
import { MOST_SOLUTIONS } from './analysis.js';

/** Where the documents are. */
export const DOCS = 'https://github.com/batchdoku/batchdoku/blob/main/docs';

const LEVELS = {
  easy: 'singles', medium: 'pairs, locked candidates', hard: 'triples, fish, wings', search: 'beyond wings',
  long_search: 'far beyond wings', unsolvable: '', multiple: '',
};

/** Fills the list of facts from an analysis. */
export function drawFacts(list, analysis) {
  const { solutions, count: number, rating, ratingState, start, steps, path, hardest, isEr } = analysis;
  const facts = [];
  const fact = (name, value, word = '', kind = '') => facts.push(element('div', { class: `fact ${kind}` },
    element('dt', {}, name), element('dd', {}, element('b', {}, value), element('span', {}, word))));
  if (!solutions) fact('Solutions', '…', 'being counted');
  else if (solutions.length === 0) fact('Solutions', 'none', analysis.isExcluded ? 'with these candidates' : 'impossible', 'bad');
  else if (solutions.length === 1) fact('Solutions', '1', 'as it should be', 'good');
  else if (number === null) fact('Solutions', '2 or more', 'being counted', 'bad');
  else fact('Solutions', number >= MOST_SOLUTIONS ? `${count(MOST_SOLUTIONS)} or more` : count(number), 'too few clues', 'bad');
  const clues = [...start.puzzle].filter((text) => text !== '.').length;
  fact('Clues', String(clues), start.candidates ? 'and candidates' : 'given digits');
  if (solutions?.length === 1) {
    const soFar = steps.length ? Math.max(...steps.map(({ er }) => er)) : null;
    const shown = hardest ?? soFar;
    const ladder = isEr ? 'Sudoku Explainer' : 'all techniques';
    fact('Hardest step here', shown === null ? '…' : shown.toFixed(1), path === 'found' && hardest !== null ? ladder : `so far, ${ladder}`, 'strong');
    const isOver = ratingState === 'found' || ratingState === 'stopped' || ratingState === 'failed';
    const tenth = (value) => value?.toFixed(1) ?? (ratingState === 'found' ? 'none' : isOver ? 'stopped' : '…');
    fact('ER', tenth(rating?.er), rating?.technique ? title(rating.technique) : 'hardest step');
    fact('EP', tenth(rating?.ep), 'up to a digit');
    fact('ED', tenth(rating?.ed), 'first step');
    fact('Level', rating ? rating.level.replaceAll('_', ' ') : tenth(), rating ? LEVELS[rating.level] : 'for people');
  }
  list.replaceChildren(...facts);
}

const link = (text, page) => element('a', { href: `${DOCS}/${page}` }, text);

/** What the numbers mean. */
export const terms = () => [
  ['Hardest step here', ['The rating of the hardest step in the list, by the techniques that are chosen there. ', link('The ladder of techniques', 'techniques.md')]],
  ['ER, EP, ED', ['The rating of Sudoku Explainer, by which collections of puzzles are described: of the hardest step, of the hardest one up to the first digit placed, and of the first one. It belongs to the puzzle and all that are equivalent to it, and uses the techniques of Sudoku Explainer only; with all techniques, the hardest step can be easier. ', link('Two ladders', 'techniques.md#two-ladders')]],
  ['Level', ['By what solves the puzzle: singles (easy), locked candidates and pairs (medium), triples, fish and wings (hard), or a search. ', link('Grading', 'grading.md')]],
  ['Canonical', ['The smallest of all puzzles that differ only by the names of digits, the order of rows and columns, or a reflection. Two puzzles are equivalent if theirs are equal.']],
].flatMap(([name, words]) => [element('dt', {}, name), element('dd', {}, ...words)]);
