"""What each operation gives, against the program and in every kind."""

import subprocess
import sys

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from test_kinds import cells_of

import batchdoku

LIMITS = {"max_nodes": 100_000}


def in_every_kind(operation, rows, **options):
    """The results for a list, and a check that arrays and tables give the same."""
    results = operation(rows, **options)
    array = operation(pa.array(rows), **options)
    assert array.to_pylist() == results
    assert operation(pa.chunked_array([rows[:9], rows[9:]]), **options).to_pylist() == results
    assert operation(pl.Series(rows), **options).to_list() == results
    return results


def test_count(program, puzzles):
    got = in_every_kind(batchdoku.count, puzzles)
    answers = program.rows("count", [row or "?" for row in puzzles])
    assert got == [None if a == "-" else int(a.strip("+>=")) for a in answers]
    cells = batchdoku.count(cells_of(puzzles))
    assert cells.tolist() == [-1 if count is None else count for count in got]
    assert batchdoku.count(puzzles, limit=50) == [
        None if a == "-" else int(a.strip("+>="))
        for a in program.rows("count", [row or "?" for row in puzzles], "--limit", "50")
    ]
    assert batchdoku.is_unique(puzzles) == [None if c is None else c == 1 for c in got]
    assert in_every_kind(batchdoku.is_unique, puzzles) == batchdoku.is_unique(puzzles)
    mask = batchdoku.is_unique(cells_of(puzzles), mask=True)[1]
    assert mask.tolist() == [c is not None for c in got]


def test_count_all():
    grid = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...."
    assert batchdoku.count(grid, limit=0) > 1000
    assert batchdoku.count(grid, limit=1000) == 1000
    assert batchdoku.count(grid, limit=0, max_nodes=10) is None
    with pytest.raises(ValueError, match="limit"):
        batchdoku.count(grid, limit=-1)


def test_check(puzzles):
    solutions = batchdoku.solve(puzzles)
    grids = [
        len(p) == 81 and batchdoku.count(p, limit=1) is not None if _is_grid(p) else False
        for p in puzzles
    ]
    claims = [s if i % 3 else "1" * 81 for i, s in enumerate(solutions)]
    expected = [
        None if not grid or (i % 3 and s is None) else bool(i % 3)
        for i, (s, grid) in enumerate(zip(solutions, grids))
    ]
    assert batchdoku.check(puzzles, claims) == expected
    assert batchdoku.check(pa.array(puzzles), pa.array(claims)).to_pylist() == expected
    # Chunks that do not begin at the same rows.
    cut = (
        pa.chunked_array([puzzles[:100], puzzles[100:]]),
        pa.chunked_array([claims[:31], claims[31:]]),
    )
    assert batchdoku.check(*cut).to_pylist() == expected
    table = pa.table({"puzzle": puzzles, "solution": claims})
    assert batchdoku.check_table(table)["correct"].to_pylist() == expected
    unique = batchdoku.check(puzzles, solutions, unique=True)
    assert unique == [
        None if not g or s is None else u
        for g, s, u in zip(grids, solutions, batchdoku.is_unique(puzzles))
    ]
    keep = [i for i, p in enumerate(puzzles) if _is_grid(p) and solutions[i]]
    cells, found = cells_of([puzzles[i] for i in keep]), cells_of([solutions[i] for i in keep])
    assert batchdoku.check(cells, found).all()
    found[:, 0] = found[:, 0] % 9 + 1
    assert not batchdoku.check(cells, found).any()
    with pytest.raises(ValueError, match=r"there are 2 puzzles and 1 solution$"):
        batchdoku.check(puzzles[:2], solutions[:1])
    with pytest.raises(ValueError, match=r"there are 2 puzzles and 1 solution$"):
        batchdoku.check(pa.chunked_array([puzzles[:2]]), pa.chunked_array([claims[:1]]))
    assert batchdoku.check(puzzles[0], solutions[0]) is True


def _is_grid(text):
    try:
        batchdoku.Grid(text)
    except ValueError:
        return False
    return len(text) == 81


def test_rate(program, puzzles):
    rows = puzzles[:400] + puzzles[2000:2060]
    got = in_every_kind_of_rating(rows)
    answers = program.rows("rate", [row or "?" for row in rows])
    expected = []
    for answer in answers:
        level, technique, nodes, steps = answer.split()
        none = level == "-"
        expected.append(None if none else (level, _known(technique), int(nodes), _known(steps)))
    assert got == expected


def _known(field):
    return None if field == "-" else field


def in_every_kind_of_rating(rows):
    results = batchdoku.rate(rows)
    records = [r or (None, None, None, None) for r in results]
    table = batchdoku.rate_table(pa.table({"puzzle": rows}))
    columns = zip(*(table[name].to_pylist() for name in ("level", "technique", "nodes", "steps")))
    assert list(columns) == records
    array = batchdoku.rate(pa.array(rows)).to_pylist()
    assert [tuple(item.values()) for item in array] == records
    found = batchdoku.rate(cells_of(rows))
    assert found["nodes"].tolist() == [-1 if r is None else r.nodes for r in results]
    return results


