"""What is asked of single puzzles: their neighbours, and the steps to their solution."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, overload

from ._files import explain_file, neighbours_file
from ._grid import Grid

Puzzle = str | bytes | Grid


def _text(puzzle: Puzzle) -> str:
    """The 81 characters of a puzzle. Raises ``ValueError`` for what is none."""
    return Grid(puzzle).text


def neighbours(
    puzzle: Puzzle,
    *,
    remove: int = 1,
    add: int = 1,
    minimal: bool = False,
    seed: int | None = None,
    limit: int | None = None,
    threads: int = 0,
) -> list[str]:
    """The puzzles that removing and adding clues makes of one, all with exactly one solution.

    :param remove: how many clues are removed.
    :param add: how many are added, with other digits or in other cells.
    :param minimal: only puzzles in which no clue can be dropped.
    :param seed: takes them in random order; ``None`` is the order of the cells.
    :param limit: the most that are returned; ``None`` is all.

    Raises ``ValueError`` if there is not exactly one solution.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "puzzle.txt", Path(folder) / "neighbours.txt"
        source.write_text(f"{_text(puzzle)}\n", encoding="ascii")
        summary = neighbours_file(
            source,
            target,
            remove=remove,
            add=add,
            minimal=minimal,
            seed=seed,
            limit=limit,
            threads=threads,
        )
        if summary["unsolvable"] or summary["multiple"]:
            count = "no solution" if summary["unsolvable"] else "more than one solution"
            raise ValueError(f"the puzzle has {count}")
        return target.read_text(encoding="ascii").split()


@overload
def explain(puzzles: Puzzle, *, threads: int = 0) -> dict[str, Any]: ...
@overload
def explain(puzzles: list[Any], *, threads: int = 0) -> list[dict[str, Any]]: ...
def explain(puzzles: Any, *, threads: int = 0) -> Any:
    """The steps to the solution of a puzzle, or of each of several: dictionaries.

    They are what ``batchdoku explain`` writes as JSON. A row that cannot be explained has a key
    ``error``, which says why; only a single malformed puzzle raises ``ValueError``.
    """
    is_single = isinstance(puzzles, (str, bytes, Grid))
    rows = [_text(puzzles)] if is_single else [_row(row) for row in puzzles]
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "puzzles.txt", Path(folder) / "steps.jsonl"
        source.write_text("".join(f"{row}\n" for row in rows), encoding="ascii")
        explain_file(source, target, from_format="line", threads=threads)
        lines = target.read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return found[0] if is_single else found


def _row(puzzle: Puzzle | None) -> str:
    """A line for a puzzle; one that is malformed for what is none."""
    try:
        return "?" if puzzle is None else _text(puzzle)
    except ValueError:
        return "?"
