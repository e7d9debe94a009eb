/* Calls everything in batchdoku.h, rightly and wrongly. Exits with 0 if all is as documented. */
#include "batchdoku.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 1000

static int failures = 0;

#define CHECK(condition)                                                                  \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      fprintf(stderr, "line %d: %s (bd_error: %s)\n", __LINE__, #condition, bd_error());  \
      failures++;                                                                         \
    }                                                                                     \
  } while (0)

/* Fails with a message that has these words. */
#define REFUSED(call, failed, words)                                                      \
  do {                                                                                    \
    CHECK((call) == (failed));                                                            \
    CHECK(strstr(bd_error(), words) != NULL);                                             \
  } while (0)

static const char PUZZLE[] =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
static const char SOLUTION[] =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

static void one_puzzle(void) {
  char solution[82], line[83], empty[82], bad[82];
  size_t nodes = 77, aligned[12];
  memset(solution, 'x', sizeof solution);
  CHECK(bd_solve(PUZZLE, 2, solution, &nodes) == 1);
  CHECK(memcmp(solution, SOLUTION, 81) == 0 && solution[81] == 'x' && nodes == 0);
  CHECK(bd_solve(PUZZLE, 1, NULL, NULL) == 1);
  /* A line of a file, which is followed by something else; the solution may overwrite the puzzle. */
  sprintf(line, "%s\n", PUZZLE);
  CHECK(bd_solve(line, 2, line, &nodes) == 1);
  CHECK(memcmp(line, SOLUTION, 81) == 0 && line[81] == '\n');
  memset(empty, '.', 81);
  empty[81] = '\0';
  CHECK(bd_solve(empty, 50, solution, &nodes) == 50 && nodes > 0);
  CHECK(bd_count(empty, 3) == 3 && bd_count(PUZZLE, (size_t)-1) == 1);
  CHECK(bd_is_unique(PUZZLE) == 1 && bd_is_unique(empty) == 0);
  empty[0] = empty[1] = '5';
  memset(solution, 'x', sizeof solution);
  CHECK(bd_solve(empty, 2, solution, &nodes) == 0 && solution[0] == 'x');

  nodes = 77;
  memcpy(bad, PUZZLE, 82);
  bad[4] = 'Q';
  REFUSED(bd_solve(bad, 1, solution, &nodes), (size_t)-1, "5");
  REFUSED(bd_solve(NULL, 1, solution, &nodes), (size_t)-1, "NULL");
  REFUSED(bd_solve("53..7", 1, solution, &nodes), (size_t)-1, "81 cells, got 5");
  REFUSED(bd_is_unique(""), -1, "81 cells, got 0");
  REFUSED(bd_solve(PUZZLE, 1, solution, (size_t *)((char *)aligned + 1)), (size_t)-1, "aligned");
  REFUSED(bd_solve(PUZZLE, 1, (char *)aligned, aligned + 2), (size_t)-1, "overlap");
  memcpy(aligned, PUZZLE, 81);
  REFUSED(bd_solve((char *)aligned, 1, NULL, aligned + 2), (size_t)-1, "overlap");
  CHECK(solution[0] == 'x' && nodes == 77);
}

static void levels(void) {
  static const char *const names[] = {"avx512", "avx2", "neon", "portable"};
  char before[16], solution[81];
  size_t i, used = 0;
  strcpy(before, bd_simd());
  for (i = 0; i < 4; i++) {
    if (bd_use_simd(names[i]) == 0) {
      CHECK(strcmp(bd_simd(), names[i]) == 0);
      CHECK(bd_solve(PUZZLE, 2, solution, NULL) == 1 && memcmp(solution, SOLUTION, 81) == 0);
      used++;
    }
  }
  CHECK(used >= 1);
  REFUSED(bd_use_simd("mmx"), -1, "mmx");
  REFUSED(bd_use_simd(NULL), -1, "NULL");
  CHECK(bd_use_simd(before) == 0 && bd_version()[0] != '\0');
}

