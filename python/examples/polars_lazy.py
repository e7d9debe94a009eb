"""Polars: a lazy query with a solving step."""

import polars as pl

import batchdoku


def solved(path: str) -> pl.DataFrame:
    """Puzzles of a Parquet file with their solutions, without those that have none."""
    frame = batchdoku.solve_table(pl.scan_parquet(path))
    return frame.filter(pl.col("solution").is_not_null()).collect()


def with_expression(path: str) -> pl.DataFrame:
    """The same as an expression over one column."""
    solution = pl.col("puzzle").map_batches(batchdoku.solve, return_dtype=pl.String)
    frame = pl.scan_parquet(path).with_columns(solution=solution)
    return frame.filter(pl.col("solution").is_not_null()).collect()


def sink(path: str, output: str) -> None:
    """From file to file, batch by batch."""
    batches = pl.scan_parquet(path).collect_batches(maintain_order=True)
    solution = pl.concat(batchdoku.solve_table(batch) for batch in batches)
    solution.write_parquet(output)
