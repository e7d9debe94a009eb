//! Tables: what is written, the crate `csv` reads.
#![no_main]

use batchdoku::format::Format;
use batchdoku_format::Column;
use batchdoku_fuzz::check;
use batchdoku_fuzz::{convert, mirrored};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else { return };
    let format = [Format::Csv, Format::Tsv][usize::from(choice % 2)];
    check(data, Some(format));
    let Some(written) =
        convert(data, Some(format), Some(Format::Csv), &[Column::SOLUTION], usize::MAX)
    else {
        return;
    };
    if !written.rows.iter().all(Option::is_some) {
        return;
    }
    // That crate ends rows with CR alone too.
    if written.output.windows(2).any(|pair| pair[0] == b'\r' && pair[1] != b'\n') {
        return;
    }
    // Other delimiters stay.
    let header = written.output.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if header.iter().any(|byte| b";\t|".contains(byte)) {
        return;
    }
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).comment(Some(b'#')).from_reader(&*written.output);
    let place =
        reader.byte_headers().expect("a header").iter().rposition(|name| name == b"solution");
    // Other names for the column stay.
    let Some(place) = place else { return };
    let records = reader.byte_records().map(|record| record.expect("a record"));
    // It finds some in blank lines.
    let records: Vec<_> = records
        .filter(|record| record.iter().any(|field| !field.trim_ascii().is_empty()))
        .collect();
    assert_eq!(records.len(), written.rows.len(), "records");
    for (record, puzzle) in records.iter().zip(written.rows.iter().flatten()) {
        assert_eq!(record.get(place), Some(&mirrored(puzzle)[..]), "solution");
    }
});
