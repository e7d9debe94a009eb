// The page in a browser: what a person sees and does, beside what the program says.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allSteps, digits, letThrough, program, site, step } from './site.mjs';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const HARD = '7.............261.1.6...3......9..54..9.78.....4.........6.58....592.7.64.......2';
const NET = '...7.39...7.2.8..1....6.....8.9...639.6.31...5.......2......8...17......2.....437';
const TWO = EASY.replace('53..7', '....7');

let show, close;
before(async () => {
  ({ show, close } = await site());
});
after(() => close());

const place = (page) => page.locator('#place').textContent();

test('the first example is there with its first step', async (t) => {
  const page = await show(t);
  await step(page, 1);
  assert.ok((await page.locator('#step h2').textContent()).length > 5);
  assert.ok(await page.locator('.chip').count() > 0);
  await page.waitForFunction(() => document.querySelector('.fact.strong b')?.textContent.match(/^\d+\.\d$/));
});

test('a puzzle that is pasted has its solution, rating and canonical form', async (t) => {
  const page = await show(t);
  await page.click('#open-read');
  await page.fill('#read-text', EASY.replaceAll('.', '0').match(/.{9}/g).join('\n'));
  await page.click('#read-ok');
  await page.waitForFunction((text) => location.hash === `#p=${text}`, EASY);
  await page.getByText('Solution', { exact: true }).click();
  await page.getByText('The only solution').waitFor();
  assert.equal(await digits(page), SOLUTION);
  const canonical = program(['canon', '-'], EASY).toString().trim();
  await page.waitForFunction((text) => document.getElementById('canonical').textContent === text, canonical);
  await page.waitForFunction(() => /ER1\.2Hidden single/.test(document.getElementById('facts').textContent));
});

test('a text that is no puzzle is refused with a reason', async (t) => {
  const page = await show(t);
  await step(page, 1);
  await page.click('#open-read');
  for (const [text, words] of [['12345', 'expected 81 cells, got 5'], [EASY.replace('7', 'Q'), "got 'Q'"]]) {
    await page.fill('#read-text', text);
    await page.click('#read-ok');
    await page.getByText(words).waitFor();
  }
});

test('two solutions stand side by side, and what differs is marked', async (t) => {
  const page = await show(t, `#p=${TWO}`);
  await page.getByText('More than one solution').waitFor();
  const both = await page.locator('#board-frame .board').evaluateAll((boards) => boards.map((board) =>
    [...board.querySelectorAll('.digit')].map((digit) => digit.textContent).join('')));
  assert.equal(both.length, 2);
  const expected = [...both[0]].flatMap((digit, cell) => (digit === both[1][cell] ? [] : [cell]));
  assert.ok(expected.length > 0);
  const marked = await page.locator('#board-frame .board').last().evaluate((board) =>
    [...board.querySelectorAll('.cell')].flatMap((cell, index) => (cell.classList.contains('differs') ? [index] : [])));
  assert.deepEqual(marked, expected);
  const known = program(['solve', '--all', '--limit', '2', '-'], TWO).toString().trim().split('\n');
  assert.deepEqual(both.toSorted(), known.toSorted());
});

test('a puzzle without a solution says so', async (t) => {
  const page = await show(t, `#p=${EASY.replace('53..7', '55..7')}`);
  await page.getByText('This puzzle has no solution').waitFor();
  assert.equal(await page.locator('.cell.wrong').count(), 2);
  assert.match(await page.locator('#facts').textContent(), /none/);
});

