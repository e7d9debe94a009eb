//! The kinds of compression, and the extensions that stand for them.

use std::path::Path;

use batchdoku_base::named;

/// A compression of files and streams.
///
/// ```
/// use batchdoku::pipeline::Codec;
/// assert_eq!("zstd".parse(), Ok(Codec::Zstd));
/// assert_eq!(Codec::Zstd.to_string(), "zstd");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Codec {
    /// No compression.
    None,
    /// Gzip (RFC 1952).
    Gzip,
    /// Zstandard (RFC 8878).
    Zstd,
    /// Snappy, inside Parquet only.
    Snappy,
    /// LZ4, inside Parquet and Arrow only.
    Lz4,
}

named!(Codec { None = "none", Gzip = "gzip", Zstd = "zstd", Snappy = "snappy", Lz4 = "lz4" });

impl Codec {
    /// Returns the codec that the extension of a file name stands for: `.gz` or `.zst`.
    pub fn of_name(path: &Path) -> Self {
        match path.extension() {
            Some(extension) if extension.eq_ignore_ascii_case("gz") => Self::Gzip,
            Some(extension) if extension.eq_ignore_ascii_case("zst") => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// The compression of an output, or of the pages inside it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compression {
    /// The codec; if `None`, that of the name of the output, or the usual codec of pages in its
    /// format.
    pub codec: Option<Codec>,
    /// The level; the default of the codec if `None`.
    pub level: Option<i32>,
}
