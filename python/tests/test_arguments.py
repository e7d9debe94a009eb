"""Arguments of other kinds: they are taken, or the error says what to do."""

import pickle

import datasets
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import lines

import batchdoku

ROWS = lines("clues36.txt")[:5]
SOLVED = batchdoku.solve(ROWS)
CELLS = np.array([[int(c) for c in row.replace(".", "0")] for row in ROWS], np.uint8)
MASKED = np.ma.masked_equal(CELLS, 0)


class Tensor:
    """A stand-in for a tensor of PyTorch or JAX: cells that NumPy can ask for, and no array of it."""

    def __init__(self, cells):
        self.cells = cells

    def __array__(self, dtype=None, copy=None):
        return self.cells


class Lent:
    """A stand-in for a tensor that can only be lent, by DLPack."""

    def __init__(self, cells):
        self.cells = cells

    def __dlpack__(self, **options):
        return self.cells.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.cells.__dlpack_device__()


def text_of(cells) -> list[str]:
    return ["".join(map(str, row)) for row in np.asarray(cells).reshape(-1, 81).tolist()]


@pytest.mark.parametrize(
    "puzzles",
    [
        pa.array(CELLS.tolist()),
        pa.array(CELLS.tolist(), pa.large_list(pa.int8())),
        pa.array(CELLS.tolist(), pa.list_(pa.int64(), 81)),
        pa.chunked_array([CELLS.reshape(-1, 9, 9).tolist()]),
        pa.array(CELLS.reshape(-1, 9, 9).tolist(), pa.list_(pa.list_(pa.uint8(), 9), 9)),
    ],
    ids=lambda puzzles: str(puzzles.type),
)
def test_lists_of_integers(puzzles):
    solved = batchdoku.solve(puzzles)
    assert solved.type == pa.list_(pa.uint8(), 81)
    assert text_of(solved.to_pylist()) == SOLVED
    assert batchdoku.check(puzzles, solved).to_pylist() == [True] * 5
    table = batchdoku.solve_table(pa.table({"puzzle": puzzles}))
    assert text_of(table["solution"].to_pylist()) == SOLVED
    assert batchdoku.count(pl.Series(CELLS.tolist())).to_list() == [1] * 5
    of = pl.Array(pl.UInt8, (9, 9))
    assert (
        text_of(batchdoku.solve(pl.Series(CELLS.reshape(-1, 9, 9), dtype=of)).to_list()) == SOLVED
    )


def test_runs_strings_and_tensors():
    runs = pa.RunEndEncodedArray.from_arrays([2, 3, 8], [ROWS[0], None, ROWS[1]])
    expected = [SOLVED[0]] * 2 + [None] + [SOLVED[1]] * 5
    assert batchdoku.solve(runs).to_pylist() == expected
    assert batchdoku.solve(runs[1:]).to_pylist() == expected[1:]
    strings = np.array([*ROWS, ROWS[0] + "1"], dtype=np.dtypes.StringDType())
    solved, mask = batchdoku.solve(strings, mask=True)
    assert solved.dtype == strings.dtype and solved.tolist() == [*SOLVED, ""]
    assert mask.tolist() == [True] * 5 + [False] == batchdoku.is_unique(strings).tolist()
    assert text_of(batchdoku.solve(Tensor(CELLS))) == SOLVED


@pytest.mark.parametrize("of", [np.uint8, np.int64])
@pytest.mark.parametrize("tensor", [Tensor, Lent])
def test_tensors_are_checked_as_arrays_are(tensor, of):
    puzzles = CELLS.astype(of)
    solutions = batchdoku.solve(puzzles)
    solutions[1, 0] = solutions[1, 0] % 9 + 1
    right = [True, False, True, True, True]
    for x, claims in [
        (tensor(puzzles), tensor(solutions)),
        (tensor(puzzles), solutions),
        (puzzles, tensor(solutions)),
        (tensor(puzzles.reshape(-1, 9, 9)), tensor(solutions.reshape(-1, 9, 9))),
        (tensor(puzzles), Tensor(solutions.astype(np.uint8))),
    ]:
        checked = batchdoku.check(x, claims)
        assert checked.tolist() == right
        checked, known = batchdoku.check(x, claims, unique=True, mask=True)
        assert checked.tolist() == right and known.all()
    solved, mask = batchdoku.solve(tensor(puzzles), mask=True)
    assert text_of(solved) == SOLVED and mask.all()
    counts, mask = batchdoku.count(tensor(puzzles), mask=True)
    assert counts.tolist() == [1] * 5 and mask.all()
    with pytest.raises(ValueError, match="shape"):
        batchdoku.check(tensor(puzzles), tensor(solutions[:4]))


