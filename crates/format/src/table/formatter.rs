//! Writes tables.

use std::{borrow::Cow, sync::Arc};

use super::{
    super::{
        AnswerShape, Field, Format, FormatError, LaidOutRows, NO_GRID, RecordFormatter, RecordRef,
        Records, WriteOptions,
        answer::{ColumnType, FieldText},
        rows::lay_out_rows,
    },
    Header,
    fields::{self, unquoted, write_field, write_quoted},
    parser::ends_of_fields_are_known,
};

/// Writes rows with the answers in their columns.
struct TableFormatter {
    /// The table that the rows come from, if they come from a table.
    from: Option<SourceTable>,
    delimiter: u8,
    header: Vec<u8>,
    /// The columns of the answer.
    columns: Vec<ColumnType>,
    /// The indices of the columns of the answer that are written.
    written: Vec<usize>,
    /// True if the puzzle is the first field of rows that do not come from a table.
    puzzle: bool,
    /// True if comments and blank lines are passed through.
    pass: bool,
    /// True if the answer is one grid and nothing else.
    is_one_grid: bool,
}

/// A table that rows come from.
pub(in super::super) struct SourceTable {
    pub(in super::super) header: Arc<Header>,
    /// For each column of the table, the index of the answer that replaces it.
    pub(in super::super) replaced: Vec<Option<usize>>,
    /// The indices of the answers that are added at the end.
    pub(in super::super) added: Vec<usize>,
}

pub(in super::super) fn formatter(
    to: Format,
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    Ok(Box::new(TableFormatter::new(to, shape, options)))
}

impl TableFormatter {
    fn new(to: Format, shape: &AnswerShape<'_>, options: &WriteOptions) -> Self {
        let header = options.input.as_ref().and_then(|shape| shape.header.clone());
        let kept = header.as_ref().filter(|header| header.format() == to);
        let usual = if to == Format::Tsv { b'\t' } else { b',' };
        let delimiter = kept.map_or(usual, |header| header.delimiter);
        let puzzle = shape.puzzle().is_none();
        let written = shape.named_columns(options.input.as_ref());
        let mut line = Vec::new();
        let from = header.map(|header| SourceTable::new(header, shape, &written));
        match &from {
            Some(from) => {
                from.copy_row(&from.header.line, |_| None, delimiter, &mut line);
                for &answer in &from.added {
                    line.push(delimiter);
                    let name = from.header.added_name(&shape.columns[answer]);
                    write_field(name.as_bytes(), delimiter, &mut line);
                }
            }
            None => {
                let first = puzzle.then_some("puzzle");
                let answers = written.iter().map(|&answer| shape.columns[answer].name);
                let names: Vec<_> = first.into_iter().chain(answers).collect();
                line.extend_from_slice(names.join(&char::from(delimiter).to_string()).as_bytes());
            }
        }
        line.push(b'\n');
        let pass = from.is_some() && !options.layout.strip_comments;
        Self {
            from,
            delimiter,
            header: line,
            columns: shape.types(),
            written,
            puzzle,
            pass,
            is_one_grid: shape.is_one_grid(),
        }
    }
}

impl SourceTable {
    pub(in super::super) fn new(
        header: Arc<Header>,
        shape: &AnswerShape<'_>,
        written: &[usize],
    ) -> Self {
        let mut replaced = vec![None; header.names.len()];
        let mut added = Vec::new();
        for &answer in written {
            match header.place(&shape.columns[answer]) {
                Some(place) => replaced[place] = Some(answer),
                None => added.push(answer),
            }
        }
        Self { header, replaced, added }
    }

