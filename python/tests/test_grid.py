"""One grid."""

import numpy as np
import pytest

from batchdoku import Grid

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_drawn():
    assert str(Grid(PUZZLE)).splitlines()[:4] == [
        "5 3 . | . 7 . | . . .",
        "6 . . | 1 9 5 | . . .",
        ". 9 8 | . . . | . 6 .",
        "------+-------+------",
    ]


def test_made_of_many_things():
    grid = Grid(PUZZLE)
    assert grid == Grid(PUZZLE.replace(".", "0").encode()) == Grid(grid) == Grid(grid.cells)
    assert (
        grid == Grid(np.array(grid)) == Grid("\n".join(PUZZLE[i : i + 9] for i in range(0, 81, 9)))
    )
    assert np.array(grid).shape == (9, 9) and grid.clues == 30
    assert eval(repr(grid)) == grid and len({grid, Grid(PUZZLE)}) == 1


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ("123", "expected 81 cells, got 3"),
        ("a" + "." * 80, "row 1, column 1: expected a digit or an empty cell, got 'a'"),
        ([10] * 81, "a cell is 0 to 9, not 10"),
        ([1.5] * 81, "a cell is 0 to 9"),
    ],
)
def test_malformed(cells, message):
    with pytest.raises(ValueError, match=message):
        Grid(cells)


def test_a_notebook_shows_clues_and_solution_apart():
    puzzle = Grid(PUZZLE)
    solution = puzzle.solve()
    assert solution is not None and solution.puzzle == puzzle and puzzle.puzzle is None
    assert solution.text.startswith("534678912")
    html = solution._repr_html_()
    assert html.count("<td") == 81 and html.count("font-weight:bold") == 30
    assert html.count("color:#1565c0") == 51
    # Dark notebooks colour the rows.
    assert html.count("background:#fff") == 81


def test_operations():
    grid = Grid(PUZZLE)
    assert grid.count() == 1 and grid.is_unique() is True
    assert grid.rate().level == "easy" and grid.canon().canon() == grid.canon()
    assert Grid("11" + "." * 79).solve() is None
    assert Grid("." * 81).solve(unique=True) is None
