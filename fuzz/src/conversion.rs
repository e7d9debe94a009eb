//! Readers and writers on bytes in memory.

use batchdoku::{Grid, format::Format};
use batchdoku_engine::grid::Pencilmarks;
use batchdoku_format::{
    AnswerShape, Answers, Column, ColumnKind, Field, ReadOptions, Records, Row, Scalar,
    WriteOptions, formatter, open,
};

/// An input that has gone through a reader and a writer.
#[derive(Debug, PartialEq, Eq)]
pub struct Converted {
    /// The format of the input.
    pub format: Format,
    /// The number of records that the input declares.
    pub declared: Option<u64>,
    /// The puzzle of each row, `None` if it is malformed.
    pub rows: Vec<Option<Grid>>,
    /// The output that was written: each puzzle with an answer, its digits [mirrored].
    pub output: Vec<u8>,
}

/// Returns a grid of digits for a puzzle: 10 − d for each digit, 5 for each empty cell.
pub fn mirrored(puzzle: &Grid) -> [u8; 81] {
    puzzle.to_text().map(|byte| match byte {
        b'1'..=b'9' => b'1' + b'9' - byte,
        _ => b'5',
    })
}

/// Returns a pencilmark puzzle, read and written again. `None` if it is none.
pub fn pencilmarks(text: &[u8]) -> Option<Vec<u8>> {
    Pencilmarks::parse(text).ok().map(|puzzle| puzzle.to_text().to_vec())
}

/// Returns the puzzles of an input in one chunk, those of the column with this name. `None` if it is refused.
pub fn read(input: &[u8], from: Format, column: Option<&str>) -> Option<Vec<Option<Grid>>> {
    let column = column.map(str::to_owned);
    let options = ReadOptions { format: Some(from), column, ..Default::default() };
    let opened = open(input, &options).ok()?;
    let chunk = &input[opened.skip..];
    let mut records = Records::default();
    records.read(&*opened.parser, chunk);
    let grids = records.rows(chunk).filter_map(|row| match row {
        Row::Passthrough(_) => None,
        Row::Malformed { .. } => Some(None),
        Row::Puzzle { record, .. } => Some(record.grid(&*opened.parser).ok()),
    });
    Some(grids.collect())
}

/// Reads `input` in chunks of about `chunk` bytes, at least 1, and writes each row with the fields
/// `columns`: grids, and numbers. `None` if the input or the output is refused.
pub fn convert(
    input: &[u8],
    from: Option<Format>,
    to: Option<Format>,
    columns: &[Column<'_>],
    chunk: usize,
) -> Option<Converted> {
    let opened = open(input, &ReadOptions { format: from, solutions: true, ..Default::default() });
    let opened = opened.ok()?;
    let declared_count = opened.declared_count;
    let layout = opened.layout;
    let format = layout.format;
    let options =
        WriteOptions { input: Some(layout), format: to, declared_count, ..Default::default() };
    let formatter = formatter(&AnswerShape::one_row(columns), &options).ok()?;
    let mut rows = Vec::new();
    let mut output = Vec::new();
    formatter.start(&mut output);
    let mut rest = &input[opened.skip..];
    let mut records = Records::default();
    let mut answers = Answers::default();
    while !rest.is_empty() {
        let mut size = chunk;
        let cut = loop {
            if size >= rest.len() {
                break rest.len();
            }
            match opened.parser.cut(&rest[..size]) {
                Some(cut) if cut > 0 => break cut,
                _ => size *= 2,
            }
        };
        let (now, later) = rest.split_at(cut);
        rest = later;
        records.read(&*opened.parser, now);
        answers.clear(columns.len());
        for row in records.rows(now) {
            let puzzle = match row {
                Row::Passthrough(_) => continue,
                Row::Malformed { error, .. } => {
                    assert!(!error.to_string().is_empty());
                    None
                }
                Row::Puzzle { record, .. } => record.grid(&*opened.parser).ok(),
            };
            for column in columns {
                match (column.kind, &puzzle) {
                    (ColumnKind::Grid, Some(puzzle)) => answers.push(&mirrored(puzzle)),
                    (ColumnKind::Grid, None) => answers.push_field(Field::Missing),
                    _ => answers.push_field(Scalar::Integer(17)),
                }
            }
            rows.push(puzzle);
        }
        formatter.chunk(now, &records, &answers, &mut output);
    }
    if let Some(patch) = formatter.patch(output.len() as u64) {
        output[..patch.len()].copy_from_slice(&patch);
    }
    Some(Converted { format, declared: declared_count, rows, output })
}
