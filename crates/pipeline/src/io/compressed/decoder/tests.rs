//! Compares decoding in parallel with the decoders of other crates: whole, damaged, cut and mixed
//! inputs.

use std::io::{Cursor, Read, Write};

use super::{Codec, Decoder};
use crate::io::compressed::compressor::Method;
use batchdoku_testkit::assert_same;

/// Returns lines of digits that all differ, so that a misplaced piece shows.
fn text(lines: usize) -> Vec<u8> {
    let line = |n: usize| format!("{:081}\n", (n as u128 + 1).pow(5));
    (0..lines).flat_map(|n| line(n).into_bytes()).collect()
}

/// Returns the decoded text, and the error after it if there is one.
fn decode(codec: Codec, bytes: &[u8], threads: usize) -> (Vec<u8>, Result<(), String>) {
    let mut decoder = Decoder::new(codec, Box::new(Cursor::new(bytes.to_vec())), threads).unwrap();
    let mut text = Vec::new();
    let result = decoder.read_to_end(&mut text);
    (text, result.map(|_| ()).map_err(|error| error.to_string()))
}

fn assert_decoded(codec: Codec, bytes: &[u8], expected: &[u8], what: &str) {
    for threads in [0, 1, 3] {
        let (text, result) = decode(codec, bytes, threads);
        assert_eq!(result, Ok(()), "{what}");
        assert_same(expected, text, what);
    }
}

/// Returns an ordinary gzip member.
fn member(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Returns blocks as this program writes them, with the end of a complete file.
fn blocks(codec: Codec, text: &[u8], block: usize) -> Vec<u8> {
    let method = Method::new(codec, None).unwrap();
    let mut compressor = method.compressor().unwrap();
    let (mut bytes, mut lengths) = (Vec::new(), Vec::new());
    for text in text.chunks(block) {
        let before = bytes.len();
        compressor.compress(text, &mut bytes).unwrap();
        lengths.push(((bytes.len() - before) as u32, text.len() as u32));
    }
    bytes.extend(method.end(&lengths).unwrap());
    bytes
}

/// Returns a Zstandard frame without the length of its text in its header.
fn streamed_frame(text: &[u8], window_log: u32) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(window_log).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn frames_of_every_kind() {
    let all = text(60_000);
    let half = all.len() / 2;
    let (first, second) = all.split_at(half);
    let gzip = |text| blocks(Codec::Gzip, text, 100_000);
    let zstd = |text, block| blocks(Codec::Zstd, text, block);
    let skippable = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3];
    for (what, codec, bytes) in [
        ("members with lengths", Codec::Gzip, gzip(&all)),
        ("two files of them", Codec::Gzip, [gzip(first), gzip(second)].concat()),
        ("one member", Codec::Gzip, member(&all)),
        ("members", Codec::Gzip, [member(first), member(second)].concat()),
        ("then without", Codec::Gzip, [gzip(first), member(second)].concat()),
        ("then with", Codec::Gzip, [member(first), gzip(second)].concat()),
        ("zeros between and after", Codec::Gzip, {
            [gzip(first), vec![0; 200_000], gzip(second), vec![0; 512]].concat()
        }),
        ("small frames", Codec::Zstd, zstd(&all, 10_000)),
        ("large frames", Codec::Zstd, zstd(&all, 3 << 20)),
        ("two files", Codec::Zstd, [zstd(first, 1 << 20), zstd(second, 1 << 18)].concat()),
        ("no lengths", Codec::Zstd, {
            [streamed_frame(first, 20), skippable.to_vec(), streamed_frame(second, 10)].concat()
        }),
        ("skippable only", Codec::Zstd, [&skippable[..], &skippable].concat()),
    ] {
        let expected = if what == "skippable only" { &[] } else { &all[..] };
        assert_decoded(codec, &bytes, expected, what);
    }
    // This frame is longer than those decoded as a whole.
    let long = text(500_000);
    assert_decoded(Codec::Zstd, &blocks(Codec::Zstd, &long, long.len()), &long, "one frame");
    let frame = streamed_frame(&long, 20);
    assert_decoded(
        Codec::Zstd,
        &[frame, blocks(Codec::Zstd, &all, 9999)].concat(),
        &[long, all].concat(),
        "then others",
    );
}

#[test]
fn an_input_that_is_cut_is_an_error_after_all_that_can_be_decoded() {
    let all = text(5000);
    for codec in [Codec::Gzip, Codec::Zstd] {
        let bytes = blocks(codec, &all, 70_000);
        let mut most = 0;
        for cut in (1..bytes.len()).step_by(bytes.len() / 150).chain([bytes.len() - 1]) {
            let (text, result) = decode(codec, &bytes[..cut], 2);
            assert!(all.starts_with(&text), "{codec} {cut}");
            assert!(text.len() >= most, "{codec} {cut}");
            most = text.len();
            let words = format!("unexpected end of the {codec} data");
            assert_eq!(result, Err(words), "{cut} of {}", bytes.len());
        }
        assert_eq!(most, all.len(), "{codec}");
    }
    // The cut is between two members, so only the missing end shows that there were more.
    let bytes = blocks(Codec::Gzip, &all, 70_000);
    let first = usize::from(u16::from_le_bytes([bytes[16], bytes[17]])) + 1;
    let (text, result) = decode(Codec::Gzip, &bytes[..first], 1);
    assert!(all.starts_with(&text));
    assert_ne!(text.len(), 0);
    assert_eq!(result, Err("unexpected end of the gzip data".into()));
}