/* Rows of 82 bytes; every seventh is malformed. */
static void batch(void) {
  char *puzzles = malloc(ROWS * 82), *solutions = malloc(ROWS * 83);
  bd_outcome *outcomes = malloc(ROWS * sizeof *outcomes);
  bd_batch_options options = bd_batch_defaults(), two_options[4];
  /* Records with a solution before and behind the puzzle. */
  uint8_t records[ROWS][250], *puzzle = records[0] + 84;
  bd_stop *stop = bd_stop_new();
  unsigned char numbers[2 * 81], solved[2 * 81];
  size_t i, threads;
  for (i = 0; i < ROWS; i++) {
    memcpy(puzzles + 82 * i, PUZZLE, 82);
    if (i % 7 == 3) puzzles[82 * i + 80] = '!';
  }
  for (threads = 0; threads < 4; threads++) {
    memset(solutions, '#', ROWS * 83);
    options.threads = threads;
    CHECK(bd_solve_batch((uint8_t *)puzzles, ROWS, 82, (uint8_t *)solutions, 83, outcomes,
                         &options) == 0);
    for (i = 0; i < ROWS; i++) {
      const char *row = solutions + 83 * i;
      if (i % 7 == 3) {
        CHECK(outcomes[i].end == BD_END_MALFORMED && outcomes[i].solutions == 0);
        CHECK(row[0] == '.' && row[80] == '.');
      } else {
        CHECK(outcomes[i].end == BD_END_SOLUTION_LIMIT && outcomes[i].solutions == 1);
        CHECK(memcmp(row, SOLUTION, 81) == 0);
      }
      CHECK(row[81] == '#' && row[82] == '#' && outcomes[i].reserved == 0);
    }
  }
  for (i = 0; i < 81; i++) {
    numbers[i] = PUZZLE[i] == '.' ? 0 : (unsigned char)(PUZZLE[i] - '0');
    numbers[81 + i] = 0;
  }
  options = bd_batch_defaults();
  options.numbers = options.unique = 1;
  CHECK(bd_solve_batch(numbers, 2, 81, solved, 81, outcomes, &options) == 0);
  CHECK(outcomes[0].solutions == 1 && outcomes[1].solutions == 2 && solved[0] == 5 && solved[81] == 0);
  CHECK(bd_solve_batch(numbers, 2, 81, NULL, 0, outcomes, NULL) == 0 && bd_solve_batch(NULL, 0, 0, NULL, 0, NULL, NULL) == 0);
  options.unique = 0;
  options.limit = (uint64_t)-1;
  options.max_nodes = 1000;
  CHECK(bd_solve_batch(numbers + 81, 1, 81, NULL, 0, outcomes, &options) == 0);
  CHECK(outcomes[0].end == BD_END_NODE_LIMIT);
  options.max_nodes = (uint64_t)-1;
  options.stop = stop;
  bd_stop_set(stop);
  CHECK(bd_solve_batch(numbers + 81, 1, 81, NULL, 0, outcomes, &options) == 0);
  CHECK(outcomes[0].end == BD_END_STOPPED);
  bd_stop_free(stop);
  bd_stop_set(NULL);
  bd_stop_free(NULL);

  outcomes[0].nodes = 77;
  memset(solved, 99, sizeof solved);
  REFUSED(bd_solve_batch(NULL, 2, 81, solved, 81, outcomes, NULL), -1, "puzzles is NULL");
  REFUSED(bd_solve_batch(numbers, 2, 81, solved, 81, NULL, NULL), -1, "outcomes is NULL");
  REFUSED(bd_solve_batch(numbers, 2, 81, solved, 81, (bd_outcome *)((char *)outcomes + 1), NULL), -1, "aligned");
  REFUSED(bd_solve_batch(numbers, 2, 0, solved, 81, outcomes, NULL), -1, "stride of puzzles");
  REFUSED(bd_solve_batch(numbers, 2, 81, solved, 80, outcomes, NULL), -1, "stride of solutions");
  REFUSED(bd_solve_batch(numbers, (size_t)-1, 81, solved, 81, outcomes, NULL), -1, "too large");
  REFUSED(bd_solve_batch(numbers, (size_t)-1 / 3, 1, NULL, 0, outcomes, NULL), -1, "larger than memory");
  REFUSED(bd_solve_batch(numbers, 2, 81, numbers + 80, 81, outcomes, NULL), -1, "overlap");
  REFUSED(bd_solve_batch((uint8_t *)outcomes, 2, 81, solved, 81, outcomes, NULL), -1, "overlap");
  options = bd_batch_defaults();
  memcpy((char *)two_options + 1, &options, sizeof options);
  REFUSED(bd_solve_batch(numbers, 2, 81, solved, 81, outcomes, (bd_batch_options *)((char *)two_options + 1)), -1,
          "aligned");
  two_options[0] = options;
  REFUSED(bd_solve_batch(numbers, 2, 81, (uint8_t *)two_options, 81, outcomes, two_options), -1, "overlap");
  CHECK(outcomes[0].nodes == 77 && solved[0] == 99);

  for (i = 0; i < ROWS; i++) {
    memset(records[i], '#', sizeof records[i]);
    memcpy(records[i] + 84, PUZZLE, 81);
  }
  CHECK(bd_solve_batch(puzzle, ROWS, 250, puzzle - 81, 250, outcomes, NULL) == 0);
  CHECK(bd_solve_batch(puzzle, ROWS, 250, puzzle + 81, 250, outcomes, NULL) == 0);
  for (i = 0; i < ROWS; i++) {
    CHECK(memcmp(records[i] + 3, SOLUTION, 81) == 0 && memcmp(records[i] + 84, PUZZLE, 81) == 0);
    CHECK(memcmp(records[i] + 165, SOLUTION, 81) == 0 && records[i][2] == '#' && records[i][246] == '#');
  }
  REFUSED(bd_solve_batch(puzzle, ROWS, 250, puzzle - 80, 250, outcomes, NULL), -1, "overlap");
  REFUSED(bd_solve_batch(puzzle, ROWS, 250, puzzle + 80, 250, outcomes, NULL), -1, "overlap");
  REFUSED(bd_solve_batch(puzzle, ROWS, 250, puzzle + 81, 251, outcomes, NULL), -1, "overlap");
  free(puzzles);
  free(solutions);
  free(outcomes);
}

