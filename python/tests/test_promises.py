"""One rule for all kinds of objects: types that do not depend on rows, blanks, missing claims, hints."""

import datetime
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import lines

import batchdoku

ROWS = 1200


@pytest.mark.parametrize("count", [1, ROWS])
@pytest.mark.parametrize("has_pyarrow", [True, False])
def test_types_of_pandas_do_not_depend_on_the_rows(monkeypatch, count, has_pyarrow):
    if not has_pyarrow:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    puzzle, solution = lines("clues36.txt")[0], batchdoku.solve(lines("clues36.txt")[0])
    whole = pd.DataFrame({"puzzle": [puzzle] * count, "solution": [solution] * count})
    holes = pd.DataFrame(
        {"puzzle": [*[puzzle] * count, None], "solution": [*[solution] * count, None]}
    )
    calls = [
        lambda frame: batchdoku.check_table(frame, prefix="n_"),
        lambda frame: batchdoku.is_unique_table(frame, prefix="n_"),
        lambda frame: batchdoku.solve_table(frame, prefix="n_"),
        lambda frame: batchdoku.count_table(frame, prefix="n_"),
        lambda frame: batchdoku.rate_table(frame, prefix="n_"),
        lambda frame: batchdoku.rate(frame["puzzle"]),
        lambda frame: batchdoku.count(frame["puzzle"]).to_frame(),
    ]
    for call in calls:
        assert call(whole).dtypes.to_dict() == call(holes).dtypes.to_dict()
    for frame in (whole, holes):
        checked = batchdoku.check_table(frame)
        assert len(checked[checked.correct]) == count and not len(checked[~checked.correct])


def test_blanks_around_a_puzzle():
    puzzle = lines("clues36.txt")[0]
    solution = batchdoku.solve(puzzle)
    rows = [puzzle + " ", puzzle, " " + puzzle, puzzle + "\t \r", puzzle + "."]
    right = [solution] * 4 + [None]
    kinds = [
        rows,
        pa.array(rows),
        pa.array(rows, pa.string_view()),
        pd.Series(rows),
        pl.Series(rows),
        np.array(rows, dtype=object),
        np.array(rows),
        np.array([row.encode() for row in rows]),
        np.array(rows, dtype=np.dtypes.StringDType()),
    ]
    for kind in kinds:
        found = batchdoku.solve(kind)
        found = found.to_pylist() if hasattr(found, "to_pylist") else list(found)
        found = [item.decode() if isinstance(item, bytes) else item for item in found]
        assert [
            None if item is None or item == "" or item != item else item for item in found
        ] == right


def test_nothing_claimed_is_not_wrong():
    puzzle = lines("clues36.txt")[0]
    solution = batchdoku.solve(puzzle)
    claims = [solution, None, "." * 81, "1" * 81, "1234", ""]
    right = [True, None, None, False, False, False]
    puzzles = [puzzle] * 6
    assert batchdoku.check(puzzles, claims) == right
    assert batchdoku.check(pa.array(puzzles), pa.array(claims)).to_pylist() == right
    assert batchdoku.check(pl.Series(puzzles), pl.Series(claims)).to_list() == right
    frame = pd.DataFrame({"puzzle": puzzles, "solution": claims})
    checked = batchdoku.check_table(frame).correct
    assert checked.isna().tolist() == [item is None for item in right]
    assert batchdoku.check(puzzle, "." * 81) is None
    cells = np.array([batchdoku.Grid(puzzle).cells] * 2)
    claimed = np.stack([np.array(batchdoku.Grid(solution).cells), np.zeros(81, int)])
    answers, mask = batchdoku.check(cells, claimed, mask=True)
    assert answers.tolist() == [True, False] and mask.tolist() == [True, False]


def test_what_is_missing_is_counted(tmp_path):
    puzzle = lines("clues36.txt")[0]
    pairs = tmp_path / "pairs.csv"
    pairs.write_text(f"puzzle,solution\n{puzzle},{batchdoku.solve(puzzle)}\n{puzzle},\n")
    summary = batchdoku.check_file(pairs)
    assert (summary["done"], summary["missing"], summary["wrong"]) == (1, 1, 0)


