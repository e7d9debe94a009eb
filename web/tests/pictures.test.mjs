// What the program and the page draw, measured in a browser: where cells, lines, bars and words stand.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { contextOf, launch, program, serve } from './site.mjs';

// A puzzle without an empty row or column; one with three empty rows and two empty columns; rows alone; columns alone.
const PUZZLES = [
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  '..............1..2..3....4.............34..5..1..6...7...........4..5.3..7.8.2..1',
  '.........38.4..97.....682..7....14..59.7...81..........2..3965.............6451..',
  '.5.7....4...82.....1....2.99..1....27..35....6...9.4........3.8....6.7..56.......',
];

let browser, scratch, puzzles, report, plot, sheet;
before(async () => {
  browser = await launch();
  scratch = mkdtempSync(join(tmpdir(), 'batchdoku-'));
  puzzles = join(scratch, 'puzzles.txt');
  writeFileSync(puzzles, PUZZLES.map((puzzle) => `${puzzle}\n`).join(''));
  [report, plot, sheet] = ['report.html', 'plot.svg', 'sheet.html'].map((name) => join(scratch, name));
  program(['stats', '-q', '--er', puzzles, '-o', '/dev/null', '--html', report, '--plot', plot]);
  program(['generate', '-q', '-n', '7', '--seed', '1', '--with', 'solution,level', '--to', 'sheet', '-o', sheet]);
});
after(async () => {
  await browser.close();
  rmSync(scratch, { recursive: true });
});

/** A page at an address, closed after the test. */
async function open(t, address, options = {}) {
  const context = await contextOf(browser, options);
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const near = (found, expected, what, most = 1) =>
  assert.ok(Math.abs(found - expected) <= most, `${what}: ${found.toFixed(1)}, expected ${expected.toFixed(1)}`);

/** Compares the boxes of 81 cells, row by row, with those of a square of nine by nine in a frame. */
function assertCells(cells, frame, what) {
  assert.equal(cells.length, 81, what);
  near(frame.height, frame.width, `${what}: height of the frame`);
  cells.forEach(({ x, y, width, height }, cell) => {
    const [row, column] = [Math.floor(cell / 9), cell % 9];
    const name = `${what}, r${row + 1}c${column + 1}`;
    near(width, frame.width / 9, `${name}: width`);
    near(height, frame.height / 9, `${name}: height`);
    near(x, frame.x + column * frame.width / 9, `${name}: left`);
    near(y, frame.y + row * frame.height / 9, `${name}: top`);
  });
}

/**
 * Compares the lines that are painted in the colour `ink` from edge to edge of frames with those of boxes: four each way
 * in every frame. They are sought on a screenshot, because only that shows which borders are painted.
 */
async function assertBoxLines(page, frames, ink) {
  const picture = (await page.screenshot({ fullPage: true })).toString('base64');
  const found = await page.evaluate(async ({ picture, ink, frames }) => {
    const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
    context.fillStyle = ink;
    context.fillRect(0, 0, 1, 1);
    const colour = context.getImageData(0, 0, 1, 1).data;
    context.drawImage(image, 0, 0);
    return frames.map((frame) => {
      const [x, y, width, height] = [frame.x - 2, frame.y - 2, frame.width + 4, frame.height + 4].map(Math.round);
      const { data } = context.getImageData(x, y, width, height);
      const isInk = (column, row) =>
        [0, 1, 2].every((part) => Math.abs(data[4 * (width * row + column) + part] - colour[part]) <= 24);
      // The middle of each run of columns, or rows, that are ink for the most part: digits are not.
      const lines = (start, across, along, at) => {
        const runs = [];
        for (let place = 0; place < across; place++) {
          let count = 0;
          for (let pixel = 0; pixel < along; pixel++) count += at(place, pixel);
          if (count < 0.85 * along) continue;
          if (runs.at(-1)?.[1] === place) runs.at(-1)[1]++;
          else runs.push([place, place + 1]);
        }
        return runs.map(([first, end]) => start + (first + end) / 2);
      };
      return [lines(x, width, height, isInk), lines(y, height, width, (row, column) => isInk(column, row))];
    });
  }, { picture, ink, frames });
  frames.forEach(({ x, y, width, height, what }, index) => {
    for (const [name, lines, start, side] of [
      ['upright', found[index][0], x, width], ['lying', found[index][1], y, height],
    ]) {
      assert.equal(lines.length, 4, `${what}: ${name} lines at ${lines}`);
      // A line of two pixels may lie on either side of the edge between boxes.
      lines.forEach((line, third) => near(line, start + third * side / 3, `${what}: ${name} line`, 2));
    }
  });
}

/** What stands where: boxes of all elements that match, in pixels of the whole page. */
const boxes = (scope, selector) => scope.locator(selector).evaluateAll((all) => all.map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + scrollX, y: y + scrollY, width, height, text: element.textContent };
}));