static void corpora(void) {
  char canonical[81], again[81], puzzle[81], solution[81], solved[81];
  bd_rating rating;
  bd_generate_options options;
  int er[3];
  uint64_t i;
  CHECK(bd_canonical(PUZZLE, canonical) == 0 && bd_canonical(canonical, again) == 0);
  CHECK(memcmp(canonical, again, 81) == 0);
  CHECK(bd_rate(PUZZLE, &rating) == 0 && rating.solutions == 1 && strcmp(rating.level, "easy") == 0);
  CHECK(rating.nodes == 0 && strstr(rating.technique, "_single") != NULL);
  CHECK(bd_rate_er(PUZZLE, er) == 1 && er[0] >= er[2] && er[0] < 30 && er[2] > 9);
  for (i = 0; i < 20; i++) {
    CHECK(bd_generate(9, i, NULL, puzzle, solution) == 1);
    CHECK(bd_solve(puzzle, 2, solved, NULL) == 1 && memcmp(solution, solved, 81) == 0);
    CHECK(bd_generate(9, i, NULL, again, NULL) == 1 && memcmp(again, puzzle, 81) == 0);
  }
  options.min_clues = 30;
  options.max_clues = 32;
  options.minimal = 0;
  options.symmetry = "rot180";
  CHECK(bd_generate(9, 1, &options, puzzle, NULL) == 1 && (puzzle[3] == '.') == (puzzle[77] == '.'));
  options.symmetry = "round";
  REFUSED(bd_generate(9, 1, &options, puzzle, NULL), -1, "round");
  options.symmetry = NULL;
  options.min_clues = -1;
  REFUSED(bd_generate(9, 1, &options, puzzle, NULL), -1, "-1");
  options.min_clues = 40;
  options.max_clues = 3;
  CHECK(bd_generate(9, 1, &options, puzzle, NULL) == -1);
  REFUSED(bd_generate(9, (uint64_t)-1, NULL, puzzle, NULL), -1, "index");
  REFUSED(bd_generate(9, 1, NULL, NULL, NULL), -1, "NULL");
  REFUSED(bd_generate(9, 1, NULL, puzzle, puzzle + 1), -1, "overlap");
  REFUSED(bd_canonical(PUZZLE, NULL), -1, "NULL");
  REFUSED(bd_rate("1", &rating), -1, "81 cells");
  REFUSED(bd_rate(PUZZLE, NULL), -1, "NULL");
  REFUSED(bd_rate_er(PUZZLE, (int *)((char *)er + 1)), -1, "aligned");
}

