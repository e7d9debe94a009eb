//! Long searches: after a number of nodes, another search takes a puzzle over.
//!
//! The rules and branches of the lanes are nearly always better, but some puzzles would take the lanes millions of
//! nodes. So when a search has entered [`LONG_SEARCH`] nodes and has found fewer than [`MANY_SOLUTIONS`], the thorough
//! search starts from the clues: see [`Thorough`]. Solutions of the lanes do not count then, their nodes do. If the
//! thorough search finds many solutions, too, where more are wanted, it was in vain, and the lanes continue: they find
//! them faster.
//!
//! Where a great number of solutions is to be counted but not handed over, a search that has entered
//! [`VERY_LONG_SEARCH`] nodes is left to [`bands`], which counts without visiting each.
//!
//! A search that lanes share ends at the limit of nodes here, too: only when the nodes of its parts are
//! put in depth-first order is it known which of them lie within the limit.
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

/// The nodes after which a search is long. The hardest known puzzles with one solution take fewer
/// than 1,500 nodes to prove that.
pub(super) const LONG_SEARCH: u64 = 2000;

/// With this many solutions, a search is long because there are many.
const MANY_SOLUTIONS: u64 = 100;

/// The nodes after which solutions are counted by bands. Below that, the lanes are as fast.
const VERY_LONG_SEARCH: u64 = 16_384;

/// From this number of wanted solutions on, they are counted by bands.
const GREAT_NUMBER: u64 = 1 << 20;

/// The context that the searches of a batch share: its puzzles, the limits, where solutions go, and the
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
    /// Counts a node of a search that a single lane or grid does, so that it is counted in `outcome` itself. Returns `false`
    /// if that ends it: at the limit of nodes, or because it is long and another search took it over.
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

    /// Counts a solution of such a search. Returns `false` if that ends it.
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
    /// more than the limit allows, with its `outcome` so far.
    /// Returns whether that ends it; otherwise, the lanes continue.
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

    /// Returns the number of nodes, greater than `nodes`, at which something is decided next.
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

    /// Returns whether a great number of solutions is to be counted, and at most the first is to be handed over.
    fn is_count(&self) -> bool {
        !self.sink.wants_all() && self.limits.solutions >= GREAT_NUMBER
    }

    /// Counts the solutions by bands; a break if that ends the search. The first one is known.
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

    /// Runs the thorough search; breaks if that ends the search.
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
            // A caller who breaks off has changed the outcome; this is the end in any case.
            let _ = self.sink.replace(puzzle, self.form, &found, outcome);
        }
        ControlFlow::Break(())
    }
}
