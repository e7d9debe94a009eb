"""An endless data set of (puzzle, solution) pairs for training, with NumPy alone.

Every worker makes its own range of the corpus, so that none makes a puzzle of another. Each iterator
starts where the one before ended, so that an epoch has other puzzles than the last.
``torch_dataset.py`` has it as tensors of PyTorch, for its workers.
"""

import batchdoku


class Puzzles:
    def __init__(self, seed=0, worker=0, workers=1, batch=1024, done=0, **options):
        """``done``: the batches that this worker has made before."""
        self.seed, self.options, self.done = seed, options, done
        self.worker, self.workers, self.batch = worker, workers, batch

    def batches(self):
        """Whole batches: arrays of shape ``(batch, 81)``."""
        while True:
            skip = (self.done * self.workers + self.worker) * self.batch
            made = batchdoku.generate(
                self.batch, seed=self.seed, skip=skip, as_="numpy", threads=1, **self.options
            )
            # Counted before they are used: of a batch that an epoch ends in, the rest is not seen.
            self.done += 1
            yield made

    def __iter__(self):
        for puzzles, solutions in self.batches():
            yield from zip(puzzles, solutions)


if __name__ == "__main__":
    for _, (puzzle, solution) in zip(range(2), Puzzles(clues=(30, 36))):
        print(puzzle.reshape(9, 9), solution.reshape(9, 9), sep="\n\n")