/** Each word of a picture lies in it, but for the title of a figure, which the page has as a heading instead. */
async function assertTextsInside(scope, what, heading) {
  const [frame] = await boxes(scope, 'svg');
  const texts = (await boxes(scope, 'svg text')).filter(({ text }) => text.trim() !== heading);
  assert.ok(texts.length > 0, what);
  for (const { x, y, width, height, text } of texts) {
    const isInside = x >= frame.x - 1 && y >= frame.y - 1
      && x + width <= frame.x + frame.width + 1 && y + height <= frame.y + frame.height + 1;
    assert.ok(isInside, `${what}: '${text.trim()}' is cut off`);
  }
}

const SCREENS = [
  ['telephone', { viewport: { width: 390, height: 844 } }],
  ['small telephone', { viewport: { width: 280, height: 600 } }],
  ['dark screen', { colorScheme: 'dark' }],
  ['screen', {}],
  ['print', { viewport: { width: 794, height: 1123 } }],
];
for (const [name, options] of SCREENS) {
  test(`the puzzles of a report are squares of nine equal rows and columns: ${name}`, async (t) => {
    const page = await open(t, pathToFileURL(report).href, options);
    if (name === 'print') await page.emulateMedia({ media: 'print' });
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    const frames = await boxes(page, '.grid');
    const digits = new Set();
    for (const [index, frame] of frames.entries()) {
      const what = `grid ${index}`;
      frame.what = what;
      const grid = page.locator('.grid').nth(index);
      const cells = await boxes(grid, 'td');
      assertCells(cells, frame, what);
      const isSolution = await grid.evaluate((element) => element.classList.contains('solution'));
      assert.ok(frame.width > (isSolution ? 100 : 150), `${what} is ${frame.width} wide`);
      digits.add(cells.map(({ text }) => text || '.').join(''));
      const overflows = await grid.locator('td').evaluateAll((all) => all.filter((cell) => cell.scrollHeight > cell.offsetHeight + 1).length);
      assert.equal(overflows, 0, `${what}: digits that are larger than their cells`);
    }
    for (const puzzle of PUZZLES) assert.ok(digits.has(puzzle), puzzle);
    await assertBoxLines(page, frames, ink);
  });
}

for (const [name, options] of SCREENS) {
  test(`the puzzles and solutions of a sheet are squares beside each other: ${name}`, async (t) => {
    const page = await open(t, pathToFileURL(sheet).href, options);
    if (name === 'print') await page.emulateMedia({ media: 'print' });
    const frames = await boxes(page, 'table');
    assert.equal(frames.length, 14);
    for (const [index, frame] of frames.entries()) {
      const what = frame.what = `grid ${index + 1}`;
      const table = page.locator('table').nth(index);
      // The first and the last row and column have a part of the frame each.
      near(frame.height, frame.width, `${what}: height`);
      for (const { width, height } of await boxes(table, 'td')) near(height, width, `${what}: height of a cell`, 2);
      for (const other of frames.slice(0, index)) {
        const isApart = other.y + other.height < frame.y || other.x + other.width < frame.x;
        assert.ok(isApart, `${what} and ${other.what} touch`);
      }
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the sheet is too wide');
    await assertBoxLines(page, frames.slice(0, 7), '#000');
  });
}

/** Compares the cells of the heat map, which are the squares of the picture, and its lines. */
async function assertHeatMap(page, scope, what) {
  const squares = (await boxes(scope, 'rect')).filter(({ width, height }) => Math.abs(width - height) < 0.5);
  assert.equal(squares.length, 81, what);
  const [first, last] = [squares[0], squares.at(-1)];
  const frame = { x: first.x, y: first.y, width: last.x + last.width - first.x, height: last.y + last.height - first.y };
  assertCells(squares, frame, what);
  await assertBoxLines(page, [{ ...frame, what }], '#262B34');
}

test('the pictures of a report have equal cells and bars by their numbers, and no word is cut off', async (t) => {
  const page = await open(t, pathToFileURL(report).href);
  const sections = await page.locator('section:has(figure)').all();
  assert.ok(sections.length >= 3);
  for (const section of sections) {
    const heading = await section.locator('h2').first().textContent();
    await assertTextsInside(section.locator('figure'), heading, heading);
  }
  await assertHeatMap(page, page.locator('figure').filter({ hasText: 'chance alone' }), 'heat map');
  const tables = await page.locator('.bars:visible').all();
  assert.ok(tables.length >= 3);
  for (const table of tables) {
    const rows = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => ({
      bar: row.querySelector('i').getBoundingClientRect().width,
      whole: row.querySelector('.bar').getBoundingClientRect().width,
      count: Number(row.querySelector('.number').textContent.replaceAll(',', '')),
    })));
    const most = Math.max(...rows.map(({ count }) => count));
    for (const { bar, whole, count } of rows) near(bar, whole * count / most, `the bar of ${count}`, 2);
  }
});

