"""What the stages of a Spark job cost: reading, passing rows through Python, and solving them.

    python benches/spark_rates.py PROGRAM PUZZLES [--rounds N] [--rows N]

PUZZLES is a file of lines, repeated up to a million in a Parquet file, each time as another
equivalent. Spark runs on one core of this machine (``local[1]``) and throws the rows away at the end,
so that only the stage is timed. All stages are measured in turn after a first round that warms up;
the figures are medians of wall time. The program, with one thread from file to file, stands beside
them.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pyspark.sql

import batchdoku.spark


def same(batches):
    yield from batches


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("puzzles")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=1_000_000)
    options = parser.parse_args()
    with open(options.puzzles) as file:
        rows = file.read().split()
    repeated = "".join(f"{rows[i % len(rows)]}\n" for i in range(options.rows))
    shuffle = [options.program, "shuffle", "--quiet"]
    done = subprocess.run(shuffle, input=repeated, stdout=subprocess.PIPE, text=True, check=True)
    rows = done.stdout.split()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with tempfile.TemporaryDirectory() as folder:
        text, source = os.path.join(folder, "puzzles.txt"), os.path.join(folder, "puzzles.parquet")
        with open(text, "w") as file:
            file.writelines(f"{row}\n" for row in rows)
        pq.write_table(pa.table({"id": range(len(rows)), "puzzle": rows}), source)
        del rows
        spark = (
            pyspark.sql.SparkSession.builder.master("local[1]")
            .config("spark.ui.enabled", "false")
            .config("spark.local.dir", folder)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("ERROR")
        frame = spark.read.parquet(source)
        stages = {
            "read": frame,
            "read, through Python unchanged": frame.mapInArrow(same, frame.schema),
            "read, solve": batchdoku.spark.solve(frame),
        }
        command = [options.program, "solve", text, "-o", f"{text}.out", "--threads", "1", "--quiet"]
        times = {name: [] for name in [*stages, "the program, without Spark"]}
        for number in range(options.rounds + 1):
            for name in times:
                start = time.perf_counter()
                if name in stages:
                    stages[name].write.format("noop").mode("overwrite").save()
                else:
                    subprocess.run(command, check=True)
                if number:
                    times[name].append(time.perf_counter() - start)
        spark.stop()
    print(f"| {options.rows:,} easy puzzles, one core | s | rows per second |")
    print("|---|--:|--:|")
    for name, seconds in times.items():
        median = statistics.median(seconds)
        print(f"| {name} | {median:.2f} | {options.rows / median:,.0f} |")


if __name__ == "__main__":
    main()
