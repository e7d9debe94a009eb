"""Traces as flat rows of tokens: the clues, a separator, and the cells that are placed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _native
from ._grid import Grid
from ._position import Position
from ._rows import listed
from ._traces import traces
from ._types import HasArray, Listed, Names, One, Streamed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

#: Further tokens of a search: a guess, a way back, and success.
GUESS, BACK, SUCCESS = 731, 732, 733

#: A line of a search that places a digit: `r1c1=5 is the only candidate`, `guess r1c1=5 of 5 6`.
_PLACED = re.compile(r"(guess )?r([1-9])c([1-9])=([1-9]) ")


class FlatTokens(NamedTuple):
    """Rows of tokens."""

    #: The shape is ``(n, length)``.
    tokens: npt.NDArray[Any]
    #: ``int64`` of the shape ``(n,)``: the number of clues before the separator; -1 for a row without a trace.
    clues: npt.NDArray[np.int64]


def flat_tokens(
    x: One | Listed | HasArray | Streamed,
    *,
    order: Literal["solver", "row", "random"] = "solver",
    clues: Literal["row", "random"] | None = "row",
    sep: int = 729,
    pad: int = 730,
    length: int | None = None,
    dtype: str = "int16",
    seed: int = 0,
    search: bool = False,
    max_nodes: int | None = None,
    er: bool = False,
    without: Names | None = None,
    at_most: str | None = None,
    threads: int = 0,
) -> FlatTokens:
    """Returns the path to each solution as a row of tokens: the clues, ``sep``, and the cells that are placed.

    A digit in a cell is the token ``9 * cell + digit - 1``, with cells from 0 to 80, row by row. If the ladder does not
    solve a puzzle, or if the puzzle does not have exactly one solution, its row is all ``pad``, with -1 clues.

    :param order: the order of the cells that are placed: ``"solver"``, in the order of the steps; ``"row"``; or
        ``"random"``.
    :param clues: the order of the clues: ``"row"`` or ``"random"``; ``None`` leaves out the clues and ``sep``.
    :param pad: fills a row after its last token.
    :param length: the length of the rows; by default 82, or with ``search`` that of the longest trace. A longer trace
        raises ``ValueError``.
    :param dtype: the type of the tokens.
    :param seed: the seed of ``"random"``. Row ``k`` is shuffled by ``numpy.random.default_rng((seed, k))``.
    :param search: write a search with guesses instead of steps. The token 731 marks a guess and comes before its cell,
        732 is a way back to the last guess, and 733 ends a solved puzzle.
    :param max_nodes: the maximum number of guesses of a search.

    The other options are those of :func:`batchdoku.traces`.

    >>> import batchdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rows, clues = batchdoku.flat_tokens([puzzle], order="row")
    >>> rows.shape, rows[0, :3].tolist(), clues.tolist(), int(rows[0, 30])
    ((1, 82), [4, 11, 42], [30], 729)
    """
    import numpy as np

    for name, value, names in [
        ("order", order, ("solver", "row", "random")),
        ("clues", clues, ("row", "random", None)),
    ]:
        if value not in names:
            raise ValueError(f"{name} must be one of {names}, not {value!r}")
    marks = [("sep", sep), ("pad", pad)]
    if sep == pad or any(0 <= mark < 729 for _, mark in marks):
        raise ValueError("sep and pad must differ from each other and from the tokens 0 to 728")
    if search and {sep, pad} & {GUESS, BACK, SUCCESS}:
        raise ValueError("sep and pad must differ from 731, 732 and 733, which a search has")
    if search and order != "solver":
        raise ValueError("a search has an order of its own: leave order out")
    highest = SUCCESS if search else 728
    limits = np.iinfo(dtype)
    for mark in (sep, pad, highest):
        if not limits.min <= mark <= limits.max:
            raise ValueError(f"{dtype} does not hold {mark}")
    puzzles = listed([x]) if isinstance(x, (str, bytes, Grid, Position)) else listed(x)
    _native.cells_of(puzzles, "flat_tokens")  # raises if one excludes candidates
    steps: dict[str, Any] = {"er": er, "without": without, "at_most": at_most, "threads": threads}
    if search:
        given = {name: value for name, value in steps.items() if value}
        texts = traces(puzzles, "text", search=True, grids="none", max_nodes=max_nodes, **given)
        placed = [None if text is None else _events(text) for text in texts]
    else:
        if max_nodes is not None:
            raise ValueError("max_nodes is for search")
        placed = [_placements(row) for row in traces(puzzles, "tokens", **steps)]
    rows: list[list[int]] = []
    counts: list[int] = []
    for number, (puzzle, trace) in enumerate(zip(puzzles, placed)):
        given_cells = _clues(puzzle)
        if given_cells is None or not _is_whole(trace, given_cells):
            rows.append([])
            counts.append(-1)
            continue
        assert trace is not None
        random = np.random.default_rng((seed, number))
        if clues == "random":
            given_cells = random.permutation(given_cells).tolist()
        if order == "random":
            trace = random.permutation(trace).tolist()
        elif order == "row":
            trace = sorted(trace)
        rows.append(trace if clues is None else [*given_cells, sep, *trace])
        counts.append(len(given_cells))
    longest = max(map(len, rows), default=0)
    if length is None:
        length = longest if search else (81 if clues is None else 82)
    if longest > length:
        raise ValueError(f"a trace has {longest} tokens, more than the length {length}")
    tokens = np.full((len(rows), length), pad, dtype)
    for tokens_of_row, row in zip(tokens, rows):
        tokens_of_row[: len(row)] = row
    return FlatTokens(tokens, np.array(counts, np.int64))


def _clues(puzzle: Any) -> list[int] | None:
    try:
        text = Grid(puzzle).text if puzzle is not None else None
    except ValueError:
        return None
    if text is None:
        return None
    return [9 * cell + int(digit) - 1 for cell, digit in enumerate(text) if digit != "."]


def _placements(cells: Any) -> list[int]:
    """Returns the tokens of rows of row, column and digit, each from 1, up to the rows of zeros."""
    placed = cells[cells[:, 2] > 0].astype(int)
    return [9 * (9 * (row - 1) + column - 1) + digit - 1 for row, column, digit in placed.tolist()]


def _is_whole(trace: list[int] | None, clues: list[int]) -> bool:
    if trace is None:
        return False
    return trace[-1:] == [SUCCESS] or len(trace) + len(clues) == 81


def _events(text: str) -> list[int]:
    """Returns the tokens of the lines of a search."""
    tokens: list[int] = []
    for line in text.splitlines():
        placed = _PLACED.match(line)
        if line.startswith("undo"):
            tokens.append(BACK)
        elif placed:
            row, column, digit = map(int, placed.groups()[1:])
            tokens += [GUESS] if placed[1] else []
            tokens.append(9 * (9 * (row - 1) + column - 1) + digit - 1)
    return [*tokens, SUCCESS]
