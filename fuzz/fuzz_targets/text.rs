//! One puzzle as text, and the names of options.
#![no_main]

use batchdoku::{Grid, engine::EngineKind, format::Format, pipeline::Codec, simd::SimdLevel};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    match Grid::parse(data) {
        Ok(grid) => {
            assert_eq!(Grid::parse(grid.to_text().as_ref()).as_ref(), Ok(&grid));
            assert_eq!(grid.to_string().parse().as_ref(), Ok(&grid));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
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
