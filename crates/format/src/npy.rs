//! `npy`: numpy's file of one array. It is written as N × 81 bytes (`uint8`), 0 for an empty cell.
//! Arrays of N × 9 × 9, of any integer type, and of N strings of 81 characters are read as well.
//!
//! A file is a magic number, a version, the length of the header, the header (a Python dictionary,
//! padded with blanks), and the elements; see numpy's "NPY format". In messages, "line" means
//! record.

use std::sync::Arc;

use super::{
    AnswerShape, DetectedInput, ElementError, Field, Format, FormatError, LaidOutRows, Layout,
    RecordError, RecordFormatter, RecordKind, RecordParser, RecordRef, Records, no_grid,
};
use batchdoku_engine::grid::{PuzzleForm, line::is_cell};

/// The first bytes of every file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";
/// The length in bytes of what is written before the elements.
const START: usize = 128;

/// Returns the place of the header in `head`: after the magic number, the version and its length.
fn header(head: &[u8]) -> Option<&[u8]> {
    let (start, length) = match head.get(6)? {
        1 => (10, u16::from_le_bytes(head.get(8..10)?.try_into().ok()?).into()),
        _ => (12, u32::from_le_bytes(head.get(8..12)?.try_into().ok()?) as usize),
    };
    head.get(start..start + length)
}

/// Tells if `head` holds the whole header, or does not belong to an array.
pub(super) fn is_header_complete(head: &[u8]) -> bool {
    head.len() >= MAGIC.len() && (!head.starts_with(MAGIC) || header(head).is_some())
}

pub(crate) fn open(head: &[u8]) -> Result<DetectedInput, FormatError> {
    let (parser, count, skip) = parse_header(head).map_err(FormatError::Array)?;
    let layout = Layout::of(Format::Npy);
    let parser = Arc::new(parser);
    Ok(DetectedInput { parser, skip, lines: 0, declared_count: Some(count), layout })
}

/// Returns the header of an array: what reads it, how many records, and where these start; or the fault of
/// the array.
fn parse_header(head: &[u8]) -> Result<(NpyParser, u64, usize), String> {
    let header = if head.starts_with(MAGIC) { header(head) } else { None };
    let header = header.ok_or("has no header")?;
    let skip = header.as_ptr() as usize - head.as_ptr() as usize + header.len();
    let text = String::from_utf8_lossy(header);
    let after = |key: &str| text.split_once(&format!("'{key}':")).map(|(_, rest)| rest.trim());
    let kind = after("descr").and_then(|rest| rest.split('\'').nth(1)).unwrap_or_default();
    let shape = after("shape").and_then(|rest| rest.strip_prefix('('));
    let shape: Option<Vec<u64>> =
        shape.and_then(|rest| rest.split_once(')')).and_then(|(all, _)| {
            let sizes = all.split(',').map(str::trim).filter(|size| !size.is_empty());
            sizes.map(|size| size.parse().ok()).collect()
        });
    let parser = NpyParser::of_type(kind).ok_or_else(|| {
        let kind = kind.escape_default();
        format!("has the type '{kind}': expected integers, or 81 characters")
    })?;
    let count = match (shape.as_deref(), parser.text) {
        (Some([count]), true) => *count,
        (Some([count, 81] | [count, 9, 9]), false) => *count,
        _ => return Err("does not have N × 81 or N × 9 × 9 cells".into()),
    };
    if after("fortran_order").is_some_and(|rest| rest.starts_with("True")) && !parser.text {
        return Err("is in Fortran order: expected C order".into());
    }
    Ok((parser, count, skip))
}

struct NpyParser {
    size: usize,
    /// True if they are little-endian.
    little: bool,
    /// True if they may be negative.
    signed: bool,
    /// True if a cell is a character.
    text: bool,
}

impl NpyParser {
    /// Returns the reader of elements of the type with numpy's name, such as `<i8`, `|u1`, `|S81`.
    fn of_type(name: &str) -> Option<Self> {
        let (order, rest) = name.split_at_checked(1)?;
        let (class, size) = rest.split_at_checked(1)?;
        let size: usize = size.parse().ok()?;
        let size = match class {
            "i" | "u" if [1, 2, 4, 8].contains(&size) => size,
            "S" if size == 81 => 1,
            "U" if size == 81 => 4,
            _ => return None,
        };
        let text = matches!(class, "S" | "U");
        ["<", ">", "|"].contains(&order).then(|| Self {
            size,
            little: order != ">",
            signed: class == "i",
            text,
        })
    }

    fn record(&self) -> usize {
        81 * self.size
    }

    fn cell(&self, bytes: &[u8]) -> Result<u8, ElementError> {
        let add = |sum: u64, &byte: &u8| sum << 8 | u64::from(byte);
        let value =
            if self.little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) };
        if self.text {
            let byte = u8::try_from(value).ok().filter(|&byte| is_cell(byte));
            byte.ok_or(ElementError::Character(value))
        } else if value <= 9 {
            Ok(character(value as u8))
        } else {
            Err(ElementError::Number(self.number(value)))
        }
    }

    fn write_cells(&self, bytes: &[u8], to: &mut [u8]) -> Result<(), RecordError> {
        for (index, (element, to)) in bytes.chunks_exact(self.size).zip(to).enumerate() {
            let failed = |error| RecordError::Element { cell: index + 1, error };
            *to = self.cell(element).map_err(failed)?;
        }
        Ok(())
    }

    /// Returns the number with these bits: a negative one is a very large `value`.
    fn number(&self, value: u64) -> i128 {
        let unused = 64 - 8 * self.size;
        if self.signed { (((value << unused) as i64) >> unused).into() } else { value.into() }
    }
}