/** Shows a drawing as a figure of a page, which cuts off what is beyond the edges. */
async function openFigure(t, file) {
  const page = await open(t, 'about:blank');
  await page.setContent(`<!DOCTYPE html><body style="margin:0">${readFileSync(file, 'utf8')}</body>`);
  return page;
}

test('the drawing of statistics has a heat map of equal cells, and no word is cut off', async (t) => {
  const page = await openFigure(t, plot);
  await assertTextsInside(page, 'plot');
  await assertHeatMap(page, page, 'heat map');
});

test('the chart of bench has a bar for each engine and set, and no word is cut off', async (t) => {
  const again = join(scratch, 'again.txt');
  writeFileSync(again, `${PUZZLES[0]}\n`.repeat(4));
  const engines = ['mrv', 'dlx'];
  const chart = join(scratch, 'bench.svg');
  program([
    'bench', puzzles, again, '--smallest', '1', '--engine', engines.join(','), '--limit', '1', '--rounds', '1',
    '--seconds', '0.05', '--chart', chart,
  ]);
  const page = await openFigure(t, chart);
  const [frame, ...rectangles] = await boxes(page, 'svg rect');
  const texts = await boxes(page, 'svg text');
  const bars = texts.filter(({ text }) => text.trim().endsWith('/s')).map((label) => {
    const middle = label.y + label.height / 2;
    const bar = rectangles.find(({ y, height }) => y <= middle && middle <= y + height);
    assert.ok(bar && bar.width >= 1, `${label.text.trim()} has no bar`);
    assert.ok(bar.x + bar.width <= label.x, `${label.text.trim()} stands in its bar`);
    assert.ok(label.x + label.width <= frame.x + frame.width, `${label.text.trim()} is cut off`);
    return bar;
  });
  assert.equal(new Set(bars).size, 2 * engines.length);
  for (const bar of bars) near(bar.x, bars[0].x, 'the start of a bar');
  for (const [index, bar] of bars.entries()) {
    assert.ok(index === 0 || bar.y >= bars[index - 1].y + bars[index - 1].height, 'bars lie over each other');
  }
  await assertTextsInside(page, 'chart');
});

for (const width of [390, 1280]) {
  test(`the board of the page is a square of nine equal rows and columns at ${width} pixels`, async (t) => {
    const { server, address } = await serve();
    t.after(() => server.close());
    for (const puzzle of PUZZLES) {
      const page = await open(t, `${address}#p=${puzzle}`, { viewport: { width, height: 860 } });
      await page.waitForFunction(() => document.querySelectorAll('#board-frame .cell .digit').length >= 81);
      await page.getByText('Edit', { exact: true }).click();
      const [frame] = await boxes(page, '#board-frame .board >> nth=0');
      const border = await page.locator('#board-frame .board').first().evaluate((board) => board.clientLeft);
      const inside = { x: frame.x + border, y: frame.y + border, width: frame.width - 2 * border, height: frame.height - 2 * border };
      assertCells(await boxes(page, '#board-frame .board >> nth=0 >> .cell'), inside, puzzle);
      const ink = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--thick'));
      await assertBoxLines(page, [{ ...frame, what: puzzle }], ink);
    }
  });
}
