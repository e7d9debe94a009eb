//! Trial and error: counts the candidates that remain after singles have refuted all that they can.
//!
//! First, the techniques of [`rate`](crate::rate) run until they find nothing. Then each candidate is tried: it is
//! placed, and singles are placed until there are none. All candidates that lead to a contradiction are eliminated
//! together, and the trials repeat until they refute none. The remaining candidates do not depend on any order, so
//! their number is the same for equivalent puzzles. This is T&E(1) of Berthier, "Constraint Resolution Theories", 2011,
//! with subsets, fish and wings between the trials. A puzzle that keeps candidates has an ER of about 9.5 or more, and
//! the hardest puzzles keep most.

use crate::{marks::Marks, rate::TechniqueSolver};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Grid, HOUSE_CELLS, PEER_SETS};

/// The cells that each digit can take, solved or not.
#[derive(Clone, Copy)]
struct CandidateCells {
    cells: [u128; 9],
    /// The cells with digits that have been eliminated from all their peers.
    solved: u128,
}

impl CandidateCells {
    /// Returns the position of pencil marks.
    fn of(marks: &Marks) -> Self {
        let mut position = Self { cells: [0; 9], solved: 0 };
        for (cell, (&candidates, &digit)) in
            marks.cells.iter().zip(marks.solution().digits()).enumerate()
        {
            if digit != 0 {
                position.cells[usize::from(digit) - 1] |= 1 << cell;
                position.solved |= 1 << cell;
            }
            for digit in bits(candidates) {
                position.cells[digit] |= 1 << cell;
            }
        }
        position
    }

    fn set(&mut self, cell: usize, digit: usize) {
        let own = self.cells[digit] & 1 << cell;
        self.cells.iter_mut().for_each(|cells| *cells &= !(1 << cell));
        self.cells[digit] = (self.cells[digit] | own) & !PEER_SETS[cell].bits();
        self.solved |= 1 << cell;
    }

    /// Returns the number of candidates of the empty cells.
    fn left(&self) -> u32 {
        self.cells.iter().map(|cells| (cells & !self.solved).count_ones()).sum()
    }

    /// Lists the candidates of the empty cells, as cell and digit.
    fn candidates(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let Self { cells, solved } = *self;
        (0..9).flat_map(move |digit| bits(cells[digit] & !solved).map(move |cell| (cell, digit)))
    }

    /// Returns whether setting a candidate leads to a contradiction by singles.
    fn refutes(&self, cell: usize, digit: usize) -> bool {
        let mut trial = *self;
        trial.set(cell, digit);
        !trial.propagate()
    }

    /// Places singles until there are none; returns false if a cell or a house is left without a candidate.
    fn propagate(&mut self) -> bool {
        loop {
            let before = self.solved;
            let mut once = 0;
            let mut twice = 0;
            for cells in self.cells {
                twice |= once & cells;
                once |= cells;
            }
            if once != (1 << 81) - 1 {
                return false;
            }
            for cell in bits(!twice & once & !self.solved) {
                if let Some(digit) = self.cells.iter().position(|cells| cells >> cell & 1 == 1) {
                    self.set(cell, digit);
                }
            }
            for digit in 0..9 {
                for house in HOUSE_CELLS {
                    let places = self.cells[digit] & house.bits();
                    if places == 0 {
                        return false;
                    }
                    if places & (places - 1) == 0 && places & self.solved == 0 {
                        self.set(places.trailing_zeros() as usize, digit);
                    }
                }
            }
            if self.solved == before {
                return true;
            }
        }
    }
}

/// The effect of trial and error on a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrialAndError {
    /// The number of candidates that remain in the empty cells: 0 if trial and error solves the puzzle or refutes it.
    pub(super) left: u32,
    /// The share of candidates, in thousandths, that survive the first round of trials, after the techniques get stuck;
    /// 0 if the techniques solve the puzzle. Of all numbers that are quick to compute, this one predicts the rating
    /// best.
    pub(super) survivors: u32,
}

impl TrialAndError {
    pub(super) fn of(puzzle: &Grid) -> Self {
        let mut solver = TechniqueSolver::new(Marks::new(puzzle));
        let mut survivors = None;
        loop {
            while solver.round().is_some() {}
            let position = CandidateCells::of(&solver.marks);
            let all = position.left();
            if all == 0 {
                return Self { left: 0, survivors: survivors.unwrap_or(0) };
            }
            let mut refuted = 0;
            for (cell, digit) in position.candidates() {
                if position.refutes(cell, digit) {
                    solver.marks.eliminate(cell, 1 << digit);
                    refuted += 1;
                }
            }
            let survivors = *survivors.get_or_insert(1000 * (all - refuted) / all);
            if refuted == 0 {
                return Self { left: all, survivors };
            }
            let changed = solver.marks.take_dirty();
            solver.mark(changed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::ErRating;
    use batchdoku_testkit::{equivalent, grid, random_puzzle, rng, sized};

    /// Easter Monster, Golden Nugget (ER 11.6 and 11.9 in the lists of the hardest puzzles known), and
    /// Inkala's of 2012 (10.7).
    const HARDEST: [&str; 3] = [
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ];

    #[test]
    fn the_hardest_puzzles_keep_their_candidates() {
        for line in &HARDEST[..sized(3, 1)] {
            let TrialAndError { left, survivors } = TrialAndError::of(&grid(line));
            assert!(left > 150, "{line}: {left}");
            assert!(survivors > 900, "{line}: {survivors}");
        }
    }

    #[test]
    fn easier_ones_are_solved_and_equivalents_agree() {
        let mut rng = rng(1);
        for _ in 0..sized(60, 1) {
            let puzzle: Grid = random_puzzle(&mut rng);
            let found = TrialAndError::of(&puzzle);
            let er = ErRating::of(&puzzle).unwrap().er();
            if found.left > 0 {
                assert!(er >= 9.0, "{puzzle}: {found:?}, {er}");
            }
            // The techniques of `rate` have ER 1.0 to 5.4, the others 4.0 and more.
            let is_easy = found.survivors == 0;
            let range = if is_easy { 1.0..=5.4 } else { 4.0..=12.0 };
            assert!(range.contains(&er), "{puzzle}: {found:?}, {er}");
            assert_eq!(TrialAndError::of(&equivalent(&puzzle, &mut rng)), found);
        }
        for line in &HARDEST[..sized(3, 1)] {
            let other = equivalent(&grid(line), &mut rng);
            assert_eq!(TrialAndError::of(&other), TrialAndError::of(&grid(line)));
        }
    }
}
