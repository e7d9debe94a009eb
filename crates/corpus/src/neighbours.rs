//! Neighbours of a puzzle: all puzzles that {-n+m} reaches, by removing n clues and adding m others.
//!
//! For each set of n clues, the search lists all solutions of the puzzle without these clues, once. Then each candidate
//! is a bit set over these solutions, and a set of clues can be added if exactly one solution is in all of their bit
//! sets. So nearly everything is decided without a search. Only minimal puzzles need searches: one for each clue that
//! they keep from the original.

use std::ops::ControlFlow;

use super::random::RecordRng;
use batchdoku_base::StopFlag;
use batchdoku_engine::{
    Solver,
    grid::{Cell, Digit, Grid},
};

/// The kind of neighbours to find.
#[derive(Clone, Copy, Debug)]
pub struct Neighbourhood {
    /// The number of clues that are removed.
    pub remove: usize,
    /// The number of clues that are added.
    pub add: usize,
    /// True if only minimal puzzles count.
    pub minimal: bool,
}

/// The maximum number of solutions that a puzzle may have without a set of clues, because each solution takes a bit of
/// every bit set. Sets of clues that leave more solutions are skipped.
pub(crate) const MOST_SOLUTIONS: usize = 4096;

const WORDS: usize = MOST_SOLUTIONS / 64;

/// A set of solutions, by number.
#[derive(Clone, Copy)]
struct SolutionSet([u64; WORDS]);

impl SolutionSet {
    /// Returns the first `count` solutions.
    fn first(count: usize) -> Self {
        Self(std::array::from_fn(|word| match count.saturating_sub(64 * word) {
            0 => 0,
            bits @ 1..64 => (1 << bits) - 1,
            _ => u64::MAX,
        }))
    }

    fn insert(&mut self, solution: usize) {
        self.0[solution / 64] |= 1 << (solution % 64);
    }

    /// Returns the intersection of two sets of `count` solutions, and its size.
    fn both(&self, other: &Self, count: usize) -> (Self, usize) {
        let mut both = [0; WORDS];
        let mut size = 0;
        for word in 0..count.div_ceil(64) {
            both[word] = self.0[word] & other.0[word];
            size += both[word].count_ones() as usize;
        }
        (Self(both), size)
    }
}

/// A clue that can be added, and the solutions that have it.
struct Candidate {
    cell: Cell,
    digit: Digit,
    solutions: SolutionSet,
}

/// Finds neighbours; reuses its memory.
#[derive(Default)]
pub struct NeighbourSearch {
    stop: StopFlag,
    /// The number of steps after which a search ends early.
    most_steps: Option<u64>,
    /// The number of steps that searches have taken.
    steps: u64,
    solver: Solver,
    solutions: Vec<Grid>,
    /// The solutions that have each digit in each cell.
    with_clue: Vec<SolutionSet>,
    candidates: Vec<Candidate>,
    /// The numbers of the candidates added so far.
    added: Vec<usize>,
    /// A clue that the last puzzle tested did not need.
    redundant: Option<Cell>,
}

/// Receives a neighbour, and returns whether the search should continue.
pub(crate) type OnNeighbour<'a> = dyn FnMut(&Grid) -> ControlFlow<()> + 'a;

impl NeighbourSearch {
    /// Creates a search that ends early once `stop` is set.
    pub fn new(stop: StopFlag) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Also ends early after this number of steps. A step is a set of clues that is removed or added.
    pub fn most_steps(self, steps: u64) -> Self {
        Self { most_steps: Some(steps), ..self }
    }

    /// Calls `found` with the neighbours of `puzzle`. With `rng`, both the sets of clues to remove and the clues to add
    /// come in random order. If more than one clue is removed, `found` may get a puzzle several times. Returns `Break`
    /// if `found`, the flag or the limit of steps ended the search.
    pub fn search(
        &mut self,
        puzzle: &Grid,
        which: Neighbourhood,
        mut rng: Option<&mut RecordRng>,
        found: &mut OnNeighbour<'_>,
    ) -> ControlFlow<()> {
        let clues: Vec<Cell> = puzzle.filled().into_iter().collect();
        let mut removals = Vec::new();
        subsets(&clues, which.remove, &mut Vec::new(), &mut removals);
        if let Some(rng) = &mut rng {
            rng.shuffle_downwards(&mut removals);
        }
        for removed in removals {
            self.continue_unless_stopped()?;
            let rest = removed.iter().fold(*puzzle, |rest, &cell| rest.with(cell, None));
            if !self.list_solutions(&rest) {
                continue;
            }
            self.list_candidates(puzzle, &rest, which.minimal);
            if let Some(rng) = &mut rng {
                rng.shuffle_downwards(&mut self.candidates);
            }
            let all = SolutionSet::first(self.solutions.len());
            self.added.clear();
            self.add(&rest, &all, 0, which, found)?;
        }
        ControlFlow::Continue(())
    }

