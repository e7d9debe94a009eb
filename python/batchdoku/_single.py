"""Operations on each puzzle alone: its neighbours, and the steps to its solution."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal, TypeVar, Unpack, overload

from . import _native
from ._grid import Grid
from ._kinds import array_of
from ._numbers import natural
from ._position import Position
from ._rows import by_batches, column_of, is_one, listed, with_columns
from ._techniques import conditions
from ._types import Explaining, HasArray, Listed, Names, One, Streamed, Table

T = TypeVar("T", bound=Table)

#: The numbers of puzzles of an iterator that are searched together: few at first, then enough to keep threads busy.
_FIRST, _MOST = 8, 256


def _text(puzzle: Any) -> Any:
    """Returns the text of a puzzle or its candidates. Raises ``ValueError`` if it is invalid."""
    if isinstance(puzzle, Position):
        return puzzle._native
    if isinstance(puzzle, _native.Position):
        return puzzle
    if isinstance(puzzle, (str, bytes)) and len(puzzle) > 81:
        text = puzzle if isinstance(puzzle, str) else puzzle.decode("latin-1")
        if _native.holds_candidates(text.encode("utf-8", "replace")):
            return text
    return Grid(puzzle).text


def _row(puzzle: Any) -> Any:
    """Returns the text of a puzzle; ``None`` if it is invalid."""
    if isinstance(puzzle, str) and len(puzzle) == 81:
        return puzzle
    try:
        return "" if puzzle is None else _text(puzzle)
    except ValueError:
        return ""


def _one_row(puzzle: Any) -> list[Any]:
    """Returns a single puzzle as the row of a list; an empty list for an object without text."""
    if isinstance(puzzle, Position):
        return [puzzle._native]
    return [puzzle if isinstance(puzzle, (str, bytes)) else None]


def _without_candidates(rows: list[Any], name: str) -> list[Any]:
    """Returns the rows. Raises ``ValueError`` if a row excludes candidates, which ``name`` does not accept."""
    _native.cells_of(rows, name)
    return rows


@overload
def neighbours(
    puzzle: One,
    *,
    remove: int = ...,
    add: int = ...,
    minimal: bool = ...,
    seed: int | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> list[str]: ...
@overload
def neighbours(
    puzzle: Listed | HasArray | Streamed,
    *,
    remove: int = ...,
    add: int = ...,
    minimal: bool = ...,
    seed: int | None = ...,
    limit: int | None = ...,
    threads: int = ...,
) -> list[list[str] | None]: ...
def neighbours(
    puzzle: Any,
    *,
    remove: int = 1,
    add: int = 1,
    minimal: bool = False,
    seed: int | None = None,
    limit: int | None = None,
    threads: int = 0,
) -> Any:
    """Returns the puzzles that differ from a puzzle by removed and added clues, all with exactly one solution.

    For several puzzles, in any kind of container, returns a list of such lists, with ``None`` for a puzzle without
    exactly one solution.

    :param remove: the number of clues to remove.
    :param add: the number of clues to add, with other digits or in other cells.
    :param minimal: return only puzzles without a redundant clue.
    :param seed: return the puzzles in random order; ``None`` is the order of the cells. The order depends on the
        seed, the puzzle and its number in the list, as in the program.
    :param limit: the maximum number of neighbours of a puzzle; ``None`` is all.
    :param threads: makes no difference: a puzzle is always searched by a single thread.

    Raises ``ValueError`` if a single puzzle does not have exactly one solution.
    """
    numbers = natural("remove", remove), natural("add", add)
    random = None if seed is None else natural("seed", seed)
    most = None if limit is None else natural("limit", limit)

    def of(text: str, record: int) -> list[str]:
        return _native.neighbours(text, record, *numbers, minimal, random, most, threads)

    puzzle = array_of(puzzle)
    if is_one(puzzle):
        _without_candidates(_one_row(puzzle), "neighbours")
        return of(Grid(puzzle).text, 0)

    def of_row(record: int, row: Any) -> list[str] | None:
        try:
            return of(Grid("" if row is None else row).text, record)
        except ValueError:
            return None

    rows = _without_candidates(listed(puzzle), "neighbours")
    return [of_row(record, row) for record, row in enumerate(rows)]


@overload
def sub_puzzles(puzzle: One, *, limit: int | None = ..., threads: int = ...) -> list[str]: ...
@overload
def sub_puzzles(
    puzzle: Listed | HasArray | Streamed, *, limit: int | None = ..., threads: int = ...
) -> list[list[str] | None]: ...
def sub_puzzles(puzzle: Any, *, limit: int | None = None, threads: int = 0) -> Any:  # noqa: ARG001
    """Returns the minimal puzzles within a puzzle, in the order of its clues.

    For several puzzles, in any kind of container, returns a list of such lists, with ``None`` for a puzzle without
    exactly one solution.

    :param limit: the maximum number of puzzles for each; ``None`` is all. Puzzles with many clues have more than can
        be listed.
    :param threads: makes no difference: a puzzle is always searched by a single thread.

    Raises ``ValueError`` if a single puzzle does not have exactly one solution.
    """
    most = None if limit is None else natural("limit", limit)
    puzzle = array_of(puzzle)
    if is_one(puzzle):
        _without_candidates(_one_row(puzzle), "sub_puzzles")
        return _native.sub_puzzles(Grid(puzzle).text, most)

    def of_row(row: Any) -> list[str] | None:
        try:
            return _native.sub_puzzles(Grid("" if row is None else row).text, most)
        except ValueError:
            return None

    return [of_row(row) for row in _without_candidates(listed(puzzle), "sub_puzzles")]


@overload
def explain(
    puzzles: One, *, to: Literal["dict"] = ..., **options: Unpack[Explaining]
) -> dict[str, Any]: ...
@overload
def explain(puzzles: One, *, to: Literal["json"], **options: Unpack[Explaining]) -> str: ...
@overload
def explain(
    puzzles: Iterator[One | None], *, to: Literal["dict"] = ..., **options: Unpack[Explaining]
) -> Iterator[dict[str, Any]]: ...
@overload
def explain(
    puzzles: Iterator[One | None], *, to: Literal["json"], **options: Unpack[Explaining]
) -> Iterator[str]: ...
@overload
def explain(
    puzzles: Listed | HasArray | Streamed,
    *,
    to: Literal["dict"] = ...,
    **options: Unpack[Explaining],
) -> list[dict[str, Any]]: ...
@overload
def explain(
    puzzles: Listed | HasArray | Streamed, *, to: Literal["json"], **options: Unpack[Explaining]
) -> list[str]: ...
def explain(
    puzzles: Any,
    *,
    er: bool = False,
    steps: int | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    all_steps: bool = False,
    to: Literal["dict", "json"] = "dict",
    threads: int = 0,
) -> Any:
    """Returns the steps to the solution of a puzzle, or of each of several puzzles, as dictionaries.

    These are the objects that ``batchdoku explain`` writes as JSON. A row that cannot be explained has a key
    ``error`` with the reason; only a single malformed puzzle raises ``ValueError``.

    Puzzles may be in any kind of container; the result is a list. For an iterator, for example a generator, the
    result is an iterator, which reads a few puzzles at a time and holds few results, because the steps of a puzzle
    take up to 60 kB. If a text excludes candidates, the steps start from these candidates, and the result has a key
    ``candidates``.

    :param er: use only techniques of Sudoku Explainer: the ratings are ``er``, ``ep`` and ``ed``, otherwise
        ``hardest``, ``up_to_first_digit`` and ``first``.
    :param steps: the maximum number of steps of a puzzle.
    :param without: techniques to leave out of the ladder; ``"uniqueness"``: all that use it.
    :param at_most: the hardest technique of the ladder. A puzzle that needs a harder technique has an ``error``.
    :param all_steps: return every step that is available now, instead of a path, as ``batchdoku explain --all`` does.
    :param to: ``"json"``: return the text of the JSON lines, which takes a quarter of the time.
    """
    most = None if steps is None else natural("steps", steps)
    ladder = conditions(without=without, at_most=at_most)

    return explained(puzzles, _native.Explanation.steps(er, ladder, most, to, all_steps), threads)


def explained(
    puzzles: Any,
    question: _native.Explanation,
    threads: int,
    held: Callable[[Iterable[Any]], Any] | None = None,
) -> Any:
    """Returns the result for a single puzzle, for each of several, or, part by part, for those of an iterator.

    :param held: makes the container for the objects of several puzzles.
    """
    if isinstance(puzzles, Iterator) and not hasattr(puzzles, "__arrow_c_stream__"):
        question.of_part([], threads)  # refuses wrong threads before the first puzzle is read
        return _in_parts(puzzles, question, threads, held)
    puzzles = array_of(puzzles)
    if is_one(puzzles):
        found = question.of_list([_text(puzzles)], threads)
        return (held(found) if held else found)[0]
    rows = puzzles if isinstance(puzzles, Sequence) else listed(puzzles)
    found = question.of_list([_row(row) for row in rows], threads)
    return held(found) if held else found


def _in_parts(
    puzzles: Iterator[Any],
    question: _native.Explanation,
    threads: int,
    held: Callable[[Iterable[Any]], Any] | None,
) -> Iterator[Any]:
    size = _FIRST
    while part := [_row(row) for row in islice(puzzles, size)]:
        found = question.of_part(part, threads)
        yield from held(found) if held else found
        size = min(2 * size, _MOST)


def explain_table(
    table: T,
    column: str = "puzzle",
    *,
    er: bool = False,
    steps: int | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    threads: int = 0,
    prefix: str = "",
) -> T:
    """Adds the columns ``steps``, the steps to the solution as JSON, and ``technique``, the hardest of them.

    With ``er``, these are the steps of Sudoku Explainer, and the columns ``er``, ``ep`` and ``ed`` have their
    ratings. A puzzle that cannot be explained has nulls. A lazy frame stays lazy, and a stream stays a stream. See
    :func:`explain`.
    """
    options: dict[str, Any] = {"er": er, "steps": steps, "without": without, "at_most": at_most}

    def add(table: Any) -> Any:
        return _with_paths(table, column, prefix, threads=threads, **options)

    added: T = by_batches(table, add)
    return added


def _with_paths(
    table: Any,
    column: str,
    prefix: str,
    *,
    er: bool,
    steps: int | None,
    without: Names | None,
    at_most: str | None,
    threads: int,
) -> Any:
    """Adds the columns of :func:`explain_table` to a table in memory."""
    ladder: dict[str, Any] = {"er": er, "without": without, "at_most": at_most}
    paths = explain(column_of(table, column), steps=steps, threads=threads, **ladder)
    found: list[list[Any]] = [[] for _ in range(5)]
    for path in paths:
        taken = path.get("steps") if "error" not in path else None
        hardest = max(taken, key=lambda step: float(step["er"]))["technique"] if taken else None
        text = None if taken is None else json.dumps(taken, separators=(",", ":"))
        for values, value in zip(found, (text, hardest, *map(path.get, ("er", "ep", "ed")))):
            values.append(value)
    kinds = [("steps", "text"), ("technique", "text")]
    kinds += [(name, "rating") for name in ("er", "ep", "ed") if er]
    columns = {prefix + name: (kind, of) for (name, kind), of in zip(kinds, found)}
    return with_columns(table, columns)
