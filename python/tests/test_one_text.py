"""A text that is one puzzle, in each form that people and models write, for every function that takes one."""

import pytest

import batchdoku
from batchdoku import Grid, Position

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]


def cells(row: str, empty: str) -> list[str]:
    return (
        list(row.replace(".", empty))
        if len(empty) == 1
        else [c if c != "." else empty for c in row]
    )


def table(row: str, empty: str) -> str:
    return "".join(f"<td>{cell}</td>" for cell in cells(row, empty))


FORMS = {
    "line": PUZZLE,
    "numbered rows": "\n".join(f"Row {n}: {' '.join(row)}" for n, row in enumerate(ROWS, 1)),
    "R1": "\n".join(f"R{n} | {' '.join(cells(row, '_'))}" for n, row in enumerate(ROWS, 1)),
    "prose around": "Solve this:\n\n" + "\n".join(map(" ".join, ROWS)) + "\n\nGive all rows.",
    "Markdown": "| | | | | | | | | |\n|-|-|-|-|-|-|-|-|-|\n"
    + "\n".join(f"| {' | '.join(cells(row, ' '))} |" for row in ROWS),
    "HTML": "<table>" + "".join(f"<tr>{table(row, '')}</tr>" for row in ROWS) + "</table>",
    "HTML with blanks": "<table>\n"
    + "\n".join(f"<tr>{table(row, '&nbsp;')}</tr>" for row in ROWS)
    + "\n</table>",
    "LaTeX": "\\begin{array}{ccc|ccc|ccc}\n"
    + " \\\\\n".join(" & ".join(cells(row, "")) for row in ROWS)
    + "\n\\end{array}",
    "bmatrix": "\\begin{bmatrix}"
    + "\\\\".join(" & ".join(cells(row, "0")) for row in ROWS)
    + "\\end{bmatrix}",
    "lists": "[" + ",\n ".join(f"[{', '.join(cells(row, '0'))}]" for row in ROWS) + "]",
    "object": "{\n"
    + ",\n".join(f'"row{n}": [{", ".join(cells(row, "0"))}]' for n, row in enumerate(ROWS, 1))
    + "\n}",
    **{name: batchdoku.render(PUZZLE, name) for name in ("textarena", "ragen", "areno", "ss")},
}


@pytest.mark.parametrize("form", FORMS)
def test_every_function_reads_it(form):
    text = FORMS[form]
    assert Grid(text).text == PUZZLE
    assert Grid(text.encode()).text == PUZZLE
    assert batchdoku.solve(text) == SOLUTION
    assert batchdoku.solve([text, None]) == [SOLUTION, None]
    assert batchdoku.count(text) == 1
    assert batchdoku.is_unique(text)
    assert Position(text).grid.text == PUZZLE
    assert batchdoku.explain(text)["steps"]
    assert (batchdoku.candidates(text) == batchdoku.candidates(PUZZLE)).all()
    assert batchdoku.render(text, "grid") == "\n".join(ROWS)


@pytest.mark.parametrize("form", [form for form in FORMS if form not in ("line", "ragen")])
def test_a_text_that_lacks_a_row_is_refused(form):
    lines = FORMS[form].replace("</tr>", "</tr>\n").replace("\\\\", "\\\\\n").splitlines()
    rows = [line for line in lines if sum(c in "123456789" for c in line) >= 2 and "8" in line]
    text = FORMS[form].replace(rows[-1].strip(), "")
    assert text != FORMS[form]
    with pytest.raises(ValueError, match="expected"):
        Grid(text)
    assert batchdoku.solve([text]) == [None]


def test_two_puzzles_are_refused():
    other = PUZZLE.replace("5", "1", 1)
    with pytest.raises(ValueError, match="the text has none that is whole, or several"):
        Grid(f"<p>{PUZZLE}</p>\n<p>{other}</p>")
