//! The lane engine: many puzzles at a time, one per lane of a vector.
//!
//! One puzzle gives a processor little to do in parallel; a million puzzles give it all it can
//! take. So 32 searches run in lockstep, one per 16-bit lane, with the nine candidates of a cell
//! in each lane, and every rule is a handful of vector operations for all of them. Each lane is a
//! depth-first search with a stack of its own. Service to lanes that are solved, done or stuck costs
//! as much as two sweeps, so such lanes wait until there are many:
//!
//! ```text
//! load a puzzle into each lane
//! while a lane is active:
//!   1 sweep         apply every rule once, in all lanes                     propagate
//!   2 wait          if few lanes need service, sweep again                  scheduler
//!   3 emit          solved lanes: validate, count, write the text           emit, solution_sink
//!   4 branch        stuck lanes: one half stays, the other is pushed        branch, packed_node
//!   5 backtrack     lanes that are done: pop a node                         searches, packed_node
//!                   no puzzles left: steal from other lanes                 searches
//!   6 refill        free lanes: load new puzzles                            load
//! ```
//!
//! `scheduler` draws the states of a lane (free, swept, stuck, solved, done), `searches` those of a search (pending,
//! alone, parked, shared, ended). A node on a stack is *packed* into 64 bytes. These files explain the rules with
//! drawings; `docs/lanes.md` has the ideas that were tried, and their results.
//!
//! # One answer
//!
//! The outcome of a puzzle and the solution that is written are those of a depth-first search by
//! a single lane, in any batch and at any level:
//!
//! - A lane's nodes depend on its own state alone. Other lanes decide when it is served, but not what the service does.
//! - At the end of a batch, lanes without work take over parts of the trees of other lanes. Each part
//!   counts its nodes and solutions, and counts that a single lane would not have reached are
//!   discarded: see `searches::steal_order`.
//! - A row has 32 lanes at every [`SimdLevel`], and all levels do the same to each lane.
//! - Another search takes a puzzle over, or not, after a fixed number of nodes of a single lane: see
//!   `long_search`.
//!
//! If the number of solutions is limited, a caller that takes them one by one gets them in depth-first
//! order. Without a limit, the solutions of long searches come in the order in which the lanes find them.
//!
//! The band configurations and the choice of branches follow tdoku (Tom Dillon, 2019); refilling
//! lanes follows path tracers on GPUs.

mod branch;
mod counts;
mod emit;
mod load;
mod packed_node;
mod propagate;
mod scheduler;
mod searches;
mod state;
#[cfg(test)]
mod tests;

use self::{
    counts::{LaneCounter, LaneTally},
    scheduler::{LaneBatch, LaneMemory},
};
pub use counts::LaneCounts;

use super::{
    Engine, Limits, OnSolution, Outcome, PuzzleBatch,
    long_search::{LONG_SEARCH, SearchContext},
    one_grid::{OneByOne, OneGridMemory},
    solution_sink::{BatchOutput, SolutionCallback, SolutionSink},
    thorough::Thorough,
};
use crate::{
    grid::{Grid, Pencilmarks, PuzzleForm},
    simd::SimdLevel,
};

/// Solves 32 puzzles at a time.
#[derive(Debug)]
pub struct Lanes {
    level: SimdLevel,
    /// The size of the smallest batch that is solved in lanes. Puzzles of smaller batches are solved one by one.
    least: usize,
    /// Allocated for the first batch that is solved in lanes, because users of single puzzles rarely have such a batch.
    memory: Option<Box<LaneMemory>>,
    /// Allocated for the first batch that is solved one by one.
    one_grid: Option<Box<OneGridMemory>>,
    thorough: Thorough,
}

impl Lanes {
    /// Creates an engine for `level`, or for the portable level if the CPU does not support `level`.
    pub fn new(level: SimdLevel) -> Self {
        let level = if level.is_available() { level } else { SimdLevel::Portable };
        Self {
            level,
            least: least_batch(level),
            memory: None,
            one_grid: None,
            thorough: Thorough::new(),
        }
    }

