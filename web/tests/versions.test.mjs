// Versions of the page that follow one another, and parts that are missing.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { contextOf, launch, root, serve } from './site.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const partsOf = (folder) => readdirSync(folder).find((name) => /^[0-9a-f]{16}$/.test(name));

/** A copy of the page that can be deployed anew. */
async function deployed(t) {
  const folder = mkdtempSync(join(tmpdir(), 'batchdoku-page-'));
  cpSync(join(root, 'web/dist'), folder, { recursive: true });
  const { server, address } = await serve(folder);
  const context = await contextOf(browser);
  t.after(async () => {
    await context.close();
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, address, page: await context.newPage() };
}

/** Deploys another version: the same page in another folder, with another name in its title. */
function deployAnother(folder) {
  const old = partsOf(folder);
  const other = old.split('').reverse().join('') === old ? `${old.slice(1)}0` : old.split('').reverse().join('');
  renameSync(join(folder, old), join(folder, other));
  for (const name of ['index.html', 'sw.js']) {
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(old, other).replace('<title>', '<title>new ');
    writeFileSync(join(folder, name), text);
  }
}

const isReady = (page) => page.waitForFunction(() => /^\d+ of \d+$/.test(document.getElementById('place').textContent));
const isKept = (page) => page.evaluate(async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== 'activated') await new Promise((resolve) => { active.addEventListener('statechange', resolve); });
});

test('an old tab keeps its own version and says that there is a new one', async (t) => {
  const { folder, address, page } = await deployed(t);
  await page.goto(address);
  await isReady(page);
  await isKept(page);
  await page.reload();
  await isReady(page);
  deployAnother(folder);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByText('There is a new version of this page.').waitFor();
  // All of it still works: a worker starts when another puzzle is opened.
  await page.selectOption('#example', { index: 3 });
  await isReady(page);
  assert.doesNotMatch(await page.title(), /new/);
  await page.waitForTimeout(4500);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() => document.title.startsWith('new '));
  await isReady(page);
});

test('one load shows the newest page', async (t) => {
  const { folder, address, page } = await deployed(t);
  await page.goto(address);
  await isReady(page);
  await isKept(page);
  deployAnother(folder);
  await page.reload();
  await page.waitForFunction(() => document.title.startsWith('new '));
  await isReady(page);
});

test('a part that is missing is told for as long as it is missing', async (t) => {
  for (const missing of [/\.wasm$/, /^worker\.js$/]) {
    const { folder, address, page } = await deployed(t);
    const parts = join(folder, partsOf(folder));
    for (const name of readdirSync(parts).filter((one) => missing.test(one))) renameSync(join(parts, name), join(parts, `${name}.gone`));
    await page.goto(address);
    await page.getByText('The solver could not be loaded').waitFor();
    await page.waitForTimeout(5000);
    assert.ok(await page.locator('.notice').isVisible(), String(missing));
    for (const name of readdirSync(parts).filter((one) => one.endsWith('.gone'))) renameSync(join(parts, name), join(parts, name.slice(0, -5)));
    await page.getByRole('button', { name: 'Reload' }).click();
    await isReady(page);
    assert.equal(await page.locator('.notice').count(), 0);
  }
});
