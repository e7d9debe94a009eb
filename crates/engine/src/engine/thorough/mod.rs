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
//! If that takes long, it starts over with the weights that it has, with twice as many nodes each
//! time. Before, every candidate of the root is tried once, and those that lead to a contradiction are
//! removed (*singleton consistency*: Debruyne and Bessiere, 1997). Every other attempt may branch on
//! the places of a digit in a house as well.
//!
//! Weights and attempts start afresh with each puzzle, so the tree is a function of the puzzle alone.
//!
//! ```text
//! all_different   nine cells, nine digits: what can be where
//! position        candidates, and propagation
//! ```

mod all_different;
pub(super) mod position;

use std::ops::ControlFlow;

use self::position::{Contradiction, HOUSES, MarkedPosition, cell_at, houses_of};
use super::{
    Engine, Limits, OnSolution, Outcome, StopReason,
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{Grid, Pencilmarks};
use batchdoku_base::bits;

/// The nodes of the first attempt; each attempt has twice as many as the one before. Starting over pays, because
/// candidates that fail at the root are removed between attempts, and because houses that led to contradictions weigh more
/// in the next one: the worst puzzle found fell from 64,988 to 2,553 nodes (`docs/lanes-log.md`, 4898101).
const FIRST_ATTEMPT: u64 = 500;

/// With more solutions, the search does not start over: it would find them all again.
const MAX_SOLUTIONS: usize = 100;

/// The state of an attempt. It breaks off with the reason why the search ends, or with `None` if
/// the next attempt is to follow.
type AttemptFlow = ControlFlow<Option<StopReason>>;

#[derive(Clone, Debug)]
pub(super) struct Thorough {
    /// For each house, 1 and the contradictions found in it.
    weights: [u32; HOUSES],
    /// The solutions found, in all attempts, up to [`MAX_SOLUTIONS`] and one more.
    found: Vec<Grid>,
}

struct Attempt {
    /// The nodes left to it.
    nodes: u64,
    /// True if it branches on the places of digits, too.
    with_places: bool,
}

/// The alternatives of a branch: one candidate of each.
#[derive(Clone, Copy)]
enum BranchOn {
    /// The candidates of a cell.
    Cell(usize),
    /// The places of a digit in a house.
    Places { house: usize, digit: usize },
}

impl Thorough {
    pub(super) fn new() -> Self {
        Self { weights: [1; HOUSES], found: Vec::new() }
    }

    /// Attempts to search everything below `root`, until an attempt succeeds.
    fn attempt(&mut self, mut root: MarkedPosition, budget: &mut SearchBudget<'_>) -> Flow {
        let mut attempt = Attempt { nodes: FIRST_ATTEMPT, with_places: false };
        let mut nodes = FIRST_ATTEMPT;
        loop {
            match self.descend(&root, &mut attempt, budget) {
                ControlFlow::Continue(()) => return Flow::Continue(()),
                ControlFlow::Break(Some(end)) => return Flow::Break(end),
                ControlFlow::Break(None) => {}
            }
            if self.probe(&mut root, budget)?.is_err() {
                return Flow::Continue(());
            }
            nodes = nodes.saturating_mul(2);
            attempt = Attempt { nodes, with_places: !attempt.with_places };
        }
    }

    /// Searches everything below `position`, which is propagated.
    fn descend(
        &mut self,
        position: &MarkedPosition,
        attempt: &mut Attempt,
        budget: &mut SearchBudget<'_>,
    ) -> AttemptFlow {
        if position.is_solved() {
            return self.solution(&position.solution(), budget).map_break(Some);
        }
        let branch = self.choose(position, attempt.with_places);
        let alternatives = match branch {
            BranchOn::Cell(cell) => position.candidates(cell),
            BranchOn::Places { house, digit } => position.places(house, digit),
        };
        for alternative in bits(alternatives) {
            if attempt.nodes == 0 && self.found.len() <= MAX_SOLUTIONS {
                return ControlFlow::Break(None);
            }
            attempt.nodes = attempt.nodes.saturating_sub(1);
            budget.node().map_break(Some)?;
            let (cell, digit) = match branch {
                BranchOn::Cell(cell) => (cell, alternative),
                BranchOn::Places { house, digit } => (cell_at(house, alternative), digit),
            };
            let mut child = position.clone();
            match child.set(cell, digit) {
                Ok(()) => self.descend(&child, attempt, budget)?,
                Err(contradiction) => self.weights[contradiction.house] += 1,
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands over a solution, unless an earlier attempt has found it.
    fn solution(&mut self, solution: &Grid, budget: &mut SearchBudget<'_>) -> Flow {
        if self.found.contains(solution) {
            return Flow::Continue(());
        }
        if self.found.len() <= MAX_SOLUTIONS {
            self.found.push(*solution);
        }
        budget.solution(solution)
    }

    /// Tries every candidate of `root` and removes those that lead to a contradiction. An error if
    /// none is left.
    fn probe(
        &mut self,
        root: &mut MarkedPosition,
        budget: &mut SearchBudget<'_>,
    ) -> ControlFlow<StopReason, Result<(), Contradiction>> {
        for cell in 0..81 {
            for digit in bits(root.candidates(cell)) {
                let candidates = root.candidates(cell);
                if candidates.is_power_of_two() || candidates >> digit & 1 == 0 {
                    continue;
                }
                budget.node()?;
                if let Err(contradiction) = root.clone().set(cell, digit) {
                    self.weights[contradiction.house] += 1;
                    if let Err(contradiction) = root.exclude(cell, digit) {
                        return ControlFlow::Continue(Err(contradiction));
                    }
                }
            }
        }
        ControlFlow::Continue(Ok(()))
    }

    /// Returns the branch with the least quotient of its alternatives (less one) and the weights of its houses; the
    /// first of equals. A branch on the places of a digit has one house, whose weight counts three times.
    fn choose(&self, position: &MarkedPosition, with_places: bool) -> BranchOn {
        let mut best = BestBranch::NONE;
        let weights = self.weights.map(u64::from);
        for cell in 0..81 {
            let weight = houses_of(cell).iter().map(|&house| weights[house]).sum();
            best.consider(BranchOn::Cell(cell), position.candidates(cell), weight);
        }
        if with_places {
            for (house, &weight) in weights.iter().enumerate() {
                for digit in 0..9 {
                    let places = position.places(house, digit);
                    best.consider(BranchOn::Places { house, digit }, places, 3 * weight);
                }
            }
        }
        best.on
    }
}

/// The best of the branches considered so far.
struct BestBranch {
    on: BranchOn,
    /// The number of its alternatives, less one.
    others: u64,
    /// The weight of its houses.
    weight: u64,
}

impl BestBranch {
    /// Worse than any branch. Quotients are compared by products, for example 2/5 and 1/3 by 2 * 3 and 1 * 5, so what
    /// has no weight is worse than all; its number of alternatives is so small that a product with any weight fits.
    const NONE: Self = Self { on: BranchOn::Cell(0), others: u64::MAX >> 33, weight: 0 };

    /// Keeps a branch if its quotient is lower. With one alternative there is nothing to branch on.
    fn consider(&mut self, on: BranchOn, alternatives: u16, weight: u64) {
        let others = u64::from(alternatives.count_ones() - 1);
        if others != 0 && others * self.weight < self.others * weight {
            *self = Self { on, others, weight };
        }
    }
}

impl Engine for Thorough {
    fn name(&self) -> &'static str {
        "thorough"
    }

    fn search_pencilmarks(
        &mut self,
        puzzle: &Pencilmarks,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        self.weights = [1; HOUSES];
        self.found.clear();
        SearchBudget::new(limits, on_solution).run(|budget| match MarkedPosition::new(puzzle) {
            Some(root) => self.attempt(root, budget),
            None => Flow::Continue(()),
        })
    }
}

/// Searches a puzzle as the search does that takes over from the lanes.
#[cfg(fuzzing)]
pub fn thorough(puzzle: &Grid, limits: &Limits<'_>) -> Outcome {
    Thorough::new().search(puzzle, limits, &mut |_| ControlFlow::Continue(()))
}
