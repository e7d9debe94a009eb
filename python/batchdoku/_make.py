"""Random puzzles and grids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from . import _native
from ._numbers import natural
from ._table import Table
from ._techniques import conditions, names_in
from ._types import Generating, Levels, Making, Names, Ratings, Symmetry

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl

    Cells = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
    Weights = np.ndarray[tuple[int], np.dtype[np.float64]]

As = Literal["arrow", "numpy", "str", "pandas", "polars"]


def clue_range(clues: int | tuple[int, int] | None, minimal: bool | None) -> tuple[int, int] | None:
    """Returns the minimum and maximum number of clues; ``None`` for minimal puzzles of any number."""
    if clues is None:
        return (17, 81) if minimal is False else None
    few, most = clues if isinstance(clues, (tuple, list)) else (clues, clues)
    few, most = natural("clues", few), natural("clues", most)
    if not 0 <= few <= most <= 81:
        raise ValueError(f"no number of clues is from {few} to {most}: a grid has 81 cells")
    return few, most


def as_range(ends: tuple[float, float] | None) -> str | None:
    """Returns a range in the form of the program."""
    return None if ends is None else f"{ends[0]}..{ends[1]}"


def rating_ranges(
    er: Ratings | None, ep: Ratings | None, ed: Ratings | None
) -> list[tuple[float, float] | None]:
    """Returns the minimum and maximum of each rating; ``None`` without limits."""

    def ends(name: str, rating: Ratings | None) -> tuple[float, float] | None:
        if rating is None:
            return None
        low, high = rating if isinstance(rating, (tuple, list)) else (rating, rating)
        ends = 0.0 if low is None else float(low), 25.5 if high is None else float(high)
        if any(end != end for end in ends):
            raise ValueError(f"{name} must be a number or two, not {rating}")
        return ends

    return [ends(name, rating) for name, rating in (("er", er), ("ep", ep), ("ed", ed))]


@overload
def generate(
    n: int, *, as_: Literal["arrow"] = ..., with_weight: bool = ..., **options: Unpack[Generating]
) -> Table: ...
@overload
def generate(
    n: int,
    *,
    as_: Literal["numpy"],
    with_weight: Literal[False] = ...,
    **options: Unpack[Generating],
) -> tuple[Cells, Cells]: ...
@overload
def generate(
    n: int, *, as_: Literal["numpy"], with_weight: Literal[True], **options: Unpack[Generating]
) -> tuple[Cells, Cells, Weights]: ...
@overload
def generate(
    n: int, *, as_: Literal["str"], with_weight: Literal[False] = ..., **options: Unpack[Generating]
) -> tuple[list[str], list[str]]: ...
@overload
def generate(
    n: int, *, as_: Literal["str"], with_weight: Literal[True], **options: Unpack[Generating]
) -> tuple[list[str], list[str], list[float]]: ...
@overload
def generate(
    n: int, *, as_: Literal["pandas"], with_weight: bool = ..., **options: Unpack[Generating]
) -> pd.DataFrame: ...
@overload
def generate(
    n: int, *, as_: Literal["polars"], with_weight: bool = ..., **options: Unpack[Generating]
) -> pl.DataFrame: ...
def generate(
    n: int,
    *,
    seed: int = 0,
    skip: int = 0,
    clues: int | tuple[int, int] | None = None,
    difficulty: Levels | None = None,
    symmetry: Symmetry = "none",
    er: Ratings | None = None,
    ep: Ratings | None = None,
    ed: Ratings | None = None,
    needs: Names | None = None,
    contains: Names | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    hardest: Names | None = None,
    balance: bool = False,
    minimal: bool | None = None,
    max_tries: int = 100_000,
    controlled_bias: bool = False,
    with_weight: bool = False,
    as_: As = "arrow",
    threads: int = 0,
) -> Any:
    """Generates ``n`` random puzzles with exactly one solution, and their solutions.

    Puzzle ``i`` depends only on the seed, the options and ``skip + i``. So a corpus can be made in parts, on any
    machine, with any number of threads, and is the same as that of ``batchdoku generate``.

    :param clues: the number of clues of a puzzle, or its minimum and maximum.
    :param difficulty: ``easy``, ``medium``, ``hard``, ``search``, ``long_search``, or several of them.
    :param symmetry: the symmetry of the cells with clues: ``none``, ``rot180``, ``rot90``, ``horizontal``,
        ``vertical``, ``diagonal``, ``antidiagonal``, ``orthogonal``, ``diagonals`` or ``full``.
    :param er: the rating of Sudoku Explainer that a puzzle must have: a number, or the minimum and the maximum, with
        ``None`` for no limit: for example ``(4.0, 4.5)``. Rare ratings take time.
    :param ep: limits for the rating of the hardest step up to the first digit.
    :param ed: limits for the rating of the first step.
    :param needs: names of techniques that a puzzle needs: the ladder of :func:`explain` up to the hardest of them leads
        to the solution, and no longer does if any of them is left out.
    :param hardest: names of techniques, one of which must have the hardest step: in the path of :func:`explain` and, if
        Sudoku Explainer or the levels have it, in :func:`rate`. The puzzle needs it, and nothing harder.
    :param balance: make equal numbers of puzzles for each of several ``hardest``, or of several levels, in turn: with
        ``k`` of them, puzzle ``i`` is of number ``i % k``, and is puzzle ``i // k`` of a call with that technique or
        level alone.
    :param contains: techniques that must be on the path.
    :param without: techniques to leave out of the ladder; ``"uniqueness"``: all that use it.
    :param at_most: the hardest technique of the ladder. With ``er``, ``ep`` or ``ed``, the ladder for all these
        conditions is that of Sudoku Explainer.
    :param minimal: make only puzzles without a redundant clue; the default if ``clues`` is not given.
    :param max_tries: the number of grids to try for a puzzle before giving up with a ``RuntimeError``.
    :param controlled_bias: make all minimal puzzles with the same number of clues equally likely; this takes about 0.2
        s for each.
    :param with_weight: add the weight of each minimal puzzle: 1 divided by its probability. Means with these weights
        are means over all minimal puzzles.
    :param as_: ``"arrow"``: a :class:`Table` of the columns ``puzzle`` and ``solution`` (and ``weight``), for
        ``pyarrow.table``, ``polars.DataFrame`` and everything else that supports Arrow; ``"numpy"``: two arrays of
        shape ``(n, 81)``, 0 for an empty cell (and an array of shape ``(n,)``); ``"str"``: two (or three) lists;
        ``"pandas"`` and ``"polars"``: a data frame.
    :param threads: the number of threads; 0 or -1 is one per core.
    """
    levels, allowed = names_in(difficulty), clue_range(clues, minimal)
    made = _native.generate(
        natural("n", n),
        natural("seed", seed),
        natural("skip", skip),
        allowed,
        bool(minimal),
        levels,
        symmetry,
        rating_ranges(er, ep, ed),
        conditions(needs, contains, without, at_most, hardest),
        balance,
        natural("max_tries", max_tries),
        controlled_bias,
        with_weight,
        _native_kind(as_),
        threads,
    )
    return _made(made, as_)


@overload
def grids(n: int, *, as_: Literal["arrow"] = ..., **options: Unpack[Making]) -> Table: ...
@overload
def grids(n: int, *, as_: Literal["numpy"], **options: Unpack[Making]) -> Cells: ...
@overload
def grids(n: int, *, as_: Literal["str"], **options: Unpack[Making]) -> list[str]: ...
@overload
def grids(n: int, *, as_: Literal["pandas"], **options: Unpack[Making]) -> pd.DataFrame: ...
@overload
def grids(n: int, *, as_: Literal["polars"], **options: Unpack[Making]) -> pl.DataFrame: ...
def grids(n: int, *, seed: int = 0, skip: int = 0, as_: As = "arrow", threads: int = 0) -> Any:
    """Generates ``n`` random complete grids, drawn uniformly from all of them.

    Grid ``i`` depends only on the seed and ``skip + i``, as in ``batchdoku grids``.

    :param as_: ``"arrow"``: a :class:`Table` of the column ``grid``; ``"numpy"``: an array of shape
        ``(n, 81)``; ``"str"``: a list; ``"pandas"`` and ``"polars"``: a data frame.
    :param threads: the number of threads; 0 or -1 is one per core.
    """
    numbers = natural("n", n), natural("seed", seed), natural("skip", skip)
    return _made(_native.grids(*numbers, _native_kind(as_), threads), as_)


_KINDS = ("arrow", "numpy", "str", "pandas", "polars")


def _native_kind(as_: As) -> str:
    """Returns the kind that the extension must make first. Raises ``ValueError`` for an unknown kind."""
    if as_ not in _KINDS:
        raise ValueError(
            f"as_ must be {', '.join(map(repr, _KINDS[:-1]))} or 'polars', not {as_!r}"
        )
    return "arrow" if as_ in ("pandas", "polars") else as_


def _made(made: Any, as_: As) -> Any:
    if as_ in ("numpy", "str"):
        return made
    table = Table(made)
    if as_ == "pandas":
        return table.to_pandas()
    return table.to_polars() if as_ == "polars" else table
