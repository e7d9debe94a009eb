/* Solves the puzzle given as argument.
 *
 *   cc solve.c $(pkg-config --cflags --libs batchdoku) -o solve
 */
#include <batchdoku.h>
#include <stdio.h>

int main(int argc, char **argv) {
  char solution[82] = {0};
  size_t count = bd_solve(argc > 1 ? argv[1] : NULL, 2, solution, NULL);
  if (count == (size_t)-1) {
    fprintf(stderr, "%s\n", bd_error());
    return 2;
  }
  printf("%s\n", count == 0 ? "no solution" : solution);
  return count != 1;
}
