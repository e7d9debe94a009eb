//! Bytes in and out: inputs as chunks, outputs as files that appear when they are complete.
//!
//! ```text
//! Input ── Source ──┬── InputFile   a regular file: ranges, mapped or read by the workers
//!                   ├── BatchInput  Parquet and Arrow
//!                   └── Stream      a pipe: read by whoever takes a chunk
//!                         Decoder   compressed: decoded ahead, frames in parallel
//!                         JsonElements  a JSON array: a line for each element
//! Output ─ OutputFile ┬ Temporary   a file, renamed when it is complete
//!                     ├ Encoder     compressed, block by block, by the workers
//!                     └ Redirected  standard output
//! ```

#[cfg(feature = "parquet")]
mod batches;
mod buffer;
mod chunk;
mod codec;
mod compressor;
mod decoder;
mod encoder;
mod finish;
mod folder;
mod frame_decoder;
mod frames;
mod gzip;
mod head;
mod identity;
#[cfg(fuzzing)]
mod in_memory;
mod input;
mod input_file;
mod json_elements;
mod lasting;
mod lines_before;
mod mapped;
mod name;
mod opened;
mod output;
mod output_target;
mod overlong;
mod pairs;
mod part;
mod partial;
mod persist;
mod platform;
mod redirected;
mod source;
mod stream;
mod temporary;
mod unpack;
mod unused;
mod zip;

pub use chunk::{Chunk, ChunkRef};
pub use codec::Codec;
pub use compressor::Compression;
pub(super) use encoder::Encoder;
pub use finish::finish_all;
pub(crate) use finish::finish_all_after;
pub use folder::{Expanded, expand};
pub use identity::{Stamp, check_distinct};
#[cfg(fuzzing)]
pub use in_memory::{decoded, encoded, unpacked};
pub use input::Input;
pub(super) use input::regular;
pub(crate) use lasting::{create_lasting, partial_path, rename_partial, sync_folder_of, sync_from};
pub(crate) use lines_before::LinesBefore;
pub use opened::OnOpen;
pub(crate) use opened::SourceOptions;
pub use output::Output;
pub use output::OutputFile;
pub(super) use pairs::PairedSource;
pub(crate) use partial::OutputProgress;
pub(crate) use source::Source;
pub use temporary::temporary_file_name;
