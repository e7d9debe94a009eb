"""Calls for one puzzle or a few: on the calling thread, with the interpreter's lock, without files."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import lines

import batchdoku

EASY = lines("easy.txt")[0]
EMPTY = "." * 81
FEW = lines("clues36.txt")[:20]
CALLS = {
    "solve": lambda: batchdoku.solve(EASY),
    "is_unique": lambda: batchdoku.is_unique(EASY),
    "count": lambda: batchdoku.count(EASY),
    "check": lambda: batchdoku.check(EASY, EASY),
    "rate": lambda: batchdoku.rate(EASY),
    "canon": lambda: batchdoku.canon(EASY),
    "shuffle": lambda: batchdoku.shuffle(EASY),
    "explain": lambda: batchdoku.explain(EASY),
    "neighbours": lambda: batchdoku.neighbours(EASY, limit=3),
    "generate": lambda: batchdoku.generate(1),
    "grids": lambda: batchdoku.grids(1),
    "list": lambda: batchdoku.solve(FEW),
    "numpy": lambda: batchdoku.solve(np.array(FEW)),
    "pandas": lambda: batchdoku.solve(pd.Series(FEW)),
    "polars": lambda: batchdoku.solve(pl.Series(FEW)),
    "table": lambda: batchdoku.solve_table(pa.table({"puzzle": FEW})),
}


#: Dictionaries of the steps of easy puzzles, which the calling thread finds, however many there are.
EXPLAINED = {
    "paths": lambda: batchdoku.explain(FEW * 20),
    "path by path": lambda: list(batchdoku.explain(iter(FEW * 20))),
}


# Other libraries give the lock away themselves, where they make arrays.
LIBRARIES = ("numpy", "pandas", "polars", "table")


@pytest.mark.parametrize("call", [call for call in CALLS if call not in LIBRARIES])
def test_the_lock_is_kept(call):
    """Who gives the lock away beside a busy thread waits an interval for it."""
    CALLS[call]()
    stop = threading.Event()
    before = sys.getswitchinterval()
    if hasattr(sys, "_is_gil_enabled") and not sys._is_gil_enabled():
        pytest.skip("this interpreter has no lock")

    def be_busy():
        while not stop.is_set():
            pass

    busy = threading.Thread(target=be_busy)
    busy.start()
    sys.setswitchinterval(1)
    try:
        time.sleep(0)  # gives it away once, so that the interval starts
        start = time.monotonic()
        for _ in range(10):
            CALLS[call]()
        took = time.monotonic() - start
    finally:
        sys.setswitchinterval(before)
        stop.set()
        busy.join()
    # Others of its imports and allocations may give it away, once or twice.
    assert took < 5, f"{call} gives the lock away"


def test_no_threads_and_no_files():
    code = """
import os, sys, tempfile
sys.path.insert(0, os.environ["TESTS"])
from test_small import CALLS, EXPLAINED, comes_true
before = len(os.listdir("/proc/self/task"))
for name, call in (CALLS | EXPLAINED).items():
    call()
    if name not in ("pandas", "polars"):
        assert comes_true(lambda: len(os.listdir("/proc/self/task")) == before), name
    before = len(os.listdir("/proc/self/task"))
"""
    environment = os.environ | {"TMPDIR": "/nowhere", "TESTS": os.path.dirname(__file__)}
    if os.path.isdir("/proc/self/task"):
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def comes_true(condition):
    """Return whether it holds, or soon does: a thread that has been told to end is there until it runs again."""
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


def names_of_threads():
    for comm in Path("/proc/self/task").glob("*/comm"):
        with contextlib.suppress(OSError):  # It may just have ended.
            yield comm.read_text()


def test_threads_end_with_their_call():
    batchdoku.solve(lines("clues36.txt") * 10, threads=4)
    assert comes_true(lambda: not any(it.startswith("batchdoku") for it in names_of_threads()))


def test_long_work_leaves_the_lock():
    done = threading.Event()

    for call in (
        lambda: batchdoku.count(EMPTY, limit=3_000_000, max_nodes=2**40),
        lambda: batchdoku.count([EMPTY] * 3, limit=1_000_000),
        lambda: batchdoku.neighbours(lines("minimal.txt")[0], remove=2, limit=2000),
    ):
        steps, done = [], threading.Event()

        def count_steps(steps=steps, done=done):
            while not done.is_set():
                steps.append(time.monotonic())
                time.sleep(0.001)

        other = threading.Thread(target=count_steps)
        other.start()
        start = time.monotonic()
        call()
        end = time.monotonic()
        done.set()
        other.join()
        assert sum(start < step < end for step in steps) > 2


def test_one_row_has_the_answer_of_many():
    """The calling thread leaves long searches to others; that makes no difference."""
    rows = lines("hard.txt")[:10] + lines("extreme.txt")[:10] + lines("multiple.txt")[:10]
    rows += [*lines("nosolution.txt")[:10], EMPTY, "11" + "." * 79]
    many = rows * (5000 // len(rows))
    for options in ({}, {"max_nodes": 100}, {"max_nodes": 300}):
        for function in (batchdoku.solve, batchdoku.is_unique, batchdoku.count):
            limits = options | ({"limit": 700} if function is batchdoku.count else {})
            expected = function(many, **limits)[: len(rows)]
            assert [function(row, **limits) for row in rows] == expected
            assert function(rows, **limits) == expected
        table = batchdoku.solve_table(pa.table({"puzzle": many}), limit=700, **options)
        few = batchdoku.solve_table(pa.table({"puzzle": rows}), limit=700, **options)
        assert few == table[: len(rows)].combine_chunks()
    assert [batchdoku.rate(row) for row in rows] == batchdoku.rate(many)[: len(rows)]
    assert [batchdoku.canon(row) for row in rows] == batchdoku.canon(many)[: len(rows)]
    for options in ({}, {"clues": 23}, {"difficulty": "long_search"}, {"symmetry": "rot180"}):
        corpus = batchdoku.generate(40, seed=3, as_="str", **options)
        ones = [batchdoku.generate(1, seed=3, skip=i, as_="str", **options) for i in range(40)]
        assert [[one[0] for one in side] for side in zip(*ones)] == list(corpus)
