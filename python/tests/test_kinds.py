"""Every kind of object that holds puzzles, against the program."""

import sys

import arro3.core
import datafusion
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import batchdoku

TEXT_TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.binary(),
    pa.large_binary(),
    pa.binary_view(),
]


@pytest.fixture(scope="session")
def expected(program, puzzles):
    return program.solutions(puzzles)


def text_of(values):
    return [value.decode() if isinstance(value, bytes) else value for value in values]


def cells_of(rows):
    """Raw cells; 10 for what is no cell."""
    rows = [row if len(row) == 81 else "!" * 81 for row in rows]
    value = {c: i for i, c in enumerate("0123456789")} | dict.fromkeys(".*_xX?-", 0)
    return np.array([[value.get(cell, 10) for cell in row] for row in rows])


def text_of_cells(cells, solved):
    return ["".join(map(str, row)) if known else None for row, known in zip(cells, solved)]


def test_one(puzzles, expected):
    for puzzle, solution in zip(puzzles, expected):
        try:
            batchdoku.Grid(puzzle)
        except ValueError:
            with pytest.raises(ValueError):
                batchdoku.solve(puzzle)
            continue
        assert batchdoku.solve(puzzle) == solution
        assert batchdoku.solve(puzzle.encode()) == (solution and solution.encode())
        solved = batchdoku.solve(batchdoku.Grid(puzzle))
        assert solved == (solution and batchdoku.Grid(solution))


def test_list(puzzles, expected):
    assert batchdoku.solve(puzzles) == expected
    assert batchdoku.solve(tuple(puzzles)) == expected
    mixed = [p.encode() if i % 2 else p for i, p in enumerate(puzzles)]
    solved = batchdoku.solve([*mixed, None])
    assert text_of(solved) == [*expected, None]
    assert all(isinstance(s, bytes) for s in solved[1::2] if s is not None)
    with pytest.raises(
        TypeError, match="item 1: expected str, bytes, Grid, Position or None, got int"
    ):
        batchdoku.solve([puzzles[0], 5])


def forms(puzzle):
    """A puzzle in every form in which a text is one grid: those of forms_of_grid in crates/testkit."""
    zeros = puzzle.replace(".", "0")

    def rows(text, between=""):
        return [between.join(text[at : at + 9]) for at in range(0, 81, 9)]

    drawn = "\n".join(rows(puzzle, " ")) + "\n"
    return [
        puzzle,
        zeros,
        " ".join(zeros),
        f"[{', '.join(f'[{row}]' for row in rows(zeros, ', '))}]",
        ",".join(puzzle).replace(".", "null"),
        ",".join(puzzle).replace(".", ""),
        "/".join(rows(puzzle)),
        ".".join(rows(zeros)),
        " ".join(rows(puzzle)),
        "\\n".join(rows(puzzle)),
        puzzle.replace(".", " "),
        "\n".join(rows(puzzle)),
        drawn + "---+---+---\n",
        drawn.replace(".", "_"),
    ]


#: What holds one text.
HOLDERS = {
    "str": lambda text: text,
    "bytes": str.encode,
    "Grid": batchdoku.Grid,
    "list": lambda text: [text],
    "bytes in a list": lambda text: [text.encode()],
    **{f"NumPy {of}": lambda text, of=of: np.array([text], of) for of in ("U", "S", "O", "U400")},
    "StringDType": lambda text: np.array([text], np.dtypes.StringDType()),
    "pandas": lambda text: pd.Series([text]),
    "pandas object": lambda text: pd.Series([text], dtype=object),
    "Polars": lambda text: pl.Series([text]),
    **{str(of): lambda text, of=of: pa.array([text], pa.string()).cast(of) for of in TEXT_TYPES},
}


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize("form", range(14))
def test_a_text_that_is_a_grid_is_one_everywhere(puzzles, expected, form, holder):
    # Its first and last cells are empty: no blank is cut off.
    at = next(i for i, p in enumerate(puzzles) if p[:1] + p[80:] == ".." and expected[i])
    assert len(forms(puzzles[at])) == 14
    held = HOLDERS[holder](forms(puzzles[at])[form])
    given = held.tolist() if isinstance(held, np.ndarray) else None
    solved = batchdoku.solve(held)
    assert given is None or held.tolist() == given
    if holder == "Grid":
        assert solved == batchdoku.Grid(expected[at])
    else:
        found = [solved] if isinstance(solved, (str, bytes)) else solved
        found = found.to_pylist() if hasattr(found, "to_pylist") else list(found)
        assert text_of(found) == [expected[at]]
    explained = batchdoku.explain(held)
    steps = explained if isinstance(explained, dict) else explained[0]
    assert steps["puzzle"] == puzzles[at]