test('steps go forward and back, and are those of the program', async (t) => {
  const page = await show(t, `#p=${HARD}`);
  const path = JSON.parse(program(['explain', '--to', 'jsonl', '-'], HARD));
  await allSteps(page);
  const grids = [HARD, ...path.steps.map(({ grid }) => grid)];
  for (let number = 0; number < 30; number++) {
    assert.equal(await place(page), `${number + 1} of ${path.steps.length}`);
    assert.equal(await digits(page), grids[number], `before step ${number + 1}`);
    const { eliminated, placed } = path.steps[number];
    const chips = await page.locator('.chip').allTextContents();
    const words = [...(placed ? [placed] : []), ...eliminated].map((text) => text.replace('<>', ' ≠ ').replace('=', ' = '));
    assert.deepEqual(chips.map((text) => text.replaceAll('\u00a0', ' ')), words);
    // Each eliminated candidate was one, and shows unless a digit is placed over it.
    const hidden = placed && !path.steps[number].chains ? placed.slice(0, 4) : 'none';
    const shown = eliminated.filter((text) => !text.startsWith(hidden));
    assert.equal(await page.locator('.cell i.out').count(), shown.length, `step ${number + 1}`);
    await (number % 2 ? page.click('#next') : page.keyboard.press('n'));
  }
  for (let number = 29; number >= 20; number--) {
    await (number % 2 ? page.click('#back') : page.keyboard.press('p'));
    assert.equal(await digits(page), grids[number]);
  }
  await page.click('#last');
  await page.getByRole('heading', { name: 'Solved' }).waitFor();
  assert.equal(await digits(page), grids.at(-1));
  await page.click('#first');
  assert.equal(await digits(page), HARD);
});

test('a chain is drawn as arrows, one for each link', async (t) => {
  const page = await show(t, `#p=${HARD}`);
  const path = JSON.parse(program(['explain', '--to', 'jsonl', '-'], HARD));
  await allSteps(page);
  const number = path.steps.findIndex(({ technique }) => technique === 'aic');
  await page.evaluate((index) => document.querySelectorAll('#profile > *')[index].click(), number);
  const links = new Set(path.steps[number].chains.branches[0].implications.flatMap((one) => one.if.map((text) => `${text}>${one.then}`)));
  assert.ok(links.size > 3);
  assert.equal(await page.locator('.over .link').count(), links.size);
  await page.locator('#proof').evaluate((fold) => { fold.open = true; });
  await page.locator('#proof .links li').first().focus();
  assert.equal(await page.locator('.over .link.chosen').count(), 1);
});

test('a net has branches to choose from', async (t) => {
  const page = await show(t, `#p=${NET}`);
  const path = JSON.parse(program(['explain', '--to', 'jsonl', '-'], NET));
  await allSteps(page);
  const net = path.steps.findIndex(({ chains }) => chains?.branches.length > 1 && chains.cases !== 'loop');
  await page.evaluate((index) => document.querySelectorAll('#profile > *')[index].click(), net);
  const all = path.steps[net].chains.branches;
  await page.locator('#proof').evaluate((fold) => { fold.open = true; });
  assert.equal(await page.locator('.branches button').count(), all.length + 1);
  await page.locator('.branches button').nth(1).click();
  const first = new Set(all[0].implications.flatMap((one) => one.if.map((text) => `${text}>${one.then}`)));
  assert.equal(await page.locator('.over .link').count(), first.size);
});

test('a hint names the technique, then shows where, and only then what follows', async (t) => {
  const page = await show(t, `#p=${EASY}`);
  await page.getByText('Play', { exact: true }).click();
  await page.waitForFunction(() => !document.getElementById('hint').disabled);
  await page.click('#hint');
  await page.getByText('Look for:').waitFor();
  assert.equal(await page.locator('.cell.placed, .cell.house, .cell.pattern').count(), 0);
  await page.click('#hint');
  assert.equal(await page.locator('.cell.placed').count(), 0);
  assert.ok(await page.locator('.cell.house, .cell.pattern').count() > 0);
  assert.equal(await page.locator('#hint-card .chip').count(), 0);
  await page.click('#hint');
  assert.equal(await page.locator('.cell.placed').count(), 1);
  await page.click('#hint');
  const filled = (await digits(page)).replaceAll('.', '').length;
  assert.equal(filled, 31);
  // A wrong digit has no hint.
  const cell = [...await digits(page)].indexOf('.');
  await page.locator('#board-frame .cell').nth(cell).click();
  await page.keyboard.press(SOLUTION[cell] === '9' ? '8' : '9');
  await page.click('#hint');
  await page.getByText('Something is wrong so far').waitFor();
  await page.keyboard.press('Control+z');
  assert.equal((await digits(page)).replaceAll('.', '').length, 31);
});

