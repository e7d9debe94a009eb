//! Other solvers, as engines: so all are measured by the same code.

use std::ops::ControlFlow;

use batchdoku_base::{Limits, Outcome, StopReason};
use batchdoku_engine::{
    Engine, OnSolution, PuzzleBatch,
    grid::{Grid, Pencilmarks},
};

/// A solver that is given by a function: see [`Bench::solver`](super::Bench::solver).
pub(super) struct Other<S>(pub(super) S);

impl<S: FnMut(&[u8; 81], u64, &mut [u8; 81]) -> u64 + Send> Engine for Other<S> {
    fn name(&self) -> &'static str {
        "other"
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        found: &mut OnSolution<'_>,
    ) -> Outcome {
        let mut first = [0; 81];
        let solutions = (self.0)(&puzzle.to_text(), limits.solutions, &mut first);
        if let Ok(grid) = Grid::parse(&first) {
            let _: ControlFlow<()> = found(&grid);
        }
        Outcome::new(solutions, 0, StopReason::Complete)
    }

    /// It takes puzzles of clues only.
    fn search_pencilmarks(
        &mut self,
        _: &Pencilmarks,
        _: &Limits<'_>,
        _: &mut OnSolution<'_>,
    ) -> Outcome {
        Outcome::nothing(StopReason::Malformed)
    }

    fn solve_batch(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let PuzzleBatch { input, puzzles, output, solutions, outcomes, .. } = batch;
        for ((&from, &to), outcome) in puzzles.iter().zip(solutions).zip(outcomes) {
            let puzzle = input[from..].first_chunk().expect("a puzzle lies in the input");
            let solution = output[to..].first_chunk_mut().expect("a solution lies in the output");
            let solutions = (self.0)(puzzle, limits.solutions, solution);
            *outcome = Outcome::new(solutions, 0, StopReason::Complete);
        }
    }
}
