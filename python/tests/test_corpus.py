"""Repeats, sets, statistics and pairs in memory, against the program."""

import csv
import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import ROOT, lines

import batchdoku
import batchdoku.polars


@pytest.fixture(scope="module")
def corpus() -> list[str]:
    """Classes of one puzzle and of several, and rows that are none."""
    made = batchdoku.generate(120, seed=4, as_="str")[0]
    again = batchdoku.shuffle(made[:10], 1, copies=6)
    return [*made, *again, *made[:5], "rubbish", lines("multiple.txt")[0], made[0]]


def in_kinds(rows):
    yield list(rows)
    yield np.array(rows)
    yield pd.Series(rows, index=range(7, 7 + len(rows)))
    yield pl.Series("p", rows)
    yield pa.array(rows)
    yield pa.chunked_array([rows[:3], rows[3:]])


def texts(column):
    if hasattr(column, "to_pylist"):
        return column.to_pylist()
    return (
        column
        if isinstance(column, list)
        else column.tolist()
        if isinstance(column, np.ndarray)
        else column.to_list()
    )


@pytest.mark.parametrize("by", ["puzzle", "class", "solution"])
def test_dedupe(program, tmp_path, corpus, by):
    rows = [row or "?" for row in corpus]
    text = "".join(f"{row}\n" for row in rows)
    expected = program("dedupe", "--from", "line", "--by", by, text=text).split()
    for x in in_kinds(rows):
        kept = batchdoku.dedupe(x, by=by)
        assert type(kept) is type(x) and texts(kept) == expected
    known = tmp_path / "known.txt"
    known.write_text("".join(f"{row}\n" for row in rows[:30]))
    expected = program(
        "dedupe", "--from", "line", "--by", by, "--against", str(known), text=text
    ).split()
    assert batchdoku.dedupe(rows, by=by, against=rows[:30]) == expected
    table = pa.table({"puzzle": rows, "id": range(len(rows))})
    for frame in (table, table.to_pandas(), pl.from_arrow(table)):
        kept = batchdoku.dedupe_table(frame, by=by, against=rows[:30])
        assert texts(kept["puzzle"]) == expected and len(kept["id"]) == len(expected)
    with pytest.raises(TypeError, match="collect"):
        batchdoku.dedupe_table(pl.from_arrow(table).lazy())


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"train": 0.6, "valid": 0.2, "seed": 3},
        {"by": "class", "seed": 9},
        {"exact": True, "train": 70, "valid": 30},
        {"stratify": "clues", "train": 0.5},
        {"stratify": "level", "train": 0.5, "valid": 0.3},
    ],
)
@pytest.mark.filterwarnings("ignore:the set")
def test_split(program, tmp_path, corpus, options):
    rows = [row for row in corpus if row != "rubbish"]
    source, out = tmp_path / "all.txt", tmp_path / "set.txt"
    source.write_text("".join(f"{row}\n" for row in rows))
    flags = []
    for name, value in options.items():
        flags += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    program("split", str(source), "-o", str(out), *flags)
    names = [name for name in ("train", "valid", "test") if name != "valid" or "valid" in options]
    expected = [(tmp_path / f"set.{name}.txt").read_text().split() for name in names]
    for x in in_kinds(rows):
        assert [texts(part) for part in batchdoku.split(x, **options)] == expected
    frame = pd.DataFrame({"puzzle": rows, "id": range(len(rows))})
    parts = batchdoku.split_table(frame, **options)
    assert [part["puzzle"].to_list() for part in parts] == expected
    assigned = sorted(row for part in parts for row in part["id"])
    with_a_class = {text for part in expected for text in part}
    assert assigned == [row for row, text in enumerate(rows) if text in with_a_class]


