"""Any rows in every kind of object that holds puzzles, with nulls, slices and chunks, against the program."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import batchdoku

EASY = "103000509002109400000704000300502006060000050700803004000401000009205800804000107"
DIGITS = "123456789"
CELL = st.sampled_from(".0*_xX?-" + DIGITS)
WRONG = st.sampled_from("a:/~\x01")

# A budget of nodes keeps a nearly empty grid short. It is the program's too.
LIMITS = {"max_nodes": 1000}


@st.composite
def changed(draw: Any) -> str:
    """An easy puzzle with some other cells."""
    cells = list(EASY)
    for at in draw(st.lists(st.integers(0, 80), max_size=3)):
        cells[at] = draw(st.one_of(CELL, WRONG))
    return "".join(cells)


ROW = st.one_of(
    changed(),
    st.text(CELL, min_size=81, max_size=81),
    st.text(CELL, min_size=79, max_size=83),
    st.none(),
)


class Kind(NamedTuple):
    """How rows are put into an object, and taken out of its answer: ``None`` for none."""

    put: Callable[[list[str | None]], Any]
    get: Callable[[Any], list[str | None]]
    #: Whether all rows have 81 cells.
    fixed: bool = False


def text(answers: Any) -> list[str | None]:
    return [answer.decode() if isinstance(answer, bytes) else answer for answer in answers]


def cells(rows: list[str | None], wrong: int = 10) -> np.ndarray:
    """Numbers; what is no cell is ``wrong``, in all cells of a null."""
    value = {digit: int(digit) for digit in DIGITS} | dict.fromkeys(".0*_xX?-", 0)
    lists = [[value.get(cell, wrong) for cell in row or "!" * 81] for row in rows]
    return np.array(lists, np.int64).reshape(-1, 81)


def digits(answers: np.ndarray) -> list[str | None]:
    """Text of cells; no solution is all zeros."""
    rows = ["".join(map(str, row)) for row in answers.reshape(-1, 81).tolist()]
    return [row if any(cell != "0" for cell in row) else None for row in rows]


def integers(of: str, shape: tuple[int, ...], wrong: int) -> Kind:
    return Kind(lambda rows: cells(rows, wrong).astype(of).reshape(-1, *shape), digits, True)


def single(of: str) -> Kind:
    """Each row an array of its own."""

    class Each(list):
        pass

    return Kind(
        lambda rows: Each(cells(rows).astype(of)),
        lambda answers: digits(np.array(answers)),
        True,
    )


def numpy_text(of: str) -> Kind:
    # NumPy has no null: an empty text is none.
    return Kind(
        lambda rows: np.array([row or "" for row in rows], of),
        lambda answers: [row or None for row in text(answers.tolist())],
    )


def arrow(of: pa.DataType) -> Kind:
    return Kind(lambda rows: pa.array(rows, pa.string()).cast(of), lambda a: text(a.to_pylist()))


def fixed_binary(width: int) -> Kind:
    def put(rows: list[str | None]) -> pa.Array:
        return pa.array([row and row.encode().ljust(width) for row in rows], pa.binary(width))

    return Kind(put, lambda answers: text(answers.to_pylist()), True)


def fixed_list(item: pa.DataType, wrong: int) -> Kind:
    def put(rows: list[str | None]) -> pa.Array:
        lists = [None if row is None else cells([row], wrong)[0].tolist() for row in rows]
        return pa.array(lists, pa.list_(item, 81))

    def get(answers: Any) -> list[str | None]:
        return [row and "".join(map(str, row)) for row in answers.to_pylist()]

    return Kind(put, get, True)


def series(answers: Any) -> list[str | None]:
    return [None if pd.isna(answer) else answer for answer in answers]


KINDS = {
    "str in a list": Kind(list, text),
    "bytes in a list": Kind(lambda rows: [row and row.encode() for row in rows], text),
    "str and bytes in a tuple": Kind(
        lambda rows: tuple(row and (row.encode() if i % 2 else row) for i, row in enumerate(rows)),
        text,
    ),
    **{f"{of} (n, 81)": integers(of, (81,), wrong) for of, wrong in [("u1", 255), ("i1", -1)]},
    **{f"{of} (n, 81)": integers(of, (81,), 2**15) for of in ("u2", "i4", "u4", "i8", "u8", ">i4")},
    **{f"{of} (n, 9, 9)": integers(of, (9, 9), 10) for of in ("u1", "i1", "i8")},
    **{f"{of} (81,)": single(of) for of in ("u1", "i1", "i8")},
    "S90": numpy_text("S90"),
    "U90": numpy_text("U90"),
    ">U90": numpy_text(">U90"),
    "S81": numpy_text("S81")._replace(fixed=True),
    "U81": numpy_text("U81")._replace(fixed=True),
    **{
        str(of): arrow(of)
        for of in (
            pa.string(),
            pa.large_string(),
            pa.string_view(),
            pa.binary(),
            pa.large_binary(),
            pa.binary_view(),
        )
    },
    "fixed_size_binary[81]": fixed_binary(81),
    "fixed_size_binary[84]": fixed_binary(84),
    "fixed_size_list<uint8>": fixed_list(pa.uint8(), 10),
    "fixed_size_list<int8>": fixed_list(pa.int8(), -128),
    "pandas": Kind(lambda rows: pd.Series(rows, dtype="str"), series),
    "pandas objects": Kind(lambda rows: pd.Series(rows, dtype=object), series),
    "polars": Kind(lambda rows: pl.Series("p", rows, pl.String), lambda a: a.to_list()),
}


def part(whole: Any, start: int, stop: int) -> Any:
    """Some rows, without a copy where there is such a thing."""
    return whole.iloc[start:stop] if isinstance(whole, pd.Series) else whole[start:stop]


def solve(puzzles: Any, unique: bool) -> Any:
    if type(puzzles).__name__ == "Each":
        return [batchdoku.solve(puzzle, unique=unique, **LIMITS) for puzzle in puzzles]
    return batchdoku.solve(puzzles, unique=unique, **LIMITS)


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=12, deadline=None)
@given(st.lists(ROW, min_size=1, max_size=24), st.booleans(), st.data())
def test_rows(program, name, rows, unique, data):
    kind = KINDS[name]
    if kind.fixed:
        rows = [row if row and len(row) == 81 else None for row in rows]
    expected = program.solutions(
        [row or "?" for row in rows], "--max-nodes", "1000", *["--unique"][: int(unique)]
    )
    whole = kind.put(rows)
    assert kind.get(solve(whole, unique)) == expected
    # A slice, whose first row is not the first of the buffers.
    start = data.draw(st.integers(0, len(rows)))
    stop = data.draw(st.integers(start, len(rows)))
    if isinstance(whole, (np.ndarray, pa.Array, pd.Series, pl.Series)):
        some = part(whole, start, stop)
        assert kind.get(solve(some, unique)) == expected[start:stop]
    if isinstance(whole, np.ndarray):
        assert kind.get(solve(whole[start::3], unique)) == expected[start::3]
        assert kind.get(solve(whole[::-1], unique)) == expected[::-1]
    if isinstance(whole, pa.Array):
        chunked = pa.chunked_array([whole[:start], whole[start:stop], whole[stop:]])
        solved = solve(chunked, unique)
        assert [len(chunk) for chunk in solved.chunks] == [len(chunk) for chunk in chunked.chunks]
        for chunk in solved.chunks:
            chunk.validate(full=True)
        assert kind.get(solved) == expected
        # The same rows as the column of a stream, and behind a slice of a batch.
        batch = pa.record_batch([whole], ["puzzle"])[start:]
        stream = batchdoku.solve_table(batch, unique=unique, **LIMITS)
        assert kind.get(pa.table(stream)["solution"].combine_chunks()) == expected[start:]


@settings(max_examples=20, deadline=None)
@given(st.lists(ROW, min_size=1, max_size=24), st.integers(1, 9))
def test_counts(program, rows, limit):
    answers = program.rows(
        "count", [row or "?" for row in rows], "--max-nodes", "1000", "--limit", str(limit)
    )
    # A count that the budget of nodes ended is a lower bound, and no answer.
    known = [int(answer) if answer.isdigit() else None for answer in answers]
    for kind in ("str in a list", "large_string", "string_view", "polars", "pandas objects"):
        counts = batchdoku.count(KINDS[kind].put(rows), limit=limit, **LIMITS)
        counts = counts.to_pylist() if isinstance(counts, (pa.Array, pa.ChunkedArray)) else counts
        counts = [None if pd.isna(count) else int(count) for count in counts]
        for count, answer, text in zip(counts, known, answers):
            assert count == answer or (text == f"{limit}+" and count == limit), text
