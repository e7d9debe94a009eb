//! The pipeline: bytes in, bytes out, chunk by chunk, in input order, without global state.
//!
//! ```text
//! inputs ── Source ── chunks ──► workers, one per thread: read, solve, write ──► in order ── outputs
//!           files or             each with its own engine and buffers                   files or
//!           streams                                                                     streams
//! ```
//!
//! A worker gets one chunk at a time, a whole number of records, and knows neither where it lies in
//! the job nor the other workers. [`run`] puts the results back in order.
//!
//! The invariant: the bytes of the outputs are a function of the bytes of the inputs and of the
//! options alone. They do not depend on the number of threads, on the processor, on how the input
//! is read (mapped, by ranges, from a pipe, decoded), or on the pieces in which a pipe delivers it.
//! Chunks do depend on the last, so what a processor writes for a record must not depend on the
//! other records of its chunk.

mod control;
mod error;
pub mod io;
mod job;
mod numbered;
mod ordered;
pub mod report;
mod task;

pub use control::{Control, Threads};
pub use error::Error;
pub use io::{
    Chunk, ChunkRef, Codec, Input, OnOpen, Output, OutputFile, PairedSource, Source, SourceOptions,
    remove_temporary_files,
};
pub use job::{Job, Summary, SummaryText};
pub use ordered::{ChunkOutput, OnDiagnostic, run};
pub use report::{Diagnostic, DiagnosticKind, JobCounts, JobEnd, Progress, Rejects};
pub use task::{ChunkProcessor, ChunkReport, Task, TaskProcessor, TaskSource};