def test_split_by_values(program, tmp_path):
    puzzles = batchdoku.generate(200, seed=8, as_="str")[0]
    values = ["a" if row % 4 else None for row in range(200)]
    frame = pl.DataFrame({"puzzle": puzzles, "source": values})
    train, test = batchdoku.split_table(frame, train=0.8, stratify="source")
    assert train["source"].null_count() == 40 and test["source"].null_count() == 10
    assert len(train) == 160
    by_values = batchdoku.split(puzzles, train=0.8, stratify=values)
    assert by_values == (train["puzzle"].to_list(), test["puzzle"].to_list())
    source, out = tmp_path / "all.csv", tmp_path / "set.csv"
    frame.write_csv(source)
    program("split", str(source), "--stratify", "source", "--train", "0.8", "-o", str(out))
    sizes = [
        pl.read_csv(tmp_path / f"set.{name}.csv")["source"].null_count()
        for name in ("train", "test")
    ]
    assert sizes == [40, 10]
    with pytest.raises(KeyError, match="no column 'sauce'"):
        batchdoku.split_table(frame, stratify="sauce")
    with pytest.raises(ValueError, match="a value for each row"):
        batchdoku.split(puzzles, stratify="sauce")
    copies = batchdoku.shuffle(puzzles[:2], copies=5)
    with pytest.warns(UserWarning, match="the set 'train' has 5 records, not 4"):
        batchdoku.split(copies, train=4, exact=True)


def test_stats(program, tmp_path):
    puzzles, _, weights = batchdoku.generate(300, seed=2, with_weight=True, as_="str")
    source, out = tmp_path / "weighted.csv", tmp_path / "stats.json"
    with source.open("w") as file:
        file.write("puzzle,weight\n")
        file.writelines(f"{p},{w}\n" for p, w in zip(puzzles, weights))
    program("stats", str(source), "-o", str(out), "--structure")
    expected = json.loads(out.read_text())
    assert batchdoku.stats(puzzles, weights=weights, structure=True) == expected
    frame = pd.DataFrame({"puzzle": puzzles, "weight": weights})
    assert batchdoku.stats_table(frame, structure=True) == expected
    plain = batchdoku.stats([*puzzles, None, "rubbish"], rating=False)
    assert plain == batchdoku.stats(pl.Series(puzzles), rating=False)
    with pytest.raises(ValueError, match="300 puzzles and 299 weights"):
        batchdoku.stats(puzzles, weights=weights[1:])


def test_pairs_stay_pairs(program, tmp_path):
    puzzles, solutions = batchdoku.generate(50, seed=6, as_="str")
    source = tmp_path / "pairs.csv"
    ids = range(50)
    table = pa.table({"id": ids, "puzzle": puzzles, "solution": solutions})
    for x, y in zip(in_kinds(puzzles), in_kinds(solutions)):
        both = batchdoku.shuffle(x, 5, solutions=y)
        assert [type(part) for part in both] == [type(x), type(y)]
        assert texts(both[0]) == batchdoku.shuffle(puzzles, 5)
        assert all(batchdoku.check(texts(both[0]), texts(both[1])))
        both = batchdoku.shuffle(x, 5, solutions=y, copies=3)
        assert texts(both[0]) == batchdoku.shuffle(puzzles, 5, copies=3)
        assert len(set(texts(both[0]))) == 150
        assert all(batchdoku.check(texts(both[0]), texts(both[1])))
    cells = batchdoku.generate(50, seed=6, as_="numpy")
    made = batchdoku.shuffle(cells[0], 5, solutions=cells[1], copies=2)
    assert made[0].shape == (100, 81) and batchdoku.check(*made).all()
    # Class of one puzzle: the empty grid; and one of 729.
    few = ["." * 81, "1" + "." * 80, None, puzzles[0]]
    made = batchdoku.shuffle(few, copies=4)
    assert made[0] == "." * 81 and len(made) == 1 + 4 + 1 + 4 and made[5] is None
    expected = program(
        "shuffle", "--seed", "5", "--copies", "3", text="".join(f"{p}\n" for p in puzzles)
    )
    assert batchdoku.shuffle(puzzles, 5, copies=3) == expected.split()
    for frame in (table, table.to_pandas(), pl.from_arrow(table), pl.from_arrow(table).lazy()):
        for copies in (1, 3):
            made = batchdoku.shuffle_table(frame, seed=5, copies=copies, keep_original=True)
            made = made.collect() if isinstance(made, pl.LazyFrame) else made
            columns = ["id", "puzzle", "solution", "original"] + ["copy"] * (copies > 1)
            names = made.column_names if isinstance(made, pa.Table) else list(made.columns)
            assert names == columns
            assert texts(made["puzzle"]) == batchdoku.shuffle(puzzles, 5, copies=copies)
            assert all(batchdoku.check(texts(made["puzzle"]), texts(made["solution"])))
            assert texts(made["original"])[::copies] == puzzles
            assert texts(made["id"])[::copies] == list(ids)
            if copies > 1:
                assert texts(made["copy"]) == [1, 2, 3] * 50
    reader = batchdoku.shuffle_table(table.to_reader(max_chunksize=7), seed=5, copies=2)
    assert reader.read_all()["puzzle"].to_pylist() == batchdoku.shuffle(puzzles, 5, copies=2)
    with pytest.raises(ValueError, match="'original' already"):
        batchdoku.shuffle_table(table.append_column("original", [ids]), keep_original=True)
    with pytest.raises(KeyError, match="no column 'answer'"):
        batchdoku.shuffle_table(table, solution="answer")
    # The program makes the same of the same lines.
    source.write_text("".join(f"{p}\n" for p in puzzles))
    assert batchdoku.shuffle(puzzles, 5) == program("shuffle", "--seed", "5", str(source)).split()


