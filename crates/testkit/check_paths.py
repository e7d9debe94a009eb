#!/usr/bin/env python3
"""Checks paths of `batchdoku explain`: that every step follows from what is left before it.

    batchdoku explain puzzles.txt | crates/testkit/check_paths.py
    crates/testkit/check_paths.py paths.jsonl ...

It knows the rules of sudoku and nothing else: no technique, no program, no solution.

- A pattern holds if its cells and houses cannot be filled once the opposite of its conclusion is assumed. Each cell
  of the pattern takes one of its candidates, and each of its digits, as well as a digit that is placed, has a place in
  each of its houses.
- A step that uses uniqueness names candidates one of which holds. Without them, the unsolved cells of the pattern
  must have two candidates each, and each digit two places or none in every house: then they could be filled in
  another way too, by exchanging the two digits of each cell. Then each unsolved cell of the houses of the step takes one
  of its candidates as well.
- Chains hold if one of their assumptions is true, if each implication follows from premises that are assumed or
  concluded before, by its cell, its house or a step that is checked likewise, and if all branches come to the
  conclusion.

The exit code is 1 if anything does not hold; the first faults are printed.
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


class Fault(Exception):
    """Says what does not hold."""


def demand(condition, text):
    if not condition:
        raise Fault(text)


def cell_of(text):
    found = re.fullmatch(r"r([1-9])c([1-9])", text)
    demand(found, f"not a cell: {text}")
    return 9 * int(found[1]) + int(found[2]) - 10


def claim_of(text):
    """The cells, the digit and the sign of a claim."""
    found = CLAIM.fullmatch(text)
    demand(found, f"not a claim: {text}")
    cells = frozenset(9 * int(r) + int(c) - 10 for r in found[1] for c in found[2])
    return cells, int(found[4]), found[3] == "="


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
        """A copy in which some candidates are gone."""
        copy = Position.__new__(Position)
        copy.solved, copy.marks = self.solved, [set(marks) for marks in self.marks]
        for cell, digit in candidates:
            copy.marks[cell].discard(digit)
        return copy

    def places(self, house, digit):
        return {cell for cell in HOUSES[house] if digit in self.marks[cell]}


def can_fill(variables):
    """Whether candidates can be chosen so that every variable, a set of candidates, has one and none clash."""
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
    """What a pattern says: sets of candidates one of which holds."""
    cells = {cell_of(text) for text in step["cells"]}
    digits = set(step["digits"])
    houses = step.get("houses", [])
    demand(all(house in HOUSES for house in houses), f"not houses: {houses}")
    if "placed" in step:
        digits.add(candidate_of(step["placed"], True)[1])
    variables = []
    if one_of:
        # It also holds of all cells of a house that they are filled.
        cells |= {cell for house in houses for cell in HOUSES[house] if position.marks[cell]}
        variables.append(set(one_of))
    variables += [{(cell, digit) for digit in position.marks[cell]} for cell in cells]
    for house in houses:
        for digit in digits:
            # A digit that is placed has its place.
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
    """Without some candidates, the cells of a pattern could be filled in two ways."""
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
    """Whether a claim follows from the premises of an implication by its reason."""
    cells, digit, holds = claim
    if isinstance(by, dict):
        demand(not holds and all(not sign for _, _, sign in premises), "a step within a chain eliminates")
        gone = [(cell, digit) for cells, digit, _ in premises for cell in cells]
        concluded = check_step(by, position.without(gone), count)
        return all((cell, digit, False) in concluded for cell in cells)
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
            premises = [claim_of(text) for text in implication["if"]]
            claim = claim_of(implication["then"])
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
            # A digit that is placed rules out the others of its cell.
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


def main(files):
    count, paths, faults = collections.Counter(), 0, 0
    for file in files or ["-"]:
        with sys.stdin if file == "-" else open(file, encoding="ascii") as lines:
            for line in lines:
                path = json.loads(line)
                paths += "puzzle" in path
                try:
                    if "puzzle" in path:
                        check_path(path, count)
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
