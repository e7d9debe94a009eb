"""The recipes of examples/ and of the README."""

import doctest
import sys
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import batchdoku

PYTHON = Path(__file__).resolve().parents[1]


def test_the_readme():
    failed, tried = doctest.testfile(
        str(PYTHON / "README.md"),
        module_relative=False,
        optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS,
    )
    assert tried > 5 and failed == 0


def test_the_package():
    failed, tried = doctest.testmod(batchdoku)
    assert tried and not failed


def test_grpo_reward():
    from grpo_reward import reward

    puzzles, solutions = batchdoku.generate(2, seed=4, as_="str")
    for puzzle, solution in zip(puzzles, solutions):
        empty = [cell for cell in range(81) if puzzle[cell] == "."]
        wrong = list(solution)
        wrong[empty[0]] = str(int(solution[empty[0]]) % 9 + 1)
        wrong = "".join(wrong)
        chat = [{"role": "assistant", "content": solution}]
        group = [
            solution,
            chat,
            f"<think>{wrong}</think><answer>{solution}</answer>",
            f"<think>{solution}</think>I give up.",
            f"<think>{solution}",
            wrong,
            puzzle,
            solution[::-1],
        ]
        rewards = reward(["?"] * 8, group, puzzle=[puzzle] * 8)
        assert rewards[:5] == [1, 1, 1, 0, 0]
        assert 0.19 < rewards[5] < 0.2
        assert rewards[6:] == [0, 0]
    both = reward(["?"] * 4, [*solutions, *solutions], puzzle=[puzzles[0]] * 2 + [puzzles[1]] * 2)
    assert both[0] == both[3] == 1 and both[1] < 1 and both[2] < 1


@pytest.mark.parametrize("workers", [1, 3])
def test_dataset(workers):
    from dataset import Puzzles

    parts = [
        islice(iter(Puzzles(seed=4, worker=w, workers=workers, batch=20)), 40)
        for w in range(workers)
    ]
    pairs = [pair for part in parts for pair in part]
    puzzles, solutions = (np.array(side) for side in zip(*pairs))
    assert len(np.unique(puzzles, axis=0)) == 40 * workers
    assert batchdoku.check(puzzles, solutions, unique=True).all()
    corpus = batchdoku.generate(40 * workers, seed=4, as_="numpy")[0]
    assert {p.tobytes() for p in puzzles} == {p.tobytes() for p in corpus}


def test_epochs_have_other_puzzles():
    from dataset import Puzzles

    data = Puzzles(seed=4, batch=20)
    epochs = [[puzzle.tobytes() for puzzle, _ in islice(iter(data), 50)] for _ in range(3)]
    # Of the batch that an epoch ends in, the rest is not seen.
    assert len({puzzle for epoch in epochs for puzzle in epoch}) == 150
    puzzles, solutions = next(data.batches())
    assert puzzles.shape == solutions.shape == (20, 81)


class Memory(np.ndarray):
    """A tensor as the examples use one."""

    def share_memory_(self):
        return self

    def long(self):
        return np.asarray(self).astype("i8")


