"""Candidates are honoured or refused by name, by every public function that takes a grid."""

import inspect
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import lines

import batchdoku
import batchdoku.polars

PUZZLE = lines("clues36.txt")[0].replace("0", ".")
SOLUTION = batchdoku.solve(PUZZLE)


def all_candidates() -> list[str]:
    """The candidates of each cell that the clues leave."""
    found = []
    for cell, clue in enumerate(PUZZLE):
        row, column = divmod(cell, 9)
        seen = {
            PUZZLE[peer]
            for peer in range(81)
            if peer // 9 == row
            or peer % 9 == column
            or (peer // 27 == row // 3 and peer % 9 // 3 == column // 3)
        }
        left = "".join(digit for digit in "123456789" if digit not in seen)
        found.append(left if clue == "." else clue)
    return found


#: A cell that keeps several candidates without one of them.
CELL = next(cell for cell, left in enumerate(all_candidates()) if len(left) > 2)


def candidates(excluded: str) -> list[str]:
    """The candidates that the clues leave, without some of ``CELL``."""
    found = all_candidates()
    found[CELL] = "".join(digit for digit in found[CELL] if digit not in excluded)
    return found


def drawn(cells: list[str]) -> str:
    return "\n".join(" ".join(cells[row : row + 9]) for row in range(0, 81, 9)) + "\n"


def on_a_line(cells: list[str]) -> str:
    return "".join(d if d in cell else "." for cell in cells for d in "123456789")


def of_hodoku(excluded: str) -> str:
    row, column = divmod(CELL, 9)
    gone = " ".join(f"{digit}{row + 1}{column + 1}" for digit in excluded)
    return f":0000:x:{PUZZLE}:{gone}::"


def of_sudokuwiki(cells: list[str]) -> str:
    def pair(cell: str) -> str:
        number = 2 * sum(1 << int(digit) - 1 for digit in cell) + (len(cell) == 1)
        digits = "0123456789abcdefghijklmnopqrstuv"
        return digits[number >> 5] + digits[number & 31]

    return "".join(map(pair, cells))


WRONG = SOLUTION[CELL]
#: A text of each form, which excludes the only solution.
UNSOLVABLE = {
    "table": drawn(candidates(WRONG)),
    "line": on_a_line(candidates(WRONG)),
    "hodoku": of_hodoku(WRONG),
    "sudokuwiki": of_sudokuwiki(candidates(WRONG)),
}
#: The same, without a candidate that the solution does not have.
OTHERS = "".join(digit for digit in candidates("")[CELL] if digit != WRONG)[:1]
SOLVABLE = {
    "table": drawn(candidates(OTHERS)),
    "line": on_a_line(candidates(OTHERS)),
    "hodoku": of_hodoku(OTHERS),
    "sudokuwiki": of_sudokuwiki(candidates(OTHERS)),
}
FORMS = pytest.mark.parametrize("form", UNSOLVABLE)

COLUMNS: dict[str, Callable[[list[str]], Any]] = {
    "list": list,
    "bytes": lambda texts: [text.encode() for text in texts],
    "positions": lambda texts: [batchdoku.Position(text) for text in texts],
    "numpy": np.array,
    "numpy bytes": lambda texts: np.array([text.encode() for text in texts]),
    "numpy objects": lambda texts: np.array(texts, object),
    "pandas": pd.Series,
    "polars": lambda texts: pl.Series("puzzle", texts),
    "arrow": pa.array,
    "arrow views": lambda texts: pa.array(texts).cast(pa.string_view()),
    "arrow chunks": lambda texts: pa.chunked_array([[text] for text in texts]),
}
TABLES: dict[str, Callable[[dict[str, list[str]]], Any]] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "arrow": pa.table,
    "batch": pa.RecordBatch.from_pydict,
}


def listed(answers: Any) -> list[Any]:
    if hasattr(answers, "to_pylist"):
        return answers.to_pylist()
    if hasattr(answers, "to_list"):
        return answers.to_list()
    return list(answers)


def missing(answer: Any) -> bool:
    return answer is None or answer == "" or answer == b"" or (answer != answer)


# What each function makes of two texts: one that excludes its only solution, and one that keeps it.


def solve(puzzles: Any) -> None:
    first, second = listed(batchdoku.solve(puzzles))
    assert missing(first)
    assert (second.decode() if isinstance(second, bytes) else second) == SOLUTION


def count(puzzles: Any) -> None:
    assert listed(batchdoku.count(puzzles)) == [0, 1]


def is_unique(puzzles: Any) -> None:
    assert listed(batchdoku.is_unique(puzzles)) == [False, True]


