//! Faults that only jobs know: options that make no sense, and measurements that fail.

use batchdoku_base::{counted, thousands};
use batchdoku_corpus::invalidate::Invalid;
use batchdoku_engine::simd::SimdLevel;
use batchdoku_format::{FileType, FormatError};
use batchdoku_pipeline::{Error, Output, file_type};

/// An option of a job that makes no sense: the cause in [`Error::Options`].
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
    /// The numbers of the records are too large.
    #[error("the number of the first record and the number of records are too large")]
    TooManyRecords,
    /// Neighbours that differ in no clue.
    #[error("a neighbour differs in at least one clue: no clue is removed or added")]
    NoNeighbour,
    /// Only a part of the input is wanted by a job that needs all of it.
    #[error("{0}")]
    NeedsAll(&'static str),
    /// A column about a valid puzzle, where an invalid puzzle that is made from it is written.
    #[error(
        "the column '{column}' is about the valid puzzle, and not about the {invalid} one that is made from it"
    )]
    ColumnOfInvalid {
        /// The column.
        column: &'static str,
        /// The kind of invalid puzzles.
        invalid: Invalid,
    },
    /// Balanced kinds that are neither several techniques nor several levels.
    #[error("there is nothing to balance: it takes several hardest techniques, or several levels")]
    NothingToBalance,
    /// Both techniques and levels are to be balanced.
    #[error("either the hardest techniques or the levels are balanced: one of them has several")]
    BalancedTwice,
    /// A weight is the probability of a puzzle among all, not of one kind in turn.
    #[error("weights are unknown where kinds of puzzles are balanced")]
    WeightsOfBalanced,
    /// A column that nothing is known about.
    #[error("the column '{column}' has no values here: {reason}")]
    UnknownFeature {
        /// The column.
        column: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// Records are to be stratified by a value that none of them has.
    #[error(
        "no record has a value '{0}' to stratify by; 'level', 'er' and 'clues' are found in the puzzles"
    )]
    NoStratum(String),
    /// The output of a job that writes several files by one name is not the name of a file.
    #[error("'{0}' does not name a file")]
    NotAFile(String),
    /// The pool of a search has no room.
    #[error("the pool must have room for at least one puzzle")]
    NoPool,
    /// More puzzles are wanted than the pool has room for, and the pool is what is written.
    #[error(
        "the count of {} puzzles is more than the pool of {}: without a condition, the pool is what is written",
        thousands(*count as u64),
        thousands(*pool as u64)
    )]
    CountBeyondPool {
        /// The number of puzzles that are wanted.
        count: usize,
        /// The number that the pool has room for.
        pool: usize,
    },
    /// The reference of a measurement is not measured.
    #[error("'{name}' is not measured: expected one of {}", measured.join(", "))]
    NotMeasured {
        /// The reference.
        name: String,
        /// All that is measured.
        measured: Vec<String>,
    },
    /// The seconds of a round of a measurement are no time.
    #[error("the seconds of a round must be 0 or more, not {0}")]
    NoTime(String),
}

impl From<OptionError> for Error {
    fn from(error: OptionError) -> Self {
        Self::Options(error.into())
    }
}

/// Chooses the one of these types that the name of a report says: see [`file_type`].
///
/// # Errors
/// If the name says another type, has to say one, or says one that this build does not write.
pub(crate) fn report_type(output: &Output, types: &[FileType]) -> Result<FileType, Error> {
    match file_type(output, types)? {
        FileType::Png if !cfg!(feature = "png") => {
            Err(Error::Format { name: output.name(), source: FormatError::WithoutPng })
        }
        chosen => Ok(chosen),
    }
}

/// Returns the error about a picture that could not be drawn.
#[cfg(feature = "plot")]
pub(crate) fn not_drawn(error: std::io::Error) -> Error {
    Error::Failed(error.into())
}

/// A measurement that fails: the cause in [`Error::Failed`] after
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
        /// The number of puzzles that are enough.
        wanted: usize,
    },
    /// A program that is measured cannot be run, or its output is not that of a solver: the fault in words, with the
    /// last line that it wrote to standard error.
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
