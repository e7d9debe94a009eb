"""Threads, signals, forks and memory."""

import gc
import itertools
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import sysconfig
import threading
import time

import numpy as np
import pyarrow as pa
import pytest
from conftest import lines

import batchdoku

#: The steps of a search of this grid cannot be counted: it lasts until it is stopped.
ENDLESS = "." * 81


def test_the_interpreter_is_free_meanwhile():
    rows = pa.array(lines("clues36.txt")[:2000] * 100)
    done = threading.Event()
    steps = 0

    def count_steps():
        nonlocal steps
        while not done.is_set():
            steps += 1
            time.sleep(0.001)

    other = threading.Thread(target=count_steps)
    other.start()
    before = steps
    start = time.monotonic()
    batchdoku.solve(rows, threads=1)
    took = time.monotonic() - start
    during = steps - before
    done.set()
    other.join()
    # Holding the lock would leave it to one step or two.
    assert during >= 3 and during >= took / 0.1


#: Calls whose objects take 0.15 s or more. What the collector of cycles does once these are there, after the call, must
#: take less.
LISTS = {
    "explain": lambda: batchdoku.explain(lines("clues36.txt")[:1000]),
    "rate": lambda: batchdoku.rate(lines("clues36.txt")[:5000] * 30),
}


def longest_gap(moments: list[float]) -> float:
    return max(later - earlier for earlier, later in itertools.pairwise(moments))


@pytest.mark.parametrize("call", LISTS.values(), ids=LISTS)
def test_signals_and_threads_get_their_turn_while_objects_are_made(call):
    # The collector of cycles walks over what this process has imported, too, and that takes long.
    gc.collect()
    gc.freeze()
    # The least of ten: the machine may be busy.
    gaps = []
    for _ in range(10):
        done = threading.Event()
        signals, steps = [], []

        def count_steps(done=done, steps=steps):
            while not done.is_set():
                steps.append(time.monotonic())
                time.sleep(0.001)

        other = threading.Thread(target=count_steps)
        before = signal.signal(
            signal.SIGALRM, lambda *_, signals=signals: signals.append(time.monotonic())
        )
        try:
            other.start()
            start = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
            result = call()
            end = time.monotonic()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            done.set()
            other.join()
        assert all(result)
        del result
        during = [[at for at in moments if start < at < end] for moments in (signals, steps)]
        gaps.append(max(longest_gap([start, *moments, end]) for moments in during))
        if gaps[-1] < 0.15:
            break
    gc.unfreeze()
    assert min(gaps) < 0.15, gaps


def test_all_at_once():
    """Many threads, which a free-threaded interpreter lets run together, have the answers of one."""
    rows = lines("clues36.txt")[:600]
    table = pa.table({"puzzle": rows})
    cells = np.array([[int(cell) if cell in "123456789" else 0 for cell in row] for row in rows])
    pull = batchdoku.solve_table(table.to_reader(10)).__iter__()
    locked = threading.Lock()

    def shared_stream():
        # A stream of pyarrow is for one thread at a time.
        with locked:
            return next(pull)["solution"].null_count

    calls = [
        lambda: batchdoku.solve(rows),
        lambda: batchdoku.solve(rows, threads=2),
        lambda: batchdoku.solve(cells).tolist(),
        lambda: batchdoku.count(cells, limit=3).tolist(),
        lambda: batchdoku.solve(pa.array(rows, pa.string_view())).to_pylist(),
        lambda: pa.table(batchdoku.solve_table(table.to_reader(100)))["solution"].to_pylist(),
        lambda: batchdoku.generate(50, seed=3, as_="str"),
        lambda: batchdoku.shuffle(rows, 5),
        lambda: batchdoku.rate(rows[:50]),
        shared_stream,
    ]
    expected = [call() for call in calls]
    wrong = []

    def work(first):
        for i in range(30):
            at = (first + i) % len(calls)
            try:
                if calls[at]() != expected[at]:
                    wrong.append(at)
            except StopIteration:
                pass
            except BaseException as error:
                wrong.append(error)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert wrong == []


def test_a_free_threaded_interpreter_stays_free():
    if sysconfig.get_config_var("Py_GIL_DISABLED") != 1:
        pytest.skip("this interpreter has a lock")
    code = "import sys, batchdoku; batchdoku.solve('.' * 81); sys.exit(sys._is_gil_enabled())"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


