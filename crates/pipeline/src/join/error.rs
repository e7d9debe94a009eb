//! The faults of files that are to be joined.

use std::fmt;

use crate::Change;

/// All that is wrong with files that are to be joined.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinError(pub(super) Vec<Fault>);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fault {
    /// A part of another job, with the differences.
    OtherJob(String, Vec<Change>),
    /// Anything else, in words.
    Words(String),
}

impl JoinError {
    /// Returns the faults in words, each on a line of its own, with options as `option` spells the names of their
    /// fields.
    pub fn words(&self, option: &dyn Fn(&str) -> String) -> String {
        let words = self.0.iter().map(|fault| match fault {
            Fault::OtherJob(name, changes) => {
                let words: Vec<_> = changes.iter().map(|it| it.words_of_part(option)).collect();
                format!("\n  '{name}' is of another job: {}", words.join("; "))
            }
            Fault::Words(words) => format!("\n  {words}"),
        });
        words.collect()
    }
}

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(&str::to_owned))
    }
}

impl std::error::Error for JoinError {}
