"""The verbs and options of the program, of the package and of the namespace of Polars, side by side.

An option that one of them lacks is named here with the reason.
"""

import inspect
import re
from typing import get_args, get_type_hints

import pytest

import batchdoku
import batchdoku.polars
from batchdoku._types import Files

#: Commands of the program that the package has not.
NO_FUNCTION = {
    "bench": "measures programs",
    "cover": "is about other problems",
    "evolve": "searches for days, in a state that is a file",
    "join": "is about parts that the program wrote",
    "help": "prints help",
}

#: Options of the program under other names.
RENAMED = {
    "from": "from_format",
    "to": "to_format",
    "count": "n",
    "all": "all_solutions",
    "with": "with_",
    "no-rating": "rating",
}

#: The same for single commands.
RENAMED_IN = {("explain", "all"): "all_steps"}

#: Options of any command that functions on files do not have.
NOT_OF_FILES = {
    "help": "help() prints it",
    "output": "the second argument",
    "quiet": "nothing is printed",
    "verbose": "nothing is printed",
    "progress": "an argument with another meaning",
    "no-mmap": "files are never mapped",
    "simd": "the best level is chosen",
    "schema": "prints something else",
}

#: The same for single commands.
NOT_OF_FILE = {
    ("dedupe", "equivalent"): 'by="class"',
    ("stats", "json"): "the name of the output says it",
    ("stats", "plot"): "pictures are drawn by the program",
    ("stats", "html"): "pictures are drawn by the program",
    ("stats", "title"): "pictures are drawn by the program",
}

#: Options that are about files, or about what one writes there.
OF_FILES = {*get_type_hints(Files), "pattern", "invalid", "against_file"} - {"threads"}

#: Functions on objects, and the options of their commands that they have not.
NOT_IN_MEMORY = {
    "solve": {
        "all_solutions": "a row has one answer: solve_file",
        "sorted": "a row has one answer: solve_file",
        "as_list": "solve_file",
    },
    "check": {
        "solution_column": "an argument",
        "solutions": None,
        "score": "score()",
        "answer": "score()",
        "think": "score()",
    },
    "explain": {
        "grids": "each step has its grid; traces() has it",
        "order": "traces()",
        "search": "traces()",
        "max_nodes": "traces()",
    },
    "rate": {
        "wide": "Rating.steps has them",
        "structure": "rate_file",
        "unavoidable": "rate_file",
        "with_": "rate_file",
        "needs": "meets()",
        "hardest": "meets()",
        "contains": "meets()",
        "without": "meets()",
        "at_most": "meets()",
    },
    "dedupe": {
        "show_match": "dedupe_file",
        "solutions": "dedupe_table chooses rows, and their columns with them",
    },
    "split": {
        "max_nodes": "split_file",
        "solutions": "split_table chooses rows, and their columns with them",
    },
    "canon": {"form": "canon_file", "transform": "canon_file"},
    "shuffle": {
        "original_first": "put the argument itself first",
        "keep_original": "the argument is the original; shuffle_table has it",
    },
    "generate": {
        "max_nodes": "not an option",
        "solutions": "generate_file, as invalid",
        "with_": "rate_table and canon_table add them",
        "with_solution": "always there",
    },
}


def parameters(function):
    names = {}
    for name, of in inspect.signature(function).parameters.items():
        if of.kind is of.VAR_KEYWORD:
            names |= dict.fromkeys(get_type_hints(Files))
        else:
            names[name] = of
    return set(names)


def options_of(program, command):
    text = program(command, "--help")
    found = re.findall(r"^ +(?:-\w, )?--([a-z-]+)", text, re.MULTILINE)
    return {RENAMED_IN.get((command, name), RENAMED.get(name, name)) for name in found}


def commands(program):
    found = re.findall(r"^  ([a-z-]+)  ", program("--help"), re.MULTILINE)
    return sorted(set(found) - set(NO_FUNCTION))


def test_each_command_has_a_function(program):
    for command in commands(program):
        verb = command.replace("-", "_")
        assert hasattr(batchdoku, verb) and hasattr(batchdoku, f"{verb}_file"), command
    for name in NO_FUNCTION:
        assert not hasattr(batchdoku, name), name


def test_options_of_files(program):
    for command in commands(program):
        have = parameters(getattr(batchdoku, command.replace("-", "_") + "_file"))
        for option in options_of(program, command) - set(NOT_OF_FILES):
            if (command, option) not in NOT_OF_FILE:
                assert option.replace("-", "_") in have, f"{command} --{option}"


def test_options_in_memory(program):
    for command in commands(program):
        verb = command.replace("-", "_")
        have = parameters(getattr(batchdoku, verb))
        apart = NOT_IN_MEMORY.get(verb, {})
        for option in options_of(program, command) - set(NOT_OF_FILES):
            option = option.replace("-", "_")
            if option in OF_FILES or (command, option) in NOT_OF_FILE or apart.get(option):
                continue
            assert option in have, f"{verb}({option}=)"


#: Functions whose table has the same options, and columns besides.
COLUMNS = {
    "table",
    "column",
    "prefix",
    "solution",
    "text",
    "weight",
    "weights",
    "keep_original",
    "mask",
}


@pytest.mark.parametrize(
    "verb",
    [
        "solve",
        "count",
        "is_unique",
        "check",
        "score",
        "rate",
        "meets",
        "canon",
        "shuffle",
        "dedupe",
        "split",
        "stats",
    ],
)
def test_tables_and_the_namespace_of_polars(verb):
    function, table = getattr(batchdoku, verb), getattr(batchdoku, f"{verb}_table")
    series = getattr(batchdoku.polars.Sudoku, verb)
    first = {"x", "puzzles", "solutions", "replies"}
    options = parameters(function) - first - COLUMNS
    assert parameters(table) - COLUMNS == options
    assert parameters(series) - {"self"} - first - COLUMNS == options


def test_options_of_traces():
    of_traces = {"grids", "order", "search", "max_nodes"}
    # A trace is a path, and flat tokens have options of their own.
    in_memory = set(inspect.signature(batchdoku.traces).parameters) - {"flat"}
    assert parameters(batchdoku.explain) - in_memory == {"all_steps"}
    assert in_memory - parameters(batchdoku.explain) == of_traces
    assert parameters(batchdoku.traces_file) - parameters(batchdoku.explain_file) == {"to"}
    of_steps = {"all_steps"}
    assert parameters(batchdoku.explain_file) - parameters(batchdoku.traces_file) == of_steps


def test_explain_in_the_namespace_of_polars():
    # It makes text, because a column holds no dictionaries.
    options = parameters(batchdoku.explain) - {"puzzles", "to"}
    assert parameters(batchdoku.polars.Sudoku.explain) - {"self"} == options


def test_values_are_those_of_the_program(program):
    for command, option, of in [
        ("generate", "difficulty", batchdoku._make.Levels),
        ("split", "by", batchdoku._corpus.SplitBy),
        ("dedupe", "by", batchdoku._corpus.DedupeBy),
        ("explain", "grids", batchdoku._types.ShownGrids),
        ("explain", "order", batchdoku._types.CellOrder),
        ("explain", "to", batchdoku._types.TraceKind),
    ]:
        text = program(command, "--help")
        place = text.index(f"--{option} ")
        until = re.search(r"\n\n +(?:-\w, )?--", text[place:])
        about = text[place : place + until.start()] if until else text[place:]
        values = get_args(get_args(of)[0]) if option == "difficulty" else get_args(of)
        assert all(re.search(rf"\b{value}\b", about) for value in values), about
