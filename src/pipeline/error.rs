//! Why a job could not be done.

use std::io;

use super::JobCounts;

impl Error {
    /// Whether it only says that the reader of a pipe has gone away.
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write { cause, .. } if cause.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Why a job could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An input can't be opened.
    #[error("cannot open '{name}': {}", reason(cause))]
    Open {
        /// The input.
        name: String,
        /// Why.
        cause: io::Error,
    },
    /// An input can't be read.
    #[error("cannot read '{name}': {}", reason(cause))]
    Read {
        /// The input.
        name: String,
        /// Why.
        cause: io::Error,
    },
    /// A mapped input has changed under the job.
    #[error("cannot read the input: {0}")]
    Changed(io::Error),
    /// An input is not of the format that was asked for.
    #[error("cannot read '{name}': {cause}")]
    Format {
        /// The input.
        name: String,
        /// Why.
        cause: crate::format::FormatError,
    },
    /// An output can't be created.
    #[error("cannot create '{name}': {}", reason(cause))]
    Create {
        /// The output.
        name: String,
        /// Why.
        cause: io::Error,
    },
    /// An output can't be written.
    #[error("cannot write '{name}': {}", reason(cause))]
    Write {
        /// The output.
        name: String,
        /// Why.
        cause: io::Error,
    },
    /// No thread can be had.
    #[error("cannot start a thread: {0}")]
    Threads(String),
    /// The job was asked to stop at the first malformed record, and this is it.
    #[error("{0}")]
    Strict(String),
    /// An engine broke its promise; nothing wrong was written.
    #[error("internal error: the engine '{engine}' gave a wrong solution for {puzzle}")]
    Unsound {
        /// The engine.
        engine: &'static str,
        /// The puzzle.
        puzzle: String,
    },
    /// Something else made it senseless to go on.
    #[error("{0}")]
    Failed(String),
    /// A worker panicked.
    #[error("internal error: a worker panicked")]
    Panic,
    /// Another worker failed; its error is the one that counts.
    #[error("the job failed")]
    Abandoned,
    /// The job was stopped; what was done until then.
    #[error("interrupted")]
    Interrupted(JobCounts),
}

/// The text of an I/O error without its number, and without the path that is named already.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let end = [" (os error", " at path"].iter().filter_map(|noise| text.find(noise)).min();
    text[..end.unwrap_or(text.len())].to_owned()
}