@pytest.mark.parametrize("x", [ROWS, pa.array(ROWS), pd.Series(ROWS)], ids=type)
def test_mask_is_for_arrays(x):
    with pytest.raises(TypeError, match="mask is for NumPy arrays and tensors"):
        batchdoku.solve(x, mask=True)


def test_drawn_puzzles_in_lists():
    drawn = ["\n".join(row[i : i + 9] for i in range(0, 81, 9)) for row in ROWS]
    assert batchdoku.solve([*drawn, " ".join(ROWS[0]).encode()]) == [*SOLVED, SOLVED[0].encode()]
    column = datasets.Dataset.from_dict({"puzzle": ROWS})["puzzle"]
    assert batchdoku.solve(column) == SOLVED


def test_a_type_of_nothing():
    nothing = pl.DataFrame({"puzzle": [None, None], "note": [None, None], "id": [1, 2]})
    assert batchdoku.solve(nothing["puzzle"]).to_list() == [None, None]
    solved = batchdoku.solve_table(nothing)
    assert solved["solution"].null_count() == 2 and solved.schema["note"] == pl.Null
    some = batchdoku.solve_table(pl.DataFrame({"puzzle": ROWS[:2], "note": [None, None]}))
    assert some["solution"].to_list() == SOLVED[:2] and some.schema["note"] == pl.Null
    assert batchdoku.solve(pa.nulls(2)).to_pylist() == [None, None]


def test_series_of_pandas():
    for of in ("str", object, "string", pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.binary())):
        rows, answers = [*ROWS, None, "1"], [*SOLVED, None, None]
        if of == pd.ArrowDtype(pa.binary()):
            rows, answers = ([r and r.encode() for r in side] for side in (rows, answers))
        series = pd.Series(rows, dtype=of, index=range(7, 0, -1), name="p")
        solved = batchdoku.solve(series)
        assert solved.dtype == series.dtype and solved.name == "p"
        assert solved.index.equals(series.index)
        assert [None if pd.isna(item) else item for item in solved] == answers, of
        counts = batchdoku.count(series)
        assert counts.dtype == "Int64" and counts.dropna().tolist() == [1] * 5
        assert batchdoku.rate(series)["level"].notna().tolist() == [True] * 5 + [False] * 2


def test_solutions_belong_to_the_puzzles_of_their_labels():
    puzzles = pd.Series(ROWS, index=list("abcde"))
    solutions = pd.Series(SOLVED[::-1], index=list("edcba"))
    assert batchdoku.check(puzzles, solutions).all()
    assert not batchdoku.check(puzzles, solutions.array)[["a", "b"]].any()
    for other in (list("bcdef"), list("aaaaa")):
        with pytest.raises(ValueError, match=r"different indices.*solutions\.array"):
            batchdoku.check(puzzles, pd.Series(SOLVED, index=other))
    with pytest.raises(ValueError, match="5 puzzles and 4 solutions"):
        batchdoku.check(puzzles, solutions[:4])