def check(puzzles: Any) -> None:
    make = {type(column([PUZZLE])): column for column in COLUMNS.values()}[type(puzzles)]
    claims = make([SOLUTION, SOLUTION])
    if isinstance(puzzles, np.ndarray):
        claims = claims.astype(f"{puzzles.dtype.kind}81") if puzzles.dtype.kind != "O" else claims
    for unique in (False, True):
        assert listed(batchdoku.check(puzzles, claims, unique=unique)) == [False, True]


def explain(puzzles: Any) -> None:
    first, second = batchdoku.explain(puzzles)
    assert first["error"] == "the puzzle has no solution"
    assert (first["steps"], first["candidates"][9 * CELL + int(WRONG) - 1]) == ([], ".")
    assert second["steps"][-1]["grid"] == SOLUTION
    left = second["candidates"][9 * CELL : 9 * CELL + 9].replace(".", "")
    assert not set(OTHERS) & set(left)
    assert [json.loads(line) for line in batchdoku.explain(puzzles, to="json")] == [first, second]


def traces(puzzles: Any) -> None:
    first, second = batchdoku.traces(puzzles)
    assert first is None
    assert second.endswith(f"{SOLUTION}\n")
    first, second = batchdoku.traces(puzzles, search=True)
    assert first is None
    assert second.endswith(f"{SOLUTION}\n")


HONOURED = {f.__name__: f for f in (solve, count, is_unique, check, explain, traces)}

#: The arguments beside a column of puzzles.
REFUSED: dict[str, dict[str, Any]] = {
    "canon": {},
    "dedupe": {},
    "meets": {},
    "neighbours": {},
    "rate": {},
    "score": {"replies": ["?", "?"]},
    "shuffle": {},
    "split": {},
    "stats": {},
    "sub_puzzles": {},
}
#: The functions of tables by those of columns, which some have no column for.
COUNTED = {"solve_table": 0, "count_table": 0, "is_unique_table": False, "check_table": False}
REFUSED_TABLES = {
    "canon_table": {},
    "dedupe_table": {},
    "meets_table": {},
    "rate_table": {},
    "score_table": {"text": "solution"},
    "shuffle_table": {},
    "split_table": {},
    "stats_table": {},
}
#: Of files, those that take candidates.
FILES = {"solve_file", "count_file", "check_file", "explain_file", "traces_file"}
#: Of moves: test_moves.py has positions with candidates.
MOVES = {"render", "flat_tokens", "action_mask", "candidates", "forced", "judge_moves", "legal"}
#: These take no grid.
WITHOUT_GRID = {"features", "generate", "generate_file", "grids", "grids_file"}


def functions() -> dict[str, Any]:
    found = {name: getattr(batchdoku, name) for name in batchdoku.__all__}
    return {name: f for name, f in found.items() if inspect.isfunction(f)}


def test_every_function_is_known():
    files = {name for name in functions() if name.endswith("_file")} - WITHOUT_GRID
    known = set(HONOURED) | set(REFUSED) | set(COUNTED) | set(REFUSED_TABLES) | files
    known |= WITHOUT_GRID | {"explain_table"} | MOVES
    assert set(functions()) - known == set(), "say here what it makes of candidates"


@FORMS
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("name", HONOURED)
def test_honoured(name, column, form):
    HONOURED[name](COLUMNS[column]([UNSOLVABLE[form], SOLVABLE[form]]))


@FORMS
@pytest.mark.parametrize("kind", [str, batchdoku.Position])
def test_honoured_of_one(kind, form):
    none, one = kind(UNSOLVABLE[form]), kind(SOLVABLE[form])
    assert (batchdoku.solve(none), str(batchdoku.solve(one))) == (
        None,
        str(type(batchdoku.solve(one))(SOLUTION)),
    )
    assert (batchdoku.count(none), batchdoku.count(one)) == (0, 1)
    assert (batchdoku.is_unique(none), batchdoku.is_unique(one)) == (False, True)
    assert (batchdoku.check(none, SOLUTION), batchdoku.check(one, SOLUTION)) == (False, True)
    assert batchdoku.explain(none)["error"] == "the puzzle has no solution"
    assert batchdoku.explain(one)["steps"][-1]["grid"] == SOLUTION
    assert (batchdoku.traces(none), batchdoku.traces(one)[-82:-1]) == (None, SOLUTION)
    assert next(batchdoku.explain(iter([none])))["error"] == "the puzzle has no solution"


@FORMS
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, column, form):
    puzzles = COLUMNS[column]([PUZZLE, UNSOLVABLE[form]])
    with pytest.raises(ValueError, match=rf"row 1: .* excludes candidates, which {name} does not"):
        getattr(batchdoku, name)(puzzles, **REFUSED[name])


