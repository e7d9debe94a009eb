"""What is asked of single puzzles: their neighbours, and the steps to their solution."""

from __future__ import annotations

from typing import Any, overload

from . import _native
from ._grid import Grid
from ._numbers import natural
from ._types import Listed, One


def _text(puzzle: One) -> str:
    """The 81 characters of a puzzle. Raises ``ValueError`` for what is none."""
    return Grid(puzzle).text


def neighbours(
    puzzle: One,
    *,
    remove: int = 1,
    add: int = 1,
    minimal: bool = False,
    seed: int | None = None,
    limit: int | None = None,
    threads: int = 0,
) -> list[str]:
    """The puzzles that removing and adding clues makes of one, all with exactly one solution.

    :param remove: how many clues are removed.
    :param add: how many are added, with other digits or in other cells.
    :param minimal: only puzzles in which no clue can be dropped.
    :param seed: takes them in random order; ``None`` is the order of the cells.
    :param limit: the most that are returned; ``None`` is all.
    :param threads: makes no difference: one puzzle is searched by one thread.

    Raises ``ValueError`` if there is not exactly one solution.
    """
    return _native.neighbours(
        _text(puzzle),
        natural("remove", remove),
        natural("add", add),
        minimal,
        None if seed is None else natural("seed", seed),
        None if limit is None else natural("limit", limit),
        threads,
    )


@overload
def explain(puzzles: One, *, threads: int = 0) -> dict[str, Any]: ...
@overload
def explain(puzzles: Listed, *, threads: int = 0) -> list[dict[str, Any]]: ...
def explain(puzzles: One | Listed, *, threads: int = 0) -> dict[str, Any] | list[dict[str, Any]]:
    """The steps to the solution of a puzzle, or of each of several: dictionaries.

    They are what ``batchdoku explain`` writes as JSON. A row that cannot be explained has a key
    ``error``, which says why; only a single malformed puzzle raises ``ValueError``.
    """
    if isinstance(puzzles, (str, bytes, Grid)):
        return _native.explain([_text(puzzles)], threads)[0]
    return _native.explain([_row(row) for row in puzzles], threads)


def _row(puzzle: One | None) -> str:
    """The text of a puzzle; none for what is none."""
    try:
        return "" if puzzle is None else _text(puzzle)
    except ValueError:
        return ""
