// The package for npm, under Node: both modules, arguments, types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const folder = new URL('../dist-npm/', import.meta.url);
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const HARD = '7.............261.1.6...3......9..54..9.78.....4.........6.58....592.7.64.......2';

const NO_SOLUTION = '55' + EASY.slice(2);
const NET = '...7.39...7.2.8..1....6.....8.9...639.6.31...5.......2......8...17......2.....437';
const UNIQUE = '.........38.4..97.....682..7....14..59.7...81..........2..3965.............6451..';
// Without the clues of two rows: it has 2,484 solutions.
const MANY = '.'.repeat(18) + EASY.slice(18);

/** The candidates of a puzzle whose clues have eliminated none. */
const candidates = (puzzle) => [...puzzle].map((cell) => (cell === '.' ? '123456789' : '123456789'.replace(/./g, (digit) => (digit === cell ? digit : '.')))).join('');

/** The candidates that the clues of a puzzle leave. */
const left = (puzzle) => [...candidates(puzzle)].map((candidate, place) => {
  const sees = (one, other) => one !== other && (Math.floor(one / 9) === Math.floor(other / 9) || one % 9 === other % 9
    || (Math.floor(one / 27) === Math.floor(other / 27) && Math.floor(one % 9 / 3) === Math.floor(other % 9 / 3)));
  const cell = Math.floor(place / 9);
  return [...puzzle].some((clue, other) => clue === candidate && sees(cell, other)) ? '.' : candidate;
}).join('');

/** What one of the modules says, in a worker of its own: a process loads only one. */
function answers(name) {
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { name, address, EASY, HARD } = workerData;
    const batchdoku = await import(address);
    await batchdoku.load(name);
    const generator = new batchdoku.Generator(5n, 2n, 24, 27, true, 'none', 1.5, 4);
    while (generator.advance());
    const lines = new batchdoku.PuzzleFile(false);
    const text = new TextEncoder().encode(EASY + '\\noops\\n' + HARD);
    const solved = [lines.push(text.slice(0, 100)), lines.push(text.slice(100)), lines.finish()];
    parentPort.postMessage({
      solve: batchdoku.solve(EASY), none: batchdoku.solve('55' + EASY.slice(2)), count: batchdoku.count('.'.repeat(81), 3),
      solutions: batchdoku.solutions('....7' + EASY.slice(5), 2), canonical: batchdoku.canonical(HARD),
      rating: batchdoku.rate(HARD), path: batchdoku.path(HARD),
      read: batchdoku.read(EASY.match(/.{9}/g).join('\\n')).puzzle, version: batchdoku.version(),
      techniques: batchdoku.techniques(),
      generated: generator.puzzle, lines: Buffer.concat(solved).toString(), problems: lines.counts.problems,
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
  assert.match(fast.generated, /^[1-9.]{81}$/);
  const [first, second, third] = fast.lines.split('\n');
  assert.equal(first, fast.solve);
  assert.equal(second, '.'.repeat(81));
  assert.equal(third, fast.path.steps.at(-1).grid);
  assert.match(fast.problems[0], /^line 2: /);
  assert.equal(fast.version, JSON.parse(readFileSync(new URL('package.json', folder))).version);
});

test('a search is stopped within a step by the end of its worker', async () => {
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { load, path } = await import(workerData.address);
    await load();
    for (;;) path(workerData.HARD, { onStep: (step) => { parentPort.postMessage(step.technique); } });`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`);
  const worker = new Worker(url, { workerData: { HARD, address: new URL('index.js', folder).href } });
  const stop = new AbortController();
  stop.signal.addEventListener('abort', () => worker.terminate());
  worker.once('message', () => stop.abort());
  assert.equal(await new Promise((resolve, reject) => worker.once('exit', resolve).once('error', reject)), 1);
});

test('what is called before the module is loaded says what to do', async () => {
  const { load, Generator, PuzzleFile, ...functions } = await import(new URL('index.js?unloaded', folder));
  for (const call of Object.values(functions)) {
    assert.throws(() => call(EASY, '.'), { name: 'Error', message: `${call.name}: the module is not loaded: \`await load()\` first` });
  }
  assert.throws(() => new PuzzleFile(), /^Error: PuzzleFile: the module is not loaded: `await load\(\)` first$/);
  assert.throws(() => new Generator(1, 0, 17, 81, true, 'none'), /^Error: Generator: the module is not loaded/);
});

