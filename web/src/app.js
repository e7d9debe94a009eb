// The page: which puzzle is open, how it is looked at, and what keys and buttons do.
import { Board } from './board.js';
import { Engine, Stopped } from './engine.js';
import { EXAMPLES } from './examples.js';
import { figureOf } from './figure.js';
import { CELLS, Position, cellName } from './position.js';
import { stepCard, proofList, profileBars, stepList } from './steps.js';
import { openFileDialog } from './file.js';
import { openGenerateDialog } from './generate.js';
import { element, prose, toast } from './dom.js';
import { title } from './words.js';

const get = (id) => document.getElementById(id);
const EMPTY = '.'.repeat(81);

// Ratings and paths of hard puzzles take seconds: each has a worker, which is stopped when another puzzle is opened.
const engines = { quick: new Engine(), rating: new Engine(), path: new Engine() };

const state = {
  mode: 'path',
  /** The clues as 81 characters. */
  puzzle: EMPTY,
  /** At most two solutions, once they are known. */
  solutions: null,
  /** The steps, once they are known, and the position before each and after the last. */
  path: null,
  positions: [Position.of(EMPTY)],
  step: 0,
  branch: -1,
  selected: 0,
  /** The position of someone who solves it, with those before, and how much of a hint is shown. */
  play: Position.of(EMPTY),
  undo: [],
  hint: null,
  meanings: {},
};

const board = new Board('Sudoku grid', { onSelect: select });
get('board-frame').append(board.element);
const pair = ['First solution', 'Second solution'].map((label) => new Board(label, { isStatic: true }));

// --- opening a puzzle

/** Opens a puzzle of 81 characters. */
async function open(puzzle, { mode = state.mode, keepsUndo = false } = {}) {
  if (!keepsUndo) state.undo = [];
  Object.assign(state, {
    puzzle, solutions: null, path: null, positions: [Position.of(puzzle)], step: 0, branch: -1,
    play: Position.of(puzzle), hint: null, rating: null, pathError: null,
  });
  history.replaceState(null, '', puzzle === EMPTY ? '#' : `#p=${puzzle}`);
  get('text').textContent = puzzle;
  get('canonical').textContent = '';
  engines.rating.stop();
  engines.path.stop();
  setMode(mode);
  const isCurrent = () => state.puzzle === puzzle;
  try {
    const solutions = await engines.quick.call('solutions', [puzzle, 2]);
    if (!isCurrent()) return;
    state.solutions = solutions;
    // A puzzle without one solution has no steps: show what it has.
    if (state.mode === 'path' && solutions.length > 1) setMode('solution');
    else refresh();
    if (solutions.length === 1) await Promise.all([findPath(puzzle, isCurrent), findRating(puzzle, isCurrent)]);
    else await findRating(puzzle, isCurrent);
  } catch (error) {
    if (!(error instanceof Stopped)) toast(error.message);
  }
}

async function findPath(puzzle, isCurrent) {
  const path = await engines.path.call('path', [puzzle]);
  if (!isCurrent()) return;
  const position = Position.of(puzzle);
  state.positions = [position.copy()];
  for (const step of path.steps) {
    position.take(step);
    state.positions.push(position.copy());
  }
  state.path = path;
  profileBars(get('profile'), path.steps, go);
  stepList(get('steps'), path.steps, go);
  refresh();
}

async function findRating(puzzle, isCurrent) {
  const [canonical, rating] = await Promise.all([
    engines.quick.call('canonical', [puzzle]),
    state.solutions.length === 1 ? engines.rating.call('rate', [puzzle]) : {},
  ]);
  if (!isCurrent()) return;
  get('canonical').textContent = canonical;
  state.rating = rating;
  drawFacts();
}

// --- drawing

