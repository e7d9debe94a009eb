"""Which replies of data/replies.jsonl are paid, by form: by batchdoku, and by the scorer of reasoning-gym.

    pip install batchdoku reasoning-gym
    python python/benches/against_reasoning_gym.py data/replies.jsonl

Each row has the number of replies, those that batchdoku calls solved, and those to which reasoning-gym gives more than 0.99,
and at least 0.5.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

from reasoning_gym.games.sudoku import SudokuConfig, SudokuDataset

import batchdoku


def reward(dataset: SudokuDataset, reply: str, solution: str) -> float:
    rows = [list(map(int, solution[at : at + 9])) for at in range(0, 81, 9)]
    answer = "\n".join(" ".join(map(str, row)) for row in rows)
    entry = {"answer": answer, "metadata": {"solution": rows}}
    return float(dataset.score_answer(reply, entry))


def main() -> None:
    dataset = SudokuDataset(SudokuConfig(size=1))
    cases = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    puzzles = [case["puzzle"] for case in cases]
    scores = batchdoku.score(puzzles, [case["answer"] for case in cases])
    solutions = batchdoku.solve(puzzles)
    table: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * 4)
    for at, (case, solution) in enumerate(zip(cases, solutions)):
        other = reward(dataset, case["answer"], solution)
        paid = [True, bool(scores.solved[at]), other > 0.99, other >= 0.5]
        form = scores.form[at] or "no grid"
        for row in ((case["right"], form), (case["right"], "all")):
            table[row] = [count + more for count, more in zip(table[row], paid)]
    for (right, form), counts in sorted(table.items(), reverse=True):
        print(f"right: {right:3}  {form:9}", *(f"{count:5}" for count in counts))


if __name__ == "__main__":
    main()
