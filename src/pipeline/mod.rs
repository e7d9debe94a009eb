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

mod error;
pub mod io;
mod job;
mod numbered;
mod ordered;
pub mod report;

use std::sync::atomic::{AtomicBool, Ordering};

pub use error::Error;
pub(crate) use io::cut_near;
pub use io::{
    Buffer, Bytes, Chunk, ChunkRef, Codec, Input, OnOpen, Output, OutputFile, PairedSource, Source,
    SourceOptions,
};
pub use job::Job;
pub use ordered::{
    ChunkOutput, ChunkProcessor, ChunkReport, OnDiagnostic, Task, TaskProcessor, TaskSource, run,
};
pub use report::{Diagnostic, DiagnosticKind, JobCounts, Progress, Rejects};

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
