"""The operations on puzzles in any kind of container."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar, Unpack, overload

from ._grid import Grid
from ._kinds import array_of, run, run_table
from ._native import Operation
from ._numbers import natural, node_limit, solution_limit
from ._position import Position
from ._rating import ErRating, Rating
from ._rows import is_one, known, taken
from ._techniques import conditions
from ._types import (
    A,
    Counting,
    HasArray,
    Limits,
    Listed,
    Meeting,
    Names,
    One,
    Puzzles,
    Solving,
    Streamed,
    T,
    Threads,
)

#: Puzzles and their solutions, which are of the same kind.
L = TypeVar("L", bound=Puzzles)


def _solve(unique: bool, limit: int | None, max_nodes: int | None) -> Operation:
    least = 2 if unique else 1
    most = least if limit is None else max(solution_limit(limit), least)
    return Operation.solve(unique, most, node_limit(max_nodes))


@overload
def solve(x: str, **options: Unpack[Solving]) -> str | None: ...
@overload
def solve(x: bytes, **options: Unpack[Solving]) -> bytes | None: ...
@overload
def solve(x: Grid | Position, **options: Unpack[Solving]) -> Grid | None: ...
@overload
def solve(
    x: list[bytes] | list[bytes | None], **options: Unpack[Solving]
) -> list[bytes | None]: ...
@overload
def solve(x: Sequence[str | None], **options: Unpack[Solving]) -> list[str | None]: ...
@overload
def solve(x: Listed, **options: Unpack[Solving]) -> list[Any]: ...
@overload
def solve(x: A, *, mask: Literal[True], **options: Unpack[Solving]) -> tuple[A, Any]: ...
@overload
def solve(x: A, *, mask: Literal[False] = ..., **options: Unpack[Solving]) -> A: ...
@overload
def solve(x: Streamed, **options: Unpack[Solving]) -> Any: ...
def solve(
    x: Puzzles,
    *,
    unique: bool = False,
    limit: int | None = None,
    threads: int = 0,
    max_nodes: int | None = None,
    mask: bool = False,
) -> Any:
    """Solves puzzles, and returns the solutions in the same kind of container as the puzzles.

    ======================================================  ==========================================
    ``x``                                                   result
    ======================================================  ==========================================
    ``str``, ``bytes``, :class:`Grid`                       the same, or ``None``
    list of ``str`` or ``bytes``                            list of the same, with ``None``
    NumPy integers ``(81,)``, ``(9, 9)``, ``(n, 81)``, ``(n, 9, 9)``  the same type and shape, zeros
    NumPy ``S`` and ``U``                                   ``S81`` and ``U81``, empty strings
    tensors of PyTorch, arrays of JAX                       NumPy arrays
    pandas ``Series``                                       ``Series`` with the same index
    Arrow array, chunked array, Polars ``Series``           the same type and chunks, nulls
    Arrow table or stream                                   a table or stream of the column ``solution``
    ======================================================  ==========================================

    A row that is malformed or has no solution gives ``None``, null or zeros: it never raises, and never
    moves another row. (A single malformed ``str``, ``bytes`` or grid raises ``ValueError``.) If a puzzle has
    several solutions, one of them is returned, always the same.

    :param unique: count puzzles with several solutions as unsolved.
    :param limit: the number of solutions to search for; only :func:`solve_table`, which counts them, needs
        it.
    :param threads: the maximum number of threads; 0 or -1 is one per core.
    :param max_nodes: give up a puzzle after this many nodes.
    :param mask: with NumPy arrays and tensors, return ``(solutions, solved)``.
    """
    return run(_solve(unique, limit, max_nodes), x, None, threads, mask)


def solve_table(
    table: T,
    column: str = "puzzle",
    *,
    unique: bool = False,
    limit: int | None = None,
    threads: int = 0,
    max_nodes: int | None = None,
    prefix: str = "",
) -> T:
    """Adds the columns ``solution``, ``solutions`` (their number, at most ``limit``) and ``nodes``.

    ``table`` is an Arrow table, record batch or stream, or a pandas or Polars data frame; the result is of
    the same kind. The other columns are kept without a copy. A stream is processed as it is read, in bounded
    memory.

    :param prefix: a prefix for the names of the new columns.
    """
    result: T = run_table(_solve(unique, limit, max_nodes), table, column, None, prefix, threads)
    return result


@overload
def count(x: One, **options: Unpack[Counting]) -> int | None: ...
@overload
def count(x: Listed, **options: Unpack[Counting]) -> list[int | None]: ...
@overload
def count(x: HasArray, *, mask: bool = ..., **options: Unpack[Counting]) -> Any: ...
@overload
def count(x: Streamed, **options: Unpack[Counting]) -> Any: ...
def count(
    x: Puzzles,
    *,
    limit: int = 2,
    threads: int = 0,
    max_nodes: int | None = None,
    mask: bool = False,
) -> Any:
    """Counts the solutions of each puzzle, up to ``limit`` (0 counts all).

    A row that is malformed or was given up gives ``None``, null, or -1 in NumPy.
    """
    return run(
        Operation.count(solution_limit(limit), node_limit(max_nodes)), x, None, threads, mask
    )


def count_table(
    table: T,
    column: str = "puzzle",
    *,
    limit: int = 2,
    threads: int = 0,
    max_nodes: int | None = None,
    prefix: str = "",
) -> T:
    """Adds the columns ``solutions`` and ``nodes``: see :func:`solve_table`."""
    operation = Operation.count(solution_limit(limit), node_limit(max_nodes))
    result: T = run_table(operation, table, column, None, prefix, threads)
    return result


@overload
def is_unique(x: One, **options: Unpack[Limits]) -> bool | None: ...
@overload
def is_unique(x: Listed, **options: Unpack[Limits]) -> list[bool | None]: ...
@overload
def is_unique(x: HasArray, *, mask: bool = ..., **options: Unpack[Limits]) -> Any: ...
@overload
def is_unique(x: Streamed, **options: Unpack[Limits]) -> Any: ...
def is_unique(
    x: Puzzles, *, threads: int = 0, max_nodes: int | None = None, mask: bool = False
) -> Any:
    """Returns whether each puzzle has exactly one solution.

    A row that is malformed or was given up gives ``None``, null, or ``False`` in NumPy.
    """
    return run(Operation.is_unique(node_limit(max_nodes)), x, None, threads, mask)


def is_unique_table(
    table: T,
    column: str = "puzzle",
    *,
    threads: int = 0,
    max_nodes: int | None = None,
    prefix: str = "",
) -> T:
    """Adds the column ``unique``: see :func:`solve_table`."""
    result: T = run_table(
        Operation.is_unique(node_limit(max_nodes)), table, column, None, prefix, threads
    )
    return result


@overload
def check(
    x: One, solutions: One, *, unique: bool = ..., **options: Unpack[Limits]
) -> bool | None: ...
@overload
def check(
    x: Listed, solutions: Listed, *, unique: bool = ..., **options: Unpack[Limits]
) -> list[bool | None]: ...
@overload
def check(
    x: HasArray,
    solutions: HasArray | Listed,
    *,
    unique: bool = ...,
    mask: bool = ...,
    **options: Unpack[Limits],
) -> Any: ...
@overload
def check(
    x: Streamed, solutions: Streamed, *, unique: bool = ..., **options: Unpack[Limits]
) -> Any: ...
def check(
    x: Puzzles,
    solutions: Puzzles,
    *,
    unique: bool = False,
    threads: int = 0,
    max_nodes: int | None = None,
    mask: bool = False,
) -> Any:
    """Returns whether each of ``solutions`` is a solution of its puzzle, both of the same kind.

    Tensors and NumPy arrays count as the same kind, so the output of a model can be checked directly.

    A row with a malformed puzzle, or without a claim (``None``, null, no digit), gives ``None``, null, or
    ``False`` in NumPy.

    :param unique: require that each solution is also the only one.
    """
    return run(Operation.check(unique, node_limit(max_nodes)), x, solutions, threads, mask)


def check_table(
    table: T,
    column: str = "puzzle",
    solution: str = "solution",
    *,
    unique: bool = False,
    threads: int = 0,
    max_nodes: int | None = None,
    prefix: str = "",
) -> T:
    """Adds the column ``correct``: see :func:`check` and :func:`solve_table`."""
    operation = Operation.check(unique, node_limit(max_nodes))
    result: T = run_table(operation, table, column, solution, prefix, threads)
    return result


@overload
def rate(x: One, *, er: Literal[False] = ..., **options: Unpack[Threads]) -> Rating | None: ...
@overload
def rate(x: One, *, er: Literal[True], **options: Unpack[Threads]) -> ErRating | None: ...
@overload
def rate(
    x: Listed, *, er: Literal[False] = ..., **options: Unpack[Threads]
) -> list[Rating | None]: ...
@overload
def rate(x: Listed, *, er: Literal[True], **options: Unpack[Threads]) -> list[ErRating | None]: ...
@overload
def rate(x: HasArray | Streamed, *, er: bool = ..., **options: Unpack[Threads]) -> Any: ...
def rate(x: Puzzles, *, er: bool = False, threads: int = 0) -> Any:
    """Rates how hard each puzzle is: a :class:`Rating`, or records of its fields.

    A malformed row gives ``None`` or null.

    :param er: add the ratings of Sudoku Explainer: return an :class:`ErRating`, or records of its fields.
        The rating of a hard puzzle takes up to a second.
    """
    return run(Operation.rate(er), x, None, threads, False)


def rate_table(
    table: T, column: str = "puzzle", *, er: bool = False, threads: int = 0, prefix: str = ""
) -> T:
    """Adds the fields of a :class:`Rating` as columns: see :func:`solve_table`.

    :param er: add those of an :class:`ErRating` instead: see :func:`rate`.
    """
    result: T = run_table(Operation.rate(er), table, column, None, prefix, threads)
    return result


@overload
def meets(x: One, **options: Unpack[Meeting]) -> bool | None: ...
@overload
def meets(x: Listed, **options: Unpack[Meeting]) -> list[bool | None]: ...
@overload
def meets(x: HasArray, *, mask: bool = ..., **options: Unpack[Meeting]) -> Any: ...
@overload
def meets(x: Streamed, **options: Unpack[Meeting]) -> Any: ...
def meets(
    x: Puzzles,
    *,
    needs: Names | None = None,
    hardest: Names | None = None,
    contains: Names | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    er: bool = False,
    threads: int = 0,
    mask: bool = False,
) -> Any:
    """Returns whether the path to each solution, on the ladder of :func:`explain`, meets all conditions.

    A row that is malformed, or that does not have exactly one solution, gives ``None``, null, or ``False``
    in NumPy.

    :param needs: names of techniques: the ladder up to the hardest of them leads to the solution, and no
        longer does if any of them is left out.
    :param hardest: names of techniques, one of which must have the hardest step: in :func:`explain` and, if
        Sudoku Explainer or the levels have it, in :func:`rate`. The puzzle needs it, and nothing harder.
    :param contains: techniques that must be on the path.
    :param without: techniques to leave out of the ladder; ``"uniqueness"``: all that use it.
    :param at_most: the hardest technique of the ladder.
    :param er: use only techniques of Sudoku Explainer.
    """
    operation = Operation.meets(conditions(needs, contains, without, at_most, hardest), er)
    return run(operation, x, None, threads, mask)


def meets_table(
    table: T,
    column: str = "puzzle",
    *,
    needs: Names | None = None,
    hardest: Names | None = None,
    contains: Names | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    er: bool = False,
    threads: int = 0,
    prefix: str = "",
) -> T:
    """Adds the column ``meets``: see :func:`meets` and :func:`solve_table`."""
    operation = Operation.meets(conditions(needs, contains, without, at_most, hardest), er)
    result: T = run_table(operation, table, column, None, prefix, threads)
    return result


@overload
def canon(x: str, **options: Unpack[Threads]) -> str | None: ...
@overload
def canon(x: bytes, **options: Unpack[Threads]) -> bytes | None: ...
@overload
def canon(x: Grid, **options: Unpack[Threads]) -> Grid | None: ...
@overload
def canon(
    x: list[bytes] | list[bytes | None], **options: Unpack[Threads]
) -> list[bytes | None]: ...
@overload
def canon(x: Sequence[str | None], **options: Unpack[Threads]) -> list[str | None]: ...
@overload
def canon(x: Listed, **options: Unpack[Threads]) -> list[Any]: ...
@overload
def canon(x: A, *, mask: Literal[True], **options: Unpack[Threads]) -> tuple[A, Any]: ...
@overload
def canon(x: A, *, mask: Literal[False] = ..., **options: Unpack[Threads]) -> A: ...
@overload
def canon(x: Streamed, **options: Unpack[Threads]) -> Any: ...
def canon(x: Puzzles, *, threads: int = 0, mask: bool = False) -> Any:
    """Returns the canonical form of each grid: the smallest of all grids that are equivalent to it."""
    return run(Operation.canon(), x, None, threads, mask)


def canon_table(table: T, column: str = "puzzle", *, threads: int = 0, prefix: str = "") -> T:
    """Adds the column ``canonical``: see :func:`solve_table`."""
    result: T = run_table(Operation.canon(), table, column, None, prefix, threads)
    return result


@overload
def shuffle(x: str, seed: int = ..., **options: Unpack[Threads]) -> str | None: ...
@overload
def shuffle(x: bytes, seed: int = ..., **options: Unpack[Threads]) -> bytes | None: ...
@overload
def shuffle(x: Grid, seed: int = ..., **options: Unpack[Threads]) -> Grid | None: ...
@overload
def shuffle(
    x: list[bytes] | list[bytes | None],
    seed: int = ...,
    *,
    copies: int = ...,
    **options: Unpack[Threads],
) -> list[bytes | None]: ...
@overload
def shuffle(
    x: Sequence[str | None], seed: int = ..., *, copies: int = ..., **options: Unpack[Threads]
) -> list[str | None]: ...
@overload
def shuffle(
    x: Listed, seed: int = ..., *, copies: int = ..., **options: Unpack[Threads]
) -> list[Any]: ...
@overload
def shuffle(
    x: L, seed: int = ..., *, solutions: L, copies: int = ..., **options: Unpack[Threads]
) -> tuple[L, L]: ...
@overload
def shuffle(
    x: A, seed: int = ..., *, mask: Literal[True], **options: Unpack[Threads]
) -> tuple[A, Any]: ...
@overload
def shuffle(
    x: A,
    seed: int = ...,
    *,
    copies: int = ...,
    mask: Literal[False] = ...,
    **options: Unpack[Threads],
) -> A: ...
@overload
def shuffle(x: Streamed, seed: int = ..., **options: Unpack[Threads]) -> Any: ...
def shuffle(
    x: Puzzles,
    seed: int = 0,
    *,
    solutions: Any = None,
    copies: int = 1,
    threads: int = 0,
    mask: bool = False,
) -> Any:
    """Returns a random equivalent of each grid, drawn uniformly from the 9! x 2 x 6^8 symmetries.

    The equivalent of a row depends only on the seed and the place of the row. It is the same as in the
    output of ``batchdoku shuffle`` for a file with one puzzle of 81 characters per line.

    :param solutions: the solution of each puzzle, in the same kind of container: each solution is
        transformed like its puzzle, and both are returned.
    :param copies: the number of different equivalents of each puzzle, which follow each other; fewer if the
        class of the puzzle has fewer.
    """
    copies = natural("copies", copies)
    if copies < 1:
        raise ValueError("copies must be 1 or more, got 0")
    operation = Operation.shuffle(natural("seed", seed), copies, False)
    held: Any = array_of(x)
    solutions = array_of(solutions)
    if solutions is None and copies == 1:
        return run(operation, held, None, threads, mask)
    if mask:
        raise TypeError("mask is for one array without copies")
    if is_one(held) and not isinstance(held, (str, bytes, Grid)):
        held, solutions = held[None], None if solutions is None else solutions[None]
    kept = None
    if copies > 1:
        if isinstance(held, (str, bytes, Grid)):
            held, solutions = [held], None if solutions is None else [solutions]
        rows = [row for row in range(len(held)) for _ in range(copies)]
        held, solutions = taken(held, rows), None if solutions is None else taken(solutions, rows)
    made = run(operation, held, None, threads, False)
    if copies > 1:
        kept = [row for row, is_there in enumerate(known(made)) if is_there or row % copies == 0]
        kept = None if len(kept) == len(held) else kept
    parts = [made]
    if solutions is not None:
        parts.append(run(operation, solutions, held, threads, False))
    if kept is not None:
        parts = [taken(part, kept) for part in parts]
    return parts[0] if solutions is None else (parts[0], parts[1])


def shuffle_table(
    table: T,
    column: str = "puzzle",
    seed: int = 0,
    *,
    solution: str = "solution",
    copies: int = 1,
    keep_original: bool = False,
    threads: int = 0,
) -> T:
    """Replaces the puzzles by random equivalents, and their solutions by the solutions of these equivalents.

    The other columns stay; with ``copies``, they are repeated: see :func:`shuffle`.

    :param solution: the column of solutions, if the table has a column of this name.
    :param copies: adds the column ``copy`` with the number of each equivalent, from 1.
    :param keep_original: adds the column ``original``, which has the original puzzle.
    """
    copies = natural("copies", copies)
    if copies < 1:
        raise ValueError("copies must be 1 or more, got 0")
    operation = Operation.shuffle(natural("seed", seed), copies, keep_original)
    result: T = run_table(operation, table, column, solution, "", threads)
    return result
