/* batchdoku as a solver of tdoku's harness: one puzzle a call. */
#include <batchdoku.h>

size_t OtherSolverBatchdoku(const char *input, size_t limit, uint32_t configuration,
                            char *solution, size_t *num_guesses) {
  /* 0: the best level of SIMD that this CPU has; 1: AVX2 at most. The harness runs one solver after the other. */
  static uint32_t in_use = 0;
  static char best[16];
  if (best[0] == '\0') {
    const char *name = bd_simd();
    size_t i;
    for (i = 0; name[i] != '\0' && i < sizeof best - 1; i++) best[i] = name[i];
  }
  if (configuration != in_use) {
    bd_use_simd(configuration == 1 ? "avx2" : best);
    in_use = configuration;
  }
  return bd_solve(input, limit, solution, num_guesses);
}