def test_empty():
    assert batchdoku.solve([]) == []
    for of in TEXT_TYPES:
        assert batchdoku.solve(pa.array([], of)) == pa.array([], of)
        assert batchdoku.solve(pa.chunked_array([], of)) == pa.chunked_array([], of)
    assert batchdoku.solve(np.zeros((0, 81), np.uint8)).shape == (0, 81)
    assert batchdoku.count(np.zeros((0, 9, 9), int)).shape == (0,)


@pytest.mark.parametrize("of", ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", ">i4"])
def test_numpy_integers(puzzles, expected, of):
    cells = cells_of(puzzles).astype(of)
    solved, mask = batchdoku.solve(cells, mask=True)
    assert solved.dtype == np.dtype(of) and solved.shape == cells.shape
    assert text_of_cells(solved, mask) == expected
    assert not solved[~mask].any()
    cubes = cells.reshape(-1, 9, 9)
    assert (batchdoku.solve(cubes) == solved.reshape(-1, 9, 9)).all()
    assert (batchdoku.solve(cubes[0]) == solved[0].reshape(9, 9)).all()
    one, known = batchdoku.solve(cells[0], mask=True)
    assert (one == solved[0]).all() and known
    # Neither contiguous nor in the order of C.
    assert (batchdoku.solve(cells[::2]) == solved[::2]).all()
    assert (batchdoku.solve(np.asfortranarray(cells)) == solved).all()


def test_numpy_numbers_out_of_range():
    for bad in (10, 49, 255, 256, 256 + 5, -1, -256, 2**32 + 5):
        cells = np.zeros((2, 81), np.int64)
        cells[0, 80] = bad
        _, mask = batchdoku.solve(cells, mask=True)
        assert mask.tolist() == [False, True], bad


@pytest.mark.parametrize("kind", ["S", "U", ">U"])
@pytest.mark.parametrize("width", [80, 81, 100])
def test_numpy_text(puzzles, expected, kind, width):
    # NumPy itself cuts what is too long, and drops NULs at the end.
    fits = [(p, e) for p, e in zip(puzzles, expected) if len(p) <= width and "\0" not in p]
    if kind == "S":
        fits = [(p, e) for p, e in fits if p.isascii()]
    rows = np.array([p for p, _ in fits], f"{kind}{width}").reshape(1, -1)
    solved, mask = batchdoku.solve(rows, mask=True)
    assert solved.dtype == np.dtype(f"{kind[-1]}81") and solved.shape == mask.shape == rows.shape
    assert [text or None for text in text_of(solved[0].tolist())] == [e for _, e in fits]
    assert mask[0].tolist() == [e is not None for _, e in fits]


def test_numpy_objects(puzzles, expected):
    solved, mask = batchdoku.solve(np.array(puzzles, object), mask=True)
    assert solved.dtype == object and solved.tolist() == expected
    assert mask.tolist() == [e is not None for e in expected]


def test_numpy_shapes_and_types_that_hold_no_puzzles():
    for shape in [(80,), (2, 80), (81, 2), (2, 81, 1), (9, 9, 2)]:
        with pytest.raises(ValueError, match="expected shape"):
            batchdoku.solve(np.zeros(shape, int))
    for of in (float, bool, complex):
        with pytest.raises(TypeError, match="expected integers or text"):
            batchdoku.solve(np.zeros((1, 81), of))


@pytest.mark.parametrize("of", TEXT_TYPES, ids=str)
def test_arrow_text(puzzles, expected, of):
    rows = [None, *puzzles, f"  {puzzles[0]} \t"]
    answers = [None, *expected, expected[0]]
    array = pa.array(rows).cast(of)
    solved = batchdoku.solve(array)
    solved.validate(full=True)
    assert type(solved) is type(array) and solved.type == of
    assert text_of(solved.to_pylist()) == answers
    assert text_of(batchdoku.solve(array[5:99]).to_pylist()) == answers[5:99]
    chunked = pa.chunked_array([array[:7], array[7:7], array[7:]])
    solved = batchdoku.solve(chunked)
    assert solved.type == of and [len(chunk) for chunk in solved.chunks] == [7, 0, len(rows) - 7]
    assert text_of(solved.to_pylist()) == answers


def test_views_into_several_buffers(puzzles, expected):
    halves = [
        pa.array(puzzles[:1000], pa.string_view()),
        pa.array(puzzles[1000:], pa.string_view()),
    ]
    array = pa.concat_arrays([*halves, *halves])
    assert len(array.buffers()) > 4
    assert batchdoku.solve(array).to_pylist() == expected * 2


@pytest.mark.parametrize("width", [81, 90])
def test_arrow_fixed_size_binary(puzzles, expected, width):
    fits = [(p, e) for p, e in zip(puzzles, expected) if len(p.encode()) <= width and len(p) == 81]
    rows = [None, *(p.encode().ljust(width) for p, _ in fits)]
    array = pa.array(rows, pa.binary(width))
    solved = batchdoku.solve(array)
    assert solved.type == pa.binary(81)
    assert text_of(solved.to_pylist()) == [None, *(e for _, e in fits)]
    assert text_of(batchdoku.solve(array[3:]).to_pylist()) == [e for _, e in fits][2:]


@pytest.mark.parametrize("item", [pa.uint8(), pa.int8()], ids=str)
def test_arrow_lists_of_cells(puzzles, expected, item):
    rows = [None, *cells_of(puzzles).tolist()]
    array = pa.array(rows, pa.list_(item, 81))
    solved = batchdoku.solve(array)
    solved.validate(full=True)
    assert solved.type == array.type
    texts = [row and "".join(map(str, row)) for row in solved.to_pylist()]
    assert texts == [None, *expected]
    assert batchdoku.solve(array[9:50]).to_pylist() == solved.to_pylist()[9:50]


def test_arrow_types_that_hold_no_puzzles():
    for array in (pa.array([1, 2]), pa.array([[1.5]]), pa.array([["a"]]), pa.array([True])):
        with pytest.raises(TypeError, match="expected text, binary or lists of 81 integers"):
            batchdoku.solve(array)


def test_other_packages(puzzles, expected):
    series = batchdoku.solve(pl.Series("p", puzzles))
    assert series.name == "p" and series.dtype == pl.String and series.to_list() == expected
    array = batchdoku.solve(arro3.core.Array(pa.array(puzzles)))
    assert isinstance(array, arro3.core.Array) and pa.array(array).to_pylist() == expected
    index = range(5, 5 + len(puzzles))
    series = batchdoku.solve(pd.Series(puzzles, index=index, name="p"))
    assert list(series.index) == list(index) and series.name == "p"
    assert [None if pd.isna(item) else item for item in series] == expected


def test_tables(puzzles, expected):
    table = pa.table({"id": range(len(puzzles)), "puzzle": puzzles})

    def right(result, package):
        assert type(result).__module__.partition(".")[0] == package
        result = pa.table(result)
        assert result.column_names == ["id", "puzzle", "solution", "solutions", "nodes"]
        text = {name: pa.string() for name in ("puzzle", "solution")}
        schema = [(f.name, text.get(f.name, f.type)) for f in result.schema]
        result = result.cast(pa.schema(schema)).sort_by("id")
        assert result["id"].to_pylist() == list(range(len(puzzles)))
        assert result["solution"].to_pylist() == expected
        counts = result["solutions"].to_pylist()
        assert all((s is not None) == ((c or 0) > 0) for s, c in zip(expected, counts))

    right(batchdoku.solve_table(table), "pyarrow")
    right(batchdoku.solve_table(table.to_reader(500)), "pyarrow")
    right(batchdoku.solve_table(table.combine_chunks().to_batches()[0]), "pyarrow")
    right(batchdoku.solve_table(pl.DataFrame(table)), "polars")
    right(batchdoku.solve_table(pl.LazyFrame(pl.DataFrame(table))).collect(), "polars")
    right(batchdoku.solve_table(arro3.core.Table(table)), "arro3")
    right(batchdoku.solve_table(duckdb.from_arrow(table)), "pyarrow")
    context = datafusion.SessionContext()
    right(batchdoku.solve_table(context.from_arrow(table)), "pyarrow")
    frame = batchdoku.solve_table(table.to_pandas())
    assert [None if pd.isna(item) else item for item in frame["solution"]] == expected
    only = batchdoku.solve(table.select(["puzzle"]))
    assert only.column_names == ["solution"] and only["solution"].to_pylist() == expected


def test_frames_of_pandas_without_pyarrow(puzzles, expected, monkeypatch):
    frame = pd.DataFrame({"id": range(len(puzzles)), "puzzle": puzzles, "claim": expected})
    frame.index += 7
    functions = [
        batchdoku.solve_table,
        batchdoku.count_table,
        batchdoku.is_unique_table,
        batchdoku.rate_table,
        batchdoku.canon_table,
        lambda frame, **_: batchdoku.shuffle_table(frame, seed=3, solution="claim", copies=2),
        lambda frame, **more: batchdoku.check_table(frame, solution="claim", **more),
    ]
    known = frame.dropna()
    known = known[known["puzzle"].isin([p for p, c in zip(puzzles, batchdoku.count(puzzles)) if c])]
    cases = [(f, data) for f in functions for data in (frame, known, frame[:0])]
    with_pyarrow = [function(data, prefix="my_") for function, data in cases]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    for (function, data), right in zip(cases, with_pyarrow):
        pd.testing.assert_frame_equal(function(data, prefix="my_"), right)


def test_arro3_is_for_those_who_have_it(puzzles, expected, monkeypatch):
    for name in ("arro3", "arro3.core"):
        monkeypatch.setitem(sys.modules, name, None)

    class Stream:
        """What an engine hands over that no branch of the package knows."""

        def __init__(self, data):
            self.data = data

        def __arrow_c_stream__(self, requested_schema=None):
            return self.data.__arrow_c_stream__(requested_schema)

    table = pa.table({"id": range(len(puzzles)), "puzzle": puzzles})
    for add in (batchdoku.solve_table, batchdoku.solve):
        assert pa.table(add(Stream(table)))["solution"].to_pylist() == expected
        assert add(duckdb.from_arrow(table)).read_all()["solution"].to_pylist() == expected
    array = pa.chunked_array([puzzles])
    assert pa.chunked_array(batchdoku.solve(Stream(array))).to_pylist() == expected
    with pytest.raises(TypeError, match="expected a table, got a stream of arrays"):
        batchdoku.solve_table(Stream(array))
    made = batchdoku.generate(100, seed=1)
    solutions = pa.table(made)["solution"]
    for solved in (batchdoku.solve(made), batchdoku.solve_table(made, prefix="my_")):
        assert isinstance(solved, batchdoku.Table) and len(solved) == 100
        assert pa.table(solved)[-1 if solved.column_names == ["solution"] else 2] == solutions


def test_categories_are_puzzles_and_results_are_text(puzzles, expected):
    some, answers = [*puzzles[:3], puzzles[0]], [*expected[:3], expected[0]]
    kinds = [
        pd.Series(some).astype("category"),
        pa.array(some).dictionary_encode(),
        pa.chunked_array([some[:1], some[1:]]).dictionary_encode(),
        pl.Series(some).cast(pl.Categorical),
    ]
    for kind in kinds:
        solutions = batchdoku.solve(kind)
        found = solutions.to_pylist() if hasattr(solutions, "to_pylist") else solutions.to_list()
        assert found == answers, type(kind)
        assert list(batchdoku.check(kind, kind)).count(True) == 0
        assert len(batchdoku.count(kind)) == 4
    for frame in (pd.DataFrame({"puzzle": kinds[0]}), pl.DataFrame({"puzzle": kinds[3]})):
        assert list(batchdoku.solve_table(frame)["solution"]) == answers


def test_one_column_of_a_frame_of_polars(puzzles, expected):
    frame = pl.DataFrame({"puzzle": puzzles[:3]})
    assert batchdoku.solve(frame)["solution"].to_list() == expected[:3]
    assert batchdoku.count(frame.lazy()).collect().columns == ["solutions"]


def test_claims_of_another_type_do_not_wrap():
    puzzle = batchdoku.generate(1, as_="numpy")[0]
    solution = batchdoku.solve(puzzle)
    for of, change in [("i8", 256), ("i2", -256), ("u8", 2**32), ("i8", -1)]:
        assert not batchdoku.check(puzzle, solution.astype(of) + change).any()
        assert batchdoku.check(puzzle, solution.astype(of)).all()


def test_a_puzzle_in_nine_lines(puzzles, expected):
    puzzle = puzzles[0]
    rows = [puzzle[row : row + 9] for row in range(0, 81, 9)]
    for drawn in ("\n".join(rows), " ".join(puzzle), "\u00a0" + puzzle):
        assert batchdoku.solve(drawn) == expected[0]
        assert batchdoku.count(drawn) == 1
    assert batchdoku.solve("\n".join(rows).encode()) == expected[0].encode()
    for cells in (list(puzzle), rows, np.array(list(puzzle))):
        assert batchdoku.Grid(cells) == batchdoku.Grid(puzzle)
    for cells in ([float("inf")] * 81, [None] * 81):
        with pytest.raises(ValueError, match="a cell is 0 to 9"):
            batchdoku.Grid(cells)


def test_grids_and_missing_values_among_others(puzzles, expected):
    grid, answer = batchdoku.Grid(puzzles[0]), expected[0]
    assert batchdoku.check([grid], [batchdoku.Grid(answer)]) == [True]
    mixed = [grid, float("nan"), pd.NA, None, 5, puzzles[0]]
    solutions = [answer, None, None, None, None, answer]
    assert batchdoku.solve(mixed[:4]) == solutions[:4]
    assert list(batchdoku.solve(np.array(mixed[:4], dtype=object))) == solutions[:4]
    series = batchdoku.solve(pd.Series(mixed, dtype=object))
    assert [None if pd.isna(item) else item for item in series] == solutions


@pytest.mark.parametrize("rows", [[], [None], [float("nan")], ["1", 5, None], [None, "x"]])
def test_frames_without_text(rows, puzzles, expected):
    frame = pd.DataFrame({"puzzle": pd.Series(rows, dtype=object)})
    assert batchdoku.solve_table(frame).solution.isna().all()
    more = pd.concat([frame, pd.DataFrame({"puzzle": puzzles[:1]})])
    assert batchdoku.solve_table(more).solution.dropna().tolist() == expected[:1]


def test_columns_of_numbers_are_no_puzzles():
    numbers = pd.Series([1, 2])
    for call in (batchdoku.solve, batchdoku.canon, batchdoku.rate):
        with pytest.raises(TypeError, match="expected text, got a Series of int64"):
            call(numbers)
    with pytest.raises(TypeError, match="expected text, got a Series of int64"):
        batchdoku.solve_table(pd.DataFrame({"puzzle": numbers}))


def test_classes_derived_from_those_of_packages(puzzles, expected):
    frame = type("Frame", (pd.DataFrame,), {})({"puzzle": puzzles[:2]})
    assert batchdoku.solve_table(frame).solution.tolist() == expected[:2]
    series = type("Series", (pd.Series,), {})(puzzles[:2])
    assert batchdoku.solve(series).tolist() == expected[:2]
    array = np.array(puzzles[:2]).view(type("Array", (np.ndarray,), {}))
    assert list(batchdoku.solve(array)) == expected[:2]
    assert batchdoku.solve(np.array(puzzles[0])).shape == ()


def test_a_column_must_be_the_only_one_of_its_name(puzzles):
    frame = pd.DataFrame({"puzzle": puzzles[:2]})
    with pytest.raises(ValueError, match="there are several columns 'puzzle'"):
        batchdoku.solve_table(pd.concat([frame, frame], axis=1))
    table = pa.table([puzzles[:2], puzzles[:2]], names=["puzzle", "puzzle"])
    with pytest.raises(ValueError, match="there are several columns 'puzzle'"):
        batchdoku.solve_table(table)


def test_no_rows_have_ratings_too():
    for empty in (np.zeros((0, 81), np.uint8), np.array([], "U81")):
        assert batchdoku.rate(empty)["level"].shape == (0,)


@pytest.mark.parametrize("as_", ["arrow", "numpy", "str"])
def test_more_rows_than_memory_holds(as_):
    for n in (10**13, 2**57, 2**62):
        with pytest.raises(MemoryError):
            batchdoku.generate(n, clues=30, as_=as_)
        with pytest.raises(MemoryError):
            batchdoku.grids(n, as_=as_)
    assert len(batchdoku.generate(1, clues=np.int64(30), as_="str")[0]) == 1


def test_no_more_threads_than_help(puzzles, expected):
    assert batchdoku.solve(puzzles[:3], threads=10**9) == expected[:3]


def test_tables_keep_their_columns_without_copies(puzzles):
    table = pa.table({"id": range(len(puzzles)), "puzzle": puzzles}).replace_schema_metadata(
        {"a": "b"}
    )
    solved = batchdoku.solve_table(table)
    assert solved.schema.metadata == {b"a": b"b"}
    for name in table.column_names:
        kept, given = solved[name].chunk(0).buffers(), table[name].chunk(0).buffers()
        assert [b and b.address for b in kept] == [b and b.address for b in given]


def test_tables_that_lack_the_column_or_have_a_new_one(puzzles):
    table = pa.table({"quiz": puzzles, "solution": puzzles})
    with pytest.raises(KeyError, match="no column 'puzzle', only quiz, solution"):
        batchdoku.solve_table(table)
    with pytest.raises(ValueError, match="column 'solution' already: choose a prefix"):
        batchdoku.solve_table(table, "quiz")
    solved = batchdoku.solve_table(table, "quiz", prefix="my_")
    assert solved.column_names[2:] == ["my_solution", "my_solutions", "my_nodes"]


def test_a_stream_is_read_batch_by_batch(puzzles):
    schema = pa.schema({"puzzle": pa.string()})
    asked = []

    def batches():
        for i in range(5):
            asked.append(i)
            yield pa.record_batch([pa.array(puzzles[:100])], schema)

    stream = batchdoku.solve_table(pa.RecordBatchReader.from_batches(schema, batches()))
    assert isinstance(stream, pa.RecordBatchReader) and len(asked) <= 1
    stream.read_next_batch()
    assert len(asked) <= 2
    assert sum(batch.num_rows for batch in stream) == 400


def test_anything_else():
    for x in (5, 1.5, {"a": 1}, object()):
        with pytest.raises(TypeError, match="expected str, bytes"):
            batchdoku.solve(x)


CELL = st.sampled_from(".0*_xX?-123456789")
LINE = st.one_of(
    st.text(CELL, min_size=81, max_size=81),
    st.text(CELL, min_size=79, max_size=83),
    # A cell or two beside an easy puzzle's clues.
    st.builds(
        lambda at, cell: (
            (
                p
                := "103000509002109400000704000300502006060000050700803004000401000009205800804000107"
            )[:at]
            + cell
            + p[at + 1 :]
        ),
        st.integers(0, 80),
        st.one_of(CELL, st.sampled_from("a:/~\x01")),
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINE, min_size=1, max_size=40))
def test_any_rows_in_any_kind_are_as_the_program_has_them(program, rows):
    # Limits keep a nearly empty grid short. A budget of nodes is the program's too.
    expected = program.solutions(rows, "--max-nodes", "1000")
    limits = {"max_nodes": 1000}
    assert batchdoku.solve(rows, **limits) == expected
    for of in TEXT_TYPES:
        assert text_of(batchdoku.solve(pa.array(rows).cast(of), **limits).to_pylist()) == expected
    cells, mask = batchdoku.solve(cells_of(rows).astype(np.uint8), mask=True, **limits)
    assert text_of_cells(cells, mask) == expected
    unique = program.solutions(rows, "--max-nodes", "1000", "--unique")
    assert batchdoku.solve(rows, unique=True, **limits) == unique


@pytest.mark.parametrize("er", [False, True])
def test_ratings_have_a_field_for_each_column(er):
    columns = dict(batchdoku._native.Operation.rate(er).columns)
    rating = batchdoku.ErRating if er else batchdoku.Rating
    assert tuple(columns) == rating._fields
    kinds = {"int": "number", "float | None": "rating"}
    fields = {name: str(of.__forward_arg__) for name, of in rating.__annotations__.items()}
    assert columns == {name: kinds.get(of, "text") for name, of in fields.items()}