@FORMS
@pytest.mark.parametrize("name", REFUSED)
def test_refused_of_one(name, form):
    options = {**REFUSED[name], **({"replies": "?"} if name == "score" else {})}
    puzzle = [UNSOLVABLE[form]] if name in ("dedupe", "split", "stats") else UNSOLVABLE[form]
    with pytest.raises(ValueError, match=r"excludes candidates, which .* does not take"):
        getattr(batchdoku, name)(puzzle, **options)


def test_refused_beside_others():
    with pytest.raises(ValueError, match="which dedupe does not"):
        batchdoku.dedupe([PUZZLE], against=[UNSOLVABLE["line"]])
    with pytest.raises(ValueError, match="which shuffle does not"):
        batchdoku.shuffle([UNSOLVABLE["line"]], solutions=[SOLUTION])
    with pytest.raises(ValueError, match="which Grid does not"):
        batchdoku.Grid(UNSOLVABLE["table"])


@FORMS
@pytest.mark.parametrize("kind", TABLES)
def test_tables(kind, form):
    columns = {"puzzle": [UNSOLVABLE[form], SOLVABLE[form]], "solution": [SOLUTION, SOLUTION]}
    for name, first in COUNTED.items():
        chosen = {"puzzle": columns["puzzle"]} if name == "solve_table" else columns
        result = getattr(batchdoku, name)(TABLES[kind](chosen))
        of = {"is_unique_table": "unique", "check_table": "correct"}.get(name, "solutions")
        assert listed(result[of]) == [first, 1 if first == 0 and first is not False else True]
    steps = batchdoku.explain_table(TABLES[kind](columns))["steps"]
    assert [missing(step) for step in listed(steps)] == [True, False]
    for name, options in REFUSED_TABLES.items():
        function = name.removesuffix("_table")
        with pytest.raises(ValueError, match=f"excludes candidates, which {function} does not"):
            getattr(batchdoku, name)(TABLES[kind](columns), **options)


@pytest.mark.parametrize("name", [name for name in functions() if name.endswith("_file")])
def test_files(name, tmp_path):
    if name in WITHOUT_GRID:
        return
    puzzles, output = tmp_path / "puzzles.txt", tmp_path / "out.txt"
    puzzles.write_text(f"{UNSOLVABLE['line']} {SOLUTION}\n{SOLVABLE['line']} {SOLUTION}\n")
    function = getattr(batchdoku, name)
    if name == "split_file":
        output = tmp_path / "set-{set}.txt"
    if name in FILES:
        summary = function(puzzles, output)
        none = summary["unsolvable"] + summary["wrong"]
        assert (none == 1) or (name == "count_file" and summary["solutions"] == 1), summary
    else:
        with pytest.raises(ValueError, match="pencilmark puzzles are for solve, count"):
            function(puzzles, output)


def test_polars_expressions():
    """Each method goes by a function of the package, which says what it makes of candidates."""
    methods = [
        name
        for name, method in inspect.getmembers(batchdoku.polars.Sudoku, inspect.isfunction)
        if not name.startswith("_")
    ]
    series = pl.Series("puzzle", [UNSOLVABLE["table"], SOLVABLE["table"]])
    solutions = pl.Series("solution", [SOLUTION, SOLUTION])
    for name in methods:
        method = getattr(series.sudoku, name)
        if name in ("solve", "count", "is_unique"):
            expected = {"solve": [None, SOLUTION], "count": [0, 1], "is_unique": [False, True]}
            assert method().to_list() == expected[name]
        elif name == "check":
            assert method(solutions).to_list() == [False, True]
        elif name == "explain":
            assert ["error" in json.loads(line) for line in method()] == [True, False]
        else:
            arguments = [solutions] if name == "score" else []
            with pytest.raises((ValueError, pl.exceptions.ComputeError), match="candidates"):
                method(*arguments)


def test_candidates_that_exclude_nothing_are_clues():
    puzzle = ["123456789" if clue == "." else clue for clue in PUZZLE]
    for form in (drawn(puzzle), on_a_line(puzzle)):
        assert batchdoku.rate([form]) == batchdoku.rate([PUZZLE])
        assert batchdoku.canon(form) == batchdoku.canon(PUZZLE)


def alone(digit: str) -> batchdoku.Position:
    """A position in which ``CELL`` is empty and has one candidate left, which as text would be a clue."""
    others = [int(other) for other in all_candidates()[CELL] if other != digit]
    position = batchdoku.Position(PUZZLE).eliminate(CELL, *others)
    assert position.grid.text == PUZZLE
    return position


#: Another candidate than that of the solution, alone in ``CELL``, and the right one.
ALONE = [alone(next(d for d in all_candidates()[CELL] if d != WRONG)), alone(WRONG)]


def objects(items: list[Any]) -> Any:
    array = np.empty(len(items), object)
    array[:] = items
    return array


OBJECTS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "numpy": objects,
    "pandas": lambda items: pd.Series(items, dtype=object),
}