const NO_TEXTS = [undefined, null, true, 5, 5n, {}, [EASY], new String(EASY), Symbol('x'), () => EASY];
const NO_NUMBERS = [undefined, null, true, '2', 5n, {}, [2]];
const NO_LIMITS = [NaN, -1, 0.5, -Infinity];

/** Asserts that each value is refused with an error of this name, and words that name the argument and the value. */
function refuses(name, where, argument, values, call) {
  for (const value of values) {
    const shown = typeof value === 'string' ? value.slice(0, 10) : ['object', 'function', 'symbol'].includes(typeof value) ? '' : String(value);
    assert.throws(() => call(value), (error) => {
      assert.equal(error.name, name, `${where}, ${argument}: ${error.stack}`);
      assert.ok(error.message.startsWith(`${where}: ${argument}: `), error.message);
      assert.match(error.message, /expected .*, got /s);
      assert.ok(error.message.includes(shown), error.message);
      return true;
    });
  }
}

/** The package with its module loaded. */
async function loaded() {
  const batchdoku = await import(new URL('index.js', folder));
  await batchdoku.load();
  return batchdoku;
}

/** The checks of each export. */
const CHECKS = {
  async load(batchdoku) {
    for (const [value, name] of [['other.wasm', 'RangeError'], [5, 'TypeError'], [{}, 'TypeError']]) {
      await assert.rejects(batchdoku.load(value), { name, message: /^load: name: expected 'batchdoku-simd128.wasm' or 'batchdoku.wasm', or none, got / });
    }
    assert.equal(await batchdoku.load(), undefined);
    await batchdoku.load('batchdoku.wasm');
  },
  version: ({ version }) => assert.match(version(), /^\d+\.\d+\.\d+$/),
  techniques({ techniques }) {
    assert.ok(techniques().length > 20);
    for (const { name, meaning } of techniques()) assert.match(`${name}: ${meaning}`, /^[a-z_\d]+: [A-Z].*\.$/);
  },
  read({ read }) {
    refuses('TypeError', 'read', 'text', NO_TEXTS, read);
    assert.deepEqual(read(EASY), { puzzle: EASY, more: 0 });
    assert.deepEqual(read(left(EASY)), { puzzle: EASY, candidates: left(EASY), more: 0 });
    assert.deepEqual(read(`${EASY}\n${HARD}\n`), { puzzle: EASY, more: 1 });
    for (const [text, words] of [['12', 'expected 81 cells, got 2'], [EASY.replace('7', 'Q'), "got 'Q'"]]) {
      assert.throws(() => read(text), ({ name, message }) =>
        name === 'RangeError' && message.startsWith('read: text: ') && message.includes(words));
    }
  },
  solve({ solve }) {
    refuses('TypeError', 'solve', 'puzzle', NO_TEXTS, solve);
    assert.throws(() => solve('12'), { name: 'RangeError', message: 'solve: puzzle: expected 81 cells, got 2' });
    assert.equal(solve(NO_SOLUTION), undefined);
  },
  solutions({ solutions }) {
    refuses('TypeError', 'solutions', 'puzzle', NO_TEXTS, (puzzle) => solutions(puzzle, 2));
    refuses('TypeError', 'solutions', 'limit', NO_NUMBERS, (limit) => solutions(EASY, limit));
    refuses('RangeError', 'solutions', 'limit', NO_LIMITS, (limit) => solutions(EASY, limit));
    assert.throws(() => solutions('12', 2), { name: 'RangeError', message: 'solutions: puzzle: expected 81 cells, got 2' });
    for (const limit of [0, -0, Infinity, 2 ** 32, 1e300]) assert.equal(solutions(MANY, limit).length, 2484, limit);
    assert.equal(new Set(solutions(MANY, 100)).size, 100);
  },
  count({ count }) {
    refuses('TypeError', 'count', 'puzzle', NO_TEXTS, (puzzle) => count(puzzle, 2));
    refuses('TypeError', 'count', 'limit', NO_NUMBERS, (limit) => count(EASY, limit));
    refuses('RangeError', 'count', 'limit', NO_LIMITS, (limit) => count(EASY, limit));
    assert.throws(() => count('12', 2), { name: 'RangeError', message: 'count: puzzle: expected 81 cells, got 2' });
    for (const limit of [0, -0, Infinity, 2 ** 32, 2 ** 32 + 1, 2 ** 53, 1e300]) {
      assert.equal(count(EASY, limit), 1, limit);
      assert.equal(count(MANY, limit), 2484, limit);
      assert.equal(count(NO_SOLUTION, limit), 0, limit);
    }
    assert.equal(count(MANY, 100), 100);
  },
  canonical({ canonical }) {
    refuses('TypeError', 'canonical', 'puzzle', NO_TEXTS, canonical);
    assert.throws(() => canonical('12'), { name: 'RangeError', message: 'canonical: puzzle: expected 81 cells, got 2' });
    assert.equal(canonical(canonical(EASY)), canonical(EASY));
  },
  rate({ rate }) {
    refuses('TypeError', 'rate', 'puzzle', NO_TEXTS, rate);
    assert.throws(() => rate('12'), { name: 'RangeError', message: 'rate: puzzle: expected 81 cells, got 2' });
    assert.deepEqual(rate(EASY), { level: 'easy', er: 1.2, ep: 1.2, ed: 1.2, technique: 'hidden_single' });
    assert.equal(JSON.stringify(rate('.'.repeat(81))), '{"level":"multiple"}');
  },
  path({ path, solve }) {
    refuses('TypeError', 'path', 'puzzle', NO_TEXTS, path);
    refuses('TypeError', 'path', 'options', [null, 0, true, 'true', []], (options) => path(EASY, options));
    refuses('TypeError', 'path', 'erOnly', [null, 0, 1, 'true', {}], (erOnly) => path(EASY, { erOnly }));
    refuses('TypeError', 'path', 'maxEr', ['7', {}, true], (maxEr) => path(EASY, { maxEr }));
    refuses('RangeError', 'path', 'maxEr', [-1, 26, NaN], (maxEr) => path(EASY, { maxEr }));
    refuses('TypeError', 'path', 'onStep', [null, 0, {}], (onStep) => path(EASY, { onStep }));
    assert.throws(() => path(EASY, { onstep() {} }), { name: 'RangeError', message: "path: options: expected erOnly, maxEr, onStep, got 'onstep'" });
    assert.throws(() => path('12'), { name: 'RangeError', message: 'path: puzzle: expected 81 cells, got 2' });
    assert.equal(path(EASY, { erOnly: true }).steps.at(-1).grid, solve(EASY));
    assert.deepEqual(path(EASY), path(EASY, { erOnly: false, maxEr: null }));
    assert.equal(path('.'.repeat(81)).error, 'the puzzle has more than one solution');
    // Candidates take the place of clues.
    assert.deepEqual(path(left(EASY)).steps, path(EASY).steps);
    // Steps come one by one, and the search can be ended.
    const { steps, ...end } = path(HARD);
    const seen = [];
    const { puzzle, ...ratings } = end;
    assert.deepEqual(path(HARD, { onStep: (step) => { seen.push(step); } }), ratings);
    assert.deepEqual(seen, steps);
    assert.equal(puzzle, HARD);
    // The ratings have the names of Sudoku Explainer only if they are its ratings.
    assert.deepEqual(Object.keys(ratings), ['hardest', 'up_to_first_digit', 'first']);
    assert.equal(ratings.hardest, Math.max(...steps.map(({ er }) => er)));
    const ofEr = path(HARD, { erOnly: true, onStep() {} });
    assert.deepEqual(Object.keys(ofEr), ['er', 'ep', 'ed']);
    const { puzzle: _, steps: __, ...whole } = path(HARD, { erOnly: true });
    assert.deepEqual(whole, ofEr);
    seen.length = 0;
    assert.deepEqual(path(HARD, { onStep: (step) => seen.push(step) < 3 }), { error: 'the search was stopped' });
    assert.deepEqual(seen, steps.slice(0, 3));
    assert.throws(() => path(HARD, { onStep() { throw new TypeError('mine'); } }), { name: 'TypeError', message: 'mine' });
    assert.equal(path(HARD, { maxEr: end.hardest - 0.1 }).error, 'the techniques do not suffice');
    assert.equal(path(HARD, { maxEr: end.hardest }).hardest, end.hardest);
  },
  nextStep({ nextStep, path }) {
    const all = candidates(EASY);
    refuses('TypeError', 'nextStep', 'puzzle', NO_TEXTS, (puzzle) => nextStep(puzzle, all));
    refuses('TypeError', 'nextStep', 'candidates', NO_TEXTS, (candidates) => nextStep(EASY, candidates));
    for (const [args, message] of [
      [['12', all], 'nextStep: puzzle: expected 81 cells, got 2'],
      [['.'.repeat(81), all], 'nextStep: puzzle: the puzzle has more than one solution'],
      [[EASY, `1........${all.slice(9)}`], 'nextStep: candidates: r1c1: the solution is not among the candidates'],
    ]) assert.throws(() => nextStep(...args), { name: 'RangeError', message });
    assert.throws(() => nextStep(EASY, '12'), /^RangeError: nextStep: candidates: .*729.*2/);
    assert.equal(nextStep(EASY, all).steps.length, 1);
    // What the clues rule out is no candidate: otherwise only the longest searches would find a step.
    assert.deepEqual(nextStep(HARD, '123456789'.repeat(81)).steps, path(HARD).steps.slice(0, 1));
    refuses('TypeError', 'nextStep', 'erOnly', [null, 0, 1, 'true', {}], (erOnly) => nextStep(EASY, all, { erOnly }));
    refuses('RangeError', 'nextStep', 'maxEr', [-1, 26, NaN], (maxEr) => nextStep(EASY, all, { maxEr }));
    assert.equal(nextStep(HARD, candidates(HARD), { maxEr: 1 }).steps.length, 0);
  },
  Generator({ Generator }) {
    const valid = [1n, 0, 17, 81, true, 'none', undefined, null, undefined, null];
    const make = (place) => (value) => new Generator(...valid.with(place, value));
    const wide = [undefined, null, '1', {}, true];
    for (const [place, argument, types, ranges] of [
      [0, 'seed', wide, [-1, -1n, 0.5, NaN, 2 ** 53, 1n << 64n]], [1, 'index', wide, [-1, -1n, 0.5, Infinity, 1n << 64n]],
      [2, 'minClues', NO_NUMBERS, [-1, 82, 257, 17.5, NaN]], [3, 'maxClues', NO_NUMBERS, [-1, 82, 257, 17.5, NaN]],
      [4, 'minimal', [undefined, null, 1, 'true'], []], [5, 'symmetry', NO_TEXTS, ['round', '']],
      [6, 'minEr', [true, '1', 5n, {}], [NaN, -1, 25.5, Infinity]], [7, 'maxEr', [true, '1', 5n, {}], [NaN, -1, 25.5, Infinity]],
      [8, 'level', [true, 5, {}], ['impossible', '']], [9, 'needs', [true, 5, {}], ['x-wing', '']],
    ]) {
      refuses('TypeError', 'Generator', argument, types, make(place));
      refuses('RangeError', 'Generator', argument, ranges, make(place));
    }
    assert.throws(() => new Generator(1, 0, 30, 20, true, 'none'), /^RangeError: Generator: minClues and maxClues: empty range of clues: 30\.\.20/);
    assert.throws(() => new Generator(1, 0, 17, 81, true, 'none', 4, 3), /^RangeError: Generator: minEr and maxEr: no puzzle has ER 4\.0\.\.3\.0/);
    assert.throws(() => new Generator(1, (1n << 64n) - 1n, 17, 81, true, 'none'), /^RangeError: Generator: index: /);
    const [number, bigint] = [5, 5n].map((seed) => new Generator(seed, 2, 24, 27, true, 'none'));
    for (const generator of [number, bigint]) while (generator.advance());
    assert.equal(number.puzzle, bigint.puzzle);
    assert.ok(number.tries >= 1);
    number.free();
    number.free();
    for (const use of [() => number.advance(), () => number.puzzle, () => number.tries]) {
      assert.throws(use, /^Error: Generator\.\w+: the object does not exist any more, because free\(\) was called$/);
    }
  },
  PuzzleFile({ PuzzleFile, solve }) {
    refuses('TypeError', 'PuzzleFile', 'unique', [null, 0, 1, 'true', {}], (unique) => new PuzzleFile(unique));
    const bytes = new TextEncoder().encode(`${EASY}\n${MANY}\n`);
    const taken = bytes.slice();
    structuredClone(taken, { transfer: [taken.buffer] });
    const file = new PuzzleFile();
    refuses('TypeError', 'PuzzleFile.push', 'bytes', [undefined, EASY, [53, 51], bytes.buffer, new Uint16Array(2), {}], (value) => file.push(value));
    if ('detached' in taken.buffer) refuses('TypeError', 'PuzzleFile.push', 'bytes', [taken], (value) => file.push(value));
    const text = (parts) => Buffer.concat(parts).toString();
    assert.equal(text([file.push(bytes), file.finish()]), `${solve(EASY)}\n${solve(MANY)}\n`);
    for (const use of [() => file.push(bytes), () => file.finish()]) {
      assert.throws(use, /^Error: PuzzleFile\.\w+: the file has ended, because finish\(\) was called$/);
    }
    const { format, lines, puzzles, solved, problems, clues } = file.counts;
    assert.deepEqual([format, lines, puzzles, solved, problems, file.start], ['line', 2, 2, 2, [], undefined]);
    assert.equal(clues[30], 1);
    file.free();
    assert.throws(() => file.counts, /^Error: PuzzleFile.counts: the object does not exist any more/);
    const unique = new PuzzleFile(true);
    assert.equal(text([unique.push(Buffer.from(bytes)), unique.finish()]), `${solve(EASY)}\n${'.'.repeat(81)}\n`);
    assert.equal(unique.counts.multiple, 1);
    const table = new PuzzleFile();
    const csv = new TextEncoder().encode(`id,puzzle\n1,${EASY}\n`);
    assert.equal(text([table.push(csv), table.finish()]), `id,puzzle,solution\n1,${EASY},${solve(EASY)}\n`);
    const noText = new PuzzleFile();
    noText.push(new TextEncoder().encode(`${EASY}\r${EASY}`));
    assert.throws(() => noText.finish(), { name: 'RangeError', message: /^PuzzleFile.finish: bytes: the lines end with CR alone/ });
  },
};

