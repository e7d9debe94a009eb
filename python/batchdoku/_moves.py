"""Single moves: their verdicts, the moves that are possible, and the technique that proves each."""

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
#: The verdicts on a move, in the order of the numbers in :attr:`JudgedMoves.verdicts`.
MOVE_VERDICTS: tuple[MoveVerdict, ...] = ("unparsed", "filled", "conflict", "wrong", "right")


class JudgedMoves(NamedTuple):
    """The verdicts on moves: NumPy arrays with a row for each move."""

    #: ``uint8`` of the shape ``(n,)``: indices of :data:`MOVE_VERDICTS`.
    verdicts: npt.NDArray[np.uint8]
    #: ``int8`` of the shape ``(n,)``: the cell, from 0 to 80, that a move conflicts with; -1 without a conflict.
    conflicts: npt.NDArray[np.int8]
    #: ``int64`` of the shape ``(n, 3)``: row and column from 0, and digit; -1 if there is no move.
    moves: npt.NDArray[np.int64]


class JudgedMove(NamedTuple):
    """The verdict on a single move."""

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
    """Judges moves, each in the position of its row, or all in a single position.

    ==============  ==========================================================================
    ``"unparsed"``  there is no move, or the text contains several
    ``"filled"``    the cell holds a digit
    ``"conflict"``  a cell that it sees holds the digit
    ``"wrong"``     the rules allow the move, but no solution has it: legal, and no violation
    ``"right"``     a solution has the move
    ==============  ==========================================================================

    :param positions: puzzles or positions, in any kind of container; a single position is used for all moves.
        Eliminated candidates count as wrong.
    :param moves: integers of the shape ``(n, 3)``: row and column, both from 0 to 8, and digit. Or texts, in which rows and
        columns are counted from 1: ``[1 3 4]``, ``(1, 3, 4)``, ``r1c3=4``, ``R1C3: 4``, ``\\boxed{1 3 4}``, or an object of
        JSON with a row, a column and a digit, such as the arguments of a tool call.
    :param solutions: the solutions, if they are known; otherwise each is searched for.
    :param order: the order of three numbers in brackets: ``"row column digit"`` in any order. It is never guessed.

    Returns :class:`JudgedMoves`, or :class:`JudgedMove` for a single text or tuple.

    Raises ``ValueError`` for a row that is not a position, or whose solution is not complete.

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
    """Returns the easiest technique that proves each move.

    If none is found, this is an empty string, or ``None`` for a single move.

    A technique proves a move if one step of it places the digit, or makes the digit a naked or hidden single in the
    cell. Positions and moves are given as in :func:`judge_moves`.

    :param at_most: the hardest technique. All steps of techniques up to ``"wxyz_wing"`` are searched
        for. A call with a later technique is refused if the search for all of its steps would take too long.
    :param without: techniques that are not used.
    :param er: use only techniques of Sudoku Explainer.

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
    """Returns the candidates of each cell: those that the digits allow, or those of a position.

    A filled cell has its digit. Among several rows, a row that is not a position has no candidates; a single such row
    raises ``ValueError``.

    :param as_: ``"masks"``: ``uint16`` of the shape ``(n, 81)``, in which bit ``d - 1`` stands for the digit ``d``;
        ``"bools"``: booleans of the shape ``(n, 81, 9)``. The result for a single position has no ``n``.

    >>> import batchdoku
    >>> int(batchdoku.candidates("12345678." + 72 * ".")[8]) == 1 << 8
    True
    """
    return _masks(x, False, as_, threads)


def legal(
    x: Any, *, as_: Literal["masks", "bools"] = "masks", threads: int = 0
) -> npt.NDArray[Any]:
    """Returns the digits that the rules allow in each empty cell, in the form of :func:`candidates`.

    A filled cell has none. A candidate that a position has eliminated is legal, but wrong.
    """
    return _masks(x, True, as_, threads)


def action_mask(x: Any, *, threads: int = 0) -> npt.NDArray[np.bool_]:
    """Returns the legal moves as booleans of the shape ``(n, 81, 9)``: see :func:`legal`."""
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
    """Returns positions for the extension: a list, or an array of bytes with 81 columns."""
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
    """Returns whether there is a single move, and the rows of moves."""
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
