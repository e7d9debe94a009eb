"""pandas: a column of puzzles, and a whole table."""

import pandas as pd

import batchdoku


def solved(path: str) -> pd.DataFrame:
    """The table of a Parquet file with the columns of ``solve_table``."""
    return batchdoku.solve_table(pd.read_parquet(path))


def solutions(puzzles: pd.Series) -> pd.Series:
    """The solutions, with the index of the puzzles."""
    return batchdoku.solve(puzzles)
