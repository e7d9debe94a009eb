//! The search for exact covers: depth first, without recursion, in preallocated memory.
//!
//! ```text
//! choose the given options
//! repeat
//!   1. take the open item with the fewest options; none open: a solution
//!   2. no option left: back to the latest item with an option not yet tried; none: the end
//!   3. choose its next option: cover every item that the option holds
//! ```

use std::ops::ControlFlow;

use super::{
    Problem,
    links::{Link, Links},
};
use crate::search::{Limits, Outcome, StopReason};

/// The solver of one [`Problem`], with its working memory: built once, used any number of times.
///
/// The order of the solutions is fixed: the search branches on the primary item with the fewest
/// options left (the lowest numbered of equals) and tries these in the order of their numbers.
/// Items with one option left are settled before. So the solutions, their order and the number of
/// nodes depend only on the problem and the given options.
#[derive(Clone, Debug)]
pub struct DancingLinks {
    start: Links,
    links: Links,
    /// The first node of each option, and the end of the last option.
    firsts: Vec<Link>,
    /// The option of each node; meaningless for heads and spacers.
    option_of: Vec<u32>,
    /// The chosen node of each item that was branched on or settled, in order.
    trail: Vec<Link>,
    /// The chosen options: the given ones, then those of `trail`.
    chosen: Vec<usize>,
}

impl DancingLinks {
    /// Builds the links of `problem`.
    pub fn new(problem: &Problem) -> Self {
        let start = Links::new(problem);
        let first = problem.items() as Link + 2;
        let mut firsts = vec![first];
        let mut option_of = vec![0; first as usize];
        for option in 0..problem.options() {
            option_of.resize(option_of.len() + problem.option(option).len() + 1, option as u32);
            firsts.push(option_of.len() as Link);
        }
        let depth = problem.primary();
        Self {
            links: start.clone(),
            start,
            firsts,
            option_of,
            trail: Vec::with_capacity(depth),
            chosen: Vec::with_capacity(problem.items()),
        }
    }

    /// Searches for the solutions that contain all options in `given`, and passes each to `found`,
    /// until that breaks or a limit is reached. A solution is a list of option numbers: the given
    /// ones in the order given, then the others in the order chosen.
    ///
    /// If two given options share an item, there is no solution. Allocates nothing.
    ///
    /// # Panics
    /// If a given option does not exist.
    pub fn search(
        &mut self,
        given: &[usize],
        limits: &Limits<'_>,
        mut found: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        outcome.end = if limits.solutions == 0 {
            StopReason::SolutionLimit
        } else if limits.stopped() {
            StopReason::Stopped
        } else if self.choose_given(given) {
            self.descend(limits, &mut outcome, &mut found)
        } else {
            StopReason::Complete
        };
        outcome
    }

    /// Restarts and chooses the given options; returns false if two of them share an item.
    fn choose_given(&mut self, given: &[usize]) -> bool {
        // Uncovering what the last search left is slower than this copy: sudoku puzzles took 1.06
        // to 1.6 times as long.
        self.links.restore(&self.start);
        self.trail.clear();
        self.chosen.clear();
        for &option in given {
            // The spacer follows the last node of the option.
            for node in self.firsts[option]..self.firsts[option + 1] - 1 {
                let item = self.links.item(node);
                if !self.links.is_open(item) {
                    return false;
                }
                self.links.cover(item);
            }
            self.chosen.push(option);
        }
        true
    }

    fn descend(
        &mut self,
        limits: &Limits<'_>,
        outcome: &mut Outcome,
        found: &mut impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> StopReason {
        loop {
            let next = match self.links.scarcest() {
                Some(item) => match self.links.len(item) {
                    0 => self.retreat(),
                    1 => {
                        self.links.cover(item);
                        Some((self.links.below(item), false))
                    }
                    _ => {
                        self.links.open_branch(item);
                        Some((self.links.below(item), true))
                    }
                },
                None => {
                    outcome.solutions += 1;
                    if found(&self.chosen).is_break() || outcome.solutions == limits.solutions {
                        return StopReason::SolutionLimit;
                    }
                    self.retreat()
                }
            };
            let Some((node, branch)) = next else { return StopReason::Complete };
            if branch {
                if outcome.nodes == limits.nodes {
                    return StopReason::NodeLimit;
                }
                if limits.stopped() {
                    return StopReason::Stopped;
                }
                outcome.nodes += 1;
            }
            self.links.cover_others(node);
            self.trail.push(node);
            self.chosen.push(self.option_of[node as usize] as usize);
        }
    }

    /// Undoes choices up to the latest one with an alternative and returns the node of that
    /// alternative, which belongs to a branch; `None` if there is no such choice.
    fn retreat(&mut self) -> Option<(Link, bool)> {
        while let Some(node) = self.trail.pop() {
            self.chosen.pop();
            self.links.uncover_others(node);
            let (item, next) = (self.links.item(node), self.links.below(node));
            if next != item {
                self.links.recall_scarce();
                return Some((next, true));
            }
            if self.links.len(item) == 1 {
                self.links.uncover(item);
            } else {
                self.links.close_branch(item);
            }
        }
        None
    }
}