def test_seeds_go_by_the_number_of_the_record(program, tmp_path):
    puzzles, _ = batchdoku.generate(40, seed=6, as_="str")
    table = pa.table({"id": [10**i for i in range(18)] + [0] * 22, "puzzle": puzzles})
    csv, objects, text = (tmp_path / name for name in ("t.csv", "t.jsonl", "t.txt"))
    table.to_pandas().to_csv(csv, index=False)
    table.to_pandas().to_json(objects, orient="records", lines=True)
    text.write_text("# a comment\r\n\r\n" + "".join(f"{p}\r\n# more\r\n" for p in puzzles))
    made = batchdoku.shuffle(puzzles, 5)
    for file in csv, objects, text:
        lines = program("shuffle", "-q", "--seed", "5", "--to", "puzzle", str(file)).splitlines()
        assert [line for line in lines if line[:1] not in ("", "#")] == made, file
    for copies in 1, 3:
        frame = batchdoku.shuffle_table(pl.read_csv(csv), seed=5, copies=copies)
        table = program("shuffle", "-q", "--seed", "5", "--copies", str(copies), str(csv))
        assert frame["puzzle"].to_list() == pl.read_csv(table.encode())["puzzle"].to_list()
    near = batchdoku.neighbours(puzzles, limit=2, seed=5)
    assert near[0] == batchdoku.neighbours(puzzles[0], limit=2, seed=5)
    for file in csv, text:
        found = program("neighbours", "-q", "--seed", "5", "--limit", "2", "--to", "sdm", str(file))
        assert found.split() == [row for rows in near for row in rows]


def test_explain_of_anything(program):
    rows = lines("easy.txt")[:30] if (lines("easy.txt")) else []
    right = batchdoku.explain(rows)
    for x in in_kinds(rows):
        assert batchdoku.explain(x) == right
        assert [json.loads(line) for line in batchdoku.explain(x, to="json")] == right
    cells = np.array([list(row) for row in rows])
    cells = np.where(cells == ".", "0", cells).astype(np.int64)
    assert batchdoku.explain(cells) == right
    assert batchdoku.explain(cells[0]) == right[0]
    assert batchdoku.explain(cells[0].reshape(9, 9), to="json") == batchdoku.explain(
        rows[0], to="json"
    )
    some = pd.Series([rows[0], None, float("nan")], dtype=object)
    assert ["error" in path for path in batchdoku.explain(some)] == [False, True, True]
    # An iterator is read as it goes.
    taken = []

    def endless():
        while True:
            taken.append(1)
            yield rows[len(taken) % len(rows)]

    paths = batchdoku.explain(endless())
    assert next(paths)["puzzle"] == rows[1] and len(taken) <= 8
    assert [next(paths)["puzzle"] for _ in range(100)] == [rows[(i + 2) % 30] for i in range(100)]
    mixed = [row for pair in zip(rows, lines("hard.txt")) for row in (*pair, None, "1234")] * 3
    for to in ("dict", "json"):
        assert list(batchdoku.explain(iter(mixed), to=to)) == batchdoku.explain(mixed, to=to)
    hard = lines("hard.txt")[:5]
    for options, flags in [({"er": True}, ["--er"]), ({"steps": 2}, ["--steps", "2"])]:
        expected = program("explain", *flags, text="".join(f"{row}\n" for row in hard))
        assert batchdoku.explain(hard, to="json", **options) == expected.splitlines()
        assert batchdoku.explain(hard[0], **options) == json.loads(expected.splitlines()[0])
    with pytest.raises(ValueError, match="'dict' or 'json'"):
        batchdoku.explain(rows, to="yaml")