function setMode(mode) {
  state.mode = document.body.dataset.mode = mode;
  document.querySelector(`input[name=mode][value=${mode}]`).checked = true;
  for (const name of ['path', 'play', 'edit', 'solution']) get(`panel-${name}`).hidden = name !== mode;
  get('pad').hidden = mode !== 'play' && mode !== 'edit';
  get('pencil').hidden = mode !== 'play';
  get('keys').replaceChildren(...{
    path: ['N', 'next', 'P', 'back', 'arrows', 'walk the grid'],
    play: ['1–9', 'digit', 'Shift+1–9', 'candidate', 'Del', 'clear', 'H', 'hint', 'Ctrl+Z', 'undo'],
    edit: ['1–9', 'clue', 'Del', 'clear', 'arrows', 'walk the grid', 'Ctrl+Z', 'undo'],
    solution: [],
  }[mode].map((text, index) => element(index % 2 ? 'span' : 'kbd', {}, text)));
  refresh();
}

function refresh() {
  get('legend').replaceChildren();
  drawFacts();
  ({ path: drawPath, play: drawPlay, edit: drawEdit, solution: drawSolution })[state.mode]();
}

const cluesOf = (puzzle) => [...puzzle].map((text) => (text === '.' ? 0 : Number(text)));

function showBoards(boards) {
  const frame = get('board-frame');
  frame.classList.toggle('two', boards.length === 2);
  const shown = boards.map((one) => one.element);
  if (frame.children.length !== shown.length || shown.some((one, index) => frame.children[index] !== one)) {
    frame.replaceChildren(...shown);
  }
}

function drawFacts() {
  const { solutions, rating, puzzle } = state;
  const clues = [...puzzle].filter((text) => text !== '.').length;
  const facts = [];
  const fact = (name, value, kind = '') => facts.push(element('div', { class: `fact ${kind}` },
    element('dt', {}, name), element('dd', {}, value)));
  if (solutions) {
    fact('Solutions', ['none', '1', '2 or more'][solutions.length], solutions.length === 1 ? 'good' : 'bad');
  } else {
    fact('Solutions', '…');
  }
  fact('Clues', String(clues));
  if (solutions?.length === 1) {
    const tenth = (value) => (rating ? value?.toFixed(1) ?? 'beyond' : '…');
    fact('ER', tenth(rating?.er), 'strong');
    fact('EP', tenth(rating?.ep));
    fact('ED', tenth(rating?.ed));
    fact('Level', rating ? rating.level.replaceAll('_', ' ') : '…');
  }
  get('facts').replaceChildren(...facts);
}

const LEGEND = {
  pattern: 'pattern', on: 'true', off: 'false', in: 'placed', out: 'eliminated',
  strong: 'if false, then true', weak: 'if true, then false', nested: 'by a step',
};

/** Says what the signs of a figure mean. */
function drawLegend(figure) {
  const signs = new Set([...figure.marks.values(), ...figure.links.map(({ kind }) => kind)]);
  const shown = Object.keys(LEGEND).filter((sign) => signs.has(sign));
  get('legend').replaceChildren(...shown.map((sign) => element('li', {}, element('i', { class: sign }), LEGEND[sign])));
}

/** What stands where steps would, if there are none. */
function noSteps() {
  if (!state.solutions) return 'Solving…';
  if (state.puzzle === EMPTY) return 'The grid is empty. Paste a puzzle, type one in Edit, or generate one.';
  if (state.solutions.length === 0) return 'This puzzle has no solution, so it has no steps.';
  if (state.solutions.length > 1) return 'This puzzle has more than one solution, so it has no steps. Solution shows two.';
  return 'Finding the steps…';
}

