//! Writes `line`, `sdm` and `pairs`: the fields of an answer on a line for each record.

use std::{iter, ops::Deref};

use super::{
    AnswerShape, Answers, Column, ColumnKind, Field, Format, FormatError, LaidOutRows, NO_GRID,
    RecordFormatter, RecordRef, Records, Room, WriteOptions,
    answer::{ColumnType, FieldText},
    formatter::write_rows,
    passage::PassageFormatter,
    rows::lay_out_rows,
    table::write_field,
};

/// A line without an answer.
const LINE: [u8; 82] = {
    let mut line = [b'.'; 82];
    line[81] = b'\n';
    line
};
/// Many lines, because a few long copies are faster than a short copy for each record.
const BLANK_LINES: [[u8; 82]; BLOCK] = [LINE; BLOCK];
const BLOCK: usize = 64;

/// Writes the fields of the answer, or the puzzle, or both; copies the record if the answer has no fields. A field that
/// contains the separator, unless that is a blank, is quoted as in a table.
pub(super) struct LineFormatter {
    /// True if records are copied.
    whole: bool,
    /// True if the puzzle of the record comes first, as in `puzzle,solution`.
    pair: bool,
    /// The columns of the answer.
    columns: Vec<ColumnType>,
    /// The indices of the columns that are written; `None` for the puzzle as given.
    fields: Vec<Option<usize>>,
    /// The index of the solution, which is written behind a puzzle of the answer if there is one.
    solution: Option<usize>,
    /// True if an answer is one grid and nothing else.
    is_one_grid: bool,
    /// True if comments and blank lines are passed through.
    pass: bool,
    /// Separates two fields.
    separator: u8,
    /// True if the input has a record in every line.
    from_lines: bool,
    /// The count before the first record.
    declared_count: Option<u64>,
    /// The headings of the fields; empty if there are none.
    headings: Vec<Heading>,
}

pub(super) fn formatter(
    to: Format,
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    if let (Room::Answer, Some(lines)) = (Room::of(to), shape.of_kind(ColumnKind::Lines)) {
        return Ok(Box::new(PassageFormatter::new(lines, shape, options)));
    }
    Ok(Box::new(LineFormatter::new(to, shape, options)?))
}

impl LineFormatter {
    pub(crate) fn new(
        to: Format,
        shape: &AnswerShape<'_>,
        options: &WriteOptions,
    ) -> Result<Self, FormatError> {
        let from = options.from();
        let room = Room::of(to);
        let columns = shape.types();
        let of_input = options.input.as_ref().and_then(|input| input.pair_separator);
        let usual = match shape.puzzle() {
            // A field behind a puzzle has the separator of the input, so that the output can be read in the same way.
            Some(_) => of_input.unwrap_or(b','),
            None if room == Room::Pair => b',',
            None => b' ',
        };
        // Programs that read `sdm` expect a grid on each line, without a count, comments or other fields.
        let bare = room == Room::Grid;
        let has_answers = matches!(room, Room::Answer | Room::Pair);
        let whole = columns.is_empty() && from.is_lines() && has_answers;
        let solution = shape.solution().filter(|_| has_answers && shape.puzzle().is_some());
        let written = shape.unnamed_columns(to)?;
        let is_table = written.len() > 1 && written.len() == columns.len();
        let has_headings = options.layout.headings
            && options.layout.separator.is_none()
            && room == Room::Answer
            && is_table
            && shape.puzzle().is_none();
        let fields = match room {
            _ if whole => Vec::new(),
            Room::Puzzle => vec![shape.puzzle_column(to)?],
            Room::Grid => vec![shape.grid_column()],
            _ if columns.is_empty() => vec![None],
            _ => written.into_iter().map(Some).collect(),
        };
        Ok(Self {
            whole,
            pair: room == Room::Pair && !columns.is_empty() && shape.puzzle().is_none(),
            columns,
            fields,
            solution,
            is_one_grid: shape.is_one_grid(),
            pass: !bare && !options.layout.strip_comments && from.is_lines(),
            separator: options.layout.separator.unwrap_or(usual),
            from_lines: from.is_lines(),
            declared_count: options.declared_count.filter(|_| !bare && from.is_lines()),
            headings: if has_headings { headings(shape) } else { Vec::new() },
        })
    }

    /// Writes the fields of a row, each under its heading.
    fn row_under_headings(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        let texts =
            self.columns.iter().zip(fields).map(|(column, &field)| column.text(field, record));
        align(texts.zip(&self.headings).map(|(text, heading)| (text, heading.width)), out);
    }

