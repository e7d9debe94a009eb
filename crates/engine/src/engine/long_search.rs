//! Long searches: after a number of nodes, another search takes a puzzle over.
//!
//! The rules and branches of the lanes are nearly always better, but some puzzles would take the lanes millions of
//! nodes. So when a search has entered [`LONG_SEARCH`] nodes and has found fewer than [`MANY_SOLUTIONS`], the thorough
//! search starts from the clues: see [`Thorough`]. Then the solutions of the lanes do not count, but their nodes do. If
//! the thorough search finds many solutions, too, and more are wanted, its solutions are dropped and the lanes
//! continue, because they find solutions faster.
//!
//! If a great number of solutions is wanted as a count only, [`bands`] takes over a search that has entered
//! [`VERY_LONG_SEARCH`] nodes, and counts without visiting each solution.
//!
//! The limit of nodes ends a search that lanes share here, too: the nodes of its parts must be put in
//! depth-first order to find out which of them lie within the limit.
//!
//! All of this is decided by the nodes and solutions of a single lane in depth-first order, so it is
//! the same in every batch and at every level.

use std::ops::ControlFlow;

use super::solution_sink::SolutionSink;
use crate::{
    engine::{Engine, bands, thorough::Thorough},
    grid::{Pencilmarks, PuzzleForm},
};
use batchdoku_base::{Limits, Outcome, StopReason};

/// The number of nodes after which a search is long. The hardest known puzzles with one solution take fewer
/// than 1,500 nodes to prove that.
pub(super) const LONG_SEARCH: u64 = 2000;

/// A search with this number of solutions is long because of its solutions, so the thorough search would not help.
const MANY_SOLUTIONS: u64 = 100;

/// The number of nodes after which solutions are counted by bands. For shorter searches, the lanes are as fast.
const VERY_LONG_SEARCH: u64 = 16_384;

/// The minimum limit of solutions for counting by bands.
const GREAT_NUMBER: u64 = 1 << 20;

/// The context that the searches of a batch share: the puzzles, the limits, the sink of solutions, and the
/// thorough search.
pub(super) struct SearchContext<'a, 'l, 's> {
    pub(super) input: &'a [u8],
    /// The start of each puzzle in `input`.
    pub(super) puzzles: &'a [usize],
    pub(super) form: PuzzleForm,
    pub(super) limits: &'a Limits<'l>,
    pub(super) sink: &'a mut SolutionSink<'s>,
    pub(super) thorough: &'a mut Thorough,
}

