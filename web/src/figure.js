// What a step looks like on the board: cells in colours, marked candidates, and links between them.
//
// Candidates are `pattern`, `on` or `off` in a chain, `out` if they are eliminated, `in` if a chain places them; other
// steps write the digit that they place. Links go from the premises to the conclusion of each implication.
import { cellName, houseCells, parseClaim } from './position.js';

const CELLS_OF = new Map(Array.from({ length: 81 }, (_, cell) => [cellName(cell), cell]));

/** The key of a candidate. */
export const key = (cell, digit) => 10 * cell + digit;

/** Nothing in particular. */
export const plain = () => ({ cells: new Map(), marks: new Map(), links: [], groups: [], placed: null });

/**
 * The figure of a step, in the position before it. `branch` is the number of the only branch of its chains that is
 * shown, -1 for all; `upTo` the number of the last implication that is, in the order of the branches; `showsAnswer`
 * whether its conclusions are.
 */
export function figureOf(step, position, { branch = -1, upTo = Infinity, showsAnswer = true } = {}) {
  const figure = plain();
  for (const house of step.houses ?? []) {
    for (const cell of houseCells(house)) figure.cells.set(cell, 'house');
  }
  const isSingle = step.placed && !step.chains && step.cells.length <= 1;
  for (const name of step.cells) {
    const cell = CELLS_OF.get(name);
    if (isSingle && !showsAnswer && step.houses) continue;
    if (!step.chains || !showsAnswer) figure.cells.set(cell, 'pattern');
    if (step.chains || isSingle) continue;
    for (const digit of step.digits) {
      if (position.has(cell, digit)) figure.marks.set(key(cell, digit), 'pattern');
    }
  }
  for (const text of step.one_of ?? []) mark(figure, parseClaim(text), 'on');
  // Where a chain starts or ends gives away what follows.
  if (step.chains && showsAnswer) drawChains(figure, step.chains, branch, upTo);
  if (showsAnswer) {
    for (const text of step.eliminated) mark(figure, parseClaim(text), 'out');
    if (step.placed && step.chains) {
      mark(figure, parseClaim(step.placed), 'in');
    } else if (step.placed) {
      const { cells: [cell], digit } = parseClaim(step.placed);
      figure.placed = { cell, digit };
    }
  }
  return figure;
}

function mark(figure, { cells, digit }, kind) {
  for (const cell of cells) figure.marks.set(key(cell, digit), kind);
}

/** The branches of chains that are shown, with their numbers. */
export function shownBranches(chains, chosen) {
  // The second branch of a loop is the first one read backwards.
  const all = chains.cases === 'loop' ? chains.branches.slice(0, 1) : chains.branches;
  return all.map((branch, number) => ({ branch, number })).filter(({ number }) => chosen < 0 || chosen === number);
}

function drawChains(figure, chains, chosen, upTo) {
  let order = 0;
  for (const { branch, number } of shownBranches(chains, chosen)) {
    if (order > upTo) return;
    node(figure, parseClaim(branch.assume), true);
    for (const implication of branch.implications) {
      if (order > upTo) return;
      const to = parseClaim(implication.then);
      node(figure, to, false);
      const isNested = typeof implication.by !== 'string';
      const froms = implication.if.map(parseClaim);
      froms.forEach((from, part) => figure.links.push({
        from, to, kind: isNested ? 'nested' : from.holds ? 'weak' : 'strong', order,
        // Several premises meet before their conclusion.
        bundle: froms.length > 1 ? { of: froms, isFirst: part === 0 } : null,
      }));
      order++;
    }
  }
}

/** A candidate of a chain, or several that stand for one. What was assumed stays as it was. */
function node(figure, claim, isAssumed) {
  for (const cell of claim.cells) {
    const at = key(cell, claim.digit);
    if (isAssumed || !figure.marks.has(at)) figure.marks.set(at, claim.holds ? 'on' : 'off');
    if (!figure.cells.has(cell)) figure.cells.set(cell, 'chain');
  }
  if (claim.cells.length > 1 && !figure.groups.some((group) => group.text === claim.text)) figure.groups.push(claim);
}
