"""Names of techniques, as arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._types import Names

#: Names of techniques: needed, on the path, left out; and the hardest of the ladder.
Conditions = tuple[list[str], list[str], list[str], str | None]


def names_in(names: Names | None) -> list[str]:
    """Names, of which a ``str`` may hold several."""
    return names.split(",") if isinstance(names, str) else list(names or ())


def conditions(
    needs: Names | None = None,
    contains: Names | None = None,
    without: Names | None = None,
    at_most: str | None = None,
) -> Conditions:
    """Conditions on paths, for the extension."""
    return names_in(needs), names_in(contains), names_in(without), at_most
