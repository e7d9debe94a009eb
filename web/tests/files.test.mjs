// The dialog that solves files: the formats of the program, packed ones, several, and what is shown afterwards.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { letThrough, program, site, step } from './site.mjs';

const EASY = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const TWO = EASY.replace('53..7', '....7');
const NONE = EASY.replace('53..7', '55..7');

let show, close;
before(async () => {
  ({ show, close } = await site());
});
after(() => close());

/** Chooses a file; its answers, and the name that they have. */
async function answers(page, name, buffer, isUnique = false) {
  if (!await page.locator('#file-dialog').isVisible()) await page.click('#open-file');
  await page.setChecked('#unique', isUnique);
  await page.setInputFiles('#file', { name, mimeType: '', buffer });
  const waiting = page.waitForEvent('download');
  await page.locator('.download').click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

const puzzles = program(['generate', '-n', '20', '--seed', '3']).toString().trim().split('\n');

test('each format is read, and has the answers of the program', async (t) => {
  const page = await show(t);
  const objects = [EASY, TWO, ...puzzles].map((puzzle, id) => ({ id, puzzle, source: 'x' }));
  const rows = (puzzle) => puzzle.match(/.{9}/g).join('\n');
  const files = [
    ['a.json', JSON.stringify(objects, null, 2), 'a.solutions.jsonl', 'jsonl'],
    ['strings.json', JSON.stringify([EASY, TWO, ...puzzles]), 'strings.solutions.jsonl', null],
    ['a.jsonl', objects.map((object) => JSON.stringify(object)).join('\n'), 'a.solutions.jsonl', 'jsonl'],
    ['a.csv', `id,puzzle,source\n${objects.map(({ id, puzzle, source }) => `${id},${puzzle},${source}`).join('\n')}\n`, 'a.solutions.csv', 'csv'],
    ['grids.txt', `${[EASY, ...puzzles].map(rows).join('\n\n')}\n`, 'grids.solutions.txt', 'grid'],
    ['a.sdm', `${[EASY, NONE, ...puzzles].join('\r\n')}\r\n`, 'a.solutions.sdm', 'line'],
  ];
  for (const [name, text, outName, format] of files) {
    const found = await answers(page, name, Buffer.from(text), true);
    const expected = program(['solve', '--unique', '-'], text);
    assert.equal(found.bytes.toString(), expected.toString(), name);
    if (format) {
      assert.equal(found.name, outName);
      assert.match(await page.locator('.file').textContent(), new RegExp(`Read as ${format}`));
    }
  }
});

test('a file of gzip is unpacked, and others are named', async (t) => {
  const page = await show(t);
  const text = `${puzzles.join('\n')}\n`;
  const found = await answers(page, 'many.txt.gz', gzipSync(text));
  assert.equal(found.bytes.toString(), program(['solve', '-'], text).toString());
  assert.equal(found.name, 'many.solutions.txt');
  await page.setInputFiles('#file', { name: 'a.zst', mimeType: '', buffer: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]) });
  await page.getByText('a.zst: it is compressed with zstd, and this page unpacks gzip only').waitFor();
});

test('counts, speed, a histogram and problems are shown, and "only unique" solves again', async (t) => {
  const page = await show(t);
  const text = `${[EASY, TWO, NONE, EASY.slice(1), ...puzzles].join('\n')}\n`;
  await answers(page, 'a.txt', Buffer.from(text));
  const words = () => page.locator('.file').textContent();
  assert.match(await words(), /24 puzzles, 22 solved in .* 2 without an answer/s);
  assert.match(await words(), /1 without a solution; 1 malformed/);
  assert.equal(await page.locator('.problems li').count(), 2);
  const label = await page.locator('.histogram [role=img]').getAttribute('aria-label');
  const clues = [EASY, TWO, NONE, ...puzzles].map((puzzle) => puzzle.replaceAll('.', '').length);
  for (const number of new Set(clues)) assert.ok(label.includes(`${number} clues: ${clues.filter((other) => other === number).length}`), label);
  assert.ok(await page.locator('.clue-bar i').first().evaluate((bar) => bar.offsetHeight > 1));
  await page.check('#unique');
  await page.getByText('1 with more than one solution').waitFor();
  assert.match(await words(), /24 puzzles, 21 solved/);
  // What was there is gone when the dialog opens again.
  await page.keyboard.press('Escape');
  await page.click('#open-file');
  assert.equal(await page.locator('.file').count(), 0);
});

