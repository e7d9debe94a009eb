// Steps in words.

const CAPITALS = new Set(['als', 'aic', 'bug', 'x', 'y', 'w', 'xy', 'xz', 'xyz', 'wxyz', 'vwxyz', 'uvwxyz', 'tuvwxyz']);

/** The name of a technique for people: `xy_chain` is XY-chain. */
export function title(name) {
  let text = '';
  let joint = '';
  for (const word of name.split('_')) {
    const isCapital = CAPITALS.has(word);
    text += joint + (isCapital ? word.toUpperCase() : word);
    joint = isCapital && word !== 'aic' && word !== 'bug' ? '-' : ' ';
  }
  return text[0].toUpperCase() + text.slice(1);
}

/** A claim for people: `r1c1<>5` is r1c1 ≠ 5. */
export const claim = (text) => text.replace('<>', '\u00a0≠\u00a0').replace('=', '\u00a0=\u00a0');

/** Where a step is: its digits, houses and cells. */
export function place(step) {
  const parts = [];
  if (step.digits.length) parts.push((step.digits.length > 1 ? 'digits ' : 'digit ') + step.digits.join(' '));
  if (step.houses) parts.push('in ' + step.houses.join(', '));
  if (step.cells.length && step.cells.length <= 12) parts.push('at ' + step.cells.join(' '));
  return parts.join(' ');
}

/** The reason of an implication: a cell, a house, or a step. */
export const reason = (by) => (typeof by === 'string' ? by : `${title(by.technique)} ${place(by)}`);

/** The name of a ladder. */
export const ladderName = (isEr) => (isEr ? 'the techniques of Sudoku Explainer' : 'all techniques');

/** Seconds for people: 4 s, 2 min 5 s. */
export const duration = (seconds) => (seconds < 60 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`);

/** Seconds that a computer took: 12 ms, 4.2 s. */
export const short = (seconds) => (seconds < 1 ? `${Math.max(1, Math.round(1000 * seconds))} ms` : `${seconds.toFixed(1)} s`);

/** What makes one of the assumptions of chains true. */
export function cases(chains) {
  switch (chains.cases) {
    case 'contradiction': return 'The assumption contradicts itself, so its opposite holds.';
    case 'either': return 'One of two opposites holds, and both lead to the same.';
    case 'loop': return 'The links close to a loop: one of the two ends of each weak link holds.';
    default: return /^r/.test(chains.cases)
      ? `Each candidate of ${chains.cases} leads to the same.`
      : `Each place in ${chains.cases} leads to the same.`;
  }
}
