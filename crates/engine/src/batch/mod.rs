//! Solving puzzles in memory on all cores: text or raw cells in, solutions out. Without the feature
//! `pipeline`, the calling thread solves them.
//!
//! [`PuzzleRows`] has the places of the puzzles in the caller's buffer, and [`SolutionRows`] the places
//! of the solutions. Neither buffer is copied, and rows may lie beyond 4 GiB. The rows are cut into
//! chunks of at most 50,000 rows, and each thread takes one chunk at a time. The size of a chunk depends
//! on the number of rows only (for example, 1,000,000 rows are 64 chunks of 15,625 rows), so solutions and
//! outcomes are the same for any number of threads.

#[cfg(feature = "threads")]
use rayon::prelude::*;

use crate::{
    engine::{EngineChoice, EngineKind},
    simd::SimdLevel,
};
use batchdoku_base::{Limits, Outcome};

mod error;
mod rows;
mod stage;
#[cfg(test)]
mod tests;
#[cfg(feature = "threads")]
mod threads;
mod worker;

use worker::{OutputLayout, RowChunk, row_chunks, with_worker};

pub use error::BatchError;
pub use rows::{Offset, PuzzleRows, SolutionRows};
pub use stage::{Keep, Places, Stage, StageRows, Tally, Unsound};
#[cfg(feature = "threads")]
pub use threads::Threads;

/// The maximum number of rows of a chunk: 4 MB of puzzles, a few milliseconds of work.
const CHUNK_ROWS: usize = 50_000;
/// The minimum number of rows of a chunk, because vector lanes are idle at the end of each chunk.
const SMALLEST_CHUNK_ROWS: usize = 2_048;
/// The number of chunks that the threads share, within these limits of their size.
const CHUNKS: usize = 64;

/// Solves the `puzzles` on the threads of the current rayon pool (without the feature `pipeline`, on
/// the calling thread). Writes the first solution of each puzzle to `solutions`, and the end of each
/// search to `outcomes`.
///
/// A row that is not a grid has the outcome [`StopReason::Malformed`](batchdoku_base::StopReason::Malformed), and
/// does not affect other rows. A row without a solution gets the fill byte in all 81 cells.
///
/// ```
/// use batchdoku::{Limits, Outcome, StopReason, batch::{PuzzleRows, SolutionRows, solve_batch}};
///
/// let text = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107
/// not a puzzle, though it also has eighty-one characters: it gets the fill byte....
/// ";
/// let mut output = text.to_vec();
/// let mut outcomes = [Outcome::default(); 2];
/// let puzzles = PuzzleRows::text(text).stride(82);
/// let solutions = SolutionRows::text(&mut output).stride(82);
/// solve_batch(puzzles, solutions, &mut outcomes, &Limits::solutions(1))?;
/// assert!(output.starts_with(b"143628579572139468986754231391542786468917352725863914237481695"));
/// assert_eq!(outcomes[1].end, StopReason::Malformed);
/// assert_eq!(&output[82..163], [b'.'; 81]);
/// # Ok::<(), batchdoku::batch::BatchError>(())
/// ```
///
/// # Errors
/// If the buffers do not fit each other, or the engine has a defect.
pub fn solve_batch(
    puzzles: PuzzleRows<'_>,
    solutions: SolutionRows<'_>,
    outcomes: &mut [Outcome],
    limits: &Limits<'_>,
) -> Result<(), BatchError> {
    BatchSolver::new().solve(puzzles, solutions, outcomes, limits)
}

/// A solver of batches with a chosen engine and number of threads.
///
/// Each thread keeps its engine and working memory until it ends, for later batches of any `BatchSolver`: about
/// 300 kB, and 16 to 52 bytes for each puzzle of the largest chunk. So a batch of one puzzle takes no longer than
/// a call of [`Solver`](crate::Solver), even with a new `BatchSolver`.
///
/// ```
/// use batchdoku::{
///     Limits, Outcome,
///     batch::{BatchSolver, PuzzleRows, SolutionRows},
///     engine::EngineKind,
/// };
///
/// // Raw cells: one byte 0-9 per cell, 0 for an empty cell.
/// let puzzles = [0; 3 * 81];
/// let mut solutions = [0; 3 * 81];
/// let mut outcomes = [Outcome::default(); 3];
/// let solver = BatchSolver::new().engine(EngineKind::Lanes).unique(true);
/// let (rows, output) = (PuzzleRows::cells(&puzzles), SolutionRows::cells(&mut solutions));
/// solver.solve(rows, output, &mut outcomes, &Limits::solutions(1))?;
/// assert!(outcomes.iter().all(|outcome| outcome.solutions == 2), "an empty grid is not a puzzle");
/// assert_eq!(solutions, [0; 3 * 81]);
/// # Ok::<(), batchdoku::batch::BatchError>(())
/// ```
#[derive(Debug, Default)]
pub struct BatchSolver {
    engine: EngineChoice,
    unique: bool,
    threads: Parallelism,
}

