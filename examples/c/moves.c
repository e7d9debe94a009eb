/* Places digits in a puzzle, one by one, and says of each whether the rules allow it and whether it is right.
 *
 *   cc moves.c $(pkg-config --cflags --libs batchdoku) -o moves
 *   ./moves PUZZLE 134 279      the digit 4 for row 1, column 3; the digit 9 for row 2, column 7
 */
#include <batchdoku.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  static const char *const words[] = {"is no move", "is filled already", "breaks a rule", "is legal, but wrong", "is right"};
  const char *puzzle = argc > 1 ? argv[1] : "";
  uint16_t masks[81];
  char grid[81];
  int i, digit;
  if (bd_candidates(puzzle, 81, masks) != 0) {
    fprintf(stderr, "%s\n", bd_error());
    return 2;
  }
  memcpy(grid, puzzle, 81);
  for (i = 2; i < argc; i++) {
    int8_t move[3] = {-1, -1, 0}, other;
    uint8_t verdict;
    if (strlen(argv[i]) == 3) {
      move[0] = (int8_t)(argv[i][0] - '1');
      move[1] = (int8_t)(argv[i][1] - '1');
      move[2] = (int8_t)(argv[i][2] - '0');
    }
    if (bd_judge_moves((uint8_t *)grid, 0, move, 1, NULL, 0, &verdict, &other) != 0) {
      fprintf(stderr, "%s\n", bd_error());
      return 2;
    }
    printf("%s %s", argv[i], words[verdict]);
    if (verdict == BD_MOVE_CONFLICT) printf(": r%dc%d", other / 9 + 1, other % 9 + 1);
    printf("\n");
    if (verdict != BD_MOVE_RIGHT) continue;
    bd_place(masks, move[0], move[1], move[2]);
    grid[9 * move[0] + move[1]] = argv[i][2];
  }
  printf("r1c1 can be");
  for (digit = 1; digit <= 9; digit++)
    if (masks[0] >> (digit - 1) & 1) printf(" %d", digit);
  printf("\n");
  return 0;
}
