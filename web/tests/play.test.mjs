// Play on the page: marks, colours, checks, keys; and the generator.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { digits, program, site, step } from './site.mjs';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

let show, close;
before(async () => {
  ({ show, close } = await site());
});
after(() => close());

const cell = (page, index) => page.locator('#board-frame .cell').nth(index);
const isOne = (page) => page.waitForFunction(() => !document.getElementById('check').disabled);
const focused = (page) => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.id);

/** Opens Play. */
async function play(t, options) {
  const page = await show(t, `#p=${EASY}&view=play`, options);
  await isOne(page);
  return page;
}

test('what is struck stays to be seen, and a check names what is wrong', async (t) => {
  const page = await play(t);
  await cell(page, 2).click();
  await page.keyboard.press('Shift+4');
  assert.equal(await cell(page, 2).locator('i.struck').textContent(), '4');
  await cell(page, 3).click();
  await page.keyboard.press('2');
  await page.click('#check');
  await page.getByText('r1c4 is not 2.').waitFor();
  await page.getByText('r1c3: 4 was struck, and it is the digit.').waitFor();
  assert.equal(await page.locator('.cell.wrong').count(), 2);
  // A hint leads nowhere from here, and says why.
  await page.click('#hint');
  await page.getByText('r1c4 is not 2.').waitFor();
  await page.keyboard.press('6');
  await cell(page, 2).click();
  await page.keyboard.press('Shift+4');
  await page.click('#check');
  await page.getByText('Everything is right so far.').waitFor();
  // Each move is checked if that is wanted, after a reload, too.
  await page.check('#check-always');
  await page.reload();
  await isOne(page);
  await cell(page, 5).click();
  await page.keyboard.press('2');
  await page.getByText('r1c6 is not 2.').waitFor();
});

test('marks of one’s own stand instead of the candidates', async (t) => {
  const page = await play(t);
  await page.selectOption('#marks', 'own');
  assert.equal(await page.locator('#board-frame i.is').count(), 0);
  await cell(page, 2).click();
  await page.keyboard.press('Shift+4');
  await page.keyboard.press('Shift+1');
  assert.deepEqual(await cell(page, 2).locator('i.is').allTextContents(), ['1', '4']);
  assert.match(await cell(page, 2).getAttribute('aria-label'), /marks 1, 4/);
  await page.keyboard.press('Shift+1');
  await page.keyboard.press('Control+z');
  assert.deepEqual(await cell(page, 2).locator('i.is').allTextContents(), ['1', '4']);
  await page.reload();
  await isOne(page);
  assert.deepEqual(await cell(page, 2).locator('i.is').allTextContents(), ['1', '4']);
  await page.selectOption('#marks', 'none');
  assert.equal(await page.locator('#board-frame i.is').count(), 0);
});

test('cells have colours', async (t) => {
  const page = await play(t);
  await cell(page, 2).click();
  await page.keyboard.press('c');
  await page.keyboard.press('c');
  assert.match(await cell(page, 2).getAttribute('class'), /colour2/);
  assert.match(await cell(page, 2).getAttribute('aria-label'), /colour 2/);
  await page.getByRole('button', { name: 'Colour 4' }).click();
  assert.match(await cell(page, 2).getAttribute('class'), /colour4/);
  await page.getByRole('button', { name: 'No colour' }).click();
  assert.doesNotMatch(await cell(page, 2).getAttribute('class'), /colour/);
});

test('keys work after a click on the pad or a view, and whatever Caps Lock says', async (t) => {
  const page = await play(t);
  await cell(page, 2).click();
  await page.getByRole('button', { name: '4', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  assert.match(await focused(page), /^r1c4/);
  await page.locator('#pad button').first().click();
  await page.keyboard.press('6');
  assert.equal((await digits(page)).slice(0, 5), '53467');
  // Arrows still move in the grid after a click on a view.
  await page.getByText('Steps', { exact: true }).click();
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.locator('input[value=path]').isChecked());
  await step(page, 1);
  await page.keyboard.press('N');
  await step(page, 2);
  await page.getByText('Play', { exact: true }).click();
  await page.keyboard.press('H');
  await page.getByText('Look for:').waitFor();
  await page.keyboard.press('Control+z');
  assert.equal((await digits(page)).slice(0, 5), '53417');
  await page.getByRole('button', { name: 'Redo' }).click();
  assert.equal((await digits(page)).slice(0, 5), '53467');
});

test('no view has more than 32 tab stops, and lists are walked by arrows', async (t) => {
  const page = await show(t, `#p=${EASY}`);
  await step(page, 1);
  for (const mode of ['path', 'play', 'edit', 'solution']) {
    await page.locator(`input[value=${mode}]`).focus();
    await page.locator(`input[value=${mode}]`).check();
    const stops = await page.evaluate(() => {
      const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
      const names = new Set();
      return [...all].filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true })
        && (one.type !== 'radio' || (!names.has(one.name) && names.add(one.name)))).length;
    });
    assert.ok(stops > 8 && stops <= 32, `${mode}: ${stops}`);
  }
  await page.locator('input[value=path]').check();
  await page.locator('#steps button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await step(page, 2);
});

test('the numbers of rows and columns stand beside the board', async (t) => {
  const page = await show(t, `#p=${EASY}`);
  for (const of of ['rows', 'columns']) assert.equal(await page.locator(`#board-frame .numbers.${of}`).textContent(), '123456789');
});

test('the generator makes the puzzle of the program, and opens it to be played', async (t) => {
  const page = await show(t, `#p=${EASY}`);
  await step(page, 1);
  const seeds = [];
  for (let times = 0; times < 2; times++) {
    await page.click('#open-generate');
    seeds.push(await page.inputValue('#seed'));
    await page.keyboard.press('Escape');
  }
  assert.notEqual(seeds[0], seeds[1]);
  await page.click('#open-generate');
  await page.getByText('100,000 tries').waitFor();
  await page.fill('#seed', '17');
  await page.fill('#min-clues', '17');
  await page.fill('#max-clues', '81');
  await page.selectOption('#level', 'medium');
  await page.click('#generate-ok');
  const expected = program(['generate', '-n', '1', '--seed', '17', '--difficulty', 'medium']).toString().trim();
  await page.waitForFunction((text) => location.hash === `#p=${text}&view=play`, expected);
  assert.ok(await page.locator('input[value=play]').isChecked());
  // A technique can be asked for.
  await page.click('#open-generate');
  await page.fill('#seed', '5');
  await page.selectOption('#level', '');
  await page.selectOption('#needs', 'x_wing');
  await page.click('#generate-ok');
  const needs = program(['generate', '-n', '1', '--seed', '5', '--needs', 'x_wing']).toString().trim();
  await page.waitForFunction((text) => location.hash === `#p=${text}&view=play`, needs);
  // What no puzzle can meet is said at once, without a word of the program's.
  await page.click('#open-generate');
  await page.fill('#min-clues', '17');
  await page.fill('#max-clues', '17');
  await page.click('#generate-ok');
  await page.locator('#generate-error:not(:empty)').waitFor();
  assert.doesNotMatch(await page.locator('#generate-error').textContent(), /--|neighbours|batchdoku/);
});
