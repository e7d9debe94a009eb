"""Finds the kind of container that holds the puzzles, and puts the results into the same kind.

Other packages are imported only after an object of theirs has been passed.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from . import _native
from ._columns import TYPES
from ._grid import Grid
from ._native import Operation
from ._position import Position
from ._rating import rating_of
from ._table import Table

_CELLS = 81


def run(operation: Operation, x: Any, claims: Any, threads: int, mask: bool) -> Any:
    """Runs an operation on puzzles of any kind, and on the claimed solution of each if there is one."""
    is_one = isinstance(x, (str, bytes, Grid, Position))
    if isinstance(x, (bytearray, memoryview)):
        raise TypeError(f"expected str or bytes, got {type_name(x)}{_hint(x)}")
    if not is_one:
        x, claims = array_of(x), array_of(claims)
    package = "" if is_one else _name(x)[0]
    if mask and package != "numpy":
        raise TypeError("mask is for NumPy arrays and tensors")
    if is_one:
        return _one(operation, x, claims, threads)
    if isinstance(x, Sequence):
        beside = None if claims is None else _texts(claims)
        return _ratings(operation, _native.run_list(operation, _texts(x), beside, threads))
    if package == "numpy":
        return _numpy(operation, x, claims, threads, mask)
    if package == "pandas":
        return _pandas(operation, x, claims, threads)
    _refuse_objects(x)
    if _name(x) == ("polars", "Series") and str(x.dtype) == "Null":
        import polars as pl

        x = x.cast(pl.String)
    if claims is not None and not _same_shape(x, claims):
        raise TypeError(
            "puzzles and solutions must both be arrays, or both chunked; use check_table for a table"
        )
    if _is_lazy(x):
        results = run(operation, x.head(0).collect(), None, threads, False)
        return x.map_batches(
            lambda frame: run(operation, frame, None, threads, False), schema=results.schema
        )
    if _is_table(x):
        return _like(x, _run_batches(operation, x, _column_of(x), None, "", False, threads))
    if hasattr(x, "__arrow_c_array__"):
        return _like(x, _native.run_array(operation, x, claims, threads))
    if _is_chunked(x):
        return _like(x, _native.run_chunked(operation, x, claims, threads))
    if hasattr(x, "__arrow_c_stream__"):
        stream, names = _native.open_stream(x)
        if names is None:
            return _like(x, _native.run_stream(operation, stream, threads))
        column = _column_among(names)
        results = _native.run_batches(operation, stream, column, None, "", False, threads)
        return _like(x, results)
    raise TypeError(
        "expected str, bytes, a list, a NumPy array, a pandas or Polars object, or an Arrow array, "
        f"table or stream, got {type_name(x)}{_hint(x)}"
    )


def array_of(x: Any) -> Any:
    """Returns a tensor (of PyTorch, JAX and the like) as a NumPy array, and anything else unchanged."""
    if type(x).__module__.partition(".")[0] == "datasets" and isinstance(x, Sequence):
        # A lazy column of Hugging Face: iterating over it row by row takes ten times as long.
        return x[:]
    if isinstance(x, (str, bytes, Grid, Position, Sequence)) or _name(x)[0] in _PACKAGES:
        return x
    if hasattr(x, "__arrow_c_array__") or hasattr(x, "__arrow_c_stream__"):
        return x
    if hasattr(x, "__array__"):
        import numpy as np

        return np.asarray(x)
    if hasattr(x, "__dlpack__"):
        import numpy as np

        return np.from_dlpack(x)
    return x


#: Advice for objects that hold puzzles in a form that is not read, by package and name.
_HINTS = {
    ("pyarrow", "FileSystemDataset"): "dataset.scanner().to_reader() is a stream",
    ("pyarrow", "InMemoryDataset"): "dataset.scanner().to_reader() is a stream",
    ("pyarrow", "UnionDataset"): "dataset.scanner().to_reader() is a stream",
    ("pyarrow", "Scanner"): "scanner.to_reader() is a stream",
    (
        "datasets",
        "LazyBatch",
    ): 'map(..., batched=True) of dataset.with_format("arrow") hands tables over',
    ("datasets", "LazyRow"): "row['puzzle'] is a puzzle",
    ("datasets", "Dataset"): 'dataset.with_format("arrow")[:] is a table',
    ("pathlib", "PosixPath"): "solve_file and the other functions with _file read files",
    ("pathlib", "WindowsPath"): "solve_file and the other functions with _file read files",
    (
        "polars",
        "Expr",
    ): "import batchdoku.polars, then pl.col('puzzle').sudoku.solve() is an expression",
    ("builtins", "list"): "solve and the other functions without _table take lists",
    ("builtins", "bytearray"): "bytes(x) is a puzzle",
    ("builtins", "memoryview"): "bytes(x) is a puzzle",
    ("builtins", "generator"): "list(x) holds its puzzles",
    ("builtins", "set"): "sorted(x) holds its puzzles",
    ("builtins", "dict"): "list(x.values()) holds its values",
}


def _hint(x: Any) -> str:
    package, name = type(x).__module__.partition(".")[0], type(x).__qualname__
    if package.startswith("dask"):
        return "; frame.map_partitions(function) hands the partitions over"
    hint = _HINTS.get((package, name))
    if hint is None and hasattr(x, "with_format"):
        hint = _HINTS["datasets", "Dataset"]
    return f"; {hint}" if hint else ""


def type_name(x: Any) -> str:
    module, name = type(x).__module__, type(x).__qualname__
    return name if module == "builtins" else f"{module}.{name}"


def run_table(
    operation: Operation, x: Any, column: str, claims: str | None, prefix: str, threads: int
) -> Any:
    """Runs an operation on a column of a table of any kind, and adds the columns of results."""
    if _name(x)[0] == "pandas":
        return _pandas_frame(operation, x, column, claims, prefix, threads)
    _refuse_objects(x)
    if _is_lazy(x):
        results = run_table(operation, x.head(0).collect(), column, claims, prefix, threads)
        return x.map_batches(
            lambda frame: run_table(operation, frame, column, claims, prefix, threads),
            schema=results.schema,
        )
    if not _is_table(x):
        if not hasattr(x, "__arrow_c_stream__"):
            raise TypeError(
                "expected an Arrow table, record batch or stream, or a pandas or Polars data frame, "
                f"got {type_name(x)}{_hint(x)}"
            )
        stream, names = _native.open_stream(x)
        if names is None:
            raise TypeError(f"expected a table, got a stream of arrays ({type(x).__qualname__})")
        return _like(x, _run_batches(operation, stream, column, claims, prefix, True, threads))
    nulls: list[str] = []
    if _name(x) == ("polars", "DataFrame") and "Null" in map(str, x.dtypes):
        x, nulls = _without_nulls(x, column)
    result = _like(x, _run_batches(operation, x, column, claims, prefix, True, threads))
    return _nulls_again(result, nulls) if nulls else result


def _refuse_objects(x: Any) -> None:
    """Raises ``TypeError`` for Python objects in Polars, which in Arrow are only addresses."""
    name = _name(x)
    if name == ("polars", "Series") and str(x.dtype) == "Object":
        raise TypeError("a Series of Python objects; x.to_list() is a list of them")
    if name == ("polars", "DataFrame") and "Object" in map(str, x.dtypes):
        column = next(name for name, of in x.schema.items() if str(of) == "Object")
        raise TypeError(
            f"the column {column!r} has Python objects, which Arrow does not hold: drop or cast it"
        )


def _without_nulls(frame: Any, column: str) -> tuple[Any, list[str]]:
    """Returns a frame of Polars with text instead of columns of its type Null, which Arrow cannot pass on.

    Also returns the names of the other columns that had this type.
    """
    import polars as pl

    nulls = [name for name, of in frame.schema.items() if of == pl.Null]
    return frame.cast(dict.fromkeys(nulls, pl.String)), [name for name in nulls if name != column]


def _nulls_again(frame: Any, nulls: list[str]) -> Any:
    import polars as pl

    return frame.with_columns(pl.lit(None).alias(name) for name in nulls)


def _text(item: Any) -> Any:
    """Returns an item for the extension. Positions stay positions, because as text they may be different."""
    if isinstance(item, Grid):
        return item.text
    if isinstance(item, Position):
        return item._native
    # Missing values of pandas and NumPy.
    is_missing = (isinstance(item, float) and item != item) or type(item).__name__ == "NAType"
    return None if is_missing else item


def _texts(items: Any) -> list[Any]:
    return [_text(item) for item in items]


def _one(operation: Operation, x: Any, claims: Any, threads: int) -> Any:
    """Runs an operation on a single puzzle."""
    item = x if isinstance(x, str) else _text(x)
    is_long = isinstance(item, (str, bytes)) and len(item) != _CELLS
    has_candidates = isinstance(x, Position) or (is_long and _native.exclude_candidates([item]))
    if is_long and not has_candidates:
        # The puzzle is drawn over several lines, or malformed.
        item = Grid(x).text.encode() if isinstance(x, bytes) else Grid(x).text
    beside = None if claims is None else [_text(claims)]
    result = _native.run_list(operation, [item], beside, threads)[0]
    if result is None:
        if not has_candidates:
            Grid(x)  # raises if it is malformed
    elif type(result) is tuple:
        return rating_of(result)
    elif isinstance(x, (Grid, Position)) and operation.makes_grids:
        return Grid(result)
    return result


def _ratings(operation: Operation, results: list[Any]) -> list[Any]:
    """Returns results with tuples of ratings as :class:`Rating` or :class:`ErRating`."""
    if operation.name != "rate":
        return results
    return [None if item is None else rating_of(item) for item in results]


# NumPy

#: The kinds of text types.
_TEXT = "SUT"


def _numpy(operation: Operation, x: Any, claims: Any, threads: int, mask: bool) -> Any:
    import numpy as np

    if isinstance(x, np.ma.MaskedArray):
        raise TypeError("a masked array: x.filled(0) has empty cells where the mask is")
    if x.dtype.kind == "O":
        listed = None if claims is None else _texts(np.asarray(claims).ravel())
        results = _native.run_list(operation, _texts(x.ravel()), listed, threads)
        found = np.empty(len(results), dtype=object)
        found[:] = _ratings(operation, results)
        valid = np.fromiter((item is not None for item in results), bool, len(results))
        return (found.reshape(x.shape), valid.reshape(x.shape)) if mask else found.reshape(x.shape)
    text = x.dtype.kind in _TEXT
    if text and _may_exclude_candidates(x) and _native.exclude_candidates(x.ravel().tolist()):
        return _numpy_candidates(np, operation, x, claims, threads, mask)
    rows, shape = _rows(np, x)
    beside = None
    if claims is not None:
        claims = np.asarray(claims)
        beside, claimed = _rows(np, claims)
        if claimed != shape or (claims.dtype.kind in _TEXT) != text:
            raise ValueError(f"puzzles of shape {x.shape} and solutions of shape {claims.shape}")
        if not text and beside.dtype != rows.dtype:
            # No value of one type may become a digit in the other type.
            beside = np.where((beside < 0) | (beside > 9), 10, beside)
        beside = beside.astype(rows.dtype, copy=False)
    grids, known, numbers, ratings = _native.run_numpy(operation, rows, beside, text, threads)
    if ratings is not None:
        return _rating_records(np, ratings, operation.columns).reshape(shape)[()]
    if numbers is not None:
        known = numbers >= 0
        answers = numbers if _is_count(operation) else numbers == 1
    elif text:
        answers = grids.reshape(-1).view(f"S{_CELLS}")
        answers = answers if x.dtype.kind == "S" else answers.astype(f"U{_CELLS}")
        answers = answers.astype(x.dtype) if x.dtype.kind == "T" else answers
    else:
        grids = grids.reshape(x.shape).astype(x.dtype, copy=False)
        return (grids, known.reshape(shape)[()]) if mask else grids
    answers = answers.reshape(shape)[()]
    return (answers, known.reshape(shape)[()]) if mask else answers


def _may_exclude_candidates(x: Any) -> bool:
    """Returns whether the texts of an array are longer than grids, so that they may exclude candidates."""
    width: int = x.dtype.itemsize // (4 if x.dtype.kind == "U" else 1)
    return x.dtype.kind == "T" or width > _CELLS


def _numpy_candidates(
    np: Any, operation: Operation, x: Any, claims: Any, threads: int, mask: bool
) -> Any:
    """Runs an operation on an array of text in which some rows exclude candidates.

    Rows of 81 characters have no place for candidates.
    """
    listed = None if claims is None else np.asarray(claims).ravel().tolist()
    results = _native.run_list(operation, x.ravel().tolist(), listed, threads)
    known = np.array([item is not None for item in results], bool)
    if operation.makes_grids:
        none = b"" if x.dtype.kind == "S" else ""
        of = x.dtype if x.dtype.kind == "T" else f"{x.dtype.kind}{_CELLS}"
        answers = np.array([none if item is None else item for item in results], of)
    elif _is_count(operation):
        answers = np.array([-1 if item is None else item for item in results], np.int64)
    else:
        answers = np.array([item is True for item in results], bool)
    answers = answers.reshape(x.shape)[()]
    return (answers, known.reshape(x.shape)[()]) if mask else answers


def _rows(np: Any, x: Any) -> tuple[Any, tuple[int, ...]]:
    """Returns contiguous rows of 81 cells or characters, and the shape of an array with a value for each row."""
    if x.dtype.kind not in "iu" + _TEXT:
        hint = "; x.astype('uint8') has whole numbers" if x.dtype.kind in "fb" else ""
        raise TypeError(f"expected integers or text, got an array of {x.dtype}{hint}")
    shape = x.shape
    if x.dtype.kind == "T":
        return _cells(np, x.reshape(-1)), shape
    # For example, fields of a packed record are not aligned.
    x = np.require(x, x.dtype.newbyteorder("="), ["C_CONTIGUOUS", "ALIGNED"])
    if x.dtype.kind in _TEXT:
        return _characters(np, x.reshape(-1)), shape
    if x.shape == (_CELLS,) or x.shape == (9, 9):
        return x.reshape(1, _CELLS), ()
    if x.shape[1:] == (_CELLS,) or x.shape[1:] == (9, 9):
        return x.reshape(-1, _CELLS), x.shape[:1]
    raise ValueError(f"expected shape (81,), (9, 9), (n, 81) or (n, 9, 9), got {x.shape}")


def _characters(np: Any, x: Any) -> Any:
    """Returns the characters of an array of text, 81 per row; NUL for a row without cells."""
    wide = x.dtype.kind == "U"
    width = x.dtype.itemsize // (4 if wide else 1)
    if width < _CELLS:
        return np.zeros((len(x), _CELLS), np.uint8)
    characters = x.view(np.uint32 if wide else np.uint8).reshape(len(x), width)
    if width == _CELLS and not wide:
        return characters
    other = characters[:, _CELLS:].any(axis=1)
    if wide:
        other |= (characters[:, :_CELLS] >= 128).any(axis=1)
    # Always copy, because the array belongs to the caller.
    rows = characters[:, :_CELLS].astype(np.uint8, order="C")
    if other.any():
        rows[other] = _cells(np, x[other])
    return rows


def _cells(np: Any, x: Any) -> Any:
    """Returns the characters of an array of text, with each text parsed like an item of a list."""
    cells = _native.cells_of(_texts(x.tolist()), "an array")
    return np.frombuffer(cells, np.uint8).reshape(-1, _CELLS)


#: The columns of texts with various lengths: their types, and their missing values.
_RECORD_TEXTS: dict[str, tuple[Any, Any]] = {"level": ("U11", ""), "steps": (object, None)}


def _rating_records(np: Any, ratings: list[Any], columns: list[tuple[str, str]]) -> Any:
    types = [_RECORD_TEXTS.get(name, TYPES[kind][-2:]) for name, kind in columns]
    missing = tuple(value for _, value in types)

    def row(item: Any) -> tuple[Any, ...]:
        pairs = zip(item or missing, missing)
        return tuple(other if value is None else value for value, other in pairs)

    fields = [(name, of) for (name, _), (of, _) in zip(columns, types)]
    return np.array([row(item) for item in ratings], dtype=fields)


def _is_count(operation: Operation) -> bool:
    return operation.name == "count"


# pandas


def _pandas(operation: Operation, x: Any, claims: Any, threads: int) -> Any:
    import pandas as pd

    if not isinstance(x, pd.Series):
        raise TypeError(f"expected a Series, got {type(x).__qualname__}; see solve_table")
    if isinstance(claims, pd.Series):
        claims = _aligned(x, claims)
    puzzles, beside = _arrow_of(x), None if claims is None else _arrow_of(claims)
    if puzzles is not None and (beside is not None or claims is None):
        import pyarrow as pa

        results = pa.chunked_array(_native.run_chunked(operation, puzzles, beside, threads))
        return _series_of_arrow(operation, x, results)
    listed = None if claims is None else _items(claims)
    results = _native.run_list(operation, _items(x), listed, threads)
    if operation.name == "rate":
        columns = [name for name, _ in operation.columns]
        rows = [(None,) * len(columns) if item is None else item for item in results]
        values = zip(*rows) if rows else ((),) * len(columns)
        by_name = dict(zip(columns, map(list, values)))
        return pd.DataFrame(_typed(operation, by_name), index=range(len(x))).set_index(x.index)
    of = _dtype_of_grids(x) if operation.makes_grids else _dtype_of_numbers(operation)
    return pd.Series(pd.array(results, dtype=of), index=x.index, name=x.name, dtype=of)


def _dtype_of_grids(series: Any) -> Any:
    """Returns the type for grids made from a series: categories hold puzzles, not results."""
    of = series.dtype
    return of.categories.dtype if hasattr(of, "categories") else of


def _dtype_of_numbers(operation: Operation) -> Any:
    import pandas as pd

    return pd.Int64Dtype() if _is_count(operation) else pd.BooleanDtype()


def lengths_differ(puzzles: int, others: int, one: str, many: str) -> ValueError:
    """Returns the exception for a list that does not have as many items as its puzzles."""
    there = "there is 1 puzzle" if puzzles == 1 else f"there are {puzzles} puzzles"
    return ValueError(f"{there} and {others} {one if others == 1 else many}")


def _aligned(x: Any, claims: Any) -> Any:
    """Returns solutions in the order of the puzzles with the same labels."""
    if x.index.equals(claims.index):
        return claims
    if len(x) != len(claims):
        raise lengths_differ(len(x), len(claims), "solution", "solutions")
    if x.index.is_unique and claims.index.is_unique and x.index.isin(claims.index).all():
        return claims.reindex(x.index)
    raise ValueError(
        "puzzles and solutions have different indices; to take them by place, pass solutions.array"
    )


def _arrow_of(series: Any) -> Any:
    """Returns the texts of a series as a chunked array; ``None`` for other series, or without pyarrow."""
    if not importlib.util.find_spec("pyarrow"):
        return None
    import pyarrow as pa

    try:
        array = pa.array(series, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        return None
    of = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
    texts = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    if str(of) not in texts:
        return None
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def _series_of_arrow(operation: Operation, x: Any, results: Any) -> Any:
    """Returns results in Arrow as a series, or as a frame, with the index of the series of puzzles."""
    import pandas as pd

    if operation.name == "rate":
        import pyarrow as pa

        records = pa.Table.from_struct_array(results)
        kinds = dict(operation.columns)
        columns = {name: _of_arrow(kinds[name], records[name]) for name in records.column_names}
        return pd.DataFrame(columns).set_index(x.index)
    of = _dtype_of_grids(x) if operation.makes_grids else _dtype_of_numbers(operation)
    is_extension = hasattr(of, "__from_arrow__")
    values = of.__from_arrow__(results) if is_extension else results.to_numpy()
    return pd.Series(values, index=x.index, name=x.name, dtype=of)


def _text_kind(series: Any) -> str:
    """Returns the name that pandas gives to the kind of text in a series."""
    import pandas as pd

    kind: str = pd.api.types.infer_dtype(series, skipna=True)
    is_text = kind in ("string", "bytes", "categorical", "mixed", "mixed-integer", "empty")
    if not is_text and series.notna().any():
        raise TypeError(f"expected text, got a Series of {series.dtype}")
    return kind


def _items(series: Any) -> list[Any]:
    items = series.tolist()
    # Asking pandas for the kind takes a tenth of the time of a small frame.
    if not all(type(item) is str for item in items):
        _text_kind(series)
    return [_item(row, item) for row, item in enumerate(map(_text, items))]


def _item(row: int, item: Any) -> Any:
    """Returns a text or position of a series; ``None`` for an item that is not a puzzle."""
    if isinstance(item, (str, bytes, _native.Position)):
        return item
    if hasattr(item, "__len__"):
        raise TypeError(
            f"row {row}: expected text, got {type_name(item)}; numpy.stack(series) makes an array"
            " of a Series of arrays"
        )
    return None


def _pandas_frame(
    operation: Operation, x: Any, column: str, claims: str | None, prefix: str, threads: int
) -> Any:
    import pandas as pd

    if column not in x.columns:
        names = ", ".join(map(str, x.columns))
        raise KeyError(f"there is no column {column!r}, only {names}")
    for name in (column, claims):
        if name is not None and list(x.columns).count(name) > 1:
            raise ValueError(f"there are several columns {name!r}")
    is_optional = operation.name == "shuffle" and claims == "solution"
    if claims is not None and claims not in x.columns and not is_optional:
        names = ", ".join(map(str, x.columns))
        raise KeyError(f"there is no column {claims!r}, only {names}")
    if operation.name == "shuffle":
        return _shuffled_frame(operation, x, column, claims, threads)
    added = _added_columns(operation, x, column, claims, threads)
    for name in added:
        if prefix + name in x.columns:
            raise ValueError(f"there is a column {prefix + name!r} already: choose a prefix")
    columns = pd.DataFrame(dict(enumerate(added.values())), index=x.index, copy=False)
    columns.columns = _labels(tuple(prefix + name for name in added))
    return pd.concat([x, columns], axis=1)


@lru_cache(64)
def _labels(names: tuple[str, ...]) -> Any:
    """Returns names of columns as an index of pandas. Making it takes as long as the rest of a small frame."""
    import pandas as pd

    return pd.Index(names)


#: The maximum number of rows of a frame for which lists are used. Arrow takes longer to start, and less time per row.
_FEW = 1000


def _added_columns(
    operation: Operation, x: Any, column: str, claims: str | None, threads: int
) -> dict[str, Any]:
    if len(x) > _FEW:
        puzzles, beside = _arrow_of(x[column]), None if claims is None else _arrow_of(x[claims])
        if puzzles is not None and (beside is not None or claims is None):
            import pyarrow as pa

            arrays = [puzzles] if beside is None else [puzzles, beside]
            table = pa.table(arrays, ["0", "1"][: len(arrays)])
            other = None if beside is None else "1"
            found = pa.table(_native.run_table(operation, table, "0", other, "", True, threads))
            kinds = dict(operation.columns)
            names = found.column_names[len(arrays) :]
            return {name: _of_arrow(kinds.get(name, "text"), found[name]) for name in names}
    beside = None if claims is None else _items(x[claims])
    return _typed(operation, _native.run_columns(operation, _items(x[column]), beside, threads))


def _typed(operation: Operation, columns: dict[str, list[Any]]) -> dict[str, Any]:
    """Returns the columns of an operation as pandas arrays whose types do not depend on the rows."""
    import numpy as np
    import pandas as pd

    def typed(kind: str, values: list[Any]) -> Any:
        if kind == "text":
            return _text_array(values)
        of = TYPES[kind].pandas
        if None in values:
            return pd.array(values, dtype=_dtype(of))
        # pandas would search for missing values again, which takes a tenth of the time of a small frame.
        arrays = {
            "Int64": (pd.arrays.IntegerArray, np.int64),
            "boolean": (pd.arrays.BooleanArray, np.bool_),
            "Float64": (pd.arrays.FloatingArray, np.float64),
        }
        array, of_numpy = arrays[of]
        return array(np.array(values, of_numpy), np.zeros(len(values), bool))

    kinds = dict(operation.columns)
    return {name: typed(kinds.get(name, "text"), values) for name, values in columns.items()}


def _of_arrow(kind: str, values: Any) -> Any:
    """Returns a column of Arrow as a pandas array: see :func:`_typed`."""
    import pandas as pd

    is_text = str(values.type) in ("string", "large_string", "string_view")
    if kind == "text" and not (is_text and hasattr(pd.DataFrame, "from_arrow")):
        return _text_array(values.to_pylist())
    return _dtype(TYPES[kind].pandas).__from_arrow__(values)


@cache
def _dtype(name: str) -> Any:
    """Returns a pandas type by its name. Looking it up takes a tenth of a millisecond."""
    import pandas as pd

    return pd.api.types.pandas_dtype(name)


def _text_array(values: list[Any]) -> Any:
    import numpy as np
    import pandas as pd

    is_text = not any(isinstance(value, bytes) for value in values)
    if is_text and hasattr(pd.DataFrame, "from_arrow"):
        return pd.array(values, dtype=_dtype(TYPES["text"].pandas))
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found


def _shuffled_frame(
    operation: Operation, x: Any, column: str, claims: str | None, threads: int
) -> Any:
    import pandas as pd

    if claims not in x.columns and claims == "solution":
        claims = None
    copies = operation.copies
    puzzles = [item for item in _items(x[column]) for _ in range(copies)]
    made = _native.run_list(operation, puzzles, None, threads)
    kept = [row for row, item in enumerate(made) if item is not None or row % copies == 0]
    frame = x if copies == 1 else x.iloc[[row // copies for row in kept]]
    replaced = {column: [made[row] for row in kept]}
    if claims is not None:
        solutions = [item for item in _items(x[claims]) for _ in range(copies)]
        made = _native.run_list(operation, solutions, puzzles, threads)
        replaced[claims] = [made[row] for row in kept]
    if operation.keeps_original:
        _new_column(x, "original")
        frame = frame.assign(original=frame[column])
    if copies != 1:
        _new_column(x, "copy")
        numbers = [row % copies + 1 for row in kept]
        frame = frame.assign(copy=pd.array(numbers, dtype="Int64"))
    for name, values in replaced.items():
        of = _dtype_of_grids(x[name])
        is_plain = getattr(of, "kind", "") == "O" and not hasattr(of, "__from_arrow__")
        made_of = _text_array(values) if is_plain else pd.array(values, dtype=of)
        frame = frame.assign(**{name: made_of})
    return frame


def _new_column(x: Any, name: str) -> None:
    if name in x.columns:
        raise ValueError(f"there is a column {name!r} already: rename it")


# Arrow


_PACKAGES = {"numpy", "pandas", "polars", "pyarrow", "arro3", "datafusion", "duckdb"}


def _name(x: Any) -> tuple[str, str]:
    """Returns the package and the name of a type: of the first of its bases that belongs to a known package."""
    kinds = [(kind.__module__.partition(".")[0], kind.__qualname__) for kind in type(x).__mro__]
    return next((kind for kind in kinds if kind[0] in _PACKAGES), kinds[0])


_TABLES = {"Table", "RecordBatch", "RecordBatchReader", "DataFrame"}


def _is_lazy(x: Any) -> bool:
    return _name(x) == ("polars", "LazyFrame")


def _is_table(x: Any) -> bool:
    package, name = _name(x)
    return package in ("pyarrow", "polars", "arro3", "datafusion") and name in _TABLES


def _is_chunked(x: Any) -> bool:
    return _name(x) in (
        ("pyarrow", "ChunkedArray"),
        ("arro3", "ChunkedArray"),
        ("polars", "Series"),
    )


def _same_shape(x: Any, claims: Any) -> bool:
    if _is_chunked(x):
        return _is_chunked(claims)
    return hasattr(x, "__arrow_c_array__") and hasattr(claims, "__arrow_c_array__")


def _column_of(table: Any) -> str:
    """Returns the column of the puzzles: the only column, or the column named ``puzzle``."""
    schema = table.schema
    schema = schema() if callable(schema) else schema
    names = getattr(schema, "names", schema)
    return _column_among(list(names() if callable(names) else names))


def _column_among(names: list[str]) -> str:
    return names[0] if len(names) == 1 else "puzzle"


def _run_batches(
    operation: Operation,
    x: Any,
    column: str,
    claims: str | None,
    prefix: str,
    keep: bool,
    threads: int,
) -> Any:
    package, name = _name(x)
    run: Any = _native.run_batches
    if name == "RecordBatch":
        run = _native.run_batch
    elif name == "Table" or (package, name) == ("polars", "DataFrame"):
        # A reader of a stream would replace an exception raised in it by an error of its own.
        run = _native.run_table
    return run(operation, x, column, claims, prefix, keep, threads)


def _like(x: Any, results: Any) -> Any:
    """Returns results in the kind of ``x``; a stream if the engine of ``x`` has no such kind."""
    if isinstance(x, Table):
        return Table(results)
    package, name = _name(x)
    if package == "pyarrow":
        import pyarrow as pa

        if name == "Table":
            return pa.table(results)
        if name == "RecordBatch":
            return pa.record_batch(results)
        if name == "RecordBatchReader":
            return _reader(pa, results)
        return pa.chunked_array(results) if name == "ChunkedArray" else pa.array(results)
    if package == "polars":
        import polars as pl

        return pl.DataFrame(results) if name == "DataFrame" else pl.Series(results).alias(x.name)
    if package == "arro3":
        import arro3.core

        kind = getattr(arro3.core, name, None)
        if kind is not None and isinstance(x, kind):
            return kind.from_arrow(results)
    if package in ("duckdb", "datafusion") and importlib.util.find_spec("pyarrow"):
        import pyarrow as pa

        return _reader(pa, results)
    return results


def _reader(pa: Any, batches: Any) -> Any:
    """Returns a reader that raises the original exceptions, which an Arrow stream would turn into text."""
    pull = _native.Pull(batches)
    return pa.RecordBatchReader.from_batches(pa.schema(pull), map(pa.record_batch, pull))