def test_lazy_columns_of_hugging_face():
    datasets = pytest.importorskip("datasets")
    puzzles = lines("clues36.txt")[:100]
    data = datasets.Dataset.from_dict({"puzzle": puzzles})
    assert batchdoku.solve(data["puzzle"]) == batchdoku.solve(puzzles)
    assert batchdoku.check(data["puzzle"], batchdoku.solve(puzzles)) == [True] * 100


@pytest.mark.parametrize("call", [batchdoku.solve, batchdoku.rate, batchdoku.count])
def test_columns_of_nothing(call):
    empty = call(pl.Series([None, None]))
    assert len(empty) == 2 and all(
        not any(row.values()) if isinstance(row, dict) else row is None for row in empty
    )


def test_hints():
    frame = pd.DataFrame({"puzzle": lines("clues36.txt")[:3]})
    cases = [
        (bytearray(81), r"got bytearray; bytes\(x\)"),
        ((row for row in frame.puzzle), r"got generator; list\(x\)"),
        ({"puzzle": "x"}, "got dict; list"),
        (datetime.date(2020, 1, 1), "got datetime.date$"),
        (Path("puzzles.txt"), "got pathlib.*; solve_file"),
        (pl.col("puzzle"), r"polars.*Expr; import batchdoku.polars"),
    ]
    for x, message in cases:
        with pytest.raises(TypeError, match=message):
            batchdoku.solve(x)
    with pytest.raises(TypeError, match="got list; solve"):
        batchdoku.solve_table(["x"])
    with pytest.raises(TypeError, match=r"array of float64; x\.astype\('uint8'\)"):
        batchdoku.solve(np.zeros((2, 81)))
    dataset = pytest.importorskip("pyarrow.dataset")
    with pytest.raises(TypeError, match=r"scanner\(\).to_reader\(\) is a stream"):
        batchdoku.solve_table(dataset.dataset(pa.table(frame)))
    dask = pytest.importorskip("dask.dataframe")
    with pytest.raises(TypeError, match="map_partitions"):
        batchdoku.solve_table(dask.from_pandas(frame, npartitions=1))


def test_arguments_are_named():
    puzzle = lines("clues36.txt")[0]
    for call, message in [
        (lambda: batchdoku.count(puzzle, limit=0.5), "limit must be a whole number, not 0.5"),
        (lambda: batchdoku.generate(1, seed=None), "seed must be a whole number, not None"),
        (lambda: batchdoku.generate(1e3), "n must be a whole number, not 1000.0"),
        (lambda: batchdoku.generate(1, clues=30.5), "clues must be a whole number"),
        (lambda: batchdoku.solve(puzzle, max_nodes="5"), "max_nodes must be a whole number"),
    ]:
        with pytest.raises(TypeError, match=message):
            call()


def test_a_summary_is_read_by_people(tmp_path):
    source = tmp_path / "puzzles.txt"
    source.write_text(lines("clues36.txt")[0] + "\n")
    summary = batchdoku.solve_file(source, None)
    assert repr(summary) == f"<Summary: {summary}>" and "1 puzzle solved" in repr(summary)
    assert summary["done"] == 1


def test_the_byte_order_of_an_array_stays():
    cells = np.array([batchdoku.Grid(lines("clues36.txt")[0]).cells])
    for of in (">i4", "<i4", ">u2", "u1"):
        assert batchdoku.solve(cells.astype(of)).dtype == np.dtype(of)


def test_blanks_around_a_puzzle_in_files(program):
    puzzle = lines("clues36.txt")[0]
    solution = batchdoku.solve(puzzle)
    for text, kind in [
        (f'{{"puzzle":"{puzzle} "}}\n{{"puzzle":"  {puzzle}"}}\n', "jsonl"),
        (f"puzzle\n{puzzle} \n {puzzle}\n", "csv"),
        (f"{puzzle} \n {puzzle}\n", "line"),
    ]:
        found = program("solve", "--to", "line", "--from", kind, text=text)
        assert found.split() == [solution] * 2, kind
