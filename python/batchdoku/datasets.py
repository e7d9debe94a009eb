"""Folders in the form that the training scripts of other projects read.

This module needs NumPy, and is not imported with the package: ``from batchdoku import datasets``.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._operations import check, shuffle

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.uint8]

__all__ = ["hrm", "read_pairs", "write_hrm"]

#: The names of the columns of puzzles, solutions and ratings in the tables on the Hub.
_NAMES = [
    ("question", "puzzle", "puzzles", "quizzes", "input"),
    ("answer", "solution", "solutions", "target"),
    ("rating", "difficulty"),
]


def read_pairs(path: str | Path, min_difficulty: int | None = None) -> tuple[Cells, Cells]:
    """Reads puzzles and solutions from a CSV file, as arrays of the shape ``(n, 81)``, 0 for an empty cell.

    :param min_difficulty: the minimum value in the column ``rating`` or ``difficulty``.

    Raises ``ValueError`` if the columns are missing, or if a grid is not 81 digits and dots.
    """
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    places = {name.lower(): at for at, name in reversed([*enumerate(header)])}
    puzzle, solution, rating = (
        min((places[name] for name in names if name in places), default=None) for names in _NAMES
    )
    if puzzle is None or solution is None:
        raise ValueError(f"{path}: no columns of puzzles and solutions among {', '.join(header)}")
    if min_difficulty is not None:
        if rating is None:
            raise ValueError(f"{path}: no column of ratings among {', '.join(header)}")
        rows = [row for row in rows if int(row[rating]) >= min_difficulty]
    return _digits([row[puzzle] for row in rows]), _digits([row[solution] for row in rows])


def _digits(texts: list[str]) -> Cells:
    if any(len(text) != 81 for text in texts):
        raise ValueError("a grid is 81 characters")
    text = np.array(texts, dtype="S81").view(np.uint8).reshape(-1, 81)
    cells = np.where(text == ord("."), 0, text - ord("0")).astype(np.uint8)
    if (cells > 9).any():
        raise ValueError("the cells of a grid are digits and dots")
    return cells


def write_hrm(
    folder: str | Path,
    puzzles: Any,
    solutions: Any,
    *,
    augment: int = 0,
    seed: int = 0,
    for_trm: bool = False,
) -> None:
    """Writes the arrays and ``dataset.json`` of a set of pairs, in the form that HRM and TRM read.

    - ``all__inputs.npy`` and ``all__labels.npy``: shape ``(examples, 81)``, digits + 1, an empty cell is 1;
    - ``all__puzzle_indices.npy``: 0, 1, ... up to the number of examples, since each is a puzzle of its own;
    - ``all__group_indices.npy``: where the groups begin: a pair and its equivalents are one;
    - ``all__puzzle_identifiers.npy``: zeros.

    The first example of a group is the pair itself. The others are random equivalents, drawn with the seed.

    :param puzzles: an array of the shape ``(n, 81)``, 0 for an empty cell; ``solutions`` has the same form.
    :param augment: the number of equivalents of each pair.
    :param for_trm: also write the files that only TRM reads.

    Raises ``ValueError`` if a solution does not solve its puzzle.
    """
    if not check(puzzles, solutions).all():
        raise ValueError("some solutions are not those of their puzzles")
    groups = len(puzzles)
    inputs, labels = (side.reshape(groups, 1, 81) for side in (puzzles, solutions))
    if augment:
        # A class with few members has some of them several times.
        rows = np.repeat(np.arange(groups), augment)
        pairs = shuffle(puzzles[rows], seed, solutions=solutions[rows])
        more = (side.reshape(groups, augment, 81) for side in pairs)
        inputs, labels = (np.concatenate(both, axis=1) for both in zip((inputs, labels), more))
    examples = groups * (1 + augment)
    # The type that the scripts get by adding to arrays of bytes, or of bytes and indices.
    of: type[np.int64] | type[np.uint8] = np.int64 if augment else np.uint8
    arrays = {
        "inputs": inputs.reshape(examples, 81).astype(of) + of(1),
        "labels": labels.reshape(examples, 81).astype(of) + of(1),
        "group_indices": np.arange(0, examples + 1, 1 + augment, dtype=np.int32),
        "puzzle_indices": np.arange(examples + 1, dtype=np.int32),
        "puzzle_identifiers": np.zeros(examples, dtype=np.int32),
    }
    about = {
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "vocab_size": 11,
        "seq_len": 81,
        "num_puzzle_identifiers": 1,
        "total_groups": groups,
        "mean_puzzle_examples": 1.0,
        **({"total_puzzles": groups} if for_trm else {}),
        "sets": ["all"],
    }
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        np.save(folder / f"all__{name}.npy", array)
    (folder / "dataset.json").write_text(json.dumps(about))


def hrm(
    train: str | Path,
    test: str | Path,
    output: str | Path,
    *,
    subsample: int | None = None,
    min_difficulty: int | None = None,
    augment: int = 0,
    seed: int = 0,
    for_trm: bool = False,
) -> None:
    """Writes ``output/train``, ``output/test`` and ``output/identifiers.json`` from two CSV files of pairs.

    The only difference from the scripts of HRM and TRM is that these draw their equivalents from a generator without
    a seed. See :func:`write_hrm` and :func:`read_pairs`.

    :param subsample: the number of pairs of ``train`` to draw.
    """
    puzzles, solutions = read_pairs(train, min_difficulty)
    if subsample is not None and subsample < len(puzzles):
        rows = np.random.default_rng(seed).choice(len(puzzles), size=subsample, replace=False)
        puzzles, solutions = puzzles[rows], solutions[rows]
    output = Path(output)
    write_hrm(output / "train", puzzles, solutions, augment=augment, seed=seed, for_trm=for_trm)
    write_hrm(output / "test", *read_pairs(test, min_difficulty), for_trm=for_trm)
    (output / "identifiers.json").write_text(json.dumps(["<blank>"]))
