//! The budget of one search: counts its solutions and nodes, and ends it at a limit.

use std::ops::ControlFlow;

use super::{Limits, OnSolution, Outcome, StopReason};
use crate::grid::Grid;

/// A break with the reason why a search ends, or no break if it continues.
pub(super) type Flow = ControlFlow<StopReason>;

/// Counts the solutions and nodes of one search against its limits.
pub(super) struct SearchBudget<'a> {
    limits: &'a Limits<'a>,
    on_solution: &'a mut OnSolution<'a>,
    solutions: u64,
    nodes: u64,
}

impl<'a> SearchBudget<'a> {
    pub(super) fn new(limits: &'a Limits<'a>, on_solution: &'a mut OnSolution<'a>) -> Self {
        Self { limits, on_solution, solutions: 0, nodes: 0 }
    }

    /// Runs `search`, unless a limit rules out even its root, and returns the outcome.
    pub(super) fn run(mut self, search: impl FnOnce(&mut Self) -> Flow) -> Outcome {
        let flow = match self.limits {
            limits if limits.stopped() => Flow::Break(StopReason::Stopped),
            limits if limits.solutions == 0 => Flow::Break(StopReason::SolutionLimit),
            _ => search(&mut self),
        };
        let end = flow.break_value().unwrap_or(StopReason::Complete);
        Outcome::new(self.solutions, self.nodes, end)
    }

    /// Enters an alternative of a branch.
    #[inline]
    pub(super) fn node(&mut self) -> Flow {
        if self.nodes == self.limits.nodes {
            return Flow::Break(StopReason::NodeLimit);
        }
        if self.limits.stopped() {
            return Flow::Break(StopReason::Stopped);
        }
        self.nodes += 1;
        Flow::Continue(())
    }

    /// Hands over a solution.
    #[inline]
    pub(super) fn solution(&mut self, grid: &Grid) -> Flow {
        self.solutions += 1;
        if (self.on_solution)(grid).is_break() || self.solutions == self.limits.solutions {
            return Flow::Break(StopReason::SolutionLimit);
        }
        Flow::Continue(())
    }
}
