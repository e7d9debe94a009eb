/* batchdoku: solves, checks, rates and makes sudoku puzzles.
 *
 * Text:     a puzzle is 81 bytes, row by row: 1-9 are clues, any of . 0 * _ x X ? - is an empty cell. Of a
 *           string, the first 81 bytes are read; if these are the first nine cells of 729 candidates, that is an
 *           error. Solutions, canonical forms and generated puzzles are 81 bytes without a NUL; empty cells are
 *           dots.
 * Positions: 81 masks of 16 bits, row by row; bit d - 1 stands for the candidate d. A cell with one candidate is
 *           filled if none of the cells that it sees has it.
 * Errors:   a function that fails says so by its result, writes to none of its arguments, and leaves a
 *           message for bd_error() on the same thread.
 * Checks:   NULL where a pointer is needed, misaligned and overlapping buffers, and sizes too small for what
 *           they are to hold are errors. That a pointer is valid for the size that goes with it, or for 81 bytes,
 *           cannot be checked. A string that ends before its 81st byte is an error.
 * Threads:  all functions may be called from any number of threads at once.
 * Memory:   the caller owns all buffers; what a function returns by pointer is static or says how long it
 *           lives. Only bd_stop_new() allocates for the caller: bd_stop_free() frees it.
 */

#ifndef BATCHDOKU_H
#define BATCHDOKU_H

/* Made by cbindgen from crates/capi; `.ci/run capi` checks it. */

#include <stddef.h>
#include <stdint.h>

/**
 * How a search ended: the field `end` of bd_outcome.
 */
typedef enum {
  /**
   * The search was complete, and the number of solutions is exact.
   */
  BD_END_COMPLETE = 0,
  /**
   * The limit of solutions was reached: there may be more.
   */
  BD_END_SOLUTION_LIMIT = 1,
  /**
   * The limit of nodes was reached: there may be more solutions.
   */
  BD_END_NODE_LIMIT = 2,
  /**
   * The search was stopped: there may be more solutions.
   */
  BD_END_STOPPED = 3,
  /**
   * The puzzle is malformed, and was not searched.
   */
  BD_END_MALFORMED = 4
} bd_end;

