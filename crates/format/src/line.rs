//! `line`: one puzzle per line, 81 characters; text after a separator is ignored.
//!
//! Puzzles are read in place. A chunk with a line whose 81 cells are not contiguous is read again,
//! and the cells of all its puzzles are copied to a text of their own.

use super::{
    AnswerShape, Answers, Field, Format, FormatError, LaidOutRows, NO_GRID, PuzzlePlace,
    RecordFormatter, RecordKind, RecordParser, RecordRef, Records, Role, WriteOptions,
    answer::ColumnType,
    formatter::write_rows,
    lines::{each_line, may_be_cut, trim_cr},
    rows::lay_out_rows,
    table::write_field,
};
use batchdoku_engine::grid::{
    GridError,
    line::{SEPARATORS, first_grid, scattered_grid, separate_cells, starts_with_cells},
};

pub(super) struct LineParser {
    /// True if the solution of each puzzle is read: the next field of 81 bytes.
    pub(super) reads_solutions: bool,
}

impl RecordParser for LineParser {
    fn is_one_record_per_line(&self) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut start = 0;
        while start < chunk.len() {
            let end = match chunk[start..].get(..82) {
                Some(line) if line[81] == b'\n' && is_one_line(&line[..81]) => start + 81,
                _ => start + memchr::memchr(b'\n', &chunk[start..]).unwrap_or(chunk.len() - start),
            };
            if !read_line(chunk, start, end, records) {
                records.clear();
                return self.read_copied(chunk, records);
            }
            records.lines += 1;
            start = end + 1;
        }
        if self.reads_solutions {
            find_solutions(chunk, records);
        }
    }

    fn reparse(&self, record: RecordRef<'_>) -> Result<PuzzlePlace, GridError> {
        let cells = record.record.start as usize + first_grid(record.bytes())?;
        if record.records.scratch.is_some() {
            // Its cells were copied when there was no grid: the line has changed since.
            return Err(GridError::TooShort(0));
        }
        let end = record.record.end as usize;
        let solution = match self.reads_solutions {
            true => solution_behind(record.chunk, cells + 82, end),
            false => None,
        };
        Ok(PuzzlePlace { at: cells as u32, solution })
    }
}

impl LineParser {
    /// Reads a chunk and copies the cells.
    fn read_copied(&self, chunk: &[u8], records: &mut Records) {
        let mut scratch = std::mem::take(records.start_scratch());
        each_line(chunk, records, |records, start, end| {
            let line = &chunk[start..end];
            if is_comment(line) {
                return records.pass(start, end);
            }
            let at = scratch.len();
            let mut solution = None;
            if let Some(cells) = separate_cells::<81>(line) {
                scratch.extend_from_slice(&cells);
            } else {
                // As in place, cells that start like a grid are a puzzle, right or wrong.
                let place = if starts_with_cells(line) {
                    first_grid(line).or(Ok(0))
                } else {
                    first_grid(line)
                };
                match place.map_err(|error| (error, scattered_grid(line))) {
                    Ok(cells) => {
                        scratch.extend_from_slice(&line[cells..cells + 81]);
                        if self.reads_solutions {
                            solution = solution_behind(chunk, start + cells + 82, end);
                        }
                    }
                    Err((_, Some(cells))) => scratch.extend_from_slice(&cells),
                    Err((error, None)) => return records.malformed(start, end, error),
                }
            }
            if let Some(found) = &mut solution {
                let cells = &chunk[*found as usize..][..81];
                *found = scratch.len() as u32;
                scratch.extend_from_slice(cells);
            }
            records.solved_puzzle(start, end, at, solution);
        });
        records.scratch = Some(scratch);
    }
}

/// Tells if a line is a comment or blank.
pub(super) fn is_comment(line: &[u8]) -> bool {
    !may_be_cut(line) && (line.first() == Some(&b'#') || line.iter().all(u8::is_ascii_whitespace))
}

/// Tells if no line ends in `bytes`. The compiler vectorises this because it never exits early.
fn is_one_line(bytes: &[u8]) -> bool {
    !bytes.iter().fold(false, |ended, &byte| ended | (byte == b'\n'))
}

/// Adds the line from `start` to `end`. `false` if its 81 cells are not contiguous.
fn read_line(chunk: &[u8], start: usize, end: usize, records: &mut Records) -> bool {
    let end = trim_cr(chunk, start, end);
    let line = &chunk[start..end];
    if starts_with_cells(line) {
        // The engine reads every cell anyway and reports bad characters.
        records.puzzle(start, end, start);
    } else if is_comment(line) {
        records.pass(start, end);
    } else {
        match first_grid(line) {
            Ok(at) => records.puzzle(start, end, start + at),
            Err(_) if scattered_grid(line).is_some() => return false,
            Err(error) => records.malformed(start, end, error),
        }
    }
    true
}

