"""What the tests share: puzzles, and the program as the judge of every answer."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("BATCHDOKU_ROOT") or Path(__file__).resolve().parents[2])
DATA = ROOT / "data"

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))


def lines(name: str) -> list[str]:
    return (DATA / name).read_text().split()


@pytest.fixture(scope="session")
def puzzles() -> list[str]:
    """Easy and hard puzzles, puzzles with many solutions and with none, and rows that are none."""
    rows = lines("clues36.txt")[:2000] + lines("extreme.txt")[:50]
    rows += lines("multiple.txt")[:100] + lines("nosolution.txt")[:100] + lines("minimal.txt")[:200]
    malformed = ["", "1234", "." * 80, "." * 82, "." * 80 + "é", "x" * 80 + "!", "\0" * 81]
    for i, row in enumerate(malformed):
        rows.insert(37 * (i + 1), row)
    return rows


class Program:
    """The command line."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self, *arguments: str, text: str | None = None) -> str:
        done = subprocess.run(
            [self.path, *arguments], input=text, capture_output=True, encoding="utf-8", check=False
        )
        # 1: some puzzles have no solution.
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    def rows(self, command: str, rows: list[str], *arguments: str) -> list[str]:
        """One line of output for each of the rows, which must not be blank."""
        text = "".join(f"{row}\n" for row in rows)
        output = self(command, "--from", "line", *arguments, text=text)
        answers = output.splitlines()
        assert len(answers) == len(rows)
        return answers

    def solutions(self, rows: list[str], *arguments: str) -> list[str | None]:
        answers = self.rows("solve", [row or "?" for row in rows], *arguments)
        return [None if "." in answer else answer for answer in answers]


@pytest.fixture(scope="session")
def program() -> Program:
    """The program of this tree: ``$BATCHDOKU``, else the last one that was built."""
    path = os.environ.get("BATCHDOKU")
    if not path:
        built = [ROOT / "target" / profile / "batchdoku" for profile in ("release", "debug")]
        built = [path for path in built if path.exists()]
        assert built, "build the program (cargo build), or name it in BATCHDOKU"
        path = str(max(built, key=lambda path: path.stat().st_mtime))
    return Program(path)