function drawPath() {
  showBoards([board]);
  const steps = state.path?.steps ?? [];
  const step = steps[state.step];
  const position = state.positions[state.step];
  const figure = step ? figureOf(step, position, { branch: state.branch }) : undefined;
  const wrong = state.solutions?.length === 0 ? position.conflicts() : [];
  board.draw({ position, clues: cluesOf(state.puzzle), figure, wrong });
  if (figure) drawLegend(figure);
  const isDone = state.path && !step;
  get('place').textContent = state.path ? (isDone ? `${steps.length} steps` : `${state.step + 1} of ${steps.length}`) : '';
  get('back').disabled = get('first').disabled = state.step === 0;
  get('next').disabled = get('last').disabled = !step;
  const card = get('step');
  if (step) {
    stepCard(card, step, state.meanings[step.technique], { number: state.step + 1, of: steps.length });
  } else if (isDone) {
    const rating = `The hardest step is rated ${state.path.er?.toFixed(1) ?? 'beyond the techniques'}.`;
    const words = state.path.error ? `No further step: ${state.path.error}.` : `Solved in ${steps.length} steps. ${rating}`;
    card.replaceChildren(element('h2', {}, state.path.error ? 'Stuck' : 'Solved'), element('p', {}, words));
  } else {
    card.replaceChildren(element('p', {}, noSteps()));
  }
  proofList(get('proof'), step, state.branch, {
    choose(branch) {
      state.branch = branch;
      refresh();
    },
    emphasise: (branch, index) => board.emphasise(branch, index),
  });
  for (const list of [get('profile'), get('steps')]) {
    [...list.children].forEach((item, index) => {
      item.classList.toggle('current', index === state.step);
      if (index === state.step) item.querySelector('button')?.setAttribute('aria-current', 'step');
      else item.querySelector('button')?.removeAttribute('aria-current');
    });
  }
  get('profile').hidden = get('steps-fold').hidden = !state.path;
}

/** Goes to a step; the last number is the end. */
function go(step) {
  const end = state.path?.steps.length ?? 0;
  state.step = Math.max(0, Math.min(end, step));
  state.branch = firstBranch(state.path?.steps[state.step]);
  refresh();
  const item = get('steps').children[state.step];
  const list = get('steps');
  if (item && get('steps-fold').open) list.scrollTop = item.offsetTop - list.clientHeight / 2;
}

/** All branches at once are too much to look at if they have many links. */
function firstBranch(step) {
  if (!step?.chains || step.chains.branches.length < 2 || step.chains.cases === 'loop') return -1;
  const links = step.chains.branches.reduce((sum, branch) => sum + branch.implications.length, 0);
  return links > 30 ? 0 : -1;
}

function drawPlay() {
  showBoards([board]);
  const { play, hint } = state;
  const stage = hint?.stage ?? 0;
  const figure = hint?.step && stage >= 2 ? figureOf(hint.step, play, { showsAnswer: stage >= 3 }) : undefined;
  if (figure) drawLegend(figure);
  board.draw({ position: play, clues: cluesOf(state.puzzle), figure, wrong: play.conflicts(), showsMarks: get('marks').checked || stage >= 2 });
  const card = get('hint-card');
  const isSolved = state.solutions?.length === 1 && play.digits.join('') === state.solutions[0];
  get('hint').disabled = isSolved || state.solutions?.length !== 1;
  get('hint').textContent = { 0: 'Hint', 1: 'Show where', 2: 'Show the step', 3: 'Take the step' }[hint?.step ? stage : 0];
  if (isSolved) {
    card.replaceChildren(element('h2', {}, 'Solved'), element('p', {}, 'Every digit is right.'));
  } else if (hint?.words) {
    card.replaceChildren(element('p', {}, hint.words));
  } else if (hint?.step && stage >= 3) {
    stepCard(card, hint.step, state.meanings[hint.step.technique], {});
  } else if (hint?.step) {
    const { technique } = hint.step;
    card.replaceChildren(
      element('h2', {}, `Look for: ${title(technique)}`),
      element('p', {}, ...prose(state.meanings[technique] ?? '')),
      element('p', { class: 'quiet' }, stage === 1 ? 'Press again to see where.' : 'The pattern is in colour. Press again for what follows from it.'),
    );
  } else {
    const words = state.solutions && state.solutions.length !== 1 ? noSteps().replace('so it has no steps', 'so there are no hints')
      : 'Fill in digits, or strike candidates with Shift or the pencil. A hint names the next technique first, then shows where it is, and only then what follows.';
    card.replaceChildren(element('p', {}, words));
  }
}

function drawEdit() {
  showBoards([board]);
  const position = state.positions[0];
  board.draw({ position, clues: cluesOf(state.puzzle), wrong: position.conflicts(), showsMarks: false });
  const words = state.puzzle === EMPTY ? 'Type the clues of a puzzle.'
    : !state.solutions ? 'Solving…'
      : ['No solution: clues contradict each other.', 'Exactly one solution: the puzzle is complete.',
        'More than one solution: it needs more clues.'][state.solutions.length];
  get('edit-card').replaceChildren(element('p', {}, words));
}

