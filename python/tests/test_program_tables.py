"""The program's Parquet and Arrow against files of pyarrow."""

import csv
import io
import subprocess
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest
from conftest import lines


@pytest.fixture(scope="module")
def rows() -> list[str | None]:
    """Puzzles, rows that are none, and nulls."""
    rows: list[str | None] = list(lines("clues36.txt")[:3000] + lines("nosolution.txt")[:50])
    for i, row in enumerate([None, "", "1234", "." * 82, "x" * 80 + "!", None]):
        rows.insert(101 * (i + 1), row)
    return rows


@pytest.fixture(scope="module")
def expected(program, rows) -> list[str | None]:
    return program.solutions(rows)


def table(rows: list[str | None], of: pa.DataType | None = None) -> pa.Table:
    count = len(rows)
    return pa.table(
        {
            "id": pa.array(range(count), pa.int32()),
            "puzzle": pa.array(rows, pa.string()).cast(of or pa.string()),
            "tags": pa.array(
                [["a", None], [], None, ["b"] * 3] * (count // 4 + 1), pa.list_(pa.string())
            )[:count],
            "info": pa.array(
                [{"level": "easy", "at": [1, 2]}, None] * (count // 2 + 1),
                pa.struct([("level", pa.string()), ("at", pa.list_(pa.int8()))]),
            )[:count],
            "source": pa.array(["kaggle", "mine"] * (count // 2 + 1)).dictionary_encode()[:count],
        }
    ).replace_schema_metadata({"made by": "a test"})


def run(program, *arguments: object, stdin: bytes | None = None) -> subprocess.CompletedProcess:
    command = [program.path, *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


def solved(program, source: Path, target: Path, *arguments: object) -> pa.Table:
    done = run(program, "solve", source, "-o", target, *arguments)
    assert done.returncode == 1, done.stderr.decode()  # some have no solution
    return pq.read_table(target) if target.suffix == ".parquet" else feather.read_table(target)


TYPES = {
    "utf8": pa.string(),
    "large_utf8": pa.large_string(),
    "string_view": pa.string_view(),
    "binary": pa.binary(),
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
}


@pytest.mark.parametrize("of", TYPES.values(), ids=TYPES)
@pytest.mark.parametrize("groups", [256, 1000, 10**6])
def test_parquet(tmp_path, program, rows, expected, of, groups):
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    before = table(rows, of)
    pq.write_table(before, source, row_group_size=groups)
    after = solved(program, source, target, "--row-group-size", 700)
    assert after.column_names == [*before.column_names, "solution"]
    text = after["solution"].cast(pa.string())
    assert text.to_pylist() == expected
    # The other columns are as they were, with the schema's metadata.
    assert after.drop(["solution"]).to_pylist() == before.to_pylist()
    assert after.schema.metadata[b"made by"] == b"a test"
    assert max(size(target)) <= 700 < sum(size(target)) == len(rows)


def size(path: Path) -> list[int]:
    about = pq.ParquetFile(path).metadata
    return [about.row_group(i).num_rows for i in range(about.num_row_groups)]


def test_same_bytes_whatever_the_threads(tmp_path, program, rows):
    source = tmp_path / "in.parquet"
    pq.write_table(table(rows), source, row_group_size=500)
    outputs = set()
    for threads in (1, 2, 7):
        target = tmp_path / f"{threads}.parquet"
        solved(program, source, target, "-j", threads, "--row-group-size", 300)
        outputs.add(target.read_bytes())
    assert len(outputs) == 1


@pytest.mark.parametrize("of", TYPES.values(), ids=TYPES)
def test_arrow_file_and_stream(tmp_path, program, rows, expected, of):
    before = table(rows, of)
    for name in ("in.arrow", "in.arrows"):
        new = pa.ipc.new_file if name == "in.arrow" else pa.ipc.new_stream
        with new(tmp_path / name, before.schema) as writer:
            writer.write_table(before, max_chunksize=800)
        target = tmp_path / f"of_{name}.arrow"
        after = solved(program, tmp_path / name, target)
        assert after["solution"].cast(pa.string()).to_pylist() == expected
        assert after.drop(["solution"]).to_pylist() == before.to_pylist()
    # From a pipe to a pipe, as a stream.
    done = run(program, "solve", stdin=(tmp_path / "in.arrows").read_bytes())
    after = pa.ipc.open_stream(done.stdout).read_all()
    assert after["solution"].cast(pa.string()).to_pylist() == expected


@pytest.mark.parametrize("codec", ["uncompressed", "lz4", "zstd"])
def test_arrow_files_of_polars(tmp_path, program, rows, expected, codec):
    """They are no streams between a magic number and a footer: messages are where the footer says."""
    frame = pl.DataFrame({"id": range(len(rows)), "puzzle": rows})
    frame = frame.with_columns(pl.col("puzzle").cast(pl.Categorical).alias("category"))
    frame.write_ipc(tmp_path / "in.arrow", compression=codec)
    after = solved(program, tmp_path / "in.arrow", tmp_path / "out.arrow", "--column", "puzzle")
    assert after["solution"].to_pylist() == expected and after["category"].to_pylist() == rows
    piped = (tmp_path / "in.arrow").read_bytes()
    done = run(program, "solve", "--column", "puzzle", stdin=piped)
    assert pa.ipc.open_stream(done.stdout).read_all()["solution"].to_pylist() == expected


@pytest.mark.parametrize("codec", ["none", "lz4", "zstd"])
def test_feather_compression(tmp_path, program, rows, expected, codec):
    before = table(rows).select(["id", "puzzle"])
    inner = "uncompressed" if codec == "none" else codec
    feather.write_feather(before, tmp_path / "in.feather", compression=inner)
    target = tmp_path / "out.feather"
    after = solved(program, tmp_path / "in.feather", target, "--compress", codec)
    assert after["solution"].to_pylist() == expected


@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd"])
def test_parquet_compression(tmp_path, program, rows, expected, codec):
    inner = "lz4" if codec == "lz4" else codec
    pq.write_table(table(rows), tmp_path / "in.parquet", compression=inner)
    target = tmp_path / "out.parquet"
    after = solved(program, tmp_path / "in.parquet", target, "--compress", codec)
    assert after["solution"].to_pylist() == expected
    column = pq.ParquetFile(target).metadata.row_group(0).column(0)
    name = "UNCOMPRESSED" if codec == "none" else codec.upper()
    assert column.compression == name


def test_pipe_is_spooled(program, tmp_path, rows, expected):
    pq.write_table(table(rows), tmp_path / "in.parquet")
    done = run(program, "solve", stdin=(tmp_path / "in.parquet").read_bytes())
    after = pq.read_table(pa.BufferReader(done.stdout))
    assert after["solution"].to_pylist() == expected


def test_lists_of_numbers(tmp_path, program):
    puzzles = lines("clues36.txt")[:300]
    cells = [[int(cell) if cell != "." else 0 for cell in row] for row in puzzles]
    nested = [[row[i : i + 9] for i in range(0, 81, 9)] for row in cells]
    bad = [*cells[:5], None, cells[0][:80], [12, *cells[0][1:]], *cells[5:]]
    expected = program.solutions(puzzles)
    shapes = {
        "list": (pa.list_(pa.int64()), cells),
        "fixed": (pa.list_(pa.uint8(), 81), cells),
        "large": (pa.large_list(pa.int8()), cells),
        "nested": (pa.list_(pa.list_(pa.int32())), nested),
        "fixed of fixed": (pa.list_(pa.list_(pa.int8(), 9), 9), nested),
    }
    for name, (of, values) in shapes.items():
        source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
        pq.write_table(pa.table({"quiz": pa.array(values, of)}), source)
        done = run(program, "solve", source, "-o", target, "--row-group-size", 128)
        assert done.returncode == 0, (name, done.stderr)
        assert pq.read_table(target)["solution"].to_pylist() == expected, name
    pq.write_table(
        pa.table({"quiz": pa.array(bad, pa.list_(pa.int64()))}), source, row_group_size=4
    )
    done = run(program, "solve", source, "-o", target)
    said = done.stderr.decode()
    assert "row group 2, row 6: bad record: the value is null" in said
    assert "row group 2, row 7: too short: expected 81 cells, got 80" in said
    assert "row group 2, row 8: bad record: cell 1: expected cells from 0 to 9, got 12" in said
    got = pq.read_table(target)["solution"].to_pylist()
    assert got == [*expected[:5], None, None, None, *expected[5:]]


def test_commands(tmp_path, program, rows):
    source, text = tmp_path / "in.parquet", tmp_path / "in.txt"
    pq.write_table(table(rows), source, row_group_size=1000)
    # A seed goes by the position of a record, so all lines have the length of a puzzle.
    text.write_text("".join(f"{row if len(row or '') == 81 else '!' * 81}\n" for row in rows))

    def both(*arguments: object) -> tuple[pa.Table, list[str]]:
        target = tmp_path / "out.parquet"
        done = run(program, *arguments, source, "-o", target)
        assert done.returncode in (0, 1), done.stderr
        by_line = program(*map(str, arguments), str(text), "--to", "line").splitlines()
        return pq.read_table(target), by_line

    after, answers = both("count", "--limit", "2")
    counts = [None if a == "-" else int(a.rstrip("+")) for a in answers]
    assert after["count"].to_pylist() == counts
    more = [None if a == "-" else a.endswith("+") for a in answers]
    assert after["more"].to_pylist() == more
    after, answers = both("rate")
    levels = after["level"].to_pylist()
    assert len(levels) == len(answers) == len(rows)
    assert [a.startswith("-") for a in answers] == [level is None for level in levels]
    assert after.schema.field("nodes").type == pa.int64()
    after, answers = both("rate", "--structure")
    for place, name in enumerate(["automorphisms", "minimal", "unavoidable_4", "unavoidable_6"], 4):
        texts = [answer.split(" ")[place] for answer in answers]
        of = str if name == "minimal" else int
        assert after[name].to_pylist() == [None if a == "-" else of(a) for a in texts], name
    for command, name in (["canon"], "canonical"), (["shuffle", "--seed", 3], "puzzle"):
        after, answers = both(*command)
        expected = [None if set(a) == {"."} else a for a in answers]
        assert after[name].to_pylist() == expected, command
    # Rows that are copied keep all columns.
    after, answers = both("dedupe")
    assert after.column_names == table(rows).column_names
    assert len(after) == len(answers)
    kept = pc.take(table(rows), pa.array(after["id"]))
    assert kept.to_pylist() == after.to_pylist()


def test_check(tmp_path, program, rows):
    puzzles = lines("clues36.txt")[:500]
    solutions: list[str | None] = list(program.solutions(puzzles))
    solutions[7], solutions[9] = solutions[8], None
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"solution": solutions, "puzzle": puzzles}), source, row_group_size=99)
    done = run(program, "check", source, "-o", tmp_path / "out.parquet")
    assert done.returncode == 1
    assert b"498 correct, 1 wrong, 1 missing" in done.stderr
    assert b"row group 1, row 8: wrong solution" in done.stderr
    verdicts = pq.read_table(tmp_path / "out.parquet")["verdict"].to_pylist()
    assert verdicts.count("ok") == 498
    assert (verdicts[7], verdicts[9]) == ("wrong solution", "missing solution")


def test_all_solutions_repeat_the_other_columns(tmp_path, program):
    rows = [*lines("multiple.txt")[:20], "." * 81]
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    pq.write_table(table(rows), source)
    run(program, "solve", "--all", "--limit", "100000", source, "-o", target, "--quiet")
    after = pq.read_table(target, columns=["id", "solution"])
    answers = program("solve", "--all", "--limit", "100000", "--quiet", text="\n".join(rows) + "\n")
    assert after["solution"].to_pylist() == answers.split()
    counts = after.group_by("id").aggregate([([], "count_all")]).to_pydict()
    assert dict(zip(counts["id"], counts["count_all"]))[20] == 100_000


def test_generated_and_converted(tmp_path, program):
    target = tmp_path / "made.parquet"
    done = run(
        program,
        "generate",
        "-n",
        9000,
        "--seed",
        1,
        "--with-solution",
        "-o",
        target,
        "--clues",
        "30..40",
    )
    assert done.returncode == 0, done.stderr
    made = pq.read_table(target)
    assert made.column_names == ["puzzle", "solution"]
    assert size(target) == [9000]  # several tasks of the program, one row group
    text = program("generate", "-n", "9000", "--seed", "1", "--with-solution", "--clues", "30..40")
    pairs = [line.split(",") for line in text.split()]
    assert [list(pair) for pair in zip(*made.to_pydict().values())] == pairs
    # To other formats and back.
    csv, back = tmp_path / "made.csv", tmp_path / "back.parquet"
    assert run(program, "solve", target, "-o", csv).returncode == 0
    assert csv.read_text().splitlines()[1:] == [",".join(pair) for pair in pairs]
    assert run(program, "solve", csv, "-o", back).returncode == 0
    assert pq.read_table(back).to_pylist() == made.to_pylist()
    lines_of = program("grids", "-n", "20", "--seed", "2").split()
    run(program, "grids", "-n", 20, "--seed", 2, "-o", tmp_path / "grids.arrow")
    assert feather.read_table(tmp_path / "grids.arrow")["puzzle"].to_pylist() == lines_of
    assert program("solve", str(tmp_path / "grids.arrow"), "--to", "line").split() == lines_of


def test_pandas_and_polars_read_it(tmp_path, program, rows, expected):
    import pandas as pd
    import polars as pl

    frame = pd.DataFrame({"puzzle": rows, "n": range(len(rows))}, index=range(10, 10 + len(rows)))
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    frame.to_parquet(source)
    solved(program, source, target)
    after = pd.read_parquet(target)
    assert list(after.index) == list(frame.index)
    assert [None if pd.isna(s) else s for s in after["solution"]] == expected
    pl.DataFrame({"puzzle": rows}).write_parquet(source)
    solved(program, source, target)
    assert pl.read_parquet(target)["solution"].to_list() == expected
    assert pl.scan_parquet(target).select("solution").collect()["solution"].to_list() == expected


def test_names_and_types_are_checked(tmp_path, program):
    source = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": ["x"], "number": [1]}), source)
    done = run(program, "solve", source)
    assert (
        done.returncode == 2 and b"no column of puzzles in the header 'text,number'" in done.stderr
    )
    done = run(program, "solve", source, "--column", "number")
    assert done.returncode == 2 and b"the column 'number' has the type Int64" in done.stderr
    puzzles = lines("clues36.txt")[:3]
    pq.write_table(pa.table({"given": puzzles}), source)
    done = run(program, "solve", source, "--column", "given", "--to", "line")
    assert done.stdout.decode().split() == program.solutions(puzzles)
    done = run(
        program, "solve", source, "--compress", "snappy", "--to", "line", "--column", "given"
    )
    assert done.returncode == 2 and b"snappy is a compression inside Parquet" in done.stderr
    (tmp_path / "text.parquet").write_text(puzzles[0])
    done = run(program, "solve", tmp_path / "text.parquet", "--from", "parquet")
    assert done.returncode == 2 and b"Invalid Parquet file" in done.stderr


def numbers(grid: str) -> list[int]:
    return [int(cell) if cell.isdigit() else 0 for cell in grid]


GRIDS = {
    "utf8": (pa.string(), str),
    "binary": (pa.binary(), str.encode),
    "fixed": (pa.binary(81), str.encode),
    "list": (pa.list_(pa.int64()), numbers),
    "fixed_list": (pa.list_(pa.uint8(), 81), numbers),
    "rows": (
        pa.list_(pa.list_(pa.int16())),
        lambda grid: [numbers(grid)[at : at + 9] for at in range(0, 81, 9)],
    ),
}


@pytest.mark.parametrize(("of", "made"), GRIDS.values(), ids=GRIDS)
@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_shuffled_records(tmp_path, program, kind, of, made):
    """A puzzle and its solution stay together, in their columns and with their types."""
    source, target = tmp_path / f"in.{kind}", tmp_path / f"out.{kind}"
    read = pq.read_table if kind == "parquet" else feather.read_table
    puzzles = lines("clues36.txt")[:6]
    solutions = program.solutions(puzzles)
    given = [made(puzzle) for puzzle in puzzles]
    solved = [made(solution) for solution in solutions]
    given[4] = solved[2] = None
    before = pa.table({"id": range(6), "quiz": pa.array(given, of), "answer": pa.array(solved, of)})
    if kind == "parquet":
        pq.write_table(before, source, row_group_size=4)
    else:
        feather.write_feather(before, source, compression="uncompressed")
    pairs = [f"{puzzle},{solution}" for puzzle, solution in zip(puzzles, solutions, strict=True)]
    # Record n of a table has the symmetry of line n of puzzles alone.
    expected = [made(puzzle) for puzzle in program.rows("shuffle", puzzles, "--seed", "4")]
    done = run(program, "shuffle", "--seed", 4, source, "-o", target)
    assert done.returncode == 1, done.stderr.decode()
    after = read(target)
    assert after.schema.types == before.schema.types
    expected[4] = None
    assert after["quiz"].to_pylist() == expected
    kept = [row["answer"] is not None for row in after.to_pylist()]
    assert kept == [True, True, False, True, False, True]
    checked = run(program, "check", target)
    assert b" 4 correct" in checked.stderr, checked.stderr.decode()
    done = run(program, "shuffle", "--copies", 2, "--keep-original", source, "-o", target)
    assert done.returncode == 1, done.stderr.decode()
    after = read(target)
    assert after.column_names == ["id", "quiz", "answer", "original", "copy"]
    assert after["copy"].to_pylist() == [1, 2] * 4 + [None] + [1, 2]
    # Lines become a table with solutions if the first has one.
    (tmp_path / "pairs.txt").write_text("\n".join(pairs))
    run(program, "shuffle", tmp_path / "pairs.txt", "-o", target)
    assert read(target).column_names == ["puzzle", "solution"]


@pytest.mark.parametrize("kind", ["parquet", "arrow", "arrows"])
def test_damaged_files(tmp_path, program, kind):
    """Truncated and altered files end in an error that names the file, and nothing is written."""
    import random

    source, target = tmp_path / f"in.{kind}", tmp_path / f"out.{kind}"
    rows = table(lines("clues36.txt")[:500])
    if kind == "parquet":
        pq.write_table(rows, source, row_group_size=100, store_schema=False)
    else:
        new = pa.ipc.new_file if kind == "arrow" else pa.ipc.new_stream
        with new(source, rows.schema) as writer:
            writer.write_table(rows, max_chunksize=100)
    whole = source.read_bytes()
    random.seed(1)
    for turn in range(60):
        damaged = bytearray(whole)
        if turn % 2:
            del damaged[random.randrange(8, len(whole) - 1) :]
        else:
            for _ in range(8):
                damaged[random.randrange(8, len(whole))] = random.randrange(256)
        source.write_bytes(damaged)
        done = subprocess.run(
            [
                "bash",
                "-c",
                'ulimit -v 4000000; exec "$@"',
                "-",
                program.path,
                "solve",
                str(source),
                "-o",
                str(target),
                "-j",
                "1",
            ],
            capture_output=True,
            check=False,
            timeout=60,
        )
        said = done.stderr.decode()
        assert done.returncode in (0, 1, 2), (turn, done.returncode, said)
        if turn % 2 and kind != "arrows":
            # A stream may end after any batch.
            assert done.returncode == 2, (turn, said)
        if done.returncode == 2:
            assert source.name in said and "internal error" not in said, said
            assert not target.exists()
        target.unlink(missing_ok=True)


def test_folder_of_shards(tmp_path, program, rows, expected):
    """A folder as Hugging Face has it, to a folder: all files or none."""
    before, source = table(rows), tmp_path / "source"
    for name in ("train-00000-of-00002", "train-00001-of-00002", "test/test-00000-of-00001"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
    cuts = {"test/test-00000-of-00001": (0, 900), "train-00000-of-00002": (900, 2000)}
    cuts["train-00001-of-00002"] = (2000, len(rows))
    for name, (start, end) in cuts.items():
        pq.write_table(before.slice(start, end - start), source / f"{name}.parquet")
    (source / "README.md").write_text("not a shard")
    (source / "_metadata").write_text("nor this")
    target = tmp_path / "solved"
    done = run(program, "solve", source, "-o", f"{target}/", "--row-group-size", 500)
    assert done.returncode == 1, done.stderr
    for name, (start, end) in cuts.items():
        after = pq.read_table(target / f"{name}.parquet")
        assert after["solution"].to_pylist() == expected[start:end]
        assert after.drop(["solution"]).to_pylist() == before.slice(start, end - start).to_pylist()
    assert sum(path.is_file() for path in target.rglob("*")) == 3
    # All shards to one file, in the order of their paths.
    run(program, "solve", source, "-o", tmp_path / "all.parquet", "--quiet")
    assert pq.read_table(tmp_path / "all.parquet")["solution"].to_pylist() == expected
    # To lines: the names say so.
    run(program, "solve", source, "-o", f"{tmp_path}/text/", "--to", "line", "--quiet")
    assert (tmp_path / "text" / "train-00000-of-00002.txt").read_text().count("\n") == 1100
    # A shard that is damaged: no file of the set appears.
    damaged = source / "train-00001-of-00002.parquet"
    damaged.write_bytes(damaged.read_bytes()[:-100])
    done = run(program, "solve", source, "-o", f"{tmp_path}/none/")
    assert done.returncode == 2 and b"train-00001-of-00002.parquet" in done.stderr
    assert not [path for path in (tmp_path / "none").rglob("*") if path.is_file()]
    (tmp_path / "empty").mkdir()
    done = run(program, "solve", tmp_path / "empty")
    assert done.returncode == 2 and b"there are no .parquet or .arrow files in it" in done.stderr


def test_shards_of_a_job(tmp_path, program, rows, expected):
    """``--shard K/N`` takes so many rows of a Parquet file."""
    source = tmp_path / "in.parquet"
    pq.write_table(table(rows), source, row_group_size=700)
    got = []
    for k in (1, 2, 3):
        target = tmp_path / f"{k}.parquet"
        run(program, "solve", source, "-o", target, "--shard", f"{k}/3", "--row-group-size", 200)
        got.append(pq.read_table(target))
        assert 0 < len(got[-1]) < len(rows)
    after = pa.concat_tables(got)
    assert after["solution"].to_pylist() == expected
    assert after["id"].to_pylist() == list(range(len(rows)))


def test_a_header_that_announces_a_billion_rows(tmp_path, program):
    """An Arrow message may announce any length: no memory is taken for it."""
    rows = table(lines("clues36.txt")[:10]).select(["puzzle"])
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as writer:
        writer.write_table(rows)
    whole = sink.getvalue().to_pybytes()
    for length in (1 << 30, 1 << 40, (1 << 62) + 8):
        at = whole.index((10).to_bytes(8, "little"))
        # The length of the body stands before the rows; whatever is altered must not be believed.
        for start in range(at - 64, at + 9, 8):
            damaged = bytearray(whole)
            damaged[start : start + 8] = length.to_bytes(8, "little")
            source = tmp_path / "in.arrows"
            source.write_bytes(damaged)
            done = subprocess.run(
                [
                    "bash",
                    "-c",
                    'ulimit -v 3000000; exec "$@"',
                    "-",
                    program.path,
                    "solve",
                    str(source),
                    "-j",
                    "1",
                ],
                capture_output=True,
                check=False,
                timeout=60,
            )
            said = done.stderr.decode()
            assert done.returncode in (0, 1, 2), (start, done.returncode, said)
            assert "internal error" not in said


def test_ratings_and_weights_are_numbers(tmp_path, program):
    source = tmp_path / "in.parquet"
    rows = [*lines("multiple.txt")[:2], *lines("hard.txt")[:20], None]
    pq.write_table(pa.table({"puzzle": rows, "er": ["as text"] * len(rows)}), source)
    for target in (tmp_path / "out.parquet", tmp_path / "out.arrow"):
        assert run(program, "rate", "--er", source, "-o", target).returncode == 1
        after = pq.read_table(target) if target.suffix == ".parquet" else feather.read_table(target)
        for name in ("er", "ep", "ed"):
            assert after.schema.field(name).type == pa.float64()
        text = program("rate", "--er", "--to", "csv", text="\n".join(filter(None, rows)) + "\n")
        known = [row["er"] for row in csv.DictReader(io.StringIO(text))]
        known = [None if er == "-" else float(er) for er in known]
        assert after["er"].to_pylist() == [*known, None] and max(filter(None, known)) > 1.2
    made = tmp_path / "made.parquet"
    program("generate", "-n", "30", "--with-weight", "--with-solution", "-o", str(made))
    text = program("generate", "-n", "30", "--with-weight", "--with-solution", "--to", "csv")
    weights = [float(line.split(",")[-1]) for line in text.splitlines()[1:]]
    after = pq.read_table(made)
    assert after.schema.field("weight").type == pa.float64()
    assert after["weight"].to_pylist() == weights and min(weights) > 1e10


def test_a_file_has_room_for_its_row_groups(tmp_path, program):
    source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
    rows = lines("clues36.txt")[:1000] * 40
    pq.write_table(pa.table({"puzzle": rows}), source)
    assert run(program, "solve", source, "-o", target, "--row-group-size", 1).returncode == 0
    assert pq.ParquetFile(target).num_row_groups == 8000
    assert pq.read_table(target)["puzzle"].to_pylist() == rows


def test_statistics_by_weight(program, tmp_path):
    """Weights of a table count as those of text do, whatever their type."""
    puzzles = lines("minimal.txt")[:60]
    weights = [row * row + 1 for row in range(60)]
    text = tmp_path / "a.csv"
    rows = (f"{puzzle},{weight}\n" for puzzle, weight in zip(puzzles, weights))
    text.write_text("puzzle,weight\n" + "".join(rows))
    expected = program("stats", "-q", "-j1", "--json", str(text))
    assert '"effective_puzzles"' in expected
    types = [pa.int64(), pa.uint64(), pa.float32(), pa.float64()]
    types += [pa.string(), pa.large_string(), pa.string_view()]
    for of in types:
        column = pa.array(map(str, weights) if "string" in str(of) else weights, of)
        weighted = pa.table({"puzzle": puzzles, "weight": column})
        pq.write_table(weighted, tmp_path / "b.parquet", row_group_size=25)
        feather.write_feather(weighted, tmp_path / "b.arrow", compression="uncompressed")
        for name in ("b.parquet", "b.arrow"):
            found = program("stats", "-q", "-j1", "--json", str(tmp_path / name))
            assert found == expected, (name, of)
    missing = pa.table({"puzzle": puzzles, "weight": pa.nulls(len(puzzles), pa.float64())})
    pq.write_table(missing, tmp_path / "b.parquet")
    assert "effective" not in program("stats", "-q", "--json", str(tmp_path / "b.parquet"))


def test_slow_jobs_write_the_same_bytes_in_each_run(program, tmp_path):
    """Record batches and row groups do not depend on the speed of the job."""
    text, table = tmp_path / "a.txt", tmp_path / "a.parquet"
    puzzles = lines("clues36.txt")[:1500]
    text.write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    pq.write_table(pa.table({"puzzle": puzzles}), table)
    for source in (text, table):
        for name in ("b.parquet", "b.arrow"):
            outputs = [tmp_path / f"{threads}-{name}" for threads in (1, 2)]
            for threads, output in zip("12", outputs):
                program("rate", "--er", "-q", "-j", threads, str(source), "-o", str(output))
            assert outputs[0].read_bytes() == outputs[1].read_bytes(), (source, name)
