//! Puzzles in nine lines, drawn, pasted, in the files of other programs.
#![no_main]

use batchdoku::format::Format;
use batchdoku_fuzz::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let formats = [Format::Grid, Format::Sdk, Format::Ss];
    check(data, Some(formats[usize::from(choice) % formats.len()]));
});
