"""Spark: a cluster of two executors on this machine, one of which is killed."""

import hashlib
import os
import re
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import lines

import batchdoku

if shutil.which("java") is None:
    pytest.fail("the tests of Spark need Java 17 or later", pytrace=False)

import pyspark.sql

import batchdoku.spark

ROWS = 100_000


@pytest.fixture(scope="module")
def spark(tmp_path_factory):
    folder = tmp_path_factory.mktemp("spark")
    # Executors are processes of their own, which must find the package and this file.
    paths = [Path(batchdoku.__file__).parents[1], Path(__file__).parent]
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join(map(str, paths))
    session = (
        pyspark.sql.SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.local.dir", str(folder / "local"))
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", 2000)
        .config("spark.sql.files.maxPartitionBytes", 1 << 20)
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory, program):
    rows = lines("clues36.txt") + lines("minimal.txt") + lines("nosolution.txt") + ["malformed"]
    rows = (rows * (ROWS // len(rows) + 1))[:ROWS]
    folder = tmp_path_factory.mktemp("corpus")
    table = pa.table({"id": range(ROWS), "puzzle": rows})
    for shard in range(8):
        part = table.slice(shard * ROWS // 8, ROWS // 8)
        pq.write_table(part, folder / f"{shard}.parquet", row_group_size=2000)
    return str(folder), program.solutions(rows), rows


def digest(pairs):
    """A hash of (id, text) in the order of ids."""
    text = "".join(f"{number} {solution}\n" for number, solution in sorted(pairs))
    return hashlib.sha256(text.encode()).hexdigest()


def test_an_executor_is_killed(spark, corpus, tmp_path):
    folder, expected, _ = corpus
    slow = spark.read.parquet(folder).mapInArrow(dawdle, "id bigint, puzzle string")
    output = str(tmp_path / "out")
    killed = []

    def kill():
        time.sleep(1)
        processes = executors()
        if processes:
            os.kill(processes[0], signal.SIGKILL)
            killed.append(processes[0])

    before = executors()
    assert len(before) == 2, before
    killer = threading.Thread(target=kill)
    killer.start()
    batchdoku.spark.solve(slow).write.parquet(output)
    killer.join()
    assert killed and killed[0] in before
    table = pq.read_table(output)
    assert table.column_names == ["id", "puzzle", "solution", "solutions", "nodes"]
    pairs = list(zip(table["id"].to_pylist(), table["solution"].to_pylist()))
    assert len(pairs) == ROWS and digest(pairs) == digest(enumerate(expected))


def dawdle(batches):
    import time

    for batch in batches:
        time.sleep(0.1)
        yield batch


def executors():
    """The processes of the executors that this process' Java has started."""
    parents, found = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_text()
        except OSError:
            continue
        parents[int(folder.name)] = int(status[1])
        if "CoarseGrainedExecutorBackend" in command and "java" in command.partition("\0")[0]:
            found.append(int(folder.name))

    def is_ours(process):
        while process > 1:
            process = parents.get(process, 0)
            if process == os.getpid():
                return True
        return False

    return sorted(process for process in found if is_ours(process))


def test_count_and_rate(spark, corpus):
    folder, _, rows = corpus
    frame = spark.read.parquet(folder).where("id < 3000")
    got = {r.id: r.solutions for r in batchdoku.spark.count(frame, limit=3).collect()}
    assert [got[i] for i in range(3000)] == batchdoku.count(rows[:3000], limit=3)
    got = {r.id: r for r in batchdoku.spark.rate(frame).collect()}
    for i, rating in enumerate(batchdoku.rate(rows[:3000])):
        row = got[i]
        assert (row.level, row.technique, row.nodes, row.steps) == (rating or (None,) * 4)


@pytest.mark.parametrize("partitions", [1, 3])
def test_generate(spark, partitions):
    frame = batchdoku.spark.generate(spark, 2500, seed=6, skip=10, partitions=partitions)
    assert frame.rdd.getNumPartitions() == partitions
    rows = sorted(frame.collect())
    puzzles, solutions = batchdoku.generate(2500, seed=6, skip=10, as_="str")
    assert rows == list(zip(range(10, 2510), puzzles, solutions))


def test_columns(spark, corpus):
    frame = spark.read.parquet(corpus[0])
    with pytest.raises(KeyError, match="no column 'quiz', only id, puzzle"):
        batchdoku.spark.solve(frame, "quiz")
    with pytest.raises(TypeError, match="a column of strings, got long"):
        batchdoku.spark.solve(frame, "id")
    solved = batchdoku.spark.solve(frame)
    with pytest.raises(ValueError, match="column 'solution' already"):
        batchdoku.spark.solve(solved)
    names = batchdoku.spark.solve(solved, prefix="again_").columns
    assert names[-3:] == ["again_solution", "again_solutions", "again_nodes"]


def test_columns_are_named_as_spark_names_them(spark, corpus):
    frame = spark.read.parquet(corpus[0]).withColumnRenamed("puzzle", "Puzzle")
    solved = batchdoku.spark.solve(frame.where("id < 1000"))
    assert solved.columns == ["id", "Puzzle", "solution", "solutions", "nodes"]
    got = {r.id: r.solution for r in solved.collect()}
    assert [got[i] for i in range(1000)] == corpus[1][:1000]
    with pytest.raises(ValueError, match="column 'solution' already"):
        batchdoku.spark.solve(frame.withColumnRenamed("id", "SOLUTION"))
    spark.conf.set("spark.sql.caseSensitive", "true")
    try:
        with pytest.raises(KeyError, match="no column 'puzzle'"):
            batchdoku.spark.solve(frame)
        assert (
            "solution"
            in batchdoku.spark.solve(frame.withColumnRenamed("id", "SOLUTION"), "Puzzle").columns
        )
    finally:
        spark.conf.unset("spark.sql.caseSensitive")


def test_the_other_operations(spark, corpus):
    folder, expected, rows = corpus
    frame = spark.read.parquet(folder).where("id < 1000")
    for function, column in [("is_unique", "unique"), ("canon", "canonical")]:
        got = {r.id: r[column] for r in getattr(batchdoku.spark, function)(frame).collect()}
        assert [got[i] for i in range(1000)] == getattr(batchdoku, function)(rows[:1000])
    solved = batchdoku.spark.solve(frame).drop("solutions", "nodes")
    got = {r.id: r.correct for r in batchdoku.spark.check(solved).collect()}
    assert [got[i] for i in range(1000)] == batchdoku.check(rows[:1000], expected[:1000])


def test_a_function_of_a_column(spark, corpus):
    """The recipe of the README."""
    readme = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    code = re.search("<!-- udf -->\n```python\n(.*?)```", readme, re.DOTALL)[1]
    names = {"batchdoku": batchdoku}
    exec(code, names)
    frame = spark.read.parquet(corpus[0]).where("id < 1000")
    got = {
        r.id: r.solution
        for r in frame.select("id", names["solution"]("puzzle").alias("solution")).collect()
    }
    assert [got[i] for i in range(1000)] == corpus[1][:1000]


def test_errors_come_before_the_job(spark, corpus):
    frame = spark.read.parquet(corpus[0])
    with pytest.raises(ValueError, match="max_nodes must be"):
        batchdoku.spark.solve(frame, max_nodes=-1)
    for options, error in [
        ({"symetry": "full"}, TypeError),
        ({"symmetry": "roundish"}, ValueError),
        ({"with_weight": True, "clues": 30, "minimal": False}, ValueError),
        ({"skip": -1}, ValueError),
    ]:
        with pytest.raises(error):
            batchdoku.spark.generate(spark, 5, **options)


def test_weights(spark):
    frame = batchdoku.spark.generate(spark, 50, seed=6, with_weight=True, partitions=3)
    assert [tuple(row)[1:] for row in sorted(frame.collect())] == list(
        batchdoku.generate(50, seed=6, with_weight=True)
    )
