//! One grid in registers: the engine for one puzzle at a time.
//!
//! Lanes are fast because they do the same to 32 grids. For a single grid, the nine boxes do the
//! same: a vector holds one cell of each box, nine vectors the grid, and all of them stay in registers
//! from the text of the puzzle to that of its solution.
//!
//! ```text
//! load the cells                                     simd::quads
//! repeat
//!   1 sweep      apply every rule once                 sweep
//!   2 fixpoint   nothing changed: rules of three       fixpoint
//!   3 branch     one half goes on, one is pushed       branch
//!   4 emit       a solution: check, write the text     search
//!   5 backtrack  pop a node                            search
//! ```
//!
//! # One answer
//!
//! The engine visits the tree of the lanes: the same rules to the same fixpoint, the same choice of a
//! branch, the same halves in the same order. So solutions, nodes and what limits do are the same, and
//! [`Lanes`](super::Lanes) may give a puzzle to either. Each rule removes what the clues exclude; the
//! rules are monotone (what one removes from a grid it removes from a part of it), so the order in
//! which they are applied does not show in the fixpoint. Two rules take care to be: a cell that two
//! digits must be in, and a minirow that four digits must be in, are contradictions in both engines.
//!
//! `docs/one-grid.md` draws the layout and explains the rules. The idea of a box per word, and the band
//! configurations, are those of tdoku (Tom Dillon, 2019).

mod branch;
mod fixpoint;
mod search;
mod sweep;
#[cfg(test)]
mod tests;

pub(in crate::engine) use self::search::{OneByOne, OneGridMemory};

use super::{
    Engine, Limits, OnSolution, Outcome, PuzzleBatch,
    lanes::{
        long_search::LongSearches,
        solution_sink::{BatchOutput, SolutionCallback, SolutionSink},
    },
    thorough::Thorough,
};
use crate::{
    grid::{Grid, Pencilmarks, PuzzleForm},
    simd::SimdLevel,
};

/// The candidates of a grid: vector `3r + c` has the cell in row `r` and column `c` of each box.
type Candidates<V> = [V; 9];

/// Solves one puzzle at a time.
#[derive(Debug)]
pub(crate) struct OneGrid {
    level: SimdLevel,
    memory: Box<OneGridMemory>,
    thorough: Thorough,
}

impl OneGrid {
    /// An engine for `level`; where the machine lacks it, for the portable one.
    pub(crate) fn new(level: SimdLevel) -> Self {
        let level = if level.is_available() { level } else { SimdLevel::Portable };
        Self { level, memory: Box::new(OneGridMemory::new()), thorough: Thorough::new() }
    }

    /// Searches one puzzle.
    fn search_text(
        &mut self,
        input: &[u8],
        form: PuzzleForm,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        let mut outcomes = [Outcome::default()];
        let mut sink = SolutionSink::Callback(SolutionCallback::new(on_solution));
        self.run(input, &[0], form, &mut outcomes, limits, &mut sink);
        // The search is over; a caller who breaks off has changed the outcome.
        let _ = sink.deliver_tentative(&mut outcomes[0]);
        outcomes[0]
    }

    /// Searches each puzzle.
    #[inline]
    fn run(
        &mut self,
        input: &[u8],
        puzzles: &[usize],
        form: PuzzleForm,
        outcomes: &mut [Outcome],
        limits: &Limits<'_>,
        sink: &mut SolutionSink<'_>,
    ) {
        let Self { level, memory, thorough } = self;
        let long = &mut LongSearches { input, puzzles, form, limits, sink, thorough };
        level.run(OneByOne { which: 0..puzzles.len(), outcomes, long, memory });
    }
}

impl Engine for OneGrid {
    fn name(&self) -> &'static str {
        "one-grid"
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        self.search_text(puzzle.digits(), PuzzleForm::Numbers, limits, on_solution)
    }

    fn search_pencilmarks(
        &mut self,
        puzzle: &Pencilmarks,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        self.search_text(&puzzle.to_text(), PuzzleForm::Pencilmarks, limits, on_solution)
    }

    fn solve_batch(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let PuzzleBatch { input, puzzles, form, output, solutions, outcomes } = batch;
        assert!(puzzles.len() == solutions.len() && puzzles.len() == outcomes.len());
        let mut sink = SolutionSink::First(BatchOutput::new(output, solutions));
        self.run(input, puzzles, form, outcomes, limits, &mut sink);
    }

    fn find_others(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let PuzzleBatch { input, puzzles, output, solutions, outcomes, .. } = batch;
        assert!(puzzles.len() == solutions.len() && puzzles.len() == outcomes.len());
        let limits = Limits { solutions: 1, ..*limits };
        let mut sink = SolutionSink::Others(BatchOutput::new(output, solutions));
        self.run(input, puzzles, PuzzleForm::Cells, outcomes, &limits, &mut sink);
    }
}
