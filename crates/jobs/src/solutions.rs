//! The only solutions of the puzzles of a chunk, found all at once.

use std::ops::ControlFlow;

use super::grid_walk::walk;
use batchdoku_base::{Limits, Outcome, StopReason};
use batchdoku_corpus::explain::{Explainer, Unexplained};
use batchdoku_engine::{
    Engine, EngineChoice, PuzzleBatch,
    grid::{Grid, Pencilmarks, PuzzleForm},
};
use batchdoku_format::Records;
use batchdoku_pipeline::{ChunkRef, Error};

/// Searches many puzzles with the engine that is fastest for that.
pub(super) struct ChunkSolutions {
    engine: Box<dyn Engine>,
    puzzles: Vec<u8>,
    solutions: Vec<u8>,
    /// The start of each puzzle, and of its solution.
    places: Vec<usize>,
    outcomes: Vec<Outcome>,
}

impl Default for ChunkSolutions {
    fn default() -> Self {
        Self {
            engine: EngineChoice::default().build(),
            puzzles: Vec::new(),
            solutions: Vec::new(),
            places: Vec::new(),
            outcomes: Vec::new(),
        }
    }
}

impl ChunkSolutions {
    /// Reads a chunk and searches its puzzles.
    pub(super) fn search(
        &mut self,
        chunk: &ChunkRef<'_>,
        records: &mut Records,
    ) -> Result<(), Error> {
        let Self { engine, puzzles, solutions, places, outcomes } = self;
        puzzles.clear();
        places.clear();
        walk(chunk, records, |_, grid| {
            if let Some(Ok(puzzle)) = grid {
                places.push(puzzles.len());
                puzzles.extend_from_slice(&puzzle.to_text());
            }
            Ok(())
        })?;
        solutions.clear();
        solutions.resize(puzzles.len(), 0);
        outcomes.clear();
        outcomes.resize(places.len(), Outcome::default());
        engine.solve_batch(
            PuzzleBatch {
                input: puzzles,
                puzzles: places,
                form: PuzzleForm::Cells,
                output: solutions,
                solutions: places,
                outcomes,
            },
            &Limits::solutions(2),
        );
        Ok(())
    }

    /// The only solution that candidates leave.
    pub(super) fn of_candidates(&mut self, candidates: &Pencilmarks) -> Result<Grid, Unexplained> {
        let mut found = None;
        let outcome =
            self.engine.search_pencilmarks(candidates, &Limits::solutions(2), &mut |solution| {
                found = Some(*solution);
                ControlFlow::Continue(())
            });
        match (outcome.solutions, found) {
            (1, Some(solution)) => Ok(solution),
            (0, _) | (_, None) => Err(Unexplained::Unsolvable),
            _ => Err(Unexplained::Multiple),
        }
    }

    /// The solution of a puzzle, the `number`th of the chunk, if it has exactly one.
    pub(super) fn only(&self, number: usize) -> Option<Grid> {
        let outcome = self.outcomes[number];
        let is_only = (outcome.end, outcome.solutions) == (StopReason::Complete, 1);
        is_only.then(|| Grid::parse(&self.solutions[self.places[number]..][..81]).ok()).flatten()
    }

    /// The only solution of a puzzle, the `number`th of the chunk, or why there is none.
    pub(super) fn get(
        &self,
        number: usize,
        puzzle: &Grid,
        explainer: &mut Explainer,
    ) -> Result<Grid, Unexplained> {
        let outcome = self.outcomes[number];
        match (outcome.end, outcome.solutions) {
            (StopReason::Complete, 0) => Err(Unexplained::Unsolvable),
            (StopReason::SolutionLimit, _) => Err(Unexplained::Multiple),
            // Another engine has the last word.
            _ => self.only(number).map_or_else(|| explainer.solution(puzzle), Ok),
        }
    }
}