def test_neighbours_of_anything(program):
    rows = lines("minimal.txt")[:3]
    right = [batchdoku.neighbours(row, limit=5) for row in rows]
    for x in in_kinds(rows):
        assert batchdoku.neighbours(x, limit=5) == right
    assert batchdoku.neighbours([rows[0], None, "." * 81], limit=5) == [right[0], None, None]
    cells = np.array(batchdoku.Grid(rows[0]).cells)
    assert batchdoku.neighbours(cells, limit=5) == right[0]
    for row in lines("clues36.txt")[:3]:
        expected = program("sub-puzzles", "--limit", "20", text=row + "\n").split()
        assert batchdoku.sub_puzzles(row, limit=20) == expected
        assert batchdoku.sub_puzzles([row, "rubbish"], limit=20) == [expected, None]
    with pytest.raises(ValueError, match="more than one solution"):
        batchdoku.sub_puzzles("." * 81)


def test_er(program):
    rows = [*lines("hard.txt")[:5], *lines("easy.txt")[:5], lines("multiple.txt")[0], "1234"]
    text = "".join(f"{row}\n" for row in rows)
    header, *expected = csv.reader(program("rate", "--er", "--to", "csv", text=text).splitlines())
    at = [header.index(name) for name in ("technique", "er", "ep", "ed", "er_technique")]
    found = batchdoku.rate(rows, er=True)
    assert found[-1] is None and found[-2].er is None and found[-2].level == "multiple"
    for rating, line in zip(found[:10], expected):
        technique, er, ep, ed, name = (line[place] for place in at)
        assert (rating.technique, rating.er_technique) == (technique, name)
        assert (rating.er, rating.ep, rating.ed) == (float(er), float(ep), float(ed))
    records = [None if rating is None else rating._asdict() for rating in found]
    assert pa.array(records, batchdoku.rate(pa.array(rows), er=True).type).to_pylist() == records
    frame = pd.DataFrame({"puzzle": rows})
    for result in (batchdoku.rate_table(frame, er=True), batchdoku.rate(frame["puzzle"], er=True)):
        assert str(result["er"].dtype) == "Float64" and result["er"].isna().sum() == 2
    assert batchdoku.rate(np.array(rows), er=True)["er"][:10].tolist() == [r.er for r in found[:10]]
    polars = pl.DataFrame({"puzzle": rows})
    rated = polars.select(pl.col("puzzle").sudoku.rate(er=True)).unnest("puzzle")
    assert rated["er"].to_list() == [r and r.er for r in found]
    assert batchdoku.rate_table(polars, er=True)["er"].to_list() == rated["er"].to_list()


def test_namespace_of_polars():
    puzzles, solutions = batchdoku.generate(20, seed=3, as_="str")
    frame = pl.DataFrame({"puzzle": puzzles, "solution": solutions})
    for data in (frame, frame.lazy()):
        found = data.select(
            right=pl.col("puzzle").sudoku.check("solution"),
            shuffled=pl.col("puzzle").sudoku.shuffle(7),
            both=pl.col("puzzle").sudoku.shuffle(7, solutions=pl.col("solution")),
            steps=pl.col("puzzle").sudoku.explain(),
        )
        found = found.collect() if isinstance(found, pl.LazyFrame) else found
        assert found["right"].all()
        assert found["shuffled"].to_list() == batchdoku.shuffle(puzzles, 7)
        both = found["both"].struct.unnest()
        assert both["puzzle"].to_list() == found["shuffled"].to_list()
        assert batchdoku.check(both["puzzle"], both["solution"]).all()
        assert found["steps"].to_list() == batchdoku.explain(puzzles, to="json")
    column = frame["puzzle"]
    assert column.sudoku.check(frame["solution"]).all()
    assert len(column.sudoku.shuffle(copies=3)) == 60
    assert [len(part) for part in column.sudoku.split(train=15, exact=True)] == [15, 5]
    assert len(pl.concat([column, column]).sudoku.dedupe()) == 20
    assert column.sudoku.stats() == batchdoku.stats(puzzles)
    with pytest.raises(TypeError, match="other rows"):
        pl.col("puzzle").sudoku.dedupe()


