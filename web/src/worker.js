// A worker: calls the module for the page, one call after another, and reports how far long ones are.
import { load } from './load.js';
import * as module from './batchdoku.js';

// Bytes of a file that are solved at a time, while the next ones are read.
const SLICE = 1 << 20;
// Milliseconds between two reports.
const REPORT = 100;

const calls = {
  canonical: module.canonical,
  nextStep: (puzzle, candidates) => JSON.parse(module.nextStep(puzzle, candidates)),
  path: (puzzle) => JSON.parse(module.path(puzzle, false)),
  read: module.read,
  solutions: module.solutions,
  techniques: () => JSON.parse(module.techniques()),
  rate(puzzle) {
    const { level, er, ep, ed, technique } = module.rate(puzzle);
    return { level, er, ep, ed, technique };
  },
  generate,
  lines,
};

/** Makes a puzzle; `null` if there is none. */
function generate({ seed, minClues, maxClues, minimal, symmetry, minEr, maxEr }, report) {
  const generator = new module.Generator(BigInt(seed), 0n, minClues, maxClues, minimal, symmetry, minEr, maxEr);
  let reported = performance.now();
  while (generator.advance()) {
    if (performance.now() - reported > REPORT) {
      report(generator.tries);
      reported = performance.now();
    }
  }
  return generator.puzzle ?? null;
}

/** Solves a file of lines; gives the answers as a file, and how many there are. */
async function lines(file, unique, report) {
  const solver = new module.Lines(unique);
  const parts = [];
  const counts = () => ({ lines: solver.lines, puzzles: solver.puzzles, solved: solver.solved });
  let reported = performance.now();
  const read = (at) => file.slice(at, at + SLICE).arrayBuffer();
  let next = read(0);
  for (let at = 0; at < file.size; at += SLICE) {
    const bytes = await next;
    next = read(at + SLICE);
    // Who awaits it learns of a failure; until then it is nobody's.
    next.catch(() => {});
    parts.push(solver.push(new Uint8Array(bytes)));
    if (performance.now() - reported > REPORT) {
      report({ done: Math.min(1, (at + SLICE) / file.size), ...counts() });
      reported = performance.now();
    }
  }
  parts.push(solver.finish());
  return { blob: new Blob(parts, { type: 'text/plain' }), problems: solver.problems, ...counts() };
}

self.onmessage = async ({ data: { id, call, args } }) => {
  const report = (progress) => self.postMessage({ id, progress });
  try {
    await load();
    self.postMessage({ id, value: await calls[call](...args, report) });
  } catch (error) {
    self.postMessage({ id, error: error.message });
  }
};
