//! The rows of a record batch as records.
//!
//! Records are ranges of bytes, so the puzzles of a batch are copied as text: 82 bytes per row, of which
//! the last is a line end. Row `n` of a file thus has the same number as line `n` of a file of lines, and
//! commands with a seed give equal results for both. The contents of malformed rows follow after all rows.

use std::ops::Range;

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::ArrowError;

use super::{Columns, values::value_at};
use crate::{CELLS, Memory, Rows, rows_of, without_dictionary};
use batchdoku_engine::grid::{Grid, GridError, PuzzleForm};
use batchdoku_format::{
    ElementError, RecordError, RecordParser, RecordRef, Records, WholePuzzle, whole_puzzle,
};

/// The bytes of a row of text.
pub const ROW: usize = CELLS + 1;
/// The maximum number of bytes that are kept of a malformed row.
const SHOWN: usize = 1 << 10;

/// A record batch, with its puzzles as text.
#[derive(Debug)]
pub struct BatchReader {
    batch: RecordBatch,
    /// The text of the puzzles, which records point into.
    pub text: Vec<u8>,
    /// The malformed rows in order: the number, the place of its contents in `text`, and the error.
    malformed: Vec<(usize, Range<usize>, RecordError)>,
    /// The start of the solution of each row; empty if solutions are not read.
    solutions: Vec<Option<u32>>,
}

impl BatchReader {
    /// Copies the puzzles of a batch, and with `reads_solutions` its solutions.
    ///
    /// # Errors
    /// If an array of the batch is damaged.
    pub fn new(
        batch: RecordBatch,
        columns: &Columns,
        reads_solutions: bool,
    ) -> Result<Self, ArrowError> {
        let count = batch.num_rows();
        let mut text = vec![b'\n'; count * ROW];
        let mut malformed = Vec::new();
        let puzzles = without_dictionary(batch.column(columns.header.puzzle))?;
        let rows = readable(&puzzles)?;
        let without_grid = each_grid(&*rows, |row, cells| {
            text[row * ROW..][..CELLS].copy_from_slice(cells);
        });
        for row in without_grid {
            let (shown, error) = if puzzles.is_null(row) {
                (Vec::new(), RecordError::Null)
            } else {
                error_of(&*rows, row)
            };
            let start = text.len();
            text.extend_from_slice(&shown[..shown.len().min(SHOWN)]);
            malformed.push((row, start..text.len(), error));
        }
        let mut solutions = Vec::new();
        if let Some(column) = columns.solution().filter(|_| reads_solutions) {
            solutions.resize(count, None);
            let column = without_dictionary(batch.column(column))?;
            each_grid(&*readable(&column)?, |row, cells| {
                solutions[row] = Some(text.len() as u32);
                text.extend_from_slice(cells);
            });
        }
        if u32::try_from(text.len()).is_err() {
            return Err(ArrowError::InvalidArgumentError("a batch has too many rows".into()));
        }
        Ok(Self { batch, text, malformed, solutions })
    }
}

/// The parser of an input of batches. It reads nothing, because each batch has its own [`BatchReader`].
#[derive(Debug)]
pub struct EachBatch {
    note: Option<&'static str>,
}

impl EachBatch {
    /// Makes the parser of an input with these columns.
    pub fn new(columns: &Columns) -> Self {
        Self { note: columns.header.note() }
    }
}

impl RecordParser for EachBatch {
    fn note(&self) -> Option<&'static str> {
        self.note
    }

    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        Some(bytes.len())
    }

    fn read(&self, _: &[u8], _: &mut Records) {}
}

/// Passes the rows that have 81 cells to `each`, and returns the numbers of the other rows. Rows that exclude
/// candidates are among the others, because a batch holds puzzles of clues.
fn each_grid(rows: &dyn Rows, mut each: impl FnMut(usize, &[u8])) -> Vec<usize> {
    let mut has_grid = vec![false; rows.count()];
    let is_numbers = rows.is_numbers();
    rows.segments(0..rows.count(), &mut Memory::default(), &mut |segment| {
        if segment.form != PuzzleForm::Cells {
            return;
        }
        for (&start, &row) in segment.starts.iter().zip(segment.rows) {
            let cells = &segment.text[start..][..CELLS];
            if !is_numbers || !cells.contains(&0) {
                has_grid[row as usize] = true;
                each(row as usize, cells);
            }
        }
    });
    (0..rows.count()).filter(|&row| !has_grid[row]).collect()
}

