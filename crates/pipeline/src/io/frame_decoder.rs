//! Decoding of whole frames in memory, faster than by a stream.

use super::codec::Codec;

/// Decodes frames, one at a time.
pub(super) enum FrameDecoder {
    Gzip(libdeflater::Decompressor),
    Zstd(zstd::bulk::Decompressor<'static>),
    /// None: frames are decoded as streams.
    Streams,
}

impl FrameDecoder {
    pub(crate) fn new(codec: Codec) -> Self {
        match codec {
            Codec::Gzip => Self::Gzip(libdeflater::Decompressor::new()),
            Codec::Zstd => zstd::bulk::Decompressor::new().map_or(Self::Streams, Self::Zstd),
            _ => Self::Streams,
        }
    }

    /// Decodes a frame to the start of `text`, and returns the length of its text; `None` if it is
    /// damaged or its text is longer.
    pub(super) fn decode(&mut self, frame: &[u8], text: &mut [u8]) -> Option<usize> {
        let _ = (frame, &text);
        match self {
            Self::Gzip(decoder) => decoder.gzip_decompress(frame, text).ok(),
            Self::Zstd(decoder) => decoder.decompress_to_buffer(frame, text).ok(),
            Self::Streams => None,
        }
    }
}
