"""Ratings of puzzles."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

#: Levels of puzzles with exactly one solution.
Level = Literal["easy", "medium", "hard", "search", "long_search"]


class Rating(NamedTuple):
    """The rating of a puzzle: its level, with the facts from which the level follows."""

    #: A level; ``unsolvable`` without a solution, ``multiple`` with several.
    level: Level | Literal["unsolvable", "multiple"]
    #: The hardest technique needed; ``unnamed`` if the levels do not have it; ``None`` without
    #: exactly one solution.
    technique: str | None
    #: The number of nodes of a search for two solutions.
    nodes: int
    #: The number of steps of each technique, for example ``naked_single=30,hidden_single=22``.
    steps: str | None


class ErRating(NamedTuple):
    """The rating of a puzzle, with the ratings of Sudoku Explainer."""

    #: A level; ``unsolvable`` without a solution, ``multiple`` with several.
    level: Level | Literal["unsolvable", "multiple"]
    #: The hardest technique needed; ``None`` without exactly one solution.
    technique: str | None
    #: The number of nodes of a search for two solutions.
    nodes: int
    #: The number of steps of each technique, for example ``naked_single=30,hidden_single=22``.
    steps: str | None
    #: The rating of the hardest step; ``None`` without exactly one solution.
    er: float | None
    #: The rating of the hardest step up to the first digit.
    ep: float | None
    #: The rating of the first step.
    ed: float | None
    #: The technique of the hardest step; ``beyond`` if all techniques together do not suffice.
    er_technique: str | None


def rating_of(fields: tuple[Any, ...]) -> Rating | ErRating:
    """Returns the rating for the values that the extension has found."""
    return Rating._make(fields) if len(fields) == 4 else ErRating._make(fields)
