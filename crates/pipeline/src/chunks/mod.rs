//! Inputs as the tasks of a job: chunks of whole records, of any format.
//!
//! ```text
//! Source ──┬── OpenedInput ──┬── a range of a file, read or mapped by the worker
//!          │                 ├── a piece of a stream
//!          │                 └── BatchInput  rows of Parquet and Arrow
//!          └── PairedSource      chunks of two inputs, line by line
//! ```

#[cfg(feature = "parquet")]
mod batches;
mod chunk;
mod open;
mod pairs;
mod source;

pub use chunk::{Chunk, ChunkJob, ChunkRef, ChunkWorker};
pub(crate) use pairs::PairedSource;
pub use source::Source;
