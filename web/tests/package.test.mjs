// The package for npm, under Node: both modules, errors, types.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const folder = new URL('../dist-npm/', import.meta.url);
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const HARD = '7.............261.1.6...3......9..54..9.78.....4.........6.58....592.7.64.......2';

/** What one of the modules says, in a worker of its own: a process loads only one. */
function answers(name) {
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { name, address, EASY, HARD } = workerData;
    const batchdoku = await import(address);
    await batchdoku.load(name);
    const thrown = (what) => { try { what(); } catch (error) { return [error instanceof Error, error.message]; } };
    const generator = new batchdoku.Generator(5n, 2n, 24, 27, true, 'none', 1.5, 4);
    while (generator.advance());
    const lines = new batchdoku.Lines(false);
    const text = new TextEncoder().encode(EASY + '\\noops\\n' + HARD);
    const solved = [lines.push(text.slice(0, 100)), lines.push(text.slice(100)), lines.finish()];
    const rating = batchdoku.rate(HARD);
    parentPort.postMessage({
      solve: batchdoku.solve(EASY), none: batchdoku.solve('55' + EASY.slice(2)), count: batchdoku.count('.'.repeat(81), 3),
      solutions: batchdoku.solutions('....7' + EASY.slice(5), 2), canonical: batchdoku.canonical(HARD),
      rating: [rating.level, rating.er, rating.ep, rating.ed, rating.technique], path: batchdoku.path(HARD, false),
      read: batchdoku.read(EASY.match(/.{9}/g).join('\\n')), version: batchdoku.version(),
      techniques: batchdoku.techniques(), thrown: thrown(() => batchdoku.solve('12')),
      options: thrown(() => new batchdoku.Generator(1n, 0n, 90, 95, true, 'none')),
      generated: generator.puzzle, lines: Buffer.concat(solved).toString(), problems: lines.problems,
    });`;
  const address = new URL('index.js', folder).href;
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, { workerData: { name, address, EASY, HARD } });
    worker.once('message', (message) => worker.terminate().then(() => resolve(message)));
    worker.once('error', reject);
  });
}

test('both modules give the same answers', async () => {
  const [fast, plain, chosen] = await Promise.all(['batchdoku-simd128.wasm', 'batchdoku.wasm', undefined].map(answers));
  assert.deepEqual(fast, plain);
  assert.deepEqual(fast, chosen);
  assert.equal(fast.solve, '534678912672195348198342567859761423426853791713924856961537284287419635345286179');
  assert.equal(fast.none, undefined);
  assert.equal(fast.count, 3);
  assert.equal(fast.solutions.length, 2);
  assert.equal(fast.read, EASY);
  assert.deepEqual(fast.thrown, [true, 'expected 81 cells, got 2']);
  assert.match(fast.options[1], /empty range of clues/);
  assert.match(fast.generated, /^[1-9.]{81}$/);
  const [first, second, third] = fast.lines.split('\n');
  assert.equal(first, fast.solve);
  assert.equal(second, '.'.repeat(81));
  assert.equal(third, JSON.parse(fast.path).steps.at(-1).grid);
  assert.match(fast.problems[0], /^line 2: /);
  assert.equal(fast.version, JSON.parse(readFileSync(new URL('package.json', folder))).version);
});

test('the types name what there is', async () => {
  const exports = Object.keys(await import(new URL('index.js', folder)));
  const named = readFileSync(new URL('index.d.ts', folder), 'utf8');
  const declared = readFileSync(new URL('batchdoku.d.ts', folder), 'utf8');
  for (const name of exports) {
    assert.ok(named.includes(name), name);
    assert.ok(name === 'load' || new RegExp(`export (function|class) ${name}\\b`).test(declared), name);
  }
});
