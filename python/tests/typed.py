"""What type checkers make of the package; it is checked and never run.

Each ``type: ignore`` stands for a misuse: one that were not refused would be reported as unused.
"""

from collections.abc import Iterator, Sequence
from typing import Any, assert_type

import numpy as np
import polars as pl
import pyarrow as pa

import batchdoku
from batchdoku import ErRating, Grid, Rating, Table
from batchdoku.polars import sudoku

puzzle = "." * 81
cells = np.zeros((2, 81), np.uint8)

assert_type(batchdoku.solve(puzzle), str | None)
assert_type(batchdoku.solve(puzzle.encode(), unique=True), bytes | None)
assert_type(batchdoku.solve(Grid(puzzle), threads=1), Grid | None)
assert_type(batchdoku.solve([puzzle], max_nodes=5), list[str | None])
assert_type(batchdoku.shuffle(puzzle, 3), str | None)
assert_type(batchdoku.count([puzzle], limit=3), list[int | None])
assert_type(batchdoku.is_unique(Grid(puzzle)), bool | None)
assert_type(batchdoku.rate(puzzle), Rating | None)
assert_type(batchdoku.check(puzzle, puzzle, unique=True), bool | None)
assert_type(batchdoku.generate(1), Table)
assert_type(batchdoku.generate(1, as_="str", clues=30), tuple[list[str], list[str]])
assert_type(
    batchdoku.generate(1, as_="str", with_weight=True, difficulty=["easy", "hard"]),
    tuple[list[str], list[str], list[float]],
)
assert_type(batchdoku.grids(1, as_="str"), list[str])
rows: Sequence[str] = [puzzle]
assert_type(batchdoku.solve(rows), list[str | None])
assert_type(batchdoku.rate(rows, er=True), list[ErRating | None])
assert_type(batchdoku.rate(puzzle, er=True), ErRating | None)
assert_type(batchdoku.check([Grid(puzzle), puzzle], [puzzle, None]), list[bool | None])
assert_type(batchdoku.explain(puzzle), dict[str, Any])
assert_type(batchdoku.explain(puzzle, to="json"), str)
assert_type(batchdoku.explain(iter(rows), er=True), Iterator[dict[str, Any]])
assert_type(batchdoku.explain(rows, to="json"), list[str])
assert_type(batchdoku.traces(puzzle), str | None)
assert_type(batchdoku.traces(rows), list[str | None])
assert_type(batchdoku.traces(rows, "chat", search=True), list[dict[str, Any] | None])
assert_type(batchdoku.traces(iter(rows), grids="each"), Iterator[str | None])
assert_type(batchdoku.neighbours(rows), list[list[str] | None])
assert_type(batchdoku.dedupe([puzzle], by="class"), list[str])
assert_type(batchdoku.split(cells)[0], np.ndarray[tuple[int, int], np.dtype[np.uint8]])
assert_type(batchdoku.stats(rows), dict[str, Any])
pairs = batchdoku.shuffle([puzzle], 3, solutions=[puzzle], copies=2)
assert_type(pairs, tuple[list[str], list[str]])
assert_type(sudoku(pl.col("puzzle")).check("solution"), pl.Expr)
assert_type(sudoku(pl.Series([puzzle])).solve(), pl.Series)
solutions: np.ndarray[tuple[int, int], np.dtype[np.uint8]] = batchdoku.solve(cells)
solved, mask = batchdoku.solve(cells, mask=True)
batchdoku.solve_table(pa.table({"puzzle": [puzzle]}), prefix="my_")
batchdoku.solve_file("in.txt", "out.txt", threads=3, strict=True)
batchdoku.generate_file("out.txt", 5, symmetry="rot180", to_format="csv")

batchdoku.solve(5)  # type: ignore
batchdoku.solve(puzzle, mask=True)  # type: ignore
batchdoku.solve([5])  # type: ignore
batchdoku.solve(cells, treads=3)  # type: ignore
batchdoku.rate(puzzle, unique=True)  # type: ignore
batchdoku.count(puzzle, limit="all")  # type: ignore
batchdoku.solve_table(puzzle)  # type: ignore
batchdoku.generate(1, symmetry="roundish")  # type: ignore
batchdoku.generate(1, difficulty="hardd")  # type: ignore
batchdoku.generate(1, as_="torch")  # type: ignore
batchdoku.generate("1")  # type: ignore
batchdoku.generate_file("out.txt", 5, symmetry="roundish")  # type: ignore
batchdoku.solve_file("in.txt", "out.txt", treads=3)  # type: ignore
batchdoku.explain(5)  # type: ignore
batchdoku.neighbours([5])  # type: ignore