    /// Returns the puzzle of a row as given, or a placeholder.
    fn puzzle<'a>(&self, record: &RecordRef<'a>) -> &'a [u8] {
        match record.puzzle() {
            Some(puzzle) => puzzle,
            None if self.from_lines => record.bytes(),
            None => NO_GRID,
        }
    }

    /// Writes a solution behind its puzzle, if there is one. A kept field is not written, because lines do not keep the
    /// fields after a puzzle.
    #[inline]
    fn solution(&self, field: Option<Field<'_>>, out: &mut Vec<u8>) {
        if let Some(Field::Text(solution)) = field {
            out.push(self.separator);
            self.field(solution, out);
        }
    }

    /// Writes the text of a column as one of several fields.
    #[inline]
    fn text(&self, text: &FieldText<'_>, out: &mut Vec<u8>) {
        match text {
            FieldText::Digit([digit]) if !self.separator.is_ascii_digit() => out.push(*digit),
            text => self.field(text, out),
        }
    }

    /// Writes one of several fields.
    fn field(&self, field: &[u8], out: &mut Vec<u8>) {
        if self.separator == b' ' {
            out.extend_from_slice(field);
        } else {
            write_field(field, self.separator, out);
        }
    }
}

/// The heading of a field of lines.
struct Heading {
    name: String,
    /// The width of the field in characters, enough for most fields.
    width: usize,
}

fn headings(shape: &AnswerShape<'_>) -> Vec<Heading> {
    let heading = |column: &Column<'_>| {
        let usual = match column.kind {
            ColumnKind::Text => 17,
            ColumnKind::Grid => 81,
            _ => 6,
        };
        Heading { name: column.name.to_owned(), width: usual.max(column.name.len()) }
    };
    shape.columns.iter().map(heading).collect()
}

/// Writes a line of fields of these widths, with two blanks between them.
fn align(fields: impl IntoIterator<Item = (impl Deref<Target = [u8]>, usize)>, out: &mut Vec<u8>) {
    let mut missing = 0;
    for (field, width) in fields {
        out.extend(iter::repeat_n(b' ', missing));
        out.extend_from_slice(&field);
        missing = width.saturating_sub(field.len()) + 2;
    }
    out.push(b'\n');
}

impl RecordFormatter for LineFormatter {
    fn start(&self, out: &mut Vec<u8>) {
        if !self.headings.is_empty() {
            return align(self.headings.iter().map(|it| (it.name.as_bytes(), it.width)), out);
        }
        if let Some(count) = self.declared_count {
            out.extend_from_slice(format!("{count}\n").as_bytes());
        }
    }

    #[inline]
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
        if !self.headings.is_empty() {
            return self.row_under_headings(record, fields, out);
        }
        if self.pair {
            self.field(self.puzzle(&record), out);
            out.push(self.separator);
        }
        if self.whole {
            out.extend_from_slice(record.bytes());
        }
        for (index, field) in self.fields.iter().enumerate() {
            if index > 0 {
                out.push(self.separator);
            }
            match field {
                Some(field) => self.field(&self.columns[*field].text(fields[*field], record), out),
                None => out.extend_from_slice(self.puzzle(&record)),
            }
        }
        self.solution(self.solution.map(|solution| fields[solution]), out);
        out.push(b'\n');
    }

    fn passes(&self) -> bool {
        self.pass
    }

    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        let is_bare =
            self.fields == [Some(0)] && !self.pair && self.solution.is_none_or(|it| it == 1);
        let width = 1 + usize::from(self.solution.is_some());
        if !is_bare || self.columns.len() != width || records.row_count() != records.list.len() {
            return write_rows(self, chunk, records, answers, out);
        }
        out.reserve(answers.text.len() + records.list.len());
        let column = self.columns[0];
        let mut fields = answers.fields();
        // A loop of its own for a single column, because most commands have no other.
        if self.solution.is_none() {
            for (record, field) in records.list.iter().zip(fields) {
                let record = RecordRef { chunk, records, record };
                self.text(&column.text(field, record), out);
                out.push(b'\n');
            }
            return;
        }
        for record in &records.list {
            let Some(field) = fields.next() else { break };
            let record = RecordRef { chunk, records, record };
            self.text(&column.text(field, record), out);
            self.solution(fields.next(), out);
            out.push(b'\n');
        }
    }

    fn lay_out(&self, records: &Records, chunk: &[u8], rows: &mut LaidOutRows<'_>) -> bool {
        let is_plain = self.separator != b'.' && !self.separator.is_ascii_digit();
        if !self.is_one_grid || self.fields != [Some(0)] || !is_plain {
            return false;
        }
        if !self.pair && records.puzzles.len() == records.list.len() {
            let LaidOutRows { out, slots } = rows;
            let start = out.len();
            let lines = records.list.len();
            out.reserve(LINE.len() * lines);
            for _ in 0..lines / BLOCK {
                out.extend_from_slice(BLANK_LINES.as_flattened());
            }
            out.extend_from_slice(BLANK_LINES[..lines % BLOCK].as_flattened());
            slots.extend((0..lines).map(|line| start + line * LINE.len()));
            return true;
        }
        lay_out_rows(self, chunk, records, rows, |record, out| {
            if self.pair {
                self.field(self.puzzle(&record), out);
                out.push(self.separator);
            }
            let place = out.len();
            out.extend_from_slice(&LINE);
            place
        });
        true
    }
}
