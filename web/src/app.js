// The page: which puzzle is open, how it is looked at, and what buttons do.
import { Analysis } from './analysis.js';
import { hashOf, parseAddress } from './address.js';
import { copyText, count, element, toast, walkable } from './dom.js';
import { Engine, NotLoaded } from './engine.js';
import { EXAMPLES } from './examples.js';
import { drawFacts, terms } from './facts.js';
import { openFileDialog } from './file.js';
import { openGenerateDialog } from './generate.js';
import { KEY_WORDS, connectKeys } from './keys.js';
import { notice, withdraw } from './notice.js';
import { COLOURS, Play } from './play.js';
import { CELLS, cellName, onlyDigit } from './position.js';
import { choice, keepChoice, keepPlay, keepTimeline, playOf, timelineText } from './store.js';
import { countLinks } from './steps.js';
import { Timeline } from './timeline.js';
import { connectVersions } from './version.js';
import { Views } from './views.js';
import { duration, title } from './words.js';

const get = (id) => document.getElementById(id);
const EMPTY = { puzzle: '.'.repeat(81), candidates: null };

const state = {
  view: 'path',
  /** Clues, and packed candidates if they are not all that the clues leave. */
  start: EMPTY,
  /** The step that is shown, from 0; its branch and its last link, -1 for all. */
  step: 0, branch: -1, link: -1,
  selected: 0,
  /** The moves of someone who solves it, how much of a hint is shown, and what a check has found. */
  play: new Play(EMPTY), hint: null, faults: null,
  marks: ['auto', 'own', 'none'].includes(choice('marks')) ? choice('marks') : 'auto',
  checksAlways: choice('check') === 'always',
  meanings: {},
};
const reader = new Engine();
const analysis = new Analysis(schedule, fail);
const timeline = new Timeline(timelineText());
const views = new Views(state, analysis, { select, go, choose, reach });

/** Tells why nothing works; what is wrong with a puzzle has its place in the view. */
function fail(error) {
  if (error instanceof NotLoaded) {
    notice('engine', `The solver could not be loaded: ${error.message}. If there is a new version of this page, loading it again helps.`, { Reload: () => location.reload() });
  } else {
    notice('engine', `The solver failed: ${error.message}.`);
  }
}

// --- what is open

const isSame = (one, other) => one.puzzle === other.puzzle && one.candidates === other.candidates;

/** What the timeline remembers. */
const now = () => ({ start: state.start, view: state.view, play: state.play.text() });

/**
 * Opens a puzzle. `play` is the play if it is not the one that was kept. `isKept` is false if the timeline does not
 * remember what was there; `address` says whether it gets an address of its own, takes that of the puzzle before, or
 * leaves the address as it is.
 */
function open(start, { view = state.view, step = 0, isEr = analysis.isEr, play, isKept = true, address = 'push' } = {}) {
  if (isKept && !isSame(start, state.start) && state.start !== EMPTY) timeline.record(now());
  withdraw('link');
  withdraw('more');
  const isOther = !isSame(start, analysis.start) || !analysis.solutions;
  Object.assign(state, { start, step, branch: -1, link: -1, hint: null, faults: null, play: play ?? Play.parse(start, playOf(start)) });
  keepMoves();
  get('ladder').value = isEr ? 'er' : 'all';
  if (address === 'push') history.pushState(null, '', hashNow(view, isEr));
  state.addressIsKept = address === 'keep';
  // Before the view, which shows what the analysis has.
  if (isOther) analysis.open(start, isEr);
  else analysis.setLadder(isEr);
  setView(view);
}

const hashNow = (view = state.view, isEr = analysis.isEr) => hashOf({ ...state.start, view, step: state.step, isEr });

