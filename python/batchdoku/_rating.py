"""How hard a puzzle is."""

from __future__ import annotations

from typing import Literal, NamedTuple

#: Levels of puzzles with exactly one solution.
Level = Literal["easy", "medium", "hard", "search", "long_search"]


class Rating(NamedTuple):
    """How hard a puzzle is."""

    #: A level; ``unsolvable`` without a solution, ``multiple`` with several.
    level: Level | Literal["unsolvable", "multiple"]
    #: The hardest technique needed; ``None`` without exactly one solution.
    technique: str | None
    #: Nodes of a search for two solutions.
    nodes: int
    #: How often each technique was used, such as ``naked_single=30,hidden_single=22``.
    steps: str | None