function drawSolution() {
  const { solutions } = state;
  const clues = cluesOf(state.puzzle);
  const card = get('solution-card');
  if (!solutions?.length) {
    showBoards([board]);
    const position = state.positions[0];
    board.draw({ position, clues, wrong: position.conflicts(), showsMarks: false });
    card.replaceChildren(element('h2', {}, solutions ? 'No solution' : 'Solving…'),
      element('p', {}, solutions ? noConflict(position) : ''));
    return;
  }
  const positions = solutions.map((solution) => new Position(cluesOf(solution), Array(81).fill(0)));
  if (solutions.length === 1) {
    showBoards([board]);
    board.draw({ position: positions[0], clues });
    card.replaceChildren(element('h2', {}, 'The only solution'), textRow(solutions[0]));
    return;
  }
  const differs = CELLS.filter((cell) => solutions[0][cell] !== solutions[1][cell]);
  showBoards(pair);
  pair.forEach((one, index) => {
    one.element.setAttribute('aria-label', `Solution ${index + 1}: ${solutions[index].match(/.{9}/g).join(', ')}`);
    one.draw({ position: positions[index], clues, differs });
  });
  card.replaceChildren(
    element('h2', {}, 'More than one solution'),
    element('p', {}, `Here are two. They differ in ${differs.length} cells: ${differs.slice(0, 8).map(cellName).join(', ')}${differs.length > 8 ? ' and others' : ''}.`),
    ...solutions.map(textRow),
  );
}

const noConflict = (position) => (position.conflicts().length
  ? 'A digit stands twice in a house: the cells in red.'
  : 'No digit stands twice in a house, but no grid has all these clues.');

function textRow(text) {
  const copy = element('button', { type: 'button' }, 'Copy');
  copy.addEventListener('click', () => copyText(text));
  return element('div', { class: 'text-row' }, element('code', {}, text), copy);
}

// --- keys and buttons

function select(cell) {
  state.selected = cell;
  board.select(cell);
}

const remember = () => state.undo.push({ puzzle: state.puzzle, play: state.play.copy() });

/** Types a digit into the selected cell; 0 clears it. With `isMark`, strikes a candidate or brings it back. */
function type(digit, isMark = false) {
  const cell = state.selected;
  if (state.mode === 'edit') {
    const puzzle = state.puzzle.slice(0, cell) + (digit || '.') + state.puzzle.slice(cell + 1);
    if (puzzle === state.puzzle) return;
    remember();
    open(puzzle, { mode: 'edit', keepsUndo: true });
  } else if (state.mode === 'play' && state.puzzle[cell] === '.') {
    remember();
    state.hint = null;
    const { play } = state;
    if (isMark && digit) {
      if (!play.digits[cell]) play.candidates[cell] ^= 1 << digit;
    } else if (digit && play.digits[cell] !== digit) {
      if (play.digits[cell]) clear(cell);
      state.play.place(cell, digit);
    } else if (play.digits[cell]) {
      clear(cell);
    }
    refresh();
  }
}

/** Empties a cell of the play: candidates that were struck stay so, others follow from the digits left. */
function clear(cell) {
  const before = state.play;
  const gone = before.digits[cell];
  const play = Position.of(state.puzzle);
  for (const other of CELLS) {
    if (other !== cell && before.digits[other] && !play.digits[other]) play.place(other, before.digits[other]);
  }
  for (const other of CELLS) {
    if (other === cell || before.digits[other]) continue;
    for (let digit = 1; digit <= 9; digit++) {
      if (digit !== gone && !before.has(other, digit)) play.eliminate(other, digit);
    }
  }
  state.play = play;
}

function undo() {
  const last = state.undo.pop();
  if (!last) return;
  if (last.puzzle !== state.puzzle) {
    open(last.puzzle, { mode: 'edit', keepsUndo: true });
  } else {
    state.play = last.play;
    state.hint = null;
    refresh();
  }
}

