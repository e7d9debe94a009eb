"""The time of judging answers and moves, and of masks, in microseconds of CPU time on one thread.

    python python/benches/judge.py

Each row is the least of five rounds over the same puzzles.
"""

import time
from collections.abc import Callable

import numpy as np

import batchdoku

ROWS = 10_000


def least(call: Callable[[], object], count: int = ROWS) -> float:
    """Microseconds for each of ``count``."""
    times = []
    for _ in range(5):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times) / count * 1e6


def main() -> None:
    puzzles, solutions = batchdoku.generate(ROWS, seed=1, as_="str")
    cells, solved = batchdoku.generate(ROWS, seed=1, as_="numpy")
    lines = ["\n".join(s[at : at + 9] for at in range(0, 81, 9)) for s in solutions]
    right = [f"Here is the solution:\n\n{line}\n\nAll rows are complete." for line in lines]
    wrong = [text.replace("1", "2", 1) for text in right]
    thought = "Row 1 lacks 3 and 7, so r1c4 is 3 because column 9 has a 7. " * 300
    long = [f"<think>{thought}</think>\n{text}" for text in right[:1000]]
    prose = [f"{thought}\n{text}" for text in right[:1000]]
    empty = cells == 0
    place = np.array([np.flatnonzero(row)[0] for row in empty])
    moves = np.stack([place // 9, place % 9, solved[np.arange(ROWS), place]], axis=1).astype(int)
    chains = np.roll(moves[:, 2], 1)
    other = moves.copy()
    other[:, 2] = chains
    one = {"threads": 1}
    few = 1000
    rows = [
        ("score, a right reply of 170 bytes", lambda: batchdoku.score(puzzles, right, **one), ROWS),
        (
            "score, a wrong one, with its search",
            lambda: batchdoku.score(puzzles, wrong, **one),
            ROWS,
        ),
        (
            f"score, {len(long[0]):,} bytes with a thought",
            lambda: batchdoku.score(puzzles[:few], long, **one),
            few,
        ),
        (
            f"score, {len(prose[0]):,} bytes without tags",
            lambda: batchdoku.score(puzzles[:few], prose, **one),
            few,
        ),
        (
            "score, one reply a call",
            lambda: [batchdoku.score(p, r) for p, r in zip(puzzles[:few], right)],
            few,
        ),
        ("candidates of arrays", lambda: batchdoku.candidates(cells), ROWS),
        ("legal of arrays", lambda: batchdoku.legal(cells), ROWS),
        ("action_mask of arrays", lambda: batchdoku.action_mask(cells), ROWS),
        (
            "judge_moves, solutions known",
            lambda: batchdoku.judge_moves(cells, other, solved, **one),
            ROWS,
        ),
        (
            "judge_moves, solutions searched",
            lambda: batchdoku.judge_moves(cells, other, **one),
            ROWS,
        ),
        (
            "forced, up to naked singles",
            lambda: batchdoku.forced(cells, moves, at_most="naked_single", **one),
            ROWS,
        ),
        (
            "forced, up to WXYZ-wings",
            lambda: batchdoku.forced(cells[:few], moves[:few], **one),
            few,
        ),
        ("flat_tokens", lambda: batchdoku.flat_tokens(puzzles[:few], **one), few),
    ]
    for name, call, count in rows:
        print(f"{name:45} {least(call, count):9.2f}")


if __name__ == "__main__":
    main()
