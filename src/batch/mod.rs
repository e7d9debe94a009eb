//! The pipeline: bytes in, bytes out, by chunk, in input order, without global state.
//!
//! ```text
//! inputs ── Source ── chunks ──► workers (one a thread: read, solve, write) ──► in order ── sinks
//!           mapped or            each with its own engine and buffers               files, streams
//!           streamed
//! ```
//!
//! A worker sees one chunk at a time, a whole number of records, and knows neither its place in
//! the job nor the other workers. [`run`] puts the results back in order.

mod all;
mod check;
mod codec;
mod count;
mod each;
mod input;
mod job;
mod ordered;
mod output;
mod pairs;
mod problem;
mod produce;
mod searcher;
mod solve;
mod stream;
mod tally;

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
};

pub use all::AllWorker;
pub use check::{CheckWorker, Wrong, check};
pub use codec::Codec;
pub use count::CountWorker;
pub(crate) use each::for_each_grid;
pub use each::{EachWorker, Item, Refusal};
pub use input::{Bytes, Chunk, Input, OnOpen, Piece, Source, SourceOptions};
pub use job::Job;
pub use ordered::{Emit, Feed, OnProblem, Report, Task, Work, Worker, run};
pub use output::{Output, Sink};
pub use pairs::Pairs;
pub use problem::{Problem, ProblemKind, Rejects};
pub(crate) use searcher::Searcher;
pub use solve::{SolveOptions, SolveWorker, Solved, solve_lines};
pub use stream::Buffer;
pub use tally::{Progress, Tally};

/// What a job is run with: threads, a way to stop it, a way to watch it.
pub struct Control<'a> {
    /// The threads.
    pub pool: &'a rayon::ThreadPool,
    /// Stops the job soon after it turns true.
    pub stop: &'a AtomicBool,
    /// How far the job has come.
    pub progress: &'a Progress,
}

impl Control<'_> {
    /// Whether the job has been asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A pool of `threads` threads: 0 means one for each core, and no more are made than a machine
/// can use or will give.
///
/// # Errors
/// If not even one thread can be had.
pub fn thread_pool(threads: usize) -> Result<rayon::ThreadPool, Error> {
    const MOST: usize = 256;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut threads = if threads == 0 { cores } else { threads.min(MOST) };
    loop {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        match builder.thread_name(|index| format!("worker {index}")).build() {
            Ok(pool) => return Ok(pool),
            Err(_) if threads > 1 => threads /= 2,
            Err(error) => return Err(Error::Threads(error.to_string())),
        }
    }
}

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
    Interrupted(Tally),
}

/// The text of an I/O error without its number, and without the path that is named already.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let end = [" (os error", " at path"].iter().filter_map(|noise| text.find(noise)).min();
    text[..end.unwrap_or(text.len())].to_owned()
}