/// Returns the rows of an array, or an error if its type holds no grids.
fn readable(array: &ArrayRef) -> Result<Box<dyn Rows + '_>, ArrowError> {
    rows_of(array).ok_or_else(|| {
        let words = format!("{} does not hold grids", array.data_type());
        ArrowError::InvalidArgumentError(words)
    })
}

/// Returns the contents of a malformed row, and the error.
fn error_of(rows: &dyn Rows, row: usize) -> (Vec<u8>, RecordError) {
    let mut shown = Vec::new();
    rows.show(row, &mut shown);
    let error = if rows.is_numbers() {
        let numbers = shown.split(|&byte| byte == b',').filter(|number| !number.is_empty());
        let numbers = numbers.filter_map(|number| std::str::from_utf8(number).ok()?.parse().ok());
        let numbers: Vec<i128> = numbers.collect();
        let bad = numbers.iter().position(|number| !(0..=9).contains(number));
        match (numbers.len(), bad) {
            (CELLS, Some(cell)) => {
                RecordError::Element { cell: cell + 1, error: ElementError::Number(numbers[cell]) }
            }
            // A list of this length is malformed because it contains a null.
            (0 | CELLS, _) => RecordError::Null,
            (..CELLS, _) => GridError::TooShort(numbers.len()).into(),
            _ => GridError::TooLong(numbers.len()).into(),
        }
    } else if let Some(WholePuzzle::Candidates(_)) = whole_puzzle(&shown) {
        RecordError::Candidates
    } else {
        let error = Grid::parse(shown.trim_ascii()).err();
        error.unwrap_or(GridError::TooShort(0)).into()
    };
    (shown, error)
}

impl RecordParser for BatchReader {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        Some(bytes.len())
    }

    fn read(&self, _: &[u8], records: &mut Records) {
        let mut malformed = self.malformed.iter().peekable();
        for row in 0..self.batch.num_rows() {
            if let Some((_, shown, error)) = malformed.next_if(|(of, ..)| *of == row) {
                records.malformed(shown.start, shown.end, error.clone());
            } else {
                let start = row * ROW;
                let solution = self.solutions.get(row).copied().flatten();
                records.solved_puzzle(start, start + CELLS, start, solution);
            }
            records.lines += 1;
        }
        records.batch = Some(Box::new(self.batch.clone()));
    }

    fn text(&self, record: RecordRef<'_>, name: &str, out: &mut Vec<u8>) -> bool {
        let column = self.batch.column_by_name(name);
        let Some(column) = column else { return false };
        let value = value_at(column, record.record.line as usize);
        let Some(text) = value.text() else { return false };
        // This text decides the strata of random draws, so it must not change: 4, not 4.0.
        let number = std::str::from_utf8(text).ok().and_then(|text| text.parse::<f64>().ok());
        match number {
            Some(number) if column.data_type().is_floating() => {
                out.extend_from_slice(number.to_string().as_bytes());
            }
            _ => out.extend_from_slice(text),
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_schema::{DataType, Field, Schema};
    use batchdoku_format::ReadOptions;

    use super::*;

    #[test]
    fn a_name_that_several_columns_have_is_noted() {
        let note = |names: &[&str]| {
            let fields: Vec<_> =
                names.iter().map(|name| Field::new(*name, DataType::Utf8, true)).collect();
            let columns = Columns::find(Arc::new(Schema::new(fields)), &ReadOptions::default());
            EachBatch::new(&columns.expect("a column of puzzles")).note()
        };
        let expected =
            "several columns have the name of the puzzles, and the first of them is read";
        assert_eq!(note(&["id", "puzzle", "puzzle"]), Some(expected));
        assert_eq!(note(&["id", "puzzle", "solution"]), None);
    }
}
