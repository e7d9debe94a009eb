// The page in windows of all sizes, colours of all kinds, and on paper: what can be measured of how it looks.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { allSteps, letThrough, root, site, step } from './site.mjs';

const HARD = '7.............261.1.6...3......9..54..9.78.....4.........6.58....592.7.64.......2';
const TWO = '....7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

let show, close;
before(async () => {
  ({ show, close } = await site());
});
after(() => close());

const VIEWS = ['path', 'play', 'edit', 'solution'];
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the board fits each window, and nothing is wider than it', async (t) => {
  for (const [width, height] of [[1366, 650], [1280, 720], [1920, 1080], [1024, 768], [390, 844], [320, 568], [844, 390], [667, 375], [768, 1024]]) {
    const page = await show(t, `#p=${HARD}`, { viewport: { width, height } });
    await step(page, 1);
    for (const view of VIEWS) {
      await page.locator(`input[value=${view}]`).check({ force: true });
      const box = await page.locator('#board-frame .board').first().boundingBox();
      assert.ok(box.height <= height && box.width <= width, `${view} in ${width} x ${height}: ${box.width} x ${box.height}`);
      assert.ok(Math.abs(box.width - box.height) < 2, `${view} in ${width} x ${height}: not square`);
      if (width > 1000) assert.ok(box.y + box.height <= height, `${view} in ${width} x ${height} ends at ${box.y + box.height}`);
      assert.ok(box.width >= 220, `${view} in ${width} x ${height}: ${box.width} wide`);
      assert.ok(await overflow(page) <= 0, `${view} in ${width} x ${height} is too wide`);
    }
    await page.close();
  }
});

test('two boards fit, too', async (t) => {
  for (const [width, height] of [[1366, 650], [320, 568], [844, 390]]) {
    const page = await show(t, `#p=${TWO}`, { viewport: { width, height } });
    await page.getByText('More than one solution').waitFor();
    assert.ok(await overflow(page) <= 0, `${width} x ${height}`);
    for (const box of await page.locator('.board').all()) assert.ok((await box.boundingBox()).height <= height, `${width} x ${height}`);
  }
});

