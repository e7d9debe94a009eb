"""Apache Spark: the operations on a column of a data frame, over ``mapInArrow``.

Each task uses one thread, or ``spark.task.cpus`` of them. Rows keep their other columns. A row that
is malformed or has no solution has nulls; it never fails the job. Spark promises no order of rows:
keep an id column where that matters. The package must be installed on every executor.

>>> import batchdoku.spark                                              # doctest: +SKIP
>>> solved = batchdoku.spark.solve(spark.read.parquet("puzzles"))       # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_NUMBERS = "solutions bigint, nodes bigint"
_RATING = "level string, technique string, nodes bigint, steps string"

#: Puzzles that ``generate`` makes at a time in a task: 1.6 MB, and enough to fill its batches.
_BATCH = 10_000


def solve(
    frame: DataFrame,
    column: str = "puzzle",
    *,
    unique: bool = False,
    limit: int | None = None,
    max_nodes: int | None = None,
    prefix: str = "",
) -> DataFrame:
    """Adds the columns ``solution``, ``solutions`` and ``nodes``: see ``batchdoku.solve_table``."""
    options = {"unique": unique, "limit": limit, "max_nodes": max_nodes}
    added = f"solution string, {_NUMBERS}"
    return _mapped(frame, "solve_table", column, added, prefix, options)


def count(
    frame: DataFrame,
    column: str = "puzzle",
    *,
    limit: int | None = 2,
    max_nodes: int | None = None,
    prefix: str = "",
) -> DataFrame:
    """Adds the columns ``solutions`` and ``nodes``: see ``batchdoku.count_table``."""
    options = {"limit": limit, "max_nodes": max_nodes}
    return _mapped(frame, "count_table", column, _NUMBERS, prefix, options)


def rate(frame: DataFrame, column: str = "puzzle", *, prefix: str = "") -> DataFrame:
    """Adds the columns ``level``, ``technique``, ``nodes`` and ``steps``: see ``batchdoku.rate_table``."""
    return _mapped(frame, "rate_table", column, _RATING, prefix, {})


def generate(
    spark: SparkSession,
    n: int,
    *,
    seed: int = 0,
    skip: int = 0,
    partitions: int | None = None,
    **options: Any,
) -> DataFrame:
    """Makes ``n`` random puzzles: the columns ``id``, ``puzzle`` and ``solution``.

    Partition ``k`` makes its own range of the corpus, so the corpus is the same at any number of
    partitions: row ``id`` is puzzle ``id`` of ``batchdoku.generate(…, seed=seed)``.

    :param partitions: how many tasks share the work; by default as many as Spark has cores.
    :param options: ``clues``, ``difficulty``, ``symmetry``, ``minimal``, ``max_tries``: see
        ``batchdoku.generate``.
    """
    partitions = partitions or spark.sparkContext.defaultParallelism
    # ``range`` cuts its numbers into contiguous parts of nearly the same length.
    numbers = spark.range(skip, skip + n, numPartitions=partitions)
    make = partial(_generate, seed, options, _threads(spark))
    return numbers.mapInArrow(make, "id bigint, puzzle string, solution string")


def _threads(spark: SparkSession) -> int:
    return int(spark.conf.get("spark.task.cpus", "1") or 1)


def _mapped(
    frame: DataFrame, function: str, column: str, added: str, prefix: str, options: dict[str, Any]
) -> DataFrame:
    from pyspark.sql.types import StructType

    if column not in frame.columns:
        raise KeyError(f"there is no column {column!r}, only {', '.join(frame.columns)}")
    parsed = StructType.fromDDL(added)
    assert isinstance(parsed, StructType)
    fields = parsed.fields
    for field in fields:
        field.name = prefix + field.name
        if field.name in frame.columns:
            raise ValueError(f"there is a column {field.name!r} already: choose a prefix")
    # Text as it is; other types hold no puzzles for Spark, which has no unsigned ones.
    kind = frame.schema[column].dataType.typeName()
    if kind not in ("string", "binary"):
        raise TypeError(f"expected a column of strings, got {kind}")
    fields[0].dataType = (
        frame.schema[column].dataType if function == "solve_table" else fields[0].dataType
    )
    schema = StructType([*frame.schema.fields, *fields])
    options = {**options, "prefix": prefix, "threads": _threads(frame.sparkSession)}
    return frame.mapInArrow(partial(_map, function, column, options), schema)


def _map(
    function: str, column: str, options: dict[str, Any], batches: Iterator[Any]
) -> Iterator[Any]:
    import batchdoku

    operation: Callable[..., Any] = getattr(batchdoku, function)
    for batch in batches:
        yield operation(batch, column, **options)


def _generate(
    seed: int, options: dict[str, Any], threads: int, batches: Iterator[Any]
) -> Iterator[Any]:
    import pyarrow as pa

    import batchdoku

    for batch in batches:
        ids = batch.column("id")
        for start in range(0, len(ids), _BATCH):
            part = ids.slice(start, _BATCH)
            # The numbers of a batch of ``range`` follow one another.
            made = batchdoku.generate(
                len(part), seed=seed, skip=part[0].as_py(), threads=threads, **options
            )
            for chunk in pa.table(made).combine_chunks().to_batches():
                columns = [part, chunk.column("puzzle"), chunk.column("solution")]
                yield pa.record_batch(columns, names=["id", "puzzle", "solution"])
