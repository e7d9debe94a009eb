"""Types of arguments, for type checkers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, TypedDict, TypeVar

from ._grid import Grid
from ._position import Position
from ._rating import Level

Path = str | os.PathLike[str]
One = str | bytes | Grid | Position
#: ``None`` stands for a row without a valid puzzle.
Listed = Sequence[str | None] | Sequence[bytes | None] | Sequence[One | None]

Symmetry = Literal[
    "none",
    "rot180",
    "rot90",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "orthogonal",
    "diagonals",
    "full",
]
Levels = Level | Iterable[Level]
#: Names; a ``str`` may hold several, with commas between them.
Names = str | Iterable[str]
#: A rating, or the minimum and the maximum.
Ratings = float | tuple[float | None, float | None]


class HasArray(Protocol):
    """NumPy arrays, Series, Arrow arrays of most packages, tensors."""

    def __array__(self, *args: Any, **kwargs: Any) -> Any: ...


class ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


class Lazy(Protocol):
    """A lazy frame of Polars."""

    def collect_schema(self) -> Any: ...


A = TypeVar("A", bound=HasArray)
Streamed = ArrowArray | ArrowStream | Lazy
#: Any container of puzzles.
Puzzles = One | Listed | HasArray | Streamed
Table = HasArray | ArrowStream | Lazy
T = TypeVar("T", bound=Table)


class Threads(TypedDict, total=False):
    threads: int


class Limits(Threads, total=False):
    max_nodes: int | None


class Counting(Limits, total=False):
    limit: int


class Solving(Limits, total=False):
    limit: int | None
    unique: bool


class Ladder(TypedDict, total=False):
    without: Names | None
    at_most: str | None


class Conditions(Ladder, total=False):
    needs: Names | None
    hardest: Names | None
    contains: Names | None


class Meeting(Conditions, Threads, total=False):
    er: bool


class Pathing(Ladder, Threads, total=False):
    er: bool
    steps: int | None


class Explaining(Pathing, total=False):
    all_steps: bool


class Making(Threads, total=False):
    seed: int
    skip: int


class Generating(Making, Conditions, total=False):
    clues: int | tuple[int, int] | None
    difficulty: Levels | None
    symmetry: Symmetry
    er: Ratings | None
    ep: Ratings | None
    ed: Ratings | None
    balance: bool
    minimal: bool | None
    max_tries: int
    controlled_bias: bool


#: The order of the cells of a trace: the order of the steps, or row by row.
CellOrder = Literal["solver", "row"]
#: The steps after which the grid is written.
ShownGrids = Literal["none", "end", "each"]
#: The kinds of traces for language models.
TraceKind = Literal["text", "chat", "tokens"]


class Tracing(Pathing, total=False):
    order: CellOrder | None
    grids: ShownGrids | None
    search: bool
    max_nodes: int | None


class FlatTracing(Ladder, Threads, total=False):
    er: bool
    order: Literal["solver", "row", "random"] | None
    search: bool
    max_nodes: int | None
    clues: Literal["row", "random"] | None
    sep: int
    pad: int
    length: int | None
    dtype: str
    seed: int


class Files(Threads, total=False):
    """The options that all jobs on files share."""

    column: str | None
    solution_column: str | None
    from_format: str | None
    to_format: str | None
    compress: str | None
    rejects: Path | None
    strict: bool
    drop: bool
    sep: str | None
    strip_comments: bool
    compress_level: int | None
    row_group_size: int | None
    per_page: int | None
    sheet_title: str | None
    first_number: int | None
    shard: tuple[int, int] | None
    resume: bool
    sync: bool
    summary: Path | None
    max_expand: int | None
    engine: str