    /// Returns the fields of a row without their quotes, as many as there are columns; `None` if it has another number.
    pub(in super::super) fn fields<'a>(&self, row: &'a [u8]) -> Option<Vec<Cow<'a, [u8]>>> {
        let fields = fields::fields(row, self.header.delimiter);
        let fields: Vec<_> = fields.map(|field| unquoted(&row[field])).collect();
        (fields.len() == self.header.names.len()).then_some(fields)
    }

    /// Copies a row with its columns replaced by the texts that `answer` returns; a column is kept if this returns
    /// `None`. Returns the number of fields of the row, and the place where the last answer starts.
    fn copy_row<'a>(
        &self,
        row: &[u8],
        answer: impl Fn(usize) -> Option<FieldText<'a>>,
        delimiter: u8,
        out: &mut Vec<u8>,
    ) -> (usize, Option<usize>) {
        let same_delimiter = delimiter == self.header.delimiter;
        let mut copied = 0;
        let mut count = 0;
        let mut place = None;
        for field in fields::fields(row, self.header.delimiter) {
            let replaced = self.replaced.get(count).copied().flatten();
            match replaced.and_then(&answer) {
                Some(answer) => {
                    out.extend_from_slice(&row[copied..field.start]);
                    let is_quoted = row.get(field.start) == Some(&b'"');
                    place = Some(out.len() + usize::from(is_quoted));
                    if is_quoted {
                        write_quoted(&answer, out);
                    } else {
                        write_field(&answer, delimiter, out);
                    }
                    copied = field.end;
                }
                None if same_delimiter => {}
                None => {
                    write_field(&unquoted(&row[field.clone()]), delimiter, out);
                    copied = field.end;
                }
            }
            if !same_delimiter && field.end < row.len() {
                out.push(delimiter);
                copied = field.end + 1;
            }
            count += 1;
        }
        out.extend_from_slice(&row[copied.min(row.len())..]);
        (count, place)
    }

    /// Writes a row that has another number of fields than the header: one field for each column, empty if the row
    /// lacks it, and the answers.
    fn other_row<'a>(
        &self,
        row: &[u8],
        answer: impl Fn(usize) -> Option<FieldText<'a>>,
        delimiter: u8,
        out: &mut Vec<u8>,
    ) {
        let mut fields = fields::fields(row, self.header.delimiter);
        for (column, replaced) in self.replaced.iter().enumerate() {
            if column > 0 {
                out.push(delimiter);
            }
            let field = fields.next().unwrap_or_default();
            match replaced.and_then(&answer) {
                Some(answer) => write_field(&answer, delimiter, out),
                None if delimiter == self.header.delimiter => out.extend_from_slice(&row[field]),
                None => write_field(&unquoted(&row[field]), delimiter, out),
            }
        }
    }
}

impl RecordFormatter for TableFormatter {
    fn start(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.header);
    }

    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let Some(from) = &self.from else {
            if self.puzzle {
                write_field(record.puzzle().unwrap_or_default(), self.delimiter, out);
            }
            for (index, &answer) in self.written.iter().enumerate() {
                let column = self.columns[answer];
                let field = fields[answer];
                if index > 0 || self.puzzle {
                    out.push(self.delimiter);
                }
                let text = match field {
                    Field::Kept => column.value(field, record).unwrap_or(FieldText::EMPTY),
                    _ => column.text(field, record),
                };
                write_field(&text, self.delimiter, out);
            }
            out.push(b'\n');
            return;
        };
        let answer = |answer: usize| match fields[answer] {
            Field::Kept => None,
            field => Some(self.columns[answer].text(field, record)),
        };
        let start = out.len();
        let (count, _) = from.copy_row(record.bytes(), answer, self.delimiter, out);
        let copied = fields.is_empty() && self.delimiter == from.header.delimiter;
        if !copied && (count != from.header.names.len() || record.is_broken()) {
            out.truncate(start);
            let row = if ends_of_fields_are_known(record) { record.bytes() } else { b"" };
            from.other_row(row, answer, self.delimiter, out);
        }
        for &added in &from.added {
            out.push(self.delimiter);
            write_field(&answer(added).unwrap_or(FieldText::EMPTY), self.delimiter, out);
        }
        out.push(b'\n');
    }

    fn lay_out(&self, records: &Records, chunk: &[u8], rows: &mut LaidOutRows<'_>) -> bool {
        if !self.is_one_grid {
            return false;
        }
        lay_out_rows(self, chunk, records, rows, |record, out| {
            let start = out.len();
            let mut replaced = None;
            if let Some(from) = &self.from {
                (_, replaced) = from.copy_row(
                    record.bytes(),
                    |_| Some(FieldText::Text(NO_GRID)),
                    self.delimiter,
                    out,
                );
            } else if self.puzzle {
                write_field(record.puzzle().unwrap_or(NO_GRID), self.delimiter, out);
            }
            let place = replaced.unwrap_or_else(|| {
                if out.len() > start {
                    out.push(self.delimiter);
                }
                out.extend_from_slice(NO_GRID);
                out.len() - NO_GRID.len()
            });
            out.push(b'\n');
            place
        });
        true
    }

    fn passes(&self) -> bool {
        self.pass
    }
}
