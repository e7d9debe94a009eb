"""Lists the rows of any container of puzzles, and selects rows of it in the same kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ._columns import TYPES
from ._grid import Grid
from ._kinds import _items, _name, _texts, array_of, type_name
from ._position import Position

_CELLS = 81


def is_one(x: Any) -> bool:
    """Returns whether ``x`` is a single puzzle: a text, a grid, or an array of 81 cells."""
    if isinstance(x, (str, bytes, Grid, Position)):
        return True
    return _name(x)[0] == "numpy" and x.dtype.kind in "iu" and x.shape in ((_CELLS,), (9, 9))


def listed(x: Any) -> list[Any]:
    """Returns the rows as ``str``, ``bytes``, positions of the extension or ``None``.

    Raises ``TypeError`` if ``x`` is not a column of puzzles.
    """
    x = array_of(x)
    package, name = _name(x)
    if isinstance(x, Sequence) and not isinstance(x, (str, bytes)):
        return _texts(x)
    if package == "numpy":
        return _of_numpy(x)
    if package == "pandas" and name != "DataFrame":
        return _items(x)
    if package == "polars" and name == "Series":
        return [_of_value(value) for value in x.to_list()]
    if hasattr(x, "to_pylist") and name not in ("Table", "RecordBatch"):
        return [_of_value(value) for value in x.to_pylist()]
    if hasattr(x, "__arrow_c_array__") or hasattr(x, "__arrow_c_stream__"):
        import pyarrow as pa

        is_stream = not hasattr(x, "__arrow_c_array__")
        column = pa.chunked_array(x) if is_stream else pa.array(x)
        if not pa.types.is_struct(column.type):
            return [_of_value(value) for value in column.to_pylist()]
    raise TypeError(
        f"expected puzzles, got {type_name(x)}; for a table, see the functions ..._table"
    )


def _of_numpy(x: Any) -> list[Any]:
    import numpy as np

    if x.dtype.kind == "O":
        return _texts(x.ravel())
    if x.dtype.kind in "SUT":
        return list(x.ravel().tolist())
    if x.dtype.kind not in "iu" or x.size % _CELLS:
        raise TypeError(f"expected text or rows of 81 integers, got an array of {x.dtype}")
    # The usual "?" for an invalid cell would be an empty cell here.
    text = np.where((x >= 0) & (x <= 9), x, ord("!") - ord("0")) + ord("0")
    rows = np.ascontiguousarray(text.reshape(-1, _CELLS), np.uint8).view(f"S{_CELLS}")
    return list(rows.ravel().tolist())


def _of_value(value: Any) -> Any:
    if value is None or isinstance(value, (str, bytes)):
        return value
    if isinstance(value, Position):
        return value._native
    try:
        return Grid(value).text
    except ValueError:
        return ""


def taken(x: Any, rows: list[int]) -> Any:
    """Returns some rows of ``x``, a column or a table, in the same kind."""
    x = array_of(x)
    package, _ = _name(x)
    if isinstance(x, Sequence) and package == "builtins":
        return [x[row] for row in rows]
    if package == "numpy":
        return x[rows]
    if package == "pandas":
        return x.iloc[rows]
    if package == "polars":
        return x[rows]
    if package == "pyarrow":
        import pyarrow as pa

        return x.take(pa.array(rows, pa.int64()))
    if isinstance(x, Sequence):
        return [x[row] for row in rows]
    import pyarrow as pa

    if hasattr(x, "__arrow_c_array__"):
        return _like(x, pa.array(x).take(pa.array(rows, pa.int64())))
    return _like(x, pa.chunked_array(x).take(pa.array(rows, pa.int64())))


def _like(x: Any, results: Any) -> Any:
    kind = type(x)
    return kind.from_arrow(results) if hasattr(kind, "from_arrow") else results


def known(x: Any) -> Iterable[bool]:
    """Returns for each row whether it has a value."""
    package, _ = _name(x)
    if isinstance(x, Sequence):
        return [item is not None for item in x]
    if package == "pandas":
        answers: Iterable[bool] = x.notna()
        return answers
    if package == "polars":
        return x.is_not_null().to_list()  # type: ignore[no-any-return]
    if package == "numpy":
        return x.reshape(len(x), -1).astype(bool).any(axis=1)  # type: ignore[no-any-return]
    import pyarrow as pa

    column = pa.array(x) if hasattr(x, "__arrow_c_array__") else pa.chunked_array(x)
    return column.is_valid().to_pylist()  # type: ignore[no-any-return]


def whole(table: Any) -> Any:
    """Returns a table in memory; reads a stream to its end. Raises ``TypeError`` for other objects."""
    package, name = _name(table)
    if (package, name) in (("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "Table")):
        return table
    if name == "LazyFrame":
        raise TypeError("this depends on all rows: collect() the lazy frame before")
    if hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
        import pyarrow as pa

        return pa.table(table)
    raise TypeError(f"expected a table, got {type_name(table)}")


def by_batches(table: Any, add: Callable[[Any], Any]) -> Any:
    """Applies ``add`` to a table of any kind. ``add`` takes a table in memory and works row by row.

    A lazy frame stays lazy. A stream without a length becomes a stream that reads each batch when it is
    needed.
    """
    if _name(table)[1] == "LazyFrame":
        return table.map_batches(add, schema=add(table.head(0).collect()).collect_schema())
    if hasattr(table, "__arrow_c_stream__") and not hasattr(table, "__len__"):
        import pyarrow as pa

        reader = pa.RecordBatchReader.from_stream(table)
        schema = add(reader.schema.empty_table()).schema
        tables = (add(pa.Table.from_batches([batch])) for batch in reader)
        batches = (batch for table in tables for batch in table.cast(schema).to_batches())
        return pa.RecordBatchReader.from_batches(schema, batches)
    return add(whole(table))


def column_of(table: Any, column: str) -> Any:
    """Returns a column of a table in memory. Raises ``KeyError`` if the table does not have it."""
    package, _ = _name(table)
    names = list(table.column_names if package == "pyarrow" else table.columns)
    if column not in names:
        raise KeyError(f"there is no column {column!r}, only {', '.join(map(str, names))}")
    if names.count(column) > 1:
        raise ValueError(f"there are several columns {column!r}")
    return table[column]


def has_column(table: Any, column: str) -> bool:
    """Returns whether a table in memory has a column."""
    names = table.column_names if _name(table)[0] == "pyarrow" else table.columns
    return column in list(names)


def with_columns(table: Any, columns: dict[str, tuple[str, list[Any]]]) -> Any:
    """Returns a table in memory with further columns, given by name with their kind and values.

    Raises ``ValueError`` if a name already exists.
    """
    for name in columns:
        if has_column(table, name):
            raise ValueError(f"there is a column {name!r} already: choose a prefix")
    package, _ = _name(table)
    if package == "pandas":
        import pandas as pd

        arrays = {
            name: pd.array(of, dtype=TYPES[kind].pandas) for name, (kind, of) in columns.items()
        }
        return pd.concat([table, pd.DataFrame(arrays, index=table.index)], axis=1)
    if package == "polars":
        import polars as pl

        return table.with_columns(
            pl.Series(name, of, getattr(pl, TYPES[kind].polars))
            for name, (kind, of) in columns.items()
        )
    import pyarrow as pa

    for name, (kind, of) in columns.items():
        table = table.append_column(name, pa.array(of, getattr(pa, TYPES[kind].arrow)()))
    return table