def test_tables():
    made = batchdoku.generate(3, seed=2, with_weight=True)
    rows = list(zip(*batchdoku.generate(3, seed=2, with_weight=True, as_="str")))
    assert list(made) == rows
    assert list(pickle.loads(pickle.dumps(made))) == rows
    for frame in (made.to_pandas(), batchdoku.generate(3, seed=2, with_weight=True, as_="pandas")):
        assert list(frame.itertuples(index=False, name=None)) == rows
    for frame in (made.to_polars(), batchdoku.generate(3, seed=2, with_weight=True, as_="polars")):
        assert frame.rows() == rows
    assert batchdoku.grids(2, as_="polars").columns == ["grid"]


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: batchdoku.solve(MASKED), TypeError, r"masked array: x\.filled\(0\)"),
        (lambda: batchdoku.solve(pd.Series(list(CELLS))), TypeError, r"numpy\.stack\(series\)"),
        (lambda: batchdoku.solve(list(CELLS)), TypeError, r"pass an array: numpy\.array"),
        (lambda: batchdoku.solve(CELLS.tolist()), TypeError, r"pass an array: numpy\.array"),
        (
            lambda: batchdoku.solve_table(datasets.Dataset.from_dict({"puzzle": ROWS})),
            TypeError,
            r'with_format\("arrow"\)',
        ),
        (lambda: batchdoku.solve(ROWS, threads=-2), ValueError, "threads must be.*-2"),
        (lambda: batchdoku.solve(ROWS, threads=10**40), ValueError, "threads must be"),
        (lambda: batchdoku.solve(ROWS, max_nodes=-1), ValueError, "max_nodes must be.*-1"),
        (lambda: batchdoku.shuffle(ROWS, seed=-1), ValueError, "seed must be.*-1"),
        (lambda: batchdoku.generate(-1), ValueError, "n must be.*-1"),
        (lambda: batchdoku.generate(1, seed=-1), ValueError, "seed must be.*-1"),
        (lambda: batchdoku.generate(1, as_="torch"), ValueError, "as_ must be.*'torch'"),
        (lambda: batchdoku.generate_file(None, -1), ValueError, "n must be.*-1"),
        (lambda: batchdoku.generate_file(None, 1, seed=-1), ValueError, "seed must be.*-1"),
        (lambda: batchdoku.generate_file(None, 1, threads=-2), ValueError, "threads must be.*-2"),
        (lambda: batchdoku.grids_file(None, 1, skip=-1), ValueError, "skip must be.*-1"),
        (lambda: batchdoku.neighbours(ROWS[0], remove=-1), ValueError, "remove must be.*-1"),
        (lambda: batchdoku.solve_file(PARQUET, None), ValueError, "pyarrow or Polars reads"),
        (lambda: batchdoku.generate_file("x.parquet", 1), ValueError, "pyarrow or Polars write"),
        (
            lambda: batchdoku.generate(1, clues=18, minimal=True, max_tries=9),
            ValueError,
            "allow more, or take neighbours",
        ),
        (lambda: batchdoku.solve_file(CSV, None, from_format="csv"), ValueError, "use column=NAME"),
    ],
)
def test_errors_say_what_to_do(call, error, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / PARQUET).write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    (tmp_path / CSV).write_text("a,b\n1,2\n")
    with pytest.raises(error, match=words) as raised:
        call()
    message = str(raised.value)
    assert "--" not in message and "evolve" not in message and "build" not in message


PARQUET, CSV = "puzzles.parquet", "columns.csv"


def test_one_thread_a_core():
    assert batchdoku.solve(ROWS * 1000, threads=-1) == SOLVED * 1000
    assert batchdoku.generate_file(None, 5, threads=-1)["threads"] >= 1


def test_the_namespace_of_polars():
    import batchdoku.polars

    frame = pl.DataFrame({"puzzle": [*ROWS, None, "1"]})
    puzzle = pl.col("puzzle")
    for function in (batchdoku.solve, batchdoku.count, batchdoku.is_unique, batchdoku.canon):
        expected = function(frame["puzzle"])
        expression = getattr(puzzle.sudoku, function.__name__)()
        assert frame.select(expression)["puzzle"].to_list() == expected.to_list()
        assert frame.lazy().select(expression).collect_schema()["puzzle"] == expected.dtype
        assert frame.lazy().select(expression).collect()["puzzle"].to_list() == expected.to_list()
        assert getattr(frame["puzzle"].sudoku, function.__name__)().to_list() == expected.to_list()
    levels = frame.select(puzzle.sudoku.rate().struct.field("level"))["level"].to_list()
    assert levels == [rating and rating.level for rating in batchdoku.rate([*ROWS, None, "1"])]
    assert frame.filter(puzzle.sudoku.is_unique())["puzzle"].to_list() == ROWS


def test_arrays_that_are_not_aligned():
    packed = np.zeros(len(ROWS), [("level", np.uint8), ("cells", np.int64, 81)])
    packed["cells"] = CELLS
    apart = packed["cells"]
    assert not apart.flags.aligned
    assert batchdoku.solve(apart).tolist() == batchdoku.solve(CELLS).tolist()
    assert batchdoku.rate(apart[0]).tolist() == batchdoku.rate(CELLS[0]).tolist()
    assert batchdoku.count(apart).tolist() == [1] * len(ROWS)


@pytest.mark.parametrize("threads", [1.5, None, "2"])
def test_threads_that_are_no_number(threads):
    with pytest.raises(TypeError, match=f"threads must be a whole number, not {threads!r}"):
        batchdoku.solve(ROWS, threads=threads)


def test_a_number_among_puzzles_to_explain():
    with pytest.raises(TypeError, match="expected text or 81 cells, got int"):
        batchdoku.explain([ROWS[0], 5])


def test_a_number_that_is_no_cell_makes_its_row_malformed():
    cells = CELLS.astype(np.int64)
    at = np.flatnonzero(cells[0])[0]
    cells[0, at] = 77
    assert batchdoku.count(cells).tolist() == [-1, 1, 1, 1, 1]
    assert batchdoku.explain(cells)[0]["error"] == "not a puzzle"
    # With that cell empty, it would be another puzzle, which the first row repeats.
    other = CELLS[0].copy()
    other[at] = 0
    assert len(batchdoku.dedupe(np.vstack([cells, other]))) == len(cells) + 1
