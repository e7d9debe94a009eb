"""Neighbours, steps and weights, against the program."""

import json

import numpy as np
import pyarrow as pa
import pytest
from conftest import lines

import batchdoku


def test_neighbours(program):
    puzzle = lines("minimal.txt")[0]
    for options, arguments in [
        ({}, []),
        ({"minimal": True}, ["--minimal"]),
        ({"remove": 2, "add": 1, "limit": 50}, ["--remove", "2", "--add", "1", "--limit", "50"]),
        ({"seed": 7, "limit": 20, "threads": 1}, ["--seed", "7", "--limit", "20"]),
    ]:
        expected = program("neighbours", *arguments, text=f"{puzzle}\n").split()
        assert batchdoku.neighbours(puzzle, **options) == expected
    assert expected and all(batchdoku.is_unique(expected))
    assert batchdoku.neighbours(batchdoku.Grid(puzzle), limit=3) == batchdoku.neighbours(
        puzzle.encode(), limit=3
    )
    for wrong, message in [
        (lines("multiple.txt")[0], "more than one solution"),
        (lines("nosolution.txt")[0], "no solution"),
        ("1234", "expected 81 cells"),
    ]:
        with pytest.raises(ValueError, match=message):
            batchdoku.neighbours(wrong)


def test_neighbours_file(tmp_path, program):
    source, ours, theirs = (tmp_path / name for name in ("puzzles", "ours", "theirs"))
    source.write_text("".join(f"{row}\n" for row in lines("clues36.txt")[:20]))
    summary = batchdoku.neighbours_file(source, ours, remove=0, add=1)
    program("neighbours", str(source), "--remove", "0", "--add", "1", "-o", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes() and summary["puzzles"] == 20
    batchdoku.neighbours_file(source, ours, sub_puzzles=True, limit=5)
    program("sub-puzzles", str(source), "--limit", "5", "-o", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes() and ours.stat().st_size > 100


def test_explain(tmp_path, program):
    rows = [line for level in ("easy", "hard", "extreme") for line in lines(f"{level}.txt")[:10]]
    rows += ["", "1234", None, lines("multiple.txt")[0]]
    text = "".join(f"{row or '?'}\n" for row in rows)
    expected = [json.loads(line) for line in program("explain", text=text).splitlines()]
    explained = batchdoku.explain(rows)
    assert json.dumps(explained) == json.dumps(expected) and len(expected) == len(rows)
    assert any("chains" in step for path in expected for step in path.get("steps", []))
    # Each caller has objects of its own.
    explained[0]["steps"][0]["cells"].append("r9c9")
    explained[0]["steps"][0]["grid"] = None
    assert "steps" in expected[0] and "error" in expected[-1] and "error" in expected[-2]
    assert batchdoku.explain(rows[0]) == expected[0]
    assert batchdoku.explain(batchdoku.Grid(rows[1])) == expected[1]
    with pytest.raises(ValueError, match="expected 81 cells"):
        batchdoku.explain("1234")
    source, ours, theirs = (tmp_path / name for name in ("puzzles", "ours", "theirs"))
    source.write_text(text)
    for kind in ("drawing", "jsonl"):
        batchdoku.explain_file(source, ours, to_format=kind)
        program("explain", str(source), "--to", kind, "-o", str(theirs))
        assert ours.read_bytes() == theirs.read_bytes()


def test_er(tmp_path, program):
    source, ours, theirs = (tmp_path / name for name in ("puzzles", "ours.csv", "theirs.csv"))
    source.write_text("".join(f"{row}\n" for row in lines("hard.txt")[:10]))
    batchdoku.rate_file(source, ours, er=True)
    program("rate", "--er", str(source), "-o", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes()


def test_weights(tmp_path, program):
    text = program("generate", "-n", "1500", "--seed", "4", "--with-weight", "--to", "csv")
    expected = [line.split(",") for line in text.splitlines()[1:]]
    puzzles, _, weights = batchdoku.generate(1500, seed=4, with_weight=True, as_="str")
    assert puzzles == [puzzle for puzzle, _ in expected]
    # The program writes seven digits.
    assert weights == pytest.approx([float(weight) for _, weight in expected], rel=1e-6)
    table = pa.table(batchdoku.generate(1500, seed=4, with_weight=True, threads=1))
    assert table.schema.field("weight").type == pa.float64()
    assert table["weight"].to_pylist() == weights
    _, _, cells = batchdoku.generate(1500, seed=4, with_weight=True, as_="numpy")
    assert cells.dtype == np.float64 and cells.tolist() == weights
    ours, theirs = tmp_path / "ours.csv", tmp_path / "theirs.csv"
    options = {"controlled_bias": True, "with_weight": True, "with_solution": True}
    batchdoku.generate_file(ours, 4, seed=4, **options)
    flags = ["--controlled-bias", "--with-weight", "--with-solution"]
    program("generate", "-n", "4", "--seed", "4", *flags, "-o", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes()
    puzzles, _ = batchdoku.generate(4, seed=4, controlled_bias=True, as_="str")
    assert puzzles == [line.split(",")[0] for line in ours.read_text().splitlines()[1:]]
    with pytest.raises(ValueError, match="weights"):
        batchdoku.generate(1, clues=30, minimal=False, with_weight=True)


def test_techniques_on_demand(program, tmp_path):
    made = batchdoku.generate(5, seed=1, needs="x_wing", as_="str")
    assert made[0] == program("generate", "-n", "5", "--seed", "1", "--needs", "x_wing").split()
    file = tmp_path / "made.txt"
    batchdoku.generate_file(file, 5, seed=1, needs=["x_wing"])
    assert file.read_text().split() == made[0]
    rows = [*made[0], *lines("minimal.txt")[:20], None, lines("multiple.txt")[0]]
    for options, arguments in [
        ({"needs": "x_wing"}, ["--needs", "x_wing"]),
        ({"contains": ["x_wing"], "er": True}, ["--contains", "x_wing", "--er"]),
        ({"at_most": "claiming"}, ["--at-most", "claiming"]),
        (
            {"without": "uniqueness,x_wing", "at_most": "xy_chain"},
            ["--without", "uniqueness,x_wing", "--at-most", "xy_chain"],
        ),
    ]:
        met = batchdoku.meets(rows, **options)
        text = "".join(f"{row or '?'}\n" for row in rows)
        rated = program("rate", *arguments, "--to", "csv", text=text)
        answers = [row.rsplit(",", 1)[1] for row in rated.split("\n")[1:-1]]
        assert met == [{"yes": True, "no": False}.get(answer) for answer in answers]
        assert batchdoku.meets(pa.array(rows), **options).to_pylist() == met
        table = batchdoku.meets_table(pa.table({"puzzle": rows}), **options)
        assert table["meets"].to_pylist() == met
        source, rates = tmp_path / "rows", tmp_path / "rates.csv"
        source.write_text(text)
        batchdoku.rate_file(source, rates, **options)
        assert rates.read_text() == rated
    assert batchdoku.meets(made[0][0], needs="x_wing") is True


def test_ladders_of_explain(program):
    puzzle = batchdoku.generate(1, seed=1, needs="x_wing", as_="str")[0][0]
    for options, arguments in [
        ({"at_most": "x_wing"}, ["--at-most", "x_wing"]),
        ({"without": "x_wing"}, ["--without", "x_wing"]),
        (
            {"without": ["x_wing"], "at_most": "swordfish"},
            ["--without", "x_wing", "--at-most", "swordfish"],
        ),
    ]:
        path = batchdoku.explain(puzzle, to="json", **options)
        assert path == program("explain", *arguments, text=f"{puzzle}\n").rstrip("\n")


@pytest.mark.parametrize("function", ["meets", "explain", "generate"])
def test_conditions_that_contradict_each_other(function):
    first = 1 if function == "generate" else lines("minimal.txt")[0]
    with pytest.raises(ValueError, match="expected"):
        getattr(batchdoku, function)(first, without="y_wing")
    if function == "explain":
        # That is said before the first puzzle is read.
        with pytest.raises(ValueError, match="expected"):
            batchdoku.explain(iter([first]), without="y_wing")
    if function != "explain":
        with pytest.raises(ValueError, match="exclude each other"):
            getattr(batchdoku, function)(first, needs="x_wing", without="x_wing")
