"""The types of columns of results, by the kind of their values, in each package that holds them."""

from __future__ import annotations

from typing import Any, NamedTuple


class ColumnType(NamedTuple):
    """How packages name the type of one kind of values."""

    pandas: str
    polars: str
    arrow: str
    #: In records of NumPy, and what stands for a missing value there.
    numpy: str
    missing: Any


#: The types by the kinds that the extension names. Those of pandas have room for what is missing, so that they are the
#: same whatever the rows hold.
TYPES = {
    "truth": ColumnType("boolean", "Boolean", "bool_", "i1", -1),
    "number": ColumnType("Int64", "Int64", "int64", "i8", -1),
    "rating": ColumnType("Float64", "Float64", "float64", "f8", float("nan")),
    "text": ColumnType("str", "String", "string", "U32", ""),
}