@pytest.mark.parametrize("column", OBJECTS)
def test_an_empty_cell_with_one_candidate_is_no_clue(column):
    """Positions keep their digits and their candidates in every function: none reads their text."""
    positions = OBJECTS[column](ALONE)
    claims = OBJECTS[column]([SOLUTION, SOLUTION])
    assert [missing(answer) for answer in listed(batchdoku.solve(positions))] == [True, False]
    assert listed(batchdoku.count(positions)) == [0, 1]
    assert listed(batchdoku.check(positions, claims)) == [False, True]
    found = batchdoku.explain(positions)
    assert [path.get("error") for path in found] == ["the puzzle has no solution", None]
    assert found[1]["puzzle"] == PUZZLE
    # The cell is still to be filled.
    placed = [step["placed"] for step in found[1]["steps"] if step["placed"]]
    assert len(placed) == PUZZLE.count(".")
    assert batchdoku.traces(positions)[0] is None
    masks = batchdoku.candidates(positions)
    assert masks[:, CELL].tolist() == [int(one.candidates[CELL]) for one in ALONE]
    assert batchdoku.legal(positions)[1, CELL] != 0, "the cell is empty"
    cell = divmod(CELL, 9)
    judged = batchdoku.judge_moves(positions, [(*cell, int(WRONG))] * 2).verdicts.tolist()
    assert [batchdoku.MOVE_VERDICTS[verdict] for verdict in judged] == ["wrong", "right"]
    boards = batchdoku.render(positions, "grid")
    assert boards == [batchdoku.render(PUZZLE, "grid")] * 2
    for name, options in REFUSED.items():
        with pytest.raises(
            ValueError, match=rf"row 0: .* excludes candidates, which {name} does not"
        ):
            getattr(batchdoku, name)(positions, **options)
    with pytest.raises(ValueError, match=r"which flat_tokens does not"):
        batchdoku.flat_tokens(positions)
    with pytest.raises(ValueError, match=r"which dedupe does not"):
        batchdoku.dedupe([PUZZLE], against=positions)


def test_an_empty_cell_with_one_candidate_is_no_clue_of_one():
    none, one = ALONE
    assert (batchdoku.solve(none), str(batchdoku.solve(one))) == (
        None,
        str(batchdoku.Grid(SOLUTION)),
    )
    assert (batchdoku.count(none), batchdoku.count(one)) == (0, 1)
    assert (batchdoku.check(none, SOLUTION), batchdoku.check(one, SOLUTION)) == (False, True)
    assert batchdoku.explain(one)["puzzle"] == PUZZLE
    assert next(batchdoku.explain(iter([one])))["puzzle"] == PUZZLE
    assert batchdoku.render(one, "grid") == batchdoku.render(PUZZLE, "grid")
    for name in REFUSED:
        options = {"replies": "?"} if name == "score" else {}
        puzzle = [one] if name in ("dedupe", "split", "stats") else one
        with pytest.raises(ValueError, match=r"excludes candidates, which .* does not take"):
            getattr(batchdoku, name)(puzzle, **options)
    with pytest.raises(ValueError, match=r"which Grid does not"):
        batchdoku.Grid(one)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"which flat_tokens does not"):
        batchdoku.flat_tokens(one)


def test_positions_are_claims_by_their_digits():
    """A solution that is a position has its digits, whatever its candidates are."""
    whole = batchdoku.Position(SOLUTION)
    assert batchdoku.check(PUZZLE, whole) is True
    assert batchdoku.check([PUZZLE], [whole]) == [True]
    for part in ALONE:
        assert batchdoku.check([PUZZLE], [part]) == [False]


def test_columns_of_other_kinds_refuse_positions():
    """Polars has Python objects in columns, but hands out their addresses as Arrow."""
    with pytest.raises(pa.ArrowInvalid):
        pa.array(ALONE)
    column = pl.Series("puzzle", ALONE, dtype=pl.Object)
    frame = pl.DataFrame({"puzzle": [PUZZLE, PUZZLE], "note": column})
    for function in (batchdoku.solve, batchdoku.count, batchdoku.rate, batchdoku.canon):
        with pytest.raises(TypeError, match=r"to_list\(\) is a list"):
            function(column)
    for function in (batchdoku.solve_table, batchdoku.rate_table):
        for table in (frame, frame.lazy()):
            with pytest.raises(TypeError, match="the column 'note' has Python objects"):
                function(table)
    assert batchdoku.count(column.to_list()) == [0, 1]


def test_a_position_without_eliminations_is_its_digits():
    """What was eliminated and was no candidate before makes no other position."""
    same = batchdoku.Position(PUZZLE).eliminate(CELL)
    assert same.text == PUZZLE
    assert batchdoku.rate(same) == batchdoku.rate([same])[0] == batchdoku.rate(PUZZLE)
