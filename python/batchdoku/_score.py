"""The judge of replies of language models."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from . import _native
from ._grid import Grid
from ._kinds import _text as _item
from ._kinds import lengths_differ
from ._position import Position
from ._rows import by_batches, column_of, listed, with_columns
from ._types import One, Table

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T", bound=Table)


class Score(NamedTuple):
    """The comparison of a reply with its puzzle."""

    #: True if the reply gives a grid.
    found: bool
    #: The form of the grid in the reply: see docs/judge.md. This and the other optional fields are ``None`` without a
    #: grid.
    form: str | None
    #: The place of the grid: ``text[start:end]``.
    start: int | None
    end: int | None
    #: The number of cells of the grid that are filled.
    filled: int | None
    #: The number of clues that the grid has kept.
    clues_kept: int | None
    #: The number of clues of the puzzle.
    clues: int
    #: The number of the 27 houses that have a digit twice.
    houses_broken: int | None
    #: The number of cells without a clue that are right; also ``None`` if the puzzle has several solutions, and the
    #: grid is none of them.
    cells_right: int | None
    #: The number of cells without a clue.
    cells: int
    #: True if the grid is a solution of the puzzle, which may have several.
    solved: bool
    #: True if the reply was cut off: it ends within a thought, a tag, a box, a bracket, a frame or a grid.
    truncated: bool


class Scores(Sequence[Any]):
    """The scores of many replies, as rows and as columns.

    ``scores[i]`` is the :class:`Score` for puzzle ``i``, or a list of scores if each puzzle has several replies;
    ``None`` if the puzzle is malformed. Each field is also a NumPy array: for example, ``scores.solved`` has the shape
    ``(puzzles,)``, or ``(puzzles, replies)`` if each puzzle has the same number of replies. Truth values are ``bool``,
    numbers are ``int32`` with -1 for a missing value, forms are objects. ``scores.columns`` needs no NumPy: it has a
    list for each name, as pandas, Polars and Arrow take them, with a value for each reply.
    """

    def __init__(self, columns: dict[str, list[Any]], counts: list[int] | None) -> None:
        #: A list of values for each field, each with a value for each reply.
        self.columns = columns
        self._counts = counts
        self._rows = [
            None if row[-1] is None else Score._make(row) for row in zip(*columns.values())
        ]
        if counts is not None:
            ends = list(accumulate(counts, initial=0))
            self._groups = [self._rows[start:end] for start, end in pairwise(ends)]

    def __len__(self) -> int:
        return len(self._rows if self._counts is None else self._groups)

    def __getitem__(self, index: Any) -> Any:
        return (self._rows if self._counts is None else self._groups)[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._rows if self._counts is None else self._groups)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, (str, bytes)):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        solved = sum(value is True for value in self.columns["solved"])
        return f"<Scores of {len(self.columns['solved'])} replies, {solved} solved>"

    def __getattr__(self, name: str) -> np.ndarray[Any, Any]:
        if name not in Score._fields:
            raise AttributeError(f"Scores has no {name!r}, only {', '.join(Score._fields)}")
        import numpy as np

        values = self.columns[name]
        if KINDS[name] == "truth":
            array = np.array([value is True for value in values], dtype=bool)
        elif KINDS[name] == "text":
            array = np.array(values, dtype=object)
        else:
            array = np.array([-1 if value is None else value for value in values], dtype=np.int32)
        if self._counts is None:
            return array
        if len(set(self._counts)) > 1:
            raise ValueError("the puzzles have different numbers of replies: use .columns")
        return array.reshape(len(self._counts), -1)


#: The kind of each field: a truth value, a text or a number.
KINDS = {
    name: {"bool": "truth", "str | None": "text"}.get(
        str(getattr(kind, "__forward_arg__", kind)), "number"
    )
    for name, kind in Score.__annotations__.items()
}


@overload
def score(
    puzzles: One,
    replies: str | bytes | dict[str, Any],
    *,
    answer: str = ...,
    think: str = ...,
    threads: int = ...,
) -> Score: ...
@overload
def score(
    puzzles: Any, replies: Any, *, answer: str = ..., think: str = ..., threads: int = ...
) -> Any: ...
def score(
    puzzles: Any, replies: Any, *, answer: str = "auto", think: str = "drop", threads: int = 0
) -> Any:
    """Judges replies of language models: compares the grid in each reply with the puzzle.

    Only the text after the last thought counts. The answer is in the last ``<answer>`` in it; without one, in the last
    ``\\boxed{}``; without one, after "final answer"; otherwise anywhere. If there are several grids, the last complete
    grid that is not the puzzle counts. A tag or box that is opened but not closed contains no answer. Any solution of a
    puzzle is right. docs/judge.md shows the forms.

    A reply is a text, a message of a chat (``{"role": ..., "content": ...}``), a list of messages, of which the last
    of the assistant counts, or an object with a ``text``, ``response``, ``completion``, ``answer`` or ``output``.

    Returns a :class:`Score` for a single reply to a single puzzle, otherwise :class:`Scores`. A single puzzle may have
    several replies; each of several puzzles may have one reply or a list of replies. Meanwhile the interpreter is free
    for other threads.

    :param answer: the part that holds the answer: ``"auto"``, ``"boxed"``, ``"text"`` (all of it), or the name of a tag.
    :param think: the treatment of thoughts: ``"drop"``, ``"keep"`` (read them like other text), or the name of another
        tag to drop.

    >>> import batchdoku
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> solution = batchdoku.solve(puzzle)
    >>> batchdoku.score(puzzle, f"The answer is {solution}.").solved
    True
    >>> batchdoku.score(puzzle, f"<think>{solution}</think> I do not know.").found
    False
    >>> batchdoku.score([puzzle], [[solution, puzzle, "nothing"]]).columns["solved"]
    [True, False, False]
    """

    def judged(rows: list[Any], replies: Sequence[Any], counts: list[int]) -> list[list[Any]]:
        """Returns the columns of scores."""
        texts = [_text(reply) for reply in replies]
        try:
            return _native.score_rows(rows, texts, counts, answer, think, threads)
        except UnicodeEncodeError:
            # Replace lone surrogates, which are not characters.
            texts = [text and text.encode("utf-8", "replace").decode() for text in texts]
            return _native.score_rows(rows, texts, counts, answer, think, threads)

    def scores(columns: list[list[Any]], counts: list[int] | None) -> Scores:
        return Scores(dict(zip(Score._fields, columns)), counts)

    if isinstance(puzzles, (str, bytes, Grid, Position)):
        is_one = _is_reply(replies)
        of_puzzle = [replies] if is_one else _replies(replies)
        columns = judged([_item(puzzles)], of_puzzle, [len(of_puzzle)])
        if None in columns[-1]:
            assert not isinstance(puzzles, Position)
            # Parses cells with blanks anywhere, or raises an error.
            columns = judged([Grid(puzzles).text], of_puzzle, [len(of_puzzle)])
        return Score._make([column[0] for column in columns]) if is_one else scores(columns, None)
    rows, of_each = listed(puzzles), _replies(replies)
    if len(rows) != len(of_each):
        raise lengths_differ(len(rows), len(of_each), "reply", "replies")
    if all(map(_is_reply, of_each)):
        return scores(judged(rows, of_each, [1] * len(rows)), None)
    groups = [list(_replies(of)) if not _is_reply(of) else [of] for of in of_each]
    counts = [len(group) for group in groups]
    return scores(judged(rows, [reply for group in groups for reply in group], counts), counts)


def _replies(replies: Any) -> Sequence[Any]:
    """Returns replies as a list."""
    if isinstance(replies, (list, tuple)):
        return replies
    return listed(replies)


def _is_reply(reply: Any) -> bool:
    """Returns whether an object is a single reply: a text, an object, or the messages of a chat."""
    if reply is None or isinstance(reply, (str, bytes, dict)):
        return True
    is_list = isinstance(reply, (list, tuple)) and len(reply) > 0
    return is_list and all(isinstance(item, dict) and "role" in item for item in reply)


def _text(reply: Any) -> str | None:
    if reply is None or isinstance(reply, str):
        return reply
    if isinstance(reply, bytes):
        return reply.decode("utf-8", "replace")
    if not _is_reply(reply):
        raise TypeError(f"expected a reply, got {type(reply).__name__}")
    return _native.reply_text(json.dumps(reply))


def score_table(
    table: T,
    column: str = "puzzle",
    text: str = "text",
    *,
    answer: str = "auto",
    think: str = "drop",
    threads: int = 0,
    prefix: str = "",
) -> T:
    """Adds the columns of :class:`Score`: see :func:`score`. A lazy frame stays lazy, and a stream stays a stream."""

    def add(table: Any) -> Any:
        puzzles, replies = column_of(table, column), column_of(table, text)
        scores = score(puzzles, _items(replies), answer=answer, think=think, threads=threads)
        columns = {prefix + name: (KINDS[name], values) for name, values in scores.columns.items()}
        return with_columns(table, columns)

    added: T = by_batches(table, add)
    return added


def _items(column: Any) -> list[Any]:
    """Returns the items of a column of texts, or of messages."""
    items = column.to_pylist() if hasattr(column, "to_pylist") else column.to_list()
    return [item if _is_reply(item) else None if item != item else list(item) for item in items]
