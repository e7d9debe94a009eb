/**
 * Solves, rates, explains and makes sudoku puzzles.
 *
 * A puzzle is a text of 81 characters, row by row: `1` to `9` are clues, any of `. 0 * _ x X ? -` is an empty cell.
 *
 * Each function and method checks its arguments. It throws a `TypeError` for a value of another type and a `RangeError`
 * for one that has no answer, such as a text that is no puzzle; the message names the function and the argument, what
 * was expected and what was given. Before {@link load} has ended, all others throw an `Error`.
 */

/** The file of a module: with vectors of 128 bits, or without. */
export type ModuleName = 'batchdoku-simd128.wasm' | 'batchdoku.wasm';

/** Loads the module; everything else needs it: `await load()`. Further calls do nothing, unless the first one failed.
 * Loads the module of that name, by default the faster one that this machine can run. */
export function load(name?: ModuleName): Promise<void>;

/** Returns the version of the package. */
export function version(): string;

/** Returns the techniques of steps, in the order in which they are tried. */
export function techniques(): Technique[];

/** Finds the puzzle in a text that was typed or pasted: a line with 81 cells, together or apart, or a drawing of nine
 * rows. Returns its 81 characters, with dots for empty cells. */
export function read(text: string): string;

/** Returns the first solution of a puzzle, `undefined` if it has none. */
export function solve(puzzle: string): string | undefined;

/** Returns the solutions of a puzzle, at most `limit`; all for 0 and `Infinity`, which must fit into memory. */
export function solutions(puzzle: string, limit: number): string[];

/** Returns the number of solutions of a puzzle, counted up to `limit`; exactly for 0 and `Infinity`. */
export function count(puzzle: string, limit: number): number;

/** Returns the canonical form of a puzzle: the smallest of all equivalent ones. Equivalent puzzles have equal forms. */
export function canonical(puzzle: string): string;

/** Returns the rating of a puzzle. Equivalent puzzles have equal ratings. Very hard puzzles take seconds. */
export function rate(puzzle: string): Rating;

/** Returns the steps to the solution of a puzzle; with `erOnly`, only by techniques of Sudoku Explainer. Very hard
 * puzzles take seconds. */
export function path(puzzle: string, erOnly?: boolean): SolutionPath;

/** Returns the next step from a position of a puzzle with exactly one solution: `steps` has one, or none if no technique
 * leads further. The position has nine characters for each cell: the digits that are still candidates, `.` for the
 * others; a cell with one is filled. Throws a `RangeError` if the candidates exclude the solution. */
export function nextStep(puzzle: string, candidates: string): SolutionPath;

/** A technique of steps. */
export interface Technique {
  /** The name that steps have for it. */
  name: string;
  /** A sentence. */
  meaning: string;
}

/** The difficulty of a puzzle. The last four are missing without exactly one solution, or if no technique leads to it. */
export interface Rating {
  /** The name of the level, such as `medium`; `unsolvable` or `multiple` without exactly one solution. */
  level: string;
  /** The hardest step on the scale of Sudoku Explainer. */
  er?: number;
  /** The hardest step up to the first digit placed. */
  ep?: number;
  /** The first step. */
  ed?: number;
  /** The technique of the hardest step. */
  technique?: string;
}

/** The steps from a puzzle to its solution: what `batchdoku explain --to jsonl` prints. */
export interface SolutionPath {
  /** The clues, cell by cell. */
  puzzle: string;
  /** The candidates at the start, nine characters for each cell, if the puzzle came with them. */
  candidates?: string;
  steps: Step[];
  /** The hardest step; like `ep` and `ed` missing if the steps do not lead to the solution. */
  er?: number;
  /** The hardest step up to the first digit placed. */
  ep?: number;
  /** The first step. */
  ed?: number;
  /** Why there are no steps to the solution, if there are none. */
  error?: string;
}

