// What the page finds out about a puzzle: two ladders, long searches, numbers in words, the end of the counting.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allSteps, letThrough, program, site, step } from './site.mjs';
import { EXAMPLES } from '../src/examples.js';
import { title } from '../src/words.js';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const HARD = '7.............261.1.6...3......9..54..9.78.....4.........6.58....592.7.64.......2';
// ER 11.2: it takes seconds.
const HARDEST = '1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1';
const FIRST = EXAMPLES[0].puzzle;

let show, close;
before(async () => {
  ({ show, close } = await site());
});
after(() => close());

const fact = (page, name) => page.locator('.fact', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) });
const value = (page, name) => fact(page, name).locator('b').textContent();

test('each example has the hardest step by which it is named', () => {
  for (const { technique, puzzle } of EXAMPLES.filter((example) => example.technique)) {
    const { steps } = JSON.parse(program(['explain', '--to', 'jsonl', '-'], puzzle));
    const hardest = steps.reduce((most, other) => (other.er > most.er ? other : most));
    assert.equal(hardest.technique, technique);
  }
});

test('the hardest step is that of the ladder that is chosen, and the ER has its own name', async (t) => {
  const page = await show(t, `#p=${FIRST}`);
  await allSteps(page);
  const of = (args) => JSON.parse(program(['explain', '--to', 'jsonl', ...args, '-'], FIRST)).steps;
  const highest = (steps) => Math.max(...steps.map(({ er }) => er)).toFixed(1);
  const [all, er] = [of([]), of(['--er'])];
  assert.notEqual(highest(all), highest(er));
  assert.equal(await value(page, 'Hardest step here'), highest(all));
  assert.match(await fact(page, 'Hardest step here').textContent(), /all techniques/);
  await page.waitForFunction(() => [...document.querySelectorAll('.fact')].some((one) => /^ER\d/.test(one.textContent)));
  const rated = program(['rate', '--er', '-'], FIRST).toString().trim().split(/\s+/).find((word) => /^\d+\.\d$/.test(word));
  assert.equal(await value(page, 'ER'), rated);
  await page.selectOption('#ladder', 'er');
  await page.waitForFunction((count) => document.getElementById('place').textContent === `1 of ${count}`, er.length);
  assert.equal(await value(page, 'Hardest step here'), highest(er));
  assert.match(await fact(page, 'Hardest step here').textContent(), /Sudoku Explainer/);
  assert.equal(await page.locator('#step h2').textContent(), `Step 1 of ${er.length}: ${title(er[0].technique)}`);
  // The choice is part of the link.
  assert.equal(await page.evaluate(() => location.hash), `#p=${FIRST}&er`);
  const words = await page.locator('.fact span').allTextContents();
  assert.ok(words.every((text) => text.length > 3), words.join('|'));
  assert.ok(await page.locator('#terms a[href*="techniques.md"]').count() >= 2);
});

test('the first steps show while the others are searched, and the search can be stopped and continued', async (t) => {
  const { steps } = JSON.parse(program(['explain', '--to', 'jsonl', '-'], HARD));
  const page = await show(t, `#p=${HARD}`, { holds: ['steps', 'rate'] });
  const search = (words) => page.locator('#search-text', { hasText: words }).waitFor();
  const place = (text) => page.waitForFunction((expected) => document.getElementById('place').textContent === expected, text);
  await search(/^Searching for \d+ s\. Steps: step 1\. ER: step 1\.$/);
  await page.click('#search-stop');
  await search('The search was stopped.');
  assert.equal(await value(page, 'ER'), 'stopped');
  await page.click('#search-stop');
  await search(/Steps: step 1\. ER: step 1\.$/);
  await letThrough(page, 'steps', 2);
  await place('1 of 2 so far');
  await search(/Steps: step 3, up to \d\.\d, [1-9]\d?\s% settled\. ER: step 1\.$/);
  assert.equal(await page.locator('#step h2').textContent(), `Step 1 of 2 so far: ${title(steps[0].technique)}`);
  assert.ok(await page.locator('.chip').count() > 0);
  // It continues behind the steps that are there.
  await page.click('#search-stop');
  await search('The search was stopped.');
  await page.click('#search-stop');
  await letThrough(page, 'steps', Infinity);
  await place(`1 of ${steps.length}`);
  await search(/^Searching for \d+ s\. ER: step 1\.$/);
  await letThrough(page, 'rate', 3);
  await search(/^Searching for \d+ s\. ER: step 4, up to \d\.\d, [1-9]\d?\s% settled\.$/);
  await letThrough(page, 'rate', Infinity);
  await page.locator('#search').waitFor({ state: 'hidden' });
  assert.match(await value(page, 'ER'), /^\d+\.\d$/);
});

test('a puzzle is not kept waiting by one that takes long', async (t) => {
  const page = await show(t, `#p=${HARDEST}`);
  await page.selectOption('#example', FIRST);
  await allSteps(page);
});

test('many solutions are counted', async (t) => {
  const many = '.'.repeat(18) + EASY.slice(18);
  const page = await show(t, `#p=${many}`);
  const expected = Number(program(['count', '--limit', '0', '-'], many).toString().trim().split(/\s+/)[0]);
  assert.ok(expected > 1000);
  await page.getByText(expected.toLocaleString('en'), { exact: true }).waitFor();
  const empty = await show(t, `#p=${'.'.repeat(80)}1`);
  await empty.getByText('1,000,000 or more').waitFor();
});

test('a puzzle without a solution has the clue that is to blame', async (t) => {
  // r1c3 is 4 in the solution.
  const page = await show(t, `#p=${EASY.slice(0, 2)}1${EASY.slice(3)}&view=solution`);
  await page.getByText(/exactly one solution: .*r1c3 = 1/).waitFor();
  const doubled = await show(t, `#p=5${EASY.slice(0, 1)}${EASY.slice(2)}&view=solution`);
  await doubled.getByText('5 stands in r1c1 and r1c2').waitFor();
  await step(await show(t, `#p=${EASY}`), 1);
});
