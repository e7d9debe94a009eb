// Chains and nets on the board: bundled, dimmed, and played link by link.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allSteps, program, site } from './site.mjs';

const NET = '..48.9.6.....1.....8...53..6.34..7...........2......94......1....86..9325.6......';

let show, close;
before(async () => {
  ({ show, close } = await site());
});
after(() => close());

test('a net is dimmed, its premises meet, and it is played link by link', async (t) => {
  const { steps } = JSON.parse(program(['explain', '--to', 'jsonl', '-'], NET));
  const size = ({ chains }) => chains?.branches.reduce((sum, { implications }) => sum + implications.length, 0) ?? 0;
  const meets = ({ chains }) => chains?.branches.some(({ implications }) => implications.some((one) => one.if.length > 1));
  const largest = steps.filter(meets).reduce((most, other) => (size(other) > size(most) ? other : most));
  const number = steps.indexOf(largest);
  const page = await show(t, `#p=${NET}&step=${number + 1}`);
  await allSteps(page);
  await page.locator('#proof').evaluate((fold) => { fold.open = true; });
  const branch = largest.chains.branches.findIndex(({ implications }) => implications.some((one) => one.if.length > 1));
  if (largest.chains.branches.length > 1) await page.locator('.branches button').nth(branch + 1).click();
  const { implications } = largest.chains.branches[branch];
  // One head for each implication, however many premises it has.
  const heads = await page.locator('.over .head').count();
  const links = await page.locator('.over .link').count();
  assert.ok(links > heads, `${links} lines, ${heads} heads`);
  assert.equal(heads, new Set(implications.map((one) => `${one.if[0]}>${one.then}`)).size);
  assert.equal(await page.locator('.over').evaluate((over) => over.classList.contains('many')), links > 18);
  // Arrows do not cover what stands in the cells.
  const order = await page.evaluate(() => ['.over', '.cell i', '.digit'].map((name) => Number(getComputedStyle(document.querySelector(`.board ${name}`)).zIndex)));
  assert.ok(order[0] < order[1] && order[0] < order[2], order.join());
  // Link by link: what comes later is not there yet.
  await page.getByRole('button', { name: 'Next link' }).click();
  await page.getByText(`link 1 of ${implications.length}`).waitFor();
  assert.equal(await page.locator('.over .link').count(), new Set(implications[0].if).size);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), 'Next link');
  await page.keyboard.press('.');
  await page.getByText(`link 2 of ${implications.length}`).waitFor();
  assert.equal(await page.locator('.links li[aria-current]').count(), 1);
  const chosen = await page.locator('.over .chosen').count();
  assert.equal(chosen, new Set(implications[1].if).size);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  await page.getByText(`all ${implications.length} links`).waitFor();
  assert.equal(await page.locator('.over .link').count(), links);
});
