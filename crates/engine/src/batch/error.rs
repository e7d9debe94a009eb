//! The reasons why a batch cannot be solved.

#[cfg(feature = "threads")]
use std::io;
use std::{error::Error, fmt};

use batchdoku_base::plural;

/// The reason why a batch could not be solved.
///
/// ```
/// use batchdoku::{Limits, Outcome, batch::{BatchError, PuzzleRows, SolutionRows}, solve_batch};
/// let (puzzles, mut outcomes) = ([0; 2 * 81], [Outcome::default()]);
/// let rows = PuzzleRows::cells(&puzzles);
/// let error = solve_batch(rows, SolutionRows::none(), &mut outcomes, &Limits::solutions(1));
/// assert!(matches!(error, Err(BatchError::Outcomes { puzzles: 2, outcomes: 1 })));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// There must be one outcome per puzzle.
    Outcomes {
        /// The number of puzzles.
        puzzles: usize,
        /// The number of outcomes.
        outcomes: usize,
    },
    /// The buffer for the solutions is too short.
    Output {
        /// The number of bytes needed.
        needed: usize,
        /// The length of the buffer in bytes.
        got: usize,
    },
    /// A row of the solutions has no start, or overlaps the row before it.
    Slots {
        /// The row, counted from 0.
        row: usize,
    },
    /// The threads could not be started.
    #[cfg(feature = "threads")]
    Threads(io::Error),
    /// The engine gave a solution that breaks the rules: a defect of this library. The solution
    /// was not written.
    EngineBug {
        /// The engine.
        engine: &'static str,
        /// The row of the puzzle, counted from 0.
        row: usize,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcomes { puzzles, outcomes } => {
                let s = plural(*puzzles as u64);
                let verb = if *puzzles == 1 { "needs" } else { "need" };
                write!(f, "{puzzles} puzzle{s} {verb} {puzzles} outcome{s}, got {outcomes}")
            }
            Self::Output { needed, got } => {
                write!(f, "the solutions need {needed} bytes, got {got}")
            }
            Self::Slots { row } => write!(
                f,
                "row {row} of the solutions has no place, or starts less than 81 bytes after the row before it"
            ),
            #[cfg(feature = "threads")]
            Self::Threads(_) => f.write_str("cannot start the threads"),
            Self::EngineBug { engine, row } => write!(
                f,
                "internal error: the engine '{engine}' gave a wrong solution for row {row}"
            ),
        }
    }
}

impl Error for BatchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            #[cfg(feature = "threads")]
            Self::Threads(error) => Some(error),
            _ => None,
        }
    }
}
