"""Generated tables for packages that support Arrow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING, Any, NoReturn

from . import _native

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Table:
    """A table for ``pyarrow.table``, ``polars.DataFrame``, DuckDB and everything else that supports
    Arrow.

    It has a length, the names of its columns, and the PyCapsule interface of Arrow streams, with
    which other packages import it without a copy. Iterating returns its rows as tuples. With
    pyarrow, it can be pickled.
    """

    def __init__(self, columns: Any) -> None:
        is_read = isinstance(columns, _native.ArrowChunks)
        self._columns: _native.ArrowChunks = columns if is_read else _native.read_table(columns)

    def __arrow_c_schema__(self) -> Any:
        return self._columns.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._columns.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def column_names(self) -> list[str]:
        return _native.column_names(self._columns)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for index in count():
            row = _native.row(self._columns, index)
            if row is None:
                return
            yield row

    def __reduce__(self) -> Any:
        import pyarrow as pa

        return Table, (pa.table(self),)

    def to_pandas(self) -> pd.DataFrame:
        """Returns a data frame of pandas."""
        import pandas as pd

        if hasattr(pd.DataFrame, "from_arrow"):
            return pd.DataFrame.from_arrow(self)
        import pyarrow as pa

        return pa.table(self).to_pandas()

    def to_polars(self) -> pl.DataFrame:
        """Returns a data frame of Polars."""
        import polars as pl

        return pl.DataFrame(self)

    def __getitem__(self, key: Any) -> NoReturn:
        raise TypeError(
            "to look into this table, make it one of a library: pyarrow.table(t), "
            'polars.DataFrame(t), ...; as_="str" and as_="numpy" need none'
        )

    def __repr__(self) -> str:
        return _native.draw(self._columns)