for (const [name, check] of Object.entries(CHECKS)) {
  test(`${name} checks its arguments`, async () => check(await loaded()));
}

test('no function or class is without such a test', async () => {
  assert.deepEqual(Object.keys(CHECKS).toSorted(), Object.keys(await loaded()).toSorted());
});

// A program that uses all there is, and assigns each result to the type that it should have.
const TYPED = (names) => `
  import * as batchdoku from 'batchdoku';
  import type { Branch, FileCounts, Implication, Level, PathEnd, Rating, SolutionPath, Step, Technique, TechniqueName } from 'batchdoku';
  const names: Record<keyof typeof batchdoku, true> = { ${names.map((name) => `${name}: true`).join(', ')} };
  const loaded: Promise<void> = batchdoku.load('batchdoku.wasm');
  const texts: string[] = [batchdoku.version(), batchdoku.read('').puzzle, batchdoku.canonical(''), ...batchdoku.solutions('', Infinity)];
  const solution: string | undefined = batchdoku.solve('');
  const number: number = batchdoku.count('', 0);
  const rating: Rating = batchdoku.rate('');
  const er: number | undefined = rating.er;
  const path: SolutionPath = batchdoku.path('', { erOnly: true, maxEr: 7.5 });
  const end: PathEnd = batchdoku.path('', { onStep: (step: Step) => step.cells.length < 3 });
  const hardest: number | undefined = end.hardest ?? path.er;
  const step: Step | undefined = batchdoku.nextStep('', '').steps[0];
  const branch: Branch | undefined = step?.chains?.branches[0];
  const implication: Implication | undefined = branch?.implications[0];
  const technique: Technique | undefined = batchdoku.techniques()[0];
  const generator = new batchdoku.Generator(1, 2n, 17, 81, true, 'none', undefined, 3);
  const more: boolean = generator.advance();
  const name: TechniqueName | undefined = step?.technique;
  const row: string | undefined = step?.cells[0]?.slice(1, 2);
  const level: Level = 'easy';
  const file = new batchdoku.PuzzleFile();
  const bytes: Uint8Array = file.push(file.finish());
  const counts: FileCounts = file.counts;
  // @ts-expect-error there is no such technique
  if (step?.technique === 'xwing') throw step;
  // @ts-expect-error there is no such cell
  if (step?.cells[0] === 'r0c1') throw step;
  // @ts-expect-error a text is no number
  batchdoku.count('', '2');
  // @ts-expect-error there is no such module
  batchdoku.load('other.wasm');
  // @ts-expect-error bytes, not a text
  file.push('text');
  export { names, loaded, texts, solution, number, er, path, implication, technique, more, bytes, name, row, level, counts, end, hardest };`;

