//! A thorough search: one puzzle at a time, with strong propagation, and branches near earlier
//! contradictions.
//!
//! The lanes are fast because a node costs little, and most puzzles need few nodes. For some puzzles,
//! most of them with few clues and no solution, they need millions of nodes: a few cells contradict each
//! other in a way that the rules of the lanes do not find, and branches elsewhere repeat the search for
//! it. Here, a node costs thirty times as much, but:
//!
//! - the all-different rule finds every contradiction within a house, and
//! - a branch is on the cell with the fewest candidates relative to the number of contradictions that its
//!   houses had so far, so the search stays near contradictions (the heuristic *dom/wdeg*:
//!   Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints",
//!   2004).
//!
//! If the search takes long, it starts over with the weights so far, and with twice as many nodes each
//! time. Before it starts over, every candidate of the root is tried once, and candidates that lead to a
//! contradiction are removed (*singleton consistency*: Debruyne and Bessiere, 1997). Every second attempt
//! may also branch on the places of a digit in a house.
//!
//! Weights and attempts are reset for each puzzle, so the tree is a function of the puzzle alone.
//!
//! ```text
//! all_different   the digits that nine different cells can have
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

/// The number of nodes of the first attempt. Each attempt has twice as many nodes as the previous attempt. Starting
/// over pays, because candidates that fail at the root are removed between attempts, and because houses that led to
/// contradictions weigh more in the next attempt: the worst puzzle found fell from 64,988 to 2,553 nodes
/// (`docs/lanes-log.md`, 4898101).
const FIRST_ATTEMPT: u64 = 500;

/// With more solutions, the search does not start over, because it would find all of them again.
const MAX_SOLUTIONS: usize = 100;

/// The control flow of an attempt. It breaks with the reason why the search ends, or with `None` if another
/// attempt must follow.
type AttemptFlow = ControlFlow<Option<StopReason>>;

#[derive(Clone, Debug)]
pub(super) struct Thorough {
    /// For each house, 1 plus the number of contradictions found in it.
    weights: [u32; HOUSES],
    /// The solutions found in all attempts, up to [`MAX_SOLUTIONS`] plus one.
    found: Vec<Grid>,
}

struct Attempt {
    /// The number of nodes that the attempt may still enter.
    nodes: u64,
    /// True if the attempt may branch on the places of digits, too.
    with_places: bool,
}

/// The alternatives of a branch: candidates of which exactly one holds.
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

    /// Searches everything below `position`, which must be at a fixpoint.
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

    /// Tries every candidate of `root` and removes candidates that lead to a contradiction. Returns an error
    /// if `root` itself becomes contradictory.
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

    /// Returns the branch with the least quotient of the number of its alternatives minus one and the sum of the
    /// weights of its houses; of equal quotients, the first. A branch on the places of a digit has one house, with
    /// triple weight.
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
    /// The number of alternatives minus one.
    others: u64,
    /// The sum of the weights of its houses.
    weight: u64,
}

impl BestBranch {
    /// A branch that is worse than any other. Quotients are compared by products, for example 2/5 and 1/3 by 2 * 3 and
    /// 1 * 5, so a branch without weight is worse than all others. `others` is limited so that no product overflows.
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

/// Searches a puzzle by the thorough search alone, which otherwise takes over from the lanes.
#[cfg(fuzzing)]
pub fn thorough(puzzle: &Grid, limits: &Limits<'_>) -> Outcome {
    Thorough::new().search(puzzle, limits, &mut |_| ControlFlow::Continue(()))
}
