//! The sinks of solutions: the caller of a search, or the output of a batch.

use std::ops::ControlFlow;

use crate::{
    engine::OnSolution,
    grid::{Grid, PuzzleForm},
};
use batchdoku_base::{Outcome, StopReason};

/// Takes the solutions that the lanes find.
pub(super) enum SolutionSink<'a> {
    /// Hands over every solution of one puzzle.
    Callback(SolutionCallback<'a>),
    /// Writes one solution per puzzle, the first of a depth-first search.
    First(BatchOutput<'a>),
    /// Writes one solution per puzzle over a known solution, which does not count.
    Others(BatchOutput<'a>),
}

impl<'a> SolutionSink<'a> {
    /// Returns the output, if the sink takes the first solution of each puzzle only.
    #[inline(always)]
    pub(super) fn first_only(&mut self) -> Option<&mut BatchOutput<'a>> {
        match self {
            Self::First(output) => Some(output),
            _ => None,
        }
    }

    /// Returns whether the sink takes more than the first solution of a puzzle.
    #[inline(always)]
    pub(super) fn wants_all(&self) -> bool {
        !matches!(self, Self::First(_))
    }

    /// Tests whether the sink takes each solution, in depth-first order if their number is limited. Otherwise it takes
    /// a solution only if it comes before all solutions of its puzzle that were found so far.
    pub(super) fn takes_each(&self) -> bool {
        matches!(self, Self::Callback(_))
    }

    /// Tests whether a solution that is found after `nodes` nodes is kept back.
    pub(super) fn keeps_back(&self, nodes: u64) -> bool {
        matches!(self, Self::Callback(callback) if nodes < callback.decision)
    }

    /// Takes a checked solution, which was found after `nodes` nodes. A break ends the search of the puzzle.
    #[inline(always)]
    pub(super) fn take(&mut self, puzzle: usize, text: &[u8; 81], nodes: u64) -> ControlFlow<()> {
        match self {
            Self::Callback(callback) => return callback.take(text, nodes),
            Self::First(output) | Self::Others(output) => *output.row(puzzle) = *text,
        }
        ControlFlow::Continue(())
    }

    /// Keeps a copy of the bytes that the next solution of a puzzle overwrites, because
    /// [`Self::known_solution`] or [`Self::restore`] may need them.
    pub(super) fn keep(&mut self, puzzle: usize) {
        if let Self::First(output) | Self::Others(output) = self {
            output.keep(puzzle);
        }
    }

    /// Returns the known solution of a puzzle in a search for other solutions. It does not count.
    #[inline(always)]
    pub(super) fn known_solution(&mut self, puzzle: usize) -> Option<[u8; 81]> {
        match self {
            Self::Others(output) => Some(output.before(puzzle)),
            _ => None,
        }
    }

    /// Removes the written solution of a puzzle, because it lies beyond the limit of nodes: restores the bytes
    /// from before the search.
    pub(super) fn restore(&mut self, puzzle: usize) {
        if let Self::First(output) | Self::Others(output) = self {
            *output.row(puzzle) = output.before(puzzle);
        }
    }

    /// Replaces the solutions taken so far by the checked `solutions` of another search, written in the form
    /// of the puzzles. If the caller breaks, `outcome` becomes the outcome at that solution.
    pub(super) fn replace(
        &mut self,
        puzzle: usize,
        form: PuzzleForm,
        solutions: &[Grid],
        outcome: &mut Outcome,
    ) -> ControlFlow<()> {
        match (self, solutions) {
            (Self::Callback(callback), _) => {
                let nodes = outcome.nodes;
                callback.kept.clear();
                callback.kept.extend(solutions.iter().map(|&solution| (nodes, solution)));
                return callback.deliver(outcome);
            }
            (Self::First(output) | Self::Others(output), [first, ..]) => {
                *output.row(puzzle) = form.solution(first);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Hands over the solutions that were kept back, because they count now. If the caller breaks, `outcome`
    /// becomes the outcome at that solution.
    pub(super) fn deliver(&mut self, outcome: &mut Outcome) -> ControlFlow<()> {
        match self {
            Self::Callback(callback) => callback.deliver(outcome),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// A sink that passes solutions to the caller of a search.
pub(super) struct SolutionCallback<'a> {
    on_solution: &'a mut OnSolution<'a>,
    /// The number of nodes at which another search may take over. Solutions that are found before are kept back.
    decision: u64,
    /// The solutions that are kept back, each with the number of nodes that the search had entered.
    kept: Vec<(u64, Grid)>,
}

impl<'a> SolutionCallback<'a> {
    /// Creates a sink that hands over nothing before the search has entered `decision` nodes or ended.
    pub(super) fn new(on_solution: &'a mut OnSolution<'a>, decision: u64) -> Self {
        Self { on_solution, decision, kept: Vec::new() }
    }

    fn take(&mut self, text: &[u8; 81], nodes: u64) -> ControlFlow<()> {
        // The low four bits are the digit, in characters and in numbers.
        let solution = Grid::from_valid(text.map(|byte| byte & 15));
        if nodes < self.decision {
            self.kept.push((nodes, solution));
            return ControlFlow::Continue(());
        }
        (self.on_solution)(&solution)
    }

    /// Hands over the solutions kept back.
    fn deliver(&mut self, outcome: &mut Outcome) -> ControlFlow<()> {
        for (solutions, (nodes, solution)) in (1..).zip(self.kept.drain(..)) {
            if (self.on_solution)(&solution).is_break() {
                *outcome = Outcome::new(solutions, nodes, StopReason::SolutionLimit);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

pub(super) struct BatchOutput<'a> {
    output: &'a mut [u8],
    starts: &'a [usize],
    /// The overwritten bytes of puzzles, where they may be needed again: only for puzzles that lanes share,
    /// which are few.
    overwritten: Vec<(usize, [u8; 81])>,
}

impl<'a> BatchOutput<'a> {
    pub(super) fn new(output: &'a mut [u8], starts: &'a [usize]) -> Self {
        Self { output, starts, overwritten: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn row(&mut self, puzzle: usize) -> &mut [u8; 81] {
        let start = self.starts[puzzle];
        self.output[start..].first_chunk_mut().expect("a solution lies in the output")
    }

    /// Returns the bytes of a puzzle before its search.
    #[inline(always)]
    fn before(&mut self, puzzle: usize) -> [u8; 81] {
        match self.overwritten.iter().find(|(other, _)| *other == puzzle) {
            Some((_, before)) => *before,
            None => *self.row(puzzle),
        }
    }

    /// Keeps a copy of the bytes of a puzzle, which are about to be overwritten.
    fn keep(&mut self, puzzle: usize) {
        if !self.overwritten.iter().any(|(other, _)| *other == puzzle) {
            let before = *self.row(puzzle);
            self.overwritten.push((puzzle, before));
        }
    }
}