/// Returns the character of a number up to 9.
fn character(number: u8) -> u8 {
    if number == 0 { b'.' } else { b'0'.wrapping_add(number) }
}

impl RecordParser for NpyParser {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        let whole = bytes.len() / self.record() * self.record();
        (whole > 0).then_some(whole)
    }

    fn line_length(&self) -> Option<u64> {
        Some(self.record() as u64)
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let is_byte = self.size == 1 && !self.text;
        let are_cells = is_byte && chunk.iter().fold(0, |most, &value| value.max(most)) <= 9;
        if are_cells && records.takes_numbers {
            return read_numbers(chunk, records);
        }
        let mut scratch = std::mem::take(records.start_scratch());
        if are_cells {
            scratch.extend(chunk.iter().map(|&value| character(value)));
        }
        scratch.resize(81 * chunk.len().div_ceil(self.record()), b'.');
        for (index, bytes) in chunk.chunks(self.record()).enumerate() {
            let (start, at) = (index * self.record(), index * 81);
            let end = start + bytes.len();
            let is_whole = bytes.len() == self.record();
            let written = match is_whole {
                true if are_cells => Ok(()),
                true => self.write_cells(bytes, &mut scratch[at..at + 81]),
                false => Err(RecordError::Truncated),
            };
            match written {
                Ok(()) => records.puzzle(start, end, at),
                Err(error) => records.malformed(start, end, error),
            }
            records.lines += 1;
        }
        records.scratch = Some(scratch);
    }
}

/// Reads cells that are numbers up to 9 in place.
fn read_numbers(chunk: &[u8], records: &mut Records) {
    records.form = PuzzleForm::Numbers;
    let (whole, rest) = chunk.as_chunks::<81>();
    for index in 0..whole.len() {
        records.puzzle(81 * index, 81 * (index + 1), 81 * index);
        records.lines += 1;
    }
    if !rest.is_empty() {
        records.malformed(chunk.len() - rest.len(), chunk.len(), RecordError::Truncated);
        records.lines += 1;
    }
}

/// Writes arrays of N × 81 bytes.
pub(super) struct NpyFormatter {
    /// The field that holds the grid; `None` is the puzzle.
    column: Option<usize>,
    /// True if the grid is the whole answer.
    is_one_grid: bool,
}

impl NpyFormatter {
    pub(crate) fn new(shape: &AnswerShape<'_>) -> Self {
        Self { column: shape.grid_column(), is_one_grid: shape.is_one_grid() }
    }

    fn start_with(rows: u64) -> Vec<u8> {
        let mut start = MAGIC.to_vec();
        start.extend_from_slice(&[1, 0]);
        start.extend_from_slice(&(START as u16 - 10).to_le_bytes());
        let shape = format!("'shape': ({rows}, 81), }}");
        let header = format!("{{'descr': '|u1', 'fortran_order': False, {shape}");
        start.extend_from_slice(header.as_bytes());
        start.resize(START - 1, b' ');
        start.push(b'\n');
        start
    }
}

impl RecordFormatter for NpyFormatter {
    fn start(&self, out: &mut Vec<u8>) {
        out.extend(Self::start_with(0));
    }

    fn is_self_contained(&self) -> bool {
        true
    }

    fn lay_out(&self, records: &Records, _: &[u8], rows: &mut LaidOutRows<'_>) -> bool {
        if !self.is_one_grid {
            return false;
        }
        let LaidOutRows { out, slots } = rows;
        let start = out.len();
        out.resize(start + 81 * records.row_count(), no_grid(records.form)[0]);
        if records.puzzles.len() == records.list.len() {
            slots.extend((start..out.len()).step_by(81));
            return true;
        }
        let rows =
            records.list.iter().filter(|record| !matches!(record.kind, RecordKind::Passthrough));
        let places = rows.zip((start..).step_by(81));
        slots.extend(places.filter_map(|(record, place)| {
            matches!(record.kind, RecordKind::Puzzle { .. }).then_some(place)
        }));
        true
    }

    fn takes_numbers(&self) -> bool {
        self.is_one_grid
    }

    fn complete(&self, records: &Records, laid_out: &mut [u8]) {
        if records.form != PuzzleForm::Numbers {
            // These are digits and the dots of `NO_GRID`, which come before the digits.
            laid_out.iter_mut().for_each(|cell| *cell = cell.saturating_sub(b'0'));
        }
    }

    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let cells = match self.column.map(|column| fields[column]) {
            Some(Field::Text(text)) => text,
            Some(Field::Missing) => &[],
            Some(Field::Kept) | None => record.puzzle().unwrap_or_default(),
        };
        let start = out.len();
        if cells.len() == 81 {
            let digits = cells.iter().map(|cell| cell.wrapping_sub(b'0'));
            out.extend(digits.map(|digit| if digit <= 9 { digit } else { 0 }));
        }
        out.resize(start + 81, 0);
    }

    fn patch(&self, length: u64) -> Option<Vec<u8>> {
        Some(Self::start_with((length - START as u64) / 81))
    }
}
