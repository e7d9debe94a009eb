//! Puzzles in layouts that people have, damaged in ways that files are: what is read are these puzzles, and what is not
//! is reported.
#![no_main]

use batchdoku::format::Format;
use batchdoku_fuzz::convert;
use batchdoku_testkit::layouts::{
    Bytes, Case, Choices, LAYOUTS, MUTATIONS, Reading, judge, random_pairs,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut choices = Bytes(data);
    let (layout, mutation) =
        (LAYOUTS[choices.pick(LAYOUTS.len())], MUTATIONS[choices.pick(MUTATIONS.len())]);
    let chunk = 1 + choices.pick(200);
    let pairs = random_pairs(&mut choices, 5);
    let Some(case) = Case::new(&pairs, layout, mutation, &mut choices) else { return };
    // A text that is refused is reported; whether it has to be read, the tests judge.
    let Some(read) = convert(&case.text, None, Some(Format::Puzzle), &[], chunk) else { return };
    let mut rows: Vec<_> =
        read.rows.iter().map(|grid| grid.as_ref().map(|grid| (grid.to_text(), None))).collect();
    if read.declared.is_some_and(|declared| declared != rows.len() as u64) {
        rows.push(None);
    }
    if let Err(fault) = judge(&case, &Reading::Rows(rows)) {
        panic!("{layout:?}, {mutation:?}: {fault}\n{}", String::from_utf8_lossy(&case.text));
    }
});