test('the types name what there is, and need neither a browser nor Node', async () => {
  const project = mkdtempSync(join(tmpdir(), 'batchdoku-types-'));
  try {
    const home = join(project, 'node_modules/batchdoku');
    mkdirSync(home, { recursive: true });
    for (const name of ['index.d.ts', 'package.json']) cpSync(new URL(name, folder), join(home, name));
    writeFileSync(join(project, 'program.ts'), TYPED(Object.keys(await import(new URL('index.js', folder)))));
    const options = ['--noEmit', '--strict', '--lib', 'es2020', '--types', '', '--target', 'es2020', '--module', 'nodenext'];
    const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url));
    try {
      execFileSync(compiler, [...options, 'program.ts'], { cwd: project });
    } catch (error) {
      assert.fail(error.stdout.toString());
    }
  } finally {
    rmSync(project, { recursive: true });
  }
});

test('the properties of steps are those of the types', async () => {
  const batchdoku = await loaded();
  const types = readFileSync(new URL('index.d.ts', folder), 'utf8');
  const namesOf = (type) => [...types.match(new RegExp(`interface ${type}(?: extends \\w+)? \\{(.*?)\\n\\}`, 's'))[1].matchAll(/^ {2}(\w+)\??:/gm)].map((match) => match[1]);
  const seen = new Map();
  const note = (type, object) => seen.set(type, new Set([...seen.get(type) ?? [], ...Object.keys(object)]));
  const walk = (step) => {
    note('Step', step);
    if (!step.chains) return;
    note('Chains', step.chains);
    for (const branch of step.chains.branches) {
      note('Branch', branch);
      for (const implication of branch.implications) {
        note('Implication', implication);
        if (typeof implication.by === 'object') walk(implication.by);
      }
    }
  };
  for (const puzzle of [EASY, HARD, NET, UNIQUE, MANY]) {
    for (const erOnly of [false, true]) {
      const path = batchdoku.path(puzzle, { erOnly });
      const { hardest, up_to_first_digit, first, er, ep, ed, error, ...rest } = path;
      note('SolutionPath', rest);
      note('PathEnd', JSON.parse(JSON.stringify({ hardest, up_to_first_digit, first, er, ep, ed, error })));
      path.steps.forEach(walk);
    }
  }
  note('SolutionPath', batchdoku.nextStep(EASY, candidates(EASY)));
  for (const [type, names] of seen) assert.deepEqual([...names].toSorted(), namesOf(type).toSorted(), type);
  const techniques = batchdoku.techniques();
  for (const technique of techniques) assert.deepEqual(Object.keys(technique), namesOf('Technique'));
  const union = /type TechniqueName =\n(.*?);/s.exec(types)[1].match(/\w+/g);
  assert.deepEqual(union, techniques.map(({ name }) => name));
  const file = new batchdoku.PuzzleFile();
  assert.deepEqual(Object.keys(file.counts).toSorted(), namesOf('FileCounts').toSorted());
  assert.deepEqual(Object.keys(batchdoku.rate(HARD)), namesOf('Rating'));
});
