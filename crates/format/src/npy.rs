//! `npy`: numpy's file of one array. It is written as N × 81 bytes (`uint8`), 0 for an empty cell. Lists of cells in the
//! order in which they are filled are N × 81 × 3 bytes: row, column and digit of each cell, from 1, and zeros behind the
//! last cell. Tokens of flat traces are N × 82 numbers of 16 bits. Arrays of N × 9 × 9, of any integer type or of whole
//! floating-point numbers, single grids, and N strings of 81 characters are read as well. Cells with other numbers for
//! the digits are refused with the line that converts them.
//!
//! A file is a magic number, a version, the length of the header, the header (a Python dictionary, padded with blanks),
//! and the elements; see numpy's "NPY format". In messages, "line" means record. For example:
//!
//! ```text
//! \x93NUMPY 1 0 118 {'descr': '|u1', 'fortran_order': False, 'shape': (3, 81), }  …  5 3 0 0 7 …
//! ```

use std::sync::Arc;

use super::cells::is_cell;
use super::{
    AnswerShape, ColumnKind, DetectedInput, ElementError, Field, Format, FormatError, LaidOutRows,
    Layout, RecordError, RecordFormatter, RecordKind, RecordParser, RecordRef, Records,
    WriteOptions, no_grid,
};
use batchdoku_engine::grid::PuzzleForm;

/// The first bytes of every file.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";
/// The length of the start that is written before the elements, in bytes.
const START: usize = 128;
/// The number of first records that show the meaning of the numbers: enough records to have each digit in any collection,
/// and so few that a pipe delivers them at once.
const SAMPLE: u64 = 64;

/// Returns the header in `head`, which follows the magic number, the version and the length of the header.
fn header(head: &[u8]) -> Option<&[u8]> {
    let (start, length) = match head.get(6)? {
        1 => (10, u16::from_le_bytes(head.get(8..10)?.try_into().ok()?).into()),
        _ => (12, u32::from_le_bytes(head.get(8..12)?.try_into().ok()?) as usize),
    };
    head.get(start..start + length)
}

/// Returns whether `head` suffices to open an array: it holds the whole header and some records, or is no array.
pub(super) fn is_enough(head: &[u8]) -> bool {
    if head.len() < MAGIC.len() || head.starts_with(MAGIC) && header(head).is_none() {
        return false;
    }
    array_sample(head).is_none_or(|length| head.len() >= length)
}

pub(crate) fn open(head: &[u8]) -> Result<DetectedInput, FormatError> {
    let array = ArrayHeader::parse(head).map_err(FormatError::Array)?;
    if array.is_fortran {
        return Err(FormatError::FortranOrder);
    }
    let ArrayHeader { parser, count, start, .. } = array;
    if let Some(fault) = parser.misfit(&head[start..]) {
        return Err(FormatError::Array(fault));
    }
    let layout = Layout::of(Format::Npy);
    let parser = Arc::new(parser);
    let reason = String::new();
    let declared_count = Some(count);
    Ok(DetectedInput { parser, skip: start, lines: 0, declared_count, layout, reason })
}

/// Returns the number of first bytes of an array that show the meaning of its numbers: the header and some records.
/// `None` if `head` is no start of an array, or lacks a part of the header.
pub(super) fn array_sample(head: &[u8]) -> Option<usize> {
    let array = ArrayHeader::parse(head).ok()?;
    let records = array.count.min(SAMPLE) as usize;
    Some(array.start + records * array.parser.record())
}

/// The header of an array.
struct ArrayHeader {
    /// Reads the records.
    parser: NpyParser,
    /// The number of records.
    count: u64,
    /// The place of the first element.
    start: usize,
    /// True if the first elements are the first cells of all records, and not the first record.
    is_fortran: bool,
    /// True if a grid has two axes.
    has_rows: bool,
}