/// The threads that solve a batch.
#[derive(Debug, Default)]
enum Parallelism {
    /// On the current rayon pool.
    #[cfg(feature = "threads")]
    #[default]
    Current,
    /// On the calling thread.
    #[cfg_attr(not(feature = "threads"), default)]
    Caller,
    /// On a separate pool.
    #[cfg(feature = "threads")]
    Own(Threads),
}

impl BatchSolver {
    /// Creates a solver on the current rayon pool, with the default engine.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts a pool of `threads` threads, to use instead of the current rayon pool; 0 means one thread
    /// per core, and 1 means the calling thread.
    ///
    /// # Errors
    /// If no thread can be started.
    #[cfg(feature = "threads")]
    pub fn threads(self, threads: usize) -> Result<Self, BatchError> {
        let threads = match threads {
            1 => Parallelism::Caller,
            _ => Parallelism::Own(Threads::new(threads).map_err(BatchError::Threads)?),
        };
        Ok(Self { threads, ..self })
    }

    /// Uses this engine.
    #[must_use]
    pub fn engine(self, kind: EngineKind) -> Self {
        Self { engine: EngineChoice { kind, ..self.engine }, ..self }
    }

    /// Uses vectors of this level, or of the portable level if this CPU does not support it.
    #[must_use]
    pub fn simd(self, level: SimdLevel) -> Self {
        Self { engine: EngineChoice { level, ..self.engine }, ..self }
    }

    /// Requires unique solutions: searches for two solutions, whatever the value of [`Limits::solutions`], and
    /// writes the solution only if there is exactly one. Rows with several solutions get the fill byte.
    #[must_use]
    pub fn unique(self, unique: bool) -> Self {
        Self { unique, ..self }
    }

    /// Solves a batch as [`solve_batch`] does.
    ///
    /// # Errors
    /// If the buffers do not fit each other, or the engine has a defect.
    pub fn solve(
        &self,
        puzzles: PuzzleRows<'_>,
        solutions: SolutionRows<'_>,
        outcomes: &mut [Outcome],
        limits: &Limits<'_>,
    ) -> Result<(), BatchError> {
        let rows = puzzles.rows();
        if rows != outcomes.len() {
            return Err(BatchError::Outcomes { puzzles: rows, outcomes: outcomes.len() });
        }
        let limits = if self.unique { limits.max_solutions(2) } else { *limits };
        let SolutionRows { bytes, slots, form, fill } = solutions;
        let needed = slots.needed(rows).map_err(|row| BatchError::Slots { row })?;
        let got = bytes.len();
        let bytes = bytes.get_mut(..needed).ok_or(BatchError::Output { needed, got })?;
        let size = (rows / CHUNKS).clamp(SMALLEST_CHUNK_ROWS, CHUNK_ROWS);
        let keep = if self.unique { Keep::Only } else { Keep::First };
        let layout = OutputLayout { slots, form, fill, keep };
        let work = |chunk: RowChunk<'_>| {
            with_worker(self.engine, |worker| worker.solve(&puzzles, chunk, layout, &limits))
        };
        // A single chunk needs neither other threads nor a list of chunks.
        if rows <= size {
            return work(RowChunk { first: 0, outcomes, output: bytes, base: 0 });
        }
        let mut chunks = row_chunks(outcomes, bytes, slots, size);
        #[cfg(feature = "threads")]
        let on_all = |chunks: Vec<_>| chunks.into_par_iter().try_for_each(work);
        match &self.threads {
            Parallelism::Caller => chunks.try_for_each(work),
            #[cfg(feature = "threads")]
            Parallelism::Current => on_all(chunks.collect()),
            #[cfg(feature = "threads")]
            Parallelism::Own(threads) => threads.install(|| on_all(chunks.collect())),
        }
    }
}