def test_score(program, tmp_path):
    puzzles, solutions = batchdoku.generate(4, seed=9, as_="str")
    nine = "\n".join(solutions[1][row : row + 9] for row in range(0, 81, 9))
    replies = [f"É {solutions[0]}.", f"{puzzles[1]}\n\n{nine}\n", solutions[3], "no idea"]
    found = batchdoku.score(puzzles, replies)
    assert [score.solved for score in found] == [True, True, False, False]
    assert [score.found for score in found] == [True, True, True, False]
    assert [score.form for score in found] == ["line", "rows", "line", None]
    assert (found[0].start, found[0].end, found[0].filled) == (2, 83, 81)
    assert found[0].cells_right == found[0].cells == 81 - found[0].clues
    assert found[2].houses_broken == 0 and found[2].clues_kept < found[2].clues
    assert found[3].cells_right is None
    assert batchdoku.score(puzzles[0], replies[0]) == found[0]
    assert batchdoku.score(batchdoku.Position(puzzles[0]), replies[0]) == found[0]
    assert batchdoku.score([None, "x"], ["a", "b"]) == [None, None]
    assert list(batchdoku.Score._fields) == batchdoku._native.score_columns()
    source = tmp_path / "replies.jsonl"
    with source.open("w") as file:
        for puzzle, text in zip(puzzles, replies):
            file.write(json.dumps({"puzzle": puzzle, "text": text}) + "\n")
    lines_ = program("check", "--score", str(source), "-o", "-").splitlines()
    expected = [json.loads(line) for line in lines_]
    yes = {"yes": True, "no": False, "-": None}
    for score, row in zip(found, expected):
        theirs = {name: yes.get(row[name], row[name]) for name in score._fields}
        assert score._asdict() == theirs
    table = pa.table({"puzzle": puzzles, "text": replies})
    for frame in (table, table.to_pandas(), pl.from_arrow(table)):
        scored = batchdoku.score_table(frame)
        for name in batchdoku.Score._fields:
            column = [None if pd.isna(item) else item for item in texts(scored[name])]
            assert column == [getattr(score, name) for score in found]
    for x, y in zip(in_kinds(puzzles), in_kinds(replies)):
        assert batchdoku.score(x, y) == found
    scored = pl.from_arrow(table).select(pl.col("puzzle").sudoku.score("text"))["puzzle"]
    assert scored.to_list() == [score._asdict() for score in found]
    with pytest.raises(ValueError, match="4 puzzles and 3 replies"):
        batchdoku.score(puzzles, replies[1:])


def test_score_of_several_replies_each():
    puzzles, solutions = batchdoku.generate(3, seed=9, as_="str")
    thought = f"<think>{solutions[0]}"
    chat = [{"role": "user", "content": "?"}, {"role": "assistant", "content": solutions[1]}]
    replies = [[solutions[0], thought], [chat, chat[0]], [{"text": solutions[0]}, None]]
    found = batchdoku.score(puzzles, replies)
    assert found.solved.tolist() == [[True, False], [True, False], [False, False]]
    assert found.truncated.tolist() == [[False, True], [False, False], [False, False]]
    assert found.start.tolist() == [[0, -1], [0, -1], [0, -1]]
    assert found.cells_right.shape == (3, 2)
    assert [score.solved for score in found[1]] == [True, False]
    assert found.columns["solved"] == [True, False, True, False, False, False]
    # One puzzle: one reply, or several.
    several = batchdoku.score(puzzles[0], [solutions[0], thought, chat])
    assert several.solved.tolist() == [True, False, False]
    assert batchdoku.score(puzzles[1], chat).solved
    assert batchdoku.score(puzzles[1], chat[1]).solved
    # As many as there are.
    uneven = batchdoku.score(puzzles[:2], [[solutions[0]], [chat, chat, "x"]])
    assert [len(of) for of in uneven] == [1, 3]
    assert uneven.columns["solved"] == [True, True, True, False]
    with pytest.raises(ValueError, match="different numbers of replies"):
        assert uneven.solved is None
    assert batchdoku.score([puzzles[0], "x"], [["a"], ["b", "c"]])[1] == [None, None]
    with pytest.raises(AttributeError, match="only found, form"):
        assert found.right is None
    with pytest.raises(TypeError, match="expected a text, or messages"):
        batchdoku.score(puzzles[0], {"reply": "x"})
    with pytest.raises(TypeError, match="expected a reply, got int"):
        batchdoku.score(puzzles[0], [1])
    assert batchdoku.score(puzzles[0], f"\ud800{solutions[0]}").start == 1


