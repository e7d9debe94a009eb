"""Apache Spark: the operations on a column of a data frame, over ``mapInArrow``.

Each task uses one thread, or ``spark.task.cpus`` of them. Rows keep their other columns. A row that
is malformed or has no solution gets nulls; it never fails the job. Spark promises no order of rows,
so keep an id column if the order matters. For this reason there is no ``shuffle``, which depends on
the place of a row. Names of columns follow the rules of Spark: case is ignored unless
``spark.sql.caseSensitive`` is set. The package must be installed on every executor.

>>> import batchdoku.spark                                              # doctest: +SKIP
>>> solved = batchdoku.spark.solve(spark.read.parquet("puzzles"))       # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ._numbers import natural
from ._types import Levels, Ratings, Symmetry

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

#: The number of puzzles that ``generate`` makes at a time in a task: 1.6 MB, and enough to fill its
#: batches.
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
    return _mapped(frame, "solve_table", column, prefix, options)


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
    return _mapped(frame, "count_table", column, prefix, options)


def is_unique(
    frame: DataFrame, column: str = "puzzle", *, max_nodes: int | None = None, prefix: str = ""
) -> DataFrame:
    """Adds the column ``unique``: see ``batchdoku.is_unique_table``."""
    options = {"max_nodes": max_nodes}
    return _mapped(frame, "is_unique_table", column, prefix, options)


def check(
    frame: DataFrame,
    column: str = "puzzle",
    solution: str = "solution",
    *,
    unique: bool = False,
    max_nodes: int | None = None,
    prefix: str = "",
) -> DataFrame:
    """Adds the column ``correct``: see ``batchdoku.check_table``."""
    options = {"unique": unique, "max_nodes": max_nodes}
    return _mapped(frame, "check_table", column, prefix, options, solution=solution)


def canon(frame: DataFrame, column: str = "puzzle", *, prefix: str = "") -> DataFrame:
    """Adds the column ``canonical``: see ``batchdoku.canon_table``."""
    return _mapped(frame, "canon_table", column, prefix, {})


def rate(
    frame: DataFrame, column: str = "puzzle", *, er: bool = False, prefix: str = ""
) -> DataFrame:
    """Adds the fields of a ``batchdoku.Rating`` as columns: see ``batchdoku.rate_table``.

    With ``er``, adds those of a ``batchdoku.ErRating``.
    """
    return _mapped(frame, "rate_table", column, prefix, {"er": er})


def generate(
    spark: SparkSession,
    n: int,
    *,
    seed: int = 0,
    skip: int = 0,
    partitions: int | None = None,
    clues: int | tuple[int, int] | None = None,
    difficulty: Levels | None = None,
    symmetry: Symmetry = "none",
    er: Ratings | None = None,
    ep: Ratings | None = None,
    ed: Ratings | None = None,
    minimal: bool | None = None,
    max_tries: int = 100_000,
    controlled_bias: bool = False,
    with_weight: bool = False,
) -> DataFrame:
    """Generates ``n`` random puzzles: the columns ``id``, ``puzzle`` and ``solution`` (and
    ``weight``).

    Partition ``k`` generates its own range of the corpus, so the corpus does not depend on the number
    of partitions: row ``id`` is puzzle ``id`` of ``batchdoku.generate(…, seed=seed)``, which also
    explains the other options.

    :param partitions: the number of tasks that share the work; by default the number of cores of
        Spark.
    """
    import batchdoku

    options: dict[str, Any] = {
        "seed": seed,
        "clues": clues,
        "difficulty": difficulty if isinstance(difficulty, str) else list(difficulty or ()),
        "symmetry": symmetry,
        "er": er,
        "ep": ep,
        "ed": ed,
        "minimal": minimal,
        "max_tries": max_tries,
        "controlled_bias": controlled_bias,
        "with_weight": with_weight,
    }
    # This raises errors about the options here, instead of in the tasks.
    batchdoku.generate(0, **options)
    skip, n = natural("skip", skip), natural("n", n)
    if skip + n >= 2**63:
        raise ValueError("Spark's numbers of rows end at 2**63: skip + n is larger")
    if partitions is not None and natural("partitions", partitions) == 0:
        raise ValueError("partitions must be 1 or more, got 0")
    partitions = partitions or spark.sparkContext.defaultParallelism
    # ``range`` cuts its numbers into contiguous parts of nearly the same length.
    numbers = spark.range(skip, skip + n, numPartitions=partitions)
    made = "id bigint, puzzle string, solution string" + ", weight double" * with_weight
    return numbers.mapInArrow(partial(_generate, options, _threads(spark)), made)


def _threads(spark: SparkSession) -> int:
    return int(spark.conf.get("spark.task.cpus", "1") or 1)


def _mapped(
    frame: DataFrame,
    function: str,
    column: str,
    prefix: str,
    options: dict[str, Any],
    **columns: str,
) -> DataFrame:
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_type
    from pyspark.sql.types import StructType

    import batchdoku

    column = _column(frame, column)
    columns = {name: _column(frame, of) for name, of in columns.items()}
    # Text columns stay unchanged. Other types cannot hold puzzles in Spark, which has no unsigned
    # types.
    for name in (column, *columns.values()):
        kind = frame.schema[name].dataType.typeName()
        if kind not in ("string", "binary"):
            raise TypeError(f"expected a column of strings, got {kind}")
    options = {**options, **columns, "prefix": prefix, "threads": _threads(frame.sparkSession)}
    # This raises errors about the options here, instead of in the tasks.
    types = {
        name: to_arrow_type(frame.schema[name].dataType) for name in (column, *columns.values())
    }
    none = pa.table({name: pa.array([], of) for name, of in types.items()})
    added = from_arrow_schema(getattr(batchdoku, function)(none, column, **options).schema)
    fields = added.fields[len(types) :]
    for field in fields:
        if _named(frame, field.name):
            raise ValueError(f"there is a column {field.name!r} already: choose a prefix")
    schema = StructType([*frame.schema.fields, *fields])
    return frame.mapInArrow(partial(_map, function, column, options), schema)


def _named(frame: DataFrame, name: str) -> list[str]:
    """Returns the columns that Spark finds under a name."""
    if frame.sparkSession.conf.get("spark.sql.caseSensitive", "false") == "true":
        return [column for column in frame.columns if column == name]
    return [column for column in frame.columns if column.lower() == name.lower()]


def _column(frame: DataFrame, name: str) -> str:
    match _named(frame, name):
        case [column]:
            return column
        case []:
            raise KeyError(f"there is no column {name!r}, only {', '.join(frame.columns)}")
        case several:
            raise ValueError(f"there are several columns {name!r}: {', '.join(several)}")


def _map(
    function: str, column: str, options: dict[str, Any], batches: Iterator[Any]
) -> Iterator[Any]:
    import batchdoku

    operation: Callable[..., Any] = getattr(batchdoku, function)
    for batch in batches:
        yield operation(batch, column, **options)


def _generate(options: dict[str, Any], threads: int, batches: Iterator[Any]) -> Iterator[Any]:
    import pyarrow as pa

    import batchdoku

    for batch in batches:
        ids = batch.column("id")
        for start in range(0, len(ids), _BATCH):
            part = ids.slice(start, _BATCH)
            # The numbers of a batch of ``range`` follow one another.
            made = batchdoku.generate(len(part), skip=part[0].as_py(), threads=threads, **options)
            for chunk in pa.table(made).combine_chunks().to_batches():
                yield pa.record_batch([part, *chunk.columns], ["id", *chunk.schema.names])
