//! The engine that picks: lanes for batches, mrv for the few puzzles that would leave them empty.

use std::ops::ControlFlow;

use super::{Batch, Engine, Lanes, Limits, Mrv, Outcome};
use crate::{Grid, simd::Level};

/// Batches of fewer puzzles go to mrv.
const WORTH_LANES: usize = 6;

/// Picks an engine for every batch by its size.
///
/// The choice depends on the number of puzzles alone, so results are as repeatable as those of
/// the engines.
#[derive(Debug)]
pub struct Auto {
    mrv: Mrv,
    lanes: Lanes,
}

impl Auto {
    /// One whose lanes work at `level`.
    pub fn new(level: Level) -> Self {
        Self { mrv: Mrv::new(), lanes: Lanes::new(level) }
    }

    fn pick(&mut self, batch: &Batch<'_>) -> &mut dyn Engine {
        if batch.puzzles.len() < WORTH_LANES { &mut self.mrv } else { &mut self.lanes }
    }
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        self.mrv.search(puzzle, limits, found)
    }

    fn solve_batch(&mut self, batch: Batch<'_>, limits: &Limits<'_>) {
        self.pick(&batch).solve_batch(batch, limits);
    }

    fn find_others(&mut self, batch: Batch<'_>, limits: &Limits<'_>) {
        self.pick(&batch).find_others(batch, limits);
    }
}