@pytest.fixture
def torch(monkeypatch):
    """A stand-in for PyTorch, which is a gigabyte; yields what says which worker asks."""
    info = SimpleNamespace(id=0, num_workers=2)
    data = SimpleNamespace(IterableDataset=object, DataLoader=None, get_worker_info=lambda: info)
    torch = SimpleNamespace(
        from_numpy=lambda cells: cells.view(Memory),
        zeros=lambda n, dtype: np.zeros(n, dtype).view(Memory),
        int64=np.int64,
    )
    for name, module in [("torch", torch), ("torch.utils", torch), ("torch.utils.data", data)]:
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("torch_dataset", "augmented"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return info


def test_torch_dataset(torch):
    """Each worker has a range of its own, and each epoch other puzzles."""
    from torch_dataset import PuzzleTensors

    data, pairs = PuzzleTensors(seed=4, batch=20), []
    for _ in range(2):
        for torch.id in range(2):
            pairs += islice(data, 40)
    puzzles, solutions = (np.array(side) for side in zip(*pairs))
    assert puzzles.dtype == np.int64 and batchdoku.check(puzzles, solutions).all()
    corpus = batchdoku.generate(160, seed=4, as_="numpy")[0]
    assert {p.tobytes() for p in puzzles} == {p.tobytes() for p in corpus.astype("i8")}


def test_augmented_pairs(torch):
    from augmented import AugmentedPairs

    made = batchdoku.generate(30, seed=4, as_="numpy")
    classes = {form.tobytes(): at for at, form in enumerate(batchdoku.canon(made[0]))}
    for data in (AugmentedPairs(*made), AugmentedPairs(*batchdoku.generate(30, seed=4, as_="str"))):
        assert len(data) == 30
        epochs = []
        for epoch in range(3):
            pairs = []
            for torch.id in range(2):
                data.set_epoch(epoch)
                pairs += data
            puzzles, solutions = (np.array(side, dtype=np.uint8) for side in zip(*pairs))
            assert batchdoku.check(puzzles, solutions).all()
            # Each pair once, in some order.
            forms = batchdoku.canon(puzzles)
            assert sorted(classes[form.tobytes()] for form in forms) == list(range(30))
            epochs.append({puzzle.tobytes() for puzzle in puzzles})
        assert not epochs[0] & epochs[1] and not epochs[1] & epochs[2]
        data.set_epoch(1)
        assert next(iter(data))[0].astype(np.uint8).tobytes() in epochs[1]


def as_their_scripts_do(rows, augmented):
    """The arrays of a set, built as lists of examples, each a group of puzzles: an independent statement
    of the layout that the scripts of HRM and TRM write."""
    results = {"inputs": [], "labels": [], "identifiers": [], "puzzles": [0], "groups": [0]}
    for group in range(len(rows)):
        for puzzle, solution in [rows[group], *augmented[group]]:
            results["inputs"].append(puzzle)
            results["labels"].append(solution)
            results["identifiers"].append(0)
            results["puzzles"].append(len(results["inputs"]))
        results["groups"].append(len(results["inputs"]))
    return {
        "all__inputs.npy": np.concatenate(results["inputs"]).reshape(-1, 81) + 1,
        "all__labels.npy": np.concatenate(results["labels"]).reshape(-1, 81) + 1,
        "all__group_indices.npy": np.array(results["groups"], dtype=np.int32),
        "all__puzzle_indices.npy": np.array(results["puzzles"], dtype=np.int32),
        "all__puzzle_identifiers.npy": np.array(results["identifiers"], dtype=np.int32),
    }


@pytest.mark.parametrize("for_trm", [False, True])
def test_folders_of_hrm_and_trm(tmp_path, for_trm):
    from batchdoku.datasets import hrm as build

    pairs = {}
    for name, seed in [("train", 1), ("test", 2)]:
        pairs[name] = list(zip(*batchdoku.generate(20, seed=seed, as_="str")))
        with (tmp_path / f"{name}.csv").open("w") as file:
            file.write("source,question,answer,rating\n")
            file.writelines(f"made,{p},{s},{n % 4}\n" for n, (p, s) in enumerate(pairs[name]))
    out = tmp_path / "data"
    build(tmp_path / "train.csv", tmp_path / "test.csv", out, augment=3, seed=5, for_trm=for_trm)
    assert (out / "identifiers.json").read_text() == '["<blank>"]'
    for name, augment in [("train", 3), ("test", 0)]:
        of = np.int64 if augment else np.uint8
        rows = [
            [np.array(batchdoku.Grid(text).cells, dtype=np.uint8) for text in pair]
            for pair in pairs[name]
        ]
        found = {file.name: np.load(file) for file in (out / name).glob("*.npy")}
        cells = [
            found[f"all__{side}.npy"].reshape(20, 1 + augment, 81) for side in ("inputs", "labels")
        ]
        augmented = [
            [(cells[0][row, at] - 1, cells[1][row, at] - 1) for at in range(1, 1 + augment)]
            for row in range(20)
        ]
        for group in range(20):
            for puzzle, solution in augmented[group]:
                assert batchdoku.check(puzzle, solution)
                assert (batchdoku.canon(puzzle) == batchdoku.canon(rows[group][0])).all()
        expected = as_their_scripts_do(rows, augmented)
        assert found.keys() == expected.keys()
        for file, array in expected.items():
            wanted = tmp_path / "wanted.npy"
            np.save(
                wanted,
                array.astype(of) if file in ("all__inputs.npy", "all__labels.npy") else array,
            )
            assert (out / name / file).read_bytes() == wanted.read_bytes(), file
        total = ', "total_puzzles": 20' if for_trm else ""
        assert (out / name / "dataset.json").read_text() == (
            '{"pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11, '
            '"seq_len": 81, "num_puzzle_identifiers": 1, "total_groups": 20, '
            f'"mean_puzzle_examples": 1.0{total}, "sets": ["all"]}}'
        )
    few = tmp_path / "few"
    build(tmp_path / "train.csv", tmp_path / "test.csv", few, subsample=4, min_difficulty=2)
    assert np.load(few / "train" / "all__inputs.npy").shape == (4, 81)
    assert np.load(few / "test" / "all__inputs.npy").shape == (10, 81)


def test_traces_for_a_trainer():
    from traces_for_a_trainer import IGNORED, Characters, Traces, cells_and_places

    puzzles = batchdoku.generate(10, seed=3, as_="str")[0]
    data = Traces(puzzles, batch=4, seed=1)
    first, second = list(data), list(data)
    assert [len(batch["input_ids"]) for batch in first] == [4, 4, 2]
    inputs, labels = first[0]["input_ids"], first[0]["labels"]
    asked, learned = Characters().decode(inputs[0]), Characters().decode(labels[0][labels[0] > 0])
    # The text is all that is learned, and ends with the solution of the puzzle that is asked for.
    assert asked.endswith(learned) and learned[:81] not in asked[: len(asked) - len(learned)]
    question = asked[: len(asked) - len(learned)]
    assert batchdoku.solve(question[-81:]) == learned[-81:]
    assert (labels[0] == IGNORED).sum() == inputs.shape[1] - len(learned) - 1
    # Another epoch has other equivalents of the same puzzles.
    assert first[0]["input_ids"].tolist() != second[0]["input_ids"].tolist()
    short = Traces(puzzles, longest=10)
    assert list(short) == [] and short.left_out == 10
    sequences, starts = cells_and_places(puzzles)
    assert sequences.shape == (10, 81, 3)
    for puzzle, sequence, start in zip(puzzles, sequences, starts):
        assert start == 81 - puzzle.count(".")
        assert len({(row, column) for row, column, _ in sequence.tolist()}) == 81


def test_tables_of_the_hub():
    datasets = pytest.importorskip("datasets")
    from hub_tables import checked, pairs

    puzzles, solutions = batchdoku.generate(10, seed=3, as_="str")
    zeros = [puzzle.replace(".", "0") for puzzle in puzzles]
    data = datasets.Dataset.from_dict(
        {
            "source": list(map(str, range(12))),
            "question": [*zeros, puzzles[0], "rubbish"],
            "answer": [*solutions, solutions[1], solutions[2]],
        }
    )
    table = pairs(data)
    assert set(table.column_names) == {"source", "puzzle", "solution"}
    assert table["puzzle"][:10] == puzzles and table["puzzle"][11] is None
    right = checked(data)
    assert right["source"][:] == list(map(str, range(10)))
    with pytest.raises(ValueError, match="no column of puzzles"):
        pairs(datasets.Dataset.from_dict({"a": [1]}))


def test_flat_layouts():
    from flat_layouts import layouts

    made = layouts(12, seed=2)
    assert made.keys() == {"solver", "row", "random", "clues"}
    for order in ("solver", "row", "random"):
        rows = made[order]
        assert rows.shape == (12, 82)
        for row, clues in zip(rows, made["clues"]):
            assert row[clues] == 729
            # Each cell once, whatever the order.
            assert sorted((row[row < 729] // 9).tolist()) == list(range(81))
    same = [np.sort(made[order], axis=1).tolist() for order in ("solver", "row", "random")]
    assert same[0] == same[1] == same[2]
    assert (made["solver"] != made["row"]).any()


def test_pairs_of_digits_and_dots(tmp_path):
    from batchdoku.datasets import read_pairs

    path = tmp_path / "pairs.csv"
    (puzzle, solution), *_ = zip(*batchdoku.generate(1, as_="str"))
    path.write_text(f"Question,answer\n{puzzle},{solution}\n")
    puzzles, solutions = read_pairs(path)
    assert puzzles.tolist() == [list(batchdoku.Grid(puzzle).cells)]
    assert solutions.tolist() == [list(batchdoku.Grid(solution).cells)]
    for sign in "_x? ":
        path.write_text(f"question,answer\n{puzzle.replace('.', sign)},{solution}\n")
        with pytest.raises(ValueError, match="digits and dots"):
            read_pairs(path)
