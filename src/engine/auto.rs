//! The engine that picks: lanes for batches, mrv for the few puzzles that would leave most lanes empty.

use std::{ops::ControlFlow, slice};

use super::{Engine, Lanes, Limits, Mrv, Outcome, PuzzleBatch, StopReason};
use crate::{
    Grid,
    simd::{LANES, SimdLevel},
};

/// Nodes after which mrv leaves a puzzle to the lanes, which then share its tree. Twice as many as
/// it visits in the hardest puzzles known that have one solution.
const PATIENCE: u64 = 1000;

/// A search for so many solutions is long, or goes through the whole tree.
const MANY: u64 = 1000;

/// Picks an engine for every puzzle by the size of its batch and of its tree.
///
/// The choice depends on the puzzles and the limits alone, so results are as repeatable as those of
/// the engines.
#[derive(Debug)]
pub struct Auto {
    mrv: Mrv,
    lanes: Lanes,
}

impl Auto {
    /// One whose lanes work at `level`.
    pub fn new(level: SimdLevel) -> Self {
        Self { mrv: Mrv::new(), lanes: Lanes::new(level) }
    }

    /// Batches of fewer puzzles go to mrv first. Where that happens on a solution early, the lanes
    /// may not: they would lose up to 20 µs at AVX-512, 40 at AVX2, 100 at the portable level. A
    /// search through the whole tree knows no luck.
    fn worth_lanes(&self, limits: &Limits<'_>) -> usize {
        match self.lanes.level() {
            // With a budget lanes share no trees.
            _ if limits.has_budget() => LANES,
            SimdLevel::Portable => LANES,
            _ if limits.solutions >= MANY => 1,
            SimdLevel::Avx512 => 6,
            SimdLevel::Avx2 => LANES,
        }
    }

    /// Runs a `batch` by the engines that are worth it.
    fn run(
        &mut self,
        batch: PuzzleBatch<'_>,
        limits: &Limits<'_>,
        run: impl Fn(&mut dyn Engine, PuzzleBatch<'_>, &Limits<'_>),
    ) {
        if batch.puzzles.len() >= self.worth_lanes(limits) {
            return run(&mut self.lanes, batch, limits);
        }
        let PuzzleBatch { input, puzzles, output, solutions, outcomes } = batch;
        let nodes = if limits.has_budget() { limits.nodes } else { PATIENCE };
        let all = PuzzleBatch { input, puzzles, output, solutions, outcomes: &mut *outcomes };
        run(&mut self.mrv, all, &Limits { nodes, ..*limits });
        for (i, outcome) in outcomes.iter_mut().enumerate() {
            if outcome.end == StopReason::NodeLimit && !limits.has_budget() {
                let outcomes = slice::from_mut(outcome);
                let (puzzles, solutions) = (&puzzles[i..=i], &solutions[i..=i]);
                let one = PuzzleBatch { input, puzzles, output, solutions, outcomes };
                run(&mut self.lanes, one, limits);
            }
        }
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

    fn solve_batch(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        self.run(batch, limits, |engine, batch, limits| engine.solve_batch(batch, limits));
    }

    fn find_others(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        self.run(batch, limits, |engine, batch, limits| engine.find_others(batch, limits));
    }
}
