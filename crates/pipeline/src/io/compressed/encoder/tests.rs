//! Tests outputs that hold bytes back, that fail, or that a later run continues.

use std::io::Read;

use super::*;
use crate::io::compressed::decoder::Decoder;
use batchdoku_format::Codec;

/// Bytes that others see only after a flush, as with a buffer.
#[derive(Clone, Default)]
struct Held {
    /// All bytes written, and the number of bytes flushed.
    bytes: Arc<Mutex<(Vec<u8>, usize)>>,
}

impl Held {
    fn seen(&self) -> Vec<u8> {
        let (bytes, flushed) = &*lock(&self.bytes);
        bytes[..*flushed].to_vec()
    }
}

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.bytes).0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let (bytes, flushed) = &mut *lock(&self.bytes);
        *flushed = bytes.len();
        Ok(())
    }
}

/// Fails with this error on each write.
struct Failing<F>(F);

impl<F: FnMut() -> io::Error> Write for Failing<F> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err((self.0)())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn methods() -> [(Codec, Method); 2] {
    [Codec::Gzip, Codec::Zstd].map(|codec| (codec, Method::new(codec, None).unwrap()))
}

/// Returns text of `blocks` whole blocks and a part of one.
fn text(method: Method, blocks: usize) -> Vec<u8> {
    let numbers = (0_u64..).flat_map(|number| number.pow(3).to_string().into_bytes());
    numbers.take(blocks * method.block() + 1000).collect()
}

/// Returns the flushed bytes of an encoded text.
fn encoded(method: Method, text: &[u8]) -> Vec<u8> {
    let held = Held::default();
    let encoder = Encoder::new(method, Box::new(held.clone())).unwrap();
    encoder.write(text).unwrap();
    encoder.finish().unwrap();
    held.seen()
}

fn decoded(codec: Codec, bytes: Vec<u8>) -> Vec<u8> {
    let mut decoder = Decoder::new(codec, Box::new(io::Cursor::new(bytes)), 0).unwrap();
    let mut text = Vec::new();
    decoder.read_to_end(&mut text).unwrap();
    text
}

#[test]
fn all_is_flushed_at_the_end() {
    for (codec, method) in methods() {
        let text = text(method, 0);
        assert!(decoded(codec, encoded(method, &text)) == text, "{codec}");
    }
}

/// An output that ends early is flushed, too, so that it can be seen to be incomplete.
#[test]
fn an_output_that_is_dropped_ends_torn() {
    for (codec, method) in methods() {
        let held = Held::default();
        let encoder = Encoder::new(method, Box::new(held.clone())).unwrap();
        encoder.write(&text(method, 1)).unwrap();
        encoder.help().unwrap();
        drop(encoder);
        assert!(held.seen().ends_with(method.torn_end()), "{codec}");
    }
}

/// Each thread that calls after a failure gets the reason of the system, or the words.
#[test]
fn a_failure_keeps_its_reason() {
    let full = || io::Error::from_raw_os_error(28);
    let words = || io::Error::other("the tape is torn");
    let makes: [fn() -> io::Error; 2] = [full, words];
    for (_, method) in methods() {
        for make in makes {
            let encoder = Encoder::new(method, Box::new(Failing(make))).unwrap();
            encoder.write(&text(method, 0)).unwrap();
            let expected = make();
            for found in [encoder.finish(), encoder.write(b"more"), encoder.finish()] {
                let found = found.unwrap_err();
                assert_eq!(found.to_string(), expected.to_string());
                assert_eq!(found.raw_os_error(), expected.raw_os_error());
            }
        }
    }
}

/// A run that is killed has written some blocks; the next run continues after them.
#[test]
fn what_is_continued_is_as_if_written_at_once() {
    for (codec, method) in methods() {
        let text = text(method, 2);
        let whole = encoded(method, &text);
        // Write only the first block.
        let first = Held::default();
        let encoder = Encoder::new(method, Box::new(first.clone())).unwrap();
        encoder.write(&text[..method.block()]).unwrap();
        while encoder.help().unwrap() {}
        let mark = encoder.mark(0);
        let mut bytes = lock(&first.bytes).0.clone();
        assert_eq!((mark.written, mark.stored), (method.block() as u64, bytes.len() as u64));
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&bytes).unwrap();
        let rest = Held::default();
        let encoder = Encoder::new(method, Box::new(rest.clone())).unwrap();
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&bytes);
        encoder.compress_more(&file, &mark, checksum).unwrap();
        encoder.write(&text[method.block()..]).unwrap();
        encoder.finish().unwrap();
        bytes.extend(rest.seen());
        assert!(bytes == whole, "{codec}: {} and {} bytes", bytes.len(), whole.len());
        assert_eq!(encoder.checksum(), Some(crc32fast::hash(&whole)), "{codec}");
        assert!(decoded(codec, bytes) == text, "{codec}");
    }
}