/// Returns the start of a solution in what follows a puzzle, the bytes from `next` to `end` of a chunk.
pub(super) fn solution_behind(chunk: &[u8], next: usize, end: usize) -> Option<u32> {
    let rest = chunk.get(next..end).filter(|rest| rest.len() >= 81)?;
    // A field of 81 bytes right after the puzzle is recognised without parsing it.
    let place = match rest.get(81) {
        None if rest.len() == 81 => 0,
        Some(byte) if SEPARATORS.contains(byte) || *byte == b'\r' => 0,
        _ => first_grid(rest).ok()?,
    };
    Some((next + place) as u32)
}

/// Fills in where the solution of each puzzle starts.
pub(super) fn find_solutions(chunk: &[u8], records: &mut Records) {
    let behind = records.form.length() + 1;
    for record in &mut records.list {
        if let RecordKind::Puzzle { at, solution } = &mut record.kind {
            *solution = solution_behind(chunk, *at as usize + behind, record.end as usize);
        }
    }
}

/// A line without an answer.
const LINE: [u8; 82] = {
    let mut line = [b'.'; 82];
    line[81] = b'\n';
    line
};
/// Many of them.
const BLANK_LINES: [[u8; 82]; BLOCK] = [LINE; BLOCK];
const BLOCK: usize = 64;

/// Writes the fields of the answer, or the puzzle, or both; copies the record if the answer has no
/// fields. A field that contains the separator, unless that is
/// a blank, is quoted as in a table.
pub(super) struct LineFormatter {
    /// True if records are copied.
    whole: bool,
    /// True if the puzzle of the record comes first, as in `puzzle,solution`.
    pair: bool,
    /// The columns of the answer.
    columns: Vec<ColumnType>,
    /// The indices of those that are written; `None` is the puzzle as given.
    fields: Vec<Option<usize>>,
    /// The index of the solution, which is written behind a puzzle of the answer if there is one.
    solution: Option<usize>,
    /// True if that is one grid and nothing else.
    is_one_grid: bool,
    /// True if comments and blank lines are passed through.
    pass: bool,
    /// Separates two fields.
    separator: u8,
    /// True if the input has a record in every line.
    from_lines: bool,
    /// The count before the first record.
    declared_count: Option<u64>,
}

impl LineFormatter {
    pub(crate) fn new(
        to: Format,
        from: Format,
        shape: &AnswerShape<'_>,
        options: &WriteOptions,
    ) -> Result<Self, FormatError> {
        let columns = shape.types();
        let of_input = options.input.as_ref().and_then(|input| input.pair_separator);
        let usual = match shape.puzzle() {
            Some(_) => of_input.unwrap_or(b','),
            None if to == Format::Pair => b',',
            None => b' ',
        };
        let bare = to == Format::Sdm;
        let whole = columns.is_empty() && from.is_lines() && to != Format::Puzzle && !bare;
        let solution = match (to, shape.puzzle()) {
            (Format::Line | Format::Pair, Some(_)) => shape.solution(),
            _ => None,
        };
        let written = shape.unnamed_columns(to)?;
        let fields = match to {
            _ if whole => Vec::new(),
            Format::Puzzle => vec![columns.iter().position(|column| column.role == Role::Puzzle)],
            Format::Sdm => vec![shape.grid_column()],
            _ if columns.is_empty() => vec![None],
            _ => written.into_iter().map(Some).collect(),
        };
        Ok(Self {
            whole,
            pair: to == Format::Pair && !columns.is_empty() && shape.puzzle().is_none(),
            columns,
            fields,
            solution,
            is_one_grid: shape.is_one_grid(),
            pass: !bare && !options.layout.strip_comments && from.is_lines(),
            separator: options.layout.separator.unwrap_or(usual),
            from_lines: from.is_lines(),
            declared_count: options.declared_count.filter(|_| !bare && from.is_lines()),
        })
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

    /// Writes one of several fields.
    fn field(&self, field: &[u8], out: &mut Vec<u8>) {
        if self.separator == b' ' {
            out.extend_from_slice(field);
        } else {
            write_field(field, self.separator, out);
        }
    }
}

impl RecordFormatter for LineFormatter {
    fn start(&self, out: &mut Vec<u8>) {
        if let Some(count) = self.declared_count {
            out.extend_from_slice(format!("{count}\n").as_bytes());
        }
    }

    #[inline]
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>) {
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
                Some(field) => self.field(self.columns[*field].text(fields[*field], record), out),
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
        let text = |field, record| match field {
            // Nearly all fields: those that are kept or missing cost a look at the record.
            Field::Text(text) => text,
            field => self.columns[0].text(field, RecordRef { chunk, records, record }),
        };
        let mut fields = answers.fields();
        // A loop of its own for a single column, because most commands have no other.
        if self.solution.is_none() {
            for (record, field) in records.list.iter().zip(fields) {
                self.field(text(field, record), out);
                out.push(b'\n');
            }
            return;
        }
        for record in &records.list {
            let Some(field) = fields.next() else { break };
            self.field(text(field, record), out);
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