function setView(view) {
  state.view = document.body.dataset.mode = view;
  document.querySelector(`input[name=mode][value=${view}]`).checked = true;
  for (const name of ['path', 'play', 'edit', 'solution']) get(`panel-${name}`).hidden = name !== view;
  get('pad').hidden = view !== 'play' && view !== 'edit';
  get('pencil').hidden = view !== 'play';
  get('keys').replaceChildren(...KEY_WORDS[view].map((text, index) => element(index % 2 ? 'span' : 'kbd', {}, text)));
  refresh();
}

let isScheduled = false;

/** Draws soon, once for all that has become known meanwhile. */
function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    refresh();
  });
}

function refresh() {
  // A puzzle without steps: show what it has.
  if (state.view === 'path' && analysis.start === state.start && analysis.solutions?.length > 1) return setView('solution');
  if (!state.addressIsKept && location.hash !== hashNow()) history.replaceState(null, '', hashNow());
  drawFacts(get('facts'), analysis);
  get('text').textContent = state.start.puzzle;
  get('canonical').textContent = analysis.canonical;
  get('candidates').textContent = views.position().text();
  get('undo').disabled = !timeline.canUndo;
  get('redo').disabled = !timeline.canRedo;
  drawSearch();
  views.draw();
}

// --- the search for steps and ratings

let since = 0;

function drawSearch() {
  const box = get('search');
  const isStopped = analysis.path === 'stopped' || analysis.ratingState === 'stopped';
  if (analysis.isSearching && !since) since = performance.now();
  if (!analysis.isSearching) since = 0;
  const seconds = since ? (performance.now() - since) / 1000 : 0;
  // What takes no longer than a glance needs no words.
  box.hidden = !(isStopped || seconds > 0.8);
  if (box.hidden) return;
  const far = ({ steps, hardest, settled }) =>
    `step ${steps + 1}${steps ? `, up to ${hardest.toFixed(1)}, ${Math.floor(100 * settled)}\u00a0% settled` : ''}`;
  const parts = [];
  if (analysis.path === 'searching') parts.push(`Steps: ${far(analysis.pathProgress)}.`);
  if (analysis.ratingState === 'searching') parts.push(`ER: ${far(analysis.ratingProgress)}.`);
  get('search-text').textContent = isStopped && !analysis.isSearching ? 'The search was stopped.' : `Searching for ${duration(seconds)}. ${parts.join(' ')}`;
  get('search-stop').textContent = analysis.isSearching ? 'Stop' : 'Continue';
}
setInterval(() => (analysis.isSearching || state.hint?.isSearching) && schedule(), 500);

get('search-stop').addEventListener('click', () => {
  if (analysis.isSearching) return analysis.stop();
  if (analysis.path === 'stopped') analysis.findPath();
  if (analysis.ratingState === 'stopped') analysis.findRating();
  schedule();
});

get('ladder').addEventListener('change', (event) => {
  Object.assign(state, { step: 0, branch: -1, link: -1 });
  analysis.setLadder(event.target.value === 'er');
});

// --- steps

/** Shows a step, from 0; the number after the last one is the end. */
function go(step) {
  state.step = Math.max(0, Math.min(analysis.steps.length, step));
  state.branch = views.firstBranch(analysis.steps[state.step]);
  state.link = -1;
  refresh();
}

function choose(branch) {
  Object.assign(state, { branch, link: -1 });
  refresh();
}

/** Shows the links of a chain up to one; -1 shows all. */
function reach(link) {
  const chains = analysis.steps[state.step]?.chains;
  if (!chains) return;
  state.link = Math.max(-1, Math.min(countLinks(chains, state.branch) - 1, link));
  refresh();
}

// --- moves

function select(cell) {
  state.selected = cell;
  views.select(cell);
}

/** Changes the play, and remembers it as it was. */
function change(act) {
  timeline.record(now());
  act(state.play);
  Object.assign(state, { hint: null, faults: null });
  keepMoves();
  if (state.checksAlways) check();
  refresh();
}

const keepMoves = () => (state.start === EMPTY ? null : keepPlay(state.start, state.play.hasMoves() ? state.play.text() : null));