async function hint() {
  const { puzzle, play } = state;
  if (state.hint?.step) {
    if (state.hint.stage === 3) {
      remember();
      play.take(state.hint.step);
      state.hint = null;
    } else {
      state.hint.stage++;
    }
    return refresh();
  }
  const single = CELLS.find((cell) => !play.digits[cell] && [1, 2, 4, 8, 16, 32, 64, 128, 256].includes(play.candidates[cell] >> 1));
  try {
    const { steps } = await engines.quick.call('nextStep', [puzzle, play.text()]);
    if (state.play !== play || state.puzzle !== puzzle) return;
    const last = single === undefined ? null : {
      technique: 'naked_single', er: 2.3, cells: [cellName(single)], digits: [Math.log2(play.candidates[single])],
      placed: `${cellName(single)}=${Math.log2(play.candidates[single])}`, eliminated: [],
    };
    const step = steps[0] ?? last;
    state.hint = step ? { step, stage: 1 } : { words: 'No technique leads further from here.' };
  } catch (error) {
    const wrong = /^r\dc\d/.test(error.message);
    state.hint = { words: wrong
      ? 'Something is wrong so far: a digit or a struck candidate does not fit the solution. Undo, or start over.'
      : `No hint: ${error.message}.` };
  }
  refresh();
}

function boardKeys(event) {
  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const move = moves[event.key];
  if (move && !event.altKey && !event.ctrlKey && !event.metaKey) {
    const [r, c] = [Math.floor(state.selected / 9) + move[0], state.selected % 9 + move[1]];
    board.focus(9 * ((r + 9) % 9) + (c + 9) % 9);
    return true;
  }
  const digit = /^(Digit|Numpad)([1-9])$/.exec(event.code)?.[2] ?? (/^[1-9]$/.test(event.key) ? event.key : null);
  if (digit && !event.ctrlKey && !event.altKey && !event.metaKey) {
    type(Number(digit), event.shiftKey || get('pencil').ariaPressed === 'true');
    return true;
  }
  if (['Backspace', 'Delete', '0', '.'].includes(event.key)) {
    type(0);
    return true;
  }
  return false;
}

document.addEventListener('keydown', (event) => {
  const { target } = event;
  if (document.querySelector('dialog[open]') || target.matches('input, select, textarea')) return;
  const isOnBoard = target.closest('[role=grid]');
  if ((event.ctrlKey || event.metaKey) && event.key === 'z') undo();
  else if (event.ctrlKey || event.metaKey || event.altKey) return;
  else if (isOnBoard && boardKeys(event)) { /* done */ }
  else if (state.mode === 'path' && (event.key === 'n' || (!isOnBoard && event.key === 'ArrowRight'))) go(state.step + 1);
  else if (state.mode === 'path' && (event.key === 'p' || (!isOnBoard && event.key === 'ArrowLeft'))) go(state.step - 1);
  else if (state.mode === 'path' && event.key === 'Home') go(0);
  else if (state.mode === 'path' && event.key === 'End') go(Infinity);
  else if (state.mode === 'play' && event.key === 'h') hint();
  else return;
  event.preventDefault();
});

get('next').addEventListener('click', () => go(state.step + 1));
get('back').addEventListener('click', () => go(state.step - 1));
get('first').addEventListener('click', () => go(0));
get('last').addEventListener('click', () => go(Infinity));
get('hint').addEventListener('click', hint);
get('marks').addEventListener('change', refresh);
get('restart').addEventListener('click', () => {
  remember();
  state.play = Position.of(state.puzzle);
  state.hint = null;
  refresh();
});
get('clear').addEventListener('click', () => {
  remember();
  open(EMPTY, { mode: 'edit', keepsUndo: true });
});
document.querySelector('.modes').addEventListener('change', (event) => setMode(event.target.value));

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied');
  } catch {
    toast('The browser does not let this page copy: select the text instead');
  }
}
for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', () => copyText(get(button.dataset.copy).textContent));
}
get('share').addEventListener('click', () => copyText(location.href));

