//! The reasons why a job cannot be resumed, or why a record cannot be read.

use std::fmt;

use crate::Change;

/// The reason why a job cannot be resumed.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let [puzzles, solutions] = ["puzzles.txt", "solutions.txt"].map(|name| folder.path().join(name));
/// use batchdoku::{jobs::{Command, Solve}, pipeline::{Error, Output}};
/// std::fs::write(&puzzles, ".".repeat(81))?;
/// let mut job = Solve::default();
/// job.options.spec.run.part.resume = true;
/// let error = job.run(&puzzles, Output::Stdout).unwrap_err();
/// assert!(matches!(error, Error::Resume(_)), "{error}: standard output cannot be continued");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ResumeError {
    /// The earlier run had another question, or other inputs.
    Changed {
        /// The file that holds the journal or the state of that run.
        journal: String,
        /// All differences.
        changes: Vec<Change>,
    },
    /// The earlier run had completed an output that was replaced or changed since.
    Altered {
        /// The file that holds the journal of that run.
        journal: String,
        /// The output.
        output: String,
    },
    /// Another version of batchdoku wrote the journal or the state.
    OtherVersion {
        /// The file with the journal or the state.
        journal: String,
    },
    /// Jobs of this kind, or with such inputs or outputs, cannot be resumed.
    Impossible(String),
}

impl ResumeError {
    /// Returns the reason in words. `option` spells the name of an option, given the name of its field; without it, the
    /// spelling is that of the field, such as `max_nodes`.
    pub fn words(&self, option: &dyn Fn(&str) -> String) -> String {
        let (what, journal) = match self {
            Self::Impossible(reason) => return reason.clone(),
            Self::Changed { journal, changes } => {
                let words: Vec<_> = changes.iter().map(|change| change.words(option)).collect();
                (words.join("; "), journal)
            }
            Self::Altered { journal, output } => {
                (format!("'{output}' is not what the run wrote that completed it"), journal)
            }
            Self::OtherVersion { journal } => {
                (format!("'{journal}' was written by another version of batchdoku"), journal)
            }
        };
        format!("{what} (remove '{journal}' to start from the beginning)")
    }
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&str::to_owned))
    }
}

impl std::error::Error for ResumeError {}

/// A reason why the record of an output cannot be read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum RecordFault {
    #[error("has no record of its run: only a run that can be resumed leaves one")]
    None,
    /// The record cannot be read, for this reason of the system.
    #[error("has a record that cannot be read: {0}")]
    Unreadable(String),
    #[error("has a record that was written by another version of batchdoku")]
    OtherVersion,
    #[error("has a record that is damaged")]
    Torn,
}
