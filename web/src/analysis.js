// What the engines find out about a puzzle: solutions, steps one by one, ratings. Hard puzzles take minutes, so each part
// has a worker of its own and can be stopped.
import { Engine, Stopped } from './engine.js';
import { CELLS, Position } from './position.js';

// Solutions are counted up to here.
export const MOST_SOLUTIONS = 1_000_000;

export class Analysis {
  #engines = { quick: new Engine(), count: new Engine(), rating: new Engine(), path: new Engine() };
  #onChange;
  #onError;

  /** `onChange` is told whenever something new is known, `onError` why something is not. */
  constructor(onChange, onError) {
    this.#onChange = onChange;
    this.#onError = onError;
    this.#clear({ puzzle: '.'.repeat(81), candidates: null }, false);
  }

  #clear(start, isEr) {
    const position = Position.at(start);
    Object.assign(this, {
      start, isEr,
      /** At most two solutions, once they are known, and their number as far as it was counted. */
      solutions: null, count: null,
      /** True if the clues alone have one solution, which the candidates exclude. */
      isExcluded: false,
      /** The clues without which a puzzle without a solution has one: `{ cell, solutions }`. */
      culprits: null,
      /** The steps so far, and the position before each and after the last. */
      steps: [], positions: [position],
      /** Whether the steps are searched, found or stopped, and why there are no more. */
      path: 'waiting', pathError: null, hardest: null,
      /** The rating of the class, whether it is searched, and how far: `{ steps, hardest, settled }`. */
      rating: null, ratingState: 'waiting', ratingProgress: null, canonical: '',
    });
  }

  /** Examines a puzzle, or a position of one. */
  async open(start, isEr) {
    for (const engine of Object.values(this.#engines)) engine.stop();
    this.#clear(start, isEr);
    this.#onChange();
    const isCurrent = () => this.start === start;
    const quick = this.#engines.quick;
    try {
      const text = start.candidates ? this.positions[0].text() : start.puzzle;
      const [solutions, canonical] = await Promise.all([
        quick.call('solutions', [text, 2]), quick.call('canonical', [start.puzzle]),
      ]);
      if (!isCurrent()) return;
      Object.assign(this, { solutions, canonical, count: solutions.length < 2 ? solutions.length : null });
      if (start.candidates && solutions.length === 0) {
        const own = await quick.call('solutions', [start.puzzle, 2]);
        if (!isCurrent()) return;
        this.isExcluded = own.length === 1;
        if (this.isExcluded) this.solutionOfClues = own[0];
      }
      this.#onChange();
      if (solutions.length === 1) await Promise.all([this.findPath(), this.findRating()]);
      else if (solutions.length > 1) await this.#findCount(text, isCurrent);
      else if (!start.candidates && !this.positions[0].conflicts().length) await this.#findCulprits(isCurrent);
    } catch (error) {
      if (!(error instanceof Stopped) && isCurrent()) this.#onError(error);
    }
  }

  /** Searches the steps with the other ladder. */
  setLadder(isEr) {
    if (this.isEr === isEr) return;
    this.#engines.path.stop();
    Object.assign(this, { isEr, steps: [], positions: this.positions.slice(0, 1), path: 'waiting', pathError: null, hardest: null });
    this.#onChange();
    if (this.solutions?.length === 1) this.findPath();
  }

  /** Stops the search for steps and ratings. What was found stays. */
  stop() {
    this.#engines.path.stop();
    this.#engines.rating.stop();
    if (this.path === 'searching') this.path = 'stopped';
    if (this.ratingState === 'searching') this.ratingState = 'stopped';
    this.#onChange();
  }

  /** True while steps or ratings are searched. */
  get isSearching() {
    return this.path === 'searching' || this.ratingState === 'searching';
  }

  /** How far the steps are searched, as `ratingProgress` says it of the rating. */
  get pathProgress() {
    const hardest = Math.max(0, ...this.steps.map(({ er }) => er));
    return { steps: this.steps.length, hardest, settled: this.positions.at(-1).settledSince(this.positions[0]) };
  }

  /** Searches the steps, from where the search was stopped. */
  async findPath() {
    const { start, isEr } = this;
    const isCurrent = () => this.start === start && this.isEr === isEr && this.path === 'searching';
    this.path = 'searching';
    const from = this.positions.at(-1);
    const isFirst = this.steps.length === 0 && !start.candidates;
    try {
      const end = await this.#engines.path.call('steps', [isFirst ? start.puzzle : from.text(), isEr], (step) => {
        if (!isCurrent()) return;
        const position = this.positions.at(-1).copy();
        position.take(step);
        this.steps.push(step);
        this.positions.push(position);
        this.#onChange();
      });
      if (!isCurrent()) return;
      Object.assign(this, { path: 'found', pathError: end.error ?? null });
      this.hardest = end.error ? null : Math.max(...this.steps.map(({ er }) => er), 0);
    } catch (error) {
      if (error instanceof Stopped || !isCurrent()) return;
      this.path = 'failed';
      this.#onError(error);
    }
    this.#onChange();
  }

  /** Searches the rating of the class of the clues. */
  async findRating() {
    const { start } = this;
    Object.assign(this, { ratingState: 'searching', ratingProgress: { steps: 0, hardest: 0, settled: 0 } });
    try {
      const rating = await this.#engines.rating.call('rate', [start.puzzle], (progress) => {
        if (this.start !== start || this.ratingState !== 'searching') return;
        this.ratingProgress = progress;
        this.#onChange();
      });
      if (this.start !== start) return;
      Object.assign(this, { rating, ratingState: 'found' });
    } catch (error) {
      if (error instanceof Stopped || this.start !== start) return;
      this.ratingState = 'failed';
      this.#onError(error);
    }
    this.#onChange();
  }

  /** The next step from a position, or why there is none. */
  async nextStep(position, isEr) {
    this.#engines.quick.stop();
    return this.#engines.quick.call('firstStep', [position.text(), isEr]);
  }

  async #findCount(text, isCurrent) {
    const count = await this.#engines.count.call('count', [text, MOST_SOLUTIONS]);
    if (!isCurrent()) return;
    this.count = count;
    this.#onChange();
  }

  /** Looks for the clues that must be wrong if only one is. */
  async #findCulprits(isCurrent) {
    const { puzzle } = this.start;
    const clues = CELLS.filter((cell) => puzzle[cell] !== '.');
    const counts = await Promise.all(clues.map((cell) =>
      this.#engines.count.call('count', [`${puzzle.slice(0, cell)}.${puzzle.slice(cell + 1)}`, 2])));
    if (!isCurrent()) return;
    this.culprits = clues.map((cell, index) => ({ cell, solutions: counts[index] })).filter(({ solutions }) => solutions > 0);
    this.#onChange();
  }
}
