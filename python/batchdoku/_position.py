"""A position: digits and candidates, between a puzzle and its solution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native
from ._grid import Grid
from ._techniques import conditions

if TYPE_CHECKING:
    from ._types import Names

_CELLS = 81


class Position:
    """The digits placed in a grid, and the candidates left in its empty cells.

    Every function that takes puzzles also takes positions, and uses only their candidates or refuses positions that
    exclude some. A position is immutable: :meth:`place` and :meth:`eliminate` return another position.

    Cells are numbers from 0 to 80, row by row, or pairs of row and column, both from 0.

    >>> import batchdoku
    >>> start = batchdoku.Position("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> step, after = start.step()
    >>> step["technique"], step["placed"]
    ('hidden_single', 'r1c6=8')
    >>> after.grid.clues
    31
    """

    __slots__ = ("_native",)

    def __init__(self, x: str | bytes | Grid | Position | Iterable[Any]) -> None:
        """Creates a position from a text, a grid or an array.

        ``x`` is anything that :class:`Grid` takes, a text of candidates in any form that files may have, or an array.

        An array has 81 numbers, with 0 for an empty cell; or ``uint16`` masks of the shape ``(81,)``, in which bit
        ``d - 1`` stands for the digit ``d``; or booleans of the shape ``(81, 9)``, as :func:`batchdoku.candidates`
        returns them. In masks and booleans, a cell with one candidate is filled if no cell that it sees has this candidate.

        Raises ``ValueError`` if ``x`` is not a position.
        """
        self._native: _native.Position
        if isinstance(x, Position):
            self._native = x._native
        elif getattr(getattr(x, "dtype", None), "kind", "") == "b":
            self._native = _native.Position.of_masks(_masks(x))
        elif str(getattr(x, "dtype", "")) == "uint16":
            self._native = _native.Position.of_masks([int(mask) for mask in _flat(x)])
        elif isinstance(x, (str, bytes)) and _native.holds_candidates(_bytes(x)):
            self._native = _native.Position.of_text(_bytes(x))
        else:
            grid = x if isinstance(x, Grid) else Grid(x)
            self._native = _native.Position.of_text(grid.text.encode())

    @classmethod
    def _of(cls, native: _native.Position) -> Position:
        position = cls.__new__(cls)
        position._native = native
        return position

    @property
    def grid(self) -> Grid:
        """The grid of the digits placed."""
        return Grid(self._native.grid())

    @property
    def text(self) -> str:
        """The position as 729 characters, nine for each cell; or as 81 if all candidates follow from the digits.

        In the long text, an empty cell with one candidate looks like a filled cell. Functions of this package take the
        position itself.
        """
        return self._native.text()

    @property
    def candidates(self) -> Any:
        """The candidates of each cell: ``uint16`` of the shape ``(81,)``. Bit ``d - 1`` stands for the digit ``d``.

        A filled cell has its digit.
        """
        import numpy as np

        return np.array(self._native.left(), np.uint16)

    def place(self, cell: int | tuple[int, int], digit: int) -> Position:
        """Returns the position after placing a digit, which is eliminated from all cells that this cell sees.

        Raises ``ValueError`` if the rules forbid the digit, or if it has been eliminated from the cell.
        """
        return Position._of(self._native.place(_cell(cell), digit))

    def eliminate(self, cell: int | tuple[int, int], *digits: int) -> Position:
        """Returns the position without some candidates of an empty cell.

        Raises ``ValueError`` if the cell is filled.
        """
        return Position._of(self._native.eliminate(_cell(cell), list(digits)))

    def step(
        self, *, er: bool = False, without: Names | None = None, at_most: str | None = None
    ) -> Step | None:
        """Returns the next step and the position after it; ``None`` if no cell is empty.

        The step is the first that :func:`batchdoku.explain` would return with these options.

        Raises ``ValueError`` if there is not exactly one solution, or the techniques do not suffice.
        """
        found = self._native.next_step(conditions(without=without, at_most=at_most), er)
        return None if found is None else Step(found[0], Position._of(found[1]))

    def __str__(self) -> str:
        return str(self.grid)

    def __repr__(self) -> str:
        return f"Position({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self._parts() == other._parts() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> Any:
        return _restored, self._parts()

    def _parts(self) -> tuple[str, tuple[int, ...]]:
        return self._native.grid(), tuple(self._native.left())


def _restored(grid: str, left: tuple[int, ...]) -> Position:
    """Returns the position with these digits and masks of candidates."""
    position = Position(grid)
    for cell, (all_there, kept) in enumerate(zip(position._native.left(), left)):
        gone = [digit for digit in range(1, 10) if (all_there & ~kept) >> digit - 1 & 1]
        if gone:
            position = position.eliminate(cell, *gone)
    return position


class Step(NamedTuple):
    """A step, and the position after it."""

    #: The step, in the form of :func:`batchdoku.explain`.
    step: dict[str, Any]
    #: The position after the step.
    position: Position


def _bytes(text: str | bytes) -> bytes:
    return text.encode("utf-8", "replace") if isinstance(text, str) else text


def _flat(x: Any) -> Any:
    return x.reshape(-1)


def _masks(x: Any) -> list[int]:
    if x.shape not in ((_CELLS, 9), (9, 9, 9)):
        raise ValueError(f"expected booleans of the shape (81, 9), got {x.shape}")
    return [sum(1 << digit for digit in range(9) if cell[digit]) for cell in x.reshape(_CELLS, 9)]


def _cell(cell: int | tuple[int, int]) -> int:
    if isinstance(cell, tuple):
        row, column = cell
        if not (0 <= row < 9 and 0 <= column < 9):
            raise ValueError(f"a row and a column are 0 to 8, not {row} and {column}")
        return 9 * row + column
    if not 0 <= cell < _CELLS:
        raise ValueError(f"a cell is 0 to 80, not {cell}")
    return int(cell)
