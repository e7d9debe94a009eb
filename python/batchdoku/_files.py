"""The jobs of the program on files: formats by content and name, outputs that appear when they are complete."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, Literal, Protocol, Unpack, get_args

from . import _native
from ._corpus import DedupeBy, SplitBy
from ._make import as_range, clue_range, rating_ranges
from ._numbers import natural, solution_limit, thread_count
from ._techniques import conditions, names_in
from ._types import (
    CellOrder,
    Files,
    Levels,
    Names,
    Path,
    Ratings,
    ShownGrids,
    Symmetry,
    Threads,
    TraceKind,
)


class Progress(Protocol):
    """An object such as ``tqdm.tqdm()``: ``update(n)`` is called with the number of puzzles done since the last call."""

    def update(self, n: int) -> Any: ...


class Summary(dict[str, Any]):
    """The result of a job: counts by name, seconds, threads. ``str()`` is the sentence that the program prints."""

    def __init__(self, counts: dict[str, Any], text: str) -> None:
        super().__init__(counts)
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Summary: {self._text}>"


#: Options of the program that have other names here.
_RENAMED = {"from_format": "from", "to_format": "to"}


def _run(
    command: str,
    inputs: Path | Iterable[Path] | None,
    output: Path | None,
    progress: Progress | None,
    files: Files,
    **options: Any,
) -> Summary:
    known = Files.__annotations__ | Threads.__annotations__
    for name in files:
        if name not in known:
            from difflib import get_close_matches

            near = get_close_matches(name, known)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            verb = command.replace("-", "_")
            raise TypeError(f"{verb}_file() got an unexpected keyword argument {name!r}{hint}")
    if inputs is None:
        inputs = []
    elif isinstance(inputs, (str, os.PathLike)):
        inputs = [inputs]
    sep = files.get("sep")
    if sep is not None and not (len(sep) == 1 and sep.isascii()):
        raise ValueError(f"sep must be one ASCII character, not {sep!r}")
    outputs = {"output": output, "rejects": files.get("rejects"), "summary": files.get("summary")}
    for name, path in outputs.items():
        if isinstance(path, (str, os.PathLike)) and os.fspath(path) == "-":
            raise ValueError(f"{name} must be a file; for one with the name '-', write './-'")
    given = {**files, **options}
    given["threads"] = thread_count(given.get("threads", 0))
    given = {_RENAMED.get(name, name): value for name, value in given.items() if value is not None}
    for name, value in given.items():
        if hasattr(value, "__index__") and not isinstance(value, bool):
            given[name] = natural(name, value)
    update = None if progress is None else progress.update
    counts, text = _native.run_job(command, list(inputs), output, given, update)
    return Summary(json.loads(counts), text)


def solve_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    unique: bool = False,
    all_solutions: bool = False,
    sorted: bool = False,
    limit: int | None = None,
    as_list: bool = False,
    max_nodes: int | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Solves the puzzles of files, as ``batchdoku solve`` does.

    ``output`` appears under its name when it is complete; ``None`` writes nothing. ``inputs`` is a file, or several
    files that are read like a single file.

    :param all_solutions: write all solutions of each puzzle, with a row for each, at most ``limit``.
    :param sorted: write the solutions in lexicographic order.
    :param as_list: write a row for each puzzle, with the list of its solutions (JSON in the column ``solutions``) and
        their ``count``. The count ends in ``+`` if the search ended early, at ``limit`` or ``max_nodes``.
    :param progress: an object with a method ``update(n)``, such as ``tqdm.tqdm()``. The calling thread calls it with
        the number of puzzles done since the last call.
    :param files: ``threads``, ``column`` and ``solution_column`` (names in a table, or numbers of fields in lines),
        ``from_format`` and ``to_format`` (for example ``"csv"``), ``compress`` (``"gzip"``, ``"zstd"``), ``rejects`` (a
        file for all problems), ``strict`` (``ValueError`` at the first malformed record), ``drop`` (leave rejected
        records out), ``shard`` (``(k, n)``: the k-th of n parts), ``resume``, and the other options of the program,
        under their names.

    Raises ``OSError`` if a file cannot be read or written, ``ValueError`` for invalid options. A record that is not a
    puzzle, or has no solution, is counted in the summary.
    """
    options: dict[str, Any] = {
        "unique": unique,
        "all": all_solutions,
        "sorted": sorted,
        "as_list": as_list,
    }
    return _run(
        "solve", inputs, output, progress, files, max_nodes=max_nodes, limit=limit, **options
    )


