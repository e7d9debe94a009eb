//! Codecs and packed files on bytes in memory, for the fuzz targets.

use std::{
    io::{self, Cursor, Read, Seek, Write},
    mem,
    sync::{Arc, Mutex},
};

use crate::{
    io::{
        compressed::{
            codec::codec_of, compressor::Method, decoder::Decoder, encoder::Encoder, zip,
        },
        read::{input::Input, stream::TextReader},
    },
    sync::lock,
};
use batchdoku_format::Codec;

/// Decodes compressed bytes with one thread, or with two, and takes the first `max_bytes` bytes of the result.
///
/// # Errors
/// If they cannot be decoded.
pub fn decoded(bytes: Vec<u8>, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    let codec = codec_of(&bytes);
    let threads = usize::from(bytes.len() % 2 == 1);
    let decoder = Decoder::new(codec, Box::new(Cursor::new(bytes)), threads)?;
    decoder.take(max_bytes).read_to_end(&mut all)?;
    Ok(all)
}

/// Returns the text of a zip archive with these bytes; `None` if they are no archive.
///
/// # Errors
/// If it cannot be unpacked, or has more than `max_bytes` bytes.
pub fn unpacked(bytes: &[u8], max_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    if !zip::is_archive(bytes) {
        return Ok(None);
    }
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    let mut text = Vec::new();
    TextReader::new(&file, &Input::stdin().max_expand(max_bytes), 0)?.read_to_end(&mut text)?;
    Ok(Some(text))
}

/// Encodes `pieces`, one after the other; unless `is_complete`, without the end, as a failed job leaves it.
///
/// # Errors
/// If they cannot be encoded.
pub fn encoded<'a>(
    codec: Codec,
    pieces: impl IntoIterator<Item = &'a [u8]>,
    is_complete: bool,
) -> io::Result<Vec<u8>> {
    let sink = Sink::default();
    let encoder = Encoder::new(Method::new(codec, None)?, Box::new(sink.clone()))?;
    pieces.into_iter().try_for_each(|piece| encoder.write(piece))?;
    if is_complete {
        encoder.finish()?;
    }
    drop(encoder);
    let bytes = mem::take(&mut *lock(&sink.0));
    Ok(bytes)
}

/// Collects all bytes that are written; clones share it.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