/** A step. Cells are `r1c1`, houses `row 1`, `column 1` and `box 1`. */
export interface Step {
  /** The name of the technique. */
  technique: string;
  /** The rating of the step on the scale of Sudoku Explainer. */
  er: number;
  /** The cells of the pattern. */
  cells: string[];
  /** The digits of the pattern. */
  digits: number[];
  /** The houses in which each of the digits has a place, if the pattern needs any. */
  houses?: string[];
  /** The proof of a step by chains. */
  chains?: Chains;
  /** Whether the step holds only because there is one solution. */
  uses_uniqueness?: true;
  /** With `uses_uniqueness`: candidates one of which holds. */
  one_of?: string[];
  /** The cell that is solved and its digit: `r1c1=5`. */
  placed?: string;
  /** The candidates that are eliminated, without those that the placed digit rules out: `r1c1<>5`. */
  eliminated: string[];
  /** The grid after the step; not of a step within a chain. */
  grid?: string;
}

/** The proof of a step by chains. A claim is `r1c1=5`, `r1c1<>5` for a candidate that fails, `r1c12=5` for one of
 * several cells, or `r1c12<>5` for none of them. */
export interface Chains {
  /** Why an assumption is true: all candidates of a cell (`r1c1`), all places of a digit in a house (`row 1`), either of
   * two opposites (`either`, or `loop` for the two directions of a cycle), or the only one is false (`contradiction`). */
  cases: string;
  branches: Branch[];
}

/** What follows from one assumption. */
export interface Branch {
  /** A claim. */
  assume: string;
  implications: Implication[];
}

/** A conclusion. */
export interface Implication {
  /** Claims: assumed, or concluded before. */
  if: string[];
  /** A claim. */
  then: string;
  /** The reason: a cell, a house, or a step that can be taken once the premises are gone. */
  by: string | Step;
}

/** Makes the puzzle number `index` of a seed, the same on every machine: that of the program's
 * `generate --seed SEED --skip INDEX -n 1`. */
export class Generator {
  /**
   * Begins the search for a puzzle.
   *
   * @param seed from 0 to 2^64 - 1; a bigint from 2^53 on
   * @param index like `seed`, but for the largest one
   * @param minClues the fewest clues, from 0 to 81
   * @param maxClues the most clues, from 0 to 81
   * @param minimal whether no clue can be left out
   * @param symmetry of the cells with clues, by the name that the program has for it: `none`, `rot180`
   * @param minEr the lowest rating of Sudoku Explainer, from 0 to 25
   * @param maxEr the highest one, from 0 to 25
   */
  constructor(
    seed: bigint | number, index: bigint | number, minClues: number, maxClues: number, minimal: boolean, symmetry: string,
    minEr?: number | null, maxEr?: number | null,
  );
  /** Continues for some milliseconds, longer if an ER is asked for. Returns false once the search has ended. */
  advance(): boolean;
  /** The puzzle, once the search has ended; `undefined` if 100,000 tries have not met the options. */
  readonly puzzle: string | undefined;
  /** The tries so far. */
  readonly tries: number;
  /** Frees the memory now rather than when the object is garbage. Nothing else can be called afterwards. */
  free(): void;
}

/** Solves a file of puzzles, one per line: the bytes of the program's `solve --from line`. Each line becomes its first
 * solution, or 81 dots; comments and blank lines stay. */
export class Lines {
  /** Begins a file. With `unique`, only solutions that are the only one count. */
  constructor(unique?: boolean);
  /** Takes the next bytes of the file and returns the answers of the lines that they complete. Throws a `RangeError` if
   * the file is not text. */
  push(bytes: Uint8Array): Uint8Array;
  /** Ends the file and returns the last answers. Nothing can be pushed afterwards. */
  finish(): Uint8Array;
  /** The lines that are answered, malformed ones and comments too. */
  readonly lines: number;
  /** The puzzles among them, malformed ones too. */
  readonly puzzles: number;
  /** The puzzles that have a solution. */
  readonly solved: number;
  /** What is wrong with the first ten puzzles that have none: `line 2: expected 81 cells, got 80`. */
  readonly problems: string[];
  /** Frees the memory now rather than when the object is garbage. Nothing else can be called afterwards. */
  free(): void;
}
