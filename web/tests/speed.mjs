// Puzzles per second in Chromium and natively, the best of several rounds in turns: see web/bench.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { launch, root, serve } from './site.mjs';

const ROUNDS = 7;
const CALLS = 40_000;
const LINES = 400_000;

const scratch = mkdtempSync(join(tmpdir(), 'batchdoku-'));
const browser = await launch();
const { server, address } = await serve();
const page = await browser.newPage();
await page.goto(address);
await page.evaluate(async () => {
  const [{ load }, { Engine }, module] = await Promise.all([import('./load.js'), import('./engine.js'), import('./batchdoku.js')]);
  await load();
  globalThis.bench = { module, engine: new Engine() };
});

const native = (name, ...args) => {
  const start = process.hrtime.bigint();
  execFileSync(join(root, 'target/release', name), args, { stdio: 'ignore' });
  return Number(process.hrtime.bigint() - start) / 1e9;
};

const level = ['avx512', 'avx2', 'neon', 'portable'].find((name) => {
  try {
    native('examples/one', name, '2');
    return true;
  } catch {
    return false;
  }
});
const start = Math.min(...Array.from({ length: 20 }, () => native('examples/one', level, '2')));

console.log(`puzzles per second, one thread, limit 2; native at ${level}, ${await browser.version()}`);
console.log('set | one a call: native | count | ratio | solve | ratio | file: native | browser | ratio');
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8');
  const puzzles = text.trim().split('\n');
  const repeats = Math.ceil(CALLS / puzzles.length);
  const calls = repeats * puzzles.length;
  const big = join(scratch, 'puzzles.txt');
  const copies = Math.ceil(LINES / puzzles.length);
  writeFileSync(big, text.repeat(copies));
  await page.evaluate(([lines, count]) => {
    Object.assign(bench, { puzzles: lines, repeats: count });
  }, [puzzles, repeats]);
  await page.evaluate(([body, count]) => {
    bench.file = new File(Array.from({ length: count }, () => body), 'puzzles.txt');
  }, [text, copies]);
  const best = { one: Infinity, count: Infinity, solve: Infinity, file: Infinity, browserFile: Infinity };
  const note = (name, seconds) => { best[name] = Math.min(best[name], seconds); };
  for (let round = 0; round < ROUNDS; round++) {
    note('one', native('examples/one', level, '2', ...Array(repeats).fill(file)) - start);
    for (const name of ['count', 'solve']) {
      note(name, await page.evaluate((call) => {
        const { module, puzzles: all, repeats: count } = bench;
        const begin = performance.now();
        for (let turn = 0; turn < count; turn++) for (const puzzle of all) module[call](puzzle, 2);
        return (performance.now() - begin) / 1000;
      }, name));
    }
    note('file', native('batchdoku', 'solve', '-q', '-j', '1', big, '-o', join(scratch, 'solutions.txt')));
    note('browserFile', await page.evaluate(async () => {
      const begin = performance.now();
      await bench.engine.call('lines', [bench.file, false]);
      return (performance.now() - begin) / 1000;
    }));
  }
  const rate = (name, count) => Math.round(count / best[name] / 1000) + ' k';
  console.log([
    basename(file), rate('one', calls), rate('count', calls), (best.one / best.count).toFixed(2), rate('solve', calls),
    (best.one / best.solve).toFixed(2), rate('file', copies * puzzles.length), rate('browserFile', copies * puzzles.length),
    (best.file / best.browserFile).toFixed(2),
  ].join(' | '));
}
await browser.close();
server.close();
rmSync(scratch, { recursive: true });