test('several files are solved one after the other', async (t) => {
  const page = await show(t);
  await step(page, 1);
  await page.evaluate(([one, two]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([`${one}\n`], 'one.txt'));
    dataTransfer.items.add(new File([`${two}\n${two}\n`], 'two.txt'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, [EASY, TWO]);
  await page.getByText('1 puzzle, 1 solved').waitFor();
  await page.getByText('2 puzzles, 2 solved').waitFor();
  assert.equal(await page.locator('.download').count(), 2);
});

test('a file shows how far it is, and Stop says what it did', async (t) => {
  const page = await show(t, '', { holds: ['file'] });
  await page.click('#open-file');
  await page.setInputFiles('#file', { name: 'many.txt', mimeType: '', buffer: Buffer.from(`${TWO}\n`.repeat(2000)) });
  await letThrough(page, 'file', 1);
  await page.getByText(/^[1-9][\d,]* puzzles$/).waitFor();
  assert.ok(await page.locator('.file progress').evaluate((bar) => bar.value) > 0);
  await page.click('#file-stop');
  await page.getByText(/^Stopped after [1-9][\d,]* puzzles: nothing is kept$/).waitFor();
  await letThrough(page, 'file', Infinity);
  assert.ok(await page.locator('#file-stop').isHidden());
  await page.setInputFiles('#file', { name: 'again.txt', mimeType: '', buffer: Buffer.from(`${EASY}\n`) });
  await page.getByText('1 puzzle, 1 solved').waitFor();
});

test('a file of 10,000 lines becomes the output of the program', async (t) => {
  const all = program(['generate', '-n', '9400', '--seed', '3']).toString().trim().split('\n');
  const lines = all.flatMap((puzzle, index) => {
    if (index % 100 === 7) return [puzzle + '\r', ''];
    if (index % 100 === 20) return ['# a comment', puzzle.split('').join(' ')];
    if (index % 100 === 33) return [puzzle.slice(1), `id;${puzzle};rest`];
    if (index % 100 === 61) return [puzzle.replace(/[1-9]/, 'Q'), `55${puzzle.slice(2)}`, TWO];
    if (index % 100 === 80) return [`${puzzle},x\r`, ' '];
    return [puzzle];
  });
  const text = `\ufeff${lines.join('\n')}`;
  assert.ok(lines.length >= 9960);
  const page = await show(t);
  for (const [isUnique, args] of [[false, ['solve', '-']], [true, ['solve', '--unique', '-']]]) {
    const found = await answers(page, 'puzzles.txt', Buffer.from(text), isUnique);
    const expected = program(args, text);
    assert.equal(found.name, 'puzzles.solutions.txt');
    assert.equal(found.bytes.length, expected.length);
    assert.ok(found.bytes.equals(expected), 'the same bytes');
    assert.match(await page.locator('.file').textContent(), /9,\d\d\d puzzles, 9,\d\d\d solved in [\d.]+ m?s, [\d,]+ puzzles a second, /);
    assert.equal(await page.locator('.problems li').count(), 11);
  }
});

test('what cannot be read says why', async (t) => {
  const page = await show(t);
  await page.click('#open-file');
  await page.setInputFiles('#file', { name: 'cr.txt', mimeType: '', buffer: Buffer.from(`${EASY}\r${EASY}`) });
  await page.getByText('cr.txt: the lines end with CR alone').waitFor();
});
