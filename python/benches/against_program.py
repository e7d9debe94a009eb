"""CPU time of a million easy puzzles in Python against the program's from file to file.

    python benches/against_program.py PROGRAM PUZZLES [--rounds N] [--threads N]

PUZZLES is a file of lines; they are repeated up to a million. The program reads a file of them and
writes one of solutions. The ways are measured in turn, so that a change of the machine's speed
meets all of them; the figure of each is its median. Each way in Python runs in a process of its
own that stays warm, as a notebook does. Fails if a way takes more CPU time than it may:

    Utf8, one array       1.1 times the program's
    Utf8, in chunks       1.1
    (n, 81) uint8         1.2
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from multiprocessing import get_context

ROWS = 1_000_000
ALLOWED = {
    "Utf8, one array": 1.1,
    "Utf8, 20 chunks": 1.1,
    "numpy (n, 81) uint8": 1.2,
    "Utf8, table": None,
    "StringView": None,
    "list of str": None,
}


def worker(way, path, threads, pipe):
    import numpy as np
    import pyarrow as pa

    import batchdoku

    with open(path) as file:
        rows = file.read().split()
    array = pa.array(rows)
    source = {
        "Utf8, one array": lambda: array,
        "Utf8, 20 chunks": lambda: pa.chunked_array(
            [array.slice(at, ROWS // 20) for at in range(0, ROWS, ROWS // 20)]
        ),
        "numpy (n, 81) uint8": lambda: (
            np.frombuffer("".join(rows).replace(".", "0").encode(), np.uint8) - 48
        ).reshape(ROWS, 81),
        "Utf8, table": lambda: pa.table({"puzzle": array}),
        "StringView": lambda: array.cast(pa.string_view()),
        "list of str": lambda: rows,
    }
    x = source[way]()
    solve = batchdoku.solve_table if way == "Utf8, table" else batchdoku.solve
    while pipe.recv():
        before = resource.getrusage(resource.RUSAGE_SELF)
        result = solve(x, threads=threads)
        after = resource.getrusage(resource.RUSAGE_SELF)
        del result
        pipe.send(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def program(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("puzzles")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "puzzles.txt")
        with open(options.puzzles) as source, open(path, "w") as file:
            rows = source.read().split()
            file.writelines(f"{rows[i % len(rows)]}\n" for i in range(ROWS))
        command = [
            *(options.program, "solve", path, "-o", os.path.join(folder, "solutions.txt")),
            *("--threads", str(options.threads), "--quiet"),
        ]
        context = get_context("spawn")
        ways = {}
        for way in ALLOWED:
            ours, theirs = context.Pipe()
            context.Process(
                target=worker, args=(way, path, options.threads, theirs), daemon=True
            ).start()
            ways[way] = ours
        times = {"program, file to file": []} | {way: [] for way in ways}
        for number in range(options.rounds + 1):
            taken = {"program, file to file": program(command)}
            for way, pipe in ways.items():
                pipe.send(True)
                taken[way] = pipe.recv()
            if number:  # the first warms up
                for way, seconds in taken.items():
                    times[way].append(seconds)
        for pipe in ways.values():
            pipe.send(False)
    base = times["program, file to file"]
    print(
        f"| {ROWS:,} easy puzzles, {options.threads} thread(s) | CPU ms | of the program's | at most |"
    )
    print("|---|--:|--:|--:|")
    slow = []
    for way, seconds in times.items():
        ratio = statistics.median(a / b for a, b in zip(seconds, base))
        allowed = ALLOWED.get(way)
        print(
            f"| {way} | {statistics.median(seconds) * 1000:.0f} | {ratio:.2f} | {allowed or ''} |"
        )
        if allowed and ratio > allowed:
            slow.append(way)
    if slow:
        sys.exit(f"too slow: {', '.join(slow)}")


if __name__ == "__main__":
    main()
