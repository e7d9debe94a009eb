"""Positions and moves, against the rules tried cell by cell, and against the steps of the program."""

import json
import pickle
import re

import numpy as np
import pandas as pd
import polars as pl
import pytest
from conftest import ROOT, lines

import batchdoku
from batchdoku import MOVE_VERDICTS, JudgedMove, Position

PUZZLES = [line.replace("0", ".") for line in lines("clues36.txt")[:6] + lines("extreme.txt")[:2]]
SOLUTIONS = batchdoku.solve(PUZZLES)
PUZZLE, SOLUTION = PUZZLES[0], SOLUTIONS[0]


def peers(cell: int) -> list[int]:
    row, column = divmod(cell, 9)
    return [
        peer
        for peer in range(81)
        if peer != cell
        and (
            peer // 9 == row
            or peer % 9 == column
            or (peer // 27 == row // 3 and peer % 9 // 3 == column // 3)
        )
    ]


def expected(puzzle: str, solution: str, move: tuple[int, int, int]) -> tuple[str, int]:
    row, column, digit = move
    if not (0 <= row < 9 and 0 <= column < 9 and 1 <= digit <= 9):
        return "unparsed", -1
    cell = 9 * row + column
    if puzzle[cell] != ".":
        return "filled", -1
    for peer in peers(cell):
        if puzzle[peer] == str(digit):
            return "conflict", peer
    return ("right" if solution[cell] == str(digit) else "wrong"), -1


ALL = [(row, column, digit) for row in range(9) for column in range(9) for digit in range(1, 10)]
ODD = [(9, 0, 1), (0, -1, 1), (0, 0, 0), (0, 0, 10)]


@pytest.mark.parametrize("has_solutions", [False, True])
@pytest.mark.parametrize("shape", ["cells", "text", "list", "pandas", "polars", "one"])
def test_verdicts(shape, has_solutions):
    cases = [(p, s, move) for p, s in zip(PUZZLES, SOLUTIONS) for move in (ALL + ODD)[::7]]
    if shape == "one":
        cases = [(PUZZLE, SOLUTION, move) for move in ALL + ODD]
    puzzles, solutions, moves = zip(*cases)
    cells = [[int(cell.replace(".", "0")) for cell in puzzle] for puzzle in puzzles]
    given = {
        "cells": np.array(cells, np.uint8),
        "text": np.array(puzzles),
        "list": list(puzzles),
        "pandas": pd.Series(puzzles),
        "polars": pl.Series(puzzles),
        "one": PUZZLE,
    }[shape]
    known = list(solutions) if has_solutions else None
    judged = batchdoku.judge_moves(given, np.array(moves), known)
    want = [expected(*case) for case in cases]
    assert [MOVE_VERDICTS[verdict] for verdict in judged.verdicts] == [name for name, _ in want]
    assert judged.conflicts.tolist() == [cell for _, cell in want]
    assert (judged.verdicts.dtype, judged.conflicts.dtype) == (np.uint8, np.int8)
    assert judged.moves.tolist() == [list(move) for move in moves]


def test_texts_count_from_one():
    cell = PUZZLE.index(".")
    row, column, digit = cell // 9 + 1, cell % 9 + 1, int(SOLUTION[cell])
    right = JudgedMove("right", None, (row - 1, column - 1, digit))
    for text in [
        f"[{row} {column} {digit}]",
        f"({row}, {column}, {digit})",
        f"r{row}c{column}={digit}",
        f"R{row}C{column}: {digit}",
        f"<think>[1 1 1]</think>So \\boxed{{{row} {column} {digit}}}.",
        json.dumps({"name": "move", "arguments": {"row": row, "col": column, "value": digit}}),
    ]:
        assert batchdoku.judge_moves(PUZZLE, text) == right, text
    assert (
        batchdoku.judge_moves(PUZZLE, f"[{digit} {row} {column}]", order="digit row column")
        == right
    )
    for text in [f"{row} {column} {digit}", "", None, "[1 1 1] [1 1 2]"]:
        assert batchdoku.judge_moves(PUZZLE, text) == JudgedMove("unparsed", None, None), text
    assert batchdoku.judge_moves(PUZZLE, (row - 1, column - 1, digit)) == right
    several = batchdoku.judge_moves([PUZZLE] * 2, [f"r{row}c{column}={digit}", None])
    assert several.verdicts.tolist() == [4, 0]
    with pytest.raises(ValueError, match="'row', 'column' and 'digit'"):
        batchdoku.judge_moves(PUZZLE, "[1 1 1]", order="row row digit")


def test_any_solution_is_right():
    empty = "." * 81
    assert batchdoku.judge_moves(empty, (0, 0, 5)).verdict == "right"
    clash = "55" + "." * 79
    assert batchdoku.judge_moves(clash, (5, 5, 5)).verdict == "wrong"


def test_candidates_decide():
    cell = PUZZLE.index(".")
    digit = int(SOLUTION[cell])
    without = Position(PUZZLE).eliminate(cell, digit)
    move = (cell // 9, cell % 9, digit)
    assert batchdoku.judge_moves(without, move).verdict == "wrong"
    assert batchdoku.judge_moves([without, PUZZLE], [move, move]).verdicts.tolist() == [3, 4]
    assert batchdoku.legal(without)[cell] >> digit - 1 & 1 == 1
    assert batchdoku.candidates(without)[cell] >> digit - 1 & 1 == 0
    assert batchdoku.forced(without, move) is None


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="row 1: not a position"):
        batchdoku.judge_moves([PUZZLE, "5"], [(0, 0, 1)] * 2)
    with pytest.raises(ValueError, match="there are 2 positions and 3 moves"):
        batchdoku.judge_moves([PUZZLE] * 2, [(0, 0, 1)] * 3)
    cell = PUZZLE.index(".")
    with pytest.raises(ValueError, match="row 0: the solution is not a complete grid"):
        batchdoku.judge_moves(PUZZLE, (cell // 9, cell % 9, int(SOLUTION[cell])), PUZZLE)
    with pytest.raises(ValueError, match=r"shape \(n, 3\)"):
        batchdoku.judge_moves(PUZZLE, [(0, 0)])
    with pytest.raises(ValueError, match="not all steps of 'bug_plus_one' are listed"):
        batchdoku.forced(PUZZLE, (0, 0, 1), at_most="xy_chain")


def test_masks():
    masks = batchdoku.candidates(PUZZLES)
    legal = batchdoku.legal(PUZZLES)
    bools = batchdoku.action_mask(PUZZLES)
    assert (masks.shape, masks.dtype) == ((len(PUZZLES), 81), np.uint16)
    assert (bools.shape, bools.dtype) == ((len(PUZZLES), 81, 9), np.bool_)
    for row, puzzle in enumerate(PUZZLES):
        for cell in range(81):
            seen = {puzzle[peer] for peer in peers(cell)}
            left = sum(1 << d - 1 for d in range(1, 10) if str(d) not in seen)
            if puzzle[cell] != ".":
                assert masks[row, cell] == 1 << int(puzzle[cell]) - 1
                assert legal[row, cell] == 0
            else:
                assert masks[row, cell] == legal[row, cell] == left
            assert [bool(legal[row, cell] >> d & 1) for d in range(9)] == bools[row, cell].tolist()
    assert (batchdoku.candidates(PUZZLE) == masks[0]).all()
    assert (batchdoku.action_mask(PUZZLE) == bools[0]).all()
    many = batchdoku.candidates(PUZZLES * 40, as_="bools")
    assert many.shape == (40 * len(PUZZLES), 81, 9)
    assert not batchdoku.candidates(["5"]).any()
    assert Position(masks[0]) == Position(batchdoku.candidates(PUZZLE, as_="bools"))


def test_hints_continue_where_they_were():
    for puzzle, solution in zip(PUZZLES[:6], SOLUTIONS):
        path = batchdoku.explain(puzzle)["steps"]
        position, steps = Position(puzzle), []
        while taken := position.step():
            steps.append(taken.step)
            position = taken.position
        assert steps == path
        assert position.grid.text == solution
        middle = Position(puzzle)
        for _ in range(len(path) // 2):
            middle = middle.step().position
        rest = batchdoku.explain(middle)
        assert rest["steps"] == path[len(path) // 2 :]
        assert batchdoku.explain([middle])[0] == rest


def test_a_position_does_not_change():
    start = Position(PUZZLE)
    cell, digit = PUZZLE.index("."), int(SOLUTION[PUZZLE.index(".")])
    after = start.place(cell, digit)
    assert start.grid.text == PUZZLE
    assert after.grid.text == PUZZLE[:cell] + str(digit) + PUZZLE[cell + 1 :]
    assert start.place(divmod(cell, 9), digit) == after
    less = start.eliminate(cell, digit)
    assert less != start
    assert batchdoku.count(less) == 0
    assert pickle.loads(pickle.dumps(less)) == less
    assert {start, Position(PUZZLE), less} == {start, less}
    for wrong in [lambda: after.place(cell, digit), lambda: after.eliminate(cell, 1)]:
        with pytest.raises(ValueError, match=rf"r{cell // 9 + 1}c{cell % 9 + 1} is filled"):
            wrong()
    with pytest.raises(ValueError, match=f"{digit} is eliminated"):
        less.place(cell, digit)
    with pytest.raises(ValueError, match="a digit is 1 to 9"):
        start.place(cell, 0)
    with pytest.raises(ValueError, match="more than one solution"):
        Position("." * 81).step()
    assert Position(SOLUTION).step() is None


def test_forced():
    """The next step of a path follows by its technique, and nothing wrong follows."""
    for puzzle in PUZZLES[:6]:
        position = Position(puzzle)
        while taken := position.step():
            step = taken.step
            if "placed" in step:
                move = step["placed"]
                found = batchdoku.forced(position, move)
                assert found == step["technique"], (position, move)
                row, column, digit = int(move[1]) - 1, int(move[3]) - 1, int(move[5])
                assert batchdoku.forced(position, (row, column, digit % 9 + 1)) is None
            position = taken.position
    cells = np.array([[int(cell.replace(".", "0")) for cell in PUZZLE]] * 81, np.uint8)
    moves = np.array([(cell // 9, cell % 9, int(SOLUTION[cell])) for cell in range(81)])
    singles = batchdoku.forced(cells, moves, at_most="naked_single")
    assert singles.shape == (81,)
    assert {"", "hidden_single", "naked_single"} & set(singles.tolist())


def test_the_documents_say_so():
    page = ROOT / "docs" / "judge.md"
    if not page.exists():
        pytest.skip("the documents are not here")
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 3
    for block in blocks:
        exec(block, {})


def test_all_steps_are_those_of_the_program(program):
    for puzzle in PUZZLES[:4]:
        lines = program("explain", "--all", puzzle, "--to", "jsonl")
        assert batchdoku.explain(puzzle, all_steps=True) == json.loads(lines)
        assert json.loads(batchdoku.explain(puzzle, all_steps=True, to="json")) == json.loads(lines)
    with pytest.raises(ValueError, match="what is available is no path"):
        batchdoku.explain(PUZZLE, all_steps=True, steps=2)


@pytest.mark.parametrize("function", [batchdoku.candidates, batchdoku.legal, batchdoku.action_mask])
def test_a_single_puzzle_that_is_malformed_raises(function):
    for one in ["5" * 80, b"5" * 80, np.full(81, 12), np.full((9, 9), -1)]:
        with pytest.raises(ValueError, match=r"cells|numbers from 0 to 9"):
            function(one)
    assert not function(["5" * 80, "q" * 81]).any()


def test_flat_traces_are_flat_tokens():
    flat = batchdoku.traces(PUZZLES[:3], "flat", clues="random", seed=4)
    tokens = batchdoku.flat_tokens(PUZZLES[:3], clues="random", seed=4)
    assert (flat.tokens == tokens.tokens).all()
    with pytest.raises(ValueError, match="no grids between"):
        batchdoku.traces(PUZZLES[:3], "flat", grids="each")
    with pytest.raises(TypeError, match="an option of flat tokens"):
        batchdoku.traces(PUZZLES[:3], "tokens", sep=729)
