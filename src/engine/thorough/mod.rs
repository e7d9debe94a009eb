//! A thorough search: one puzzle at a time, with strong propagation and branches where earlier ones
//! failed.
//!
//! The lanes are fast because a node costs little, and most puzzles need few nodes. Some puzzles,
//! most of them with few clues and no solution, take them millions: a few cells contradict each
//! other in a way that their rules do not see, and branches elsewhere repeat the search for it. Here,
//! a node costs thirty times as much, but:
//!
//! - the all-different rule finds every contradiction within a house, and
//! - a branch is on the cell with the fewest candidates in relation to the contradictions that its
//!   houses had so far, so the search stays where the trouble is (the heuristic *dom/wdeg*:
//!   Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints",
//!   2004).
//!
//! The weights start afresh with each puzzle, so the tree is a function of the puzzle alone.
//!
//! ```text
//! all_different   nine cells, nine digits: what can be where
//! position        candidates, and propagation
//! ```

mod all_different;
mod position;

use self::position::{HOUSES, Position, houses_of};
use super::{
    Engine, Limits, OnSolution, Outcome,
    search_budget::{Flow, SearchBudget},
};
use crate::{bits::bits, grid::Grid};

/// The thorough search.
#[derive(Clone, Debug)]
pub(super) struct Thorough {
    /// For each house, 1 and the contradictions found in it.
    weights: [u32; HOUSES],
}

impl Thorough {
    pub(super) fn new() -> Self {
        Self { weights: [1; HOUSES] }
    }

    /// Searches everything below `position`, which is propagated.
    fn descend(&mut self, position: &Position, budget: &mut SearchBudget<'_>) -> Flow {
        if position.is_solved() {
            return budget.solution(&position.solution());
        }
        let cell = self.choose(position);
        for digit in bits(position.candidates(cell)) {
            budget.node()?;
            let mut child = position.clone();
            match child.set(cell, digit) {
                Ok(()) => self.descend(&child, budget)?,
                Err(contradiction) => self.weights[contradiction.house] += 1,
            }
        }
        Flow::Continue(())
    }

    /// The cell to branch on: with the least quotient of its candidates (less one) and the weights of
    /// its houses; the first of equals.
    fn choose(&self, position: &Position) -> usize {
        let (mut best, mut fewest, mut heaviest) = (0, u64::MAX >> 33, 0);
        for cell in 0..81 {
            let others = u64::from(position.candidates(cell).count_ones() - 1);
            if others == 0 {
                continue;
            }
            let weight = houses_of(cell).map(|house| u64::from(self.weights[house])).iter().sum();
            if others * heaviest < fewest * weight {
                (best, fewest, heaviest) = (cell, others, weight);
            }
        }
        best
    }
}

impl Engine for Thorough {
    fn name(&self) -> &'static str {
        "thorough"
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        self.weights = [1; HOUSES];
        SearchBudget::new(limits, on_solution).run(|budget| match Position::new(puzzle) {
            Some(position) => self.descend(&position, budget),
            None => Flow::Continue(()),
        })
    }
}
