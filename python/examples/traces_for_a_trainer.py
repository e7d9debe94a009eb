"""Batches of tokens and masks from traces, as trainers of language models take them.

    python traces_for_a_trainer.py puzzles.txt --batches 2

A batch has arrays of the shape ``(n, length)``: ``input_ids``, and ``labels``, which are the same but for
``-100`` where nothing is to be learned: the question, and the padding. PyTorch, transformers and JAX take
them as they are: ``torch.from_numpy(batch["labels"])``.

The tokenizer is one of characters, so that the example needs none; anything with ``encode`` will do.
A trace that is longer than ``longest`` is left out and counted, because one that is cut off leads nowhere.
"""

import argparse
from pathlib import Path

import numpy as np

import batchdoku

#: What a label is where nothing is to be learned.
IGNORED = -100


class Characters:
    """A tokenizer whose tokens are the characters of ASCII; 0 pads, 2 ends a text."""

    pad, end = 0, 2

    def encode(self, text):
        return list(text.encode("ascii"))

    def decode(self, tokens):
        return bytes(token for token in tokens if token > self.end).decode("ascii")


class Traces:
    """Traces of puzzles, in batches; each epoch shows other equivalents of them."""

    def __init__(self, puzzles, tokenizer=None, *, batch=8, longest=8192, seed=0, **options):
        self.puzzles, self.tokenizer = puzzles, tokenizer or Characters()
        self.batch, self.longest, self.seed, self.options = batch, longest, seed, options
        self.epoch, self.left_out = 0, 0

    def __iter__(self):
        # Labels and places mean nothing, so that each epoch may have its own.
        puzzles = batchdoku.shuffle(self.puzzles, self.seed + self.epoch)
        self.epoch += 1
        rows = []
        for chat in batchdoku.traces(iter(puzzles), "chat", **self.options):
            row = None if chat is None else self._row(chat["messages"])
            if row is None:
                self.left_out += 1
                continue
            rows.append(row)
            if len(rows) == self.batch:
                yield self._batch(rows)
                rows = []
        if rows:
            yield self._batch(rows)

    def _row(self, messages):
        question, answer = (self.tokenizer.encode(message["content"]) for message in messages)
        tokens = [*question, self.tokenizer.end, *answer, self.tokenizer.end]
        return None if len(tokens) > self.longest else (tokens, len(question) + 1)

    def _batch(self, rows):
        length = max(len(tokens) for tokens, _ in rows)
        inputs = np.full((len(rows), length), self.tokenizer.pad)
        labels = np.full((len(rows), length), IGNORED)
        for row, (tokens, start) in enumerate(rows):
            inputs[row, : len(tokens)] = tokens
            labels[row, start : len(tokens)] = tokens[start:]
        return {"input_ids": inputs, "labels": labels}


def cells_and_places(puzzles, order="solver"):
    """Puzzles as sequences of cells, for models of the order in which cells are solved.

    Of the shape ``(n, 81, 3)``: row, column and digit of the clues, then those of the solved cells; and the
    number of clues of each puzzle, from which on there is something to be learned. Puzzles without a trace are
    left out.
    """
    solved = batchdoku.traces(puzzles, "tokens", order=order)
    sequences, starts = [], []
    for puzzle, cells in zip(puzzles, solved):
        clues = [
            (cell // 9 + 1, cell % 9 + 1, int(digit))
            for cell, digit in enumerate(puzzle)
            if digit not in ".0"
        ]
        found = cells[cells[:, 0] > 0].tolist()
        if len(clues) + len(found) == 81:
            sequences.append(clues + found)
            starts.append(len(clues))
    return np.array(sequences, np.uint8).reshape(-1, 81, 3), np.array(starts)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("--batches", type=int, default=2)
    parser.add_argument("--search", action="store_true")
    args = parser.parse_args()
    data = Traces(args.puzzles.read_text().split(), search=args.search)
    for _, batch in zip(range(args.batches), data):
        print({name: array.shape for name, array in batch.items()})
