//! Bytes in and out: inputs that are opened and read, and outputs as files that appear when they are complete. This
//! module does not know records or tasks.
//!
//! ```text
//! read        Input ─── InputFile     a regular file: ranges, mapped or read by the workers
//!                   └── Stream        a pipe: read by whoever takes a chunk
//!                         JsonElements  a JSON array: a line for each element
//!                         Transposed    an array in Fortran order: record by record
//! write       Output ── OutputFile ── PendingFile  a file, renamed when it is complete
//! compressed  Decoder   decoded ahead, frames in parallel;   Encoder   block by block, by the workers
//! ```

mod any_path;
mod buffer;
mod compressed;
mod folder;
mod identity;
#[cfg(fuzzing)]
mod in_memory;
mod name;
mod platform;
mod read;
mod write;

pub(crate) use buffer::Buffer;
pub(crate) use compressed::{codec::codec_of, encoder::Encoder, unpack};
pub use folder::{Expanded, expand};
pub use identity::{InputStamps, check_distinct};
#[cfg(fuzzing)]
pub use in_memory::{decoded, encoded, unpacked};
pub use name::with_word;
pub(crate) use platform::regular;
pub use read::input::{Input, MapContract};
pub(crate) use read::{
    fortran::Transposed,
    input::Opened,
    input_file::{InputFile, check_length},
    line_offset::{LineOffset, Uncounted},
    part::{self, ShardRange},
    stream::{HEAD, Stream},
};
pub(crate) use write::{
    complete_files::CompleteFiles,
    output::SecondHalves,
    pending_file::{
        PARTIAL, follow_links as target_of, open_hidden_locked, partial_path, read_hidden,
        rename_partial, sync_folder_of, sync_from, temporary_copy,
    },
};
pub use write::{
    complete_files::finish_all,
    output::{Output, OutputFile, file_type},
    pending_file::temporary_file_name,
};
