//! Bytes in and out: inputs as chunks, outputs as files that appear when they are complete.
//!
//! ```text
//! Input ── Source ──┬── InputFile   a regular file: ranges, mapped or read by the workers
//!                   ├── BatchInput  Parquet and Arrow
//!                   └── Stream      a pipe: read by whoever takes a chunk
//!                         Decoder   compressed: decoded ahead, frames in parallel
//!                         JsonElements  a JSON array: a line for each element
//! Output ─ OutputFile ┬ PendingFile  a file, renamed when it is complete
//!                     ├ Encoder      compressed, block by block, by the workers
//!                     └ Redirected   standard output
//! ```

#[cfg(feature = "parquet")]
mod batches;
mod buffer;
mod chunk;
mod codec;
mod compressor;
mod decoder;
mod encoder;
mod folder;
mod frames;
mod identity;
#[cfg(fuzzing)]
mod in_memory;
mod input;
mod input_file;
mod json_elements;
mod lines_before;
mod mapped;
mod name;
mod opened;
mod output;
mod pairs;
mod part;
mod pending_file;
mod platform;
mod source;
mod stream;
mod unpack;
mod zip;

pub(crate) use chunk::ReadingWorker;
pub use chunk::{Chunk, ChunkJob, ChunkRef, ChunkWorker};
pub(crate) use codec::codec_of;
pub(crate) use encoder::Encoder;
pub use folder::{Expanded, expand};
pub use identity::{InputStamps, check_distinct};
#[cfg(fuzzing)]
pub use in_memory::{decoded, encoded, unpacked};
pub use input::Input;
pub(crate) use input::Opened;
pub(crate) use lines_before::LinesBefore;
pub(crate) use output::finish_all_after;
pub use output::{Output, OutputFile, finish_all};
pub(super) use pairs::PairedSource;
pub use pending_file::temporary_file_name;
pub(crate) use pending_file::{
    follow_links as target_of, open_hidden_locked, partial_path, read_hidden, rename_partial,
    sync_folder_of, sync_from,
};
pub(super) use platform::regular;
pub use source::Source;
