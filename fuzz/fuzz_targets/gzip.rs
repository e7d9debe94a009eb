//! Gzip: what the crate `flate2` can decode is decoded to the same bytes, and what is encoded can be.
#![no_main]

use std::io::Read;

use batchdoku::pipeline::Codec;
use batchdoku_pipeline::{decoded, encoded};
use libfuzzer_sys::fuzz_target;

/// A longer result is not compared.
const MOST: u64 = 1 << 20;

fn reference(data: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut all = Vec::new();
    flate2::read::MultiGzDecoder::new(data).take(MOST).read_to_end(&mut all)?;
    Ok(all)
}

fuzz_target!(|data: &[u8]| {
    if data.starts_with(b"\x1F\x8B") {
        let found = decoded(data.to_vec(), MOST);
        match reference(data) {
            Ok(expected) => assert_eq!(found.expect("as flate2"), expected),
            // Zeros after the end are padding.
            Err(_) if data.ends_with(b"\0") => {}
            Err(error) => assert!(found.is_err(), "flate2: {error}"),
        }
    }
    let Some((&choice, data)) = data.split_first() else { return };
    let size = 1 + usize::from(choice) * 50;
    let written = encoded(Codec::Gzip, data.chunks(size), true).expect("encoded");
    assert_eq!(reference(&written).expect("as flate2"), data);
    assert_eq!(decoded(written.clone(), u64::MAX).expect("decoded"), data);
    let cut = usize::from(choice) * written.len() / 256;
    assert!(cut < 2 || decoded(written[..cut].to_vec(), u64::MAX).is_err(), "truncated");
    let torn = encoded(Codec::Gzip, data.chunks(size), false).expect("encoded");
    assert!(torn.len() < 2 || decoded(torn, u64::MAX).is_err(), "the output of a failed job");
});