#[test]
fn damage_is_an_error_or_none_at_all() {
    let all = text(5000);
    let mut random = 1_u64;
    for codec in [Codec::Gzip, Codec::Zstd] {
        let whole = blocks(codec, &all, 70_000);
        let mut failed = 0;
        for _ in 0..400 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (random >> 33) as usize % whole.len();
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (random >> 60 & 7);
            let (text, result) = decode(codec, &bytes, 2);
            failed += usize::from(result.is_err());
            // Fields that no decoder uses may be damaged: the time, the system, the table at the
            // end.
            match result {
                Ok(_) => assert_same(&all, &text, format_args!("{codec}, byte {at} damaged")),
                Err(_) => assert!(text.len() <= all.len() + 70_000, "{codec}, byte {at} damaged"),
            }
        }
        assert!(failed > 380, "{codec}: {failed}");
    }
}

#[test]
fn frames_that_lie_about_their_length() {
    let all = text(1000);
    // A member that claims 1 byte, or the maximum.
    for length in [1_u32, u32::MAX] {
        let mut bytes = blocks(Codec::Gzip, &all[..60_000], 60_000);
        let end = usize::from(u16::from_le_bytes([bytes[16], bytes[17]])) + 1;
        bytes[end - 4..end].copy_from_slice(&length.to_le_bytes());
        let (_, result) = decode(Codec::Gzip, &bytes, 1);
        assert!(result.unwrap_err().starts_with("bad gzip data"), "{length}");
    }
    // A frame of a few bytes that claims 2^60 and has no block.
    let mut bytes = vec![0x28, 0xB5, 0x2F, 0xFD, 0xE0];
    bytes.extend((1_u64 << 60).to_le_bytes());
    bytes.extend([1, 0, 0]);
    assert!(decode(Codec::Zstd, &bytes, 1).1.is_err());
    // A frame whose blocks have more than it claims.
    let mut bytes = blocks(Codec::Zstd, &all, all.len());
    assert_eq!(bytes[4] >> 6, 2, "a length of 4 bytes");
    let at = if bytes[4] >> 5 & 1 == 1 { 5 } else { 6 };
    bytes[at..at + 4].copy_from_slice(&1000_u32.to_le_bytes());
    let (text, result) = decode(Codec::Zstd, &bytes, 1);
    assert!(result.is_err(), "{result:?}");
    assert!(all.starts_with(&text));
}

#[test]
fn rubbish_after_the_end() {
    let all = text(3000);
    for codec in [Codec::Gzip, Codec::Zstd] {
        let bytes = [blocks(codec, &all, 50_000), b"rubbish, and more of it".into()].concat();
        let (text, result) = decode(codec, &bytes, 2);
        assert_same(&all, &text, codec);
        assert!(result.unwrap_err().starts_with(&format!("bad {codec} data")));
    }
}

#[test]
fn much_text_of_few_bytes_waits_to_be_used() {
    // 200 frames of 8 MiB: the text decoded ahead is bounded, and nothing is lost.
    let frame = blocks(Codec::Zstd, &vec![b'\n'; 8 << 20], 8 << 20);
    let bytes = frame.repeat(200);
    let mut decoder = Decoder::new(Codec::Zstd, Box::new(Cursor::new(bytes)), 4).unwrap();
    let mut buffer = vec![0; 1 << 20];
    let mut total = 0;
    loop {
        let length = decoder.read(&mut buffer).unwrap();
        assert!(super::lock(&decoder.budget.bytes).unwrap() <= super::MAX_DECODED);
        total += length;
        if length == 0 {
            break;
        }
    }
    assert_eq!(total, 200 * (8 << 20));
}

#[test]
fn a_decoder_that_is_dropped_ends_its_threads() {
    let bytes = blocks(Codec::Zstd, &text(100_000), 1 << 20).repeat(50);
    let mut decoder = Decoder::new(Codec::Zstd, Box::new(Cursor::new(bytes)), 2).unwrap();
    decoder.read_exact(&mut [0; 100]).unwrap();
    let unused = std::sync::Arc::downgrade(&decoder.budget);
    drop(decoder);
    let start = std::time::Instant::now();
    while unused.strong_count() > 0 {
        assert!(start.elapsed().as_secs() < 300, "its threads still run");
        std::thread::yield_now();
    }
}
