// What someone who solves a puzzle has done: digits, candidates that are struck, marks of one's own, colours.
import { CELLS, Position, cluesOf, pack, parseClaim, unpack } from './position.js';

/** The number of colours; the first one is none. */
export const COLOURS = 6;

const none = () => Array(81).fill(0);

export class Play {
  /** The play of a start (clues, and candidates if they are not all that the clues leave) before its first move. */
  constructor(start) {
    this.start = start;
    const position = Position.at(start);
    const clues = cluesOf(start.puzzle);
    /** The cells that are filled before the first move, and the candidates of the others. */
    this.filled = position.digits;
    this.left = start.candidates && unpack(start.candidates);
    /** The digits that were placed. */
    this.digits = position.digits.map((digit, cell) => (clues[cell] ? 0 : digit));
    /** Sets of digits: candidates that are struck, and marks. */
    this.struck = none();
    this.marks = none();
    /** The colour of each cell. */
    this.colours = none();
  }

  /** The position: digits and the candidates left. */
  position() {
    const position = Position.of(this.start.puzzle);
    for (const cell of CELLS) if (this.digits[cell]) position.place(cell, this.digits[cell]);
    for (const cell of CELLS) {
      if (position.digits[cell]) continue;
      position.candidates[cell] &= ~this.struck[cell];
      // What was placed before the start may be another digit by now.
      if (this.left && !this.filled[cell]) position.candidates[cell] &= this.left[cell];
    }
    return position;
  }

  /** Places a digit; 0 empties the cell. */
  place(cell, digit) {
    this.digits[cell] = digit;
  }

  /** Strikes a candidate, or brings it back. */
  strike(cell, digit) {
    this.struck[cell] ^= 1 << digit;
  }

  /** Makes a mark, or takes it away. */
  mark(cell, digit) {
    this.marks[cell] ^= 1 << digit;
  }

  /** Takes a step of a path. */
  take(step) {
    for (const text of step.eliminated) {
      const { cells: [cell], digit } = parseClaim(text);
      this.struck[cell] |= 1 << digit;
      this.marks[cell] &= ~(1 << digit);
    }
    if (step.placed) {
      const { cells: [cell], digit } = parseClaim(step.placed);
      this.place(cell, digit);
    }
  }

  /** The cells that differ from a solution: wrong digits, and candidates that were struck but hold. */
  faults(solution) {
    const right = cluesOf(solution);
    const position = this.position();
    const wrong = CELLS.filter((cell) => this.digits[cell] && this.digits[cell] !== right[cell]);
    const struck = CELLS.filter((cell) => !position.digits[cell] && this.struck[cell] >> right[cell] & 1);
    return { wrong, struck };
  }

  /** The same moves in another puzzle, as far as its clues leave them. */
  movedTo(start) {
    const play = new Play(start);
    const clues = cluesOf(start.puzzle);
    const keep = (own, other) => own.map((value, cell) => (clues[cell] ? 0 : value || other[cell]));
    play.digits = keep(this.digits, play.digits);
    play.struck = keep(this.struck, play.struck);
    play.marks = keep(this.marks, play.marks);
    play.colours = [...this.colours];
    return play;
  }

  /** The moves as text. */
  text() {
    return [this.digits.join(''), pack(this.struck), pack(this.marks), this.colours.join('')].join(' ');
  }

  /** The play of a start with the moves of a text; before its first move if the text is none. */
  static parse(start, text) {
    const play = new Play(start);
    const [digits, struck, marks, colours] = (text ?? '').split(' ');
    if (!/^\d{81}$/.test(digits) || !/^[0-5]{81}$/.test(colours) || !unpack(struck) || !unpack(marks)) return play;
    play.digits = [...digits].map(Number);
    play.struck = unpack(struck);
    play.marks = unpack(marks);
    play.colours = [...colours].map(Number);
    return play;
  }

  /** True if there is anything to lose. */
  hasMoves() {
    return this.text() !== new Play(this.start).text();
  }
}