impl SearchContext<'_, '_, '_> {
    /// Counts a node of a search that is not shared, directly in `outcome`. Returns `false` if the search ends: at the
    /// limit of nodes, or because it is long and another search took it over.
    #[inline(always)]
    pub(super) fn enter(&mut self, puzzle: usize, outcome: &mut Outcome) -> bool {
        if outcome.nodes == self.limits.nodes {
            outcome.end = StopReason::NodeLimit;
            return false;
        }
        outcome.nodes += 1;
        let is_long = outcome.nodes == LONG_SEARCH || outcome.nodes == VERY_LONG_SEARCH;
        !(is_long && self.conclude(puzzle, outcome))
    }

    /// Counts a solution of a search that is not shared. Returns `false` if the search ends.
    #[inline(always)]
    pub(super) fn add_solution(&self, outcome: &mut Outcome) -> bool {
        outcome.solutions += 1;
        if outcome.solutions == self.limits.solutions {
            outcome.end = StopReason::SolutionLimit;
            return false;
        }
        true
    }

    /// Decides about a search that has entered [`LONG_SEARCH`] or [`VERY_LONG_SEARCH`] nodes, or one node
    /// more than the limit allows, with its `outcome` so far. Returns whether the search ends; otherwise, the
    /// lanes continue.
    #[cold]
    #[inline(never)]
    pub(super) fn conclude(&mut self, puzzle: usize, outcome: &mut Outcome) -> bool {
        if outcome.nodes > self.limits.nodes {
            (outcome.nodes, outcome.end) = (self.limits.nodes, StopReason::NodeLimit);
            if outcome.solutions == 0 {
                self.sink.restore(puzzle);
            }
            return true;
        }
        if outcome.nodes == VERY_LONG_SEARCH {
            return self.count(puzzle, outcome).is_break();
        }
        if outcome.solutions < MANY_SOLUTIONS && self.search(puzzle, outcome).is_break() {
            return true;
        }
        self.sink.deliver(outcome).is_break()
    }

    /// Returns the number of nodes, greater than `nodes`, at which the next decision is made.
    pub(super) fn next_decision(&self, nodes: u64) -> u64 {
        let decision = match nodes {
            ..LONG_SEARCH => LONG_SEARCH,
            ..VERY_LONG_SEARCH if self.is_count() => VERY_LONG_SEARCH,
            _ => u64::MAX,
        };
        decision.min(self.first_beyond_limit())
    }

    /// Returns the number of the first node that the limit rules out; [`u64::MAX`] without a limit.
    pub(super) fn first_beyond_limit(&self) -> u64 {
        self.limits.nodes.saturating_add(1)
    }

    /// Returns whether a great number of solutions is wanted as a count, and at most the first solution itself.
    fn is_count(&self) -> bool {
        !self.sink.wants_all() && self.limits.solutions >= GREAT_NUMBER
    }

    /// Counts the solutions by bands, if a count is wanted and the first solution is known. Breaks if this ends the
    /// search.
    fn count(&mut self, puzzle: usize, outcome: &mut Outcome) -> ControlFlow<()> {
        if !self.is_count() || outcome.solutions == 0 {
            return ControlFlow::Continue(());
        }
        let Some(solutions) = bands::count(&self.candidates(puzzle), self.limits) else {
            return ControlFlow::Continue(());
        };
        outcome.solutions = solutions.min(self.limits.solutions);
        if solutions >= self.limits.solutions {
            outcome.end = StopReason::SolutionLimit;
        }
        ControlFlow::Break(())
    }

    fn candidates(&self, puzzle: usize) -> Pencilmarks {
        let text = &self.input[self.puzzles[puzzle]..][..self.form.length()];
        self.form.candidates(text).expect("it was parsed before")
    }

    /// Runs the thorough search. Breaks if this ends the search.
    fn search(&mut self, puzzle: usize, outcome: &mut Outcome) -> ControlFlow<()> {
        let marks = self.candidates(puzzle);
        let known = self.sink.known_solution(puzzle);
        let wanted = self.limits.solutions.saturating_add(u64::from(known.is_some()));
        let nodes = match self.limits.nodes {
            u64::MAX => u64::MAX,
            nodes => nodes - outcome.nodes,
        };
        let limits = self.limits.max_solutions(wanted.min(MANY_SOLUTIONS)).max_nodes(nodes);
        let mut is_wrong = false;
        let mut found = Vec::new();
        let result = self.thorough.search_pencilmarks(&marks, &limits, &mut |solution| {
            is_wrong |= !marks.is_solved_by(solution);
            if known.is_none_or(|known| self.form.solution(solution) != known) {
                found.push(*solution);
            }
            match known {
                Some(_) if !found.is_empty() => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        outcome.nodes += result.nodes;
        if result.solutions == MANY_SOLUTIONS && wanted > MANY_SOLUTIONS {
            return ControlFlow::Continue(());
        }
        (outcome.solutions, outcome.end) = (found.len() as u64, result.end);
        if is_wrong {
            outcome.end = StopReason::EngineBug;
        } else {
            // The search ends in any case. If the caller breaks, `replace` has changed the outcome.
            let _ = self.sink.replace(puzzle, self.form, &found, outcome);
        }
        ControlFlow::Break(())
    }
}