def test_canon_and_shuffle(program, puzzles):
    rows = puzzles[:300]
    canon = in_every_kind(batchdoku.canon, rows)
    answers = program.rows("canon", [row or "?" for row in rows])
    assert [c or "." * 81 for c in canon] == answers
    assert (batchdoku.canon(cells_of(rows)) == cells_of([c or "0" * 81 for c in canon])).all()
    grids = [row for row in rows if len(row.encode()) == 81]
    shuffled = batchdoku.shuffle(grids, 7)
    answers = program.rows("shuffle", grids, "--seed", "7")
    assert [s or "." * 81 for s in shuffled] == answers
    assert batchdoku.shuffle(pa.chunked_array([grids[:9], grids[9:]]), 7).to_pylist() == shuffled
    assert batchdoku.canon(shuffled) == batchdoku.canon(grids)
    assert batchdoku.shuffle(grids, 8) != shuffled


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(puzzles, threads):
    many = puzzles * 5
    assert batchdoku.solve(many, threads=threads) == batchdoku.solve(puzzles) * 5
    table = pa.table({"puzzle": many})
    one = batchdoku.solve_table(table, limit=2, threads=1)
    assert batchdoku.solve_table(table, limit=2, threads=threads) == one


def test_generate(program):
    text = program("generate", "-n", "3000", "--seed", "5", "--with-solution")
    expected = [tuple(line.replace(",", " ").split()) for line in text.splitlines()]
    puzzles, solutions = batchdoku.generate(3000, seed=5, as_="str")
    assert list(zip(puzzles, solutions)) == expected
    parts = [batchdoku.generate(n, seed=5, skip=s, as_="str") for s, n in ((0, 10), (10, 2990))]
    assert parts[0][0] + parts[1][0] == puzzles
    table = pa.table(batchdoku.generate(3000, seed=5))
    assert table.to_pydict() == {"puzzle": puzzles, "solution": solutions}
    cells = batchdoku.generate(3000, seed=5, as_="numpy")
    assert (cells[0] == cells_of(puzzles)).all() and (cells[1] == cells_of(solutions)).all()
    assert cells[0].dtype == np.uint8
    assert pa.table(batchdoku.generate(0)).num_rows == 0


def test_generate_by_rating(program):
    for options, arguments in [
        ({"er": (4.0, 4.5)}, ["--er", "4.0..4.5"]),
        ({"er": 1.5, "clues": (28, 32)}, ["--er", "1.5", "--clues", "28..32"]),
        ({"ep": (None, 2.0), "ed": (1.5, None)}, ["--ep", "..2.0", "--ed", "1.5.."]),
    ]:
        expected = program("generate", "-n", "12", "--seed", "7", *arguments).split()
        made = batchdoku.generate(12, seed=7, as_="str", **options)[0]
        assert made == expected
        parts = [batchdoku.generate(6, seed=7, skip=s, as_="str", **options)[0] for s in (0, 6)]
        assert parts[0] + parts[1] == expected


def test_a_table_that_is_made():
    table = batchdoku.generate(3, seed=5)
    assert len(table) == 3 and table.column_names == ["puzzle", "solution"]
    assert repr(table).startswith("batchdoku.Table\n") and "| Utf8" in repr(table)
    assert pa.schema(table).names == table.column_names
    for look in (lambda: table["puzzle"], lambda: table[0]):
        with pytest.raises(TypeError, match=r"pyarrow\.table\(t\)"):
            look()


def test_what_needs_numpy_says_so():
    """In a process that has not seen NumPy yet."""
    code = """if True:
        import sys
        sys.modules["numpy"] = None
        import batchdoku
        for make in (batchdoku.generate, batchdoku.grids):
            try:
                make(1, as_="numpy")
            except ModuleNotFoundError as error:
                assert "numpy" in str(error), error
            else:
                raise AssertionError
    """
    subprocess.run([sys.executable, "-c", code], check=True)


def test_version(program):
    assert program("--version").splitlines()[0].split() == ["batchdoku", batchdoku.__version__]


def test_generate_options():
    puzzles, _ = batchdoku.generate(50, clues=(30, 32), as_="str")
    assert all(30 <= batchdoku.Grid(p).clues <= 32 for p in puzzles)
    puzzles, _ = batchdoku.generate(20, difficulty=["hard", "search"], as_="str")
    assert {r.level for r in batchdoku.rate(puzzles)} <= {"hard", "search"}
    puzzles, _ = batchdoku.generate(5, symmetry="rot180", as_="str")
    assert all((p[i] == ".") == (p[80 - i] == ".") for p in puzzles for i in range(81))
    for options, message in [
        ({"difficulty": "odd"}, "odd"),
        ({"symmetry": "odd"}, "odd"),
        ({"clues": 5}, "17"),
        ({"clues": (40, 30)}, "no number of clues"),
        ({"as_": "odd"}, "as_ must be"),
        ({"skip": 2**64 - 1}, "too large"),
        ({"er": (5.0, 4.0)}, r"no puzzle has ER 5.0\.\.4.0"),
        ({"er": (float("nan"), 4.0)}, "er must be"),
        ({"ed": 13}, "no puzzle has ED"),
        ({"er": (2.0, 3.0), "ed": (4.0, None)}, "ED"),
        ({"difficulty": "easy", "hardest": "xy_wing"}, "exclude each other"),
        ({"difficulty": "easy", "er": (3.0, 4.0)}, "exclude each other"),
        ({"at_most": "naked_pair", "er": (8.0, None)}, "exclude each other"),
    ]:
        with pytest.raises(ValueError, match=message):
            batchdoku.generate(2, **options)
    with pytest.raises(RuntimeError, match="puzzle 0: none in 1 grids"):
        batchdoku.generate(1, symmetry="rot90", max_tries=1)
    with pytest.raises(ValueError, match="too rare"):
        batchdoku.generate(1, clues=17, max_tries=3)


def test_grids(program):
    expected = program("grids", "-n", "20000", "--seed", "3").split()
    assert batchdoku.grids(20000, seed=3, as_="str") == expected
    assert pa.table(batchdoku.grids(10, seed=3, skip=5))["grid"].to_pylist() == expected[5:15]
    assert (batchdoku.grids(9, seed=3, as_="numpy") == cells_of(expected[:9])).all()