impl ArrayHeader {
    /// Reads the header of an array; or returns the fault of the array.
    fn parse(head: &[u8]) -> Result<Self, String> {
        let header = if head.starts_with(MAGIC) { header(head) } else { None };
        let header = header.ok_or("has no header")?;
        let start = header.as_ptr() as usize - head.as_ptr() as usize + header.len();
        let text = String::from_utf8_lossy(header);
        let kind = value_of(&text, "descr").and_then(|rest| rest.split('\'').nth(1));
        let kind = kind.unwrap_or_default();
        let parser = NpyParser::of_type(kind).ok_or_else(|| {
            let kind = kind.escape_default();
            format!("has the type '{kind}': expected numbers, or 81 characters")
        })?;
        let shape = value_of(&text, "shape").and_then(axes).unwrap_or_default();
        let found = if parser.is_text() { texts(&shape) } else { grids(&shape) };
        let (count, has_rows) = found.ok_or_else(|| {
            format!("does not have N × 81 or N × 9 × 9 cells{}", tip_for_shape(&shape))
        })?;
        let order = value_of(&text, "fortran_order");
        let is_fortran = order.is_some_and(|rest| rest.starts_with("True"));
        // If there is a single axis, both orders are the same.
        let is_fortran = is_fortran && !parser.is_text() && (count > 1 || has_rows);
        Ok(Self { parser, count, start, is_fortran, has_rows })
    }
}

/// Returns the text behind a key in a header: `(3, 81), }` for `shape` in `{'descr': '|u1', 'shape': (3, 81), }`.
fn value_of<'t>(header: &'t str, key: &str) -> Option<&'t str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    Some(rest.trim())
}

/// Returns the sizes in a tuple at the start of a text, as in `(3, 81)` or `(3,)`.
fn axes(text: &str) -> Option<Vec<u64>> {
    let (sizes, _) = text.strip_prefix('(')?.split_once(')')?;
    let sizes = sizes.split(',').map(str::trim).filter(|size| !size.is_empty());
    sizes.map(|size| size.parse().ok()).collect()
}

/// Returns the end of the message about a shape that has no grids: the expression that converts an array of a usual
/// shape.
fn tip_for_shape(shape: &[u64]) -> &'static str {
    match shape {
        [_, 9, 9, 9] | [_, 81, 9] => {
            ": of one layer for each digit, save array.argmax(-1) + array.any(-1)"
        }
        [_, 9, 9, 10] | [_, 81, 10] => {
            ": of one layer for each digit and one for none, save array.argmax(-1)"
        }
        _ => "",
    }
}

/// Returns the number of grids in an array of texts of this shape, as [`grids`] does: each text is a grid.
fn texts(shape: &[u64]) -> Option<(u64, bool)> {
    let count = shape.first().copied().unwrap_or(1);
    shape.iter().skip(1).all(|&size| size == 1).then_some((count, false))
}

/// Returns the number of grids in an array of this shape, and whether each has two axes; `None` if these are no grids.
/// Axes of 1 behind the first have no meaning; before a single grid, an axis of 1 is the number of grids.
fn grids(shape: &[u64]) -> Option<(u64, bool)> {
    let (first, rest) = shape.split_first()?;
    let rest: Vec<_> = rest.iter().copied().filter(|&size| size != 1).collect();
    match (*first, &rest[..]) {
        (81, []) => Some((1, false)),
        (9, [9]) => Some((1, true)),
        (count, [81]) => Some((count, false)),
        (count, [9, 9]) => Some((count, true)),
        _ => None,
    }
}

/// An array in Fortran order: the first cells of all records, then their second cells, and so on. Records cannot be read
/// one after the other.
#[derive(Clone, Copy, Debug)]
pub struct FortranArray {
    /// The place of the first element.
    pub start: usize,
    /// The number of records.
    pub count: u64,
    /// The size of an element in bytes.
    pub size: usize,
    has_rows: bool,
}

impl FortranArray {
    /// Returns the array that starts with `head`, if it is in Fortran order.
    pub fn of(head: &[u8]) -> Option<Self> {
        let ArrayHeader { parser, count, start, is_fortran, has_rows } =
            ArrayHeader::parse(head).ok()?;
        is_fortran.then_some(Self { start, count, size: parser.size, has_rows })
    }

    /// Returns the place of a cell of the first record, counted in elements and records: `place * count` elements come
    /// before it.
    pub fn place(&self, cell: usize) -> u64 {
        (if self.has_rows { cell % 9 * 9 + cell / 9 } else { cell }) as u64
    }

    /// Returns the start of a file with the same array in C order. `head` is the start of this array.
    pub fn c_header(&self, head: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(&head[..self.start]);
        let kind = text.split_once("'descr':").and_then(|(_, rest)| rest.split('\'').nth(1));
        file_start(kind.unwrap_or_default(), self.count, GRID.axes)
    }
}

