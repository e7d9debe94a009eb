// The package as others use it: packed, in a project of its own, by Vite (server and build, page and worker), webpack,
// esbuild, Node and Deno.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { build, createLogger, createServer, preview } from 'vite';
import webpack from 'webpack';
import { contextOf, launch, root, serve } from './site.mjs';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

const FILES = {
  'package.json': '{ "name": "project", "private": true, "type": "module" }',
  'index.html': '<!DOCTYPE html><link rel="icon" href="data:,"><p id="page"></p><p id="worker"></p><script type="module" src="/main.js"></script>',
  'answer.js': `
    import { load, solve } from 'batchdoku';
    export const answer = () => load().then(() => solve('${PUZZLE}')).catch((error) => String(error));`,
  'main.js': `
    import { answer } from './answer.js';
    const show = (place) => (text) => { document.getElementById(place).textContent = text; };
    answer().then(show('page'));
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => show('worker')(data);
    worker.onerror = ({ message }) => show('worker')(message);`,
  'worker.js': `
    import { answer } from './answer.js';
    answer().then((text) => postMessage(text));`,
  'node.js': `
    import { answer } from './answer.js';
    console.log(await answer());`,
};

let browser, project;
before(async () => {
  browser = await launch();
  project = mkdtempSync(join(tmpdir(), 'batchdoku-project-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text);
  const home = join(project, 'node_modules/batchdoku');
  mkdirSync(home, { recursive: true });
  execFileSync('npm', ['pack', '--silent', '--offline', '--pack-destination', project], { cwd: join(root, 'web/dist-npm') });
  const packed = readdirSync(project).find((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['xzf', join(project, packed), '-C', home, '--strip-components=1']);
});
after(async () => {
  await browser.close();
  rmSync(project, { recursive: true });
});

/** Opens a page that uses the package: it and its worker have the solution, and nothing is missing or complained of. */
async function assertAnswers(t, address) {
  const context = await contextOf(browser);
  t.after(() => context.close());
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.stack));
  page.on('console', (message) => ['warning', 'error'].includes(message.type()) && faults.push(message.text()));
  page.on('response', (response) => response.ok() || faults.push(`${response.status()} ${response.url()}`));
  await page.goto(address);
  for (const place of ['page', 'worker']) {
    await page.locator(`#${place}:not(:empty)`).waitFor();
    assert.equal(await page.locator(`#${place}`).textContent(), SOLUTION, place);
  }
  assert.deepEqual(faults, []);
}

/** What all calls of Vite share: a logger that keeps what Vite complains of. */
function quiet() {
  const complaints = [];
  const logger = createLogger('warn');
  logger.warn = logger.warnOnce = logger.error = (text) => complaints.push(text);
  return { complaints, options: { root: project, configFile: false, customLogger: logger } };
}

test("the server of Vite delivers the package to a page and its worker", async (t) => {
  const { complaints, options } = quiet();
  const server = await createServer({ ...options, server: { host: 'localhost', port: 0 } });
  t.after(() => server.close());
  await server.listen();
  await assertAnswers(t, server.resolvedUrls.local[0]);
  assert.deepEqual(complaints, []);
});

test('a build of Vite has both modules and no other file of the package', async (t) => {
  const { complaints, options } = quiet();
  await build({ ...options, build: { outDir: 'dist-vite' } });
  assert.deepEqual(complaints, []);
  const assets = readdirSync(join(project, 'dist-vite/assets')).map((name) => name.replace(/-[\w-]{8}\./, '.'));
  assert.deepEqual(assets.toSorted(), ['batchdoku-simd128.wasm', 'batchdoku.wasm', 'index.js', 'worker.js']);
  const server = await preview({ ...options, build: { outDir: 'dist-vite' }, preview: { host: 'localhost', port: 0 } });
  t.after(() => server.close());
  await assertAnswers(t, server.resolvedUrls.local[0]);
});

test('a build of webpack has both modules, for a page and its worker', async (t) => {
  const outdir = join(project, 'dist-webpack');
  const stats = await promisify(webpack)({
    context: project, mode: 'production', entry: './main.js', output: { path: outdir, filename: 'main.js' },
    // It complains of all files as large as a module.
    performance: { hints: false },
  });
  const { errors, warnings, assets } = stats.toJson();
  assert.deepEqual([...errors, ...warnings].map(({ message }) => message), []);
  assert.equal(assets.filter(({ name }) => name.endsWith('.wasm')).length, 2, assets.map(({ name }) => name).join());
  execFileSync('cp', ['index.html', outdir], { cwd: project });
  const { server, address } = await serve(outdir);
  t.after(() => server.close());
  await assertAnswers(t, address);
});

test('a build of esbuild works beside the two modules', async (t) => {
  const outdir = join(project, 'dist-esbuild');
  const { warnings } = await esbuild.build({
    absWorkingDir: project, entryPoints: ['main.js', 'worker.js'], bundle: true, format: 'esm', outdir, logLevel: 'silent',
  });
  assert.deepEqual(warnings, []);
  execFileSync('cp', ['index.html', 'node_modules/batchdoku/batchdoku.wasm', 'node_modules/batchdoku/batchdoku-simd128.wasm', outdir], { cwd: project });
  const { server, address } = await serve(outdir);
  t.after(() => server.close());
  await assertAnswers(t, address);
});

for (const [runtime, args] of [['node', []], ['deno', ['run', '--allow-read', '--node-modules-dir=manual']], ['bun', []]]) {
  test(`${runtime} runs the package`, (t) => {
    const { error, stdout, stderr } = spawnSync(runtime, [...args, 'node.js'], { cwd: project, encoding: 'utf8' });
    if (error?.code === 'ENOENT' && runtime !== 'node') return t.skip(`${runtime} is not installed`);
    assert.equal(stdout, `${SOLUTION}\n`, stderr);
  });
}
