//! The search for exact covers: depth first, without recursion.
//!
//! ```text
//! choose the given options
//! repeat
//!   1. take the open item with the fewest options; none open: a solution
//!   2. no option left: back to the latest branch with an option not yet tried; none: the end
//!   3. choose its next option
//! ```

use std::ops::ControlFlow;

use super::{Problem, bit_sets::BitSets, remainder::Remainder, sparse_sets::SparseSets};
use batchdoku_base::{Limits, Outcome, StopReason};

/// The solver of one [`Problem`], with its working memory. Build it once and use it any number of times.
///
/// The order of the solutions is fixed: the search branches on the primary item with the fewest options left (the
/// lowest numbered of equals) and tries its options in the order of their numbers. Before it branches, it chooses the
/// options of all items that have a single option left. So the solutions, their order and the number of nodes depend
/// only on the problem and the given options.
///
/// ```
/// use std::ops::ControlFlow;
/// use batchdoku::{Limits, exact_cover::{CoverSolver, Problem}};
/// // Four items; the options {0, 2}, {1, 3} and {0, 1}: only the first two cover each item once.
/// let mut problem = Problem::new(4, 0);
/// for option in [[0, 2], [1, 3], [0, 1]] {
///     problem.add_option(&option)?;
/// }
/// let mut found = Vec::new();
/// CoverSolver::new(&problem).search(&[], &Limits::none(), |options| {
///     found.push(options.to_vec());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found.len(), 1);
/// # Ok::<(), batchdoku::exact_cover::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverSolver {
    /// The items of each option, to check the options that are given.
    problem: Problem,
    remainder: AnyRemainder,
    path: CoverPath,
}

/// The remainder of a small problem or of a large problem.
#[derive(Clone, Debug)]
enum AnyRemainder {
    Small(BitSets),
    Large(SparseSets),
}

impl CoverSolver {
    /// Creates a solver of `problem`.
    pub fn new(problem: &Problem) -> Self {
        Self::with_sets(problem, BitSets::fit(problem))
    }

    /// Creates a solver with the sets of a small or of a large problem.
    pub(super) fn with_sets(problem: &Problem, is_small: bool) -> Self {
        let remainder = if is_small {
            AnyRemainder::Small(BitSets::new(problem))
        } else {
            AnyRemainder::Large(SparseSets::new(problem))
        };
        Self { problem: problem.clone(), remainder, path: CoverPath::default() }
    }

    /// Searches for the solutions that contain all options in `given`, and passes each to `found`,
    /// until `found` breaks or a limit is reached. A solution is a list of option numbers: first the
    /// given options in the order given, then the others in the order chosen.
    ///
    /// If two given options share an item, there is no solution. Allocates only if a search goes
    /// deeper than all before it.
    ///
    /// # Panics
    /// If a given option does not exist.
    pub fn search(
        &mut self,
        given: &[usize],
        limits: &Limits<'_>,
        found: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Outcome {
        self.search_above(usize::MAX, &mut Vec::new(), given, limits, found)
    }

    /// Searches like [`search`](Self::search), but only to a depth of `depth` branches. Where a deeper branch would
    /// follow, adds the options chosen so far to `below`, in order, and does not branch. So this search and the
    /// searches with the entries of `below` as given options find each solution once.
    pub(super) fn search_above(
        &mut self,
        depth: usize,
        below: &mut Vec<Vec<usize>>,
        given: &[usize],
        limits: &Limits<'_>,
        found: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Outcome {
        if limits.solutions == 0 {
            return Outcome::nothing(StopReason::SolutionLimit);
        }
        if limits.stopped() {
            return Outcome::nothing(StopReason::Stopped);
        }
        let Self { problem, remainder, path } = self;
        match remainder {
            AnyRemainder::Small(sets) => {
                path.search(problem, sets, (depth, below), given, limits, found)
            }
            AnyRemainder::Large(sets) => {
                path.search(problem, sets, (depth, below), given, limits, found)
            }
        }
    }
}

/// The options chosen so far, and the branches that they belong to.
#[derive(Clone, Debug, Default)]
struct CoverPath {
    branches: Vec<CoverBranch>,
    /// The options of all branches, one branch after another.
    options: Vec<u32>,
    chosen: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct CoverBranch {
    /// The indices of the first option of the branch, and of the next option to try, in `CoverPath::options`.
    first: usize,
    next: usize,
    /// The number of options that were chosen before the branch.
    chosen: usize,
}

impl CoverPath {
    fn search<R: Remainder>(
        &mut self,
        problem: &Problem,
        remainder: &mut R,
        (depth, below): (usize, &mut Vec<Vec<usize>>),
        given: &[usize],
        limits: &Limits<'_>,
        mut found: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Outcome {
        self.branches.clear();
        self.options.clear();
        self.chosen.clear();
        remainder.restart();
        let mut outcome = Outcome::default();
        for &option in given {
            let mut items = problem.option(option).iter();
            let is_left = items.all(|&item| remainder.is_open(item as usize));
            if !is_left || !remainder.choose(option as u32) {
                return outcome;
            }
            self.chosen.push(option);
        }
        outcome.end = loop {
            let is_chosen = match remainder.scarcest() {
                None => {
                    outcome.solutions += 1;
                    let flow = found(&self.chosen);
                    if flow.is_break() || outcome.solutions == limits.solutions {
                        break StopReason::SolutionLimit;
                    }
                    false
                }
                Some((_, 0)) => false,
                Some((item, 1)) => {
                    remainder.options_left(item, &mut self.options);
                    let option = self.options.pop().expect("one is left");
                    self.chosen.push(option as usize);
                    remainder.choose(option)
                }
                Some(_) if self.branches.len() == depth => {
                    below.push(self.chosen.clone());
                    false
                }
                Some((item, _)) => {
                    let first = self.options.len();
                    let chosen = self.chosen.len();
                    self.branches.push(CoverBranch { first, next: first, chosen });
                    remainder.options_left(item, &mut self.options);
                    remainder.save();
                    false
                }
            };
            if !is_chosen && let Some(end) = self.next_option(remainder, limits, &mut outcome) {
                break end;
            }
        };
        outcome
    }

    /// Chooses the next option of the latest branch that has an untried option. Returns the reason if the search ends.
    fn next_option<R: Remainder>(
        &mut self,
        remainder: &mut R,
        limits: &Limits<'_>,
        outcome: &mut Outcome,
    ) -> Option<StopReason> {
        loop {
            let Some(branch) = self.branches.last_mut() else { return Some(StopReason::Complete) };
            let Some(&option) = self.options.get(branch.next) else {
                self.options.truncate(branch.first);
                self.branches.pop();
                remainder.drop_saved();
                continue;
            };
            if outcome.nodes == limits.nodes {
                return Some(StopReason::NodeLimit);
            }
            if limits.stopped() {
                return Some(StopReason::Stopped);
            }
            outcome.nodes += 1;
            branch.next += 1;
            self.chosen.truncate(branch.chosen);
            self.chosen.push(option as usize);
            remainder.restore();
            if remainder.choose(option) {
                return None;
            }
        }
    }
}
