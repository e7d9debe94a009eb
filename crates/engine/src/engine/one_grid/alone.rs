//! The engine by itself, for tests: elsewhere it is a part of [`Lanes`](crate::engine::Lanes).

use super::{OneByOne, OneGridMemory};
use crate::{
    engine::{
        Engine, Limits, OnSolution, Outcome, PuzzleBatch,
        lanes::{
            long_search::LongSearches,
            solution_sink::{BatchOutput, SolutionCallback, SolutionSink},
        },
        thorough::Thorough,
    },
    grid::{Grid, Pencilmarks, PuzzleForm},
    simd::SimdLevel,
};

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
        let limits = limits.max_solutions(1);
        let mut sink = SolutionSink::Others(BatchOutput::new(output, solutions));
        self.run(input, puzzles, PuzzleForm::Cells, outcomes, &limits, &mut sink);
    }
}
