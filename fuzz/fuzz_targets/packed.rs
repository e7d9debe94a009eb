//! Packed inputs: whatever they hold, they are unpacked or refused; what other programs pack is unpacked, and damage is
//! noticed.
#![no_main]

use std::io::Write;

use batchdoku_pipeline::unpacked;
use libfuzzer_sys::fuzz_target;

/// Longer texts are refused.
const MOST: u64 = 1 << 20;

fn packed(kind: u8, text: &[u8]) -> Vec<u8> {
    if kind % 2 == 0 {
        let options = lzma_rust2::XzOptions::with_preset(0);
        let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).expect("a writer");
        writer.write_all(text).expect("written");
        return writer.finish().expect("finished");
    }
    let mut writer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    writer.write_all(text).expect("written");
    writer.finish().expect("finished")
}

fuzz_target!(|data: &[u8]| {
    if let Ok(Some(text)) = unpacked(data, MOST) {
        assert!(text.len() as u64 <= MOST);
    }
    let [choice, place, change, text @ ..] = data else { return };
    let mut bytes = packed(*choice, text);
    assert_eq!(unpacked(&bytes, MOST).expect("as packed").as_deref(), Some(text));
    let at = usize::from(*place) * bytes.len() / 256;
    assert!(at < 4 || unpacked(&bytes[..at], MOST).is_err(), "truncated");
    bytes[at] ^= change;
    if at >= 4 {
        let found = unpacked(&bytes, MOST).unwrap_or_default();
        assert!(found.is_none_or(|found| found == *text), "damaged");
    }
});
