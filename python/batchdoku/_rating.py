"""How hard a puzzle is."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

#: Levels of puzzles with exactly one solution.
Level = Literal["easy", "medium", "hard", "search", "long_search"]


class Rating(NamedTuple):
    """How hard a puzzle is."""

    #: A level; ``unsolvable`` without a solution, ``multiple`` with several.
    level: Level | Literal["unsolvable", "multiple"]
    #: The hardest technique needed; ``unnamed`` if it is none of those by which levels go; ``None``
    #: without exactly one solution.
    technique: str | None
    #: Nodes of a search for two solutions.
    nodes: int
    #: How often each technique was used, such as ``naked_single=30,hidden_single=22``.
    steps: str | None


class ErRating(NamedTuple):
    """How hard a puzzle is, with the ratings of Sudoku Explainer."""

    #: A level; ``unsolvable`` without a solution, ``multiple`` with several.
    level: Level | Literal["unsolvable", "multiple"]
    #: The hardest technique needed; ``None`` without exactly one solution.
    technique: str | None
    #: Nodes of a search for two solutions.
    nodes: int
    #: How often each technique was used, such as ``naked_single=30,hidden_single=22``.
    steps: str | None
    #: The rating of the hardest step; ``None`` without exactly one solution.
    er: float | None
    #: The rating of the hardest step up to the first digit.
    ep: float | None
    #: The rating of the first step.
    ed: float | None
    #: The technique of the hardest step; ``beyond`` where all techniques do not suffice.
    er_technique: str | None


def rating_of(fields: tuple[Any, ...]) -> Rating | ErRating:
    """The rating of the values that the extension has found."""
    return Rating._make(fields) if len(fields) == 4 else ErRating._make(fields)
