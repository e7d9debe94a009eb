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
    """The least and the most clues; ``None`` for minimal puzzles of any number."""
    if clues is None:
        return (17, 81) if minimal is False else None
    few, most = clues if isinstance(clues, (tuple, list)) else (clues, clues)
    few, most = natural("clues", few), natural("clues", most)
    if not 0 <= few <= most <= 81:
        raise ValueError(f"no number of clues is from {few} to {most}: a grid has 81 cells")
    return few, most


def as_range(ends: tuple[float, float] | None) -> str | None:
    """A range as the program has it."""
    return None if ends is None else f"{ends[0]}..{ends[1]}"


def rating_ranges(
    er: Ratings | None, ep: Ratings | None, ed: Ratings | None
) -> list[tuple[float, float] | None]:
    """The least and the most of each; ``None`` where there are no limits."""

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
    """Makes ``n`` random puzzles with exactly one solution, and their solutions.

    Puzzle ``i`` depends on the seed, the options and ``skip + i`` alone: a corpus can be made in
    parts, on any machine, by any number of threads, and is that of ``batchdoku generate``.

    :param clues: how many clues a puzzle may have: a number, or the least and the most.
    :param difficulty: ``easy``, ``medium``, ``hard``, ``search``, ``long_search``, or several of them.
    :param symmetry: of the cells with clues: ``none``, ``rot180``, ``rot90``, ``horizontal``,
        ``vertical``, ``diagonal``, ``antidiagonal``, ``orthogonal``, ``diagonals`` or ``full``.
    :param er: the rating of Sudoku Explainer that a puzzle must have: a number, or the least and the
        most, ``None`` for no limit: ``(4.0, 4.5)``. Rare ratings take time.
    :param ep: the same for the hardest step up to the first digit.
    :param ed: the same for the first step.
    :param needs: names of techniques that a puzzle needs: the ladder of :func:`explain` up to the hardest of
        them leads to the solution, and does not if any one of them is left out.
    :param hardest: names of techniques of which one has the hardest step, in the path of :func:`explain` and, if Sudoku
        Explainer or the levels have it, in :func:`rate`: the puzzle needs it, and nothing harder.
    :param balance: equally many puzzles for each of several ``hardest``, or of several levels, in turn: with ``k`` of them,
        puzzle ``i`` is of number ``i % k``, and is puzzle ``i // k`` of a call with that technique or level alone.
    :param contains: techniques that its path has.
    :param without: techniques that the ladder lacks; ``"uniqueness"``: those that use it.
    :param at_most: the hardest technique of the ladder. With ``er``, ``ep`` or ``ed``, here and above, the
        ladder is that of Sudoku Explainer.
    :param minimal: only puzzles in which no clue can be dropped; the default without ``clues``.
    :param max_tries: grids to try for one puzzle before giving up, with a ``RuntimeError``.
    :param controlled_bias: all minimal puzzles with the same number of clues are equally likely;
        takes some 0.2 s each.
    :param with_weight: adds the weight of each minimal puzzle: 1 divided by its probability. Means
        with these weights are those over all minimal puzzles.
    :param as_: ``"arrow"``: a :class:`Table` of the columns ``puzzle`` and ``solution`` (and
        ``weight``), for ``pyarrow.table``, ``polars.DataFrame`` and whatever else speaks Arrow;
        ``"numpy"``: two arrays of shape ``(n, 81)``, 0 for an empty cell (and one of shape
        ``(n,)``); ``"str"``: two (or three) lists; ``"pandas"`` and ``"polars"``: a data frame.
    :param threads: how many threads work; 0 or -1 is one per core.
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
    """Makes ``n`` random complete grids, drawn uniformly from all that exist.

    Grid ``i`` depends on the seed and ``skip + i`` alone, as in ``batchdoku grids``.

    :param as_: ``"arrow"``: a :class:`Table` of the column ``grid``; ``"numpy"``: an array of shape
        ``(n, 81)``; ``"str"``: a list; ``"pandas"`` and ``"polars"``: a data frame.
    :param threads: how many threads work; 0 or -1 is one per core.
    """
    numbers = natural("n", n), natural("seed", seed), natural("skip", skip)
    return _made(_native.grids(*numbers, _native_kind(as_), threads), as_)


_KINDS = ("arrow", "numpy", "str", "pandas", "polars")


def _native_kind(as_: As) -> str:
    """What the extension makes first. Raises ``ValueError`` for what is no kind."""
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
