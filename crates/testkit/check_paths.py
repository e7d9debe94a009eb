#!/usr/bin/env python3
"""Checks paths and traces of `batchdoku explain`: every step must follow from the candidates that are left before it.

    batchdoku explain puzzles.txt | crates/testkit/check_paths.py
    batchdoku explain puzzles.txt --to text | crates/testkit/check_paths.py
    batchdoku explain puzzles.txt --to chat | crates/testkit/check_paths.py
    batchdoku explain puzzles.txt --to tokens -o tokens.jsonl; crates/testkit/check_paths.py tokens.jsonl
    crates/testkit/check_paths.py paths.jsonl ...

The script has the rules of sudoku and nothing else: no technique, no code of the program, no solution.

It reads lines of JSON, which have the steps, or a trace under `text`, `messages` or `tokens`. It also reads the text
itself, where a blank line ends each puzzle.

- A pattern holds if its cells and houses cannot be filled once the opposite of its conclusion is assumed. Each cell
  of the pattern takes one of its candidates, and each of its digits, as well as a digit that is placed, has a place in
  each of its houses.
- A step that uses uniqueness names several candidates and claims that one of them holds. Without these candidates,
  the unsolved cells of the pattern must have two candidates each, and each digit two places or none in every house:
  the cells could then be filled in a second way, by exchanging the two digits of each cell. In such a step, each
  unsolved cell of its houses takes one of its candidates, too.
- Chains hold if one of their assumptions is true, if each implication follows from premises that are assumed or
  concluded before, by its cell, its house or a step that is checked likewise, and if all branches come to the
  conclusion. Chains in Eureka notation have no reasons, so any cell or house is accepted.
- A search holds if each cell that is filled is the first with the fewest candidates, if a guess is undone only after a
  cell without candidates, and if the next candidate is then tried.
- Cells in the order in which they are solved hold if each is empty before and the grid is complete after the last.

The exit code is 1 if anything does not hold, or if there are no paths; the first faults are printed.
"""

import collections
import json
import re
import sys

