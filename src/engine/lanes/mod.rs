//! Many puzzles at a time, one per lane of a vector.
//!
//! One puzzle gives a processor little to do in parallel, a million give it all it can take. So
//! 32 searches go on in lockstep, one per 16-bit lane, the nine candidates of a cell in each lane,
//! and every rule is a handful of vector operations for all of them. Each lane is a depth-first
//! search with a stack of its own. What a lane needs when it is solved, dead or stuck costs as much
//! as two sweeps, so lanes wait until many need it:
//!
//! ```text
//! give each lane a puzzle
//! while a lane holds a node:
//!   1 sweep         every rule once, over all lanes                         propagate
//!   2 is it time?   if few lanes are solved, dead or ready, sweep again
//!   3 emit          solved lanes: check, count, hand over the text          text, sink
//!   4 branch        ready lanes: one half stays, the other is pushed        branch, rest, stack
//!   5 backtrack     dead lanes: pop                                         backtrack, stack, rest
//!                   no new puzzles: share the trees of others               share
//!   6 refill        free lanes: new puzzles                                 text, state
//! ```
//!
//! A lane is *ready* when a sweep has changed nothing in it, *dead* when some house misses a digit
//! or a cell is empty, *free* when its stack is empty too. If only a few lanes would branch or
//! backtrack and there are new puzzles, those searches are parked until there are 32. A node on a
//! stack is *at rest*, in 64 bytes. The rules and their drawings are in the files named;
//! `docs/lanes.md` has what was tried and what it gave.
//!
//! # What is deterministic
//!
//! A lane is touched by its own state alone, so the tree of a puzzle, and what a limit leaves of
//! it, depend on the puzzle and the limits and not on its neighbours: the same counts, nodes and
//! solution in any batch. At the end of a batch, lanes without work share trees of others; the
//! written solution is still the first of the depth-first search, and the nodes are the same
//! wherever the tree is searched to its end, but a tree that a limit cuts short may have had more
//! nodes visited. With a budget of nodes nothing is shared. A row is 32 lanes at every [`SimdLevel`] and
//! all levels do the same to each, so they agree in everything.
//!
//! The band configurations and the choice of branches follow tdoku (Tom Dillon, 2019); refilling
//! lanes follows path tracers on GPUs.

mod backtrack;
mod branch;
mod packed_node;
mod propagate;
mod scheduler;
mod search_stack;
mod sink;
mod state;
mod steal_order;
#[cfg(test)]
mod tests;
mod text;

use std::ops::ControlFlow;

use self::{
    scheduler::{Job, Memory},
    sink::{Output, Sink},
};
use super::{Engine, Limits, Outcome, PuzzleBatch};
use crate::{grid::Grid, simd::SimdLevel};

/// Solves 32 puzzles at a time.
///
/// ```
/// use batchdoku::{PuzzleBatch, Engine, Limits, Outcome, engine::Lanes};
/// let puzzle = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
/// let mut solution = [0; 81];
/// let mut outcomes = [Outcome::default()];
/// let batch = PuzzleBatch {
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
    level: SimdLevel,
    memory: Box<Memory>,
}

impl Lanes {
    /// An engine for `level`; where the machine lacks it, for the portable one.
    pub fn new(level: SimdLevel) -> Self {
        let level = if level.is_available() { level } else { SimdLevel::Portable };
        Self { level, memory: Box::new(Memory::new()) }
    }

    /// An engine for the fastest level of this machine.
    pub fn detect() -> Self {
        Self::new(SimdLevel::detect())
    }

    /// The level that it works at.
    pub fn level(&self) -> SimdLevel {
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

    fn solve_batch(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let PuzzleBatch { input, puzzles, output, solutions, outcomes } = batch;
        assert!(puzzles.len() == solutions.len() && puzzles.len() == outcomes.len());
        outcomes.fill(Outcome::default());
        let may_revoke = limits.solutions > 1 && (limits.has_budget() || limits.stop.is_some());
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

    fn find_others(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        let PuzzleBatch { input, puzzles, output, solutions, outcomes } = batch;
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
