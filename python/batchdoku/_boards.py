"""Boards as text, in the forms of environments for language models and our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, overload

from . import _native
from ._grid import Grid
from ._rows import is_one, listed
from ._types import HasArray, Listed, One, Streamed

Board = Literal["textarena", "ragen", "areno", "reasoning-gym", "markdown", "grid", "drawing"]


#: The cells of a board, nine rows of nine.
Rows = list[list[str]]


def _textarena(rows: Rows) -> str:
    """Labelled rows and columns, with bars between stacks and a dashed line between bands."""
    groups = ["C{} C{} C{}  ".format(*range(at, at + 3)) for at in (1, 4, 7)]
    lines = ["   " + " ".join(groups)]
    for number, row in enumerate(rows, 1):
        stacks = ["  ".join(row[at : at + 3]) for at in (0, 3, 6)]
        lines.append(f"R{number}  " + " |  ".join(stacks))
        if number in (3, 6):
            lines.append("   " + "- " * 16)
    return "\n".join(lines)


def _ragen(rows: Rows) -> str:
    """One line, in which each row follows a bar."""
    return "".join("| " + "".join(f"{cell} " for cell in row) for row in rows)


def _areno(rows: Rows) -> str:
    """A frame, with rows and columns counted from 0. Bars stand behind the fourth cell and around the ninth."""
    rule = "  +---------+---------+---------+"
    lines = ["    0  1  2 | 3  4  5 | 6  7  8", rule]
    for number, row in enumerate(rows):
        first, second = " ".join(row[:4]), " ".join(row[4:8])
        lines.append(f"{number} | {first}| {second} |{row[8]}|")
        if number in (2, 5):
            lines.append(rule)
    return "\n".join([*lines, rule])


def _reasoning_gym(rows: Rows) -> str:
    """Nine lines of nine cells with blanks between."""
    return "\n".join(map(" ".join, rows))


def _markdown(rows: Rows) -> str:
    """A table of Markdown, whose head has the numbers of the columns."""
    head = ["| " + " | ".join("123456789") + " |", "|" + "---|" * 9]
    return "\n".join([*head, *("| " + " | ".join(row) + " |" for row in rows)])


def _grid(rows: Rows) -> str:
    """Nine lines of nine characters."""
    return "\n".join(map("".join, rows))


def _drawing(rows: Rows) -> str:
    """As ``str()`` of a :class:`Grid` draws it."""
    lines = [" | ".join(" ".join(row[at : at + 3]) for at in (0, 3, 6)) for row in rows]
    for at in (6, 3):
        lines.insert(at, "------+-------+------")
    return "\n".join(lines)


#: How each board is laid out, and the sign of an empty cell.
_LAYOUTS: dict[str, tuple[Callable[[Rows], str], str]] = {
    "textarena": (_textarena, "."),
    "ragen": (_ragen, "."),
    "areno": (_areno, "."),
    "reasoning-gym": (_reasoning_gym, "_"),
    "markdown": (_markdown, " "),
    "grid": (_grid, "."),
    "drawing": (_drawing, "."),
}
#: The boards with a place for each cell: to fill these takes a tenth of the time of laying a board out.
_BOARDS = {
    name: (lay_out([["%s"] * 9 for _ in range(9)]), empty)
    for name, (lay_out, empty) in _LAYOUTS.items()
}


@overload
def render(x: One, to: Board = ...) -> str: ...
@overload
def render(x: Listed | HasArray | Streamed, to: Board = ...) -> list[str | None]: ...
def render(x: Any, to: Board = "drawing") -> Any:
    """The board of a puzzle as text, or of each of several, without a line end behind it.

    ===================  ===============================================================
    ``"textarena"``      that of TextArena's sudoku, with ``R1`` and ``C1``
    ``"ragen"``          that of RAGEN's, on one line
    ``"areno"``          that of AReno's, with rows and columns from 0
    ``"reasoning-gym"``  that of reasoning-gym, with ``_`` for empty cells
    ``"markdown"``       a table
    ``"grid"``           nine lines of nine characters
    ``"drawing"``        with lines between the boxes
    ===================  ===============================================================

    Of several, a row that is no puzzle has ``None``; a single one raises ``ValueError``. Of a position, the digits are
    written; a text that excludes candidates is refused.

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
    grid = x.grid if hasattr(x, "candidates") else x
    return (grid if isinstance(grid, Grid) else Grid(grid)).text


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
