"""A judge for answers in prose."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar, overload

from . import _native
from ._grid import Grid
from ._rows import column_of, listed, whole, with_columns
from ._types import HasArray, Listed, One, Streamed, Table

T = TypeVar("T", bound=Table)


class Score(NamedTuple):
    """How an answer compares with its puzzle."""

    #: Whether there is a grid in the text.
    found: bool
    #: The clues that the answer has in their cells; ``None`` without a grid, as the next two.
    clues_kept: int | None
    #: The clues of the puzzle.
    clues: int
    #: The houses, of 27, in which a digit stands twice.
    houses_broken: int | None
    #: The cells without a clue that are right; ``None`` too where the puzzle has several solutions and
    #: the answer is none of them.
    cells_right: int | None
    #: The cells without a clue.
    cells: int
    #: Whether the answer is a solution: any, if there are several.
    solved: bool


def _of(fields: tuple[Any, ...] | None) -> Score | None:
    return None if fields is None else Score._make(fields)


@overload
def score(puzzles: One, texts: str, *, threads: int = ...) -> Score: ...
@overload
def score(
    puzzles: Listed | HasArray | Streamed,
    texts: Listed | HasArray | Streamed,
    *,
    threads: int = ...,
) -> list[Score | None]: ...
def score(puzzles: Any, texts: Any, *, threads: int = 0) -> Any:
    """Judges answers: finds the grid in each text, and compares it with its puzzle.

    A text may say anything around the grid, which is 81 cells in a line or nine lines of nine, framed
    or not; of several grids the last counts. Any solution of a puzzle will do.

    Returns a :class:`Score` for each text, and ``None`` where the puzzle is malformed; a single one
    raises ``ValueError``.

    >>> import batchdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> batchdoku.score(puzzle, "The answer is " + batchdoku.solve(puzzle) + ".").solved
    True
    >>> batchdoku.score(puzzle, "I do not know.").found
    False
    """
    if isinstance(puzzles, (str, bytes, Grid)):
        rows: list[Any] = [Grid(puzzles).text]
        return _of(_native.score_rows(rows, [_text(texts)], threads)[0])
    rows, answers = listed(puzzles), [_text(text) for text in listed(texts)]
    if len(rows) != len(answers):
        raise ValueError(f"there are {len(rows)} puzzles and {len(answers)} texts")
    return [_of(fields) for fields in _native.score_rows(rows, answers, threads)]


def _text(text: Any) -> str | None:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


def score_table(
    table: T,
    column: str = "puzzle",
    text: str = "text",
    *,
    threads: int = 0,
    prefix: str = "",
) -> T:
    """Adds the columns of :class:`Score`: see :func:`score`. A stream is read to its end."""
    table = whole(table)
    scores = score(column_of(table, column), column_of(table, text), threads=threads)
    none = (None,) * len(Score._fields)
    values = zip(*[none if row is None else row for row in scores]) if scores else [()] * len(none)
    kinds = ["truth" if name in ("found", "solved") else "number" for name in Score._fields]
    columns = zip(Score._fields, kinds, map(list, values))
    added: T = with_columns(table, {prefix + name: (kind, of) for name, kind, of in columns})
    return added
