//! Compression: its kinds, how they are detected, and decoding.

use std::{
    fmt::Display,
    io::{self, BufRead, Read},
    path::Path,
};

use flate2::bufread::{GzDecoder, MultiGzDecoder};

use batchdoku_base::named;
use batchdoku_format::PageCodec;

/// Bytes that a decoder reads at a time.
pub(super) const READ: usize = 128 << 10;

/// A compression of files and streams.
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
    /// The codec of a file that starts with these bytes.
    pub(super) fn of_bytes(head: &[u8]) -> Self {
        match head {
            [0x1F, 0x8B, ..] => Self::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Self::Zstd,
            // A skippable frame: others follow.
            [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The codec that the extension of a file name means: `.gz` or `.zst`.
    pub fn of_name(path: &Path) -> Self {
        let is = |name| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(name));
        match (is("gz"), is("zst")) {
            (true, _) => Self::Gzip,
            (_, true) => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The same inside a file of record batches.
    pub(crate) fn of_pages(self) -> PageCodec {
        match self {
            Self::None => PageCodec::None,
            Self::Gzip => PageCodec::Gzip,
            Self::Zstd => PageCodec::Zstd,
            Self::Snappy => PageCodec::Snappy,
            Self::Lz4 => PageCodec::Lz4,
        }
    }

    /// The error of a file that cannot have this codec as a whole.
    pub(super) fn unsupported(self) -> io::Error {
        let words = format!("{self} is a compression inside Parquet and Arrow only");
        io::Error::new(io::ErrorKind::Unsupported, words)
    }
}

/// Decodes all frames in `bytes`.
pub(super) fn decode<'a>(codec: Codec, bytes: &'a [u8]) -> io::Result<Box<dyn Read + 'a>> {
    match codec {
        Codec::Gzip => Ok(Box::new(MultiGzDecoder::new(bytes))),
        Codec::Zstd => Ok(Box::new(zstd::Decoder::with_buffer(bytes)?)),
        _ => Err(codec.unsupported()),
    }
}

/// Decodes the first frame of `read` and takes no byte of the next.
pub(super) fn decode_frame<'a>(
    codec: Codec,
    read: &'a mut (impl BufRead + Send),
) -> io::Result<Box<dyn Read + Send + 'a>> {
    match codec {
        Codec::Gzip => Ok(Box::new(GzDecoder::new(read))),
        Codec::Zstd => Ok(Box::new(zstd::Decoder::with_buffer(read)?.single_frame())),
        _ => Err(codec.unsupported()),
    }
}

/// The error of a decoder of data with this name.
pub(super) fn named_error(name: impl Display, error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted => error,
        io::ErrorKind::UnexpectedEof => {
            io::Error::other(format!("unexpected end of the {name} data"))
        }
        _ => io::Error::other(format!("bad {name} data: {error}")),
    }
}
