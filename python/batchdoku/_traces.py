"""Traces: the way to a solution as language models learn it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _native
from ._kinds import array_of
from ._numbers import natural
from ._rows import is_one, listed
from ._single import in_parts, row_text, single_text
from ._types import CellOrder, HasArray, Listed, One, ShownGrids, Streamed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: The bytes of the cells of a puzzle: row, column and digit of each.
_BYTES = 81 * 3


@overload
def traces(
    puzzles: One,
    to: Literal["text"] = ...,
    *,
    er: bool = ...,
    steps: int | None = ...,
    order: CellOrder | None = ...,
    grids: ShownGrids | None = ...,
    search: bool = ...,
    max_nodes: int | None = ...,
    threads: int = ...,
) -> str | None: ...
@overload
def traces(
    puzzles: One,
    to: Literal["chat"],
    *,
    er: bool = ...,
    steps: int | None = ...,
    order: CellOrder | None = ...,
    grids: ShownGrids | None = ...,
    search: bool = ...,
    max_nodes: int | None = ...,
    threads: int = ...,
) -> dict[str, Any] | None: ...
@overload
def traces(
    puzzles: Iterator[One | None],
    to: Literal["text"] = ...,
    *,
    er: bool = ...,
    steps: int | None = ...,
    order: CellOrder | None = ...,
    grids: ShownGrids | None = ...,
    search: bool = ...,
    max_nodes: int | None = ...,
    threads: int = ...,
) -> Iterator[str | None]: ...
@overload
def traces(
    puzzles: Iterator[One | None],
    to: Literal["chat"],
    *,
    er: bool = ...,
    steps: int | None = ...,
    order: CellOrder | None = ...,
    grids: ShownGrids | None = ...,
    search: bool = ...,
    max_nodes: int | None = ...,
    threads: int = ...,
) -> Iterator[dict[str, Any] | None]: ...
@overload
def traces(
    puzzles: Iterator[One | None],
    to: Literal["tokens"],
    *,
    er: bool = ...,
    steps: int | None = ...,
    order: CellOrder | None = ...,
    grids: ShownGrids | None = ...,
    search: bool = ...,
    max_nodes: int | None = ...,
    threads: int = ...,
) -> Iterator[npt.NDArray[np.uint8]]: ...
@overload
def traces(
    puzzles: Listed | HasArray | Streamed,
    to: Literal["text"] = ...,
    *,
    er: bool = ...,
    steps: int | None = ...,
    order: CellOrder | None = ...,
    grids: ShownGrids | None = ...,
    search: bool = ...,
    max_nodes: int | None = ...,
    threads: int = ...,
) -> list[str | None]: ...
@overload
def traces(
    puzzles: Listed | HasArray | Streamed,
    to: Literal["chat"],
    *,
    er: bool = ...,
    steps: int | None = ...,
    order: CellOrder | None = ...,
    grids: ShownGrids | None = ...,
    search: bool = ...,
    max_nodes: int | None = ...,
    threads: int = ...,
) -> list[dict[str, Any] | None]: ...
@overload
def traces(
    puzzles: One | Listed | HasArray | Streamed,
    to: Literal["tokens"],
    *,
    er: bool = ...,
    steps: int | None = ...,
    order: CellOrder | None = ...,
    grids: ShownGrids | None = ...,
    search: bool = ...,
    max_nodes: int | None = ...,
    threads: int = ...,
) -> npt.NDArray[np.uint8]: ...
def traces(
    puzzles: Any,
    to: Literal["text", "chat", "tokens"] = "text",
    *,
    er: bool = False,
    steps: int | None = None,
    order: CellOrder | None = None,
    grids: ShownGrids | None = None,
    search: bool = False,
    max_nodes: int | None = None,
    threads: int = 0,
) -> Any:
    """The way to the solution of a puzzle, or of each of several, for a language model.

    They are what ``batchdoku explain --to text``, ``chat`` and ``tokens`` writes. A puzzle without a
    trace has ``None``, or zeros; only a single malformed puzzle raises ``ValueError``.

    Puzzles may be in anything that holds them; the result is a list, or an array. Of an iterator, a
    generator say, it is an iterator, which reads it as it goes.

    :param to: ``"text"``: a text with a step on each line; ``"chat"``: a dictionary whose ``messages``
        are the puzzle and that text; ``"tokens"``: an array of the shape ``(n, 81, 3)``, or ``(81, 3)``
        for a single puzzle: row, column and digit, each from 1, of each cell that is solved, then zeros.
    :param er: only techniques of Sudoku Explainer.
    :param steps: no more than the next so many steps.
    :param order: of the cells of ``"tokens"``: ``"solver"``, the default, or ``"row"``.
    :param grids: the steps that have the grid after them: ``"none"``, ``"end"``, the default, or
        ``"each"``.
    :param search: a search with guesses, contradictions and undoing in place of steps.
    :param max_nodes: the most guesses of a search; 10,000 by default.

    Raises ``ValueError`` for options that do not go together.
    """
    most = None if steps is None else natural("steps", steps)
    nodes = None if max_nodes is None else natural("max_nodes", max_nodes)

    def of(rows: list[str]) -> Any:
        found = _native.traces(rows, er, most, to, order, grids, search, nodes, threads)
        return _array(found) if to == "tokens" else found

    if isinstance(puzzles, Iterator) and not hasattr(puzzles, "__arrow_c_stream__"):
        of([])  # options that do not go together are refused before the first puzzle is read
        return in_parts(puzzles, of)
    puzzles = array_of(puzzles)
    if is_one(puzzles):
        return of([single_text(puzzles)])[0]
    return of([row_text(row) for row in listed(puzzles)])


def _array(cells: list[bytes | None]) -> Any:
    import numpy as np

    rows = b"".join((row or b"").ljust(_BYTES, b"\0") for row in cells)
    return np.frombuffer(bytearray(rows), np.uint8).reshape(-1, 81, 3)
