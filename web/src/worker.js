// A worker: calls the module for the page, one call after another, and reports how far long ones are.
import { load } from './load.js';
import * as module from './batchdoku.js';
import { unpackLink } from './links.js';
import { Position, pack, setsOf } from './position.js';

// Bytes of a file that are solved at a time, while the next ones are read.
const SLICE = 1 << 20;
// Milliseconds between two reports.
const REPORT = 100;

const calls = {
  canonical: module.canonical,
  count: module.count,
  read(text) {
    const linked = unpackLink(text);
    if (linked) return linked;
    const { puzzle, candidates, more } = JSON.parse(module.read(text));
    return { puzzle, candidates: candidates ? pack(setsOf(candidates)) : null, more };
  },
  solutions: module.solutions,
  techniques: () => JSON.parse(module.techniques()),
  /** Reports each step, once it is found, and which part of the candidates is settled. */
  rate(puzzle, report) {
    const start = Position.of(module.canonical(puzzle));
    const position = start.copy();
    let [steps, hardest] = [0, 0];
    const rating = module.rate(puzzle, (text) => {
      const step = JSON.parse(text);
      position.take(step);
      steps++;
      hardest = Math.max(hardest, step.er);
      report({ steps, hardest, settled: position.settledSince(start) });
    });
    const { level, er, ep, ed, technique } = rating;
    rating.free();
    return { level, er, ep, ed, technique };
  },
  /** Reports each step of a puzzle once it is found; the ratings, or why there are none. */
  steps: (puzzle, isEr, report) => JSON.parse(module.path(puzzle, isEr, undefined, (step) => { report(JSON.parse(step)); })),
  /** The next step from a position, or why there is none. */
  firstStep(position, isEr) {
    let first = null;
    const { error } = JSON.parse(module.path(position, isEr, undefined, (step) => {
      first = JSON.parse(step);
      return false;
    }));
    return first ? { step: first } : { error };
  },
  generate,
  file: solveFile,
};

/** Makes a puzzle; `null` if there is none. */
function generate({ seed, minClues, maxClues, minimal, symmetry, minEr, maxEr, level, needs }, report) {
  const generator = new module.Generator(BigInt(seed), 0n, minClues, maxClues, minimal, symmetry, minEr, maxEr, level, needs);
  let reported = performance.now();
  while (generator.advance()) {
    if (performance.now() - reported > REPORT) {
      report(generator.tries);
      reported = performance.now();
    }
  }
  return generator.puzzle ?? null;
}

// Files that are compressed in other ways than gzip, by their first bytes.
const COMPRESSED = { '28b52ffd': 'zstd', '425a68': 'bzip2', fd377a585a: 'xz', '504b0304': 'zip' };

/** Solves a file; gives the answers as a file, and what it holds. */
async function solveFile(file, unique, report) {
  const head = [...new Uint8Array(await file.slice(0, 6).arrayBuffer())].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const codec = Object.keys(COMPRESSED).find((magic) => head.startsWith(magic));
  if (codec) throw new Error(`it is compressed with ${COMPRESSED[codec]}, and this page unpacks gzip only: unpack it first`);
  const solver = new module.PuzzleFile(unique);
  const parts = [];
  let done = 0;
  const start = performance.now();
  // The first part is reported at once.
  let reported = -Infinity;
  const counted = new TransformStream({
    transform(bytes, controller) {
      done += bytes.length;
      controller.enqueue(bytes);
    },
  });
  let stream = file.stream().pipeThrough(counted);
  if (head.startsWith('1f8b')) stream = stream.pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  for (;;) {
    const { value, done: isEnd } = await reader.read();
    if (isEnd) break;
    for (let at = 0; at < value.length; at += SLICE) parts.push(solver.push(value.subarray(at, at + SLICE)));
    if (performance.now() - reported > REPORT) {
      report({ done: Math.min(1, done / file.size), puzzles: JSON.parse(solver.counts).puzzles });
      reported = performance.now();
    }
  }
  parts.push(solver.finish());
  const blob = new Blob(parts);
  const patch = solver.start;
  return {
    blob: patch ? new Blob([patch, blob.slice(patch.length)]) : blob,
    seconds: (performance.now() - start) / 1000,
    ...JSON.parse(solver.counts),
  };
}

self.onmessage = async ({ data: { id, call, args } }) => {
  const report = (progress) => self.postMessage({ id, progress });
  try {
    await load();
  } catch (error) {
    return self.postMessage({ id, error: error.message, isFatal: true });
  }
  try {
    self.postMessage({ id, value: await calls[call](...args, report) });
  } catch (error) {
    // A module whose memory is broken answers nothing any more.
    self.postMessage({ id, error: error.message, isFatal: error instanceof WebAssembly.RuntimeError });
  }
};
