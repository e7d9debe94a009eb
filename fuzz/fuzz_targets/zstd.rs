//! Zstandard: what the crate `zstd` can decode is decoded to the same bytes, and what is encoded can be.
#![no_main]

use std::io::Read;

use batchdoku::pipeline::Codec;
use batchdoku_pipeline::{decoded, encoded};
use libfuzzer_sys::fuzz_target;

/// A longer result is not compared.
const MOST: u64 = 1 << 20;

fn reference(data: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut all = Vec::new();
    zstd::Decoder::with_buffer(data)?.take(MOST).read_to_end(&mut all)?;
    Ok(all)
}

/// Decodes with the other decoder of that crate: one for frames in memory.
fn whole(data: &[u8]) -> std::io::Result<Vec<u8>> {
    zstd::bulk::decompress(data, MOST as usize)
}

/// Returns whether a frame names the dictionary 0 in one byte, as those before a table do: the table must follow.
fn announces_a_table(data: &[u8]) -> bool {
    let starts = data.windows(7).filter(|bytes| bytes.starts_with(b"\x28\xB5\x2F\xFD"));
    starts.into_iter().any(|bytes| {
        let descriptor = bytes[4];
        let is_single_segment = descriptor & 32 != 0;
        descriptor & 3 == 1 && bytes[if is_single_segment { 5 } else { 6 }] == 0
    })
}

fuzz_target!(|data: &[u8]| {
    if data.starts_with(b"\x28\xB5\x2F\xFD") {
        let found = decoded(data.to_vec(), MOST);
        match reference(data) {
            Ok(expected) => match found {
                Ok(found) => assert_eq!(found, expected),
                Err(error) if error.to_string().starts_with("unexpected end") => {
                    assert!(announces_a_table(data), "as zstd: {error}");
                }
                // A stream does not see that an empty last block is too little.
                Err(error) => assert!(whole(data).is_err(), "as zstd: {error}"),
            },
            // A stream has no room for a block that is longer than its window.
            Err(error) => assert!(
                found.as_ref().map_or(true, |found| found.len() as u64 == MOST)
                    || found.ok() == whole(data).ok(),
                "zstd: {error}"
            ),
        }
    }
    let Some((&choice, data)) = data.split_first() else { return };
    let size = 1 + usize::from(choice) * 50;
    let written = encoded(Codec::Zstd, data.chunks(size), true).expect("encoded");
    assert_eq!(reference(&written).expect("as zstd"), data);
    assert_eq!(decoded(written.clone(), u64::MAX).expect("decoded"), data);
    let cut = usize::from(choice) * written.len() / 256;
    // Four bytes tell the codec, and without the table at the end the frames are whole.
    let is_whole = cut < 4 || reference(&written[..cut]).is_ok();
    assert!(is_whole || decoded(written[..cut].to_vec(), u64::MAX).is_err(), "truncated");
    let torn = encoded(Codec::Zstd, data.chunks(size), false).expect("encoded");
    assert!(torn.len() < 2 || decoded(torn, u64::MAX).is_err(), "the output of a failed job");
});