/// The rows of an array that is written.
#[derive(Clone, Copy)]
struct RowType {
    /// The type of the elements, by numpy's name, and its size in bytes.
    kind: &'static str,
    size: usize,
    axes: &'static [usize],
    /// The number in place of those that a record lacks.
    filler: i16,
}

/// A row that is a grid.
const GRID: RowType = RowType { kind: "|u1", size: 1, axes: &[81], filler: 0 };
/// A row that is a list of cells: row, column and digit of each.
const CELLS: RowType = RowType { kind: "|u1", size: 1, axes: &[81, 3], filler: 0 };
/// A row that is the tokens of a flat trace. The filler is that of the Python package.
const TOKENS: RowType = RowType { kind: "<i2", size: 2, axes: &[82], filler: 730 };

impl RowType {
    /// Returns the number of elements of a row.
    fn count(&self) -> usize {
        self.axes.iter().product()
    }
}

/// Returns the start of an array with `bytes` bytes, whose rows are like those of the array that starts with `head`.
/// `None` if `head` is no array that is written here.
pub fn array_like(head: &[u8], bytes: u64) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(header(head.starts_with(MAGIC).then_some(head)?)?);
    let row = [GRID, CELLS, TOKENS]
        .into_iter()
        .find(|row| text.contains(&format!("{}), }}", after_rows(row.axes))))?;
    Some(start_of(bytes, row))
}

/// Returns the start of an array of such rows that has `bytes` bytes in all.
fn start_of(bytes: u64, row: RowType) -> Vec<u8> {
    file_start(row.kind, bytes / (row.size * row.count()) as u64, row.axes)
}

/// Returns axes as they stand after the number of rows: `, 81, 3`.
fn after_rows(axes: &[usize]) -> String {
    axes.iter().map(|axis| format!(", {axis}")).collect()
}

/// Returns the start of a file of `rows` rows of elements of this type, which have these axes.
fn file_start(kind: &str, rows: u64, axes: &[usize]) -> Vec<u8> {
    let mut start = MAGIC.to_vec();
    start.extend_from_slice(&[1, 0]);
    start.extend_from_slice(&(START as u16 - 10).to_le_bytes());
    let shape = format!("'shape': ({rows}{}), }}", after_rows(axes));
    let header = format!("{{'descr': '{kind}', 'fortran_order': False, {shape}");
    start.extend_from_slice(header.as_bytes());
    start.resize(START - 1, b' ');
    start.push(b'\n');
    start
}

struct NpyParser {
    size: usize,
    /// True if elements are little-endian.
    little: bool,
    kind: ElementKind,
}

/// The kind of the elements of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Signed,
    Unsigned,
    Real,
    /// A character of a text of 81 cells.
    Character,
}

impl NpyParser {
    /// Returns the reader of elements of the type with numpy's name, such as `<i8`, `|u1`, `|S81`.
    fn of_type(name: &str) -> Option<Self> {
        let (order, rest) = name.split_at_checked(1)?;
        let (class, size) = rest.split_at_checked(1)?;
        let size: usize = size.parse().ok()?;
        let (kind, size) = match class {
            "i" if [1, 2, 4, 8].contains(&size) => (ElementKind::Signed, size),
            "u" if [1, 2, 4, 8].contains(&size) => (ElementKind::Unsigned, size),
            "f" if [4, 8].contains(&size) => (ElementKind::Real, size),
            "S" if size == 81 => (ElementKind::Character, 1),
            "U" if size == 81 => (ElementKind::Character, 4),
            _ => return None,
        };
        ["<", ">", "|"].contains(&order).then(|| Self { size, little: order != ">", kind })
    }

    fn is_text(&self) -> bool {
        self.kind == ElementKind::Character
    }

