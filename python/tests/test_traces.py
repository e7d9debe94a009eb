"""Traces in Python are those of the program."""

import json

import numpy as np
import pytest

import batchdoku


@pytest.fixture
def rows():
    return batchdoku.generate(20, seed=5, as_="str")[0]


@pytest.fixture
def lines(program, rows):
    def of(*args):
        text = program("explain", *args, "--from", "line", text="".join(f"{row}\n" for row in rows))
        return [json.loads(line) for line in text.splitlines()]

    return of


def test_chats(rows, lines):
    chats = batchdoku.traces(rows, "chat", grids="none")
    expected = lines("--to", "chat", "--grids", "none")
    assert [chat["messages"] for chat in chats] == [line["messages"] for line in expected]
    roles = {tuple(message["role"] for message in chat["messages"]) for chat in chats}
    assert roles == {("user", "assistant")}
    assert batchdoku.traces(rows[3], "chat", grids="none") == chats[3]


def test_texts(rows, lines):
    for options, args in [({}, []), ({"search": True, "grids": "each"}, ["--search"])]:
        texts = batchdoku.traces(rows, **options)
        flags = ["--grids", "each"] if "grids" in options else []
        chats = lines("--to", "chat", *args, *flags)
        expected = [line["messages"][1]["content"] for line in chats]
        assert [text.rstrip("\n") for text in texts] == expected
        assert list(batchdoku.traces(iter(rows), **options)) == texts


def test_ladders(rows, lines, tmp_path):
    source, made = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("".join(f"{row}\n" for row in rows))
    for options, args in [
        ({"at_most": "claiming"}, ["--at-most", "claiming"]),
        (
            {"without": ["uniqueness", "naked_pair"], "er": True},
            ["--without", "uniqueness,naked_pair", "--er"],
        ),
    ]:
        expected = lines("--to", "chat", *args)
        chats = batchdoku.traces(rows, "chat", **options)
        assert [chat and chat["messages"] for chat in chats] == [
            line.get("messages") for line in expected
        ]
        assert list(batchdoku.traces(iter(rows), "chat", **options)) == chats
        batchdoku.traces_file(source, made, "chat", **options)
        assert [json.loads(line) for line in made.read_text().splitlines()] == expected
    assert None in batchdoku.traces(rows, at_most="claiming")


def test_cells_lead_to_the_solution(rows):
    cells = batchdoku.traces(rows, "tokens")
    assert cells.shape == (20, 81, 3) and cells.dtype == np.uint8
    by_row = batchdoku.traces(rows, "tokens", order="row")
    for puzzle, solution, one, other in zip(rows, batchdoku.solve(rows), cells, by_row):
        grid = list(puzzle)
        for row, column, digit in one[one[:, 0] > 0]:
            cell = 9 * (row - 1) + column - 1
            assert grid[cell] == "."
            grid[cell] = str(digit)
        assert "".join(grid) == solution
        filled = other[other[:, 0] > 0].tolist()
        assert filled == sorted(filled) == sorted(one[: len(filled)].tolist())
    assert (batchdoku.traces(rows[0], "tokens") == cells[0]).all()


def test_what_has_no_trace(rows):
    some = [rows[0], "." * 81, "rubbish"]
    assert [text is None for text in batchdoku.traces(some)] == [False, True, True]
    assert batchdoku.traces(some, "tokens")[1:].max() == 0
    assert batchdoku.traces(rows[0], search=True, max_nodes=0) is None
    assert batchdoku.traces([], "tokens").shape == (0, 81, 3)
    with pytest.raises(ValueError):
        batchdoku.traces("1234")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"order": "row"}, "order needs to tokens"),
        ({"to": "tokens", "search": True}, "search needs to text or chat"),
        ({"to": "tokens", "grids": "end"}, "grids does not go with to tokens"),
        ({"search": True, "er": True}, "er does not go with search"),
        ({"search": True, "steps": 3}, "steps does not go with search"),
        ({"search": True, "without": "x_wing"}, "without does not go with search"),
        ({"search": True, "at_most": "x_wing"}, "at_most does not go with search"),
        ({"at_most": "y_wing"}, "expected"),
        ({"max_nodes": 3}, "max_nodes needs search"),
        ({"to": "speech"}, "to must be one of 'text', 'chat', 'tokens', 'flat', not 'speech'"),
    ],
)
def test_options_that_do_not_go_together(rows, options, words):
    for puzzles in (rows, iter(rows)):
        with pytest.raises(ValueError, match=words):
            batchdoku.traces(puzzles, **options)


def test_files(tmp_path, rows, lines):
    source, made = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("".join(f"{row}\n" for row in rows))
    batchdoku.traces_file(source, made, "chat", search=True)
    found = [json.loads(line) for line in made.read_text().splitlines()]
    assert found == lines("--to", "chat", "--search")
    batchdoku.traces_file(source, tmp_path / "out.npy", "tokens", order="row")
    array = np.load(tmp_path / "out.npy")
    assert (array == batchdoku.traces(rows, "tokens", order="row")).all()
    batchdoku.explain_file(source, tmp_path / "out.txt", to_format="text", grids="none")
    text = (tmp_path / "out.txt").read_text()
    expected = zip(rows, batchdoku.traces(rows, grids="none"))
    assert text == "".join(f"{row}\n{trace}\n" for row, trace in expected)
    with pytest.raises(ValueError, match="order needs to tokens"):
        batchdoku.explain_file(source, tmp_path / "no.jsonl", order="row")
    with pytest.raises(
        ValueError, match="to must be one of 'text', 'chat', 'tokens', 'flat', not 'csv'"
    ):
        batchdoku.traces_file(source, tmp_path / "no.csv", "csv")


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_record_batches_hold_lists(tmp_path, program, rows, kind):
    pa = pytest.importorskip("pyarrow")
    feather, parquet = (
        pytest.importorskip("pyarrow.feather"),
        pytest.importorskip("pyarrow.parquet"),
    )
    read = parquet.read_table if kind == "parquet" else feather.read_table
    source = tmp_path / "in.csv"
    lines = [f"{number},{row}" for number, row in enumerate([*rows, "." * 81])]
    source.write_text("\n".join(["id,puzzle", *lines]) + "\n")
    tables = {}
    for to in ("text", "chat", "tokens"):
        made = tmp_path / f"{to}.{kind}"
        program("explain", str(source), "--to", to, "-o", str(made))
        tables[to] = read(made)
    assert tables["text"]["text"].to_pylist() == [*batchdoku.traces(rows), None]
    message = pa.struct([("role", pa.string()), ("content", pa.string())])
    messages = tables["chat"]["messages"]
    assert messages.type == pa.list_(message)
    chats = [chat["messages"] for chat in batchdoku.traces(rows, "chat")]
    assert messages.to_pylist() == [*chats, None]
    cells = [row[row[:, 0] > 0].tolist() for row in batchdoku.traces(rows, "tokens")]
    assert tables["tokens"]["tokens"].to_pylist() == [*cells, None]
