//! Where solutions go: to the caller of a search, or into the output of a batch.

use std::ops::ControlFlow;

use super::emit::SolutionText;
use crate::{
    engine::OnSolution,
    grid::{CELL_VALUE, Grid},
};

/// Takes the solutions that the lanes find.
pub(super) enum SolutionSink<'a> {
    /// Hands over every solution when it is found.
    Callback(&'a mut OnSolution<'a>),
    /// Writes one solution per puzzle, the first of a depth-first search.
    First(BatchOutput<'a>),
    /// Writes one solution per puzzle over a known one, which does not count.
    Others(BatchOutput<'a>),
}

impl SolutionSink<'_> {
    /// Whether it takes every solution, not the first ones only.
    #[inline(always)]
    pub(super) fn wants_all(&self) -> bool {
        !matches!(self, Self::First(_))
    }

    /// Whether it hands solutions to a caller.
    pub(super) fn is_callback(&self) -> bool {
        matches!(self, Self::Callback(_))
    }

    /// Whether a solution is the known one of its puzzle.
    #[inline(always)]
    pub(super) fn is_known(&mut self, puzzle: usize, text: SolutionText<'_>) -> bool {
        match self {
            Self::Others(output) => output.known(puzzle) == text.bytes(),
            _ => false,
        }
    }

    /// Takes a checked solution; a break ends the puzzle. `is_first` is whether it comes before
    /// all others of the puzzle that were found so far, `is_shared` whether other lanes go on with
    /// the puzzle.
    #[inline(always)]
    pub(super) fn solution(
        &mut self,
        puzzle: usize,
        text: SolutionText<'_>,
        is_first: bool,
        is_shared: bool,
    ) -> ControlFlow<()> {
        match self {
            Self::Callback(found) => {
                return found(&Grid::from_valid(
                    text.bytes().map(|byte| CELL_VALUE[usize::from(byte)]),
                ));
            }
            Self::First(output) => text.copy_to(output.row(puzzle)),
            Self::Others(output) if is_first => {
                if is_shared {
                    output.keep_known(puzzle);
                }
                text.copy_to(output.row(puzzle));
            }
            Self::Others(_) => {}
        }
        ControlFlow::Continue(())
    }
}

/// The output of a batch.
pub(super) struct BatchOutput<'a> {
    output: &'a mut [u8],
    starts: &'a [u32],
    /// The known solutions that were overwritten while their puzzle was still being searched. There
    /// are few: a puzzle goes on only if lanes share it.
    overwritten: Vec<(usize, [u8; 81])>,
}

impl<'a> BatchOutput<'a> {
    pub(super) fn new(output: &'a mut [u8], starts: &'a [u32]) -> Self {
        Self { output, starts, overwritten: Vec::new() }
    }

    #[inline(always)]
    fn row(&mut self, puzzle: usize) -> &mut [u8; 81] {
        let start = self.starts[puzzle] as usize;
        self.output[start..].first_chunk_mut().expect("a solution lies in the output")
    }

    /// The known solution of a puzzle.
    #[inline(always)]
    fn known(&mut self, puzzle: usize) -> [u8; 81] {
        match self.overwritten.iter().find(|(other, _)| *other == puzzle) {
            Some((_, known)) => *known,
            None => *self.row(puzzle),
        }
    }

    /// Keeps a copy of the known solution of a puzzle, which is about to be overwritten.
    fn keep_known(&mut self, puzzle: usize) {
        if !self.overwritten.iter().any(|(other, _)| *other == puzzle) {
            let known = *self.row(puzzle);
            self.overwritten.push((puzzle, known));
        }
    }
}