/** Types a digit into the selected cell; 0 clears it. With `isMark`, strikes a candidate, or makes a mark. */
function type(digit, isMark = get('pencil').ariaPressed === 'true') {
  const { selected: cell, start, play } = state;
  if (state.view === 'edit') {
    const puzzle = start.puzzle.slice(0, cell) + (digit || '.') + start.puzzle.slice(cell + 1);
    if (puzzle === start.puzzle) return;
    timeline.record(now());
    const edited = { puzzle, candidates: null };
    open(edited, { view: 'edit', play: play.movedTo(edited), isKept: false, address: 'replace' });
  } else if (state.view === 'play' && start.puzzle[cell] === '.') {
    if (isMark && digit) {
      if (play.digits[cell]) return;
      change(() => (state.marks === 'own' ? play.mark(cell, digit) : play.strike(cell, digit)));
    } else if (play.digits[cell] !== digit) {
      change(() => play.place(cell, digit));
    } else if (digit) {
      change(() => play.place(cell, 0));
    }
  }
}

function restore(found) {
  if (!found) return;
  if (isSame(found.start, state.start)) {
    Object.assign(state, { play: Play.parse(state.start, found.play), hint: null, faults: null });
    keepMoves();
    setView(found.view);
  } else {
    open(found.start, { view: found.view, play: Play.parse(found.start, found.play), isKept: false, address: 'replace' });
  }
}
const undo = () => restore(timeline.undo(now()));
const redo = () => restore(timeline.redo(now()));

function colour(value) {
  const { selected, play } = state;
  const next = value ?? (play.colours[selected] + 1) % COLOURS;
  if (next !== play.colours[selected]) change(() => { play.colours[selected] = next; });
}

/** Compares the play with the solution. */
function check() {
  const [solution] = analysis.solutions ?? [];
  if (!solution || analysis.solutions.length !== 1) return;
  state.faults = state.play.faults(solution);
}

// --- hints

async function hint() {
  const { start, play } = state;
  if (get('hint').disabled) return;
  if (state.hint?.step) {
    if (state.hint.stage === 3) {
      const { step } = state.hint;
      return change(() => play.take(step));
    }
    state.hint.stage++;
    return refresh();
  }
  if (state.hint?.isSearching) return;
  check();
  if (state.faults.wrong.length || state.faults.struck.length) {
    state.hint = { words: 'Something is wrong so far, so no step would lead on.' };
    return refresh();
  }
  state.faults = null;
  const position = play.position();
  const text = play.text();
  state.hint = { isSearching: true, since: performance.now() };
  refresh();
  try {
    const alone = aloneIn(position);
    const { step } = alone ? { step: alone } : await analysis.nextStep(position, analysis.isEr);
    if (!isSame(state.start, start) || state.play.text() !== text) return;
    state.hint = step ? { step, stage: 1 } : { words: 'No technique leads further from here.' };
  } catch (error) {
    state.hint = null;
    if (error instanceof NotLoaded) fail(error);
  }
  refresh();
}

/** A step for an empty cell whose only candidate no cell that it sees has: the module takes it for filled. */
function aloneIn(position) {
  const cell = CELLS.find((at) => !position.digits[at] && onlyDigit(position.candidates[at])
    && views.isAlone(position, at));
  if (cell === undefined) return null;
  const digit = onlyDigit(position.candidates[cell]);
  return { technique: 'naked_single', er: 2.3, cells: [cellName(cell)], digits: [digit], placed: `${cellName(cell)}=${digit}`, eliminated: [] };
}

// --- buttons

connectKeys({
  view: () => state.view,
  move([down, right]) {
    const [r, c] = [Math.floor(state.selected / 9) + down, state.selected % 9 + right];
    views.focus(9 * ((r + 9) % 9) + (c + 9) % 9);
  },
  type: (digit, isShifted) => type(digit, isShifted || undefined),
  undo, redo, hint,
  next: () => go(state.step + 1),
  back: () => go(state.step - 1),
  first: () => go(0),
  last: () => go(Infinity),
  nextLink: () => reach(state.link + 1),
  lastLink: () => reach(state.link - 1),
  colour: () => colour(),
});

