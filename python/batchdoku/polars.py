"""Polars: the operations as a namespace of expressions and of Series, ``sudoku``.

>>> import polars as pl
>>> import batchdoku.polars
>>> frame = pl.DataFrame({"puzzle": [batchdoku.generate(1, as_="str")[0][0]]})
>>> frame.select(pl.col("puzzle").sudoku.is_unique())["puzzle"].to_list()
[True]

What is not here (``shuffle``, options of more than one column) goes by ``batchdoku.shuffle`` and
``batchdoku.solve_table`` and their like, which take Series and frames, lazy ones too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl

import batchdoku

_RATING = pl.Struct(
    {"level": pl.String, "technique": pl.String, "nodes": pl.Int64, "steps": pl.String}
)


class _Sudoku:
    def __init__(self, puzzles: Any) -> None:
        self._puzzles = puzzles

    def _map(self, function: Callable[..., Any], of: Any, **options: Any) -> Any:
        if isinstance(self._puzzles, pl.Series):
            return function(self._puzzles, **options)
        return self._puzzles.map_batches(
            lambda puzzles: function(puzzles, **options), return_dtype=of, is_elementwise=True
        )

    def solve(self, *, unique: bool = False, max_nodes: int | None = None) -> Any:
        """The solutions, as text: see :func:`batchdoku.solve`."""
        return self._map(batchdoku.solve, pl.String, unique=unique, max_nodes=max_nodes)

    def count(self, *, limit: int = 2, max_nodes: int | None = None) -> Any:
        """How many solutions there are: see :func:`batchdoku.count`."""
        return self._map(batchdoku.count, pl.Int64, limit=limit, max_nodes=max_nodes)

    def is_unique(self, *, max_nodes: int | None = None) -> Any:
        """Whether there is exactly one solution: see :func:`batchdoku.is_unique`."""
        return self._map(batchdoku.is_unique, pl.Boolean, max_nodes=max_nodes)

    def rate(self) -> Any:
        """How hard they are, as structs: see :func:`batchdoku.rate`."""
        return self._map(batchdoku.rate, _RATING)

    def canon(self) -> Any:
        """The canonical forms, as text: see :func:`batchdoku.canon`."""
        return self._map(batchdoku.canon, pl.String)


pl.api.register_expr_namespace("sudoku")(_Sudoku)
pl.api.register_series_namespace("sudoku")(_Sudoku)
