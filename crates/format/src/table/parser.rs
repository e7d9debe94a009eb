//! Reads the rows of tables.

use std::{iter, ops::Range, sync::Arc};

use super::{
    super::{
        FieldValue, ReadOptions, RecordError, RecordParser, RecordRef, Records,
        found::{answers, near_grid},
        grid_text::{has_blank, whole_grid},
        lines::{may_be_cut, starts_with_number, trim_cr},
        records::Cells,
        tokens::to_be_checked,
    },
    Header,
    fields::{self, Extent},
    first_line, unquoted,
};
use batchdoku_engine::grid::{GridError, Pencilmarks, PuzzleForm};

/// Reads the rows below a header.
pub(super) struct TableParser {
    pub(super) header: Arc<Header>,
    /// The form of the puzzles.
    pub form: PuzzleForm,
    /// True if the field of the solution is wanted.
    pub(super) reads_solutions: bool,
}

impl RecordParser for TableParser {
    fn note(&self) -> Option<&'static str> {
        self.header.note()
    }

    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        if memchr::memchr(b'"', bytes).is_none() {
            return memchr::memrchr(b'\n', bytes).map(|end| end + 1);
        }
        let mut cut = None;
        let mut start = 0;
        while start < bytes.len() {
            let row = fields::row(bytes, start, self.header.delimiter);
            if !row.complete {
                break;
            }
            start = row.next;
            cut = Some(start);
        }
        cut
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        records.form = self.form;
        let plain = memchr::memchr(b'"', chunk).is_none();
        let mut start = 0;
        while start < chunk.len() {
            let extent = if plain {
                fields::line(chunk, start)
            } else {
                fields::row(chunk, start, self.header.delimiter)
            };
            self.read_row(chunk, start, &extent, records);
            records.lines += extent.lines;
            start = extent.next;
        }
    }

    fn text(&self, record: RecordRef<'_>, name: &str, out: &mut Vec<u8>) -> bool {
        field_text(&self.header, record, name, out)
    }
}

/// Returns the fields of a row without their quotes, one for each column of the header. An empty field is missing, and so
/// is a field that the row lacks. All are missing if the ends of the fields are not known.
pub(in super::super) fn row_values<'a>(
    header: &Header,
    record: RecordRef<'a>,
) -> Vec<FieldValue<'a>> {
    let row = if ends_of_fields_are_known(record) { record.bytes() } else { b"" };
    let fields = fields::fields(row, header.delimiter).map(|field| match unquoted(&row[field]) {
        text if text.is_empty() => FieldValue::Missing,
        text => FieldValue::Text(text),
    });
    fields.chain(iter::repeat(FieldValue::Missing)).take(header.names.len()).collect()
}

/// Returns whether the ends of the fields of a row are known. A quote that is never closed would swallow the fields behind
/// it.
pub(super) fn ends_of_fields_are_known(record: RecordRef<'_>) -> bool {
    !record.is_broken() || matches!(record.error(), Some(RecordError::FieldCount { .. }))
}

/// Appends the text in the column of a record that has this name. Returns `false` if there is none.
fn field_text(header: &Header, record: RecordRef<'_>, name: &str, out: &mut Vec<u8>) -> bool {
    let Header { delimiter, names, .. } = header;
    let column = names.iter().position(|column| column == name);
    let row = record.bytes();
    let field = column.and_then(|column| fields::fields(row, *delimiter).nth(column));
    field.is_some_and(|field| {
        out.extend_from_slice(&row[content(row, field)]);
        true
    })
}

impl TableParser {
    /// Creates a parser of the rows below `header`, which start with `text`. The first puzzle decides the form of all.
    pub(super) fn new(header: Arc<Header>, text: &[u8], options: &ReadOptions) -> Self {
        let (start, ..) = first_line(text);
        let row = fields::row(text, start, header.delimiter);
        let row = &text[start..trim_cr(text, start, row.end)];
        let field = fields::fields(row, header.delimiter).nth(header.puzzle).unwrap_or_default();
        let is_marks = options.pencilmarks && Pencilmarks::parse(&row[content(row, field)]).is_ok();
        let form = if is_marks { PuzzleForm::Pencilmarks } else { PuzzleForm::Cells };
        Self { header, form, reads_solutions: options.solutions }
    }

