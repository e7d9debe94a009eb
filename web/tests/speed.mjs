// Puzzles per second in Chromium and natively, the best of several rounds in turns: see web/bench.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { launch, root, serve } from './site.mjs';

// Rounds are short, so that some are undisturbed whatever else the machine does; native programs count their own time.
const ROUNDS = 60;
const CALLS = 2_000;
const LINES = 50_000;
// How often a native program does the same.
const NATIVE = 20;

const scratch = mkdtempSync(join(tmpdir(), 'batchdoku-'));
const browser = await launch();
const { server, address } = await serve();
const page = await browser.newPage();
await page.goto(address);
await page.evaluate(async () => {
  const part = (name) => import(new URL(name, document.querySelector('script[type=module]').src));
  const [{ load }, { Engine }, module] = await Promise.all(['load.js', 'engine.js', 'batchdoku.js'].map(part));
  await load();
  globalThis.bench = { module, engine: new Engine() };
});

/** The seconds of processor time that a native program takes. */
const native = (name, ...args) => {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const { stderr, status } = spawnSync('bash', ['-c', script, 'time', join(root, 'target/release', name), ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} failed`);
  return stderr.trim().split(' ').reduce((sum, part) => sum + Number(part), 0);
};

const level = ['avx512', 'avx2', 'neon', 'portable'].find((name) => {
  try {
    native('examples/one', name, '2');
    return true;
  } catch {
    return false;
  }
});
console.log(`puzzles per second, one thread, limit 2; native at ${level}, ${await browser.version()}`);
console.log('set | one a call: native | count | ratio | solve | ratio | file: native | browser | ratio');
for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8');
  const puzzles = text.trim().split('\n');
  const calls = Math.min(CALLS, puzzles.length);
  const copies = Math.ceil(LINES / puzzles.length);
  const lines = copies * puzzles.length;
  const big = join(scratch, 'puzzles.txt');
  writeFileSync(big, text.repeat(NATIVE * copies));
  await page.evaluate(([some, body, count]) => {
    bench.puzzles = some;
    bench.file = new File(Array.from({ length: count }, () => body), 'puzzles.txt');
  }, [puzzles.slice(0, calls), text, copies]);
  const one = join(scratch, 'one.txt');
  writeFileSync(one, puzzles.slice(0, calls).join('\n'));
  const best = { one: Infinity, count: Infinity, solve: Infinity, file: Infinity, browserFile: Infinity };
  const note = (name, seconds) => { best[name] = Math.min(best[name], seconds); };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['count', 'solve']) {
      note(name, await page.evaluate((call) => {
        const { module, puzzles: all } = bench;
        const begin = performance.now();
        for (const puzzle of all) module[call](puzzle, 2);
        return (performance.now() - begin) / 1000;
      }, name));
    }
    note('browserFile', await page.evaluate(async () => {
      const begin = performance.now();
      await bench.engine.call('file', [bench.file, false]);
      return (performance.now() - begin) / 1000;
    }));
    if (round % 12) continue;
    note('one', native('examples/one', level, '2', ...Array(10 * NATIVE).fill(one)) / (10 * NATIVE));
    note('file', native('batchdoku', 'solve', '-q', '-j', '1', big, '-o', join(scratch, 'solutions.txt')) / NATIVE);
  }
  const rate = (name, count) => Math.round(count / best[name] / 1000) + ' k';
  console.log([
    basename(file), rate('one', calls), rate('count', calls), (best.one / best.count).toFixed(2), rate('solve', calls),
    (best.one / best.solve).toFixed(2), rate('file', lines), rate('browserFile', lines),
    (best.file / best.browserFile).toFixed(2),
  ].join(' | '));
}
await browser.close();
server.close();
rmSync(scratch, { recursive: true });
