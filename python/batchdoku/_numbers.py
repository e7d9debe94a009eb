"""Numbers as arguments."""

from __future__ import annotations

from operator import index

_MOST = 2**64 - 1
#: The limit that stands for all solutions.
_ALL = 2**63 - 1


def _whole(name: str, number: object) -> int:
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {number!r}") from None


def natural(name: str, number: int) -> int:
    """Returns a number from 0 on. Raises ``ValueError``, with ``name``, for other numbers."""
    number = _whole(name, number)
    if not 0 <= number <= _MOST:
        raise ValueError(f"{name} must be from 0 to {_MOST}, got {number}")
    return number


def solution_limit(limit: int) -> int:
    """Returns a limit of solutions; 0 stands for all of them."""
    if limit is None:
        raise ValueError(
            "limit must be a number, not None: 0 counts all solutions, 2 the first two"
        )
    limit = _whole("limit", limit)
    if limit < 0:
        raise ValueError(f"limit must not be negative, got {limit}")
    return min(limit, _ALL) or _ALL


def node_limit(nodes: int | None) -> int | None:
    """Returns a limit of nodes; ``None`` stands for no limit."""
    return None if nodes is None else natural("max_nodes", nodes)


def thread_count(threads: int) -> int:
    """Returns a number of threads; 0 stands for one per core."""
    return 0 if threads == -1 else natural("threads", threads)
