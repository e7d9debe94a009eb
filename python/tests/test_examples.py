"""The recipes of examples/ and of the README."""

import doctest
import sys
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import batchdoku

PYTHON = Path(__file__).resolve().parents[1]


def test_the_readme():
    failed, tried = doctest.testfile(
        str(PYTHON / "README.md"),
        module_relative=False,
        optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS,
    )
    assert tried > 5 and failed == 0


def test_the_package():
    failed, tried = doctest.testmod(batchdoku)
    assert tried and not failed


@pytest.mark.parametrize("workers", [1, 3])
def test_dataset(workers):
    from dataset import Puzzles

    parts = [
        islice(iter(Puzzles(seed=4, worker=w, workers=workers, batch=20)), 40)
        for w in range(workers)
    ]
    pairs = [pair for part in parts for pair in part]
    puzzles, solutions = (np.array(side) for side in zip(*pairs))
    assert len(np.unique(puzzles, axis=0)) == 40 * workers
    assert batchdoku.check(puzzles, solutions, unique=True).all()
    corpus = batchdoku.generate(40 * workers, seed=4, as_="numpy")[0]
    assert {p.tobytes() for p in puzzles} == {p.tobytes() for p in corpus}


def test_torch_dataset(monkeypatch):
    """With a stand-in for PyTorch, which is a gigabyte: each worker has a range of its own."""
    info = SimpleNamespace(id=0, num_workers=2)
    data = SimpleNamespace(IterableDataset=object, DataLoader=None, get_worker_info=lambda: info)
    torch = SimpleNamespace(
        from_numpy=lambda cells: SimpleNamespace(long=lambda: cells.astype("i8"))
    )
    for name, module in [("torch", torch), ("torch.utils", torch), ("torch.utils.data", data)]:
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "torch_dataset", raising=False)
    from torch_dataset import PuzzleTensors

    pairs = []
    for info.id in range(2):
        pairs += islice(PuzzleTensors(seed=4, batch=20), 40)
    puzzles, solutions = (np.array(side) for side in zip(*pairs))
    assert puzzles.dtype == np.int64 and batchdoku.check(puzzles, solutions).all()
    corpus = batchdoku.generate(80, seed=4, as_="numpy")[0]
    assert {p.tobytes() for p in puzzles} == {p.tobytes() for p in corpus.astype("i8")}
