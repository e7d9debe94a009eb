// What can be pasted: forms of people and of other programs, with candidates, and links of other pages.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { allSteps, program, site, step } from './site.mjs';

const LZString = createRequire(import.meta.url)('lz-string');
const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const HARD = '7.............261.1.6...3......9..54..9.78.....4.........6.58....592.7.64.......2';

let show, close;
before(async () => {
  ({ show, close } = await site());
});
after(() => close());

/** Pastes a text into the dialog. */
async function paste(page, text) {
  await page.click('#open-read');
  await page.fill('#read-text', text);
  await page.click('#read-ok');
}

const shows = (page, id, text) => page.waitForFunction(([name, expected]) => document.getElementById(name).textContent === expected, [id, text]);

/** The link of f-puzzles to a grid of cells. */
const link = (cells, more = {}) => {
  const grid = Array.from({ length: 9 }, (_, row) => cells.slice(9 * row, 9 * row + 9));
  return `https://f-puzzles.com/?load=${encodeURIComponent(LZString.compressToBase64(JSON.stringify({ size: 9, grid, ...more })))}`;
};
const cellsOf = (puzzle) => [...puzzle].map((clue) => (clue === '.' ? {} : { value: Number(clue), given: true }));

test('tables of candidates and 729 characters make a position, whose steps are those of the program', async (t) => {
  const page = await show(t, `#p=${HARD}`);
  await allSteps(page);
  for (let number = 1; number < 25; number++) await page.click('#next');
  const position = await page.locator('#candidates').textContent();
  const table = position.match(/.{81}/g).map((row) => row.match(/.{9}/g).map((cell) => cell.replaceAll('.', '')).join(' ')).join('\n');
  const expected = JSON.parse(program(['explain', '--to', 'jsonl', '-'], position));
  for (const text of [position, table]) {
    await page.selectOption('#example', EASY);
    await shows(page, 'text', EASY);
    await paste(page, text);
    await shows(page, 'candidates', position);
    await allSteps(page);
    assert.match(await page.locator('#place').textContent(), new RegExp(`^1 of ${expected.steps.length}$`));
  }
});

test('digits that HoDoKu has placed are no clues', async (t) => {
  const page = await show(t);
  await paste(page, `:0000:x:${EASY.replace('53.', '53+4')}:::`);
  await shows(page, 'text', EASY);
  assert.match(await page.locator('#candidates').textContent(), /^.{18}\.\.\.4\.\.\.\.\./);
});

test('links of f-puzzles are unpacked, with candidates, also as SudokuPad has them', async (t) => {
  const page = await show(t);
  await paste(page, link(cellsOf(EASY), { title: 'x', author: 'y' }));
  await shows(page, 'text', EASY);
  const cells = cellsOf(HARD);
  cells[1] = { centerPencilMarks: [2, 5] };
  cells[2] = { value: 8 };
  await paste(page, link(cells).replace('https://f-puzzles.com/?load=', 'https://sudokupad.app/fpuzzles'));
  await shows(page, 'text', HARD);
  assert.match(await page.locator('#candidates').textContent(), /^.{9}\.[2.]\.\.5\.\.\.\.\.{7}8\./);
});

test('links that cannot be unpacked say what to do', async (t) => {
  const page = await show(t);
  await step(page, 1);
  for (const [text, words] of [
    [link(cellsOf(EASY), { killercage: [{ cells: ['R1C1'] }] }), 'rules beyond those of sudoku: killercage'],
    ['https://sudokupad.app/sclN4IgzglgXgpiBcB', 'export it to f-puzzles'],
    ['https://sudokupad.app/abc123', 'the link is a short one'],
    ['https://f-puzzles.com/?load=xx', 'damaged'],
  ]) {
    await paste(page, text);
    await page.locator('#read-error', { hasText: words }).waitFor();
    await page.keyboard.press('Escape');
  }
});

test('of several puzzles the first is opened, and the others are told', async (t) => {
  const page = await show(t);
  await step(page, 1);
  await paste(page, `${EASY}\n${HARD}\n${HARD}\n`);
  await shows(page, 'text', EASY);
  await page.getByText('2 more puzzles were pasted').waitFor();
});
