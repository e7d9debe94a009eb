//! What several fuzz targets check.

use batchdoku::{
    format::Format,
    fuzzing::{Converted, convert, mirrored},
};

/// The formats that hold puzzles and can be read back.
pub const FORMATS: [Format; 11] = [
    Format::Line,
    Format::Pair,
    Format::Puzzle,
    Format::Grid,
    Format::Csv,
    Format::Tsv,
    Format::Jsonl,
    Format::Sdm,
    Format::Sdk,
    Format::Ss,
    Format::Npy,
];

/// Reads the bytes as `from`, or as what is detected, and writes them in a format that their last byte chooses.
/// Where chunks are cut changes nothing, and what is written can be read.
pub fn check(data: &[u8], from: Option<Format>) -> Option<Converted> {
    let (&choice, input) = data.split_last()?;
    let to = FORMATS[usize::from(choice) % FORMATS.len()];
    let columns: &[&str] = match choice / 64 {
        0 => &[],
        1 => &["solution", "count"],
        _ => &["solution"],
    };
    let whole = convert(input, from, Some(to), columns, usize::MAX)?;
    let size = 1 + usize::from(choice) * 3 % 100;
    assert_eq!(convert(input, from, Some(to), columns, size), Some(clone(&whole)), "cut");
    let Some(again) = convert(&whole.output, Some(to), None, &["solution"], usize::MAX) else {
        // What was written can be read, unless there is nothing in it.
        assert!(whole.rows.iter().all(Option::is_none), "{to} cannot be read");
        return Some(whole);
    };
    let are_grids = whole.rows.iter().all(Option::is_some);
    // A pair repeats the puzzle before the answer.
    if are_grids && columns == ["solution"] && to != Format::Pair && whole.format != to {
        let expected: Vec<_> = whole.rows.iter().flatten().map(mirrored).collect();
        let found: Vec<_> = again.rows.iter().map(|row| row.map(|grid| grid.to_text())).collect();
        let found: Option<Vec<_>> = found.into_iter().collect();
        assert_eq!(found, Some(expected), "{to} differs");
    }
    Some(whole)
}

fn clone(converted: &Converted) -> Converted {
    let Converted { format, rows, output } = converted;
    Converted { format: *format, rows: rows.clone(), output: output.clone() }
}
