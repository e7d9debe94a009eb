"""An endless data set of (puzzle, solution) pairs for training, with NumPy alone.

Every worker makes its own range of the corpus, so that none makes a puzzle of another.
``torch_dataset.py`` has it as tensors of PyTorch, for its workers.
"""

import batchdoku


class Puzzles:
    def __init__(self, seed=0, worker=0, workers=1, batch=1024, **options):
        self.seed, self.options = seed, options
        self.worker, self.workers, self.batch = worker, workers, batch

    def __iter__(self):
        skip = self.worker * self.batch
        while True:
            yield from zip(
                *batchdoku.generate(
                    self.batch, seed=self.seed, skip=skip, as_="numpy", threads=1, **self.options
                )
            )
            skip += self.workers * self.batch


if __name__ == "__main__":
    for _, (puzzle, solution) in zip(range(2), Puzzles(clues=(30, 36))):
        print(puzzle.reshape(9, 9), solution.reshape(9, 9), sep="\n\n")
