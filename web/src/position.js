// Positions: digits and candidates of the 81 cells, and what steps and digits do to them.

export const row = (cell) => Math.floor(cell / 9);
export const column = (cell) => cell % 9;
export const box = (cell) => 3 * Math.floor(row(cell) / 3) + Math.floor(column(cell) / 3);
export const CELLS = Array.from({ length: 81 }, (_, cell) => cell);
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The cells that each cell sees. */
export const PEERS = CELLS.map((cell) =>
  CELLS.filter((other) => other !== cell
    && (row(cell) === row(other) || column(cell) === column(other) || box(cell) === box(other))));

/** The name of a cell: `r1c1`. */
export const cellName = (cell) => `r${row(cell) + 1}c${column(cell) + 1}`;

/** The cells of a house by its name, such as `box 3`. */
export function houseCells(name) {
  const [kind, number] = name.split(' ');
  const of = { row, column, box }[kind];
  return CELLS.filter((cell) => of(cell) === number - 1);
}

/** A claim of the paths, `r1c1=5` or `r12c3<>5`: its cells, its digit, and whether it holds. */
export function parseClaim(text) {
  const [, rows, columns, sign, digit] = /^r(\d+)c(\d+)(=|<>)(\d)$/.exec(text);
  const cells = [...rows].flatMap((r) => [...columns].map((c) => 9 * (r - 1) + (c - 1)));
  return { text, cells, digit: Number(digit), holds: sign === '=' };
}

/** The text of a list of sets of digits: two characters for each cell, a number with 32 digits. */
export const pack = (sets) => sets.map((set) => (set >> 1).toString(32).padStart(2, '0')).join('');

/** The sets of digits of a text of `pack`; `null` if it is none. */
export const unpack = (text) => (/^([0-9a-f][0-9a-v]){81}$/.test(text) ? text.match(/../g).map((pair) => parseInt(pair, 32) << 1) : null);

/** The sets of digits of a text of 729 candidates. */
export const setsOf = (candidates) => CELLS.map((cell) =>
  DIGITS.reduce((set, digit) => set | (candidates[9 * cell + digit - 1] === String(digit) ? 1 << digit : 0), 0));

/** The only digit of a set; 0 if it has none or several. */
export const onlyDigit = (set) => DIGITS.find((digit) => set === 1 << digit) ?? 0;

/** The digits of a puzzle as text, 0 for empty cells. */
export const cluesOf = (puzzle) => [...puzzle].map((text) => (text === '.' ? 0 : Number(text)));

/** The digits of cells (0 if empty), and the candidates of each as bits: bit 1 for the digit 1. */
export class Position {
  constructor(digits, candidates) {
    this.digits = digits;
    this.candidates = candidates;
  }

  /** The position of a puzzle as text, with every candidate that its clues leave. */
  static of(puzzle) {
    const position = new Position(Array(81).fill(0), Array(81).fill(0x3fe));
    for (const cell of CELLS) if (puzzle[cell] !== '.') position.place(cell, Number(puzzle[cell]));
    return position;
  }

  /** The position of a puzzle with these candidates, as packed text, if they are not all that the clues leave. A cell with
   * one candidate is filled if no cell that it sees has the candidate. */
  static at({ puzzle, candidates }) {
    const position = Position.of(puzzle);
    if (!candidates) return position;
    unpack(candidates).forEach((set, cell) => {
      if (!position.digits[cell]) position.candidates[cell] &= set;
    });
    const sets = [...position.candidates];
    for (const cell of CELLS) {
      const isAlone = PEERS[cell].every((peer) => (sets[peer] & sets[cell]) === 0);
      if (isAlone && onlyDigit(sets[cell])) position.digits[cell] = onlyDigit(sets[cell]);
    }
    return position;
  }

  copy() {
    return new Position([...this.digits], [...this.candidates]);
  }

  has(cell, digit) {
    return this.digits[cell] === 0 && (this.candidates[cell] >> digit & 1) === 1;
  }

  place(cell, digit) {
    this.digits[cell] = digit;
    this.candidates[cell] = 1 << digit;
    for (const peer of PEERS[cell]) this.eliminate(peer, digit);
  }

  eliminate(cell, digit) {
    if (this.digits[cell] === 0) this.candidates[cell] &= ~(1 << digit);
  }

  /** Takes a step of a path. */
  take(step) {
    for (const text of step.eliminated) {
      const { cells: [cell], digit } = parseClaim(text);
      this.eliminate(cell, digit);
    }
    if (step.placed) {
      const { cells: [cell], digit } = parseClaim(step.placed);
      this.place(cell, digit);
    }
  }

  /** The 729 characters of the candidates, those of a filled cell its digit alone. */
  text() {
    const places = (cell) => DIGITS.map((digit) => {
      const holds = this.digits[cell] ? this.digits[cell] === digit : this.has(cell, digit);
      return holds ? digit : '.';
    });
    return CELLS.flatMap(places).join('');
  }

  /** The candidates as packed text. */
  packed() {
    return pack(this.candidates);
  }

  /** The number of candidates of empty cells. */
  #open() {
    return CELLS.reduce((sum, cell) => sum + DIGITS.filter((digit) => this.has(cell, digit)).length, 0);
  }

  /** Which part of the candidates of a position before is settled here, from 0 to 1. */
  settledSince(start) {
    const open = start.#open();
    return open === 0 ? 1 : 1 - this.#open() / open;
  }

  /** The cells whose digit stands twice in a house. */
  conflicts() {
    const { digits } = this;
    return CELLS.filter((cell) => digits[cell] && PEERS[cell].some((peer) => digits[peer] === digits[cell]));
  }

  /** The empty cells without a candidate. */
  stuck() {
    return CELLS.filter((cell) => !this.digits[cell] && !this.candidates[cell]);
  }
}
