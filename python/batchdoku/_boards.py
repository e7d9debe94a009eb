"""Boards as text, in the forms of environments for language models and in the forms of this package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, overload

from . import _native
from ._grid import Grid
from ._position import Position
from ._rows import is_one, listed
from ._types import HasArray, Listed, One, Streamed

Board = Literal["textarena", "ragen", "areno", "reasoning-gym", "markdown", "ss", "grid", "drawing"]


#: The cells of a board, nine rows of nine.
Rows = list[list[str]]


def _grid(rows: Rows) -> str:
    """Returns nine lines of nine characters."""
    return "\n".join(map("".join, rows))


def _drawing(rows: Rows) -> str:
    """Returns the drawing of ``str()`` of a :class:`Grid`."""
    lines = [" | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) for row in rows]
    for at in (6, 3):
        lines.insert(at, "------+-------+------")
    return "\n".join(lines)


_PLACES = [["%s"] * 9] * 9

#: The boards that have a place for each cell, with the sign of an empty cell. Filling these takes a tenth of the time
#: of laying out a board. The program has the boards of environments.
_BOARDS = {
    **{name: (text, empty) for name, text, empty in _native.boards()},
    "grid": (_grid(_PLACES), "."),
    "drawing": (_drawing(_PLACES), "."),
}


@overload
def render(x: One, to: Board = ...) -> str: ...
@overload
def render(x: Listed | HasArray | Streamed, to: Board = ...) -> list[str | None]: ...
def render(x: Any, to: Board = "drawing") -> Any:
    """Returns the board of a puzzle as text, or a list of the boards of several, without a line end after each.

    ===================  ===============================================================
    ``"textarena"``      the board of TextArena's sudoku, with ``R1`` and ``C1``
    ``"ragen"``          the board of RAGEN's sudoku, on one line
    ``"areno"``          the board of AReno's sudoku, with rows and columns from 0
    ``"reasoning-gym"``  the board of reasoning-gym, with ``_`` for empty cells
    ``"markdown"``       a table
    ``"ss"``             in a frame
    ``"grid"``           nine lines of nine characters
    ``"drawing"``        with lines between the boxes
    ===================  ===============================================================

    ``batchdoku solve --to textarena`` and the other commands also write these boards; all of them can be read again.

    In a list, a row that is not a puzzle gives ``None``; a single row that is not a puzzle raises ``ValueError``. A
    position is written with its digits. A text that excludes candidates raises ``ValueError``, even in a list.

    >>> import batchdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(batchdoku.render(puzzle, "reasoning-gym").splitlines()[0])
    5 3 _ _ 7 _ _ _ _
    """
    board = _BOARDS.get(to)
    if board is None:
        raise ValueError(f"to must be one of {', '.join(map(repr, _BOARDS))}, not {to!r}")
    if is_one(x):
        return _filled(board, _digits(x))
    return [_written(board, row) for row in (x if isinstance(x, Sequence) else listed(x))]


def _digits(x: Any) -> str:
    if isinstance(x, (str, bytes)):
        _native.cells_of([x], "render")  # raises if it excludes candidates
    if isinstance(x, Position):
        return x.grid.text
    # Positions from objects of other packages.
    if isinstance(x, _native.Position):
        return x.grid()
    return (x if isinstance(x, Grid) else Grid(x)).text


def _filled(board: tuple[str, str], digits: str) -> str:
    text, empty = board
    return text % tuple(digits.replace(".", empty))


def _written(board: tuple[str, str], row: Any) -> str | None:
    if isinstance(row, (str, bytes)):
        _native.cells_of([row], "render")
    try:
        return None if row is None else _filled(board, _digits(row))
    except ValueError:
        return None
