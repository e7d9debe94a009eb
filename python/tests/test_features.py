"""Which build of the package this is, and that it is as it says."""

import subprocess
import sys

import pytest
from conftest import lines

import batchdoku


def told(*arguments: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "batchdoku", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_a_build_has_the_features_that_it_names(tmp_path):
    assert batchdoku.features().keys() == {"parquet"}
    source, table = tmp_path / "puzzles.txt", tmp_path / "puzzles.parquet"
    source.write_text(lines("easy.txt")[0] + "\n")
    if batchdoku.features()["parquet"]:
        batchdoku.solve_file(source, table)
        assert table.read_bytes().startswith(b"PAR1")
    else:
        with pytest.raises(ValueError, match="pyarrow or Polars"):
            batchdoku.solve_file(source, table)


def test_the_version_is_told_as_by_the_program(program):
    version = told("--version")
    assert version.returncode == 0, version.stderr
    first, features = version.stdout.splitlines()
    assert first == program("--version").splitlines()[0]
    named = features.removeprefix("features: ").partition(" (")[0].split(", ")
    there = [name for name, is_there in batchdoku.features().items() if is_there]
    assert named == (there or ["none"])


def test_the_package_has_no_commands():
    refused = told("solve", "puzzles.txt")
    assert refused.returncode == 2
    assert "unrecognized arguments: solve puzzles.txt" in refused.stderr