def test_score_reads_the_part_that_is_named():
    (puzzle,), (solution,) = batchdoku.generate(1, seed=9, as_="str")
    text = f"<plan>{solution}</plan> \\boxed{{{puzzle}}}"
    for options, solved in (
        ({}, False),
        ({"answer": "text"}, True),
        ({"answer": "plan"}, True),
        ({"answer": "plan", "think": "plan"}, False),
        ({"answer": "boxed"}, False),
    ):
        assert batchdoku.score(puzzle, text, **options).solved == solved
    with pytest.raises(ValueError, match="expected drop, keep or the name of a tag"):
        batchdoku.score(puzzle, text, think="a b")


def test_scores_of_lazy_frames_and_streams():
    puzzles, solutions = batchdoku.generate(4, seed=9, as_="str")
    table = pa.table({"puzzle": puzzles, "text": solutions})
    expected = batchdoku.score(puzzles, solutions).columns
    lazy = batchdoku.score_table(pl.from_arrow(table).lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.filter(pl.col("solved")).collect()["end"].to_list() == expected["end"]
    read = []

    def batches():
        for batch in table.to_batches(max_chunksize=1):
            read.append(batch)
            yield batch

    stream = batchdoku.score_table(pa.RecordBatchReader.from_batches(table.schema, batches()))
    assert not read
    assert next(iter(stream))["solved"].to_pylist() == [True]
    assert len(read) < 4
    explained = batchdoku.explain_table(pl.from_arrow(table).lazy())
    assert explained.collect()["technique"].null_count() == 0
    stream = batchdoku.explain_table(table.to_reader(max_chunksize=1))
    assert stream.read_all().num_rows == 4


def test_replies_of_the_file():
    with open(ROOT / "data/replies.jsonl", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    found = batchdoku.score([case["puzzle"] for case in cases], [case["answer"] for case in cases])
    wrong = [
        case["id"] for case, score in zip(cases, found) if score.solved != (case["right"] == "yes")
    ]
    assert wrong == []
    for case, score in zip(cases, found):
        if score.found:
            assert sum(map(str.isalnum, case["answer"][score.start : score.end])) >= 40, case["id"]


def test_explain_table():
    rows = [*lines("hard.txt")[:3], None, lines("multiple.txt")[0], lines("easy.txt")[0]]
    paths = batchdoku.explain(rows, er=True)
    table = pa.table({"id": range(6), "puzzle": rows})
    for frame in (table, table.to_pandas(), pl.from_arrow(table)):
        for er in (True, False):
            made = batchdoku.explain_table(frame, er=er)
            steps = [None if pd.isna(item) else json.loads(item) for item in texts(made["steps"])]
            assert [step is None for step in steps] == [False, False, False, True, True, False]
            techniques = texts(made["technique"])
            assert all(
                any(s["technique"] == t for s in of) for of, t in zip(steps, techniques) if of
            )
        made = batchdoku.explain_table(frame, er=True)
        ratings = [None if pd.isna(item) else item for item in texts(made["er"])]
        assert ratings == [path.get("er") for path in paths]
    with pytest.raises(ValueError, match="'steps' already"):
        batchdoku.explain_table(batchdoku.explain_table(table))
