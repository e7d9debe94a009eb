"""Jobs on files: the same bytes as the program writes."""

import pytest
from conftest import DATA, lines

import batchdoku


@pytest.mark.parametrize(
    ("job", "command", "options", "arguments"),
    [
        (batchdoku.solve_file, "solve", {}, []),
        (batchdoku.solve_file, "solve", {"unique": True}, ["--unique"]),
        (
            batchdoku.solve_file,
            "solve",
            {"all_solutions": True, "sorted": True, "limit": 20, "as_list": True},
            ["--all", "--sorted", "--limit", "20", "--as-list"],
        ),
        (
            batchdoku.count_file,
            "count",
            {"limit": 5, "max_nodes": 50},
            ["--limit", "5", "--max-nodes", "50"],
        ),
        (batchdoku.rate_file, "rate", {"to_format": "csv"}, ["--to", "csv"]),
        (
            batchdoku.rate_file,
            "rate",
            {"to_format": "csv", "with_": ["backbone", "clues"]},
            ["--to", "csv", "--with", "backbone,clues"],
        ),
        (batchdoku.canon_file, "canon", {}, []),
        (batchdoku.shuffle_file, "shuffle", {"seed": 9, "threads": 2}, ["--seed", "9"]),
    ],
)
def test_as_the_program(tmp_path, program, puzzles, job, command, options, arguments):
    source = tmp_path / "puzzles.txt"
    rows = [row for row in puzzles if row and "\0" not in row]
    source.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    told = []
    summary = job(source, ours, progress=Bar(told), **options)
    program(command, str(source), "-o", str(theirs), *arguments)
    assert ours.read_bytes() == theirs.read_bytes()
    assert sum(told) == summary["puzzles"] == len(rows)
    assert "puzzles" in str(summary)


class Bar:
    def __init__(self, told):
        self.update = told.append


def test_generate(tmp_path, program):
    ours, theirs = tmp_path / "ours.csv", tmp_path / "theirs.csv"
    batchdoku.generate_file(ours, 500, seed=3, skip=7, clues=(28, 30), with_solution=True)
    program(
        *("generate", "-n", "500", "--seed", "3", "--skip", "7", "--clues", "28..30"),
        *("--with-solution", "-o", str(theirs)),
    )
    assert ours.read_bytes() == theirs.read_bytes()
    batchdoku.generate_file(ours, 9, seed=3, er=(None, 3.0), ep=(1.5, 2.0))
    ranges = ["--er", "..3.0", "--ep", "1.5..2.0"]
    program("generate", "-n", "9", "--seed", "3", *ranges, "-o", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes()
    batchdoku.generate_file(ours, 9, seed=3, invalid="multiple", solutions=4)
    exact = ["--invalid", "multiple", "--solutions", "4"]
    program("generate", "-n", "9", "--seed", "3", *exact, "-o", str(theirs))
    assert ours.read_bytes() == theirs.read_bytes()
    batchdoku.grids_file(tmp_path / "grids.txt", 50, seed=3)
    assert (tmp_path / "grids.txt").read_text().split() == batchdoku.grids(50, seed=3, as_="str")


def test_options_that_are_meant_are_named(tmp_path):
    with pytest.raises(TypeError, match="'format'; did you mean to_format or from_format"):
        batchdoku.solve_file(DATA / "easy.txt", tmp_path / "out", format="csv")
    with pytest.raises(TypeError, match=r"keyword argument 'quick'$"):
        batchdoku.solve_file(DATA / "easy.txt", tmp_path / "out", quick=True)


def test_check(tmp_path):
    summary = batchdoku.check_file(DATA / "easy.txt", solutions=DATA / "easy.sol", unique=True)
    assert summary["done"] == summary["puzzles"] == len(lines("easy.txt"))


def test_errors(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"missing\.txt") as raised:
        batchdoku.solve_file("missing.txt", tmp_path / "out")
    assert raised.value.filename == "missing.txt"
    with pytest.raises(ValueError, match="odd"):
        batchdoku.solve_file(DATA / "easy.txt", tmp_path / "out", to_format="odd")
    with pytest.raises(TypeError, match="'spam'"):
        batchdoku.solve_file(DATA / "easy.txt", tmp_path / "out", spam=1)
    bad = tmp_path / "bad.txt"
    bad.write_text(lines("easy.txt")[0] + "\n1234\n")
    with pytest.raises(ValueError, match="line 2"):
        batchdoku.solve_file(bad, tmp_path / "out", strict=True)
    with pytest.raises(ZeroDivisionError):
        batchdoku.generate_file(tmp_path / "out", 10**9, progress=Breaks())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt"]


class Breaks:
    def update(self, n):
        raise ZeroDivisionError
