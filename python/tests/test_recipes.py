"""The recipes for other engines, on 10^5 rows, each against the program."""

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import lines

import batchdoku

ROWS = 100_000


@pytest.fixture(scope="session")
def corpus(tmp_path_factory, program):
    """A Parquet file of puzzles with ids, and the program's solutions."""
    rows = lines("clues36.txt") + lines("minimal.txt") + lines("nosolution.txt") + ["malformed"]
    rows = (rows * (ROWS // len(rows) + 1))[:ROWS]
    path = tmp_path_factory.mktemp("corpus") / "puzzles.parquet"
    pq.write_table(pa.table({"id": range(ROWS), "puzzle": rows}), path, row_group_size=20_000)
    return str(path), program.solutions(rows)


def none(values):
    return [None if pd.isna(value) else value for value in values]


def test_pandas(corpus):
    import pandas_frame

    path, expected = corpus
    frame = pandas_frame.solved(path)
    assert list(frame.columns) == ["id", "puzzle", "solution", "solutions", "nodes"]
    assert none(frame["solution"]) == expected
    assert none(pandas_frame.solutions(frame["puzzle"])) == expected


def test_polars(corpus, tmp_path):
    import polars_lazy

    path, expected = corpus
    solved = [(i, e) for i, e in enumerate(expected) if e]
    for make in (polars_lazy.solved, polars_lazy.with_expression):
        assert make(path).select("id", "solution").sort("id").rows() == solved
    polars_lazy.sink(path, str(tmp_path / "out.parquet"))
    assert pl.read_parquet(tmp_path / "out.parquet")["solution"].to_list() == expected


def test_duckdb(corpus, tmp_path):
    import duckdb_sql

    path, expected = corpus
    assert duckdb_sql.with_function(path)["solution"].to_pylist() == expected
    output = str(tmp_path / "out.parquet")
    duckdb_sql.with_stream(path, output)
    rows = duckdb.sql(f"select solution from '{output}' order by id").fetchall()
    assert [row for (row,) in rows] == expected


def test_datafusion(corpus):
    import datafusion_udf

    path, expected = corpus
    assert datafusion_udf.solved(path)["solution"].to_pylist() == expected


def test_hugging_face(corpus, monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    import hugging_face

    path, expected = corpus
    # Workers are forks of this process, which has used the package.
    batchdoku.solve(["." * 81])
    for processes in (None, 2):
        assert hugging_face.solved(path, processes)["solution"][:] == expected


def test_dask(corpus):
    import dask_frame

    path, expected = corpus
    frame = dask_frame.solved(path).compute(scheduler="threads")
    assert none(frame["solution"]) == expected
