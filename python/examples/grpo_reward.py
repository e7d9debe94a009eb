"""A reward function for trainers that compare several completions of a prompt (GRPO and its like).

Such a trainer calls ``reward(prompts, completions, **columns)`` with a row for each completion: the prompt and the
columns of the data set are repeated for all completions of a group. A completion is a text or a list of messages. All
rows of a call are judged at once, and the solution of a puzzle is searched once for its group.

    trainer = GRPOTrainer(..., reward_funcs=reward, args=GRPOConfig(num_generations=8, mask_truncated_completions=True))
"""

from itertools import groupby

import numpy as np

import batchdoku

#: What a solution is worth, and the most that a wrong grid is worth.
SOLVED, PARTLY = 1.0, 0.2


def reward(prompts, completions, puzzle, **columns):
    """The rewards of completions: 1 for a solution; a fifth at most for a grid that keeps the clues, by the share of cells that
    are right; 0 without a grid, and for one that changes a clue."""
    sizes = [len(list(group)) for _, group in groupby(puzzle)]
    ends = np.cumsum(sizes)
    puzzles = [puzzle[end - 1] for end in ends]
    groups = [completions[end - size : end] for end, size in zip(ends, sizes)]
    columns = batchdoku.score(puzzles, groups).columns
    score = {name: np.array([value or 0 for value in columns[name]]) for name in NUMBERS}
    keeps_clues = score["clues_kept"] == score["clues"]
    share = score["cells_right"] / np.maximum(score["cells"], 1)
    rewards = np.where(score["solved"], SOLVED, np.where(keeps_clues, PARTLY * share, 0.0))
    return rewards.tolist()


NUMBERS = ("solved", "clues_kept", "clues", "cells_right", "cells")
