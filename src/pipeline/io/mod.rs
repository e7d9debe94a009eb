//! Bytes in and out: inputs as chunks, outputs as files that appear when they are complete.

mod codec;
mod input;
mod output;
mod pairs;
mod stream;

pub use codec::Codec;
pub(crate) use input::cut_near;
pub use input::{Bytes, Chunk, ChunkRef, Input, OnOpen, Source, SourceOptions};
pub use output::{Output, OutputFile};
pub use pairs::PairedSource;
pub use stream::Buffer;
