//! The grammar of candidates by place: `sukaku`, one pencilmark puzzle per line.
//!
//! ```text
//! line     (digit | . | 0) × 729 [separator text]
//!
//! 1234567891.3.5.7.9…                      all digits for r1c1, five for r1c2
//! ```
//!
//! A line is malformed if a digit stands at the place of another, or if it has several puzzles. The input is
//! refused if the job takes clues only.
//!
//! For each cell there are nine places: a digit that the cell can hold, or `.` or `0`. Puzzles are read
//! in place, like those of `line`. As output, grids are written with all nine candidates in each empty
//! cell.

use std::sync::Arc;

use super::{
    AnswerShape, DetectedInput, Field, Format, FormatError, RecordError, RecordFormatter,
    RecordKind, RecordParser, RecordRef, Records, WriteOptions,
    found::{FoundGrid, grids},
    hypothesis::{Head, Hypotheses, Hypothesis},
    lines::{each_line, is_comment},
    signs::{Uses, is},
    tokens::fields,
};
use batchdoku_engine::grid::{Grid, GridError, PENCILMARKS, Pencilmarks, PuzzleForm};

/// Returns the start of the pencilmark puzzle of a line, its first field of exactly 729 candidates, or the
/// fault of the first field.
pub(super) fn first_pencilmarks(line: &[u8]) -> Result<usize, GridError> {
    first_field(line, |field| Pencilmarks::parse(field).err(), GridError::CandidateCount(0))
}

/// Returns the start of the first field with no `error`; if there is none, the error of the first, or `empty`
/// without any field.
fn first_field(
    line: &[u8],
    error: impl Fn(&[u8]) -> Option<GridError>,
    empty: GridError,
) -> Result<usize, GridError> {
    let mut first_error = None;
    for (start, field) in fields(line) {
        match error(field) {
            None => return Ok(start),
            Some(error) => first_error = first_error.or(Some(error.after(start))),
        }
    }
    Err(first_error.unwrap_or(empty))
}

/// Adds the hypothesis that the first line is a pencilmark puzzle, for certain if so.
///
/// # Errors
/// If it is, but the job takes puzzles of clues only.
pub(super) fn hypotheses(head: &Head<'_>, out: &mut Hypotheses) -> Result<(), FormatError> {
    if !head.is_named() && (head.is_by_name() || first_pencilmarks(head.first()).is_err()) {
        return Ok(());
    }
    if !head.options.pencilmarks {
        return Err(FormatError::Pencilmarks);
    }
    let parser = SukakuParser { reads_solutions: head.options.solutions };
    let input = DetectedInput::counted(Format::Sukaku, Arc::new(parser), head.text, |line| {
        first_pencilmarks(line).is_ok()
    });
    out.add(Hypothesis::certain("the first line has a field of 729 candidates", input));
    Ok(())
}

pub(super) struct SukakuParser {
    /// True if the solution of each puzzle is read: the next field of 81 bytes.
    pub(super) reads_solutions: bool,
}

impl RecordParser for SukakuParser {
    fn is_one_record_per_line(&self) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.form = PuzzleForm::Pencilmarks;
        each_line(chunk, records, |records, start, end| {
            let line = &chunk[start..end];
            let is_whole = match line.get(PENCILMARKS) {
                Some(&byte) => is(byte, Uses::FIELD),
                None => line.len() == PENCILMARKS,
            };
            // Most lines are too short for another puzzle.
            let others = line.get(PENCILMARKS + 1..).filter(|rest| rest.len() >= PENCILMARKS);
            if others.is_some_and(|rest| first_pencilmarks(rest).is_ok())
                && first_pencilmarks(line).is_ok()
            {
                let count =
                    fields(line).filter(|(_, field)| Pencilmarks::parse(field).is_ok()).count();
                return records.malformed(start, end, RecordError::ManyGrids(count));
            }
            if is_whole && matches!(line[0], b'1' | b'.' | b'0') {
                // The engine reads every candidate anyway and reports bad characters.
                records.puzzle(start, end, start);
            } else if is_comment(line) {
                records.pass(start, end);
            } else {
                match first_pencilmarks(line) {
                    Ok(at) => records.puzzle(start, end, start + at),
                    Err(error) => records.malformed(start, end, error),
                }
            }
        });
        if self.reads_solutions {
            find_solutions(chunk, records);
        }
    }
}

/// Fills in where the solution of each puzzle starts: the next field of 81 bytes.
fn find_solutions(chunk: &[u8], records: &mut Records) {
    for record in &mut records.list {
        if let RecordKind::Puzzle { at, solution } = &mut record.kind {
            let next = *at as usize + PENCILMARKS + 1;
            let behind = chunk.get(next..record.end as usize).unwrap_or_default();
            let place = if behind.len() == 81 {
                Some(0)
            } else {
                grids(behind).find(FoundGrid::is_in_place).map(|grid| grid.start)
            };
            *solution = place.map(|place| (next + place) as u32);
        }
    }
}

pub(super) fn formatter(
    _: Format,
    shape: &AnswerShape<'_>,
    _: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(SukakuFormatter { column: shape.grid_column() }))
}

/// Writes one grid per record, the grid that `sdm` would hold.
struct SukakuFormatter {
    column: Option<usize>,
}

impl RecordFormatter for SukakuFormatter {
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let text = match self.column.map(|column| fields[column]) {
            Some(Field::Text(text)) => Some(text),
            Some(Field::Missing | Field::Scalar(_)) => None,
            Some(Field::Kept) | None => record.puzzle(),
        };
        match text {
            Some(text) if text.len() == PENCILMARKS => out.extend_from_slice(text),
            _ => {
                let grid = text.and_then(|text| Grid::parse(text).ok());
                // Without a grid there is no candidate.
                let text = grid.map(|grid| Pencilmarks::from(&grid).to_text());
                out.extend_from_slice(&text.unwrap_or([b'.'; PENCILMARKS]));
            }
        }
        out.push(b'\n');
    }
}
