//! Limits and outcomes of a search, for the engines and for exact cover.

use crate::StopFlag;

/// The limits that stop a search before it has visited the whole tree. The default is one solution.
///
/// ```
/// use batchdoku::Limits;
/// let limits = Limits::solutions(2).max_nodes(100_000);
/// assert_eq!((limits.solutions, limits.nodes), (2, 100_000));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits<'a> {
    /// The maximum number of solutions per puzzle; `u64::MAX` finds all.
    pub solutions: u64,
    /// The maximum number of nodes per puzzle; `u64::MAX` sets no limit.
    pub nodes: u64,
    /// The flag that stops all searches soon after it is set.
    pub stop: Option<&'a StopFlag>,
}

impl<'a> Limits<'a> {
    /// Limits the number of solutions per puzzle, and nothing else.
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, nodes: u64::MAX, stop: None }
    }

    /// Sets no limit: finds all solutions.
    pub const fn none() -> Self {
        Self::solutions(u64::MAX)
    }

    /// Limits the number of solutions per puzzle.
    #[must_use]
    pub const fn max_solutions(self, solutions: u64) -> Self {
        Self { solutions, ..self }
    }

    /// Gives up on a puzzle after this number of nodes.
    #[must_use]
    pub const fn max_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Stops all searches soon after `stop` is set.
    #[must_use]
    pub const fn stop(self, stop: &'a StopFlag) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Returns true if there is a limit to the nodes.
    pub const fn has_node_limit(&self) -> bool {
        self.nodes != u64::MAX
    }

    /// Returns whether [`Self::stop`] is set.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.is_some_and(StopFlag::is_set)
    }
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self::solutions(1)
    }
}

/// The reason why a search ended.
///
/// ```
/// use batchdoku::{Grid, Solver, StopReason};
/// let outcome = Solver::new().search(&Grid::EMPTY, 2, |_| std::ops::ControlFlow::Continue(()));
/// assert_eq!(outcome.end, StopReason::SolutionLimit);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The whole tree was visited: the count of solutions is exact.
    #[default]
    Complete,
    /// [`Limits::solutions`] was reached, or the caller ended the search. There may or may not be further solutions.
    SolutionLimit,
    /// The search needed more nodes than [`Limits::nodes`].
    NodeLimit,
    /// [`Limits::stop`] was set before the search ended by itself.
    Stopped,
    /// The text is not a grid: one of its 81 bytes is not a cell. Nothing was searched.
    Malformed,
    /// The engine found a "solution" that breaks the rules: a defect. It is not written.
    EngineBug,
}

/// The result of a search.
///
/// ```
/// use batchdoku::{Outcome, StopReason, Verdict};
/// let outcome = Outcome::new(1, 0, StopReason::Complete);
/// assert_eq!(outcome.verdict(), Verdict::Solved);
/// assert_eq!(outcome.nodes, 0, "no guess was needed");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// Solutions found, at most [`Limits::solutions`].
    pub solutions: u64,
    /// Nodes visited: alternatives of branches that were entered. The root does not count, so 0
    /// means that the puzzle was solved, or refuted, without guessing. For example, if there is one
    /// branch and its second alternative has the solution, 2 nodes were visited.
    pub nodes: u64,
    /// The reason why the search ended.
    pub end: StopReason,
}

impl Outcome {
    /// Creates the outcome of a search that found `solutions` in `nodes` and ended for the reason `end`.
    pub const fn new(solutions: u64, nodes: u64, end: StopReason) -> Self {
        Self { solutions, nodes, end }
    }

    /// Returns the outcome of a search that ended before it found anything.
    pub const fn nothing(end: StopReason) -> Self {
        Self::new(0, 0, end)
    }

    /// Returns the verdict on the puzzle.
    #[inline]
    pub const fn verdict(&self) -> Verdict {
        match (self.end, self.solutions) {
            (StopReason::Complete, 0) => Verdict::Unsolvable,
            (StopReason::Complete | StopReason::SolutionLimit, 1) => Verdict::Solved,
            // A limit of 0 ends the search before it starts, so nothing is known about the puzzle.
            (StopReason::SolutionLimit, 0) | (StopReason::Stopped, _) => Verdict::Stopped,
            (StopReason::Complete | StopReason::SolutionLimit, _) => Verdict::Multiple,
            (StopReason::NodeLimit, _) => Verdict::NodeLimit,
            (StopReason::Malformed, _) => Verdict::Malformed,
            (StopReason::EngineBug, _) => Verdict::EngineBug,
        }
    }
}

/// A verdict on a puzzle: the outcome of its search in one word.
///
/// ```
/// use batchdoku::{Outcome, StopReason, Verdict};
/// assert_eq!(Outcome::new(1, 5, StopReason::SolutionLimit).verdict(), Verdict::Solved);
/// assert_eq!(Outcome::new(2, 5, StopReason::SolutionLimit).verdict(), Verdict::Multiple);
/// assert_eq!(Outcome::new(1, 5, StopReason::NodeLimit).verdict(), Verdict::NodeLimit);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// One solution was found. It is unique if [`Limits::solutions`] allowed two and the caller did not end the search.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// Several solutions were found.
    Multiple,
    /// The search needed more nodes than [`Limits::nodes`].
    NodeLimit,
    /// The search was stopped by [`Limits::stop`], or was limited to 0 solutions.
    Stopped,
    /// The text is not a puzzle.
    Malformed,
    /// The engine found a "solution" that breaks the rules.
    EngineBug,
}

impl Verdict {
    /// Returns whether the search ended by itself: it visited the whole tree, or found all wanted solutions.
    #[inline]
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Solved | Self::Unsolvable | Self::Multiple)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_has_a_verdict() {
        use StopReason as End;

        for (end, solutions, verdict, is_finished) in [
            (End::Complete, 0, Verdict::Unsolvable, true),
            (End::Complete, 1, Verdict::Solved, true),
            (End::Complete, 2, Verdict::Multiple, true),
            (End::SolutionLimit, 0, Verdict::Stopped, false),
            (End::SolutionLimit, 1, Verdict::Solved, true),
            (End::SolutionLimit, 2, Verdict::Multiple, true),
            (End::NodeLimit, 0, Verdict::NodeLimit, false),
            (End::NodeLimit, 1, Verdict::NodeLimit, false),
            (End::Stopped, 1, Verdict::Stopped, false),
            (End::Malformed, 0, Verdict::Malformed, false),
            (End::EngineBug, 0, Verdict::EngineBug, false),
        ] {
            let found = Outcome::new(solutions, 7, end).verdict();
            assert_eq!(found, verdict, "{end:?} with {solutions} solutions");
            assert_eq!(found.is_finished(), is_finished, "{found:?}");
        }
        assert_eq!(size_of::<Verdict>(), 1);
    }
}