    /// Breaks if the flag is set or the limit of steps is reached.
    fn continue_unless_stopped(&mut self) -> ControlFlow<()> {
        let is_spent = self.most_steps.is_some_and(|most| self.steps >= most);
        self.steps += 1;
        if self.stop.is_set() || is_spent { ControlFlow::Break(()) } else { CONTINUE }
    }

    /// Lists the solutions; returns false if there are too many to list.
    fn list_solutions(&mut self, puzzle: &Grid) -> bool {
        let Self { solver, solutions, .. } = self;
        solutions.clear();
        solver.search(puzzle, MOST_SOLUTIONS as u64 + 1, |solution| {
            solutions.push(*solution);
            ControlFlow::Continue(())
        });
        solutions.len() <= MOST_SOLUTIONS
    }

    /// Lists the clues that can be added to `rest`, except those removed from `puzzle`.
    fn list_candidates(&mut self, puzzle: &Grid, rest: &Grid, minimal: bool) {
        let Self { solutions, with_clue, candidates, .. } = self;
        with_clue.clear();
        with_clue.resize(81 * 9, SolutionSet([0; WORDS]));
        let empty = !rest.filled();
        for (number, solution) in solutions.iter().enumerate() {
            for cell in empty {
                let digit = usize::from(solution.digits()[cell.index()]) - 1;
                with_clue[9 * cell.index() + digit].insert(number);
            }
        }
        candidates.clear();
        for (cell, digit) in
            empty.into_iter().flat_map(|cell| Digit::ALL.map(|digit| (cell, digit)))
        {
            let set = with_clue[9 * cell.index() + digit.index()];
            let (_, size) = set.both(&set, solutions.len());
            let is_lost = puzzle.get(cell) == Some(digit);
            let is_redundant = minimal && size == solutions.len();
            if size > 0 && !is_lost && !is_redundant {
                candidates.push(Candidate { cell, digit, solutions: set });
            }
        }
    }

    /// Adds clues from candidate number `from` on; `left` are the solutions that have all clues added so far.
    fn add(
        &mut self,
        rest: &Grid,
        left: &SolutionSet,
        from: usize,
        which: Neighbourhood,
        found: &mut OnNeighbour<'_>,
    ) -> ControlFlow<()> {
        // Check here, too, because three clues to add make millions of sets without a result.
        self.continue_unless_stopped()?;
        let to_add = which.add - self.added.len();
        let count = self.solutions.len();
        let (_, size) = left.both(left, count);
        if to_add == 0 {
            return if size == 1 { self.check(rest, which.minimal, found) } else { CONTINUE };
        }
        for number in from..self.candidates.len() {
            let (both, fewer) = left.both(&self.candidates[number].solutions, count);
            // In a minimal puzzle, no further clue may follow once the solution is unique, and every clue must exclude
            // a solution. The last clue must leave one solution.
            let in_vain = which.minimal && (to_add > 1 && fewer == 1 || fewer == size);
            if fewer == 0 || in_vain || to_add == 1 && fewer > 1 {
                continue;
            }
            self.added.push(number);
            let next = self.add(rest, &both, number + 1, which, found);
            self.added.pop();
            next?;
        }
        CONTINUE
    }

    /// Calls `found` with `rest` and the added clues, unless the puzzle must be minimal and is not.
    fn check(
        &mut self,
        rest: &Grid,
        minimal: bool,
        found: &mut OnNeighbour<'_>,
    ) -> ControlFlow<()> {
        let mut neighbour = *rest;
        for &number in &self.added {
            let added = &self.candidates[number];
            neighbour.set(added.cell, Some(added.digit));
        }
        if minimal && (self.has_needless_addition() || self.can_lose_one_of(rest, &neighbour)) {
            return CONTINUE;
        }
        found(&neighbour)
    }

