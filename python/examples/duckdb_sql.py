"""DuckDB: a function in SQL, and a relation as a stream."""

import duckdb
import pyarrow as pa

import batchdoku


def solve(puzzles: pa.Array) -> pa.Array:
    return batchdoku.solve(puzzles)


def with_function(path: str) -> pa.Table:
    """Calls ``solve`` from SQL, on vectors of puzzles."""
    connection = duckdb.connect()
    connection.create_function(
        "solve_sudoku", solve, ["VARCHAR"], "VARCHAR", type="arrow", null_handling="special"
    )
    query = "select id, solve_sudoku(puzzle) as solution from read_parquet(?) order by id"
    return connection.execute(query, [path]).to_arrow_table()


def with_stream(path: str, output: str) -> None:
    """Solves a relation as it is read, and writes the result as it comes."""
    solved = batchdoku.solve_table(duckdb.connect().read_parquet(path))  # a stream
    # A connection has one open result; the writer is another.
    duckdb.connect().from_arrow(solved).write_parquet(output)
