// What each view of a puzzle shows: the board, and the card beside it.
import { Board } from './board.js';
import { copyText, element, prose } from './dom.js';
import { figureOf, plain } from './figure.js';
import { COLOURS } from './play.js';
import { CELLS, PEERS, Position, cellName, cluesOf } from './position.js';
import { countLinks, profileBars, proofList, stepCard, stepList } from './steps.js';
import { claim, duration, ladderName, title } from './words.js';

const get = (id) => document.getElementById(id);
const none = () => Array(81).fill(0);

// All branches at once are too much to look at if they have more links.
const CLEAR = 30;

const LEGEND = {
  pattern: 'pattern', on: 'true', off: 'false', in: 'placed', out: 'eliminated',
  strong: 'if false, then true', weak: 'if true, then false', nested: 'by a step',
};

export class Views {
  #state;
  #analysis;
  #acts;
  #frame;
  #board;
  #pair;
  /** What the lists of steps show, so that they are made anew only if they must be. */
  #listed = {};

  constructor(state, analysis, acts) {
    this.#state = state;
    this.#analysis = analysis;
    this.#acts = acts;
  }

  start(frame) {
    this.#frame = frame;
    this.#board = new Board('Sudoku grid', { onSelect: this.#acts.select });
    this.#pair = ['First solution', 'Second solution'].map((label) => new Board(label, { isStatic: true }));
  }

  draw() {
    get('legend').replaceChildren();
    ({ path: () => this.#drawPath(), play: () => this.#drawPlay(), edit: () => this.#drawEdit(), solution: () => this.#drawSolution() })[this.#state.view]();
  }

  select(cell) {
    this.#board.select(cell);
  }

  focus(cell) {
    this.#board.focus(cell);
  }

  /** The position that is shown. */
  position() {
    const { view, play, step } = this.#state;
    const { positions } = this.#analysis;
    if (view === 'play') return play.position();
    return positions[view === 'path' ? Math.min(step, positions.length - 1) : 0];
  }

  /** True if no cell that a cell sees has one of its candidates. */
  isAlone(position, cell) {
    return PEERS[cell].every((peer) => (position.candidates[peer] & position.candidates[cell]) === 0);
  }

  /** The branch of a step that is shown first: all, unless that is too much. */
  firstBranch(step) {
    if (!step?.chains || step.chains.branches.length < 2 || step.chains.cases === 'loop') return -1;
    return countLinks(step.chains, -1) > CLEAR ? 0 : -1;
  }

  #show(...boards) {
    const shown = boards.map((one) => one.element);
    this.#frame.classList.toggle('two', shown.length === 2);
    if (this.#frame.children.length !== shown.length || shown.some((one, index) => this.#frame.children[index] !== one)) this.#frame.replaceChildren(...shown);
  }

  #drawLegend(figure) {
    const signs = new Set([...figure.marks.values(), ...figure.links.map(({ kind }) => kind)]);
    const shown = Object.keys(LEGEND).filter((sign) => signs.has(sign));
    get('legend').replaceChildren(...shown.map((sign) => element('li', {}, element('i', { class: sign }), LEGEND[sign])));
  }

  #clues() {
    return cluesOf(this.#state.start.puzzle);
  }

  /** What stands where steps would, if there are none. */
  #noSteps() {
    const { solutions, start, isExcluded, path, steps, pathError, isEr } = this.#analysis;
    if (!solutions) return 'Solving…';
    if (isExcluded) return 'The clues have one solution, but these candidates exclude it, so no step leads there.';
    if (!/[1-9]/.test(start.puzzle) && !start.candidates) return 'The grid is empty. Paste a puzzle, type one in Edit, or generate one.';
    if (solutions.length === 0) return 'This puzzle has no solution, so it has no steps.';
    if (solutions.length > 1) return 'This puzzle has more than one solution, so it has no steps. Solution shows two.';
    if (path === 'stopped') return 'The search for the next step was stopped.';
    if (path === 'found' && pathError) return `${steps.length ? 'No further step' : 'No step'}: ${pathError}${isEr ? ', those of Sudoku Explainer at least' : ''}.`;
    return steps.length ? 'Finding the next step…' : 'Finding the steps…';
  }

