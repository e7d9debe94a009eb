"""The examples of the README, as users would write them, before the type checkers that they use."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"

#: What type checkers report, and why it stays.
KNOWN = {
    # The README says below the example that the function `sudoku` is for type checkers.
    'has no attribute "sudoku"',
    'Cannot access attribute "sudoku"',
    # pyarrow and pandas bring no types.
    "missing library stubs or py.typed marker",
    "Library stubs not installed",
}


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The statements of the README's sessions, in order. What needs Apache Spark is no session."""
    examples = doctest.DocTestParser().get_examples(README.read_text())
    assert len(examples) > 15
    path = tmp_path_factory.mktemp("documented") / "readme.py"
    path.write_text("".join(example.source for example in examples))
    return path


@pytest.mark.parametrize(
    "checker",
    [
        ["mypy", "--strict", "--no-error-summary", "--python-executable", sys.executable],
        ["pyright", "--pythonpath", sys.executable],
    ],
    ids=["mypy", "pyright"],
)
def test_examples_have_types(script, checker):
    program = Path(sys.executable).parent / checker[0]
    if not program.exists():
        pytest.skip(f"{checker[0]} is not installed")
    run = subprocess.run(
        [program, *checker[1:], script], capture_output=True, text=True, cwd=script.parent
    )
    lines = run.stdout.splitlines()
    errors = [line for line in lines if "error:" in line and script.name in line]
    unknown = [line for line in errors if not any(words in line for words in KNOWN)]
    assert not unknown, "\n".join([*unknown, script.read_text()])
    assert run.returncode in (0, 1), run.stdout + run.stderr
