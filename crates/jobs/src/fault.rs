//! Faults that only jobs have: invalid options, and measurements that fail.

use batchdoku_base::{counted, thousands};
use batchdoku_corpus::invalidate::Invalid;
use batchdoku_engine::simd::SimdLevel;
use batchdoku_format::{FileType, FormatError};
use batchdoku_pipeline::{Error, Output, file_type};

/// An invalid option of a job: the cause in [`Error::Options`].
///
/// ```
/// use batchdoku::{jobs::{Command, Neighbours, OptionError}, pipeline::{Error, Input, Output}};
/// let job = Neighbours { remove: 0, add: 0, ..Neighbours::default() };
/// let error = job.run(Input::text(String::new()), Output::Discard).unwrap_err();
/// let Error::Options(cause) = error else { panic!("{error}") };
/// assert_eq!(cause.downcast_ref(), Some(&OptionError::NoNeighbour));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// Two inputs with different roles are both standard input.
    #[error("{one} and {other} cannot both come from standard input")]
    SharedStdin {
        /// The role of the first.
        one: &'static str,
        /// The role of the second.
        other: &'static str,
    },
    /// This CPU lacks a SIMD level.
    #[error("{0} is not supported by this CPU")]
    NoSuchLevel(SimdLevel),
    /// The numbers of the records do not fit into 64 bits.
    #[error("the number of the first record and the number of records are too large")]
    TooManyRecords,
    /// The neighbours would differ in no clue.
    #[error("a neighbour differs in at least one clue: no clue is removed or added")]
    NoNeighbour,
    /// The job needs all of its input, but the options select a part.
    #[error("{0}")]
    NeedsAll(&'static str),
    /// The column describes the valid puzzle, but the job writes an invalid puzzle made from it.
    #[error(
        "the column '{column}' is about the valid puzzle, and not about the {invalid} one that is made from it"
    )]
    ColumnOfInvalid {
        /// The column.
        column: &'static str,
        /// The kind of invalid puzzles.
        invalid: Invalid,
    },
    /// There are neither several techniques nor several levels to balance.
    #[error("there is nothing to balance: it takes several hardest techniques, or several levels")]
    NothingToBalance,
    /// Both techniques and levels are to be balanced.
    #[error("either the hardest techniques or the levels are balanced: one of them has several")]
    BalancedTwice,
    /// The weight of a puzzle is unknown if kinds are balanced, because it refers to all puzzles, not to a kind.
    #[error("weights are unknown where kinds of puzzles are balanced")]
    WeightsOfBalanced,
    /// The values of a column are unknown.
    #[error("the column '{column}' has no values here: {reason}")]
    UnknownFeature {
        /// The column.
        column: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// No record has a value for the strata.
    #[error(
        "no record has a value '{0}' to stratify by; 'level', 'er' and 'clues' are found in the puzzles"
    )]
    NoStratum(String),
    /// The job writes several files with names made from the output, which is not the name of a file.
    #[error("'{0}' does not name a file")]
    NotAFile(String),
    /// The pool of a search has no places.
    #[error("the pool must have room for at least one puzzle")]
    NoPool,
    /// The job must write more puzzles than the pool has places, and without conditions it writes the pool.
    #[error(
        "the count of {} puzzles is more than the pool of {}: without a condition, the pool is what is written",
        thousands(*count as u64),
        thousands(*pool as u64)
    )]
    CountBeyondPool {
        /// The number of puzzles requested.
        count: usize,
        /// The number of places in the pool.
        pool: usize,
    },
    /// The reference of a measurement is not among the entrants.
    #[error("'{name}' is not measured: expected one of {}", measured.join(", "))]
    NotMeasured {
        /// The reference.
        name: String,
        /// The names of all entrants.
        measured: Vec<String>,
    },
    /// The seconds of a round are not a valid time.
    #[error("the seconds of a round must be 0 or more, not {0}")]
    NoTime(String),
}

impl From<OptionError> for Error {
    fn from(error: OptionError) -> Self {
        Self::Options(error.into())
    }
}

/// Returns the type of `types` that the name of a report selects: see [`file_type`].
///
/// # Errors
/// If the name selects another type, must select a type and does not, or selects a type that this build cannot write.
pub(crate) fn report_type(output: &Output, types: &[FileType]) -> Result<FileType, Error> {
    match file_type(output, types)? {
        FileType::Png if !cfg!(feature = "png") => {
            Err(Error::Format { name: output.name(), source: FormatError::WithoutPng })
        }
        chosen => Ok(chosen),
    }
}

/// Returns the error for a picture that could not be drawn.
#[cfg(feature = "plot")]
pub(crate) fn not_drawn(error: std::io::Error) -> Error {
    Error::Failed(error.into())
}

/// A reason why a measurement fails: the cause in [`Error::Failed`] after
/// [`Bench::run`](super::Bench::run).
///
/// ```
/// use batchdoku::{jobs::{Bench, BenchError}, pipeline::{Error, Input, Output}};
/// let error = Bench::default().run(Input::text(String::new()), Output::Discard).unwrap_err();
/// let Error::Failed(cause) = error else { panic!("{error}") };
/// assert_eq!(cause.downcast_ref(), Some(&BenchError::NothingToMeasure { wanted: 32 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// No input has enough puzzles.
    #[error("there is nothing to measure: no input has {}", counted(*wanted as u64, "puzzle"))]
    NothingToMeasure {
        /// The minimum number of puzzles.
        wanted: usize,
    },
    /// A program cannot be run, or its output is not that of a solver: the fault in words, with the last line that it
    /// wrote to standard error.
    #[error("{0}")]
    Program(String),
    /// Two engines or programs find different numbers of solutions.
    #[error("{set}: {} finds {} for {puzzle}, {} finds {}", one.0, counted(one.1, "solution"), other.0, other.1)]
    Disagreement {
        /// The set that the puzzle is in.
        set: String,
        /// The puzzle.
        puzzle: String,
        /// An engine or program, and the number of solutions that it finds.
        one: (String, u64),
        /// Another engine or program, and the number of solutions that it finds.
        other: (String, u64),
    },
}

impl From<BenchError> for Error {
    fn from(error: BenchError) -> Self {
        Self::Failed(error.into())
    }
}