    /// Reads one row: a puzzle, a comment or blank line that is passed through, or a malformed record.
    ///
    /// The usual row is tested first: as many fields as the header has, and a puzzle of 81 bytes (or of 729, as
    /// candidates). Only other rows take the time of the further tests, whose order gives the fault that explains a row
    /// best. A row that begins with `#` is a comment only if it is no record, because the first field may be any text.
    fn read_row(&self, chunk: &[u8], start: usize, extent: &Extent, records: &mut Records) {
        let mut end = trim_cr(chunk, start, extent.end);
        let mut row = &chunk[start..end];
        let Header { delimiter, names, puzzle, solution, .. } = &*self.header;
        let is_blank =
            row.first().is_none_or(u8::is_ascii_whitespace) && row.trim_ascii().is_empty();
        if is_blank && !may_be_cut(row) {
            return records.pass(start, end);
        }
        let mut cells = 0..0;
        let mut solved = 0..0;
        let mut count = 0;
        for field in fields::fields(row, *delimiter) {
            if count == *puzzle {
                cells = field;
            } else if self.reads_solutions && Some(count) == *solution {
                solved = field;
            }
            count += 1;
        }
        // A delimiter behind the last field, as some programs write it. If another puzzle stands in place of the solution, the
        // line has two records, the solutions of which are empty.
        if count == names.len() + 1 && row.ends_with(&[*delimiter]) {
            if self.has_puzzle_for_solution(row) {
                return records.malformed(start, end, RecordError::ManyGrids(2));
            }
            count -= 1;
            end -= 1;
            row = &chunk[start..end];
        }
        let text = content(row, cells.clone());
        if extent.broken {
            records.malformed(start, end, RecordError::UnclosedQuote);
        } else if extent.lines > 1
            && let rows = self.rows_in_quotes(row, text.start)
            && rows > 0
        {
            records.malformed(start, end, RecordError::RowsInQuotes(rows));
        } else if count == names.len() && self.is_usual(&row[text.clone()]) {
            match self.form {
                // Most tables have no solutions, or they are not read.
                PuzzleForm::Cells if solved.is_empty() => {
                    records.add(chunk, (start, end), Cells::At(text.start), None);
                }
                PuzzleForm::Cells => {
                    let solution = solution_in(row, solved);
                    records.add(chunk, (start, end), Cells::At(text.start), solution);
                }
                _ => {
                    let solved = content(row, solved);
                    let solution = (solved.len() == 81).then(|| (start + solved.start) as u32);
                    records.solved_puzzle(start, end, start + text.start, solution);
                }
            }
        } else if *delimiter == b'|' && is_decoration(row)
            || row.starts_with(b"#")
                && !(count == names.len()
                    && (starts_with_number(row) || near_grid(&row[text.clone()]).is_some()))
        {
            records.pass(start, end);
        } else if count != names.len() {
            let error = RecordError::FieldCount { expected: names.len(), got: count };
            records.malformed(start, end, error);
        } else if let Some(grid) = self.grid_in(row, cells) {
            let solution = solution_in(row, solved);
            records.add(chunk, (start, end), Cells::Apart(grid), solution);
        } else {
            if let Some(error) = by_spreadsheet(&row[text.clone()]) {
                return records.malformed(start, end, error);
            }
            // The number of bytes is wrong, so there is an error.
            let error = self.form.check(&row[text.clone()]).err();
            let error = error.unwrap_or(GridError::TooShort(0));
            records.malformed(start, end, error.after(text.start));
        }
    }

    /// Returns whether a row has another puzzle in the column of the solutions.
    #[cold]
    fn has_puzzle_for_solution(&self, row: &[u8]) -> bool {
        let Header { delimiter, puzzle, solution, .. } = &*self.header;
        let grid = |column: usize| {
            let field = fields::fields(row, *delimiter).nth(column)?;
            whole_grid(&unquoted(&row[field]))
        };
        let other = solution.and_then(grid);
        other.zip(grid(*puzzle)).is_some_and(|(other, puzzle)| !answers(&other, &puzzle))
    }

    /// Returns whether the text of a puzzle has one byte for each cell or candidate, so that it is read in place. A text
    /// with blanks is not, because a blank may be an empty cell.
    #[inline]
    fn is_usual(&self, text: &[u8]) -> bool {
        text.len() == self.form.length() && !(self.form == PuzzleForm::Cells && has_blank(text))
    }

