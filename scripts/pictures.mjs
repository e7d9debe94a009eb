#!/usr/bin/env node
// Draws a step of each technique, as the page draws steps: docs/techniques/*.svg, and docs/pictures.md, which shows them.
//
//   scripts/pictures.mjs             writes them
//   scripts/pictures.mjs --check     names those that differ from what it would write; exit code 1 if there are any
//
//   PROGRAM=target/release/batchdoku
//
// docs/techniques/puzzles.txt has a technique, a puzzle and options of `explain` on each line. The step is the one of the
// technique on the path of the puzzle that has the fewest implications, the first of them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MARK, RADIUS, arrowsOf, centre, groupsOf } from '../web/src/arrows.js';
import { figureOf, key } from '../web/src/figure.js';
import { CELLS, DIGITS, Position, column, row } from '../web/src/position.js';
import { claim, place, title } from '../web/src/words.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = process.env.PROGRAM ?? join(root, 'target/release/batchdoku');
const folder = join(root, 'docs/techniques');
// More links are dimmed, as on the page.
const MANY = 18;

// The colours of the page, light and dark.
const STYLE = `
svg{--paper:#fff;--ink:#1b2130;--quiet:#525a69;--line:#c9ccd3;--thick:#2b3242;--digit:#2456c9;--mark:#667082;--house:#eaf0fb;--pattern:#fdf0c2;--chain:#f3f1ea;--on:#137a4a;--off:#b45f06;--out:#c8202f;--in-cell:#d8f1e2;--candidate:#2f6fdd}
@media(prefers-color-scheme:dark){svg{--paper:#1a1f28;--ink:#e9ecf2;--quiet:#9aa5b8;--line:#38404f;--thick:#93a0b8;--digit:#8fb2ff;--mark:#98a3b6;--house:#222c40;--pattern:#453c1b;--chain:#232935;--on:#46c98a;--off:#f0a44b;--out:#ff6b76;--in-cell:#17422e;--candidate:#8fb2ff}}
text{font-family:system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;text-anchor:middle;fill:var(--mark);font-size:.25px}
.paper{fill:var(--paper)}.number{fill:var(--quiet)}.clue,.value{font-size:.62px;fill:var(--digit)}.clue{fill:var(--ink);font-weight:600}.new{font-size:.62px;fill:var(--on);font-weight:700}
.lines{fill:none;stroke:var(--line);stroke-width:.012}.thick{fill:none;stroke:var(--thick);stroke-width:.03}
.house{fill:var(--house)}.cells-pattern{fill:var(--pattern)}.cells-chain{fill:var(--chain)}.placed{fill:var(--in-cell)}
.pattern,.on,.in{fill:var(--candidate)}.on,.in{fill:var(--on)}.in{stroke:var(--on);stroke-width:.03}.off{fill:var(--paper);stroke:var(--off);stroke-width:.025}.out{fill:var(--out)}
text.marked{fill:var(--paper);font-weight:700}text.text-off{fill:var(--off);font-weight:700}
.link{color:var(--on);fill:none;stroke-linecap:round;stroke-linejoin:round}.weak{color:var(--off)}.nested{color:var(--candidate)}
.halo{stroke:var(--paper);stroke-width:.072;opacity:.8}.shaft{stroke:currentColor;stroke-width:.042}.weak .shaft{stroke-dasharray:.09 .085}.nested .shaft{stroke-dasharray:.012 .085}.head{fill:currentColor}
.group{fill:none;stroke:var(--candidate);stroke-width:.42;opacity:.22;stroke-linecap:round;stroke-linejoin:round}.many .link{opacity:.45}.many .halo{display:none}
`.trim();

const escape = (text) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
const round = (value) => String(Number(value.toFixed(3)));
const rounded = (text) => text.replace(/-?\d+\.\d+/g, (number) => round(Number(number)));

/** Characters of one row, each at its own place. */
const texts = (kind, y, pairs) => (pairs.length
  ? [`<text class="${kind}" y="${round(y)}" x="${pairs.map(([x]) => round(x)).join(' ')}">${pairs.map(([, text]) => text).join('')}</text>`]
  : []);

