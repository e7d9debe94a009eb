//! The faults of files that should be joined.

use std::fmt;

use crate::{Change, Shard, resume::RecordFault};
use batchdoku_format::Format;

/// All faults of files that should be joined.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let [part, all] = ["part.txt", "all.txt"].map(|name| folder.path().join(name));
/// use batchdoku::{jobs::Join, pipeline::Error};
/// std::fs::write(&part, "not a part of a job\n")?;
/// let error = Join::default().run([&part], &all).unwrap_err();
/// assert!(matches!(error, Error::Join(_)), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct JoinError(pub(super) Vec<Fault>);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fault {
    /// A part, by name, that cannot be joined for a reason of its own.
    Part(String, PartFault),
    /// A part of another job, with the differences.
    OtherJob(String, Vec<Change>),
    /// A part that is another output of its run than the other parts: the numbers of both outputs, from 1.
    OtherOutput { name: String, output: usize, others: usize },
    /// Two files that are the same part.
    Twice([String; 2], Shard),
    /// Missing parts: the first and the last of them, and the number of all parts of the job.
    Missing { first: u64, last: u64, count: u64 },
    /// The name of the output selects another format than the parts have, as far as their names show it; joining
    /// converts nothing.
    OtherFormat { output: String, wanted: Format, found: Option<Format> },
}

/// A fault of one part.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(super) enum PartFault {
    #[error(
        "holds record batches, which are not joined: read the folder of all parts as one input"
    )]
    RecordBatches,
    #[error("does not exist")]
    NoFile,
    #[error(transparent)]
    Record(#[from] RecordFault),
    #[error("is not complete: its run was interrupted, or has not ended")]
    Incomplete,
    #[error("does not exist, though its run was complete")]
    Lost,
    /// The file cannot be read, for this reason of the system.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error("has {found} bytes, and had {size} when its run completed it")]
    Size { found: u64, size: u64 },
    #[error("is not what its run wrote")]
    Altered,
}

impl JoinError {
    /// Returns the faults in words, each on a line. `option` spells the name of an option, given the name of its field.
    pub fn words(&self, option: &dyn Fn(&str) -> String) -> String {
        self.0.iter().map(|fault| format!("\n  {}", fault.words(option))).collect()
    }
}

impl Fault {
    fn words(&self, option: &dyn Fn(&str) -> String) -> String {
        match self {
            Self::Part(name, fault) => format!("'{name}' {fault}"),
            Self::OtherJob(name, changes) => {
                let words: Vec<_> = changes.iter().map(|it| it.words_of_part(option)).collect();
                format!("'{name}' is of another job: {}", words.join("; "))
            }
            Self::OtherOutput { name, output, others } => {
                format!(
                    "'{name}' is output {output} of its run, and the others are output {others}"
                )
            }
            Self::Twice([one, other], shard) => {
                format!("'{one}' and '{other}' are both part {shard}")
            }
            Self::Missing { first, last, count } if first == last => {
                format!("part {first}/{count} is missing")
            }
            Self::Missing { first, last, count } => {
                format!("parts {first}/{count} to {last}/{count} are missing")
            }
            Self::OtherFormat { output, wanted, found: Some(found) } => {
                format!("'{output}' would be {wanted}, and the parts are {found}")
            }
            Self::OtherFormat { output, wanted, found: None } => format!(
                "'{output}' would be {wanted}, and the names of the parts stand for no format: give it their extension"
            ),
        }
    }
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&str::to_owned))
    }
}

impl std::error::Error for JoinError {}