CELLS = range(81)
HOUSES = {}
for n in range(9):
    HOUSES[f"row {n + 1}"] = frozenset(c for c in CELLS if c // 9 == n)
    HOUSES[f"column {n + 1}"] = frozenset(c for c in CELLS if c % 9 == n)
    HOUSES[f"box {n + 1}"] = frozenset(c for c in CELLS if c // 27 == n // 3 and c % 9 // 3 == n % 3)
PEERS = [frozenset().union(*(h for h in HOUSES.values() if c in h)) - {c} for c in CELLS]
CLAIM = re.compile(r"r([1-9]+)c([1-9]+)(=|<>)([1-9])")


TRACES = ("text", "messages", "tokens")


class Fault(Exception):
    """A claim that does not hold."""


def demand(condition, text):
    if not condition:
        raise Fault(text)


def cell_of(text):
    found = re.fullmatch(r"r([1-9])c([1-9])", text)
    demand(found, f"not a cell: {text}")
    return 9 * int(found[1]) + int(found[2]) - 10


def claim_of(text):
    """Returns the cells, the digit and the sign of a claim."""
    found = CLAIM.fullmatch(text)
    demand(found, f"not a claim: {text}")
    cells = frozenset(9 * int(r) + int(c) - 10 for r in found[1] for c in found[2])
    return cells, int(found[4]), found[3] == "="


def name_of(cell):
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def candidate_of(text, holds):
    cells, digit, sign = claim_of(text)
    demand(sign == holds and len(cells) == 1, f"not a candidate: {text}")
    return min(cells), digit


class Position:
    """The candidates of each cell that is not solved."""

    def __init__(self, puzzle, candidates=None):
        self.solved = [0 if ch in ".0" else int(ch) for ch in puzzle]
        self.marks = [set() if digit else set(range(1, 10)) for digit in self.solved]
        for cell, digit in enumerate(self.solved):
            if digit:
                self.clear(cell, digit)
        if candidates:
            for cell in CELLS:
                self.marks[cell] &= {int(ch) for ch in candidates[9 * cell : 9 * cell + 9] if ch not in ".0"}

    def clear(self, cell, digit):
        for peer in PEERS[cell]:
            self.marks[peer].discard(digit)

    def place(self, cell, digit):
        demand(digit in self.marks[cell], f"{digit} is no candidate of cell {cell}")
        self.solved[cell], self.marks[cell] = digit, set()
        self.clear(cell, digit)

    def without(self, candidates):
        """Returns a copy without some candidates."""
        copy = Position.__new__(Position)
        copy.solved, copy.marks = self.solved, [set(marks) for marks in self.marks]
        for cell, digit in candidates:
            copy.marks[cell].discard(digit)
        return copy

    def places(self, house, digit):
        return {cell for cell in HOUSES[house] if digit in self.marks[cell]}


def can_fill(variables):
    """Returns whether every variable, a set of candidates, can take one of them so that no two clash."""
    if not variables:
        return True
    smallest = min(variables, key=len)
    for cell, digit in smallest:
        left = []
        for variable in variables:
            if (cell, digit) in variable:
                continue
            kept = {(c, d) for c, d in variable if (c != cell if d != digit else c not in PEERS[cell])}
            if not kept:
                break
            left.append(kept)
        else:
            if can_fill(left):
                return True
    return False


def variables_of(step, position, one_of):
    """Returns the variables of a pattern: sets of candidates, and one of each set holds."""
    cells = {cell_of(text) for text in step["cells"]}
    digits = set(step["digits"])
    houses = step.get("houses", [])
    demand(all(house in HOUSES for house in houses), f"not houses: {houses}")
    if "placed" in step:
        digits.add(candidate_of(step["placed"], True)[1])
    variables = []
    if one_of:
        # All cells of the houses are filled, too.
        cells |= {cell for house in houses for cell in HOUSES[house] if position.marks[cell]}
        variables.append(set(one_of))
    variables += [{(cell, digit) for digit in position.marks[cell]} for cell in cells]
    for house in houses:
        for digit in digits:
            # A digit that is solved in the house has its place already.
            if all(position.solved[cell] != digit for cell in HOUSES[house]):
                variables.append({(cell, digit) for cell in position.places(house, digit)})
    return variables


def check_pattern(step, position, concluded, one_of):
    variables = variables_of(step, position, one_of)
    for cell, digit, holds in concluded:
        assumed = []
        for variable in variables:
            if holds:
                assumed.append(variable - {(cell, digit)})
            elif (cell, digit) not in variable:
                assumed.append({(c, d) for c, d in variable if c != cell and (d != digit or c not in PEERS[cell])})
        demand(not can_fill(assumed), "the pattern does not show it")


def check_deadly(step, position, one_of):
    """Demands that, without some candidates, the cells of a pattern could be filled in two ways."""
    if step["technique"].startswith("bug"):
        cells = [cell for cell in CELLS if position.marks[cell]]
    else:
        cells = [cell_of(text) for text in step["cells"]]
    left = {cell: {digit for digit in position.marks[cell] if (cell, digit) not in one_of} for cell in cells}
    demand(cells and all(len(digits) == 2 for digits in left.values()), "not two digits in each cell")
    for house in HOUSES.values():
        counts = collections.Counter(digit for cell in house & left.keys() for digit in left[cell])
        demand(set(counts.values()) <= {2}, "a digit has not two places in a house")


def follows(claim, premises, by, position, count):
    """Returns whether a claim follows from the premises of an implication by its reason."""
    cells, digit, holds = claim
    if isinstance(by, dict):
        demand(not holds and all(not sign for _, _, sign in premises), "a step within a chain eliminates")
        gone = [(cell, digit) for cells, digit, _ in premises for cell in cells]
        concluded = check_step(by, position.without(gone), count)
        return all((cell, digit, False) in concluded for cell in cells)
    if by is None:
        # Eureka notation gives no reason.
        reasons = [name for name, house in HOUSES.items() if cells <= house]
        reasons += [name_of(min(cells))] if len(cells) == 1 else []
        return any(follows(claim, premises, reason, position, count) for reason in reasons)
    if by in HOUSES:
        house = HOUSES[by]
        if holds:
            failed = set().union(*(other for other, of, sign in premises if of == digit and not sign))
            return cells <= house and position.places(by, digit) - cells <= failed
        return any(
            sign and of == digit and cells | other <= house and not cells & other for other, of, sign in premises
        )
    demand(cells == {cell_of(by)}, f"not a reason: {by}")
    cell = min(cells)
    if holds:
        failed = {of for other, of, sign in premises if not sign and cell in other}
        return position.marks[cell] - {digit} <= failed
    return any(sign and other == cells and of != digit for other, of, sign in premises)


def check_chains(chains, position, concluded, count):
    branches = [(claim_of(branch["assume"]), branch["implications"]) for branch in chains["branches"]]
    assumed = [claim for claim, _ in branches]
    cases = chains["cases"]
    singles = {(min(cells), digit) for cells, digit, holds in assumed if holds and len(cells) == 1}
    if cases in ("either", "loop"):
        (one, digit, holds), (other, of, sign) = assumed
        demand((one, digit, holds) == (other, of, not sign), "the assumptions are no opposites")
    elif cases in HOUSES:
        digit = assumed[0][1]
        demand(position.places(cases, digit) == {cell for cell, of in singles if of == digit}, "not all places")
    elif cases != "contradiction":
        cell = cell_of(cases)
        demand({(cell, digit) for digit in position.marks[cell]} <= singles, "not all candidates of the cell")
    for start, implications in branches:
        known = {start}
        for implication in implications:
            claim = claim_of(implication["then"])
            for text in implication.get("any", []):
                if follows(claim, [claim_of(text)], implication["by"], position, count):
                    implication = implication | {"if": [text]}
            if "if" not in implication:
                # Candidates that a placed digit rules out are examined below.
                continue
            premises = [claim_of(text) for text in implication["if"]]
            demand(all(premise in known for premise in premises), f"unknown premise: {implication['if']}")
            demand(
                follows(claim, premises, implication["by"], position, count),
                f"does not follow: {implication['if']} -> {implication['then']}",
            )
            known.add(claim)
        if cases == "contradiction":
            demand(any((cells, digit, not holds) in known for cells, digit, holds in known), "no contradiction")
            cells, digit, holds = start
            known = {(cells, digit, not holds)}
        placed = {cell for cell, _, holds in concluded if holds}
        for cell, digit, holds in concluded:
            # A placed digit rules out the other candidates of its cell.
            is_ruled_out = not holds and cell in placed
            is_known = (frozenset([cell]), digit, holds) in known
            demand(is_known or is_ruled_out, "a branch does not come to the conclusion")


def check_step(step, position, count):
    """Checks a step; returns its conclusions: cell, digit, and whether it holds."""
    concluded = [(*candidate_of(text, False), False) for text in step["eliminated"]]
    if "placed" in step:
        concluded.append((*candidate_of(step["placed"], True), True))
    demand(concluded, "the step concludes nothing")
    for cell, digit, holds in concluded:
        demand(digit in position.marks[cell], "the conclusion is about no candidate")
    count[step["technique"]] += 1
    one_of = {candidate_of(text, True) for text in step.get("one_of", [])}
    if step.get("uses_uniqueness"):
        check_deadly(step, position, one_of)
    if "chains" in step:
        check_chains(step["chains"], position, concluded, count)
    else:
        check_pattern(step, position, concluded, one_of)
    return concluded


def opposite(claim):
    place, sign, digit = re.fullmatch(r"(r\d+c\d+)(=|<>)(\d)", claim).groups()
    return f"{place}{'<>' if sign == '=' else '='}{digit}"


def claims_of(line):
    """Returns the claims of a line in Eureka notation; each implies the next: `(6)r2c1 = (6)r2c7 - (6=2)r8c7`."""
    nodes, signs = [], []
    for part in re.split(r" ([-=]) ", line):
        if part in "-=":
            signs.append(part)
            continue
        found = re.fullmatch(r"\((\d(?:[-=]\d)*)\)(r\d+c\d+)", part)
        demand(found, f"not Eureka notation: {line}")
        digits = re.split(r"([-=])", found[1])
        nodes += [f"{found[2]} {digit}" for digit in digits[::2]]
        signs += digits[1::2]
    demand(len(signs) == len(nodes) - 1, f"not Eureka notation: {line}")
    # A claim before a weak link holds, a claim before a strong link does not.
    signs.append("=" if signs[-1] == "-" else "-")
    return [node.replace(" ", "=" if sign == "-" else "<>") for node, sign in zip(nodes, signs)]


def implications_of(claims):
    return [{"if": [one], "then": then, "by": None} for one, then in zip(claims, claims[1:])]


def conclusions_of(known, concluded):
    """Returns implications from any of some claims to the conclusions that are not among them."""
    return [{"any": known, "then": claim, "by": None} for claim in concluded if claim not in known]


def split(text, separator):
    """Returns the parts of a text between separators outside of brackets."""
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += (char in "({") - (char in ")}")
        if depth == 0 and text.startswith(separator, at):
            parts.append(text[start:at])
            start = at + len(separator)
    return [*parts, text[start:]]


def chains_of(text, concluded):
    """Returns the chains of a proof in a line of text."""
    if found := re.fullmatch(r"(.*) loop", text):
        claims = claims_of(found[1])
        back = [opposite(claim) for claim in reversed(claims)]
        branches = [
            {"assume": way[0], "implications": implications_of(way) + conclusions_of(way, concluded)}
            for way in (claims, back)
        ]
        return {"cases": "loop", "branches": branches}
    cases, *rest = split(text, ": ")
    if not rest:
        # A single chain: either its start holds, or all claims that follow from its opposite.
        claims = claims_of(text)
        ways = [[opposite(claims[0])], claims]
        branches = [
            {"assume": way[0], "implications": implications_of(way) + conclusions_of(way, concluded)}
            for way in ways
        ]
        return {"cases": "either", "branches": branches}
    branches = []
    for branch in split(": ".join(rest), "; "):
        if found := re.fullmatch(r"(\S+) \{(.*)\}", branch):
            implications = []
            for part in split(found[2], "; "):
                found_part = re.fullmatch(r"(.*?) ?-> (\S+) \((.*)\)", part)
                demand(found_part, f"not an implication: {part}")
                by = found_part[3]
                by = step_of(by) if ": " in by else by
                implications.append({"if": found_part[1].split(), "then": found_part[2], "by": by})
            branches.append({"assume": found[1], "implications": implications})
        elif CLAIM.fullmatch(branch):
            branches.append({"assume": branch, "implications": []})
        else:
            claims = claims_of(branch)
            branches.append({"assume": claims[0], "implications": implications_of(claims)})
    return {"cases": cases, "branches": branches}


def step_of(line):
    """Returns the step of a line of text."""
    head, *middle, conclusion = split(line, ", ")
    demand(conclusion.startswith("so "), f"no conclusion: {line}")
    concluded = conclusion.split()[1:]
    # Houses are separated by the same comma.
    reason = middle.pop() if middle and middle[-1].startswith("because ") else None
    head = ", ".join([head, *middle])
    found = re.fullmatch(r"([a-z -]+) (\d+\.\d): ((?:\d ?)+)(?:in (.+) )?at((?: r\dc\d)+)", head)
    demand(found, f"not a step: {line}")
    step = {
        "technique": found[1].replace(" ", "_"),
        "er": float(found[2]),
        "digits": [int(digit) for digit in found[3].split()],
        "houses": found[4].split(", ") if found[4] else [],
        "cells": found[5].split(),
        "eliminated": [claim for claim in concluded if "<>" in claim],
    }
    placed = [claim for claim in concluded if "<>" not in claim]
    demand(len(placed) <= 1, f"two cells are filled: {line}")
    if placed:
        step["placed"] = placed[0]
    if reason and (found := re.fullmatch(r"because one of (.*) holds if there is one solution", reason)):
        step |= {"uses_uniqueness": True, "one_of": found[1].split()}
    elif reason:
        step["chains"] = chains_of(reason.removeprefix("because "), concluded)
    return step


def check_search(lines, position, count):
    """Checks the events of a search, from the first guess to the solution. Returns the position at its end."""
    guesses, tries, is_dead = [], {}, False
    for line in lines:
        empty = [cell for cell in CELLS if not position.solved[cell]]
        first = min(empty, key=lambda cell: len(position.marks[cell]), default=None)
        event = re.fullmatch(r"(guess )?(r\dc\d)=(\d)(?: of((?: \d)+)| is the only candidate)", line)
        if found := re.fullmatch(r"(r\dc\d) has no candidate", line):
            demand(not is_dead and cell_of(found[1]) == first and not position.marks[first], f"wrong: {line}")
            is_dead = True
        elif found := re.fullmatch(r"undo (r\dc\d)=(\d)", line):
            demand(guesses and is_dead, f"nothing is wrong yet: {line}")
            cell, digit, before, left = guesses.pop()
            demand((cell, digit) == (cell_of(found[1]), int(found[2])), f"not the last guess: {line}")
            position = before
            tries[len(guesses)] = (cell, left)
            # If all candidates of the cell have failed, the guess before has failed, too.
            is_dead = not left
        else:
            demand(event and not is_dead, f"not an event: {line}")
            cell, digit = cell_of(event[2]), int(event[3])
            demand(cell == first, f"another cell has fewer candidates: {line}")
            marks = sorted(position.marks[cell])
            if event[1]:
                demand([int(of) for of in event[4].split()] == marks and len(marks) > 1, f"other candidates: {line}")
                of, left = tries.pop(len(guesses), (cell, marks))
                demand(of == cell and left and left[0] == digit, f"not the next candidate: {line}")
                tries = {depth: of for depth, of in tries.items() if depth < len(guesses)}
                guesses.append((cell, digit, position.without([]), left[1:]))
            else:
                demand(marks == [digit] and len(guesses) not in tries, f"not the only candidate: {line}")
            position = position.without([])
            position.solved = list(position.solved)
            position.place(cell, digit)
        count["search"] += 1
    return position


#: A line of a search. The trace of a search has no other lines.
SEARCH = re.compile(r"guess |undo |r\dc\d(=\d is the only| has no) candidate")


def check_text(puzzle, candidates, text, count):
    """Checks a trace as text. Returns the highest rating of its steps."""
    lines = text.rstrip("\n").split("\n") if text.strip() else []
    last = lines.pop() if lines and re.fullmatch(r"[1-9.]{81}", lines[-1]) else None
    grids = [found[0][1:] if (found := re.search(r" [1-9.]{81}$", line)) else None for line in lines]
    lines = [line[: -len(grid) - 1] if grid else line for line, grid in zip(lines, grids)]
    position = Position(puzzle, candidates)
    if lines and all(SEARCH.match(line) for line in lines):
        position = check_search(lines, position, count)
        demand(all(position.solved), "the search does not lead to a full grid")
        end, hardest = "".join(map(str, position.solved)), None
        demand(last in (None, end), "another grid")
    else:
        steps = [step_of(line) | ({"grid": grid} if grid else {}) for line, grid in zip(lines, grids)]
        path = {"puzzle": puzzle, "candidates": candidates, "steps": steps}
        position = check_path(path, count)
        hardest = max((step["er"] for step in steps), default=0)
        end = "".join(str(digit or ".") for digit in position.solved)
        demand(last in (None, end), "another grid")
    return hardest


def check_tokens(puzzle, tokens, count):
    position = [0 if char in ".0" else int(char) for char in puzzle]
    for row, column, digit in tokens:
        cell = 9 * row + column - 10
        demand(row in range(1, 10) and column in range(1, 10) and digit in range(1, 10), "not a cell and a digit")
        demand(not position[cell], f"{name_of(cell)} is not empty")
        demand(all(position[peer] != digit for peer in PEERS[cell]), f"{digit} stands twice at {name_of(cell)}")
        position[cell] = digit
        count["cells"] += 1
    demand(all(position), "the cells do not lead to a full grid")


def check_line(path, count):
    """Checks the steps or the trace of a line of JSON."""
    puzzle = path["puzzle"]
    candidates = path.get("candidates")
    if len(puzzle) == 729:
        puzzle, candidates = filled(puzzle), puzzle
    if "steps" in path:
        check_path(path, count)
        return
    rating = path.get("er", path.get("hardest"))
    if "messages" in path:
        asked, answered = path["messages"]
        demand((asked["role"], answered["role"]) == ("user", "assistant"), "other roles")
        demand(asked["content"].endswith("\n" + path["puzzle"]), "another puzzle is asked for")
        hardest = check_text(puzzle, candidates, answered["content"], count)
    elif "text" in path:
        hardest = check_text(puzzle, candidates, path["text"], count)
    else:
        check_tokens(puzzle, path["tokens"], count)
        return
    demand(rating in (None, hardest), "the hardest step is another")


def filled(candidates):
    """Returns the cells with a single candidate that no peer has, as a grid of 81 characters."""
    marks = [set(candidates[9 * cell : 9 * cell + 9]) - set(".0") for cell in CELLS]
    alone = [len(marks[cell]) == 1 and not any(marks[cell] & marks[peer] for peer in PEERS[cell]) for cell in CELLS]
    return "".join(min(marks[cell]) if alone[cell] else "." for cell in CELLS)


def paths_of(lines):
    """Yields the object of each line of JSON, or the puzzle and the trace of each block of text."""
    block = []
    for line in lines:
        line = line.rstrip("\n")
        object = json.loads(line) if not block and line.startswith("{") else {}
        if any(name in object for name in ("steps", "error", *TRACES)):
            yield object
        elif line:
            block.append(line)
        elif block:
            grids = re.findall(r"(?<![0-9.])[0-9.]{81}(?![0-9.])", block[0]) or re.findall(r"[0-9.]{729}", block[0])
            error = [line for line in block[1:] if line.startswith("error: ")]
            yield {"puzzle": grids[0], "text": "\n".join(block[1:])} if grids and not error else {}
            block = []


def check_path(path, count):
    """Checks all steps of a puzzle, and that they lead to a full grid, unless the path says otherwise."""
    position = Position(path["puzzle"], path.get("candidates"))
    for number, step in enumerate(path["steps"], 1):
        try:
            for cell, digit, holds in check_step(step, position, count):
                if not holds:
                    position.marks[cell].discard(digit)
            if "placed" in step:
                position.place(*candidate_of(step["placed"], True))
            solved = "".join(str(digit or ".") for digit in position.solved)
            demand(step.get("grid", solved) == solved, "another grid")
        except Fault as fault:
            raise Fault(f"step {number}, {step['technique']}: {fault}") from None
    rating = path.get("er", path.get("hardest"))
    if rating is not None:
        demand(all(position.solved), "the steps do not lead to a full grid")
        demand(rating == max((step["er"] for step in path["steps"]), default=0), "the hardest step is another")
    return position


def main(files):
    count, paths, faults = collections.Counter(), 0, 0
    for file in files or ["-"]:
        with sys.stdin if file == "-" else open(file, encoding="ascii") as lines:
            for path in paths_of(lines):
                is_path = "puzzle" in path and any(name in path for name in ("steps", *TRACES))
                paths += is_path
                try:
                    if is_path:
                        check_line(path, count)
                except (Fault, KeyError, ValueError) as fault:
                    faults += 1
                    if faults <= 10:
                        print(f"{path['puzzle']}: {fault!s}", file=sys.stderr)
    for technique, steps in sorted(count.items()):
        print(f"{technique:<28}{steps:>9}")
    print(f"{paths} paths, {sum(count.values())} steps, {faults} faults")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
