//! Compressed bytes: gzip, zstd and others, decoded ahead, encoded block by block; and zip archives.

pub(super) mod codec;
pub(super) mod compressor;
pub(super) mod decoder;
pub(super) mod encoder;
mod frames;
pub(crate) mod unpack;
pub(super) mod zip;