const pad = get('pad');
for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) pad.append(element('button', { type: 'button', 'data-digit': digit }, String(digit)));
pad.append(
  element('button', { type: 'button', 'data-digit': 0, 'aria-label': 'Clear the cell' }, '⌫'),
  element('button', { type: 'button', id: 'pencil', 'aria-pressed': 'false', 'aria-label': 'Strike candidates' }, '✎'),
  element('button', { type: 'button', id: 'undo', 'aria-label': 'Undo' }, '↶'),
);
pad.addEventListener('click', (event) => {
  const { target } = event;
  const pencil = get('pencil');
  if (target.dataset.digit) type(Number(target.dataset.digit), !pencil.hidden && pencil.ariaPressed === 'true');
  else if (target === pencil) pencil.ariaPressed = pencil.ariaPressed !== 'true';
  else if (target.id === 'undo') undo();
});

// --- dialogs

for (const button of document.querySelectorAll('[data-close]')) {
  button.addEventListener('click', () => button.closest('dialog').close());
}

get('open-read').addEventListener('click', () => {
  get('read-error').textContent = '';
  get('read-dialog').showModal();
  get('read-text').select();
});
async function openText(text, options) {
  const puzzle = await engines.quick.call('read', [text]);
  await open(puzzle, options);
}
get('read-ok').addEventListener('click', async (event) => {
  event.preventDefault();
  try {
    const puzzle = await engines.quick.call('read', [get('read-text').value]);
    get('read-dialog').close();
    open(puzzle, { mode: 'path' });
  } catch (error) {
    get('read-error').textContent = `This is no puzzle: ${error.message}`;
  }
});
// Pasting anywhere opens what is pasted.
document.addEventListener('paste', (event) => {
  if (event.target.matches('input, textarea') || document.querySelector('dialog[open]')) return;
  openText(event.clipboardData.getData('text'), { mode: 'path' }).catch((error) => toast(`This is no puzzle: ${error.message}`));
});

get('open-generate').addEventListener('click', () => openGenerateDialog((puzzle) => open(puzzle, { mode: 'path' })));
get('open-file').addEventListener('click', () => openFileDialog());
let dragged = 0;
const carriesFile = (event) => [...event.dataTransfer.types].includes('Files');
document.addEventListener('dragenter', (event) => {
  if (carriesFile(event)) get('dropping').hidden = ++dragged === 0;
});
document.addEventListener('dragleave', (event) => {
  if (carriesFile(event)) get('dropping').hidden = --dragged === 0;
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  dragged = 0;
  get('dropping').hidden = true;
  if (event.dataTransfer.files[0]) openFileDialog(event.dataTransfer.files[0]);
});

// --- the start

const examples = get('example');
examples.append(element('option', { value: '' }, 'Examples'), ...EXAMPLES.map(({ name, puzzle }) => element('option', { value: puzzle }, name)));
examples.addEventListener('change', () => {
  if (examples.value) open(examples.value, { mode: 'path' });
  examples.value = '';
});

/** Opens the puzzle of the address; the first example if there is none. */
async function openAddress() {
  const puzzle = new URLSearchParams(location.hash.slice(1)).get('p');
  if (puzzle === state.puzzle) return;
  if (!puzzle) return open(EXAMPLES[0].puzzle);
  try {
    await openText(puzzle);
  } catch (error) {
    toast(`The link has no puzzle: ${error.message}`);
    await open(EXAMPLES[0].puzzle);
  }
}
window.addEventListener('hashchange', openAddress);

if ('serviceWorker' in navigator && window.isSecureContext) {
  navigator.serviceWorker.register('./sw.js').catch(() => { /* The page works without. */ });
}
engines.quick.call('techniques').then((all) => {
  state.meanings = Object.fromEntries(all.map(({ name, meaning }) => [name, meaning]));
  refresh();
}).catch((error) => toast(`The solver cannot start: ${error.message}`));
// Where there is room, nothing is folded.
const isWide = window.matchMedia('(min-width: 861px)').matches;
get('proof').open = get('steps-fold').open = isWide;
select(0);
openAddress();
