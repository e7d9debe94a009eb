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
