"""Rows of tokens in three layouts, as models that solve sudokus token by token take them.

    python flat_layouts.py --rows 2000 --output flat.npz

Each row is the clues, a separator, and the cells that are placed: in the order of a solver's steps, row by row, and at
random. The file has ``solver``, ``row`` and ``random`` of the shape ``(rows, 82)``, and ``clues``, the number of clues of
each row: what stands behind them is to be learned.
"""

import argparse

import numpy as np

import batchdoku


def layouts(rows: int, seed: int = 0, **options: object) -> dict[str, np.ndarray]:
    """The three layouts of ``rows`` puzzles that a ladder up to XY-wings solves, by name, and the numbers of clues."""
    puzzles, _ = batchdoku.generate(rows, seed=seed, at_most="xy_wing", as_="str", **options)
    made = {}
    for order in ("solver", "row", "random"):
        made[order], made["clues"] = batchdoku.traces(puzzles, "flat", order=order, seed=seed)
    return made


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", default="flat.npz")
    given = parser.parse_args()
    np.savez_compressed(given.output, **layouts(given.rows, given.seed))
