/**
 * Solves, rates, explains and makes sudoku puzzles.
 *
 * A puzzle is a text of 81 characters, row by row: `1` to `9` are clues, any of `. 0 * _ x X ? -` is an empty cell. Where
 * candidates may take the place of clues, a text of 729 characters has nine for each cell: the digits that are candidates,
 * `.` for the others.
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

/** Finds the first puzzle in a text that was typed or pasted, in any form that the program reads: lines, nine rows,
 * drawings, tables of candidates, JSON and others. */
export function read(text: string): ReadPuzzle;

/** A puzzle that was found in a text. */
export interface ReadPuzzle {
  /** The clues: 81 characters, with dots for empty cells. */
  puzzle: string;
  /** The candidates, 729 characters, if the text has any, or has digits that were placed. */
  candidates?: string;
  /** The number of puzzles that come after it. */
  more: number;
}

/** Returns the first solution of a puzzle or of candidates, `undefined` if it has none. */
export function solve(puzzle: string): string | undefined;

/** Returns the solutions of a puzzle or of candidates, at most `limit`; all for 0 and `Infinity`, which must fit into
 * memory. */
export function solutions(puzzle: string, limit: number): string[];

/** Returns the number of solutions of a puzzle or of candidates, counted up to `limit`; exactly for 0 and `Infinity`. */
export function count(puzzle: string, limit: number): number;

/** Returns the canonical form of a puzzle: the smallest of all equivalent ones. Equivalent puzzles have equal forms. */
export function canonical(puzzle: string): string;

/** Returns the rating of a puzzle. Equivalent puzzles have equal ratings. Very hard puzzles take seconds. */
export function rate(puzzle: string): Rating;

/** Returns the steps to the solution of a puzzle, or from candidates. Very hard puzzles take seconds: `onStep` gets each
 * step once it is found and can end the search, `maxEr` ends it before techniques that take long. Only the end of its
 * worker ends a search within a step. */
export function path(puzzle: string, options: PathOptions & { onStep: (step: Step) => unknown }): PathEnd;
export function path(puzzle: string, options?: StepOptions): SolutionPath;

/** Returns the next step from a position of a puzzle with exactly one solution: `steps` has one, or none if no technique
 * leads further. The position has nine characters for each cell: the digits that are still candidates, `.` for the
 * others; a cell with one is filled, and what the clues rule out is no candidate. Throws a `RangeError` if the candidates
 * exclude the solution. */
export function nextStep(puzzle: string, candidates: string, options?: StepOptions): SolutionPath;

/** What steps may be. */
export interface StepOptions {
  /** True for techniques of Sudoku Explainer only; by default all are used. */
  erOnly?: boolean;
  /** The highest rating of a step, from 0 to 25; without it there is no limit. */
  maxEr?: number | null;
}

/** What steps may be, and who gets them. */
export interface PathOptions extends StepOptions {
  /** Gets each step once it is found. The search ends if it returns `false`. */
  onStep?: (step: Step) => unknown;
}

/** The end of a search for steps. Its ratings are missing if the steps do not lead to the solution. */
export interface PathEnd {
  /** The rating of the hardest step. */
  hardest?: number;
  /** The rating of the hardest step up to the first digit placed. */
  up_to_first_digit?: number;
  /** The rating of the first step. */
  first?: number;
  /** With `erOnly` in place of `hardest`, because only then the ratings are those of Sudoku Explainer. */
  er?: number;
  /** Likewise in place of `up_to_first_digit`. */
  ep?: number;
  /** Likewise in place of `first`. */
  ed?: number;
  /** Why there are no steps to the solution, if there are none. */
  error?: string;
}

/** The digits from 1 to 9, which rows, columns and boxes have, too. */
export type Digit = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A cell: `r1c1`. */
export type Cell = `r${Digit}c${Digit}`;

/** A house: `row 1`, `column 1`, `box 1`. */
export type House = `${'row' | 'column' | 'box'} ${Digit}`;

/** A candidate that holds, `r1c1=5`, or holds in one of several cells, `r12c1=5`. */
export type Placed = `r${number}c${number}=${Digit}`;

/** A candidate that fails, `r1c1<>5`, or fails in all of several cells. */
export type Eliminated = `r${number}c${number}<>${Digit}`;

/** The name of a technique. */
export type TechniqueName =
  | 'full_house' | 'hidden_single' | 'direct_pointing' | 'direct_claiming' | 'direct_hidden_pair' | 'naked_single'
  | 'direct_hidden_triple' | 'pointing' | 'claiming' | 'naked_pair' | 'x_wing' | 'hidden_pair' | 'naked_triple'
  | 'swordfish' | 'hidden_triple' | 'skyscraper' | 'finned_x_wing' | 'sashimi_x_wing' | 'two_string_kite'
  | 'turbot_fish' | 'empty_rectangle' | 'x_loop' | 'xy_wing' | 'xyz_wing' | 'w_wing' | 'remote_pair'
  | 'unique_rectangle' | 'unique_loop' | 'finned_swordfish' | 'sashimi_swordfish' | 'simple_colouring' | 'naked_quad'
  | 'jellyfish' | 'multi_colouring' | 'hidden_quad' | 'finned_jellyfish' | 'sashimi_jellyfish' | 'three_strong_links'
  | 'wxyz_wing' | 'bug_plus_one' | 'bug' | 'four_strong_links' | 'sue_de_coq' | 'vwxyz_wing'
  | 'aligned_pair_exclusion' | 'uvwxyz_wing' | 'x_cycle' | 'y_cycle' | 'xy_cycle' | 'x_chain' | 'xy_chain' | 'aic'
  | 'grouped_x_chain' | 'grouped_aic' | 'tuvwxyz_wing' | 'als_xz' | 'als_xy_wing' | 'aligned_triplet_exclusion'
  | 'nishio_forcing_chain' | 'cell_forcing_chain' | 'region_forcing_chain' | 'cell_forcing_net'
  | 'region_forcing_net' | 'contradiction_forcing_net' | 'double_forcing_net';

