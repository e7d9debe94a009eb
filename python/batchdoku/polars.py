"""Polars: the operations as a namespace of expressions and of Series, ``sudoku``.

>>> import polars as pl
>>> import batchdoku.polars
>>> frame = pl.DataFrame({"puzzle": [batchdoku.generate(1, as_="str")[0][0]]})
>>> frame.select(pl.col("puzzle").sudoku.is_unique())["puzzle"].to_list()
[True]

Type checkers do not know a namespace that is added to the classes of Polars. For them, :func:`sudoku`
does the same:

>>> from batchdoku.polars import sudoku
>>> frame.select(sudoku(pl.col("puzzle")).is_unique())["puzzle"].to_list()
[True]

Operations that depend on the whole column (``shuffle``, ``dedupe``, ``split``, ``stats``) load the
column into memory, even in a lazy query. Operations that change the rows (``copies`` of ``shuffle``,
``dedupe``, ``split``, ``stats``) are only for Series; for frames, use ``batchdoku.shuffle_table`` and
similar functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import polars as pl

import batchdoku
from batchdoku._columns import TYPES
from batchdoku._corpus import DedupeBy, SplitBy
from batchdoku._score import KINDS
from batchdoku._types import Names

S = TypeVar("S", pl.Series, pl.Expr)

_SCORE = {name: getattr(pl, TYPES[kind].polars) for name, kind in KINDS.items()}
#: A column without puzzles: the result of a function for it shows the type of its results.
_NONE = pl.Series([], dtype=pl.String)


def sudoku(puzzles: S) -> Sudoku[S]:
    """Returns the operations on a column of puzzles, as ``puzzles.sudoku`` does."""
    return Sudoku(puzzles)


class Sudoku(Generic[S]):
    """The operations on a column of puzzles, an expression or a Series."""

    def __init__(self, puzzles: S) -> None:
        self._puzzles: Any = puzzles

    def _map(
        self,
        function: Callable[..., Any],
        beside: Any = None,
        is_elementwise: bool = True,
        **options: Any,
    ) -> Any:
        if isinstance(self._puzzles, pl.Series):
            others = [] if beside is None else [beside]
            return function(self._puzzles, *others, **options)
        of = function(_NONE, *([] if beside is None else [_NONE]), **options).dtype
        if beside is None:
            return self._puzzles.map_batches(
                lambda puzzles: function(puzzles, **options),
                return_dtype=of,
                is_elementwise=is_elementwise,
            )
        beside = pl.col(beside) if isinstance(beside, str) else beside
        return pl.map_batches(
            [self._puzzles, beside], lambda both: function(*both, **options), return_dtype=of
        )

    def _series(self, verb: str) -> pl.Series:
        if not isinstance(self._puzzles, pl.Series):
            raise TypeError(
                f"{verb} makes other rows, and is for Series; see batchdoku.{verb}_table"
            )
        return self._puzzles

    def solve(
        self,
        *,
        unique: bool = False,
        limit: int | None = None,
        max_nodes: int | None = None,
        threads: int = 0,
    ) -> S:
        """Returns the solutions, as text: see :func:`batchdoku.solve`."""
        options: dict[str, Any] = {
            "unique": unique,
            "limit": limit,
            "max_nodes": max_nodes,
            "threads": threads,
        }
        return self._map(batchdoku.solve, **options)  # type: ignore[no-any-return]

    def count(self, *, limit: int = 2, max_nodes: int | None = None, threads: int = 0) -> S:
        """Returns the numbers of solutions: see :func:`batchdoku.count`."""
        options: dict[str, Any] = {"limit": limit, "max_nodes": max_nodes, "threads": threads}
        return self._map(batchdoku.count, **options)  # type: ignore[no-any-return]

    def is_unique(self, *, max_nodes: int | None = None, threads: int = 0) -> S:
        """Returns whether there is exactly one solution: see :func:`batchdoku.is_unique`."""
        options: dict[str, Any] = {"max_nodes": max_nodes, "threads": threads}
        return self._map(batchdoku.is_unique, **options)  # type: ignore[no-any-return]

    def check(
        self,
        solutions: S | str,
        *,
        unique: bool = False,
        max_nodes: int | None = None,
        threads: int = 0,
    ) -> S:
        """Returns whether solutions, a column or its name, are right: see :func:`batchdoku.check`."""
        options: dict[str, Any] = {"unique": unique, "max_nodes": max_nodes, "threads": threads}
        return self._map(batchdoku.check, solutions, **options)  # type: ignore[no-any-return]

    def rate(self, *, er: bool = False, threads: int = 0) -> S:
        """Rates the puzzles, as structs: see :func:`batchdoku.rate`."""
        return self._map(batchdoku.rate, er=er, threads=threads)  # type: ignore[no-any-return]

    def canon(self, *, threads: int = 0) -> S:
        """Returns the canonical forms, as text: see :func:`batchdoku.canon`."""
        return self._map(batchdoku.canon, threads=threads)  # type: ignore[no-any-return]

    def shuffle(
        self,
        seed: int = 0,
        *,
        solutions: S | str | None = None,
        copies: int = 1,
        threads: int = 0,
    ) -> S:
        """Returns random equivalents, as text: see :func:`batchdoku.shuffle`.

        With solutions, a column or its name, returns structs of the fields ``puzzle`` and ``solution``.
        """
        if copies != 1:
            self._series("shuffle")
        options: dict[str, Any] = {"seed": seed, "copies": copies, "threads": threads}
        if solutions is None:
            return self._map(  # type: ignore[no-any-return]
                batchdoku.shuffle, is_elementwise=False, **options
            )
        return self._map(_shuffled_pairs, solutions, **options)  # type: ignore[no-any-return]

    def meets(
        self,
        *,
        needs: Names | None = None,
        hardest: Names | None = None,
        contains: Names | None = None,
        without: Names | None = None,
        at_most: str | None = None,
        er: bool = False,
        threads: int = 0,
    ) -> S:
        """Returns whether the path to each solution meets conditions: see :func:`batchdoku.meets`."""
        options: dict[str, Any] = {
            "needs": needs,
            "hardest": hardest,
            "contains": contains,
            "without": without,
            "at_most": at_most,
            "er": er,
            "threads": threads,
        }
        return self._map(batchdoku.meets, **options)  # type: ignore[no-any-return]

    def explain(
        self,
        *,
        er: bool = False,
        steps: int | None = None,
        without: Names | None = None,
        at_most: str | None = None,
        all_steps: bool = False,
        threads: int = 0,
    ) -> S:
        """Returns the steps to the solutions, as JSON: see :func:`batchdoku.explain`."""
        options: dict[str, Any] = {
            "er": er,
            "steps": steps,
            "without": without,
            "at_most": at_most,
            "all_steps": all_steps,
            "threads": threads,
        }
        return self._map(_explained, **options)  # type: ignore[no-any-return]

    def score(
        self, replies: S | str, *, answer: str = "auto", think: str = "drop", threads: int = 0
    ) -> S:
        """Compares replies, a column or its name, with the puzzles: see :func:`batchdoku.score`."""
        options: dict[str, Any] = {"answer": answer, "think": think, "threads": threads}
        return self._map(_scored, replies, **options)  # type: ignore[no-any-return]

    def dedupe(
        self, *, by: DedupeBy = "puzzle", against: Any = None, threads: int = 0
    ) -> pl.Series:
        """Returns the puzzles that do not repeat an earlier puzzle: see :func:`batchdoku.dedupe`."""
        return batchdoku.dedupe(self._series("dedupe"), by=by, against=against, threads=threads)

    def split(
        self,
        *,
        train: float = 0.9,
        valid: float | None = None,
        seed: int = 0,
        by: SplitBy = "solution",
        exact: bool = False,
        stratify: Any = None,
        threads: int = 0,
    ) -> tuple[pl.Series, ...]:
        """Splits the puzzles into sets that share no class: see :func:`batchdoku.split`."""
        return batchdoku.split(
            self._series("split"),
            train=train,
            valid=valid,
            seed=seed,
            by=by,
            exact=exact,
            stratify=stratify,
            threads=threads,
        )

    def stats(
        self,
        *,
        weights: Any = None,
        rating: bool = True,
        er: bool = False,
        structure: bool = False,
        unavoidable: int = 0,
        threads: int = 0,
    ) -> dict[str, Any]:
        """Counts statistics of a corpus: see :func:`batchdoku.stats`."""
        return batchdoku.stats(
            self._series("stats"),
            weights=weights,
            rating=rating,
            er=er,
            structure=structure,
            unavoidable=unavoidable,
            threads=threads,
        )


def _scored(puzzles: pl.Series, replies: pl.Series, **options: Any) -> pl.Series:
    scores = batchdoku.score(puzzles, replies, **options)
    rows = [None if score is None else score._asdict() for score in scores]
    return pl.Series(puzzles.name, rows, pl.Struct(_SCORE))


def _explained(puzzles: pl.Series, **options: Any) -> pl.Series:
    return pl.Series(puzzles.name, batchdoku.explain(puzzles, to="json", **options), pl.String)


def _shuffled_pairs(puzzles: pl.Series, solutions: pl.Series, **options: Any) -> pl.Series:
    both = batchdoku.shuffle(puzzles, solutions=solutions, **options)
    frame = pl.DataFrame({"puzzle": both[0], "solution": both[1]})
    return frame.to_struct(puzzles.name)


pl.api.register_expr_namespace("sudoku")(Sudoku[pl.Expr])
pl.api.register_series_namespace("sudoku")(Sudoku[pl.Series])
