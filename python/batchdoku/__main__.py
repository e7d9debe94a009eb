"""``python -m batchdoku --version``: prints the version and the features, as ``batchdoku --version`` does."""

from __future__ import annotations

import argparse

from . import __version__, features


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m batchdoku",
        description="Tells which version of the package this is. The package has functions, not commands:"
        " see help(batchdoku).",
    )
    there = ", ".join(name for name, is_there in features().items() if is_there) or "none"
    without = "" if features()["parquet"] else " (without parquet: no Parquet, no Arrow)"
    version = f"batchdoku {__version__}\nfeatures: {there}{without}"
    parser.add_argument("-V", "--version", action="store_true", help="print version and features")
    if parser.parse_args().version:
        print(version)
    else:
        parser.print_help()


if __name__ == "__main__":
    main()
