"""Wall time of the program from Parquet to Parquet against pyarrow's for reading and writing the same.

    python benches/parquet_to_parquet.py PROGRAM PUZZLES [--rounds N]

PUZZLES is a file of lines; they are repeated up to a million, each time as another equivalent, since
a dictionary would hold repeats. The program reads a file of them and writes the table with their
solutions. pyarrow alone reads the first file and writes the second, with its defaults: the same rows,
columns and compression. Both use all cores, and are measured in turn; the figure is the median ratio.
Fails if it is more than 0.5.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 1_000_000
ALLOWED = 0.5


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("puzzles")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--options", default="", help="more options of the program")
    options = parser.parse_args()
    with open(options.puzzles) as file:
        rows = file.read().split()
    with tempfile.TemporaryDirectory() as folder:
        text = "".join(f"{rows[i % len(rows)]}\n" for i in range(ROWS))
        shuffle = [options.program, "shuffle", "--quiet"]
        done = subprocess.run(shuffle, input=text, stdout=subprocess.PIPE, text=True, check=True)
        rows = done.stdout.split()
        assert len(set(rows)) > 0.99 * ROWS
        source, target, copy = (os.path.join(folder, f"{i}.parquet") for i in range(3))
        pq.write_table(pa.table({"id": pa.array(range(ROWS)), "puzzle": rows}), source)
        del rows
        command = [options.program, "solve", source, "-o", target, "--quiet"]
        command += options.options.split()
        subprocess.run(command, check=True)
        solved = pq.read_table(target)
        assert solved.num_rows == ROWS and solved["solution"].null_count == 0
        ours, theirs, cpu = [], [], []
        for _ in range(options.rounds):
            start, used = time.perf_counter(), children()
            subprocess.run(command, check=True)
            ours.append(time.perf_counter() - start)
            cpu.append(children() - used)
            start = time.perf_counter()
            pq.read_table(source)
            pq.write_table(solved, copy)
            theirs.append(time.perf_counter() - start)
        sizes = [os.path.getsize(path) / 1e6 for path in (source, target, copy)]
    ratio = statistics.median(a / b for a, b in zip(ours, theirs))
    print(f"| {ROWS:,} easy puzzles | wall ms | CPU ms | MB written |")
    print("|---|--:|--:|--:|")
    print(
        f"| program, Parquet to Parquet | {statistics.median(ours) * 1000:.0f} "
        f"| {statistics.median(cpu) * 1000:.0f} | {sizes[1]:.0f} |"
    )
    print(
        f"| pyarrow, reading and writing alone | {statistics.median(theirs) * 1000:.0f} "
        f"| | {sizes[2]:.0f} |"
    )
    print(f"\nratio {ratio:.2f}, at most {ALLOWED}")
    if ratio > ALLOWED:
        sys.exit("too slow")


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
