//! Zip archives: whatever they hold, they are unpacked or refused; what is packed is unpacked, and damage is noticed.
#![no_main]

use std::io::Write;

use batchdoku_pipeline::unpacked;
use flate2::{Compression, write::DeflateEncoder};
use libfuzzer_sys::fuzz_target;
use rawzip::{CompressionMethod, ZipArchiveWriter};

/// Longer texts are refused.
const MOST: u64 = 1 << 20;

fn packed(is_stored: bool, text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = ZipArchiveWriter::new(&mut bytes);
    let method = if is_stored { CompressionMethod::STORE } else { CompressionMethod::DEFLATE };
    let file = archive.new_file("puzzles.txt").compression_method(method);
    let (mut entry, config) = file.start().expect("started");
    let descriptor = if is_stored {
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text).expect("written");
        writer.finish().expect("finished").1
    } else {
        let mut writer = config.wrap(DeflateEncoder::new(&mut entry, Compression::fast()));
        writer.write_all(text).expect("written");
        let (encoder, descriptor) = writer.finish().expect("finished");
        encoder.finish().expect("finished");
        descriptor
    };
    entry.finish(descriptor).expect("finished");
    archive.finish().expect("finished");
    bytes
}

fuzz_target!(|data: &[u8]| {
    if let Ok(Some(text)) = unpacked(data, MOST) {
        assert!(text.len() as u64 <= MOST);
    }
    let [choice, place, change, text @ ..] = data else { return };
    let mut bytes = packed(choice % 2 == 0, text);
    assert_eq!(unpacked(&bytes, MOST).expect("as packed").as_deref(), Some(text));
    let at = usize::from(*place) * bytes.len() / 256;
    assert!(at < 4 || unpacked(&bytes[..at], MOST).is_err(), "truncated");
    bytes[at] ^= change;
    if at >= 4 {
        let found = unpacked(&bytes, MOST).unwrap_or_default();
        assert!(found.is_none_or(|found| found == *text), "damaged");
    }
});
