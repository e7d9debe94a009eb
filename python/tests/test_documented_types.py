"""The examples of the documents, as users would write them, before the type checkers that they use."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

README = Path(__file__).resolve().parents[1] / "README.md"
#: All pages that may have examples in Python: the sessions are those of the README.
PAGES = sorted({ROOT / "README.md", *ROOT.glob("docs/**/*.md")})

#: What type checkers report, and why it stays.
KNOWN = {
    # The README says below the example that the function `sudoku` is for type checkers.
    'has no attribute "sudoku"',
    'Cannot access attribute "sudoku"',
    # pyarrow and pandas bring no types.
    "missing library stubs or py.typed marker",
    "Library stubs not installed",
}


def sessions() -> str:
    """The statements of the README's sessions, in order. What needs Apache Spark is no session."""
    examples = doctest.DocTestParser().get_examples(README.read_text())
    assert len(examples) > 15
    return "".join(example.source for example in examples)


def blocks() -> str:
    """The blocks of other pages, each a function, as if each were a program of its own."""
    found = [
        (f"{page.stem}_{number}", block)
        for page in PAGES
        for number, block in enumerate(
            re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
        )
    ]
    if not found:
        pytest.skip("the documents are not here")
    functions = [
        f"def {name}() -> None:\n" + "".join(f"    {line}\n" for line in block.splitlines())
        for name, block in found
    ]
    return "\n\n".join(["import polars as pl", *functions])


@pytest.mark.parametrize(
    "checker",
    [
        ["mypy", "--strict", "--no-error-summary", "--python-executable", sys.executable],
        ["pyright", "--pythonpath", sys.executable],
    ],
    ids=["mypy", "pyright"],
)
@pytest.mark.parametrize("source", [sessions, blocks])
def test_examples_have_types(tmp_path, source, checker):
    script = tmp_path / "examples.py"
    script.write_text(source())
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