def count_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    limit: int = 2,
    max_nodes: int | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Counts solutions, as ``batchdoku count`` does: see :func:`solve_file`."""
    limit = solution_limit(limit)
    return _run("count", inputs, output, progress, files, limit=limit, max_nodes=max_nodes)


def check_file(
    inputs: Path | Iterable[Path],
    output: Path | None = None,
    *,
    solutions: Path | None = None,
    unique: bool = False,
    score: bool = False,
    answer: str = "auto",
    think: str = "drop",
    max_nodes: int | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Checks solutions next to the puzzles or in a second file, as ``batchdoku check`` does.

    :param score: judge replies of language models: see :func:`batchdoku.score`, also for ``answer`` and ``think``.
    """
    options: dict[str, Any] = {
        "solutions": solutions,
        "unique": unique,
        "score": score,
        "answer": answer,
        "think": think,
        "max_nodes": max_nodes,
    }
    return _run("check", inputs, output, progress, files, **options)


def rate_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    er: bool = False,
    wide: bool = False,
    structure: bool = False,
    unavoidable: Iterable[int] = (),
    with_: Iterable[str] = (),
    needs: Names | None = None,
    hardest: Names | None = None,
    contains: Names | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Rates puzzles, as ``batchdoku rate`` does: see :func:`solve_file`.

    With ``needs``, ``hardest``, ``contains``, ``without`` or ``at_most``, adds the column ``meets``: see
    :func:`batchdoku.meets`.

    :param er: adds the ratings on the scale of Sudoku Explainer (``er``, ``ep``, ``ed``).
    :param wide: adds a column for each technique: how often it was used.
    :param structure: adds automorphisms, minimality and small unavoidable sets.
    :param unavoidable: the sizes of these sets.
    :param with_: columns to add, such as ``clues``, ``class`` or ``backbone``, or those of the other options, such as
        ``er``. An unknown name raises ``ValueError``, which lists all names.
    """
    options: dict[str, Any] = {
        "with": [with_] if isinstance(with_, str) else list(with_),
        "wide": wide,
        "structure": structure,
        "unavoidable": [natural("unavoidable", size) for size in unavoidable],
        **conditions(needs, contains, without, at_most, hardest),
    }
    return _run("rate", inputs, output, progress, files, er=er, **options)


def explain_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    er: bool = False,
    steps: int | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    grids: ShownGrids | None = None,
    order: CellOrder | None = None,
    search: bool = False,
    max_nodes: int | None = None,
    all_steps: bool = False,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes the steps to each solution as JSON lines, as ``batchdoku explain`` does.

    The fields of the records are kept. With ``to_format="csv"`` or another table, the steps are a column; with
    ``"drawing"``, they are in words and drawn; with ``"text"``, ``"chat"`` or ``"tokens"``, they are traces for
    language models, in the format that the name of the output selects. See :func:`solve_file` and
    :func:`batchdoku.traces`.

    :param er: use only techniques of Sudoku Explainer.
    :param steps: the maximum number of steps of a puzzle.
    :param without: techniques to leave out of the ladder; ``"uniqueness"``: all that use it.
    :param at_most: the hardest technique of the ladder.
    :param grids: the steps after which the grid is written: ``"none"``, ``"end"`` or ``"each"``.
    :param order: the order of the cells of ``"tokens"``: ``"solver"`` or ``"row"``.
    :param search: write traces of a search with guesses instead of steps.
    :param max_nodes: the maximum number of guesses of a search; 10,000 by default.
    :param all_steps: write every step that is available now, instead of a path.
    """
    options: dict[str, Any] = {
        "all": all_steps,
        "steps": steps,
        "grids": grids,
        "order": order,
        "search": search,
        "max_nodes": max_nodes,
        **conditions(without=without, at_most=at_most),
    }
    return _run("explain", inputs, output, progress, files, er=er, **options)