    /// Returns the number of lines in a row of several lines that would be rows with a puzzle, besides the line where its
    /// own puzzle begins. A stray quote may have swallowed them.
    fn rows_in_quotes(&self, row: &[u8], puzzle: usize) -> usize {
        let mut start = 0;
        let mut rows = 0;
        for line in row.split_inclusive(|&byte| byte == b'\n') {
            let is_own = (start..start + line.len()).contains(&puzzle);
            if !is_own && self.is_row(line.trim_ascii_end()) {
                rows += 1;
            }
            start += line.len();
        }
        rows
    }

    /// Returns whether a line has as many fields as the header, and a grid in the column of the puzzle.
    fn is_row(&self, line: &[u8]) -> bool {
        let mut fields = fields::fields(line, self.header.delimiter);
        let puzzle = fields.nth(self.header.puzzle);
        puzzle.is_some_and(|field| whole_grid(&line[content(line, field)]).is_some())
            && self.header.puzzle + 1 + fields.count() == self.header.names.len()
    }

    /// Returns the grid of a field that is written in another way than as 81 cells.
    fn grid_in(&self, row: &[u8], field: Range<usize>) -> Option<[u8; 81]> {
        let text = unquoted(&row[field]);
        if self.form == PuzzleForm::Cells && text.len() >= 81 { whole_grid(&text) } else { None }
    }
}

/// Returns whether a row of a table that is drawn with bars is a ruler between rows, or the number of rows at its end, as
/// in `(3 rows)` and `3 rows in set (0.01 sec)`.
fn is_decoration(row: &[u8]) -> bool {
    let row = row.trim_ascii();
    let is_rule = row.contains(&b'-') && row.iter().all(|byte| b"-+|: =".contains(byte));
    let inner = row.strip_prefix(b"(").and_then(|row| row.strip_suffix(b")"));
    let set = memchr::memmem::find(row, b" in set").map(|end| &row[..end]);
    let number = inner.or(set);
    let number =
        number.and_then(|it| it.strip_suffix(b" rows").or_else(|| it.strip_suffix(b" row")));
    is_rule || number.is_some_and(|number| number.iter().all(u8::is_ascii_digit))
}

/// Returns the solution in a field.
#[inline]
fn solution_in(row: &[u8], field: Range<usize>) -> Option<Cells> {
    if field.is_empty() {
        return None;
    }
    let text = content(row, field.clone());
    match text.len() {
        81 => Some(Cells::At(text.start)),
        ..81 => None,
        _ => whole_grid(&unquoted(&row[field])).map(Cells::Apart),
    }
}

/// Returns the fault of a puzzle that a spreadsheet took for a number: its leading zeros are lost, or its digits are
/// rounded, as in `5.30070600195E+80`.
pub(in super::super) fn by_spreadsheet(text: &[u8]) -> Option<RecordError> {
    /// The fewest digits of a puzzle without its leading zeros.
    const MIN_DIGITS: usize = 50;
    /// The most characters of such a number. Spreadsheets write far fewer, because they keep 15 digits.
    const MAX_ROUNDED: usize = 32;
    /// The least power of ten of such a number: the digits behind the leading zeros of a puzzle, less one.
    const MIN_POWER: i32 = 40;
    if !matches!(text.first(), Some(b'1'..=b'9')) {
        return None;
    }
    if (MIN_DIGITS..81).contains(&text.len()) && text.iter().all(u8::is_ascii_digit) {
        return Some(RecordError::LostZeros(text.len()));
    }
    // Most malformed fields are grids with a fault, and too long.
    let text = Some(text).filter(|text| text.len() <= MAX_ROUNDED)?;
    let text = String::from_utf8(to_be_checked(text)).ok()?;
    let (digits, power) = text.split_once(['E', 'e'])?;
    let is_rounded = digits.replace(',', ".").parse::<f64>().is_ok()
        && power.parse::<i32>().is_ok_and(|power| power >= MIN_POWER);
    is_rounded.then_some(RecordError::Rounded(text))
}

/// Returns the range of a field without quotes and blanks around it.
fn content(row: &[u8], field: Range<usize>) -> Range<usize> {
    fields::content(row, field, is_edge)
}

fn is_edge(byte: u8) -> bool {
    matches!(byte, b' ' | b'"')
}
