"""Operations on a corpus as a whole: repeats, sets for training and testing, statistics."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from . import _native
from ._kinds import _texts
from ._numbers import natural
from ._rows import column_of, has_column, listed, taken, whole
from ._types import Table

#: A column or a table of puzzles. The parts of it that are returned have the same type.
C = TypeVar("C")
T = TypeVar("T", bound=Table)

DedupeBy = Literal["puzzle", "class", "solution"]
SplitBy = Literal["solution", "class"]
_SETS = ("train", "valid", "test")


def dedupe(x: C, *, by: DedupeBy = "puzzle", against: Any = None, threads: int = 0) -> C:
    """Returns the puzzles without repeats of earlier puzzles, in the same kind of container.

    Rows that are not puzzles are kept, as ``batchdoku dedupe`` keeps them.

    :param by: which puzzles count as repeats: those with the same cells (``"puzzle"``), equivalent puzzles
        (``"class"``), or puzzles with equivalent solutions (``"solution"``).
    :param against: puzzles that must not be among the results, either, in any kind of container.
    """
    known = None if against is None else listed(against)
    kept: C = taken(x, _native.dedupe_rows(listed(x), by, known, threads))
    return kept


def dedupe_table(
    table: T,
    column: str = "puzzle",
    *,
    by: DedupeBy = "puzzle",
    against: Any = None,
    threads: int = 0,
) -> T:
    """Returns the rows of a table whose puzzle does not repeat an earlier puzzle: see :func:`dedupe`.

    A stream is read to its end.
    """
    table = whole(table)
    known = None if against is None else listed(against)
    rows = _native.dedupe_rows(listed(column_of(table, column)), by, known, threads)
    kept: T = taken(table, rows)
    return kept


def split(
    x: C,
    *,
    train: float = 0.9,
    valid: float | None = None,
    seed: int = 0,
    by: SplitBy = "solution",
    exact: bool = False,
    stratify: str | Sequence[Any] | None = None,
    threads: int = 0,
) -> tuple[C, ...]:
    """Splits puzzles into sets that share no class: training and test set, in the same kind of container.

    With ``valid`` there are three sets: training, validation and test set. The sets are the same as those
    of ``batchdoku split``; a puzzle without a class is in no set.

    :param train: the share of the training set.
    :param valid: the share of a validation set.
    :param by: the class that no two sets share: of the solution, or of the puzzle alone (``"class"``).
    :param exact: make sets of exactly these shares; numbers from 1 on are numbers of puzzles. A class is
        never divided. If no classes add up to the size of a set, it has the nearest size, with a
        ``UserWarning``.
    :param stratify: ``"level"``, ``"er"`` or ``"clues"``, or a value for each row: each set has exactly its
        share of the puzzles with each value.
    """
    rows = listed(x)
    parts = _parts(rows, train, valid, seed, by, exact, stratify, threads)
    return tuple(taken(x, part) for part in parts)


def split_table(
    table: T,
    column: str = "puzzle",
    *,
    train: float = 0.9,
    valid: float | None = None,
    seed: int = 0,
    by: SplitBy = "solution",
    exact: bool = False,
    stratify: str | None = None,
    threads: int = 0,
) -> tuple[T, ...]:
    """Splits the rows of a table: see :func:`split`. A stream is read to its end.

    :param stratify: may also be the name of a column.
    """
    table = whole(table)
    rows = listed(column_of(table, column))
    values: str | list[Any] | None = stratify
    if stratify is not None and stratify not in ("level", "er", "clues"):
        values = _plain(column_of(table, stratify))
    parts = _parts(rows, train, valid, seed, by, exact, values, threads)
    return tuple(taken(table, part) for part in parts)


def _plain(column: Any) -> list[Any]:
    return list(column.to_pylist() if hasattr(column, "to_pylist") else column.to_list())


def _parts(
    rows: list[Any],
    train: float,
    valid: float | None,
    seed: int,
    by: str,
    exact: bool,
    stratify: str | Sequence[Any] | None,
    threads: int,
) -> list[list[int]]:
    shares = [train] if valid is None else [train, valid]
    names = [name for name in _SETS if name != "valid" or valid is not None]
    found, values = None, None
    if isinstance(stratify, str):
        if stratify not in ("level", "er", "clues"):
            raise ValueError(
                f"stratify must be 'level', 'er' or 'clues', or a value for each row, not {stratify!r}"
            )
        found = stratify
    elif stratify is not None:
        values = [None if value is None else str(value) for value in _texts(stratify)]
        if len(values) != len(rows):
            raise ValueError(f"there are {len(rows)} puzzles and {len(values)} values of stratify")
    sets, sizes = _native.split_rows(
        rows, shares, natural("seed", seed), by, exact, found, values, threads
    )
    for name, asked, size in sizes:
        warnings.warn(f"the set '{name}' has {size} records, not {asked}", stacklevel=3)
    return [[row for row, of in enumerate(sets) if of == index] for index in range(len(names))]


def stats(
    x: Any,
    *,
    weights: Any = None,
    rating: bool = True,
    er: bool = False,
    structure: bool = False,
    unavoidable: int = 0,
    threads: int = 0,
) -> dict[str, Any]:
    """Counts clues, levels, techniques, symmetries and more in a corpus.

    Returns the object that ``batchdoku stats --json`` writes. Rows that are not puzzles are left out.

    :param weights: the weight of each puzzle, for means over all minimal puzzles.
    :param rating: rate the puzzles, which takes most of the time.
    :param er: also count puzzles by the rating of Sudoku Explainer.
    :param structure: count minimal puzzles, automorphisms, classes and unavoidable sets.
    :param unavoidable: the maximum number of cells of those sets; a number implies ``structure``.
    """
    known = None if weights is None else [float(weight) for weight in weights]
    unavoidable = natural("unavoidable", unavoidable)
    counts: dict[str, Any] = json.loads(
        _native.stats(listed(x), known, rating, er, structure, unavoidable, threads)
    )
    return counts


def stats_table(
    table: Any,
    column: str = "puzzle",
    *,
    weight: str = "weight",
    rating: bool = True,
    er: bool = False,
    structure: bool = False,
    unavoidable: int = 0,
    threads: int = 0,
) -> dict[str, Any]:
    """Counts the puzzles of a table: see :func:`stats`. A stream is read to its end.

    :param weight: the column of weights, if there is one.
    """
    table = whole(table)
    weights = _plain(column_of(table, weight)) if has_column(table, weight) else None
    return stats(
        column_of(table, column),
        weights=weights,
        rating=rating,
        er=er,
        structure=structure,
        unavoidable=unavoidable,
        threads=threads,
    )
