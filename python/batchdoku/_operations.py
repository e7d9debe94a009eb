"""The operations, each over puzzles in anything that holds them."""

from __future__ import annotations

from typing import Any, NamedTuple, overload

from ._grid import Grid
from ._kinds import run, run_table
from ._native import Operation

_ALL = 2**63 - 1


class Rating(NamedTuple):
    """How hard a puzzle is."""

    #: ``easy``, ``medium``, ``hard``, ``search``, ``long_search``; ``no_solution`` or ``not_unique``.
    level: str
    #: The hardest technique needed.
    technique: str | None
    #: Nodes of a search for two solutions.
    nodes: int
    #: How often each technique was used, such as ``naked_single=30,hidden_single=22``.
    steps: str | None


def solution_limit(limit: int | None, default: int) -> int:
    """A number of solutions; 0 stands for all of them."""
    if limit is None:
        return default
    if limit < 0:
        raise ValueError(f"limit must not be negative, got {limit}")
    return min(limit, _ALL) or _ALL


def _solve(unique: bool, limit: int | None, max_nodes: int | None) -> Operation:
    return Operation.solve(unique, max(solution_limit(limit, 1), 2 if unique else 1), max_nodes)


@overload
def solve(
    x: str,
    *,
    unique: bool = ...,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> str | None: ...
@overload
def solve(
    x: bytes,
    *,
    unique: bool = ...,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> bytes | None: ...
@overload
def solve(
    x: Grid,
    *,
    unique: bool = ...,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> Grid | None: ...
@overload
def solve(
    x: list[str],
    *,
    unique: bool = ...,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> list[str | None]: ...
@overload
def solve(
    x: list[bytes],
    *,
    unique: bool = ...,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> list[bytes | None]: ...
@overload
def solve(
    x: Any,
    *,
    unique: bool = ...,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> Any: ...


def solve(
    x: Any,
    *,
    unique: bool = False,
    limit: int | None = None,
    threads: int = 0,
    max_nodes: int | None = None,
    mask: bool = False,
) -> Any:
    """Solves puzzles, and returns the solutions in what held the puzzles.

    ======================================================  ==========================================
    ``x``                                                   result
    ======================================================  ==========================================
    ``str``, ``bytes``, :class:`Grid`                       the same, or ``None``
    list of ``str`` or ``bytes``                            list of the same, with ``None``
    NumPy integers ``(81,)``, ``(9, 9)``, ``(n, 81)``, ``(n, 9, 9)``  the same type and shape, zeros
    NumPy ``S`` and ``U``                                   ``S81`` and ``U81``, empty strings
    pandas ``Series``                                       ``Series`` with the same index
    Arrow array, chunked array, Polars ``Series``           the same type and chunks, nulls
    Arrow table or stream                                   a table or stream of the column ``solution``
    ======================================================  ==========================================

    A row that is malformed or has no solution is ``None``, null or zeros: it never raises, and
    never moves another row. (A single ``str``, ``bytes`` or grid that is malformed raises
    ``ValueError``.) Where a puzzle has several solutions, any of them is returned, always the same.

    :param unique: take puzzles with several solutions for unsolved.
    :param limit: solutions to look for; of use to :func:`solve_table`, which counts them.
    :param threads: how many threads work; 0 is one per core.
    :param max_nodes: give a puzzle up after this many nodes.
    :param mask: with NumPy arrays, return ``(solutions, solved)``.
    """
    return run(_solve(unique, limit, max_nodes), x, None, threads, mask)


def solve_table(
    table: Any,
    column: str = "puzzle",
    *,
    unique: bool = False,
    limit: int | None = None,
    threads: int = 0,
    max_nodes: int | None = None,
    prefix: str = "",
) -> Any:
    """Adds the columns ``solution``, ``solutions`` (how many, at most ``limit``) and ``nodes``.

    ``table`` is an Arrow table, record batch or stream, or a pandas or Polars data frame, and so is
    the result. The other columns are kept without copying. A stream is worked on as it is read, in
    bounded memory.

    :param prefix: put before the names of the new columns.
    """
    return run_table(_solve(unique, limit, max_nodes), table, column, None, prefix, threads)


@overload
def count(
    x: str | bytes | Grid,
    *,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> int | None: ...
@overload
def count(
    x: list[str] | list[bytes] | list[Grid],
    *,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> list[int | None]: ...
@overload
def count(
    x: Any,
    *,
    limit: int | None = ...,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> Any: ...


def count(
    x: Any,
    *,
    limit: int | None = 2,
    threads: int = 0,
    max_nodes: int | None = None,
    mask: bool = False,
) -> Any:
    """Counts the solutions of each puzzle, up to ``limit`` (0 counts all).

    A row that is malformed or was given up is ``None``, null, or -1 in NumPy.
    """
    return run(Operation.count(solution_limit(limit, 2), max_nodes), x, None, threads, mask)


def count_table(
    table: Any,
    column: str = "puzzle",
    *,
    limit: int | None = 2,
    threads: int = 0,
    max_nodes: int | None = None,
    prefix: str = "",
) -> Any:
    """Adds the columns ``solutions`` and ``nodes``: see :func:`solve_table`."""
    operation = Operation.count(solution_limit(limit, 2), max_nodes)
    return run_table(operation, table, column, None, prefix, threads)


@overload
def is_unique(
    x: str | bytes | Grid, *, threads: int = ..., max_nodes: int | None = ..., mask: bool = ...
) -> bool | None: ...
@overload
def is_unique(
    x: list[str] | list[bytes] | list[Grid],
    *,
    threads: int = ...,
    max_nodes: int | None = ...,
    mask: bool = ...,
) -> list[bool | None]: ...
@overload
def is_unique(
    x: Any, *, threads: int = ..., max_nodes: int | None = ..., mask: bool = ...
) -> Any: ...


def is_unique(x: Any, *, threads: int = 0, max_nodes: int | None = None, mask: bool = False) -> Any:
    """Tells whether each puzzle has exactly one solution.

    A row that is malformed or was given up is ``None``, null, or ``False`` in NumPy.
    """
    return run(Operation.is_unique(max_nodes), x, None, threads, mask)


def is_unique_table(
    table: Any,
    column: str = "puzzle",
    *,
    threads: int = 0,
    max_nodes: int | None = None,
    prefix: str = "",
) -> Any:
    """Adds the column ``unique``: see :func:`solve_table`."""
    return run_table(Operation.is_unique(max_nodes), table, column, None, prefix, threads)


def check(
    x: Any,
    solutions: Any,
    *,
    unique: bool = False,
    threads: int = 0,
    max_nodes: int | None = None,
    mask: bool = False,
) -> Any:
    """Tells whether each of ``solutions`` is a solution of its puzzle, both of the same kind.

    A row whose puzzle is malformed is ``None``, null, or ``False`` in NumPy.

    :param unique: a solution must also be the only one.
    """
    return run(Operation.check(unique, max_nodes), x, solutions, threads, mask)


def check_table(
    table: Any,
    column: str = "puzzle",
    solution: str = "solution",
    *,
    unique: bool = False,
    threads: int = 0,
    max_nodes: int | None = None,
    prefix: str = "",
) -> Any:
    """Adds the column ``correct``: see :func:`check` and :func:`solve_table`."""
    operation = Operation.check(unique, max_nodes)
    return run_table(operation, table, column, solution, prefix, threads)


@overload
def rate(x: str | bytes | Grid, *, threads: int = ...) -> Rating | None: ...
@overload
def rate(x: list[str] | list[bytes] | list[Grid], *, threads: int = ...) -> list[Rating | None]: ...
@overload
def rate(x: Any, *, threads: int = ...) -> Any: ...


def rate(x: Any, *, threads: int = 0) -> Any:
    """Rates how hard each puzzle is: a :class:`Rating`, or records of the same four fields.

    A row that is malformed is ``None`` or null.
    """
    return run(Operation.rate(), x, None, threads, False)


def rate_table(table: Any, column: str = "puzzle", *, threads: int = 0, prefix: str = "") -> Any:
    """Adds the columns ``level``, ``technique``, ``nodes`` and ``steps``: see :func:`solve_table`."""
    return run_table(Operation.rate(), table, column, None, prefix, threads)


@overload
def canon(x: str, *, threads: int = ..., mask: bool = ...) -> str | None: ...
@overload
def canon(x: bytes, *, threads: int = ..., mask: bool = ...) -> bytes | None: ...
@overload
def canon(x: Grid, *, threads: int = ..., mask: bool = ...) -> Grid | None: ...
@overload
def canon(x: list[str], *, threads: int = ..., mask: bool = ...) -> list[str | None]: ...
@overload
def canon(x: list[bytes], *, threads: int = ..., mask: bool = ...) -> list[bytes | None]: ...
@overload
def canon(x: Any, *, threads: int = ..., mask: bool = ...) -> Any: ...


def canon(x: Any, *, threads: int = 0, mask: bool = False) -> Any:
    """The canonical form of each grid: the smallest of all grids that are equivalent to it."""
    return run(Operation.canon(), x, None, threads, mask)


def canon_table(table: Any, column: str = "puzzle", *, threads: int = 0, prefix: str = "") -> Any:
    """Adds the column ``canonical``: see :func:`solve_table`."""
    return run_table(Operation.canon(), table, column, None, prefix, threads)


def shuffle(x: Any, seed: int = 0, *, threads: int = 0, mask: bool = False) -> Any:
    """A random equivalent of each grid, drawn uniformly from the 9! x 2 x 6^8 symmetries.

    What a row becomes depends on the seed and on its place alone, and is what
    ``batchdoku shuffle`` makes of a file with one puzzle of 81 characters a line.
    """
    return run(Operation.shuffle(seed), x, None, threads, mask)


def shuffle_table(
    table: Any, column: str = "puzzle", seed: int = 0, *, threads: int = 0, prefix: str = ""
) -> Any:
    """Adds the column ``shuffled``: see :func:`shuffle` and :func:`solve_table`."""
    return run_table(Operation.shuffle(seed), table, column, None, prefix, threads)