test('what is there does not jump while the page loads', async (t) => {
  for (const [width, height] of [[390, 844], [1280, 860], [844, 390], [320, 568]]) {
    for (const hash of ['', `#p=${HARD}`, `#p=${HARD}&view=play`]) {
      const page = await show(t, 'icon.svg', { viewport: { width, height }, allows: ['404'], holds: ['steps', 'rate'] });
      await page.addInitScript(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(page.url().replace('icon.svg', hash));
      // What a long search says comes and goes.
      if (!hash.endsWith('play')) await page.locator('#search').waitFor();
      for (const call of ['steps', 'rate']) await letThrough(page, call, Infinity);
      await page.waitForFunction(() => /ER\d/.test(document.getElementById('facts').textContent));
      await page.waitForTimeout(500);
      const shift = await page.evaluate(() => globalThis.shift);
      assert.ok(shift < 0.1, `${width} x ${height} ${hash.slice(-10)}: ${shift}`);
      await page.close();
    }
  }
});

test('lines, boxes and what is selected stay in forced colours', async (t) => {
  const page = await show(t, `#p=${HARD}`, { forcedColors: 'active' });
  await allSteps(page);
  const lines = await page.evaluate(() => [...document.querySelectorAll('#board-frame .cell')].slice(0, 9).map((cell) => {
    const style = getComputedStyle(cell);
    return [Number.parseFloat(style.borderRightWidth), style.borderRightColor !== style.backgroundColor];
  }));
  assert.deepEqual(lines.map(([width]) => width), [1, 1, 4, 1, 1, 4, 1, 1, 0]);
  assert.ok(lines.slice(0, 8).every(([, isSeen]) => isSeen));
  assert.ok(await page.evaluate(() => getComputedStyle(document.querySelector('.modes input:checked + span')).outlineStyle !== 'none'));
  const marked = page.locator('#board-frame i.on, #board-frame i.out, #board-frame i.pattern').first();
  if (await marked.count()) assert.notEqual(await marked.evaluate((mark) => getComputedStyle(mark).outlineStyle), 'none');
});

test('paper has the board and the step, and no tools', async (t) => {
  const page = await show(t, `#p=${HARD}`, { colorScheme: 'dark' });
  await allSteps(page);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
  const { height } = await page.locator('#step').boundingBox();
  assert.ok(height < 300, `the step is ${height} pixels high, most of them empty`);
  for (const gone of ['.actions', '.modes', '.stepper', '#keys', '.links-out', '#steps-fold']) assert.ok(await page.locator(gone).isHidden(), gone);
  for (const there of ['#board-frame .board', '#step', '#facts', '#text']) assert.ok(await page.locator(there).isVisible(), there);
});

test('a stranger learns what this is, also without JavaScript, from a file and from a link to it', async (t) => {
  const page = await show(t, '', { javaScriptEnabled: false });
  await page.getByText('It needs JavaScript, because it solves puzzles in your browser').waitFor();
  for (const dead of ['.actions', '.modes', '.right']) assert.ok(await page.locator(dead).isHidden(), dead);
  const text = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
  const picture = /property="og:image" content="https:\/\/[^"]*\/([^"/]+)"/.exec(text)[1];
  const bytes = readFileSync(`${root}/web/dist/${picture}`);
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  for (const name of ['description', 'twitter:card']) assert.match(text, new RegExp(`name="${name}"`));
  assert.match(text, /href="https:\/\/github\.com\/batchdoku\/batchdoku\/tree\/main\/docs"/);
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

for (const colorScheme of ['light', 'dark']) {
  for (const width of [320, 390, 1280]) {
    test(`labels, roles and contrasts hold at ${width} pixels, ${colorScheme}`, async (t) => {
      const page = await show(t, `#p=${HARD}`, { colorScheme, viewport: { width, height: 844 }, bypassCSP: true });
      await allSteps(page);
      await page.addScriptTag({ content: axe });
      const check = async (what) => {
        const { violations } = await page.evaluate(() => globalThis.axe.run({
          // A cell says its candidates one by one.
          rules: { 'label-content-name-mismatch': { enabled: false } },
        }));
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => html + failureSummary).join('; ')}`);
        assert.deepEqual(found, [], what);
        assert.ok(await overflow(page) <= 0, `${what} is too wide`);
      };
      await check('steps');
      await page.evaluate(() => {
        document.getElementById('proof').open = document.getElementById('terms-fold').open = true;
        document.querySelector('#profile .grade3').click();
      });
      await page.keyboard.press('.');
      await check('a chain, link by link');
      await page.locator('input[value=play]').check({ force: true });
      await page.locator('#board-frame .cell:not(.clue)').first().click();
      await page.keyboard.press('Shift+2');
      for (let colour = 1; colour <= 5; colour++) {
        await page.locator('#board-frame .cell:not(.clue)').nth(colour).click();
        for (let times = 0; times < colour; times++) await page.keyboard.press('c');
        if (colour > 2) await page.keyboard.press(`${colour}`);
      }
      await check('play in colours');
      await page.click('#check');
      await check('play with faults');
      for (const view of ['edit', 'solution']) {
        await page.locator(`input[value=${view}]`).check({ force: true });
        await check(view);
      }
      await page.evaluate((text) => { location.hash = `#p=${text}&view=solution`; }, TWO);
      await page.getByText('More than one solution').waitFor();
      await check('two solutions');
      await page.evaluate(() => { location.hash = '#p=1'; });
      await page.locator('.notice').waitFor();
      await check('a message');
      for (const dialog of ['read', 'generate', 'file']) {
        await page.click(`#open-${dialog}`);
        if (dialog === 'file') {
          await page.setInputFiles('#file', { name: 'a.txt', mimeType: '', buffer: Buffer.from(`${HARD}\n${TWO}\nno\n`) });
          await page.locator('.download').waitFor();
        }
        await check(dialog);
        await page.keyboard.press('Escape');
      }
    });
  }
}
