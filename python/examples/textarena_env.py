"""An environment in the form of TextArena's sudoku: board, moves, rewards, hints, and harder puzzles as it goes."""

from __future__ import annotations

import batchdoku

#: The hardest technique of the puzzles of each stage.
STAGES = ["hidden_single", "naked_single", "naked_pair", "xy_wing"]


class SudokuEnv:
    """``reset()`` and ``step(action)`` return what TextArena's environments do: observation, reward, done, info."""

    def __init__(self, seed: int = 0, most_turns: int = 100) -> None:
        self.seed, self.most_turns, self.stage, self.number = seed, most_turns, 0, 0

    def reset(self) -> str:
        options = {"at_most": STAGES[self.stage], "seed": self.seed, "skip": self.number}
        puzzles, solutions = batchdoku.generate(1, as_="str", **options)
        self.position, self.solution = batchdoku.Position(puzzles[0]), solutions[0]
        self.turns, self.empty = 0, puzzles[0].count(".")
        self.number += 1
        return batchdoku.render(self.position, "textarena")

    def step(self, action: str) -> tuple[str, float, bool, dict[str, object]]:
        judged = batchdoku.judge_moves(self.position, action, self.solution)
        self.turns += 1
        if judged.verdict == "right":
            row, column, digit = judged.move
            self.position = self.position.place((row, column), digit)
        left = 81 - self.position.grid.clues
        solved = left == 0
        if solved:
            self.stage = min(self.stage + 1, len(STAGES) - 1)
        reward = (
            1.0 if solved else {"right": 1 / self.empty, "wrong": -0.1}.get(judged.verdict, -0.5)
        )
        info = {"verdict": judged.verdict, "conflict": judged.conflict, "left": left}
        return self.observe(judged), reward, solved or self.turns >= self.most_turns, info

    def observe(self, judged: batchdoku.JudgedMove) -> str:
        said = "" if judged.verdict == "right" else f"Your move is {judged.verdict}.\n"
        return said + batchdoku.render(self.position, "textarena")

    def hint(self) -> str:
        step = self.position.step()
        return (
            f"Look for a {step.step['technique']} at {' '.join(step.step['cells'])}."
            if step
            else ""
        )