    /// Creates an engine that solves even a single puzzle in lanes.
    #[cfg(test)]
    pub(crate) fn alone(level: SimdLevel) -> Self {
        Self { least: 0, ..Self::new(level) }
    }

    /// Creates an engine that solves batches of any size one puzzle at a time.
    #[cfg(test)]
    pub(crate) fn one_by_one(level: SimdLevel) -> Self {
        Self { least: usize::MAX, ..Self::new(level) }
    }

    fn search_text(
        &mut self,
        input: &[u8],
        form: PuzzleForm,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        let mut outcomes = [Outcome::default()];
        let mut sink = SolutionSink::Callback(SolutionCallback::new(on_solution, LONG_SEARCH));
        self.run(input, &[0], form, &mut outcomes, limits, &mut sink, ());
        // The search is over, so a break has no further effect: `deliver` has already changed the outcome.
        let _ = sink.deliver(&mut outcomes[0]);
        outcomes[0]
    }

    /// Solves a batch. `sink` turns its output into a sink, and `counter` counts sweeps and events.
    fn solve<'a>(
        &mut self,
        batch: PuzzleBatch<'a>,
        limits: &Limits<'_>,
        sink: impl Fn(BatchOutput<'a>) -> SolutionSink<'a>,
        counter: impl LaneCounter,
    ) {
        let PuzzleBatch { input, puzzles, form, output, solutions, outcomes } = batch;
        assert_eq!(puzzles.len(), solutions.len(), "a place for the solution of each puzzle");
        assert_eq!(puzzles.len(), outcomes.len(), "an outcome for each puzzle");
        let sink = &mut sink(BatchOutput::new(output, solutions));
        self.run(input, puzzles, form, outcomes, limits, sink, counter);
    }

    /// Searches each puzzle, in lanes or one by one.
    #[expect(clippy::too_many_arguments, reason = "a batch in its parts")]
    #[inline]
    fn run(
        &mut self,
        input: &[u8],
        puzzles: &[usize],
        form: PuzzleForm,
        outcomes: &mut [Outcome],
        limits: &Limits<'_>,
        sink: &mut SolutionSink<'_>,
        counter: impl LaneCounter,
    ) {
        let Self { level, least, memory, one_grid, thorough } = self;
        let context = SearchContext { input, puzzles, form, limits, sink, thorough };
        if puzzles.len() < *least {
            let memory = one_grid.get_or_insert_with(OneGridMemory::new);
            level.run(OneByOne { context, outcomes, memory });
        } else {
            outcomes.fill(Outcome::default());
            let memory = memory.get_or_insert_with(LaneMemory::new);
            level.run(LaneBatch { context, outcomes, memory, counter });
        }
    }
}

/// Returns the size of the smallest batch that is solved in lanes. For smaller batches, solving puzzles one by one is
/// faster for most kinds of puzzles; from this size on, lanes are not slower for any kind.
fn least_batch(level: SimdLevel) -> usize {
    match level {
        SimdLevel::Avx512 => 96,
        SimdLevel::Avx2 => 128,
        SimdLevel::Neon => 192,
        SimdLevel::Portable => 320,
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
        self.solve(batch, limits, SolutionSink::First, ());
    }

    fn solve_counted(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) -> Option<LaneCounts> {
        let mut tally = LaneTally::default();
        // Solve all puzzles in lanes, because the counts are about lanes.
        let least = std::mem::take(&mut self.least);
        self.solve(batch, limits, SolutionSink::First, &mut tally);
        self.least = least;
        Some(tally.counts)
    }

    fn find_others(&mut self, batch: PuzzleBatch<'_>, limits: &Limits<'_>) {
        self.solve(batch, &limits.max_solutions(1), SolutionSink::Others, ());
    }
}
