"""The folders that the training scripts of HRM and TRM read, from a table of pairs.

    python reasoning_dataset.py train.csv test.csv data/sudoku --augment 1000 --subsample 1000

Each of ``train`` and ``test`` has five arrays and ``dataset.json``:

- ``all__inputs.npy`` and ``all__labels.npy``: shape ``(examples, 81)``, digits + 1, an empty cell is 1;
- ``all__puzzle_indices.npy``: 0, 1, ... up to the number of examples, since each is a puzzle of its own;
- ``all__group_indices.npy``: where the groups begin: a pair and its equivalents are one;
- ``all__puzzle_identifiers.npy``: zeros.

The first example of a group is the pair itself. The others are random equivalents, drawn by the seed:
their own scripts draw theirs from a generator without one, which is all that differs.
"""

import argparse
import csv
import json
from pathlib import Path

import numpy as np

import batchdoku

#: Names of columns, as the tables on the Hub have them.
PUZZLES = ("question", "puzzle", "puzzles", "quizzes", "input")
SOLUTIONS = ("answer", "solution", "solutions", "target")
RATINGS = ("rating", "difficulty")


def read(path, min_difficulty=None):
    """Puzzles and solutions of a CSV file, as arrays of shape ``(n, 81)``."""
    with open(path, newline="") as file:
        header, *rows = csv.reader(file)
    column = {}
    for name, names in [("puzzle", PUZZLES), ("solution", SOLUTIONS), ("rating", RATINGS)]:
        column[name] = next((at for at, of in enumerate(header) if of.lower() in names), None)
    if column["puzzle"] is None or column["solution"] is None:
        raise ValueError(f"{path}: no columns of puzzles and solutions among {', '.join(header)}")
    if min_difficulty is not None:
        if column["rating"] is None:
            raise ValueError(f"{path}: no column of ratings among {', '.join(header)}")
        rows = [row for row in rows if int(row[column["rating"]]) >= min_difficulty]
    return tuple(digits([row[column[name]] for row in rows]) for name in ("puzzle", "solution"))


def digits(texts):
    if any(len(text) != 81 for text in texts):
        raise ValueError("a grid is 81 characters")
    text = np.array(texts, dtype="S81").view(np.uint8).reshape(-1, 81)
    return np.where(text == ord("."), 0, text - ord("0")).astype(np.uint8)


def write(folder, puzzles, solutions, *, augment=0, seed=0, for_trm=False):
    """Writes the arrays and ``dataset.json`` of a set of pairs: arrays of shape ``(n, 81)``."""
    if not batchdoku.check(puzzles, solutions).all():
        raise ValueError("some solutions are not those of their puzzles")
    groups = len(puzzles)
    inputs, labels = (side.reshape(groups, 1, 81) for side in (puzzles, solutions))
    if augment:
        # A class with few members gives some of them several times.
        rows = np.repeat(np.arange(groups), augment)
        pairs = batchdoku.shuffle(puzzles[rows], seed, solutions=solutions[rows])
        more = (side.reshape(groups, augment, 81) for side in pairs)
        inputs, labels = (np.concatenate(both, axis=1) for both in zip((inputs, labels), more))
    examples = groups * (1 + augment)
    # What comes of adding to arrays of bytes, or of bytes and indices.
    of = np.int64 if augment else np.uint8
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


def build(
    train, test, output, *, subsample=None, min_difficulty=None, augment=0, seed=0, for_trm=False
):
    """Writes ``output/train``, ``output/test`` and ``output/identifiers.json`` from two CSV files."""
    puzzles, solutions = read(train, min_difficulty)
    if subsample is not None and subsample < len(puzzles):
        rows = np.random.default_rng(seed).choice(len(puzzles), size=subsample, replace=False)
        puzzles, solutions = puzzles[rows], solutions[rows]
    output = Path(output)
    write(output / "train", puzzles, solutions, augment=augment, seed=seed, for_trm=for_trm)
    write(output / "test", *read(test, min_difficulty), for_trm=for_trm)
    (output / "identifiers.json").write_text(json.dumps(["<blank>"]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name in ("train", "test", "output"):
        parser.add_argument(name)
    for name in ("subsample", "min-difficulty"):
        parser.add_argument(f"--{name}", type=int)
    for name in ("augment", "seed"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--for-trm", action="store_true")
    build(**vars(parser.parse_args()))
