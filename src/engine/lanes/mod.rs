//! Many puzzles at a time, one per lane of a vector.
//!
//! One puzzle gives a processor little to do in parallel, a million give it all it can take. So
//! 32 search nodes are worked in lockstep, one per 16-bit lane, nine digits a lane, and every rule
//! is a handful of vector operations for all of them (`propagate`). Lanes that are done or stuck
//! wait until several are, since what they need costs as much as a sweep:
//!
//! ```text
//! loop:
//!   1 sweep            light rules for all lanes; heavy ones too if enough lanes are stuck
//!   2 wait?            next sweep, unless enough lanes are solved, dead or ready to branch
//!   3 emit             solved lanes: check, count, hand over the text
//!   4 branch           ready lanes: one half stays, the other seeks a free lane
//!   5 refill           free lanes: second halves, then the pool, then new puzzles;
//!                      second halves left over go to the pool
//! ```
//!
//! # What is deterministic
//!
//! A lane is touched by its own state alone: the heavy rules apply to stuck lanes only, and a
//! lane branches after they too have found nothing. So the tree of a puzzle depends on the puzzle,
//! not on its neighbours; as long as no limit cuts a tree short, counts and nodes are the same in
//! any batch. Where a limit does, what was visited before depends on the batch. Lanes are 32 at
//! every [`Level`] and all levels do the same to each, so a given batch gives the same results,
//! order of solutions included, at every level.

mod branch;
mod propagate;
mod share;
mod sink;
mod stack;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod work;

use std::ops::ControlFlow;

use self::{
    sink::{Output, Sink},
    work::{Job, Memory},
};
use super::{Batch, Engine, Limits, Outcome};
use crate::{grid::Grid, simd::Level};

/// Solves 32 puzzles at a time.
///
/// ```
/// use batchdoku::{Batch, Engine, Limits, Outcome, engine::Lanes};
/// let puzzle = b"1.3...5.9..21.94.....7.4...3..5.2..6.6.....5.7.8.3..4...4.1.....92.58..8.4...1.7";
/// let mut solution = [0; 81];
/// let mut outcomes = [Outcome::default()];
/// let batch = Batch {
///     input: puzzle,
///     puzzles: &[0],
///     output: &mut solution,
///     solutions: &[0],
///     outcomes: &mut outcomes,
/// };
/// Lanes::detect().solve_batch(batch, &Limits::solutions(2));
/// assert_eq!(outcomes[0].solutions, 1);
/// assert!(solution.starts_with(b"143628579572139468"));
/// ```
#[derive(Debug)]
pub struct Lanes {
    level: Level,
    memory: Box<Memory>,
}

impl Lanes {
    /// An engine for `level`; where the machine lacks it, for the portable one.
    pub fn new(level: Level) -> Self {
        let level = if level.is_available() { level } else { Level::Portable };
        Self { level, memory: Box::new(Memory::new()) }
    }

    /// An engine for the fastest level of this machine.
    pub fn detect() -> Self {
        Self::new(Level::detect())
    }

    /// The level that it works at.
    pub fn level(&self) -> Level {
        self.level
    }
}

impl Engine for Lanes {
    fn name(&self) -> &'static str {
        "lanes"
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        let mut outcomes = [Outcome::default()];
        let mut sink = Sink::Callback(found);
        self.level.run(Job {
            input: &puzzle.to_text(),
            puzzles: &[0],
            outcomes: &mut outcomes,
            limits,
            sink: &mut sink,
            memory: &mut self.memory,
        });
        outcomes[0]
    }

    fn solve_batch(&mut self, batch: Batch<'_>, limits: &Limits<'_>) {
        let Batch { input, puzzles, output, solutions, outcomes } = batch;
        assert!(puzzles.len() == solutions.len() && puzzles.len() == outcomes.len());
        outcomes.fill(Outcome::default());
        let may_revoke =
            limits.solutions > 1 && (limits.nodes != u64::MAX || limits.stop.is_some());
        let mut sink = Sink::Output(Output::new(output, solutions, may_revoke));
        self.level.run(Job {
            input,
            puzzles,
            outcomes,
            limits,
            sink: &mut sink,
            memory: &mut self.memory,
        });
        if let Sink::Output(output) = sink {
            output.revoke(outcomes);
        }
    }

    fn find_others(&mut self, batch: Batch<'_>, limits: &Limits<'_>) {
        let Batch { input, puzzles, output, solutions, outcomes } = batch;
        assert!(puzzles.len() == solutions.len() && puzzles.len() == outcomes.len());
        outcomes.fill(Outcome::default());
        self.level.run(Job {
            input,
            puzzles,
            outcomes,
            limits: &Limits { solutions: 1, ..*limits },
            sink: &mut Sink::Others(Output::new(output, solutions, false)),
            memory: &mut self.memory,
        });
    }
}
