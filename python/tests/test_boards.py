"""Boards and flat tokens, against samples written by hand and against what the tokens say when they are played."""

from typing import get_args

import numpy as np
import pytest
from conftest import lines

import batchdoku
from batchdoku import Grid, Position

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = batchdoku.solve(PUZZLE)

SAMPLES = {
    "textarena": """\
   C1 C2 C3   C4 C5 C6   C7 C8 C9  @
R1  5  3  . |  .  7  . |  .  .  .
R2  6  .  . |  1  9  5 |  .  .  .
R3  .  9  8 |  .  .  . |  .  6  .
   - - - - - - - - - - - - - - - - @
R4  8  .  . |  .  6  . |  .  .  3
R5  4  .  . |  8  .  3 |  .  .  1
R6  7  .  . |  .  2  . |  .  .  6
   - - - - - - - - - - - - - - - - @
R7  .  6  . |  .  .  . |  2  8  .
R8  .  .  . |  4  1  9 |  .  .  5
R9  .  .  . |  .  8  . |  .  7  9""",
    "ragen": "| 5 3 . . 7 . . . . | 6 . . 1 9 5 . . . | . 9 8 . . . . 6 . "
    "| 8 . . . 6 . . . 3 | 4 . . 8 . 3 . . 1 | 7 . . . 2 . . . 6 "
    "| . 6 . . . . 2 8 . | . . . 4 1 9 . . 5 | . . . . 8 . . 7 9 ",
    "areno": """\
    0  1  2 | 3  4  5 | 6  7  8
  +---------+---------+---------+
0 | 5 3 . .| 7 . . . |.|
1 | 6 . . 1| 9 5 . . |.|
2 | . 9 8 .| . . . 6 |.|
  +---------+---------+---------+
3 | 8 . . .| 6 . . . |3|
4 | 4 . . 8| . 3 . . |1|
5 | 7 . . .| 2 . . . |6|
  +---------+---------+---------+
6 | . 6 . .| . . 2 8 |.|
7 | . . . 4| 1 9 . . |5|
8 | . . . .| 8 . . 7 |9|
  +---------+---------+---------+""",
    "reasoning-gym": """\
5 3 _ _ 7 _ _ _ _
6 _ _ 1 9 5 _ _ _
_ 9 8 _ _ _ _ 6 _
8 _ _ _ 6 _ _ _ 3
4 _ _ 8 _ 3 _ _ 1
7 _ _ _ 2 _ _ _ 6
_ 6 _ _ _ _ 2 8 _
_ _ _ 4 1 9 _ _ 5
_ _ _ _ 8 _ _ 7 9""",
    "markdown": """\
| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |
|---|---|---|---|---|---|---|---|---|
| 5 | 3 |   |   | 7 |   |   |   |   |
| 6 |   |   | 1 | 9 | 5 |   |   |   |
|   | 9 | 8 |   |   |   |   | 6 |   |
| 8 |   |   |   | 6 |   |   |   | 3 |
| 4 |   |   | 8 |   | 3 |   |   | 1 |
| 7 |   |   |   | 2 |   |   |   | 6 |
|   | 6 |   |   |   |   | 2 | 8 |   |
|   |   |   | 4 | 1 | 9 |   |   | 5 |
|   |   |   |   | 8 |   |   | 7 | 9 |""",
    "grid": "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9)),
    "drawing": str(Grid(PUZZLE)),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_boards(name):
    expected = SAMPLES[name].replace("@", "")
    assert batchdoku.render(PUZZLE, name) == expected
    assert batchdoku.render(Grid(PUZZLE), name) == expected
    assert batchdoku.render(Position(PUZZLE).eliminate(2, 1), name) == expected
    assert batchdoku.render([PUZZLE, None, "5"], name) == [expected, None, None]


def test_candidates_are_refused():
    text = Position(PUZZLE).eliminate(2, 1).text
    for function in (batchdoku.render, batchdoku.flat_tokens):
        for x in (text, [PUZZLE, text]):
            with pytest.raises(ValueError, match=f"candidates, which {function.__name__} does not"):
                function(x)


def test_unknown_boards_are_refused():
    with pytest.raises(ValueError, match="to must be one of 'textarena', "):
        batchdoku.render(PUZZLE, "html")


def cells(tokens: list[int]) -> str:
    grid = ["."] * 81
    for token in tokens:
        assert grid[token // 9] == "."
        grid[token // 9] = str(token % 9 + 1)
    return "".join(grid)


@pytest.mark.parametrize("order", ["solver", "row", "random"])
@pytest.mark.parametrize("clues", ["row", "random", None])
def test_flat_tokens(order, clues):
    puzzles = lines("clues36.txt")[:20]
    solutions = batchdoku.solve(puzzles)
    rows, counts = batchdoku.flat_tokens([*puzzles, "." * 81, None], order=order, clues=clues)
    assert rows.shape == (22, 81 if clues is None else 82)
    assert rows.dtype == np.int16
    assert counts.tolist() == [*(sum(c not in ".0" for c in p) for p in puzzles), -1, -1]
    assert (rows[20:] == 730).all()
    for row, puzzle, solution, count in zip(rows.tolist(), puzzles, solutions, counts):
        used = [token for token in row if token != 730]
        if clues is not None:
            given = used[:count]
            assert used[count] == 729
            assert cells(given) == puzzle.replace("0", ".")
            assert clues == "random" or given == sorted(given)
            assert cells(given + used[count + 1 :]) == solution
        placed = used if clues is None else used[count + 1 :]
        assert len(placed) == 81 - count
        assert order != "row" or placed == sorted(placed)
    again = batchdoku.flat_tokens(puzzles, order=order, clues=clues).tokens
    assert (again == rows[:20]).all()
    other = batchdoku.flat_tokens(puzzles, order=order, clues=clues, seed=1).tokens
    assert (other == again).all() == ("random" not in (order, clues))


def test_a_search_can_be_played():
    puzzles = lines("extreme.txt")[:3]
    rows, counts = batchdoku.flat_tokens(puzzles, search=True)
    for row, puzzle, count in zip(rows.tolist(), puzzles, counts):
        grid = {token // 9: token % 9 for token in row[:count]}
        assert row[count] == 729
        saved: list[dict[int, int]] = []
        rest = iter(row[count + 1 :])
        for token in rest:
            if token == 731:
                saved.append(dict(grid))
                token = next(rest)
            elif token == 732:
                grid = saved.pop()
                continue
            elif token == 733:
                break
            assert token // 9 not in grid
            grid[token // 9] = token % 9
        text = "".join(str(grid[cell] + 1) for cell in range(81))
        assert text == batchdoku.solve(puzzle)
        assert set(rest) <= {730}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sep": 5}, "must differ"),
        ({"sep": 730}, "must differ"),
        ({"sep": 731, "search": True}, "which a search has"),
        ({"order": "rows"}, "order must be one of"),
        ({"order": "row", "search": True}, "an order of its own"),
        ({"length": 81}, "82 tokens, more than the length 81"),
        ({"dtype": "int8"}, "int8 does not hold"),
        ({"max_nodes": 5}, "max_nodes is for search"),
    ],
)
def test_what_does_not_fit_is_refused(options, words):
    with pytest.raises(ValueError, match=words):
        batchdoku.flat_tokens([PUZZLE], **options)


def test_an_environment():
    from textarena_env import STAGES, SudokuEnv

    env = SudokuEnv(seed=3)
    board = env.reset()
    assert board == batchdoku.render(env.position, "textarena")
    observation, reward, done, info = env.step("no move")
    assert (reward, done, info["verdict"]) == (-0.5, False, "unparsed")
    assert observation == f"Your move is unparsed.\n{board}"
    total = 0.0
    for cell in range(81):
        if env.position.grid.text[cell] != ".":
            continue
        digit = env.solution[cell]
        if env.turns == 1:
            assert "single" in env.hint()
        move = f"[{cell // 9 + 1} {cell % 9 + 1} {digit}]"
        observation, reward, done, info = env.step(move)
        assert info["verdict"] == "right"
        total += reward
    assert done
    assert info["left"] == 0
    assert total > 1.9
    env.reset()
    assert env.stage == 1
    assert batchdoku.meets(env.position.grid.text, at_most=STAGES[1])


def test_the_type_names_all_boards():
    from batchdoku._boards import _BOARDS, Board

    assert set(get_args(Board)) == set(_BOARDS)
