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
mod pool;
mod propagate;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod work;

use std::ops::ControlFlow;

use self::work::{Job, Memory, Sink};
use super::{Batch, End, Engine, Limits, Outcome};
use crate::{
    grid::{CELL_VALUE, Grid},
    simd::Level,
};

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
        let mut sink = Callback(found);
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
        let mut sink = Output { output, solutions, may_revoke, covered: Vec::new() };
        self.level.run(Job {
            input,
            puzzles,
            outcomes,
            limits,
            sink: &mut sink,
            memory: &mut self.memory,
        });
        sink.revoke(outcomes);
    }

    fn find_others(&mut self, batch: Batch<'_>, limits: &Limits<'_>) {
        let Batch { input, puzzles, output, solutions, outcomes } = batch;
        assert!(puzzles.len() == solutions.len() && puzzles.len() == outcomes.len());
        outcomes.fill(Outcome::default());
        let limits = &Limits { solutions: 1, ..*limits };
        let mut sink = Others { output, solutions };
        self.level.run(Job {
            input,
            puzzles,
            outcomes,
            limits,
            sink: &mut sink,
            memory: &mut self.memory,
        });
    }
}

/// Hands solutions to the caller of a search.
struct Callback<'a>(&'a mut dyn FnMut(&Grid) -> ControlFlow<()>);

impl Sink for Callback<'_> {
    fn wants_all(&self) -> bool {
        true
    }

    fn solution(&mut self, _puzzle: usize, text: &[u8; 81]) -> ControlFlow<()> {
        (self.0)(&Grid(text.map(|byte| CELL_VALUE[usize::from(byte)])))
    }
}

/// Writes first solutions to the output of a batch.
struct Output<'a> {
    output: &'a mut [u8],
    solutions: &'a [u32],
    /// Whether a puzzle may end, after its first solution, in a way that leaves its bytes alone.
    may_revoke: bool,
    /// What first solutions were written over, if so.
    covered: Vec<(usize, [u8; 81])>,
}

impl Output<'_> {
    fn place(&mut self, puzzle: usize) -> &mut [u8; 81] {
        let to = self.solutions[puzzle] as usize;
        self.output[to..].first_chunk_mut().expect("a solution lies in the output")
    }

    /// Puts back what was there where the search ended without a result.
    fn revoke(&mut self, outcomes: &[Outcome]) {
        for (puzzle, bytes) in std::mem::take(&mut self.covered) {
            if !matches!(outcomes[puzzle].end, End::Complete | End::Solutions) {
                *self.place(puzzle) = bytes;
            }
        }
    }
}

impl Sink for Output<'_> {
    fn wants_all(&self) -> bool {
        false
    }

    #[inline]
    fn solution(&mut self, puzzle: usize, text: &[u8; 81]) -> ControlFlow<()> {
        let place = self.place(puzzle);
        let before = std::mem::replace(place, *text);
        if self.may_revoke {
            self.covered.push((puzzle, before));
        }
        ControlFlow::Continue(())
    }
}

/// Writes solutions other than the known ones over these.
struct Others<'a> {
    output: &'a mut [u8],
    solutions: &'a [u32],
}

impl Others<'_> {
    fn known(&mut self, puzzle: usize) -> &mut [u8] {
        &mut self.output[self.solutions[puzzle] as usize..][..81]
    }
}

impl Sink for Others<'_> {
    fn wants_all(&self) -> bool {
        true
    }

    fn knows(&mut self, puzzle: usize, text: &[u8; 81]) -> bool {
        self.known(puzzle) == text
    }

    fn solution(&mut self, puzzle: usize, text: &[u8; 81]) -> ControlFlow<()> {
        self.known(puzzle).copy_from_slice(text);
        ControlFlow::Continue(())
    }
}
