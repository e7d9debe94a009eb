//! Errors of a job.

use std::{io, ops::RangeInclusive};

use super::{Diagnostic, JoinError, ResumeError};
use batchdoku_engine::grid::GridError;
use batchdoku_format::{Format, FormatError};

/// An error that ends a job. The `source` is the cause, if known; the text does not repeat it.
///
/// ```
/// use batchdoku::{jobs::{Command, Solve}, pipeline::{Error, Output}};
/// let error = Solve::default().run("no such file", Output::Discard).unwrap_err();
/// assert!(matches!(&error, Error::Open { name, .. } if name == "no such file"), "{error}");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An input cannot be opened.
    #[error("cannot open '{name}'")]
    Open {
        /// The input.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// An argument is not a file, but almost a puzzle.
    #[error("'{text}' is neither a file nor a puzzle")]
    NotAPuzzle {
        /// The argument.
        text: String,
        /// The fault that makes it no puzzle.
        source: GridError,
    },
    /// An input cannot be read.
    #[error("cannot read '{name}'")]
    Read {
        /// The input.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// An input file changed its length while it was read.
    #[error("'{name}' changed while it was being read: {}", change(*expected, *found))]
    Changed {
        /// The input.
        name: String,
        /// The length of the input when it was opened, in bytes.
        expected: u64,
        /// The length now, in bytes: as before, if the input was shorter for a moment.
        found: u64,
    },
    /// An input that is read twice was changed in between.
    #[error("'{name}' changed between the first and the second pass over it")]
    Rewritten {
        /// The input.
        name: String,
    },
    /// An input does not have the requested format, or an output cannot have it.
    #[error("cannot use '{name}'")]
    Format {
        /// The input or output.
        name: String,
        /// The reason.
        source: FormatError,
    },
    /// The solutions are in another input, but puzzles of this format cannot be paired with it.
    #[error("puzzles of the format '{0}' must have their solutions in the same file")]
    Unpaired(Format),
    /// A job that reads records has no inputs, for example because no file matches a pattern.
    #[error("there is no input")]
    NoInputs,
    /// Inputs have text, but no record of the format that the user names.
    #[error("there is no record of the format '{0}' in the input")]
    NoRecords(batchdoku_format::Format),
    /// The input of solutions has fewer records than that of puzzles.
    #[error("there are fewer solutions than puzzles; comments and blank lines are no solutions")]
    FewSolutions,
    /// The input of solutions has more records than that of puzzles.
    #[error("there are more solutions than puzzles")]
    ExcessSolutions,
    /// A job cannot be resumed from an earlier run.
    #[error("cannot resume: {0}")]
    Resume(ResumeError),
    /// Files are not all parts of one job, or not as the job wrote them.
    #[error("cannot join these files:{0}")]
    Join(JoinError),
    /// The job should read a part of an input that is not a file.
    #[error("cannot take a part of '{name}': it is not a file")]
    NoParts {
        /// The input.
        name: String,
    },
    /// An output is also an input, or is given twice.
    #[error("{}", same_file(output, role, other))]
    SameFile {
        /// The output.
        output: String,
        /// The role of the other: `input` or `output`.
        role: &'static str,
        /// The name of the other file.
        other: String,
    },
    /// An option is given that the format of the output does not use.
    #[error("{}", unused(option, *format, users))]
    Unused {
        /// The field of the option: `sep`.
        option: &'static str,
        /// The format of the output.
        format: Format,
        /// The formats that use the option.
        users: Vec<Format>,
    },
    /// An option excludes another option, or needs one that is not given.
    #[error("{}", clash(option, *is_needed, other, *value, reason))]
    Clash {
        /// The field of the option: `order`.
        option: &'static str,
        /// True if the option needs the other, false if they exclude each other.
        is_needed: bool,
        /// The field of the other option.
        other: &'static str,
        /// The value of the other option that the clash is about; `None` for a switch.
        value: Option<&'static str>,
        /// The reason.
        reason: &'static str,
    },
    /// An option has no effect.
    #[error("{option} has no effect: {reason}")]
    NoEffect {
        /// The field of the option: `column`.
        option: &'static str,
        /// The reason.
        reason: &'static str,
    },
    /// The number given for an option is out of range.
    #[error("{}", out_of_range(option, range, *got))]
    OutOfRange {
        /// The field of the option: `remove`.
        option: &'static str,
        /// The numbers allowed.
        range: RangeInclusive<i64>,
        /// The number given.
        got: i64,
    },
    /// An output cannot be created.
    #[error("cannot create '{name}'")]
    Create {
        /// The output.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// An output cannot be created because its folder cannot be written.
    #[error("cannot create '{name}', because no file can be made in the folder '{folder}'")]
    CreateIn {
        /// The output.
        name: String,
        /// The folder.
        folder: String,
        /// The reason.
        source: io::Error,
    },
    /// An output cannot be written.
    #[error("cannot write '{name}'")]
    Write {
        /// The output.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// An output is complete and has its name, but waiting for the disk failed: after a crash of the system, the name
    /// may be lost.
    #[error("'{name}' is complete, but a crash of the system may still take its name away")]
    NameNotStored {
        /// The output.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// The system refused to start a thread.
    #[error("cannot start a thread")]
    Threads {
        /// The reason.
        source: io::Error,
    },
    /// A strict job ended at the first malformed record.
    #[error("{name}: {diagnostic}")]
    Malformed {
        /// The input.
        name: String,
        /// The fault of the record.
        diagnostic: Box<Diagnostic>,
    },
    /// An engine returned a wrong solution, which was not written.
    #[error("internal error: the engine '{engine}' gave a wrong solution for {puzzle}")]
    Unsound {
        /// The engine.
        engine: &'static str,
        /// The puzzle.
        puzzle: String,
    },
    /// An input is not an exact cover problem.
    #[error("{name}")]
    Problem {
        /// The input.
        name: String,
        /// The reason.
        source: batchdoku_exact_cover::ProblemError,
    },
    /// An option of the job is not valid. The cause is boxed because it may be an error of any crate: for example,
    /// `downcast_ref` finds an `OptionError` of the jobs, a `GenerateError` or a `ConditionError`.
    #[error(transparent)]
    Options(Box<dyn std::error::Error + Send + Sync>),
    /// The work itself failed: a measurement (`BenchError`), a search (`GenerateError`) or a picture that cannot be
    /// drawn. The cause is boxed for the same reason as in [`Options`](Self::Options).
    #[error(transparent)]
    Failed(Box<dyn std::error::Error + Send + Sync>),
    /// The output is a folder, but an input has no name for a file in it, such as standard input.
    #[error("the output for {input} must be a file, not a folder")]
    IntoFolder {
        /// The input.
        input: String,
    },
    /// A worker panicked.
    #[error("internal error: a worker panicked")]
    Panic,
    /// A worker left its task unfinished because the job is ending. Jobs never return this error.
    #[error("the job is ending")]
    Abandoned,
}

impl Error {
    /// Returns the text of the error, with the name of each option spelled by `option`, given the name of its field:
    /// for example, a program may spell `max_nodes` as `--max-nodes`.
    pub fn words(&self, option: &dyn Fn(&str) -> String) -> String {
        match self {
            Self::Resume(reason) => format!("cannot resume: {}", reason.words(option)),
            Self::Join(reason) => format!("cannot join these files:{}", reason.words(option)),
            Self::Unused { option: field, format, users } => unused(&option(field), *format, users),
            Self::Clash { option: field, is_needed, other, value, reason } => {
                clash(&option(field), *is_needed, &option(other), *value, reason)
            }
            Self::NoEffect { option: field, reason } => {
                format!("{} has no effect: {reason}", option(field))
            }
            Self::OutOfRange { option: field, range, got } => {
                out_of_range(&option(field), range, *got)
            }
            other => other.to_string(),
        }
    }

    /// Returns whether the only reason is that the reader of a pipe has closed it.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write { source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Words the error of a file with two roles.
fn same_file(output: &str, role: &str, other: &str) -> String {
    if output == other && role == "output" {
        return format!("output '{output}' is the same file as another output");
    }
    format!("output '{output}' is the same file as {role} '{other}'")
}

/// Words the error of an option that the format of the output does not use.
fn unused(option: &str, format: Format, users: &[Format]) -> String {
    let names: Vec<_> = users.iter().map(|user| user.name()).collect();
    let users = match names.as_slice() {
        [others @ .., last] if !others.is_empty() => {
            format!("formats {} and {last}", others.join(", "))
        }
        one => format!("format {}", one.concat()),
    };
    format!("{option} is for the {users}, and the output is '{format}'")
}

/// Words the error of two options that exclude each other, or of an option without another that it needs.
fn clash(option: &str, is_needed: bool, other: &str, value: Option<&str>, reason: &str) -> String {
    let verb = if is_needed { "needs" } else { "does not go with" };
    let value = value.map_or(String::new(), |value| format!(" {value}"));
    format!("{option} {verb} {other}{value}: {reason}")
}

/// Words the error of a number out of range.
fn out_of_range(option: &str, range: &RangeInclusive<i64>, got: i64) -> String {
    format!("{option} must be from {} to {}, got {got}", range.start(), range.end())
}

fn change(expected: u64, found: u64) -> String {
    match found == expected {
        true => "it was shorter for a moment".to_owned(),
        false => format!("it had {expected} bytes and now has {found}"),
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;
    use crate::{Input, Output};

    /// A caller can distinguish a missing file from a file that may not be read.
    #[test]
    fn the_reason_of_the_system_is_the_source() {
        let missing = std::env::temp_dir().join("there/is/no/such/file");
        let opened = Input::from(missing.clone()).check().unwrap_err();
        let created = Output::from(missing).write(b"", &()).unwrap_err();
        for error in [opened, created] {
            let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
            assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::NotFound), "{error}");
            assert!(!error.to_string().contains("os error"), "{error}");
        }
    }
}
