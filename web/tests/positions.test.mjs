// Positions on the page: in links, from steps to play and back, and kept over reloads and undone.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allSteps, digits, site, step } from './site.mjs';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const HARD = '7.............261.1.6...3......9..54..9.78.....4.........6.58....592.7.64.......2';

let show, close;
before(async () => {
  ({ show, close } = await site());
});
after(() => close());

const hash = (page) => page.evaluate(() => location.hash);
const cell = (page, index) => page.locator('#board-frame .cell').nth(index);
const candidates = (page) => page.locator('#candidates').textContent();
const isOne = (page) => page.waitForFunction(() => !document.getElementById('check').disabled);

test('a link leads to a step, and the address follows the steps', async (t) => {
  const page = await show(t, `#p=${HARD}&step=7`);
  await step(page, 7);
  await page.click('#next');
  assert.equal(await hash(page), `#p=${HARD}&step=8`);
  const shown = await digits(page);
  await page.reload();
  await step(page, 8);
  assert.equal(await digits(page), shown);
});

test('the steps continue from a position of the play, and a link takes the position along', async (t) => {
  const page = await show(t, `#p=${HARD}`);
  await allSteps(page);
  const technique = () => page.locator('#step h2').textContent();
  for (let number = 1; number < 12; number++) await page.click('#next');
  const expected = { card: await page.locator('#step').textContent(), candidates: await candidates(page) };
  await page.click('#play-here');
  assert.equal(await candidates(page), expected.candidates);
  await page.click('#steps-here');
  await allSteps(page);
  assert.equal((await page.locator('#step').textContent()).replace(/Step 1 of \d+/, ''), expected.card.replace(/Step 12 of \d+/, ''));
  assert.equal(await candidates(page), expected.candidates);
  assert.ok((await technique()).length > 3);
  // The link alone says it all, also where nothing was kept.
  const link = await hash(page);
  assert.match(link, /&c=[0-9a-v]{162}$/);
  const other = await show(t, link);
  await allSteps(other);
  assert.equal(await candidates(other), expected.candidates);
  assert.equal((await other.locator('#step').textContent()).replace(/Step 1 of \d+/, ''), expected.card.replace(/Step 12 of \d+/, ''));
  // 729 candidates in a link are understood, too.
  const long = await show(t, `#p=${HARD}&c=${expected.candidates}`);
  await allSteps(long);
  assert.equal(await candidates(long), expected.candidates);
});

test('the link of a play has its position', async (t) => {
  const page = await show(t, `#p=${EASY}&view=play`, { permissions: ['clipboard-read', 'clipboard-write'] });
  await isOne(page);
  await cell(page, 2).click();
  await page.keyboard.press('4');
  await cell(page, 3).click();
  await page.keyboard.press('Shift+2');
  await page.click('#share');
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText())).hash;
  const position = await candidates(page);
  const other = await show(t, link);
  await isOne(other);
  assert.equal((await digits(other))[2], '4');
  assert.equal(await candidates(other), position);
});

test('candidates that exclude the solution are told, and where', async (t) => {
  const text = [...EASY].map((clue, index) => (clue !== '.' ? '123456789'.replace(/./g, (digit) => (digit === clue ? digit : '.'))
    : index === 2 ? '12.......' : '123456789')).join('');
  const page = await show(t, `#p=${EASY}&c=${text}`);
  await page.getByText('these candidates exclude it').waitFor();
  await page.getByText('Solution', { exact: true }).click();
  await page.getByText('r1c3 = 4').waitFor();
});

test('play, step and view are kept over a reload, and per puzzle', async (t) => {
  const page = await show(t, `#p=${EASY}&view=play`);
  await isOne(page);
  await cell(page, 2).click();
  await page.keyboard.press('4');
  await cell(page, 3).click();
  await page.keyboard.press('Shift+2');
  const [before, position] = [await digits(page), await candidates(page)];
  await page.reload();
  await isOne(page);
  assert.ok(await page.locator('input[value=play]').isChecked());
  assert.equal(await digits(page), before);
  assert.equal(await candidates(page), position);
  // What was done can still be undone, one by one.
  await page.keyboard.press('Control+z');
  assert.notEqual(await candidates(page), position);
  assert.equal(await digits(page), before);
  await page.keyboard.press('Control+y');
  assert.equal(await candidates(page), position);
  // Another puzzle, and back: the play is there.
  await page.evaluate((text) => { location.hash = `#p=${text}&view=play`; }, HARD);
  await page.waitForFunction((text) => document.getElementById('text').textContent === text, HARD);
  assert.equal(await digits(page), HARD);
  await page.goBack();
  await page.waitForFunction((text) => document.getElementById('text').textContent === text, EASY);
  assert.equal(await digits(page), before);
});

test('undo leads back over edits, moves and what was pasted, and redo forward again', async (t) => {
  const page = await show(t, `#p=${EASY}&view=play`);
  await isOne(page);
  await cell(page, 2).click();
  await page.keyboard.press('4');
  // An edit keeps the moves.
  await page.getByText('Edit', { exact: true }).click();
  await cell(page, 3).click();
  await page.keyboard.press('6');
  await page.waitForFunction(() => document.getElementById('text').textContent[3] === '6');
  await page.getByText('Play', { exact: true }).click();
  assert.equal((await digits(page))[2], '4');
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, HARD);
  await page.waitForFunction((text) => document.getElementById('text').textContent === text, HARD);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => document.getElementById('text').textContent[3] === '6');
  assert.equal((await digits(page))[2], '4');
  await page.keyboard.press('Control+z');
  await page.waitForFunction((text) => document.getElementById('text').textContent === text, EASY);
  await page.keyboard.press('Control+z');
  assert.equal(await digits(page), EASY);
  assert.ok(await page.locator('#undo').isDisabled());
  for (let times = 0; times < 3; times++) await page.keyboard.press('Control+Shift+Z');
  await page.waitForFunction((text) => document.getElementById('text').textContent === text, HARD);
});

test('Back leads to the puzzle before', async (t) => {
  const page = await show(t, `#p=${EASY}`);
  await step(page, 1);
  await page.selectOption('#example', HARD);
  await page.waitForFunction((text) => location.hash.startsWith(`#p=${text}`), HARD);
  await page.goBack();
  await page.waitForFunction((text) => document.getElementById('text').textContent === text, EASY);
  await page.goForward();
  await page.waitForFunction((text) => document.getElementById('text').textContent === text, HARD);
  assert.equal(SOLUTION.length, 81);
});

test('other addresses are understood, and a bad one stays and says what is wrong', async (t) => {
  for (const address of [`?p=${EASY}`, `#${EASY}`]) {
    const page = await show(t, address);
    await page.waitForFunction((text) => document.getElementById('text').textContent === text, EASY);
  }
  const page = await show(t, '#p=123');
  await page.locator('.notice').getByText('The link has no puzzle: expected 81 cells, got 3').waitFor();
  assert.equal(await hash(page), '#p=123');
  await page.waitForTimeout(5000);
  assert.ok(await page.locator('.notice').isVisible(), 'the message stays');
  await page.getByRole('button', { name: 'Open an example' }).click();
  await step(page, 1);
  assert.equal(await page.locator('.notice').count(), 0);
});
