//! Where solutions go: to the caller of a search, or into the output of a batch.

use std::ops::ControlFlow;

use super::text::Text;
use crate::{
    engine::{Outcome, StopReason},
    grid::{CELL_VALUE, Grid},
};

/// See the module.
pub(super) enum Sink<'a> {
    /// Hands over every solution, as they come.
    Callback(&'a mut dyn FnMut(&Grid) -> ControlFlow<()>),
    /// Writes one solution a puzzle, the first of a depth-first search.
    Output(Output<'a>),
    /// Writes one solution a puzzle over the known one, which does not count.
    Others(Output<'a>),
}

impl Sink<'_> {
    /// Whether it wants every solution.
    #[inline(always)]
    pub(super) fn wants_all(&self) -> bool {
        matches!(self, Self::Callback(_) | Self::Others(_))
    }

    /// Whether a solution is the known one of its puzzle.
    #[inline(always)]
    pub(super) fn knows(&mut self, puzzle: usize, text: Text<'_>) -> bool {
        match self {
            Self::Others(output) => *output.place(puzzle) == text.bytes(),
            _ => false,
        }
    }

    /// Takes a checked solution; a break ends the puzzle.
    #[inline(always)]
    pub(super) fn solution(&mut self, puzzle: usize, text: Text<'_>) -> ControlFlow<()> {
        match self {
            Self::Callback(found) => {
                found(&Grid::from_valid(text.bytes().map(|byte| CELL_VALUE[usize::from(byte)])))
            }
            Self::Output(output) | Self::Others(output) => {
                output.write(puzzle, text);
                ControlFlow::Continue(())
            }
        }
    }
}

/// The output of a batch.
pub(super) struct Output<'a> {
    output: &'a mut [u8],
    places: &'a [u32],
    /// Whether a puzzle may end, after a solution was written, in a way that leaves its bytes alone.
    may_revoke: bool,
    /// What solutions were written over, if so.
    covered: Vec<(usize, [u8; 81])>,
}

impl<'a> Output<'a> {
    pub(super) fn new(output: &'a mut [u8], places: &'a [u32], may_revoke: bool) -> Self {
        Self { output, places, may_revoke, covered: Vec::new() }
    }

    #[inline(always)]
    fn place(&mut self, puzzle: usize) -> &mut [u8; 81] {
        let to = self.places[puzzle] as usize;
        self.output[to..].first_chunk_mut().expect("a solution lies in the output")
    }

    #[inline(always)]
    fn write(&mut self, puzzle: usize, text: Text<'_>) {
        if self.may_revoke {
            let before = *self.place(puzzle);
            self.covered.push((puzzle, before));
        }
        text.copy_to(self.place(puzzle));
    }

    /// Puts back what was there where the search ended without a result.
    pub(super) fn revoke(mut self, outcomes: &[Outcome]) {
        for (puzzle, bytes) in std::mem::take(&mut self.covered).into_iter().rev() {
            if !matches!(outcomes[puzzle].end, StopReason::Complete | StopReason::SolutionLimit) {
                *self.place(puzzle) = bytes;
            }
        }
    }
}
