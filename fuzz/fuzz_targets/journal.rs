//! Journals of interrupted runs: what is read is written and read again.
#![no_main]

use batchdoku_pipeline::rewritten_journal;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    // Nobody guesses checksums: mostly the lines get theirs here.
    let lacks_sums = choice % 8 != 0;
    let Some((text, length)) = rewritten_journal(data, lacks_sums) else { return };
    assert!(lacks_sums || length <= data.len() as u64);
    let again = rewritten_journal(text.as_bytes(), false).map(|(again, _)| again);
    assert_eq!(again.as_deref(), Some(&*text), "rewritten");
    // A torn journal counts up to the tear.
    let cut = usize::from(choice) * text.len() / 256;
    if let Some((first, length)) = rewritten_journal(&text.as_bytes()[..cut], false) {
        assert!(length <= cut as u64, "{length} bytes of {cut}");
        assert!(text.starts_with(&first), "torn: '{first}'");
    }
});
