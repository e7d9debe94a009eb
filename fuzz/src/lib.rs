//! Checks that several fuzz targets share.

mod conversion;

use batchdoku::{
    Grid,
    format::{FORMATS, Format},
};
use batchdoku_format::{Column, ColumnKind};

pub use conversion::{Converted, convert, mirrored, pencilmarks, read};

/// Returns the formats that are written as bytes and read back as grids. `sukaku` has candidates, which [`read`] does not take;
/// formats of record batches have a crate of their own.
fn formats() -> Vec<Format> {
    let facts = FORMATS.iter().filter(|facts| facts.read_as.is_some() && facts.written.is_some());
    let formats = facts.map(|facts| facts.format);
    formats.filter(|format| !format.is_batches() && *format != Format::Sukaku).collect()
}

/// Reads the bytes as `from`, or as what is detected, and writes them in a format that their last byte chooses.
/// Where chunks are cut changes nothing, and what is written can be read.
pub fn check(data: &[u8], from: Option<Format>) -> Option<Converted> {
    let (&choice, input) = data.split_last()?;
    let formats = formats();
    let to = formats[usize::from(choice) % formats.len()];
    let columns = [Column::SOLUTION, Column::named("count", ColumnKind::Count)];
    let columns = &columns[..[0, 2, 1, 1][usize::from(choice / 64)]];
    let whole = convert(input, from, Some(to), columns, usize::MAX)?;
    let size = 1 + usize::from(choice) * 3 % 100;
    assert_eq!(convert(input, from, Some(to), columns, size), Some(clone(&whole)), "cut");
    if read(&whole.output, to, None).is_none() {
        // What was written can be read, unless there is nothing in it. A malformed row stays as it is, and at the start
        // it may look like another kind of file: an Arrow stream, for one.
        let starts_with_rubbish = matches!(whole.rows[..], [None, ..]);
        assert!(starts_with_rubbish || whole.rows.is_empty(), "{to} cannot be read");
        return Some(whole);
    }
    let are_grids = whole.rows.iter().all(Option::is_some);
    if are_grids && columns.len() == 1 {
        let has_columns = to.has_names();
        let column = has_columns.then_some("solution");
        let answers = read(&whole.output, to, column);
        // Other names for the column stay.
        let Some(answers) = answers.or_else(|| has_columns.then(Vec::new)) else {
            panic!("{to} cannot be read");
        };
        // A pair repeats the puzzle before the answer.
        let is_puzzle = matches!(to, Format::Pair | Format::Puzzle);
        let puzzles = whole.rows.iter().flatten();
        let expected: Vec<_> = puzzles
            .map(|puzzle| if is_puzzle { puzzle.to_text() } else { mirrored(puzzle) })
            .collect();
        let found: Vec<_> = answers.iter().flatten().map(Grid::to_text).collect();
        if !(found.is_empty() && has_columns) {
            assert_eq!(found, expected, "{to}");
        }
    }
    Some(whole)
}

fn clone(converted: &Converted) -> Converted {
    let Converted { format, declared, rows, output } = converted;
    Converted { format: *format, declared: *declared, rows: rows.clone(), output: output.clone() }
}
