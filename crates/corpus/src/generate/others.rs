//! Tests of many puzzles at a time for solutions other than the known solution.

use super::GenerateError;
use batchdoku_base::{Limits, Outcome, Verdict};
use batchdoku_engine::{
    Engine, PuzzleBatch,
    grid::{Grid, PuzzleForm},
};

/// The puzzles of a batch, with the other solutions that were found.
#[derive(Default)]
pub(super) struct OtherSolutions {
    input: Vec<u8>,
    output: Vec<u8>,
    starts: Vec<usize>,
    outcomes: Vec<Outcome>,
}

impl OtherSolutions {
    /// Tests puzzles, each given with its known solution.
    pub(super) fn find(
        &mut self,
        engine: &mut dyn Engine,
        puzzles: impl Iterator<Item = (Grid, Grid)>,
    ) {
        self.input.clear();
        self.output.clear();
        for (puzzle, known) in puzzles {
            self.input.extend_from_slice(&puzzle.to_text());
            self.output.extend_from_slice(&known.to_text());
        }
        self.starts.clear();
        self.starts.extend((0..self.input.len()).step_by(81));
        self.outcomes.resize(self.starts.len(), Outcome::default());
        let batch = PuzzleBatch {
            input: &self.input,
            puzzles: &self.starts,
            form: PuzzleForm::Cells,
            output: &mut self.output,
            solutions: &self.starts,
            outcomes: &mut self.outcomes,
        };
        engine.find_others(batch, &Limits::solutions(1));
    }

    /// Returns the other solution of a puzzle of the batch, if it has one.
    ///
    /// # Errors
    /// If the engine is defective.
    pub(super) fn of(&self, puzzle: usize) -> Result<Option<Grid>, GenerateError> {
        let outcome = self.outcomes[puzzle];
        match outcome.verdict() {
            Verdict::Unsolvable => Ok(None),
            Verdict::Solved => {
                let other = Grid::parse(&self.output[self.starts[puzzle]..][..81]);
                other.map(Some).map_err(|_| GenerateError::Unsound)
            }
            _ => Err(GenerateError::Unsound),
        }
    }
}
