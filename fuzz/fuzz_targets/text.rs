//! One puzzle as text, also as candidates, and the names of options.
#![no_main]

use batchdoku::{Grid, engine::EngineKind, format::Format, pipeline::Codec, simd::SimdLevel};
use batchdoku_fuzz::pencilmarks;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match Grid::parse(data) {
        Ok(grid) => {
            assert_eq!(Grid::parse(grid.to_text().as_ref()).as_ref(), Ok(&grid));
            assert_eq!(grid.to_string().parse().as_ref(), Ok(&grid));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    // Fewer bytes stand for themselves again and again, with the digits of their places.
    if !data.is_empty() {
        let mut text: Vec<u8> = data.iter().copied().cycle().take(729).collect();
        for (place, byte) in text.iter_mut().enumerate() {
            if let b'1'..=b'9' = byte {
                *byte = b'1' + (place % 9) as u8;
            }
        }
        let again = pencilmarks(&text);
        assert_eq!(again.is_some(), text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.'));
        assert!(again.is_none_or(|again| pencilmarks(&again) == Some(again)));
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    assert_eq!(text.parse::<Grid>().ok(), Grid::parse(data).ok());
    if let Ok(name) = text.parse::<EngineKind>() {
        assert_eq!(name.to_string(), text);
    }
    if let Ok(name) = text.parse::<SimdLevel>() {
        assert_eq!(name.to_string(), text);
    }
    if let Ok(name) = text.parse::<Codec>() {
        assert_eq!(name.to_string(), text);
    }
    if let Ok(name) = text.parse::<Format>() {
        assert_eq!(name.to_string(), text);
    }
});
