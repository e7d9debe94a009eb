"""Random puzzles and grids."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Any

from . import _native
from ._table import Table


def clue_range(clues: int | tuple[int, int] | None, minimal: bool | None) -> tuple[int, int] | None:
    """The least and the most clues; ``None`` for minimal puzzles of any number."""
    if clues is None:
        return (17, 81) if minimal is False else None
    few, most = clues if isinstance(clues, (tuple, list)) else (index(clues), index(clues))
    if not 0 <= few <= most <= 81:
        raise ValueError(f"no number of clues is from {few} to {most}: a grid has 81 cells")
    return few, most


def level_names(difficulty: str | Iterable[str] | None) -> list[str]:
    """Names of levels, of which a ``str`` may hold several."""
    return difficulty.split(",") if isinstance(difficulty, str) else list(difficulty or ())


def generate(
    n: int,
    *,
    seed: int = 0,
    skip: int = 0,
    clues: int | tuple[int, int] | None = None,
    difficulty: str | Iterable[str] | None = None,
    symmetry: str = "none",
    minimal: bool | None = None,
    max_tries: int = 100_000,
    controlled_bias: bool = False,
    with_weight: bool = False,
    as_: str = "arrow",
    threads: int = 0,
) -> Any:
    """Makes ``n`` random puzzles with exactly one solution, and their solutions.

    Puzzle ``i`` depends on the seed, the options and ``skip + i`` alone: a corpus can be made in
    parts, on any machine, by any number of threads, and is that of ``batchdoku generate``.

    :param clues: how many clues a puzzle may have: a number, or the least and the most.
    :param difficulty: ``easy``, ``medium``, ``hard``, ``search``, ``long_search``, or several of them.
    :param symmetry: of the cells with clues: ``none``, ``rot180``, ``rot90``, ``horizontal``,
        ``vertical``, ``diagonal``, ``antidiagonal``, ``orthogonal``, ``diagonals`` or ``full``.
    :param minimal: only puzzles in which no clue can be dropped; the default without ``clues``.
    :param max_tries: grids to try for one puzzle before giving up, with a ``RuntimeError``.
    :param controlled_bias: all minimal puzzles with the same number of clues are equally likely;
        takes some 0.2 s each.
    :param with_weight: adds the weight of each minimal puzzle: 1 divided by its probability. Means
        with these weights are those over all minimal puzzles.
    :param as_: ``"arrow"``: a :class:`Table` of the columns ``puzzle`` and ``solution`` (and
        ``weight``), for ``pyarrow.table``, ``polars.DataFrame`` and whatever else speaks Arrow;
        ``"numpy"``: two arrays of shape ``(n, 81)``, 0 for an empty cell (and one of shape
        ``(n,)``); ``"str"``: two (or three) lists.
    :param threads: how many threads work; 0 is one per core.
    """
    levels, allowed = level_names(difficulty), clue_range(clues, minimal)
    made = _native.generate(
        n,
        seed,
        skip,
        allowed,
        bool(minimal),
        levels,
        symmetry,
        max_tries,
        controlled_bias,
        with_weight,
        as_,
        threads,
    )
    return Table(made) if as_ == "arrow" else made


def grids(n: int, *, seed: int = 0, skip: int = 0, as_: str = "arrow", threads: int = 0) -> Any:
    """Makes ``n`` random complete grids, uniform over all there are.

    Grid ``i`` depends on the seed and ``skip + i`` alone, as in ``batchdoku grids``.

    :param as_: ``"arrow"``: a :class:`Table` of the column ``grid``; ``"numpy"``: an array of shape
        ``(n, 81)``; ``"str"``: a list.
    :param threads: how many threads work; 0 is one per core.
    """
    made = _native.grids(n, seed, skip, as_, threads)
    return Table(made) if as_ == "arrow" else made