#ifdef __cplusplus
extern "C" {
#endif

/**
 * There is no move: a row, a column or a digit is out of range.
 */
#define BD_MOVE_UNPARSED 0

/**
 * The cell holds a digit.
 */
#define BD_MOVE_FILLED 1

/**
 * A cell that the cell sees holds the digit.
 */
#define BD_MOVE_CONFLICT 2

/**
 * The rules allow the move, but no solution has it.
 */
#define BD_MOVE_WRONG 3

/**
 * A solution has the move.
 */
#define BD_MOVE_RIGHT 4

/**
 * A flag that stops batches.
 */
typedef struct bd_stop bd_stop;

/**
 * The options of a batch: get the defaults from bd_batch_defaults(), then change them.
 */
typedef struct {
  /**
   * The maximum number of solutions per puzzle; UINT64_MAX finds all. By default 1.
   */
  uint64_t limit;
  /**
   * The maximum number of nodes per puzzle; UINT64_MAX, the default, sets no limit.
   */
  uint64_t max_nodes;
  /**
   * 0 (the default) for one thread per core, 1 for the calling thread only. With any other number, each call
   * starts new threads.
   */
  size_t threads;
  /**
   * Not 0: cells are the numbers 0 to 9 instead of text, in puzzles and solutions. By default 0.
   */
  int numbers;
  /**
   * Not 0: only unique solutions are written; the limit is then 2, and `limit` is ignored. By default 0.
   */
  int unique;
  /**
   * The flag that ends the batch once it is set; NULL, the default, for none.
   */
  const bd_stop *stop;
} bd_batch_options;

/**
 * The outcome of one puzzle of a batch.
 */
typedef struct {
  /**
   * Solutions found, up to the limit.
   */
  uint64_t solutions;
  /**
   * Nodes: the number of alternatives that the search entered.
   */
  uint64_t nodes;
  /**
   * The reason why the search ended.
   */
  bd_end end;
  /**
   * Always 0.
   */
  uint32_t reserved;
} bd_outcome;

/**
 * The rating of a puzzle by techniques.
 */
typedef struct {
  /**
   * The number of solutions: 0, 1, or 2 for several.
   */
  uint64_t solutions;
  /**
   * The number of search nodes if the techniques do not solve the puzzle, otherwise 0.
   */
  uint64_t nodes;
  /**
   * The name of the level, such as "medium"; "unsolvable" or "multiple" if there is not exactly one solution.
   */
  char level[16];
  /**
   * The name of the hardest technique, such as "naked_pair"; empty if there is none.
   */
  char technique[32];
} bd_rating;

/**
 * The conditions on the puzzles that bd_generate() makes.
 */
typedef struct {
  /**
   * The fewest clues, from 17.
   */
  int min_clues;
  /**
   * The most clues, up to 81.
   */
  int max_clues;
  /**
   * Not 0: every clue is needed.
   */
  int minimal;
  /**
   * The symmetry of the cells with clues, as the program names it, such as "rot180"; NULL for none.
   */
  const char *symmetry;
} bd_generate_options;

/**
 * Creates a flag that is not set. Free it by bd_stop_free().
 */
bd_stop *bd_stop_new(void);

/**
 * Sets a flag: the batches with this flag end within some milliseconds. Any thread may call this, and so may
 * the handler of a signal.
 *
 * # Safety
 * `stop` must be NULL or come from bd_stop_new() and not be freed.
 */
void bd_stop_set(const bd_stop *stop);

/**
 * Frees a flag that no batch uses any longer.
 *
 * # Safety
 * `stop` must be NULL or come from bd_stop_new(), and is not to be used afterwards.
 */
void bd_stop_free(bd_stop *stop);

/**
 * Returns the defaults: the first solution of each puzzle as text, on all cores.
 */
bd_batch_options bd_batch_defaults(void);

/**
 * Solves many puzzles: row `i` is the 81 bytes from `puzzles + i * stride`.
 *
 * The first solution of a row goes to the 81 bytes from `solutions + i * solution_stride`. If there is no solution,
 * these bytes are filled with dots (or 0 for numbers). `solutions` may be NULL. The outcome goes to `outcomes[i]`. No
 * other bytes change. A malformed row is an outcome, not an error. Rows of 729 candidates are an error, because their
 * first 81 bytes would be another puzzle. `options` may be NULL for the defaults. Results do not depend on the number
 * of threads. Returns 0, or -1 for an error.
 *
 * Puzzles and solutions may be fields of the records of one array: with equal strides, each solution may lie before or
 * after the puzzle of its row.
 *
 * # Safety
 * `puzzles` and `solutions` must be valid for the last row's 81 bytes, and `outcomes` for `rows`; nothing
 * else may access them during the call.
 */
int bd_solve_batch(const uint8_t *puzzles,
                   size_t rows,
                   size_t stride,
                   uint8_t *solutions,
                   size_t solution_stride,
                   bd_outcome *outcomes,
                   const bd_batch_options *options);

/**
 * Writes the canonical form of a puzzle: the smallest equivalent puzzle, with dots for empty cells. Equivalent
 * puzzles have the same canonical form. Returns 0, or -1 if the puzzle is malformed.
 *
 * # Safety
 * `puzzle` must be valid for 81 bytes or up to a NUL before, `canonical` for 81 bytes.
 */
int bd_canonical(const char *puzzle,
                 char *canonical);

/**
 * Rates a puzzle by the techniques that solve it. Returns 0, or -1 if the puzzle is malformed.
 *
 * # Safety
 * `puzzle` must be valid for 81 bytes or up to a NUL before, `rating` for one value.
 */
int bd_rate(const char *puzzle, bd_rating *rating);

/**
 * Rates a puzzle on the scale of Sudoku Explainer, in tenths: for example, 42 is 4.2. Writes the ratings of
 * the hardest step (ER), of the hardest step up to the first digit placed (EP) and of the first step (ED) to
 * `ratings[0]`, `ratings[1]` and `ratings[2]`. Returns 1; 0 if the puzzle does not have exactly one solution or the
 * techniques do not suffice; -1 if the puzzle is malformed.
 *
 * # Safety
 * `puzzle` must be valid for 81 bytes or up to a NUL before, `ratings` for three values.
 */
int bd_rate_er(const char *puzzle,
               int *ratings);

/**
 * Generates puzzle number `index` of a seed. It is the same on every machine, and the same as that of the program's
 * `generate --seed SEED --skip INDEX -n 1`.
 *
 * Writes 81 bytes to `puzzle`, and the solution to `solution` unless this is NULL. `options` may be NULL for
 * minimal puzzles with any number of clues. Returns 1; 0 if none of 100,000 tries met the conditions; -1 for an
 * error.
 *
 * # Safety
 * `puzzle` must be valid for 81 bytes, `solution` NULL or valid for 81 bytes, `options` NULL or valid, its
 * symmetry NULL or a string.
 */
int bd_generate(uint64_t seed,
                uint64_t index,
                const bd_generate_options *options,
                char *puzzle,
                char *solution);

/**
 * Returns the message of the last call on this thread that failed; an empty string before the first.
 * It stays valid until the next call on this thread that fails, or the end of the thread.
 */
const char *bd_error(void);

/**
 * Writes the candidates of each cell of a position to the 81 values of `masks`, row by row: bit `d - 1` stands for the
 * digit `d`. The mask of a filled cell has its digit. The mask of a cell without candidates is 0.
 *
 * If `length` is 81, the text is a puzzle. If it is 729, the text has nine bytes for each cell: the candidates of the
 * first cell, then the candidates of the second cell, and so on. A cell with one candidate is then filled if no cell
 * that it sees has this candidate. Returns 0, or -1 for an error.
 *
 * # Safety
 * `text` must be valid for `length` bytes or up to a NUL before, `masks` for 81 values.
 */
int bd_candidates(const char *text,
                  size_t length,
                  uint16_t *masks);

/**
 * Writes the digits that the rules allow in each empty cell of a puzzle to the 81 values of `masks`, in the form of
 * bd_candidates(). The mask of a filled cell is 0. Returns 0, or -1 if the puzzle is malformed.
 *
 * # Safety
 * `puzzle` must be valid for 81 bytes or up to a NUL before, `masks` for 81 values.
 */
int bd_legal(const char *puzzle,
             uint16_t *masks);

/**
 * Counts the solutions of a position, up to `limit`: solutions where each digit is a candidate of its cell.
 *
 * `masks` has 81 values, as bd_candidates() writes them. The first solution goes to the 81 bytes of `solution`, if there
 * is one and `solution` is not NULL. Returns the count, or SIZE_MAX for an error. A limit of SIZE_MAX finds all.
 *
 * # Safety
 * `masks` must be valid for 81 values, `solution` NULL or valid for 81 bytes.
 */
size_t bd_solve_candidates(const uint16_t *masks,
                           size_t limit,
                           char *solution);

/**
 * Places a digit in a position: the cell keeps only this candidate, and the cells that it sees lose the candidate.
 *
 * `masks` has 81 values, as bd_candidates() writes them; `row` and `column` are 0 to 8, `digit` is 1 to 9. Returns 0,
 * even if the cell is already filled with this digit. Returns -1 and changes nothing for an error, for example if the
 * cell is filled with another digit, or if the digit is not a candidate.
 *
 * # Safety
 * `masks` must be valid for 81 values.
 */
int bd_place(uint16_t *masks,
             int row,
             int column,
             int digit);

/**
 * Eliminates a digit from an empty cell of a position. A digit that is not a candidate changes nothing. The arguments
 * and the result are those of bd_place().
 *
 * # Safety
 * `masks` must be valid for 81 values.
 */
int bd_eliminate(uint16_t *masks,
                 int row,
                 int column,
                 int digit);

/**
 * Judges many moves. Move `i` is `moves[3 * i]` to `moves[3 * i + 2]`: the row and the column, both counted from 0,
 * and the digit. It is a move in the grid of 81 bytes from `grids + i * stride`. With a stride of 0, all moves share
 * one grid.
 *
 * The verdict goes to `verdicts[i]`: one of the constants BD_MOVE_UNPARSED to BD_MOVE_RIGHT. For BD_MOVE_CONFLICT, the
 * number of the cell that holds the digit, from 0 to 80, goes to `others[i]`; otherwise -1. `others` may be NULL. If
 * the rules allow a move, its grid is searched for a solution with the move. `solutions` saves these searches: it is
 * NULL, or has the unique solution of each grid, as text with the stride `solution_stride`. Returns 0, or -1 for an
 * error, such as a malformed grid.
 *
 * # Safety
 * `grids` and `solutions` must be valid for the last row's 81 bytes, `moves` for `3 * count` values, `verdicts` and
 * `others` for `count`; nothing else may access them during the call.
 */
int bd_judge_moves(const uint8_t *grids,
                   size_t stride,
                   const int8_t *moves,
                   size_t count,
                   const uint8_t *solutions,
                   size_t solution_stride,
                   uint8_t *verdicts,
                   int8_t *others);

/**
 * Counts the solutions of a puzzle, up to `limit`.
 *
 * Writes the first solution, if there is one, to the 81 bytes of `solution`, which may be the bytes of the puzzle;
 * `solution` may be NULL. Writes the number of alternatives that the search entered to `nodes`, which may be NULL.
 * Returns the count, or SIZE_MAX if the puzzle is malformed. A limit of SIZE_MAX finds all solutions.
 *
 * # Safety
 * `puzzle` must be valid for 81 bytes or up to a NUL before, `solution` for 81 bytes, `nodes` for one value.
 */
size_t bd_solve(const char *puzzle,
                size_t limit,
                char *solution,
                size_t *nodes);

/**
 * Counts the solutions of a puzzle, up to `limit`. Returns SIZE_MAX if the puzzle is malformed.
 *
 * # Safety
 * `puzzle` must be valid for 81 bytes or up to a NUL before.
 */
size_t bd_count(const char *puzzle, size_t limit);

/**
 * Returns 1 if the puzzle has exactly one solution, 0 if it has none or several, -1 if it is malformed.
 *
 * # Safety
 * `puzzle` must be valid for 81 bytes or up to a NUL before.
 */
int bd_is_unique(const char *puzzle);

/**
 * Returns the version of the library, a static string.
 */
const char *bd_version(void);

/**
 * Returns the name of the SIMD level in use, a static string: "avx512", "avx2", "neon" or "portable".
 */
const char *bd_simd(void);

/**
 * Selects the SIMD level from now on, on all threads, by a name that bd_simd() returns. The level changes the speed,
 * never a result. Returns 0, or -1 if there is no such level, or if this CPU does not support it.
 *
 * # Safety
 * `level` must be NULL or a string.
 */
int bd_use_simd(const char *level);

#ifdef __cplusplus
}
#endif

#endif /* BATCHDOKU_H */