const clicks = {
  next: () => go(state.step + 1),
  back: () => go(state.step - 1),
  first: () => go(0),
  last: () => go(Infinity),
  hint,
  check() {
    state.hint = null;
    check();
    refresh();
  },
  restart: () => state.play.hasMoves() && change(() => { state.play = new Play(state.start); }),
  clear: () => open(EMPTY, { view: 'edit', address: 'replace' }),
  share: () => copyText(new URL(linkNow(), location.href).href, 'The link is copied'),
  'steps-here': () => open(state.play.hasMoves() ? { puzzle: state.start.puzzle, candidates: state.play.position().packed() } : state.start, { view: 'path' }),
  'play-here'() {
    const play = new Play(state.start);
    for (const step of analysis.steps.slice(0, state.step)) play.take(step);
    timeline.record(now());
    Object.assign(state, { play, hint: null, faults: null });
    keepMoves();
    setView('play');
  },
};
for (const [id, act] of Object.entries(clicks)) get(id).addEventListener('click', act);

/** The link to what is shown: in Play, with the position. */
function linkNow() {
  if (state.view !== 'play' || !state.play.hasMoves()) return hashNow();
  return hashOf({ puzzle: state.start.puzzle, candidates: state.play.position().packed(), view: 'play' });
}

get('marks').value = state.marks;
get('marks').addEventListener('change', (event) => {
  state.marks = event.target.value;
  keepChoice('marks', state.marks);
  refresh();
});
get('check-always').checked = state.checksAlways;
get('check-always').addEventListener('change', (event) => {
  state.checksAlways = event.target.checked;
  keepChoice('check', state.checksAlways ? 'always' : null);
  state.faults = null;
  if (state.checksAlways) check();
  refresh();
});

const modes = document.querySelector('.modes');
modes.addEventListener('change', (event) => setView(event.target.value));
// A view chosen by the mouse leaves the keys to the grid; one chosen by keys keeps them among the views.
modes.addEventListener('click', (event) => event.detail > 0 && event.target.matches('input') && views.focus(state.selected));

for (const one of document.querySelectorAll('[data-copy]')) one.addEventListener('click', () => copyText(get(one.dataset.copy).textContent));

const pad = get('pad');
for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) pad.append(element('button', { type: 'button', 'data-digit': digit }, String(digit)));
pad.append(
  element('button', { type: 'button', 'data-digit': 0, 'aria-label': 'Clear the cell' }, '⌫'),
  element('button', { type: 'button', id: 'pencil', 'aria-pressed': 'false', 'aria-label': 'Candidates instead of digits' }, '✎'),
  element('button', { type: 'button', id: 'undo', 'aria-label': 'Undo' }, '↶'),
  element('button', { type: 'button', id: 'redo', 'aria-label': 'Redo' }, '↷'),
);
pad.addEventListener('click', ({ target }) => {
  const pencil = get('pencil');
  if (target.dataset.digit) type(Number(target.dataset.digit), state.view === 'play' && pencil.ariaPressed === 'true');
  else if (target === pencil) pencil.ariaPressed = pencil.ariaPressed !== 'true';
  else if (target.id === 'undo') undo();
  else if (target.id === 'redo') redo();
});
for (let value = 0; value < COLOURS; value++) {
  const swatch = element('button', { type: 'button', class: `swatch colour${value}`, 'aria-label': value ? `Colour ${value}` : 'No colour' }, value ? '' : '×');
  swatch.addEventListener('click', () => colour(value));
  get('colours').append(swatch);
}
walkable(get('colours'), 'button')();

// --- dialogs

for (const one of document.querySelectorAll('[data-close]')) one.addEventListener('click', () => one.closest('dialog').close());

const read = (text) => reader.call('read', [text]);

