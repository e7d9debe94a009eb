"""The extension module. The package's functions choose among these."""

from collections.abc import Sequence
from typing import Any, final

__version__: str
#: True if files of Parquet and Arrow are read and written.
HAS_PARQUET: bool

#: Techniques that are needed, on the path and left out, and the hardest, by the names of the options.
_Techniques = dict[str, Any]

@final
class Operation:
    """What is done to puzzles, with its options."""

    @staticmethod
    def solve(unique: bool, limit: int, max_nodes: int | None) -> Operation: ...
    @staticmethod
    def count(limit: int, max_nodes: int | None) -> Operation: ...
    @staticmethod
    def is_unique(max_nodes: int | None) -> Operation: ...
    @staticmethod
    def check(unique: bool, max_nodes: int | None) -> Operation: ...
    @staticmethod
    def rate(er: bool) -> Operation: ...
    @staticmethod
    def meets(techniques: _Techniques, er: bool) -> Operation: ...
    @staticmethod
    def canon() -> Operation: ...
    @staticmethod
    def shuffle(seed: int, copies: int, keeps_original: bool) -> Operation: ...
    @property
    def name(self) -> str: ...
    @property
    def columns(self) -> list[tuple[str, str]]: ...
    @property
    def copies(self) -> int: ...
    @property
    def keeps_original(self) -> bool: ...
    @property
    def makes_grids(self) -> bool: ...

def run_list(
    operation: Operation, puzzles: list[Any], claims: list[Any] | None, threads: int
) -> list[Any]: ...
def run_columns(
    operation: Operation, puzzles: list[Any], claims: list[Any] | None, threads: int
) -> dict[str, list[Any]]: ...
def cells_of(items: list[Any], what: str) -> bytes: ...
def exclude_candidates(items: list[Any]) -> bool: ...
def holds_candidates(text: bytes) -> bool: ...
def boards() -> list[tuple[str, str, str]]: ...
def run_numpy(
    operation: Operation, puzzles: Any, claims: Any | None, text: bool, threads: int
) -> tuple[Any, Any, Any, list[Any] | None]: ...
def run_array(operation: Operation, puzzles: Any, claims: Any | None, threads: int) -> Any: ...
def run_chunked(operation: Operation, puzzles: Any, claims: Any | None, threads: int) -> Any: ...
def open_stream(stream: Any) -> tuple[Any, list[str] | None]: ...
def read_table(batches: Any) -> Any: ...
def run_stream(operation: Operation, puzzles: Any, threads: int) -> Any: ...

@final
class ArrowArray:
    """An array, or a record batch, by Arrow's PyCapsule interface."""

    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...

@final
class ArrowStream:
    """A stream of arrays or record batches, which is read once."""

    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class ArrowChunks:
    """A chunked array or a table."""

    def __arrow_c_schema__(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __len__(self) -> int: ...

def column_names(table: ArrowChunks) -> list[str]: ...
def row(table: ArrowChunks, index: int) -> tuple[Any, ...] | None: ...
def draw(table: ArrowChunks) -> str: ...

@final
class Pull:
    """The record batches of a stream, one by one."""

    def __init__(self, batches: Any) -> None: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __iter__(self) -> Pull: ...
    def __next__(self) -> Any: ...

def run_batches(
    operation: Operation,
    batches: Any,
    column: str,
    claims: str | None,
    prefix: str,
    keep: bool,
    threads: int,
) -> Any: ...
def run_batch(
    operation: Operation,
    batch: Any,
    column: str,
    claims: str | None,
    prefix: str,
    keep: bool,
    threads: int,
) -> Any: ...
def run_table(
    operation: Operation,
    batches: Any,
    column: str,
    claims: str | None,
    prefix: str,
    keep: bool,
    threads: int,
) -> Any: ...
def run_job(
    command: str,
    inputs: Sequence[Any],
    output: Any | None,
    options: dict[str, Any],
    update: Any | None,
) -> tuple[str, str]: ...
def generate(
    n: int,
    seed: int,
    skip: int,
    clues: tuple[int, int] | None,
    minimal: bool,
    difficulty: Sequence[str],
    symmetry: str,
    ratings: list[tuple[float, float] | None],
    techniques: _Techniques,
    balance: bool,
    max_tries: int,
    controlled_bias: bool,
    with_weight: bool,
    kind: str,
    threads: int,
) -> Any: ...
def grids(n: int, seed: int, skip: int, kind: str, threads: int) -> Any: ...

@final
class Explanation:
    """The question how to come to the solutions of puzzles, with its options."""

    @staticmethod
    def steps(
        er: bool, techniques: _Techniques, steps: int | None, form: str, all_steps: bool
    ) -> Explanation: ...
    @staticmethod
    def traces(
        er: bool,
        techniques: _Techniques,
        steps: int | None,
        to: str,
        order: str | None,
        grids: str | None,
        search: bool,
        max_nodes: int | None,
    ) -> Explanation: ...
    def of_list(self, puzzles: list[Any], threads: int) -> list[Any]: ...
    def of_part(self, puzzles: list[Any], threads: int) -> ObjectIterator: ...

@final
class ObjectIterator:
    """The objects of a part of an iterator, each made when it is asked for."""

    def __iter__(self) -> ObjectIterator: ...
    def __next__(self) -> Any: ...

@final
class Position:
    """Digits and candidates."""

    @staticmethod
    def of_text(text: bytes) -> Position: ...
    @staticmethod
    def of_masks(masks: list[int]) -> Position: ...
    def place(self, cell: int, digit: int) -> Position: ...
    def eliminate(self, cell: int, digits: list[int]) -> Position: ...
    def next_step(
        self, techniques: _Techniques, er: bool
    ) -> tuple[dict[str, Any], Position] | None: ...
    def left(self) -> list[int]: ...
    def grid(self) -> str: ...
    def text(self) -> str: ...

def judge_moves(positions: Any, moves: Any, solutions: Any | None, threads: int) -> Any: ...
def moves_of(texts: list[Any], order: str) -> Any: ...
def forced_moves(
    positions: Any, moves: Any, techniques: _Techniques, er: bool, threads: int
) -> Any: ...
def technique_names() -> list[str]: ...
def masks(positions: Any, rules: bool, threads: int) -> Any: ...
def bools_of(masks: Any) -> Any: ...
def neighbours(
    puzzle: str,
    record: int,
    remove: int,
    add: int,
    minimal: bool,
    seed: int | None,
    limit: int | None,
    threads: int,
) -> list[str]: ...
def sub_puzzles(puzzle: str, limit: int | None) -> list[str]: ...
def dedupe_rows(
    puzzles: list[Any], by: str, against: list[Any] | None, threads: int
) -> list[int]: ...
def split_rows(
    puzzles: list[Any],
    shares: list[float],
    seed: int,
    by: str,
    exact: bool,
    stratify: str | None,
    strata: list[str | None] | None,
    threads: int,
) -> tuple[list[int | None], list[tuple[str, int, int]]]: ...
def stats(
    puzzles: list[Any],
    weights: list[float] | None,
    rated: bool,
    er: bool,
    structure: bool,
    unavoidable: int,
    threads: int,
) -> str: ...
def score_rows(
    puzzles: list[Any],
    replies: list[str | None],
    counts: list[int],
    answer: str,
    think: str,
    threads: int,
) -> list[list[Any]]: ...
def score_columns() -> list[str]: ...
def reply_text(json: str) -> str: ...