/** A technique of steps. */
export interface Technique {
  /** The name that steps have for it. */
  name: TechniqueName;
  /** A sentence. */
  meaning: string;
}

/** The levels, the easiest first. */
export type Level = 'easy' | 'medium' | 'hard' | 'search' | 'long_search';

/** The difficulty of a puzzle. The last four are missing without exactly one solution, or if no technique leads to it. */
export interface Rating {
  /** The level; `unsolvable` or `multiple` without exactly one solution. */
  level: Level | 'unsolvable' | 'multiple';
  /** The hardest step on the scale of Sudoku Explainer. */
  er?: number;
  /** The hardest step up to the first digit placed. */
  ep?: number;
  /** The first step. */
  ed?: number;
  /** The technique of the hardest step. */
  technique?: TechniqueName;
}

/** The steps from a puzzle to its solution: what `batchdoku explain --to jsonl` prints. */
export interface SolutionPath extends PathEnd {
  /** The clues, cell by cell. */
  puzzle: string;
  /** The candidates at the start, nine characters for each cell, if the puzzle came with them. */
  candidates?: string;
  steps: Step[];
}

/** A step. Cells are `r1c1`, houses `row 1`, `column 1` and `box 1`. */
export interface Step {
  /** The technique. */
  technique: TechniqueName;
  /** The rating of the step on the scale of Sudoku Explainer. */
  er: number;
  /** The cells of the pattern. */
  cells: Cell[];
  /** The digits of the pattern. */
  digits: Digit[];
  /** The houses in which each of the digits has a place, if the pattern needs any. */
  houses?: House[];
  /** The proof of a step by chains. */
  chains?: Chains;
  /** Whether the step holds only because there is one solution. */
  uses_uniqueness?: true;
  /** With `uses_uniqueness`: candidates one of which holds. */
  one_of?: Placed[];
  /** The cell that is solved and its digit: `r1c1=5`. */
  placed?: Placed;
  /** The candidates that are eliminated, without those that the placed digit rules out: `r1c1<>5`. */
  eliminated: Eliminated[];
  /** The grid after the step; not of a step within a chain. */
  grid?: string;
}

/** A claim about a candidate. */
export type Claim = Placed | Eliminated;

/** The proof of a step by chains. A claim is `r1c1=5`, `r1c1<>5` for a candidate that fails, `r1c12=5` for one of
 * several cells, or `r1c12<>5` for none of them. */
export interface Chains {
  /** Why an assumption is true: all candidates of a cell (`r1c1`), all places of a digit in a house (`row 1`), either of
   * two opposites (`either`, or `loop` for the two directions of a cycle), or the only one is false (`contradiction`). */
  cases: Cell | House | 'either' | 'loop' | 'contradiction';
  branches: Branch[];
}

/** What follows from one assumption. */
export interface Branch {
  /** A claim. */
  assume: Claim;
  implications: Implication[];
}

/** A conclusion. */
export interface Implication {
  /** Claims: assumed, or concluded before. */
  if: Claim[];
  /** A claim. */
  then: Claim;
  /** The reason: a cell, a house, or a step that can be taken once the premises are gone. */
  by: Cell | House | Step;
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
   * @param level the level
   * @param needs the technique that the puzzle needs, as its hardest
   */
  constructor(
    seed: bigint | number, index: bigint | number, minClues: number, maxClues: number, minimal: boolean, symmetry: string,
    minEr?: number | null, maxEr?: number | null, level?: Level | null,
    needs?: TechniqueName | null,
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

/** Solves a file of puzzles: the bytes of the program's `solve`. The format is detected: lines, CSV, JSON, grids of nine
 * lines, and others. Each record gets its first solution, or 81 dots; comments and blank lines stay where the format has
 * them. */
export class PuzzleFile {
  /** Begins a file. With `unique`, only solutions that are the only one count. */
  constructor(unique?: boolean);
  /** Takes the next bytes of the file and returns the answers of the records that they complete. Throws a `RangeError` if
   * the file has no format that can be read. */
  push(bytes: Uint8Array): Uint8Array;
  /** Ends the file and returns the last answers. Nothing can be pushed afterwards. */
  finish(): Uint8Array;
  /** The bytes that take the place of as many at the start of the output, once the file has ended; `undefined` if the start
   * stays as it is, as in all formats but npy. */
  readonly start: Uint8Array | undefined;
  /** What the file holds, as far as it has been read. */
  readonly counts: FileCounts;
  /** Frees the memory now rather than when the object is garbage. Nothing else can be called afterwards. */
  free(): void;
}

/** What a file holds. */
export interface FileCounts {
  /** The name of the format, once it is known. */
  format: string | null;
  /** The number of lines read, including comments and malformed lines. */
  lines: number;
  /** The puzzles, malformed ones too. */
  puzzles: number;
  solved: number;
  /** The puzzles with more than one solution, if only unique ones count. */
  multiple: number;
  unsolvable: number;
  malformed: number;
  /** The puzzles that were solved without a guess. */
  withoutGuessing: number;
  /** The number of puzzles with each number of clues, from 0 to 81. */
  clues: number[];
  /** What is wrong with the first ten puzzles that have no answer: `line 2: expected 81 cells, got 80`. */
  problems: string[];
  /** A part of the file that is not read. */
  note: string | null;
}
