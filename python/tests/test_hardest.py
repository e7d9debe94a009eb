"""Puzzles by their hardest technique, in memory and in files."""

import pytest

import batchdoku

KINDS = ["naked_pair", "xy_wing"]


@pytest.mark.parametrize("kind", KINDS)
def test_explain_and_rate_say_the_same(kind):
    puzzles, _ = batchdoku.generate(10, seed=3, hardest=kind, as_="str")
    for puzzle in puzzles:
        steps = batchdoku.explain(puzzle)["steps"]
        assert max(steps, key=lambda step: step["er"])["technique"] == kind
        assert batchdoku.rate(puzzle).technique == kind
    assert batchdoku.meets(puzzles, hardest=kind) == [True] * 10
    assert batchdoku.meets(puzzles, hardest=["pointing", "swordfish"]) == [False] * 10


def test_as_many_of_each(tmp_path):
    puzzles, _ = batchdoku.generate(6, seed=3, hardest=KINDS, balance=True, as_="str")
    for turn, kind in enumerate(KINDS):
        assert puzzles[turn::2] == batchdoku.generate(3, seed=3, hardest=kind, as_="str")[0]
    path = tmp_path / "made.txt"
    batchdoku.generate_file(path, 6, seed=3, hardest=",".join(KINDS), balance=True)
    assert path.read_text().split() == puzzles
    levels = batchdoku.generate(4, seed=1, difficulty="easy,hard", balance=True, as_="str")[0]
    assert [rating.level for rating in batchdoku.rate(levels)] == ["easy", "hard"] * 2


def test_nothing_to_balance_is_refused():
    with pytest.raises(ValueError, match="nothing to balance"):
        batchdoku.generate(2, hardest="xy_wing", balance=True)
