"""Traces: paths to a solution in forms from which language models learn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast, overload

from . import _native
from ._numbers import natural, node_limit
from ._single import explained
from ._techniques import conditions
from ._types import (
    CellOrder,
    HasArray,
    Listed,
    Names,
    One,
    ShownGrids,
    Streamed,
    TraceKind,
    Tracing,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._flat import FlatTokens
    from ._types import FlatTracing

#: The number of bytes for the cells of a puzzle: row, column and digit of each.
_BYTES = 81 * 3


@overload
def traces(puzzles: One, to: Literal["text"] = ..., **options: Unpack[Tracing]) -> str | None: ...
@overload
def traces(
    puzzles: One, to: Literal["chat"], **options: Unpack[Tracing]
) -> dict[str, Any] | None: ...
@overload
def traces(
    puzzles: Iterator[One | None], to: Literal["text"] = ..., **options: Unpack[Tracing]
) -> Iterator[str | None]: ...
@overload
def traces(
    puzzles: Iterator[One | None], to: Literal["chat"], **options: Unpack[Tracing]
) -> Iterator[dict[str, Any] | None]: ...
@overload
def traces(
    puzzles: Iterator[One | None], to: Literal["tokens"], **options: Unpack[Tracing]
) -> Iterator[npt.NDArray[np.uint8]]: ...
@overload
def traces(
    puzzles: Listed | HasArray | Streamed, to: Literal["text"] = ..., **options: Unpack[Tracing]
) -> list[str | None]: ...
@overload
def traces(
    puzzles: Listed | HasArray | Streamed, to: Literal["chat"], **options: Unpack[Tracing]
) -> list[dict[str, Any] | None]: ...
@overload
def traces(
    puzzles: One | Listed | HasArray | Streamed, to: Literal["tokens"], **options: Unpack[Tracing]
) -> npt.NDArray[np.uint8]: ...
@overload
def traces(
    puzzles: One | Listed | HasArray | Streamed, to: Literal["flat"], **options: Unpack[FlatTracing]
) -> FlatTokens: ...
def traces(
    puzzles: Any,
    to: TraceKind | Literal["flat"] = "text",
    *,
    er: bool = False,
    steps: int | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    order: CellOrder | Literal["random"] | None = None,
    grids: ShownGrids | None = None,
    search: bool = False,
    max_nodes: int | None = None,
    threads: int = 0,
    **flat: Any,
) -> Any:
    """Returns the path to the solution of a puzzle, or of each of several puzzles, for a language model.

    Traces are the texts that ``batchdoku explain --to text``, ``chat`` or ``tokens`` writes. A puzzle
    without a trace has ``None``, or zeros; only a single malformed puzzle raises ``ValueError``.

    Puzzles may be in any kind of container; the result is a list, or an array. For an iterator, for
    example a generator, the result is an iterator, which reads a few puzzles at a time.

    :param to: ``"text"``: a text with a step on each line; ``"chat"``: a dictionary with ``messages``:
        the puzzle and that text; ``"tokens"``: an array of the shape ``(n, 81, 3)``, or ``(81, 3)`` for
        a single puzzle, with row, column and digit, each from 1, of each cell that is solved, then
        zeros; ``"flat"``: the tokens of :func:`flat_tokens`, whose options are allowed, too.
    :param er: use only techniques of Sudoku Explainer.
    :param steps: the maximum number of steps of a puzzle.
    :param without: techniques to leave out of the ladder; ``"uniqueness"``: all that use it.
    :param at_most: the hardest technique of the ladder. A puzzle that needs a harder technique has no
        trace.
    :param order: the order of the cells of ``"tokens"``: ``"solver"``, the default, or ``"row"``.
    :param grids: the steps after which the grid is written: ``"none"``, ``"end"``, the default, or
        ``"each"``.
    :param search: write a search with guesses, contradictions and undoing instead of steps.
    :param max_nodes: the maximum number of guesses of a search; 10,000 by default.

    Raises ``ValueError`` for options that exclude each other.
    """
    if to == "flat":
        from ._flat import flat_tokens  # which needs this module

        if steps is not None or grids is not None:
            name = "steps" if steps is not None else "grids"
            raise ValueError(f"{name}: flat tokens have all steps, and no grids between them")
        return flat_tokens(
            puzzles,
            er=er,
            without=without,
            at_most=at_most,
            order=cast(Any, "solver" if order is None else order),
            search=search,
            max_nodes=max_nodes,
            threads=threads,
            **flat,
        )
    if flat:
        raise TypeError(f"{', '.join(flat)}: an option of flat tokens alone")
    most = None if steps is None else natural("steps", steps)
    nodes = node_limit(max_nodes)
    ladder = conditions(without=without, at_most=at_most)

    question = _native.Explanation.traces(er, ladder, most, to, order, grids, search, nodes)
    return explained(puzzles, question, threads, _array if to == "tokens" else None)


def _array(cells: Iterable[bytes | None]) -> Any:
    import numpy as np

    rows = b"".join((row or b"").ljust(_BYTES, b"\0") for row in cells)
    return np.frombuffer(bytearray(rows), np.uint8).reshape(-1, 81, 3)
