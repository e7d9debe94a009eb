//! Codecs: detection and decoding.

use std::{
    fmt::Display,
    io::{self, BufRead, Read},
};

use flate2::bufread::{GzDecoder, MultiGzDecoder};

use batchdoku_format::Codec;

/// The number of bytes that a decoder reads at a time.
pub(crate) const READ: usize = 128 << 10;

/// Returns the codec of a file that starts with these bytes.
pub(crate) fn codec_of(head: &[u8]) -> Codec {
    match head {
        [0x1F, 0x8B, ..] => Codec::Gzip,
        // A skippable frame, which other frames follow.
        [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Codec::Zstd,
        _ => Codec::None,
    }
}

/// Returns the error for a file with a codec that is not supported.
pub(crate) fn unsupported(codec: Codec) -> io::Error {
    let formats = if codec == Codec::Snappy { "Parquet" } else { "Parquet and Arrow" };
    let words = format!("{codec} is a compression inside {formats} only");
    io::Error::new(io::ErrorKind::Unsupported, words)
}

pub(crate) fn decode<'a>(codec: Codec, bytes: &'a [u8]) -> io::Result<Box<dyn Read + 'a>> {
    match codec {
        Codec::Gzip => Ok(Box::new(MultiGzDecoder::new(bytes))),
        Codec::Zstd => Ok(Box::new(zstd::Decoder::with_buffer(bytes)?)),
        _ => Err(unsupported(codec)),
    }
}

/// Decodes the first frame of `read`, without taking a byte of the next frame.
pub(crate) fn decode_frame<'a>(
    codec: Codec,
    read: &'a mut (impl BufRead + Send),
) -> io::Result<Box<dyn Read + Send + 'a>> {
    match codec {
        Codec::Gzip => Ok(Box::new(GzDecoder::new(read))),
        Codec::Zstd => Ok(Box::new(zstd::Decoder::with_buffer(read)?.single_frame())),
        _ => Err(unsupported(codec)),
    }
}

/// Returns an error of a decoder with the name of the data.
pub(crate) fn named_error(name: impl Display, error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted => error,
        io::ErrorKind::UnexpectedEof => {
            io::Error::other(format!("unexpected end of the {name} data"))
        }
        _ => io::Error::other(format!("bad {name} data: {error}")),
    }
}
