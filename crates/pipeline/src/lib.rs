//! The pipeline: bytes in, bytes out, chunk by chunk, in input order.
//!
//! ```text
//! inputs ── Source ── chunks ──► workers, one per thread: read, solve, write ──► in order ── outputs
//!           files or             each with its own engine and buffers                   files or
//!           streams                                                                     streams
//! ```
//!
//! A worker gets one chunk at a time, a whole number of records, and knows neither where it lies in
//! the job nor the other workers. `run` puts the results back in order. Jobs share nothing but the
//! list of unfinished files, which [`Output::remove_temporary_files`] needs, and the handler for mapped files
//! that are truncated.
//!
//! The invariant: the bytes of the outputs are a function of the bytes of the inputs and of the
//! options alone. They do not depend on the number of threads, on the processor, on how the input
//! is read (mapped, by ranges, from a pipe, decoded), or on the pieces in which a pipe delivers it.
//! Chunks do depend on the last, so what a processor writes for a record must not depend on the
//! other records of its chunk.

mod control;
mod course;
mod error;
mod io;
mod job;
mod job_files;
mod numbered;
mod ordered;
mod report;
mod resume;
mod shard;
mod task;

pub use batchdoku_engine::batch::Threads;
pub use control::{Control, start_threads};
pub use course::Course;
pub use course::DiagnosticHandler;
pub use error::Error;
pub use io::OutputFile;
pub use io::finish_all;
pub use io::temporary_file_name;
pub use io::{Chunk, ChunkRef, Compression, Expanded, expand};
pub use io::{Codec, Input, Output};
pub use io::{OnOpen, Stamp, check_distinct};
#[cfg(fuzzing)]
pub use io::{decoded, encoded, unpacked};
pub use job::{CompleteOutputs, Job, Summary};
pub use ordered::ChunkOutput;
pub use ordered::run;
pub use report::BatchSection;
pub use report::DiagnosticKind;
pub use report::JobEnd;
pub use report::{Diagnostic, JobCounts, Progress};
#[cfg(fuzzing)]
pub use resume::rewritten_journal;
pub use resume::{JobPosition, OutputMark};
pub use shard::Shard;
pub use task::TaskProcessor;
pub use task::{ChunkProcessor, ChunkReport, Task, TaskSource};

#[cfg(test)]
extern crate batchdoku_engine as batchdoku;
#[cfg(test)]
#[path = "../../../testkit/mod.rs"]
mod testkit;