    /// Returns whether the solution is unique without one of the added clues.
    fn has_needless_addition(&self) -> bool {
        let count = self.solutions.len();
        (0..self.added.len()).any(|without| {
            let others = self.added.iter().enumerate().filter(|&(place, _)| place != without);
            let all = SolutionSet::first(count);
            let mut left = all;
            let mut size = count;
            for (_, &number) in others {
                (left, size) = left.both(&self.candidates[number].solutions, count);
            }
            size == 1
        })
    }

    /// Returns whether `neighbour` has one solution without one of the clues of `rest`.
    fn can_lose_one_of(&mut self, rest: &Grid, neighbour: &Grid) -> bool {
        let kept = rest.filled();
        // Try the clue first that the last neighbour did not need. Neighbours of a puzzle share most clues, so a single
        // search often decides, instead of a search for each clue.
        let first = self.redundant.filter(|&cell| kept.contains(cell));
        for cell in first.into_iter().chain(kept) {
            if self.solver.is_unique(&neighbour.with(cell, None)) {
                self.redundant = Some(cell);
                return true;
            }
        }
        false
    }
}

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// Appends all subsets of `size` cells, each after the cells of `chosen`.
fn subsets(cells: &[Cell], size: usize, chosen: &mut Vec<Cell>, out: &mut Vec<Vec<Cell>>) {
    if size == 0 {
        return out.push(chosen.clone());
    }
    for (place, &cell) in cells.iter().enumerate() {
        chosen.push(cell);
        subsets(&cells[place + 1..], size - 1, chosen, out);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use batchdoku_testkit::{is_minimal, is_unique, random_puzzle, rng};

    fn neighbours(puzzle: &Grid, which: Neighbourhood, most: usize) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        let _ = NeighbourSearch::default().search(puzzle, which, None, &mut |neighbour| {
            all.insert(neighbour.to_string());
            if all.len() < most { CONTINUE } else { ControlFlow::Break(()) }
        });
        all
    }

    /// Compares with all ways to remove a clue and add another elsewhere, one by one.
    #[test]
    #[cfg_attr(miri, ignore = "tens of thousands of searches")]
    fn one_clue_for_another() {
        let puzzle: Grid = random_puzzle(&mut rng(3));
        let mut expected = [BTreeSet::new(), BTreeSet::new()];
        for removed in puzzle.filled() {
            let rest = puzzle.with(removed, None);
            for (cell, digit) in
                (!rest.filled()).into_iter().flat_map(|cell| Digit::ALL.map(|digit| (cell, digit)))
            {
                let neighbour = rest.with(cell, Some(digit));
                let is_new = neighbour != puzzle && neighbour.conflict().is_none();
                if is_new && is_unique(&neighbour) {
                    expected[0].insert(neighbour.to_string());
                    if is_minimal(&neighbour) {
                        expected[1].insert(neighbour.to_string());
                    }
                }
            }
        }
        assert!((1..expected[0].len()).contains(&expected[1].len()), "{expected:?}");
        for (minimal, expected) in [false, true].into_iter().zip(expected) {
            let which = Neighbourhood { remove: 1, add: 1, minimal };
            assert_eq!(neighbours(&puzzle, which, usize::MAX), expected);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of searches")]
    fn other_numbers() {
        let puzzle: Grid = random_puzzle(&mut rng(4));
        for (remove, add) in [(1, 2), (2, 2)] {
            let found = neighbours(&puzzle, Neighbourhood { remove, add, minimal: true }, 5);
            assert_eq!(found.len(), 5);
            for text in found {
                let neighbour: Grid = text.parse().unwrap();
                assert_eq!(neighbour.clues() + remove, puzzle.clues() + add);
                assert!(is_unique(&neighbour), "{text}");
                assert!(is_minimal(&neighbour), "{text}");
            }
        }
        let which = Neighbourhood { remove: 1, add: 0, minimal: false };
        assert!(neighbours(&puzzle, which, 1).is_empty(), "it is minimal");
    }
}