def traces_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    to: TraceKind | Literal["flat"] = "text",
    *,
    er: bool = False,
    steps: int | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    grids: ShownGrids | None = None,
    order: CellOrder | None = None,
    search: bool = False,
    max_nodes: int | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes traces for language models, as ``batchdoku explain --to`` does: see :func:`batchdoku.traces`.

    The name of the output selects the format: ``.jsonl``, ``.csv``, ``.tsv``; ``.txt`` for ``"text"``; ``.npy`` for
    ``"tokens"`` and for ``"flat"``, which writes the default tokens of :func:`batchdoku.flat_tokens`.
    """
    kinds = (*get_args(TraceKind), "flat")
    if to not in kinds:
        raise ValueError(f"to must be one of {str(kinds)[1:-1]}, not {to!r}")
    if files.get("to_format") is not None:
        raise ValueError("to_format does not go with to: the name of the output decides the format")
    files["to_format"] = to
    return explain_file(
        inputs,
        output,
        er=er,
        steps=steps,
        without=without,
        at_most=at_most,
        grids=grids,
        order=order,
        search=search,
        max_nodes=max_nodes,
        progress=progress,
        **files,
    )


def neighbours_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    remove: int = 1,
    add: int = 1,
    minimal: bool = False,
    sub_puzzles: bool = False,
    seed: int | None = None,
    limit: int | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes the neighbours of each puzzle, as ``batchdoku neighbours`` does.

    See :func:`batchdoku.neighbours`, and :func:`solve_file`.

    :param sub_puzzles: write the minimal puzzles within each puzzle instead, as ``batchdoku sub-puzzles`` does.
    """
    if sub_puzzles:
        return _run("sub-puzzles", inputs, output, progress, files, limit=limit)
    options: dict[str, Any] = {"remove": remove, "add": add, "minimal": minimal, "seed": seed}
    return _run("neighbours", inputs, output, progress, files, limit=limit, **options)


def sub_puzzles_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    limit: int | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes the minimal puzzles within each puzzle, as ``batchdoku sub-puzzles`` does: see :func:`solve_file`."""
    return neighbours_file(
        inputs, output, sub_puzzles=True, limit=limit, progress=progress, **files
    )


def canon_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    form: Literal["minlex", "pattern"] = "minlex",
    transform: bool = False,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes canonical forms, as ``batchdoku canon`` does: see :func:`solve_file`.

    :param form: ``"minlex"`` for the smallest number, ``"pattern"`` for the smallest pattern of clues first.
    :param transform: add the transform that leads to the canonical form.
    """
    return _run("canon", inputs, output, progress, files, form=form, transform=transform)


def shuffle_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    seed: int = 0,
    copies: int = 1,
    original_first: bool = False,
    keep_original: bool = False,
    solutions: Path | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes random equivalents, as ``batchdoku shuffle`` does: see :func:`solve_file`.

    Solutions in the records are transformed like their puzzles.

    :param copies: the number of different equivalents of each puzzle.
    :param original_first: write each puzzle itself first, before its equivalents.
    :param keep_original: add the column ``original``.
    :param solutions: a second array, with the solutions of an array of puzzles; both are shuffled in pairs.
    """
    options: dict[str, Any] = {
        "copies": copies,
        "original_first": original_first,
        "keep_original": keep_original,
    }
    return _run(
        "shuffle", inputs, output, progress, files, solutions=solutions, seed=seed, **options
    )


def dedupe_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    by: DedupeBy = "puzzle",
    against: Path | Iterable[Path] = (),
    show_match: bool = False,
    solutions: Path | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Copies the puzzles that do not repeat an earlier puzzle, as ``batchdoku dedupe`` does.

    See :func:`batchdoku.dedupe`, and :func:`solve_file`.

    :param against: files of puzzles that must not be among the results, either.
    :param show_match: ``rejects`` names the file, line and puzzle of the known puzzle that is repeated, and the
        symmetry that maps the known puzzle to its repeat.
    :param solutions: a second array, with the solutions of an array of puzzles; both are copied in pairs.
    """
    known = [against] if isinstance(against, (str, os.PathLike)) else list(against)
    options: dict[str, Any] = {"by": by, "against": known, "show_match": show_match}
    return _run("dedupe", inputs, output, progress, files, solutions=solutions, **options)