/* The candidates of a puzzle as 729 bytes, and a NUL. */
static void spelled(const uint16_t *masks, char *text) {
  int cell, digit;
  for (cell = 0; cell < 81; cell++)
    for (digit = 0; digit < 9; digit++)
      text[9 * cell + digit] = masks[cell] >> digit & 1 ? (char)('1' + digit) : '.';
  text[729] = '\0';
}

static void positions(void) {
  uint16_t masks[82], again[81], allowed[81];
  static const int8_t move[3] = {0, 2, 4};
  char candidates[730], solution[82], diagonal[82], both[2 * 820];
  uint8_t verdict = 99;
  size_t nodes = 77;
  bd_outcome outcome, two[2];
  int i;
  masks[81] = 999;
  CHECK(bd_candidates(PUZZLE, 81, masks) == 0 && masks[81] == 999);
  CHECK(bd_legal(PUZZLE, allowed) == 0);
  /* r1c1 holds the 5, r1c3 can be 1, 2 or 4. */
  CHECK(masks[0] == 1 << 4 && allowed[0] == 0 && masks[2] == (1 | 2 | 8) && allowed[2] == masks[2]);
  spelled(masks, candidates);
  CHECK(bd_candidates(candidates, 729, again) == 0 && memcmp(masks, again, sizeof again) == 0);
  memset(solution, 'x', sizeof solution);
  CHECK(bd_solve_candidates(masks, 2, solution) == 1 && solution[81] == 'x');
  CHECK(memcmp(solution, SOLUTION, 81) == 0 && bd_solve_candidates(masks, 2, NULL) == 1);

  /* The digits of the solution one after the other leave one candidate in each cell. */
  for (i = 0; i < 81; i++) {
    if (PUZZLE[i] == '.') CHECK(bd_place(again, i / 9, i % 9, SOLUTION[i] - '0') == 0);
    CHECK(again[i] == 1 << (SOLUTION[i] - '1'));
  }
  memcpy(again, masks, sizeof again);
  CHECK(bd_eliminate(again, 0, 2, 1) == 0 && again[2] == (2 | 8) && bd_eliminate(again, 0, 2, 9) == 0);
  REFUSED(bd_place(again, 0, 2, 1), -1, "eliminated");
  CHECK(bd_eliminate(again, 0, 2, 4) == 0 && bd_solve_candidates(again, 2, solution) == 0);
  memcpy(again, masks, sizeof again);
  REFUSED(bd_place(again, 0, 2, 5), -1, "r1c1 holds 5");
  REFUSED(bd_place(again, 0, 0, 4), -1, "r1c1 is filled");
  CHECK(bd_place(again, 0, 0, 5) == 0);
  REFUSED(bd_eliminate(again, 0, 0, 5), -1, "r1c1 is filled");
  REFUSED(bd_place(again, 9, 0, 5), -1, "0 to 8");
  REFUSED(bd_place(again, 0, -1, 5), -1, "0 to 8");
  REFUSED(bd_place(again, 0, 2, 10), -1, "1 to 9");
  CHECK(memcmp(masks, again, sizeof again) == 0);
  again[4] = 512;
  REFUSED(bd_place(again, 0, 2, 1), -1, "nine bits");
  REFUSED(bd_solve_candidates(again, 2, NULL), (size_t)-1, "nine bits");
  REFUSED(bd_solve_candidates(masks, 2, (char *)masks), (size_t)-1, "overlap");
  REFUSED(bd_solve_candidates(NULL, 2, NULL), (size_t)-1, "NULL");
  REFUSED(bd_candidates(PUZZLE, 80, masks), -1, "not 80");
  REFUSED(bd_candidates(PUZZLE, 729, masks), -1, "729 cells, got 81");
  REFUSED(bd_candidates(PUZZLE, 81, (uint16_t *)((char *)masks + 1)), -1, "aligned");
  REFUSED(bd_legal("5", masks), -1, "81 cells");

  /* Nine cells of candidates are no puzzle, whether or not a cell has more than one. */
  REFUSED(bd_solve(candidates, 2, solution, &nodes), (size_t)-1, "candidates");
  REFUSED(bd_canonical(candidates, solution), -1, "candidates");
  REFUSED(bd_solve_batch((uint8_t *)candidates, 1, 730, NULL, 0, &outcome, NULL), -1, "row 0 begins like candidates");
  for (i = 0; i < 2; i++) memcpy(both + 820 * i, candidates, 730);
  REFUSED(bd_solve_batch((uint8_t *)both, 2, 820, (uint8_t *)both + 735, 820, two, NULL), -1,
          "row 0 begins like candidates");
  REFUSED(bd_judge_moves((uint8_t *)candidates, 0, move, 1, NULL, 0, &verdict, NULL), -1, "grid 0: these are candidates");
  CHECK(verdict == 99);
  memset(diagonal, '.', 81);
  diagonal[81] = '\0';
  for (i = 0; i < 8; i++) diagonal[10 * i] = (char)('1' + i);
  CHECK(bd_solve(diagonal, 2, NULL, NULL) <= 2 && nodes == 77);
  diagonal[80] = '9';
  REFUSED(bd_solve(diagonal, 2, NULL, NULL), (size_t)-1, "candidates");
}

