//! Writes answers of several lines as text for people: the record as it was, the lines of its answer, and a blank
//! line. For example:
//!
//! ```text
//! 7,9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9
//! hidden single 1.2: 8 in box 2 at r1c6, so r1c6=8
//! ...
//! ```
//!
//! Other fields of the answer follow under their names: `error: the puzzle has no solution`.

use super::{
    AnswerShape, Field, FormatShape, RecordFormatter, RecordRef, WriteOptions, answer::ColumnType,
};

pub(super) struct PassageFormatter {
    names: Vec<String>,
    columns: Vec<ColumnType>,
    /// The index of the field of an answer that holds the lines.
    lines: usize,
    /// True if records are lines, which are written as they were. Of other records, only the puzzle is written.
    are_lines: bool,
}

impl PassageFormatter {
    pub(super) fn new(lines: usize, shape: &AnswerShape<'_>, options: &WriteOptions) -> Self {
        let names = shape.columns.iter().map(|column| column.name.to_owned()).collect();
        let are_lines = {
            use FormatShape::{Lines, Objects, Table};
            matches!(options.from().facts().shape, Lines | Table | Objects)
        };
        Self { names, columns: shape.types(), lines, are_lines }
    }
}

impl RecordFormatter for PassageFormatter {
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let bytes = record.bytes();
        let line = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let is_line = self.are_lines && !line.contains(&b'\n');
        out.extend_from_slice(if is_line { line } else { record.puzzle().unwrap_or_default() });
        out.push(b'\n');
        if let Field::Text(lines) = fields[self.lines] {
            out.extend_from_slice(lines);
        }
        let others = self.names.iter().zip(&self.columns).zip(fields).enumerate();
        for (_, ((name, column), &field)) in others.filter(|(index, _)| *index != self.lines) {
            if let Some(text) = column.value(field, record) {
                out.extend_from_slice(name.as_bytes());
                out.extend_from_slice(b": ");
                out.extend_from_slice(&text);
                out.push(b'\n');
            }
        }
        out.push(b'\n');
    }
}
