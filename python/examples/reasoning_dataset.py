"""The folders that the training scripts of HRM and TRM read, from a table of pairs.

    python reasoning_dataset.py train.csv test.csv data/sudoku --augment 1000 --subsample 1000

:mod:`batchdoku.datasets` has the functions, and says what is in the folders.
"""

import argparse

from batchdoku.datasets import hrm

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name in ("train", "test", "output"):
        parser.add_argument(name)
    for name in ("subsample", "min-difficulty"):
        parser.add_argument(f"--{name}", type=int)
    for name in ("augment", "seed"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--for-trm", action="store_true")
    hrm(**vars(parser.parse_args()))