static void moves(void) {
  static const int8_t chosen[] = {0, 2, 4, 0, 2, 1, 0, 2, 5, 0, 0, 5, 0, 9, 5, 0, 2, 0};
  static const uint8_t expected[] = {BD_MOVE_RIGHT,  BD_MOVE_WRONG,    BD_MOVE_CONFLICT,
                                     BD_MOVE_FILLED, BD_MOVE_UNPARSED, BD_MOVE_UNPARSED};
  const uint8_t *grid = (const uint8_t *)PUZZLE, *solved = (const uint8_t *)SOLUTION;
  uint8_t verdicts[7], rows[6 * 90];
  int8_t others[7];
  int i;
  memset(verdicts, 99, sizeof verdicts);
  memset(others, 99, sizeof others);
  CHECK(bd_judge_moves(grid, 0, chosen, 6, NULL, 0, verdicts, others) == 0);
  CHECK(memcmp(verdicts, expected, 6) == 0 && verdicts[6] == 99 && others[6] == 99);
  for (i = 0; i < 6; i++) CHECK(others[i] == (i == 2 ? 0 : -1));
  for (i = 0; i < 6; i++) memcpy(rows + 90 * i, PUZZLE, 81);
  memset(verdicts, 99, sizeof verdicts);
  CHECK(bd_judge_moves(rows, 90, chosen, 6, solved, 0, verdicts, NULL) == 0);
  CHECK(memcmp(verdicts, expected, 6) == 0);
  CHECK(bd_judge_moves(NULL, 0, NULL, 0, NULL, 0, NULL, NULL) == 0);
  memset(verdicts, 99, sizeof verdicts);
  REFUSED(bd_judge_moves(grid, 80, chosen, 6, NULL, 0, verdicts, NULL), -1, "stride of grids");
  REFUSED(bd_judge_moves(rows, 90, chosen, 6, grid, 0, verdicts, NULL), -1, "solution 0: it is not complete");
  REFUSED(bd_judge_moves(rows, 90, chosen, 6, NULL, 0, rows + 8, NULL), -1, "overlap");
  REFUSED(bd_judge_moves(rows, 90, NULL, 6, NULL, 0, verdicts, NULL), -1, "moves is NULL");
  REFUSED(bd_judge_moves(rows, 90, chosen, 6, NULL, 0, NULL, NULL), -1, "verdicts is NULL");
  REFUSED(bd_judge_moves(grid, (size_t)-1 / 2, chosen, 6, NULL, 0, verdicts, NULL), -1, "larger than memory");
  rows[90 * 3] = '!';
  REFUSED(bd_judge_moves(rows, 90, chosen, 6, NULL, 0, verdicts, NULL), -1, "grid 3");
  CHECK(verdicts[0] == 99);
}

int main(void) {
  CHECK(bd_error()[0] == '\0');
  one_puzzle();
  levels();
  batch();
  corpora();
  positions();
  moves();
  return failures != 0;
}
