"""A table of pairs as an endless data set for PyTorch, with other equivalents in each epoch.

In epoch ``e``, each pair is transformed by a symmetry of its own, drawn from the seed and ``e``: puzzle
and solution alike. There are 1.2 * 10^12 of them, so that a model sees no pair twice. Loaders whose
workers are started anew for each epoch need ``set_epoch``, as samplers of PyTorch do.
"""

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

import batchdoku

#: Pairs that are transformed at a time.
BATCH = 8192


class AugmentedPairs(IterableDataset):
    def __init__(self, puzzles, solutions, seed=0):
        """``puzzles`` and ``solutions``: text in any kind, or arrays of shape ``(n, 81)``."""
        self.puzzles, self.solutions = cells(puzzles), cells(solutions)
        self.seed, self.epoch = seed, 0

    def set_epoch(self, epoch):
        self.epoch = epoch

    def __len__(self):
        return len(self.puzzles)

    def __iter__(self):
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        rng = np.random.default_rng([self.seed, self.epoch])
        order = rng.permutation(len(self.puzzles))[worker::workers]
        # A number for each worker and epoch: another seed, other symmetries.
        seed = int(np.random.default_rng([self.seed, self.epoch, worker]).integers(2**63))
        self.epoch += 1
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            pairs = batchdoku.shuffle(
                self.puzzles[rows], seed + start, solutions=self.solutions[rows], threads=1
            )
            for puzzle, solution in zip(*pairs):
                yield torch.from_numpy(puzzle).long(), torch.from_numpy(solution).long()


def cells(x):
    """An array of shape ``(n, 81)``, 0 for an empty cell."""
    x = np.asarray(x)
    if x.dtype.kind in "iu":
        return x.reshape(-1, 81).astype(np.uint8)
    text = np.array(x.tolist(), dtype="S81").view(np.uint8).reshape(-1, 81)
    return np.where((text >= ord("1")) & (text <= ord("9")), text - ord("0"), 0).astype(np.uint8)
