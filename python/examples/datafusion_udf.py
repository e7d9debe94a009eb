"""DataFusion: a function in SQL."""

import datafusion
import pyarrow as pa

import batchdoku


def solved(path: str) -> pa.Table:
    context = datafusion.SessionContext()
    context.register_parquet("puzzles", path)
    kind = context.table("puzzles").schema().field("puzzle").type
    solve = datafusion.udf(batchdoku.solve, [kind], kind, "immutable", "solve_sudoku")
    context.register_udf(solve)
    query = "select id, solve_sudoku(puzzle) as solution from puzzles order by id"
    return context.sql(query).to_arrow_table()
