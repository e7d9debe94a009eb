//! Lines of JSON: what `serde_json` says is an object with a puzzle is one, and nothing else is.
#![no_main]

use batchdoku::{Grid, format::Format};
use batchdoku_format::Column;
use batchdoku_fuzz::check;
use batchdoku_fuzz::convert;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, value::RawValue};

fuzz_target!(|data: &[u8]| {
    check(data, Some(Format::Jsonl));
    let Some(read) = convert(data, Some(Format::Jsonl), None, &[Column::SOLUTION], usize::MAX)
    else {
        return;
    };
    let data = data.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(data);
    let lines = data.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let lines: Vec<_> = lines.filter(|line| !line.is_empty() && line[0] != b'#').collect();
    if lines.len() != read.rows.len() {
        return;
    }
    let mut are_objects = true;
    for (line, row) in lines.iter().zip(&read.rows) {
        let is_json = serde_json::from_slice::<&RawValue>(line).is_ok();
        assert!(is_json || row.is_none(), "not JSON: {:?}", String::from_utf8_lossy(line));
        let Ok(Value::Object(object)) = serde_json::from_slice(line) else {
            are_objects = false;
            continue;
        };
        // Other names, and names given twice, have rules of their own.
        if let ([_], Some(Value::String(text))) =
            (&*object.keys().collect::<Vec<_>>(), object.get("puzzle"))
            && line.windows(8).filter(|&window| window == b"\"puzzle\"").count() == 1
        {
            assert_eq!(*row, Grid::parse(text.as_bytes()).ok(), "{text:?}");
        }
    }
    if are_objects {
        let written = read.output.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        for line in written.filter(|line| !line.is_empty() && line[0] != b'#') {
            serde_json::from_slice::<Value>(line).expect("what is written is JSON");
        }
    }
});