/** The picture of a step, in the position before it. */
function picture(puzzle, step, position, words) {
  const figure = figureOf(step, position);
  const { placed } = figure;
  const kinds = new Map();
  for (const cell of CELLS) {
    const kind = placed?.cell === cell ? 'placed' : figure.cells.get(cell);
    if (kind) kinds.set(kind, `${kinds.get(kind) ?? ''}M${column(cell)} ${row(cell)}h1v1h-1z`);
  }
  const NAMES = { pattern: 'cells-pattern', chain: 'cells-chain' };
  const cells = [...kinds].map(([kind, d]) => `<path class="${NAMES[kind] ?? kind}" d="${d}"/>`);
  const lines = (numbers) => numbers.map((at) => `M${at} 0v9M0 ${at}h9`).join('');
  const groups = groupsOf(figure).map((points) => `<polyline class="group" points="${rounded(points)}"/>`);
  const arrows = arrowsOf(figure);
  const links = arrows.map(({ kind, lines: parts }) =>
    `<g class="link ${kind}">${parts.map(({ part, d }) => `<path class="${part}" d="${rounded(d)}"/>`).join('')}</g>`);
  const isThere = (cell, digit) => cell !== placed?.cell && position.has(cell, digit);
  const candidates = CELLS.flatMap((cell) => DIGITS.filter((digit) => isThere(cell, digit)).map((digit) => ({ cell, digit })));
  const kindOf = ({ cell, digit }) => figure.marks.get(key(cell, digit));
  const marks = candidates.filter(kindOf).map((candidate) => {
    const [x, y] = centre(candidate.cell, candidate.digit).map(Number);
    const kind = kindOf(candidate);
    return kind === 'out'
      ? `<rect class="out" x="${round(x - RADIUS)}" y="${round(y - RADIUS)}" width=".3" height=".3" rx=".07"/>`
      : `<circle class="${kind}" cx="${round(x)}" cy="${round(y)}" r=".15"/>`;
  });
  const digits = DIGITS.flatMap((number) => {
    const r = number - 1;
    const filled = CELLS.filter((cell) => row(cell) === r && position.digits[cell]);
    const pair = (cell) => [column(cell) + 0.5, position.digits[cell]];
    return [
      ...texts('clue', r + 0.72, filled.filter((cell) => puzzle[cell] !== '.').map(pair)),
      ...texts('value', r + 0.72, filled.filter((cell) => puzzle[cell] === '.').map(pair)),
      ...MARK.flatMap((mark, line) => {
        const here = candidates.filter(({ cell, digit }) => row(cell) === r && Math.floor((digit - 1) / 3) === line);
        const of = (class_, test) => texts(class_, r + mark + 0.09, here.filter((candidate) => test(kindOf(candidate)))
          .map(({ cell, digit }) => [centre(cell, digit)[0], digit]));
        return [...of('is', (kind) => !kind), ...of('text-off', (kind) => kind === 'off'), ...of('marked', (kind) => kind && kind !== 'off')];
      }),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.45 -.45 9.5 9.5" width="440" height="440" role="img">
<title>${escape(words)}</title>
<style>${STYLE}</style>
<rect class="paper" x="-.45" y="-.45" width="9.5" height="9.5" rx=".1"/>
${cells.join('')}
<path class="lines" d="${lines([1, 2, 4, 5, 7, 8])}"/><path class="thick" d="${lines([3, 6])}M0 0h9v9h-9z"/>
${texts('number', -0.12, DIGITS.map((digit) => [digit - 0.5, digit])).concat(DIGITS.flatMap((digit) => texts('number', digit - 0.41, [[-0.2, digit]]))).join('')}
<g${arrows.length > MANY ? ' class="many"' : ''}>${[...groups, ...links].join('\n')}</g>
${[...marks, ...digits, ...placed ? texts('new', row(placed.cell) + 0.72, [[column(placed.cell) + 0.5, placed.digit]]) : []].join('\n')}
</svg>
`;
}

const implications = (step) => (step.chains?.branches ?? []).reduce((sum, branch) => sum + branch.implications.length, 0);

const rows = readFileSync(join(folder, 'puzzles.txt'), 'utf8').split('\n').filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split(' ')).map(([technique, puzzle, ladder = '']) => ({ technique, puzzle, ladder }));
for (const ladder of new Set(rows.map((found) => found.ladder))) {
  const own = rows.filter((found) => found.ladder === ladder);
  const input = own.map(({ puzzle }) => `${puzzle}\n`).join('');
  const options = ['explain', '-q', '--grids', 'none', ladder].filter(Boolean);
  const output = execFileSync(program, options, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  const paths = output.trim().split('\n').map((line) => JSON.parse(line).steps);
  own.forEach((found, index) => Object.assign(found, { steps: paths[index] }));
}

const files = new Map();
let page = `# Techniques in pictures

A step of each technique of [the ladder](techniques.md), which explains the names, as \`explain\` finds it and as the page
draws it. The line below each picture has the technique, the rating of the step, the pattern, and the result: \`r9c7\` is
the cell in row 9 and column 7, \`=\` places a digit, \`≠\` eliminates a candidate.

- Yellow cells and blue candidates are the pattern. Red candidates are eliminated, a green digit is placed.
- In chains, green candidates are true and orange ones false, if the assumption of the chain holds.
- In steps of uniqueness, one of the green candidates is true.
- A solid arrow leads from a false candidate to one that must then be true, a dashed arrow from a true candidate to one
  that must then be false. A dotted arrow stands for a technique that can be applied in between.

\`scripts/pictures.mjs\` draws the pictures.
`;
for (const { technique, puzzle, steps } of rows) {
  const all = steps.map((step, index) => ({ step, index })).filter(({ step }) => step.technique === technique);
  if (!all.length) throw new Error(`no ${technique} on the path of ${puzzle}`);
  const fewest = Math.min(...all.map(({ step }) => implications(step)));
  const { step, index } = all.find((found) => implications(found.step) === fewest);
  const position = Position.of(puzzle);
  for (const before of steps.slice(0, index)) position.take(before);
  const name = title(technique);
  const follows = [...step.placed ? [step.placed] : [], ...step.eliminated].map(claim).join(', ');
  const words = `${step.er.toFixed(1)}: ${place(step)}, so ${follows}`;
  files.set(`techniques/${technique}.svg`, picture(puzzle, step, position, `${name} ${words}`));
  page += `
## ${name}

![${name}](techniques/${technique}.svg)

\`${technique}\` ${words}
`;
}
files.set('pictures.md', page);

let differs = 0;
for (const [name, text] of files) {
  const path = join(root, 'docs', name);
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.log(`docs/${name} differs: run scripts/pictures.mjs`);
    differs++;
  }
}
for (const name of readdirSync(folder).filter((file) => file.endsWith('.svg') && !files.has(`techniques/${file}`))) {
  console.log(`docs/techniques/${name} is of no technique of docs/techniques/puzzles.txt`);
  differs++;
}
process.exitCode = differs ? 1 : 0;
