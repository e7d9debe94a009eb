"""Boards as text, in the forms of environments for language models and our own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, overload

from . import _native
from ._grid import Grid
from ._rows import is_one, listed
from ._types import HasArray, Listed, One, Streamed

Board = Literal["textarena", "ragen", "areno", "reasoning-gym", "markdown", "grid", "drawing"]


def _rows(text: str, empty: str = ".") -> Iterator[str]:
    for start in range(0, 81, 9):
        yield text[start : start + 9].replace(".", empty)


def _textarena(text: str) -> str:
    """Labelled rows and columns, with bars between stacks and a dashed line between bands."""
    groups = ["C{} C{} C{}  ".format(*range(at, at + 3)) for at in (1, 4, 7)]
    lines = ["   " + " ".join(groups)]
    for number, row in enumerate(_rows(text), 1):
        stacks = ["  ".join(row[at : at + 3]) for at in (0, 3, 6)]
        lines.append(f"R{number}  " + " |  ".join(stacks))
        if number in (3, 6):
            lines.append("   " + "- " * 16)
    return "\n".join(lines)


def _ragen(text: str) -> str:
    """One line, in which each row follows a bar."""
    return "".join("| " + "".join(f"{cell} " for cell in row) for row in _rows(text))


def _areno(text: str) -> str:
    """A frame, with rows and columns counted from 0. Bars stand behind the fourth cell and within the ninth."""
    rule = "  +---------+---------+---------+"
    lines = ["    0  1  2 | 3  4  5 | 6  7  8", rule]
    for number, row in enumerate(_rows(text)):
        cells = "".join(f" {cell}" for cell in row)
        lines.append(f"{number} |{cells[:8]}|{cells[8:17]}|{cells[17:]}|")
        if number in (2, 5):
            lines.append(rule)
    return "\n".join([*lines, rule])


def _reasoning_gym(text: str) -> str:
    """Nine lines of nine cells with blanks between, and ``_`` for an empty one."""
    return "\n".join(map(" ".join, _rows(text, "_")))


def _markdown(text: str) -> str:
    """A table of Markdown, whose head has the numbers of the columns; empty cells are blank."""
    head = ["| " + " | ".join("123456789") + " |", "|" + "---|" * 9]
    return "\n".join([*head, *("| " + " | ".join(row) + " |" for row in _rows(text, " "))])


def _grid(text: str) -> str:
    """Nine lines of nine characters."""
    return "\n".join(_rows(text))


def _drawing(text: str) -> str:
    """As ``str()`` of a :class:`Grid` draws it."""
    return str(Grid(text))


_BOARDS: dict[str, Callable[[str], str]] = {
    "textarena": _textarena,
    "ragen": _ragen,
    "areno": _areno,
    "reasoning-gym": _reasoning_gym,
    "markdown": _markdown,
    "grid": _grid,
    "drawing": _drawing,
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
    write = _BOARDS.get(to)
    if write is None:
        raise ValueError(f"to must be one of {', '.join(map(repr, _BOARDS))}, not {to!r}")
    if is_one(x):
        return write(_digits(x))
    return [_written(write, row) for row in (x if isinstance(x, Sequence) else listed(x))]


def _digits(x: Any) -> str:
    if isinstance(x, (str, bytes)):
        _native.cells_of([x], "render")  # raises if it excludes candidates
    grid = x.grid if hasattr(x, "candidates") else x
    return (grid if isinstance(grid, Grid) else Grid(grid)).text


def _written(write: Callable[[str], str], row: Any) -> str | None:
    if isinstance(row, (str, bytes)):
        _native.cells_of([row], "render")
    try:
        return None if row is None else write(_digits(row))
    except ValueError:
        return None
