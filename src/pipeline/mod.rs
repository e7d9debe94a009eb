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
#[cfg(feature = "corpus")]
mod numbered;
mod ordered;
mod report;
mod resume;
mod shard;
mod task;

pub(crate) use control::{Control, Threads};
#[cfg(feature = "corpus")]
pub(crate) use course::Course;
pub(crate) use course::DiagnosticHandler;
pub use error::Error;
pub(crate) use io::OutputFile;
pub(crate) use io::finish_all;
#[cfg(feature = "corpus")]
pub(crate) use io::temporary_file_name;
pub(crate) use io::{Chunk, ChunkRef, Compression, Expanded, expand};
pub use io::{Codec, Input, Output};
pub(crate) use io::{OnOpen, Stamp, check_distinct};
#[cfg(fuzzing)]
pub use io::{decoded, encoded, unpacked};
pub(crate) use job::{CompleteOutputs, Job, Summary};
pub(crate) use ordered::ChunkOutput;
#[cfg(feature = "corpus")]
pub(crate) use ordered::run;
pub(crate) use report::BatchSection;
pub(crate) use report::DiagnosticKind;
pub(crate) use report::JobEnd;
pub use report::{Diagnostic, JobCounts, Progress};
#[cfg(fuzzing)]
pub use resume::rewritten_journal;
pub(crate) use resume::{JobPosition, OutputMark};
pub(crate) use shard::Shard;
#[cfg(feature = "corpus")]
pub(crate) use task::TaskProcessor;
pub(crate) use task::{ChunkProcessor, ChunkReport, Task, TaskSource};
