//! The pipeline: bytes in, bytes out, chunk by chunk, in input order.
//!
//! ```text
//! inputs ── Source ── chunks ──► workers, one per thread: read, solve, write ──► in order ── outputs
//!           files or             each with its own engine and buffers                   files or
//!           streams                                                                     streams
//! ```
//!
//! A worker gets one chunk at a time, whole records, and knows neither its place in the job nor the other workers.
//! `ordered` puts the results back in order. Jobs share only the list of unfinished files, which
//! [`Output::remove_temporary_files`] needs, and the handler for mapped files that are truncated.
//!
//! The invariant: the bytes of the outputs are a function of the bytes of the inputs and of the options. They do not
//! depend on the number of threads, on the processor, on how the input is read (mapped, by ranges, from a pipe,
//! decoded), or on the pieces that a pipe delivers. Chunks do depend on these pieces, so the output for a record must
//! not depend on the other records of its chunk.

mod change;
mod chunk_sizer;
mod chunks;
mod control;
mod date;
mod error;
mod execute;
mod finished;
mod in_order;
mod io;
mod join;
mod marks;
mod numbering;
mod observer;
mod open_files;
mod ordered;
mod question;
mod record_range;
mod report;
mod resume;
mod run;
mod shard;
#[cfg(feature = "clap")]
pub mod size;
mod spec;
mod sync;

pub use batchdoku_engine::batch::Threads;
pub use batchdoku_format::{Codec, Compression, LayoutOptions};
pub use change::Change;
pub use chunks::{Chunk, ChunkJob, ChunkRef, ChunkWorker, Source};
pub use control::{Control, start_threads};
pub use date::civil_date;
pub use error::Error;
pub use execute::OpenedRun;
pub use finished::FinishedRun;
pub use io::{
    Expanded, Input, InputStamps, MapContract, Output, OutputFile, check_distinct, expand,
    file_type, finish_all, temporary_file_name, with_word,
};
#[cfg(fuzzing)]
pub use io::{decoded, encoded, unpacked};
pub use join::{JoinError, Parts};
pub use observer::{JobObserver, Notice};
pub use ordered::{ChunkOutput, ChunkReport, Task, TaskPlace, TaskSource};
pub use question::Question;
pub use record_range::{RangeJob, RangeWorker};
pub use report::{
    Diagnostic, DiagnosticKind, JobCounts, JobEnd, KnownRecord, Problems, Progress, Reason, RunEnd,
    Search, Searches, progress_of,
};
pub use resume::ResumeError;
#[cfg(fuzzing)]
pub use resume::rewritten_journal;
pub use run::Run;
pub use shard::{Shard, ShardError};
pub use spec::{
    DiskSpec, DroppedSpec, InputSpec, JobSpec, LayoutSpec, Needs, OutputSpec, PartSpec, RunSpec,
    decides_nothing,
};
pub use sync::lock;
