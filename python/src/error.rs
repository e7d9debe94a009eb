//! Turns errors of the library into exceptions, with its hints in the words of the package.

use std::{error::Error as _, fmt::Display};

use batchdoku::{Hint, jobs, pipeline::Error};
use batchdoku_base::plural;
use pyo3::{
    exceptions::{PyOSError, PyRuntimeError, PyValueError},
    prelude::*,
};

/// Returns the exception for a list that does not have as many items as its puzzles.
pub(crate) fn lengths_differ(puzzles: u64, others: u64, noun: &str) -> PyErr {
    let verb = if puzzles == 1 { "is" } else { "are" };
    let s = plural(puzzles);
    let others = format!("{others} {noun}{}", plural(others));
    PyValueError::new_err(format!("there {verb} {puzzles} puzzle{s} and {others}"))
}

/// Words a hint, to be appended to the text of an error.
pub(crate) fn advice(hint: Option<Hint>) -> &'static str {
    match hint {
        Some(Hint::Column) => "; use column=NAME",
        Some(Hint::EachPuzzle) => {
            "; use from_format=\"list\" to read them all, or column=\"1\" for the first field of each line"
        }
        Some(Hint::Reading) => "; choose with from_format or column",
        Some(Hint::WithoutHeader) => "; leave its header out",
        Some(Hint::FeatureToRead(_)) => {
            ": pass what pyarrow or Polars reads to solve_table and its like"
        }
        Some(Hint::FeatureToWrite(_)) => {
            ": let pyarrow or Polars write what generate or solve_table returns"
        }
        Some(Hint::RarePuzzles) => {
            "; allow more, or take neighbours or equivalents of known puzzles"
        }
        _ => "",
    }
}

/// Returns the exception for an invalid option.
pub(crate) fn invalid(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the exception for a row with excluded candidates, which `what` does not accept.
pub(crate) fn excludes_candidates(row: usize, what: &str) -> PyErr {
    PyValueError::new_err(format!(
        "row {row}: the puzzle excludes candidates, which {what} does not take: its digits alone are another puzzle"
    ))
}

/// Converts an error to an exception: `OSError` with its number and file, or `ValueError`.
pub(crate) fn exception(error: Error) -> PyErr {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text.push_str(advice(jobs::hint(&error)));
    match error {
        Error::Open { name, source }
        | Error::Read { name, source }
        | Error::Create { name, source }
        | Error::CreateIn { name, source, .. }
        | Error::Write { name, source }
        | Error::NameNotStored { name, source } => match source.raw_os_error() {
            Some(number) => PyOSError::new_err((number, text, name)),
            None => PyOSError::new_err(text),
        },
        Error::Threads { .. } | Error::Unsound { .. } | Error::Failed(_) | Error::Panic => {
            PyRuntimeError::new_err(text)
        }
        _ => PyValueError::new_err(text),
    }
}
