"""One grid, as text and as a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _native
from ._native import Operation
from ._numbers import node_limit, solution_limit
from ._rating import Rating

_EMPTY = ".0*_xX?-"
_CELLS = 81
_IN_TEXT = "123456789" + _EMPTY
_AS_DOTS = str.maketrans(dict.fromkeys(_EMPTY, "."))
# White cells, whatever the colours of the notebook and its rows are.
_CELL_STYLE = (
    "min-width:1.6em;width:1.6em;height:1.6em;padding:0;box-sizing:border-box;text-align:center"
    ";color:#000;background:#fff;border:1px solid #aaa"
)


class Grid:
    """81 cells, row by row: a puzzle, a solution or anything between.

    ``str()`` draws the grid, and a notebook shows it as a table. A grid returned by :meth:`solve` knows its puzzle: the
    table then distinguishes the clues from the digits found.

    >>> Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").clues
    30
    """

    __slots__ = ("_puzzle", "_text")

    def __init__(self, cells: str | bytes | Grid | Iterable[Any]) -> None:
        """Creates a grid from ``cells``: 81 characters, or 81 numbers with 0 for an empty cell, in rows or not.

        A text may have any form that files or replies of language models may have: rows with labels, a table of
        Markdown, HTML or LaTeX, lists in brackets. Among 81 characters, blanks are empty cells.

        Raises ``ValueError`` if there are not 81 cells, if a cell is invalid, if the text has several different grids,
        or if it excludes candidates.
        """
        self._puzzle: Grid | None = None
        if isinstance(cells, Grid):
            self._text: str = cells._text
            self._puzzle = cells._puzzle
            return
        position = getattr(cells, "_native", cells)
        if isinstance(position, _native.Position):
            self._text = _native.cells_of([position], "Grid").decode()
            return
        if not isinstance(cells, (str, bytes, Iterable)):
            raise TypeError(f"expected text or 81 cells, got {type(cells).__name__}")
        text = cells if isinstance(cells, (str, bytes)) else "".join(_digits(cells))
        read = _native.cells_of([text], "Grid").decode("latin-1")
        self._text = (_joined(text) if read.strip(_IN_TEXT) else read).translate(_AS_DOTS)

    @property
    def text(self) -> str:
        """The grid as 81 characters, with ``.`` for empty cells."""
        return self._text

    @property
    def cells(self) -> tuple[int, ...]:
        """The grid as 81 numbers, with 0 for empty cells."""
        return tuple(0 if cell == "." else int(cell) for cell in self._text)

    @property
    def clues(self) -> int:
        """The number of cells that hold a digit."""
        return _CELLS - self._text.count(".")

    @property
    def puzzle(self) -> Grid | None:
        """The puzzle of this solution, if :meth:`solve` returned it."""
        return self._puzzle

    def solve(self, *, unique: bool = False, max_nodes: int | None = None) -> Grid | None:
        """Returns the solution: see :func:`batchdoku.solve`."""
        text = self._run(Operation.solve(unique, 2 if unique else 1, node_limit(max_nodes)))
        if text is None:
            return None
        solution = Grid(text)
        solution._puzzle = self
        return solution

    def count(self, *, limit: int = 2) -> int | None:
        """Returns the number of solutions, at most ``limit``."""
        found: int | None = self._run(Operation.count(solution_limit(limit), None))
        return found

    def is_unique(self) -> bool | None:
        """Returns whether there is exactly one solution."""
        answer: bool | None = self._run(Operation.is_unique(None))
        return answer

    def rate(self) -> Rating | None:
        """Rates how hard the puzzle is: see :func:`batchdoku.rate`."""
        rating = self._run(Operation.rate(False))
        return None if rating is None else Rating._make(rating)

    def canon(self) -> Grid:
        """Returns the canonical form: the smallest of all equivalent grids."""
        return Grid(self._run(Operation.canon()))

    def _run(self, operation: Operation) -> Any:
        """Runs an operation on this grid alone."""
        return _native.run_list(operation, [self._text], None, 1)[0]

    def __str__(self) -> str:
        lines = []
        for row in range(9):
            if row in (3, 6):
                lines.append("------+-------+------")
            cells = self._text[9 * row : 9 * row + 9]
            lines.append(" | ".join(" ".join(cells[box : box + 3]) for box in (0, 3, 6)))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Grid({self._text!r})"

    def _repr_html_(self) -> str:
        clues = self._text if self._puzzle is None else self._puzzle._text
        rows = []
        for row in range(9):
            cells = []
            for column in range(9):
                digit, clue = self._text[9 * row + column], clues[9 * row + column]
                style = _CELL_STYLE
                style += ";border-top:2px solid #333" * (row % 3 == 0)
                style += ";border-left:2px solid #333" * (column % 3 == 0)
                style += ";border-bottom:2px solid #333" * (row == 8)
                style += ";border-right:2px solid #333" * (column == 8)
                style += ";font-weight:bold" if clue != "." else ";color:#1565c0"
                cells.append(f'<td style="{style}">{"" if digit == "." else digit}</td>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        style = "border-collapse:collapse;font-family:sans-serif"
        return f'<table style="{style}"><tbody>{"".join(rows)}</tbody></table>'

    def __eq__(self, other: object) -> bool:
        return self._text == other._text if isinstance(other, Grid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy as np

        return np.array(self.cells, dtype=dtype or np.uint8).reshape(9, 9)


def _joined(text: str | bytes) -> str:
    """Returns the cells of a text with blanks anywhere. Raises ``ValueError`` for other characters."""
    text = text.decode("latin-1") if isinstance(text, bytes) else text
    text = "".join(text.split())
    if len(text) > _CELLS and text.strip(_IN_TEXT):
        raise ValueError(
            "expected one grid of 81 cells: the text has none that is whole, or several"
        )
    if len(text) != _CELLS:
        raise ValueError(f"expected {_CELLS} cells, got {len(text)}")
    if text.strip(_IN_TEXT):
        place, cell = next((i, c) for i, c in enumerate(text) if c not in _IN_TEXT)
        where = f"row {place // 9 + 1}, column {place % 9 + 1}"
        raise ValueError(f"{where}: expected a digit or an empty cell, got {cell!r}")
    return text


def _digits(cells: Iterable[Any]) -> Iterable[str]:
    """Returns the cells of an iterable of numbers, or of rows of numbers."""
    for cell in cells:
        if isinstance(cell, str):
            yield cell
        elif isinstance(cell, Iterable):
            yield from _digits(cell)
        else:
            try:
                number = int(cell)
            except (TypeError, OverflowError):
                raise ValueError(f"a cell is 0 to 9, not {cell}") from None
            if number != cell or not 0 <= number <= 9:
                raise ValueError(f"a cell is 0 to 9, not {cell}")
            yield str(number)
