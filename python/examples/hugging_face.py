"""Hugging Face datasets: ``map`` with batches of Arrow tables."""

import datasets

import batchdoku


def solved(path: str, processes: int | None = None) -> datasets.Dataset:
    puzzles = datasets.Dataset.from_parquet(path).with_format("arrow")
    return puzzles.map(
        batchdoku.solve_table, batched=True, batch_size=50_000, num_proc=processes
    ).with_format(None)