def split_file(
    inputs: Path | Iterable[Path],
    output: Path,
    *,
    train: float = 0.9,
    valid: float | None = None,
    seed: int = 0,
    by: SplitBy = "solution",
    exact: bool = False,
    stratify: str | None = None,
    max_nodes: int | None = None,
    solutions: Path | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Splits files into sets that share no class, as ``batchdoku split`` does.

    ``output="data.csv"`` writes ``data.train.csv``, ``data.test.csv`` and, with ``valid``,
    ``data.valid.csv``. See :func:`batchdoku.split`, and :func:`solve_file`.

    :param solutions: a second array, with the solutions of an array of puzzles; both are split in pairs.
    """
    shares = {"train": float(train), "valid": None if valid is None else float(valid)}
    options: dict[str, Any] = {**shares, "by": by, "exact": exact}
    options |= {"stratify": stratify, "max_nodes": max_nodes, "seed": seed}
    return _run("split", inputs, output, progress, files, solutions=solutions, **options)


def stats_file(
    inputs: Path | Iterable[Path],
    output: Path | None,
    *,
    rating: bool = True,
    er: bool = False,
    structure: bool = False,
    unavoidable: int | None = None,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes statistics of a corpus, as ``batchdoku stats`` does: as ``.json``, or as tables.

    See :func:`batchdoku.stats`, and :func:`solve_file`.
    """
    options: dict[str, Any] = {"er": er, "structure": structure, "unavoidable": unavoidable}
    return _run("stats", inputs, output, progress, files, no_rating=not rating, **options)


def generate_file(
    output: Path | None,
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
    hardest: Names | None = None,
    contains: Names | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    minimal: bool | None = None,
    max_tries: int = 100_000,
    controlled_bias: bool = False,
    pattern: str | None = None,
    balance: bool = False,
    invalid: Literal["multiple", "unsolvable"] | None = None,
    solutions: int | None = None,
    with_: Iterable[str] = (),
    with_solution: bool = False,
    with_weight: bool = False,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes random puzzles, as ``batchdoku generate`` does: see :func:`batchdoku.generate`.

    :param with_: columns to write next to each puzzle, such as ``solution``, ``level`` or ``weight``: those of
        :func:`rate_file`. An unknown name raises ``ValueError``, which lists all names.
    :param pattern: 81 marks for the cells that may hold clues, as in a file for ``--pattern``.
    :param invalid: make each puzzle invalid, for testing.
    :param solutions: with ``invalid="multiple"``: the exact number of solutions, 2 to 1,000.
    """
    options: dict[str, Any] = {
        "with": [with_] if isinstance(with_, str) else list(with_),
        "seed": seed,
        "skip": skip,
        "clues": as_range(clue_range(clues, minimal)),
        "difficulty": names_in(difficulty),
        "symmetry": symmetry,
        "minimal": bool(minimal),
        "max_tries": max_tries,
        "controlled_bias": controlled_bias,
        "with_solution": with_solution,
        "with_weight": with_weight,
        "pattern": pattern,
        "balance": balance,
        "invalid": invalid,
        "solutions": solutions,
        **conditions(needs, contains, without, at_most, hardest),
    }
    for name, ends in zip(("er", "ep", "ed"), rating_ranges(er, ep, ed)):
        options[name] = as_range(ends)
    return _run("generate", None, output, progress, files, count=natural("n", n), **options)


def grids_file(
    output: Path | None,
    n: int,
    *,
    seed: int = 0,
    skip: int = 0,
    progress: Progress | None = None,
    **files: Unpack[Files],
) -> Summary:
    """Writes random complete grids, as ``batchdoku grids`` does."""
    count = natural("n", n)
    return _run("grids", None, output, progress, files, count=count, seed=seed, skip=skip)
