//! Whatever is detected, to whatever is asked for.
#![no_main]

use batchdoku_fuzz::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    check(data, None);
});
