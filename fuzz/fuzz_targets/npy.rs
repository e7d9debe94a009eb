//! Arrays of numpy.
#![no_main]

use batchdoku::format::Format;
use batchdoku_fuzz::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data, Some(Format::Npy));
});