    /// Returns the reason why the first records, in `bytes`, hold other numbers than cells from 0 to 9, if all of them
    /// show it. Otherwise, cells that another program counts from 1 would be read as other puzzles, and an array without
    /// any cells would have a fault for each record.
    fn misfit(&self, bytes: &[u8]) -> Option<String> {
        let records = bytes.chunks_exact(self.record());
        let count = records.len();
        // The first record of nearly all arrays is a puzzle.
        if self.is_text() || count == 0 || records.clone().any(|record| self.is_puzzle(record)) {
            return None;
        }
        let values = bytes.chunks_exact(self.size).map(|element| self.value(element));
        // Puzzles have one empty cell and one nine (here a ten) or more on average. Fewer are damaged cells of
        // solutions, which are faults of their records alone.
        let is_from_minus_one =
            values.clone().all(|value| value == -1.0 || value != 0.0 && is_cell_value(value));
        if is_from_minus_one && values.clone().filter(|&value| value == -1.0).count() >= count {
            return Some(
                "has -1 for empty cells, which are 0: save numpy.maximum(array, 0)".into(),
            );
        }
        let is_from_one = values.clone().all(|value| is_cell_value(value - 1.0));
        if is_from_one && values.clone().filter(|&value| value == 10.0).count() >= count {
            return Some("has cells from 1 to 10, as tokens have: save array - 1".into());
        }
        let least = records.map(|record| self.faults(record).count()).min()?;
        if least == 0 {
            return None;
        }
        if values.clone().all(|value| value == CODE_OF_DOT || is_cell_value(value - CODE_OF_0)) {
            Some("has the codes of characters: save (array - 48) * (array > 48)".into())
        } else if values.clone().all(|value| is_near_cell_value(value * 9.0)) {
            Some("has fractions, as scaled cells are: save numpy.rint(array * 9)".into())
        } else if values.clone().all(|value| is_near_cell_value((value + 0.5) * 9.0)) {
            Some("has fractions, as scaled cells are: save numpy.rint((array + 0.5) * 9)".into())
        } else if least > 40 {
            // Most elements of each record are no cells.
            Some(format!("has no record of cells: {}", self.faults(bytes).next()?))
        } else {
            None
        }
    }

    /// Returns whether a record is cells from 0 to 9, some of them empty.
    fn is_puzzle(&self, record: &[u8]) -> bool {
        let mut elements = record.chunks_exact(self.size);
        elements.any(|element| self.cell(element) == Ok(b'.'))
            && self.faults(record).next().is_none()
    }

    /// Returns the faults of the elements in these bytes.
    fn faults(&self, bytes: &[u8]) -> impl Iterator<Item = ElementError> {
        bytes.chunks_exact(self.size).filter_map(|element| self.cell(element).err())
    }

    fn record(&self) -> usize {
        81 * self.size
    }

    /// Returns the bits of an element.
    fn bits(&self, element: &[u8]) -> u64 {
        if self.little {
            element.iter().rev().fold(0, add_byte)
        } else {
            element.iter().fold(0, add_byte)
        }
    }

    /// Returns the value of an element that is a number.
    fn value(&self, element: &[u8]) -> f64 {
        let bits = self.bits(element);
        match (self.kind, self.size) {
            (ElementKind::Real, 4) => f32::from_bits(bits as u32).into(),
            (ElementKind::Real, _) => f64::from_bits(bits),
            _ => self.number(bits) as f64,
        }
    }

    fn cell(&self, element: &[u8]) -> Result<u8, ElementError> {
        let bits = self.bits(element);
        if self.is_text() {
            let byte = u8::try_from(bits).ok().filter(|&byte| is_cell(byte));
            byte.ok_or(ElementError::Character(bits))
        } else if self.kind == ElementKind::Real {
            match self.value(element) {
                value if value.fract() != 0.0 => Err(ElementError::Fraction),
                value @ 0.0..=9.0 => Ok(character(value as u8)),
                value => Err(ElementError::Number(value as i128)),
            }
        } else if bits <= 9 {
            Ok(character(bits as u8))
        } else {
            Err(ElementError::Number(self.number(bits)))
        }
    }

    fn write_cells(&self, bytes: &[u8], to: &mut [u8]) -> Result<(), RecordError> {
        for (index, (element, to)) in bytes.chunks_exact(self.size).zip(to).enumerate() {
            *to = self
                .cell(element)
                .map_err(|error| RecordError::Element { cell: index + 1, error })?;
        }
        Ok(())
    }

    /// Returns the number with these bits. The bits of a negative number are a very large `value`.
    fn number(&self, value: u64) -> i128 {
        let unused = 64 - 8 * self.size;
        let is_signed = self.kind == ElementKind::Signed;
        if is_signed { (((value << unused) as i64) >> unused).into() } else { value.into() }
    }
}

/// The codes of the characters of cells, as numbers.
const CODE_OF_DOT: f64 = 46.0;
const CODE_OF_0: f64 = 48.0;

