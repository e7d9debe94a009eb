"""Calls for one puzzle: CPU time alone, and time beside a busy Python thread.

    python benches/small_calls.py

Prints the table of the README. CPU time is the least of several rounds, of the thread and of those
that a call starts, and so is the time of a call of an empty function with the options of ``solve``.
Beside a busy thread it is the median of the times by the clock.
"""

import statistics
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import batchdoku

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ROUNDS, SECONDS = 9, 0.02


def empty(x, *, unique=False, limit=None, threads=0, max_nodes=None, mask=False):
    return x


def calls() -> dict[str, Callable[[], Any]]:
    hundred = [EASY] * 100
    return {
        "an empty function": lambda: empty(EASY),
        "`solve(str)`": lambda: batchdoku.solve(EASY),
        "`is_unique(str)`": lambda: batchdoku.is_unique(EASY),
        "`count(str)`": lambda: batchdoku.count(EASY),
        "`rate(str)`": lambda: batchdoku.rate(EASY),
        "`canon(str)`": lambda: batchdoku.canon(EASY),
        "`solve(str)`, hard": lambda: batchdoku.solve(HARD, unique=True),
        "`solve` of a list of 100": lambda: batchdoku.solve(hundred),
        "`generate(1)`": lambda: batchdoku.generate(1),
        "`explain(str)`": lambda: batchdoku.explain(EASY),
        "`neighbours(str)`": lambda: batchdoku.neighbours(EASY),
    }


def cpu(call: Callable[[], Any]) -> float:
    """The least seconds of a call."""
    count, took = 1, 0.0
    while took < SECONDS:
        count *= 2
        took = timed(call, count)
    return min(timed(call, count) for _ in range(ROUNDS)) / count


def timed(call: Callable[[], Any], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        call()
    return time.process_time() - start


def beside(call: Callable[[], Any]) -> float:
    """The median seconds of a call while another thread is busy."""
    stop = threading.Event()

    def be_busy():
        while not stop.is_set():
            pass

    busy = threading.Thread(target=be_busy)
    busy.start()
    times = []
    end = time.perf_counter() + 0.5
    while time.perf_counter() < end or len(times) < 20:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    stop.set()
    busy.join()
    return statistics.median(times)


def main() -> None:
    print("| | CPU µs | beside a busy thread, µs |\n|---|--:|--:|")
    for name, call in calls().items():
        if name in sys.argv[1:] or len(sys.argv) == 1:
            call()
            print(f"| {name} | {1e6 * cpu(call):.1f} | {1e6 * beside(call):.1f} |", flush=True)


if __name__ == "__main__":
    main()