/** Opens what was found in a text; puzzles behind the first are told. */
function openFound({ puzzle, candidates, more = 0 }, options) {
  open({ puzzle, candidates }, options);
  if (more) notice('more', `${count(more)} more ${more === 1 ? 'puzzle was' : 'puzzles were'} pasted: this is the first one. “Solve a file” takes them all.`);
}
const notRead = (error) => (error instanceof NotLoaded ? `The solver could not be loaded: ${error.message}` : `This is no puzzle: ${error.message}`);

get('open-read').addEventListener('click', () => {
  get('read-error').textContent = '';
  get('read-dialog').showModal();
  get('read-text').select();
});
get('read-ok').addEventListener('click', async (event) => {
  event.preventDefault();
  try {
    const found = await read(get('read-text').value);
    get('read-dialog').close();
    openFound(found, { view: 'path' });
  } catch (error) {
    get('read-error').textContent = notRead(error);
  }
});
// Pasting anywhere opens what is pasted; undo brings back what was there.
document.addEventListener('paste', async (event) => {
  if (event.target.matches('input, textarea') || document.querySelector('dialog[open]')) return;
  try {
    openFound(await read(event.clipboardData.getData('text')), { view: state.view === 'solution' ? 'path' : state.view });
    if (timeline.canUndo) toast('Opened what was pasted: Ctrl+Z brings back what was there');
  } catch (error) {
    toast(notRead(error));
  }
});

get('open-generate').addEventListener('click', () => openGenerateDialog(Object.keys(state.meanings), (puzzle) => open({ puzzle, candidates: null }, { view: 'play' })));
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
  if (event.dataTransfer.files.length) openFileDialog(event.dataTransfer.files);
});

const examples = get('example');
examples.append(element('option', { value: '' }, 'Examples'),
  ...EXAMPLES.map(({ technique, name, puzzle }) => element('option', { value: puzzle }, name ?? title(technique))));
examples.addEventListener('change', () => {
  if (examples.value) open({ puzzle: examples.value, candidates: null }, { view: 'path' });
  examples.value = '';
});

// --- the start

/** Opens what the address says; the first example if it says nothing. */
async function openAddress({ isFirst = false } = {}) {
  const { text, candidates, isBad, view, step, isEr } = parseAddress(location);
  const address = 'replace';
  if (text === null) {
    if (view === 'edit') open(EMPTY, { view, address });
    else if (isFirst) open({ puzzle: EXAMPLES[0].puzzle, candidates: null }, { view: view ?? 'path', address });
    else open(EMPTY, { view: 'edit', address: 'keep' });
    return;
  }
  try {
    const found = /^[1-9.]{81}$/.test(text) ? { puzzle: text, candidates: null } : await read(text);
    if (isBad) throw new Error('its candidates cannot be read');
    open({ puzzle: found.puzzle, candidates: candidates ?? found.candidates }, { view: view ?? 'path', step, isEr, address });
  } catch (error) {
    // The address stays, so that whoever made it can see what is wrong.
    open(EMPTY, { view: 'edit', address: 'keep' });
    if (error instanceof NotLoaded) fail(error);
    else notice('link', `The link has no puzzle: ${error.message}.`, { 'Open an example': () => open({ puzzle: EXAMPLES[0].puzzle, candidates: null }, { view: 'path' }) });
  }
}
window.addEventListener('popstate', () => openAddress());
for (const event of ['pagehide', 'visibilitychange']) window.addEventListener(event, () => keepTimeline(timeline.text()));

get('terms').append(...terms());
connectVersions();
reader.call('techniques').then((all) => {
  state.meanings = Object.fromEntries(all.map(({ name, meaning }) => [name, meaning]));
  schedule();
}).catch(fail);
// Where there is room, nothing is folded.
const isWide = window.matchMedia('(min-width: 861px)').matches;
get('proof').open = get('steps-fold').open = isWide;
views.start(get('board-frame'));
select(0);
openAddress({ isFirst: true });
