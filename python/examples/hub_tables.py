"""Tables of the Hugging Face Hub as pairs: their columns have many names, and blanks many signs.

``datasets.load_dataset("sapientinc/sudoku-extreme")`` and its like, local files of them, and data frames
become a table of ``puzzle`` and ``solution`` with what else they have. A solution that is wrong or
missing is found.
"""

import datasets

import batchdoku

#: What tables call puzzles and solutions.
PUZZLES = ("puzzle", "question", "quizzes", "puzzles", "quiz", "input", "sudoku")
SOLUTIONS = ("solution", "answer", "solutions", "target", "output", "label")


def pairs(data: datasets.Dataset) -> datasets.Dataset:
    """The table with columns ``puzzle`` (81 characters, ``.`` for a blank), ``solution``, and the others."""
    named = {}
    for name, names in [("puzzle", PUZZLES), ("solution", SOLUTIONS)]:
        found = next((of for of in data.column_names if of.lower() in names), None)
        if found is None:
            raise ValueError(f"no column of {name}s among {', '.join(data.column_names)}")
        if found != name:
            named[found] = name
    data = data.rename_columns(named)
    return data.map(_cleaned, batched=True, batch_size=50_000)


def _cleaned(batch):
    # Characters that stand for blanks become dots; what is no grid becomes nothing.
    puzzles = [text_of(text) for text in batch["puzzle"]]
    return {"puzzle": puzzles, "solution": [text_of(text) for text in batch["solution"]]}


def text_of(text):
    try:
        return batchdoku.Grid(text).text
    except ValueError:
        return None


def checked(data: datasets.Dataset) -> datasets.Dataset:
    """The pairs whose solution is right, the only one, with the column ``correct`` left out."""
    data = pairs(data).with_format("arrow")
    data = data.map(
        batchdoku.check_table, batched=True, batch_size=50_000, fn_kwargs={"unique": True}
    )
    return data.with_format(None).filter(lambda row: row["correct"]).remove_columns("correct")
