"""Single moves: what each is worth, those that there are, and the technique by which one follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from . import _native
from ._grid import Grid
from ._kinds import _rows, array_of
from ._position import Position
from ._rows import listed
from ._techniques import conditions
from ._types import Names

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MoveVerdict = Literal["unparsed", "filled", "conflict", "wrong", "right"]
#: What a move is worth, in the order of the numbers in :attr:`JudgedMoves.verdicts`.
MOVE_VERDICTS: tuple[MoveVerdict, ...] = ("unparsed", "filled", "conflict", "wrong", "right")


class JudgedMoves(NamedTuple):
    """What moves are worth: arrays of NumPy with a row for each."""

    #: ``uint8`` of the shape ``(n,)``: places in :data:`MOVE_VERDICTS`.
    verdicts: npt.NDArray[np.uint8]
    #: ``int8`` of the shape ``(n,)``: the cell, from 0 to 80, that a move conflicts with; -1 where there is none.
    conflicts: npt.NDArray[np.int8]
    #: ``int64`` of the shape ``(n, 3)``: row and column from 0, and digit; -1 where there is no move.
    moves: npt.NDArray[np.int64]


class JudgedMove(NamedTuple):
    """What one move is worth."""

    verdict: MoveVerdict
    #: The row and the column, from 0, of the cell that it conflicts with.
    conflict: tuple[int, int] | None
    #: Row and column from 0, and digit.
    move: tuple[int, int, int] | None


def judge_moves(
    positions: Any,
    moves: Any,
    solutions: Any = None,
    *,
    order: str = "row column digit",
    threads: int = 0,
) -> Any:
    """Judges moves, each in the position of its row, or all in one.

    ==============  ==========================================================================
    ``"unparsed"``  there is no move, or the text says more than one
    ``"filled"``    the cell holds a digit
    ``"conflict"``  a cell that it sees holds the digit
    ``"wrong"``     the rules allow it, and no solution has it: legal, and no violation
    ``"right"``     a solution has it
    ==============  ==========================================================================

    :param positions: puzzles or positions, in anything that holds them; one is that of all moves. Candidates count: what
        they exclude is wrong.
    :param moves: integers of the shape ``(n, 3)``: row and column, both from 0 to 8, and digit. Or texts, in which rows and
        columns are counted from 1: ``[1 3 4]``, ``(1, 3, 4)``, ``r1c3=4``, ``R1C3: 4``, ``\\boxed{1 3 4}``, or an object of
        JSON with a row, a column and a digit, such as the arguments of a tool call.
    :param solutions: the solutions, if they are known; otherwise each is searched for.
    :param order: the order of three numbers in brackets: ``"row column digit"`` in any order. It is never guessed.

    Returns :class:`JudgedMoves`, or :class:`JudgedMove` for a single text or tuple.

    Raises ``ValueError`` for a row that is no position, or whose solution is not complete.

    >>> import batchdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> batchdoku.judge_moves(puzzle, "I play r1c3=4.")
    JudgedMove(verdict='right', conflict=None, move=(0, 2, 4))
    >>> batchdoku.judge_moves(puzzle, [(0, 2, 1), (0, 2, 5)]).verdicts.tolist()
    [3, 2]
    """
    import numpy as np

    is_one, rows = _moves(np, moves, order)
    known = None if solutions is None else _given(np, solutions)
    verdicts, conflicts = _native.judge_moves(_given(np, positions), rows, known, threads)
    if not is_one:
        return JudgedMoves(verdicts, conflicts, rows)
    cell = int(conflicts[0])
    move = tuple(map(int, rows[0]))
    return JudgedMove(
        MOVE_VERDICTS[verdicts[0]],
        None if cell < 0 else divmod(cell, 9),
        None if move[0] < 0 else move,  # type: ignore[arg-type]
    )


def forced(
    positions: Any,
    moves: Any,
    *,
    at_most: str = "wxyz_wing",
    without: Names | None = None,
    er: bool = False,
    order: str = "row column digit",
    threads: int = 0,
) -> Any:
    """The easiest technique by which each move follows now; an empty string, or ``None`` for one move, where none is found.

    A move follows by a technique if one step of it places the digit, or leaves the digit alone in its cell or in a house.
    Positions and moves are those of :func:`judge_moves`.

    :param at_most: the hardest technique. All steps of those up to ``"wxyz_wing"`` are looked for; behind it are
        techniques of which that would take too long, which are refused.
    :param without: techniques that are not used.
    :param er: only techniques of Sudoku Explainer.

    Returns an array of names, of the shape ``(n,)``.

    >>> import batchdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> batchdoku.forced(puzzle, "r5c5=5")
    'naked_single'
    """
    import numpy as np

    is_one, rows = _moves(np, moves, order)
    ladder = conditions(without=without, at_most=at_most)
    places = _native.forced_moves(_given(np, positions), rows, ladder, er, threads)
    names = np.array(["", *_native.technique_names()])[places]
    return (str(names[0]) or None) if is_one else names


def candidates(
    x: Any, *, as_: Literal["masks", "bools"] = "masks", threads: int = 0
) -> npt.NDArray[Any]:
    """The candidates of each cell: those that the digits leave, or that a position has.

    A filled cell has its digit. Of several rows, a row that is no position has no candidates; a single row raises ``ValueError``.

    :param as_: ``"masks"``: ``uint16`` of the shape ``(n, 81)``, whose bit ``d - 1`` stands for the digit ``d``;
        ``"bools"``: booleans of the shape ``(n, 81, 9)``. Of a single position, without the ``n``.

    >>> import batchdoku
    >>> int(batchdoku.candidates("12345678." + 72 * ".")[8]) == 1 << 8
    True
    """
    return _masks(x, False, as_, threads)


def legal(
    x: Any, *, as_: Literal["masks", "bools"] = "masks", threads: int = 0
) -> npt.NDArray[Any]:
    """The digits that the rules allow in each empty cell, in the form of :func:`candidates`; none in a filled cell.

    What a position has eliminated is legal, and wrong.
    """
    return _masks(x, True, as_, threads)


def action_mask(x: Any, *, threads: int = 0) -> npt.NDArray[np.bool_]:
    """The legal moves as booleans of the shape ``(n, 81, 9)``: cells row by row, digits from 1. See :func:`legal`."""
    return _masks(x, True, "bools", threads)


def _masks(x: Any, rules: bool, as_: str, threads: int) -> npt.NDArray[Any]:
    import numpy as np

    if as_ not in ("masks", "bools"):
        raise ValueError(f"as_ must be 'masks' or 'bools', not {as_!r}")
    x = array_of(x)
    if isinstance(x, (str, bytes)):
        x = Position(x)
    elif _is_one(x) and isinstance(x, np.ndarray) and ((x < 0) | (x > 9)).any():
        raise ValueError("expected numbers from 0 to 9 in the cells of a grid")
    found: npt.NDArray[Any] = _native.masks(_given(np, x), rules, threads)
    if as_ == "bools":
        found = _native.bools_of(found)
    one: npt.NDArray[Any] = found[0] if _is_one(x) else found
    return one


def _is_one(x: Any) -> bool:
    if isinstance(x, (str, bytes, Grid, Position)):
        return True
    return getattr(x, "shape", None) in ((81,), (9, 9)) and x.dtype.kind in "iu"


def _given(np: Any, x: Any) -> Any:
    """Positions for the extension: a list, or an array of 81 columns of bytes."""
    x = array_of(x)
    if isinstance(x, (str, bytes, Grid, Position)):
        x = [x]
    if isinstance(x, np.ndarray) and x.dtype.kind in "iu":
        rows, _ = _rows(np, x)
        if rows.dtype == np.uint8:
            return rows
        return np.where((rows < 0) | (rows > 9), 255, rows).astype(np.uint8)
    rows = list(x) if isinstance(x, Sequence) else listed(x)
    return [_item(row) for row in rows]


def _item(row: Any) -> Any:
    if isinstance(row, Position):
        return row._native
    return row.text if isinstance(row, Grid) else row


def _moves(np: Any, moves: Any, order: str) -> tuple[bool, Any]:
    """Whether it is a single move, and the rows of moves."""
    if moves is None or isinstance(moves, (str, bytes)):
        return True, _native.moves_of([moves], order)
    moves = array_of(moves)
    if isinstance(moves, Sequence):
        if all(move is None or isinstance(move, (str, bytes)) for move in moves):
            return False, _native.moves_of(list(moves), order)
        is_one = isinstance(moves, tuple) and not isinstance(moves[0], Sequence)
        array = np.asarray([moves] if is_one else moves)
    elif isinstance(moves, np.ndarray) and moves.dtype.kind in "iu":
        is_one, array = moves.shape == (3,), moves.reshape(-1, 3) if moves.shape == (3,) else moves
    else:
        return False, _native.moves_of(listed(moves), order)
    if array.dtype.kind not in "iu" or array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(
            f"expected texts, or integers of the shape (n, 3), got {array.dtype} of {array.shape}"
        )
    return is_one, np.require(array, np.int64, ["C_CONTIGUOUS", "ALIGNED"])
