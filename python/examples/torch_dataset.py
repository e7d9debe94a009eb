"""An endless data set for PyTorch's ``DataLoader``, whose workers each make a range of their own.

Puzzles and solutions are int64 tensors of 81 cells, 0 for an empty one, as embeddings and losses take
them; ``torch.nn.functional.one_hot(puzzle, 10)`` makes planes of them. An epoch starts where the last
one ended, also if the loader starts its workers anew: how far each is stands in shared memory.
"""

import torch
from dataset import Puzzles
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

MOST_WORKERS = 256


class PuzzleTensors(IterableDataset):
    def __init__(self, **options):
        self.options = options
        self.done = torch.zeros(MOST_WORKERS, dtype=torch.int64).share_memory_()

    def __iter__(self):
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        puzzles = Puzzles(
            worker=worker, workers=workers, done=int(self.done[worker]), **self.options
        )
        for puzzle, solution in puzzles:
            self.done[worker] = puzzles.done
            yield torch.from_numpy(puzzle).long(), torch.from_numpy(solution).long()


if __name__ == "__main__":
    puzzles, solutions = next(iter(DataLoader(PuzzleTensors(seed=1), batch_size=4, num_workers=2)))
    print(puzzles.shape, solutions.shape)
