"""The optional features of this build of the package."""

from __future__ import annotations

from ._native import HAS_PARQUET


def features() -> dict[str, bool]:
    """Returns whether this build has each optional feature, by its name.

    ``parquet``: functions on files read and write Parquet and Arrow. Wheels have it; ``pip install`` of
    the source leaves it out, unless ``MATURIN_PEP517_ARGS="--features parquet"`` is in the environment.

    >>> sorted(batchdoku.features())
    ['parquet']

    ``python -m batchdoku --version`` prints the features after the version.
    """
    return {"parquet": HAS_PARQUET}