/// Returns whether a value is a whole number from 0 to 9.
fn is_cell_value(value: f64) -> bool {
    value.fract() == 0.0 && (0.0..=9.0).contains(&value)
}

/// Returns whether a value is a whole number from 0 to 9, apart from the precision that a number of 16 bits loses when it
/// is scaled.
fn is_near_cell_value(value: f64) -> bool {
    is_cell_value(value.round()) && (value - value.round()).abs() < 0.01
}

/// Returns a number with one more byte, the least.
fn add_byte(number: u64, &byte: &u8) -> u64 {
    number << 8 | u64::from(byte)
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
        let is_byte = self.size == 1 && !self.is_text();
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
            let start = index * self.record();
            let end = start + bytes.len();
            let at = index * 81;
            let written = if bytes.len() < self.record() {
                Err(RecordError::Truncated)
            } else if are_cells {
                Ok(())
            } else {
                self.write_cells(bytes, &mut scratch[at..at + 81])
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

/// Writes arrays of N × 81 bytes, of N × 81 × 3, or of N × 82 tokens.
struct NpyFormatter {
    /// The field that holds a list of numbers, and the rows that these make; `None` if rows are grids.
    list: Option<(usize, RowType)>,
    /// The field that holds the grid; `None` for the puzzle.
    column: Option<usize>,
    /// The field that holds the solution, which goes to an array of its own.
    solution: Option<usize>,
    /// True if the grid is the whole answer.
    is_one_grid: bool,
}

pub(super) fn formatter(
    _: Format,
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(NpyFormatter::new(shape, options)))
}

impl NpyFormatter {
    fn new(shape: &AnswerShape<'_>, options: &WriteOptions) -> Self {
        let is_pair = options.takes_halves && shape.has_pairs(options.input.as_ref());
        let solution = shape.solution().filter(|_| is_pair);
        let is_one_grid = shape.is_one_grid() && !is_pair;
        let lists = [(ColumnKind::Tokens, TOKENS), (ColumnKind::Cells, CELLS)];
        let list = lists.into_iter().find_map(|(kind, row)| Some((shape.of_kind(kind)?, row)));
        Self { list, column: shape.grid_column(), solution, is_one_grid }
    }

    fn row_type(&self) -> RowType {
        self.list.map_or(GRID, |(_, row)| row)
    }
}

impl RecordFormatter for NpyFormatter {
    fn start(&self, out: &mut Vec<u8>) {
        out.extend(start_of(0, self.row_type()));
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
        if let Some((list, row)) = self.list {
            return write_list(fields[list], row, out);
        }
        let cells = match self.column.map(|column| fields[column]) {
            Some(Field::Text(text)) => text,
            Some(Field::Missing | Field::Scalar(_)) => &[],
            Some(Field::Kept) | None => record.puzzle().unwrap_or_default(),
        };
        write_numbers(cells, out);
        if let Some(solution) = self.solution {
            let cells = match fields[solution] {
                Field::Text(text) => text,
                Field::Missing | Field::Scalar(_) => &[],
                Field::Kept => record.solution().map_or(&[][..], |cells| cells),
            };
            write_numbers(cells, out);
        }
    }

    fn row_half(&self) -> Option<usize> {
        self.solution.map(|_| 81)
    }

    fn patch(&self, length: u64) -> Option<Vec<u8>> {
        Some(start_of(length - START as u64, self.row_type()))
    }
}

/// Writes the numbers of a list in JSON, and the filler in place of numbers that the list lacks.
fn write_list(field: Field<'_>, row: RowType, out: &mut Vec<u8>) {
    let list = if let Field::Text(text) = field { text } else { b"" };
    let numbers = list.split(|byte| !byte.is_ascii_digit()).filter(|number| !number.is_empty());
    // The numbers have three digits at most.
    let value =
        |number: &[u8]| number.iter().fold(0, |it, digit| 10 * it + i16::from(digit - b'0'));
    for number in numbers.map(value).chain(std::iter::repeat(row.filler)).take(row.count()) {
        out.extend_from_slice(&number.to_le_bytes()[..row.size]);
    }
}

/// Writes the numbers of 81 cells; zeros if there are not 81.
fn write_numbers(cells: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    if cells.len() == 81 {
        let digits = cells.iter().map(|cell| cell.wrapping_sub(b'0'));
        out.extend(digits.map(|digit| if digit <= 9 { digit } else { 0 }));
    }
    out.resize(start + 81, 0);
}