  #drawPath() {
    const { state, analysis } = { state: this.#state, analysis: this.#analysis };
    this.#show(this.#board);
    const { steps, positions, path, pathError } = analysis;
    state.step = path === 'found' ? Math.min(state.step, steps.length) : state.step;
    const step = steps[state.step];
    const position = positions[Math.min(state.step, positions.length - 1)];
    const figure = step ? figureOf(step, position, { branch: state.branch, upTo: state.link < 0 ? Infinity : state.link }) : plain();
    this.#drawLegend(figure);
    this.#board.draw({ position, clues: this.#clues(), figure, wrong: position.conflicts() });
    if (state.link >= 0) this.#board.emphasise(state.link);
    const isFound = path === 'found';
    const isEnd = isFound && steps.length > 0 && !step && !pathError;
    const of = isFound ? `${steps.length}` : `${steps.length} so far`;
    get('place').textContent = step ? `${state.step + 1} of ${of}` : isEnd ? 'the end' : steps.length ? `after ${of}` : '';
    for (const id of ['first', 'back']) get(id).disabled = state.step === 0;
    for (const id of ['next', 'last']) get(id).disabled = state.step >= steps.length;
    const card = get('step');
    if (step) {
      stepCard(card, step, state.meanings[step.technique], { number: state.step + 1, of });
    } else if (isEnd) {
      const hardest = steps.reduce((most, other) => (other.er > most.er ? other : most));
      card.replaceChildren(element('h2', {}, 'Solved'), element('p', {}, `${steps.length} steps by ${ladderName(analysis.isEr)}, of which the hardest is ${title(hardest.technique)}, rated ${hardest.er.toFixed(1)}.`));
    } else {
      card.replaceChildren(element('p', {}, this.#noSteps()));
    }
    const { choose, reach } = this.#acts;
    const proof = [step, state.branch, state.link];
    if (this.#isNew('proof', proof)) {
      proofList(get('proof'), step, { branch: state.branch, link: state.link }, { choose, reach, emphasise: (order) => this.#board.emphasise(order) });
    }
    if (this.#isNew('steps', [steps, steps.length, state.step])) {
      const go = this.#acts.go;
      profileBars(get('profile'), steps, go);
      const list = get('steps');
      const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
      stepList(list, steps, state.step, go);
      if (focused >= 0) list.children[Math.min(state.step, steps.length - 1)]?.firstChild.focus();
      const item = list.children[state.step];
      if (item && get('steps-fold').open) list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
    [...get('profile').children].forEach((bar, index) => bar.classList.toggle('current', index === state.step));
    get('profile').classList.toggle('empty', steps.length === 0);
    get('panel-path').classList.toggle('none', steps.length === 0 && (path === 'found' || (analysis.solutions && analysis.solutions.length !== 1) || analysis.isExcluded));
    get('play-here').disabled = analysis.solutions?.length !== 1;
  }

  #isNew(name, values) {
    const old = this.#listed[name];
    this.#listed[name] = values;
    return !old || values.some((value, index) => value !== old[index]);
  }

  #drawPlay() {
    const { state, analysis } = { state: this.#state, analysis: this.#analysis };
    this.#show(this.#board);
    const { play, hint, faults, marks } = state;
    const stage = hint?.stage ?? 0;
    const position = play.position();
    const figure = hint?.step && stage >= 2 ? figureOf(hint.step, position, { showsAnswer: stage >= 3 }) : plain();
    this.#drawLegend(figure);
    const conflicts = position.conflicts();
    const free = Position.of(state.start.puzzle);
    for (const cell of CELLS) if (play.digits[cell]) free.place(cell, play.digits[cell]);
    const notes = marks === 'own' ? play.marks.map((set, cell) => set & free.candidates[cell]) : undefined;
    this.#board.draw({
      position, clues: this.#clues(), figure, notes, colours: play.colours, struck: play.struck.map((set, cell) => set & free.candidates[cell]),
      wrong: [...conflicts, ...(faults ? [...faults.wrong, ...faults.struck] : [])], showsMarks: marks !== 'none' || stage >= 2,
    });
    const isSolved = analysis.solutions?.length === 1 && position.digits.join('') === analysis.solutions[0];
    const isOne = analysis.solutions?.length === 1;
    get('hint').disabled = isSolved || !isOne;
    get('check').disabled = get('steps-here').disabled = !isOne;
    get('hint').textContent = { 0: 'Hint', 1: 'Show where', 2: 'Show the step', 3: 'Take the step' }[hint?.step ? stage : 0];
    get('colours').hidden = COLOURS < 2;
    this.#fillHintCard(get('hint-card'), { hint, stage, isSolved, faults, conflicts });
  }

  #fillHintCard(card, { hint, stage, isSolved, faults, conflicts }) {
    const { state, analysis } = { state: this.#state, analysis: this.#analysis };
    const words = (...parts) => card.replaceChildren(...parts);
    if (isSolved) {
      words(element('h2', {}, 'Solved'), element('p', {}, 'Every digit is right.'));
    } else if (faults && (faults.wrong.length || faults.struck.length)) {
      words(element('h2', {}, 'Not right'), ...(hint?.words ? [element('p', {}, hint.words)] : []), ...this.#faultWords(faults));
    } else if (faults) {
      words(element('p', {}, 'Everything is right so far.'));
    } else if (hint?.isSearching) {
      words(element('p', {}, `Looking for the next step… ${duration((performance.now() - hint.since) / 1000)}`));
    } else if (hint?.words) {
      words(element('p', {}, hint.words));
    } else if (hint?.step && stage >= 3) {
      stepCard(card, hint.step, state.meanings[hint.step.technique], {});
    } else if (hint?.step) {
      const { technique } = hint.step;
      words(element('h2', {}, `Look for: ${title(technique)}`), element('p', {}, ...prose(state.meanings[technique] ?? '')),
        element('p', { class: 'quiet' }, stage === 1 ? 'Press again to see where.' : 'The pattern is in colour. Press again for what follows from it.'));
    } else if (conflicts.length) {
      words(element('p', {}, this.#conflictWords(this.position())));
    } else if (analysis.solutions && analysis.solutions.length !== 1) {
      words(element('p', {}, this.#noSteps().replace('so it has no steps', 'so there are no hints')));
    } else {
      words(element('p', {}, 'Fill in digits. With Shift or the pencil, strike candidates, or make marks of your own. A hint names the next technique first, then shows where it is, and only then what follows.'));
    }
  }

  /** Names what is wrong. */
  #faultWords({ wrong, struck }) {
    const [solution] = this.#analysis.solutions;
    const { digits } = this.#state.play;
    return [
      ...wrong.map((cell) => element('p', {}, `${cellName(cell)} is not ${digits[cell]}.`)),
      ...struck.map((cell) => element('p', {}, `${cellName(cell)}: ${solution[cell]} was struck, and it is the digit.`)),
    ];
  }

  #drawEdit() {
    const { state, analysis } = { state: this.#state, analysis: this.#analysis };
    this.#show(this.#board);
    const position = Position.of(state.start.puzzle);
    this.#board.draw({ position, clues: this.#clues(), wrong: position.conflicts(), showsMarks: false });
    const { solutions } = analysis;
    const isEmpty = !/[1-9]/.test(state.start.puzzle);
    const parts = [isEmpty ? 'Type the clues of a puzzle.'
      : !solutions ? 'Solving…'
        : solutions.length === 0 ? `No solution. ${this.#whyNone(position)}`
          : ['', 'Exactly one solution: the puzzle is complete.', 'More than one solution: it needs more clues.'][solutions.length]];
    if (state.start.candidates) parts.push('The candidates that came with this puzzle go with the first edit; undo brings them back.');
    get('edit-card').replaceChildren(...parts.map((text) => element('p', {}, text)));
  }

  /** Why there is no solution, as far as one clue is to blame. */
  #whyNone(position) {
    if (position.conflicts().length) return this.#conflictWords(position);
    const stuck = position.stuck();
    const { culprits, start } = this.#analysis;
    const blame = (list) => list.slice(0, 6).map(({ cell }) => `${cellName(cell)} = ${start.puzzle[cell]}`).join(', ') + (list.length > 6 ? ' and others' : '');
    const where = stuck.length ? `No digit fits in ${stuck.slice(0, 4).map(cellName).join(', ')}. ` : '';
    if (!culprits) return `${where}Looking for the clue that is wrong…`;
    const unique = culprits.filter(({ solutions }) => solutions === 1);
    if (unique.length) return `${where}If one clue is wrong, it is likely one of these, without which there is exactly one solution: ${blame(unique)}.`;
    if (culprits.length) return `${where}If one clue is wrong, it is one of these, without which there are solutions: ${blame(culprits)}.`;
    return `${where}No single clue is to blame: without any one of them there is no solution either.`;
  }

  #conflictWords(position) {
    const cells = position.conflicts();
    const pairs = [];
    for (const cell of cells) {
      const other = PEERS[cell].find((peer) => peer > cell && position.digits[peer] === position.digits[cell]);
      if (other !== undefined) pairs.push(`${position.digits[cell]} stands in ${cellName(cell)} and ${cellName(other)}`);
    }
    return `A digit stands twice in a house: ${pairs.slice(0, 4).join('; ')}.`;
  }

  #drawSolution() {
    const { solutions, isExcluded, solutionOfClues, count } = this.#analysis;
    const card = get('solution-card');
    if (!solutions?.length) {
      this.#show(this.#board);
      const position = this.#analysis.positions[0];
      const excluded = isExcluded ? CELLS.filter((cell) => !(position.candidates[cell] >> Number(solutionOfClues[cell]) & 1)) : [];
      this.#board.draw({ position, clues: this.#clues(), wrong: [...position.conflicts(), ...excluded], showsMarks: isExcluded });
      card.replaceChildren(element('h2', {}, solutions ? 'No solution' : 'Solving…'), element('p', {}, !solutions ? ''
        : isExcluded ? `The clues have one solution, but these candidates exclude it: ${excluded.slice(0, 8).map((cell) => claim(`${cellName(cell)}=${solutionOfClues[cell]}`)).join(', ')}.`
          : this.#whyNone(position)));
      return;
    }
    const positions = solutions.map((solution) => new Position(cluesOf(solution), none()));
    if (solutions.length === 1) {
      this.#show(this.#board);
      this.#board.draw({ position: positions[0], clues: this.#clues() });
      card.replaceChildren(element('h2', {}, 'The only solution'), textRow(solutions[0], 'the solution'));
      return;
    }
    const differs = CELLS.filter((cell) => solutions[0][cell] !== solutions[1][cell]);
    this.#show(...this.#pair);
    this.#pair.forEach((one, index) => {
      one.setLabel(`Solution ${index + 1}: ${solutions[index].match(/.{9}/g).join(', ')}`);
      one.draw({ position: positions[index], clues: this.#clues(), differs });
    });
    const many = count === 2 ? 'Here are both.' : 'Here are two.';
    card.replaceChildren(
      element('h2', {}, 'More than one solution'),
      element('p', {}, `${many} They differ in ${differs.length} cells: ${differs.slice(0, 8).map(cellName).join(', ')}${differs.length > 8 ? ' and others' : ''}.`),
      ...solutions.map((solution, index) => textRow(solution, `solution ${index + 1}`)),
    );
  }
}

function textRow(text, name) {
  const copy = element('button', { type: 'button', 'aria-label': `Copy ${name}` }, 'Copy');
  copy.addEventListener('click', () => copyText(text));
  return element('div', { class: 'text-row' }, element('code', {}, text), copy);
}
