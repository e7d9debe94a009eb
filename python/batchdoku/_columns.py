"""The types of columns of results in each package, by the kind of their values."""

from __future__ import annotations

from typing import Any, NamedTuple


class ColumnType(NamedTuple):
    """The types of a kind of values, as packages name them."""

    pandas: str
    polars: str
    arrow: str
    #: The type in records of NumPy, and the missing value there.
    numpy: str
    missing: Any


#: The types by the kinds that the extension names. The types of pandas have room for missing values, so that they do
#: not depend on the rows.
TYPES = {
    "truth": ColumnType("boolean", "Boolean", "bool_", "i1", -1),
    "number": ColumnType("Int64", "Int64", "int64", "i8", -1),
    "rating": ColumnType("Float64", "Float64", "float64", "f8", float("nan")),
    "text": ColumnType("str", "String", "string", "U32", ""),
}
