"""Names of techniques as arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._types import Names

#: Conditions on paths, under the names of the options.
Conditions = dict[str, Any]


def names_in(names: Names | None) -> list[str]:
    """Returns a list of names. A ``str`` may hold several, with commas between them."""
    return names.split(",") if isinstance(names, str) else list(names or ())


def conditions(
    needs: Names | None = None,
    contains: Names | None = None,
    without: Names | None = None,
    at_most: str | None = None,
    hardest: Names | None = None,
) -> Conditions:
    """Returns conditions on paths, for the extension."""
    lists = {"needs": needs, "hardest": hardest, "contains": contains, "without": without}
    given: Conditions = {name: names_in(names) for name, names in lists.items() if names}
    return given if at_most is None else {**given, "at_most": at_most}