test('the generator makes the puzzle of the program', async (t) => {
  const page = await show(t);
  await step(page, 1);
  await page.click('#open-generate');
  await page.fill('#seed', '17');
  await page.fill('#min-clues', '24');
  await page.fill('#max-clues', '30');
  await page.fill('#min-er', '2');
  await page.fill('#max-er', '4.5');
  await page.selectOption('#symmetry', 'rot180');
  await page.click('#generate-ok');
  const expected = program(['generate', '-n', '1', '--seed', '17', '--clues', '24..30', '--minimal', '--er', '2.0..4.5', '--symmetry', 'rot180']).toString().trim();
  await page.waitForFunction((text) => location.hash === `#p=${text}&view=play`, expected);
  // What no puzzle can meet is said at once.
  await page.click('#open-generate');
  await page.fill('#min-er', '5');
  await page.click('#generate-ok');
  await page.getByText('No puzzle was made: no puzzle has ER 5.0..4.5').waitFor();
});

test('a search of the generator can be stopped', async (t) => {
  const page = await show(t, `#p=${EASY}`, { holds: ['generate'] });
  await step(page, 1);
  await page.click('#open-generate');
  await page.click('#generate-ok');
  await page.locator('#generate-progress', { hasText: 'Searching' }).waitFor();
  await page.click('#generate-cancel');
  await letThrough(page, 'generate', Infinity);
  assert.ok(await page.locator('#generate-dialog').isHidden());
  assert.equal(await page.evaluate(() => location.hash), `#p=${EASY}`);
});

test('everything can be done by keys alone', async (t) => {
  const page = await show(t, `#p=${EASY}`);
  await step(page, 1);
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.id);
  const tabTo = async (isThere) => {
    for (let presses = 0; presses < 40; presses++) {
      if (isThere(await focused())) return;
      await page.keyboard.press('Tab');
    }
    assert.fail('no tab leads there');
  };
  await tabTo((name) => name?.startsWith('r1c1'));
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  assert.match(await focused(), /^r2c3, empty, candidates/);
  await page.keyboard.press('n');
  await step(page, 2);
  await tabTo((name) => name === 'back');
  await page.keyboard.press('Enter');
  await step(page, 1);
  await page.keyboard.press('End');
  await page.getByRole('heading', { name: 'Solved' }).waitFor();
  // The view is changed by arrows; in Edit, digits are typed.
  await page.locator('input[value=path]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.locator('input[value=edit]').isChecked());
  await page.keyboard.press('Tab');
  assert.match(await focused(), /^r2c3/);
  await page.keyboard.press('2');
  await page.waitForFunction(() => location.hash[3 + 11] === '2' && location.hash.endsWith('&view=edit'));
  await page.getByText('Exactly one solution').waitFor();
  await page.keyboard.press('Delete');
  await page.waitForFunction((text) => location.hash === `#p=${text}&view=edit`, EASY);
});

test('it works offline after the first load', async (t) => {
  const page = await show(t, `#p=${EASY}`);
  await step(page, 1);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== 'activated') await new Promise((resolve) => active.addEventListener('statechange', resolve));
  });
  await page.context().setOffline(true);
  await page.reload();
  await step(page, 1);
  await page.getByText('Solution', { exact: true }).click();
  await page.getByText('The only solution').waitFor();
  assert.equal(await digits(page), SOLUTION);
});
