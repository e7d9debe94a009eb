"""Solve, check and make sudoku puzzles by the million.

Every function takes puzzles in many kinds of containers, and returns its results in the same kind:
a ``str``, ``bytes`` or a list of them, a NumPy array, a pandas or Polars object, or any object that
supports Arrow.

>>> import batchdoku
>>> batchdoku.solve(
...     "103000509002109400000704000300502006060000050700803004000401000009205800804000107"
... )
'143628579572139468986754231391542786468917352725863914237481695619275843854396127'
"""

from ._boards import render
from ._corpus import dedupe, dedupe_table, split, split_table, stats, stats_table
from ._features import features
from ._files import (
    Summary,
    canon_file,
    check_file,
    count_file,
    dedupe_file,
    explain_file,
    generate_file,
    grids_file,
    neighbours_file,
    rate_file,
    shuffle_file,
    solve_file,
    split_file,
    stats_file,
    sub_puzzles_file,
    traces_file,
)
from ._flat import FlatTokens, flat_tokens
from ._grid import Grid
from ._make import generate, grids
from ._moves import (
    MOVE_VERDICTS,
    JudgedMove,
    JudgedMoves,
    action_mask,
    candidates,
    forced,
    judge_moves,
    legal,
)
from ._native import __version__
from ._operations import (
    canon,
    canon_table,
    check,
    check_table,
    count,
    count_table,
    is_unique,
    is_unique_table,
    meets,
    meets_table,
    rate,
    rate_table,
    shuffle,
    shuffle_table,
    solve,
    solve_table,
)
from ._position import Position, Step
from ._rating import ErRating, Rating
from ._score import Score, Scores, score, score_table
from ._single import explain, explain_table, neighbours, sub_puzzles
from ._table import Table
from ._traces import traces

__all__ = [
    "MOVE_VERDICTS",
    "ErRating",
    "FlatTokens",
    "Grid",
    "JudgedMove",
    "JudgedMoves",
    "Position",
    "Rating",
    "Score",
    "Scores",
    "Step",
    "Summary",
    "Table",
    "__version__",
    "action_mask",
    "candidates",
    "canon",
    "canon_file",
    "canon_table",
    "check",
    "check_file",
    "check_table",
    "count",
    "count_file",
    "count_table",
    "dedupe",
    "dedupe_file",
    "dedupe_table",
    "explain",
    "explain_file",
    "explain_table",
    "features",
    "flat_tokens",
    "forced",
    "generate",
    "generate_file",
    "grids",
    "grids_file",
    "is_unique",
    "is_unique_table",
    "judge_moves",
    "legal",
    "meets",
    "meets_table",
    "neighbours",
    "neighbours_file",
    "rate",
    "rate_file",
    "rate_table",
    "render",
    "score",
    "score_table",
    "shuffle",
    "shuffle_file",
    "shuffle_table",
    "solve",
    "solve_file",
    "solve_table",
    "split",
    "split_file",
    "split_table",
    "stats",
    "stats_file",
    "stats_table",
    "sub_puzzles",
    "sub_puzzles_file",
    "traces",
    "traces_file",
]