INTERRUPTED = """
import sys, tempfile, time
import numpy as np, pandas as pd, polars as pl, pyarrow as pa
import batchdoku
endless = ["." * 81] * 1000
table = {"puzzle": endless}
hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
# Each takes seconds.
file = tempfile.NamedTemporaryFile(suffix=".txt")
file.write(b".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....\\n" * 9)
file.flush()
hardest = file.name
calls = {
    "one": lambda: batchdoku.count(endless[0], limit=0),
    "rows": lambda: batchdoku.count(endless[:64], limit=0),
    "array": lambda: batchdoku.count(pa.array(endless[:3]), limit=0),
    "cells": lambda: batchdoku.solve(np.zeros((1000, 81), np.uint8), limit=10**7),
    "series": lambda: batchdoku.count(pd.Series(endless), limit=0),
    "table": lambda: batchdoku.solve_table(pa.table(table), limit=0),
    "polars": lambda: batchdoku.solve_table(pl.DataFrame(table), limit=0),
    "pandas": lambda: batchdoku.solve_table(pd.DataFrame(table), limit=0),
    "stream": lambda: batchdoku.count_table(pa.table(table).to_reader(), limit=0).read_all(),
    "canon": lambda: batchdoku.canon(batchdoku.generate(10**5, as_="str")[0] * 10),
    "generate": lambda: batchdoku.generate(10**6, clues=18, max_tries=2**31),
    "explain": lambda: batchdoku.explain([hard] * 100),
    "rate": lambda: batchdoku.rate(open(hardest).read().split(), er=True),
    "meets": lambda: batchdoku.meets(open(hardest).read().split(), er=True),
    "needs": lambda: batchdoku.generate(10**6, needs="finned_jellyfish"),
    "neighbours": lambda: batchdoku.neighbours(hard, remove=2, add=3, minimal=True),
    "file": lambda: batchdoku.generate_file(None, 10**12),
    "ratings": lambda: batchdoku.rate_file(hardest, None, er=True),
    "steps": lambda: batchdoku.explain_file(hardest, None),
}
batchdoku.solve(pa.table(table)[:1])  # imports what it needs
pd.DataFrame(table), pl.DataFrame(table)
print("ready", flush=True)
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
"""


@pytest.mark.parametrize("call", re.findall('^ +"([a-z]+)": lambda', INTERRUPTED, re.MULTILINE))
def test_ctrl_c(call):
    # The least of ten: the machine may be busy.
    waits = []
    for _ in range(10):
        child = subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, call], stdout=subprocess.PIPE, text=True
        )
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        assert child.poll() is None
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        output = child.communicate(timeout=60)[0]
        assert output, f"{call}: no KeyboardInterrupt"
        waits.append(float(output) - sent)
        if waits[-1] < 0.1:
            break
    assert min(waits) < 0.1, waits


def solved_in_child(rows):
    return batchdoku.solve(rows, threads=2), os.getpid()


def test_fork_after_use():
    rows = lines("easy.txt")[:1000]
    expected = batchdoku.solve(rows, threads=2)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        results = pool.map_async(solved_in_child, [rows] * 6).get(timeout=120)
    for solutions, process in results:
        assert solutions == expected and process != os.getpid()
    assert batchdoku.solve(rows, threads=2) == expected


def test_fork_while_other_threads_work():
    rows = lines("easy.txt")[:1000]
    stop = threading.Event()

    def work():
        while not stop.is_set():
            batchdoku.solve(rows, threads=2)

    busy = [threading.Thread(target=work) for _ in range(2)]
    for thread in busy:
        thread.start()
    try:
        with multiprocessing.get_context("fork").Pool(2) as pool:
            results = pool.map_async(solved_in_child, [rows] * 4).get(timeout=120)
    finally:
        stop.set()
        for thread in busy:
            thread.join()
    assert {tuple(solutions) for solutions, _ in results} == {tuple(batchdoku.solve(rows))}


def test_threads_may_call_at_the_same_time():
    rows = lines("easy.txt")[:2000]
    expected = batchdoku.solve(rows)
    results = [None] * 8

    def work(i):
        results[i] = batchdoku.solve(rows, threads=1 + i % 3)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(results))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == expected for result in results)


def resident() -> int:
    """Bytes of memory in use."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_long_stream_needs_no_more_memory():
    """10^6 rows; 10^7 with BATCHDOKU_LEAK_ROWS=10000000."""
    rows = int(os.environ.get("BATCHDOKU_LEAK_ROWS", 10**6))
    batch = pa.record_batch({"puzzle": (lines("clues36.txt") * 10)[:20_000]})
    count = rows // batch.num_rows
    stream = batchdoku.solve_table(
        pa.RecordBatchReader.from_batches(batch.schema, (batch for _ in range(count)))
    )
    peak = early = seen = 0
    for number, solved in enumerate(stream):
        seen += solved.num_rows
        peak = max(peak, resident())
        if number < count // 5:
            early = peak
    print(f"{seen} rows: {early >> 20} MiB after a fifth, {peak >> 20} MiB at most")
    assert seen == count * batch.num_rows
    assert peak < early + (16 << 20)


@pytest.mark.parametrize("kind", ["list", "numpy", "arrow", "generate"])
def test_calls_leave_nothing_behind(kind):
    rows = lines("clues36.txt")[:2000]
    cells = np.array([[int(c) for c in row.replace(".", "0")] for row in rows], np.uint8)
    array = pa.array(rows)
    call = {
        "list": lambda: batchdoku.solve(rows),
        "numpy": lambda: batchdoku.solve(cells),
        "arrow": lambda: batchdoku.solve_table(pa.table({"puzzle": array})),
        "generate": lambda: batchdoku.generate(50, as_="numpy"),
    }[kind]
    for _ in range(50):
        call()
    before = resident()
    for _ in range(200):
        call()
    assert resident() < before + (12 << 20)
