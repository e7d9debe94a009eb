//! `line`: one puzzle per line, 81 cells together or apart, and perhaps its solution; other text of the line is ignored.
//!
//! Where the puzzle stands in a line, and where its solution, is decided once, by the head of the input. A line that has
//! something else there is malformed: another field never takes the place of a puzzle.
//!
//! Puzzles are read in place, as far as their cells are together; otherwise the cells are copied to a text of their own.

use std::{
    iter,
    ops::{Deref, Range},
};

use super::{
    AnswerShape, Answers, Column, ColumnKind, Field, Format, FormatError, LaidOutRows, NO_GRID,
    RecordError, RecordFormatter, RecordParser, RecordRef, Records, Room, WriteOptions,
    answer::{ColumnType, FieldText},
    cells::{apart, is_cell, leading},
    formatter::write_rows,
    found::{NEAR_GRID, grids, is_hodoku, near_grid, starts_with_cells},
    grid_text::{grid_alone, whole_grid},
    line_roles::{CellRun, LineRoles, PuzzleRole},
    lines::{may_be_cut, starts_comment, starts_with_number, trim_cr},
    passage::PassageFormatter,
    records::Cells,
    rows::lay_out_rows,
    table::{FieldPlace, by_spreadsheet, field_at, fields_before, write_field},
    tokens::{SEPARATORS, fields, words},
};
use batchdoku_engine::grid::{Grid, GridError};

/// The bytes that may stand before the first field of a line.
pub(super) const OPENING: &[u8] = b" \t\"'[(";

/// The bytes that may stand right behind a field.
const CLOSING: &[u8] = b"\"')]";

/// Reads lines.
pub(super) struct LineParser {
    pub(super) roles: LineRoles,
    /// True if the solution of each puzzle is read.
    pub(super) reads_solutions: bool,
}

/// A puzzle in a line, and its solution.
struct FoundPuzzle {
    cells: Cells,
    solution: Option<Cells>,
}

impl FoundPuzzle {
    /// Returns a puzzle that is the whole line, and is written in another way than as 81 cells.
    fn alone(cells: [u8; 81]) -> Self {
        Self { cells: Cells::Apart(cells), solution: None }
    }
}

impl RecordParser for LineParser {
    fn is_one_record_per_line(&self) -> bool {
        true
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let is_first = self.roles.puzzle == PuzzleRole::First && !self.roles.has_blanks;
        let mut start = 0;
        while start < chunk.len() {
            let rest = &chunk[start..];
            let end = start + if is_line_of::<81>(rest) { 81 } else { length_of_line(rest) };
            let next = end + 1;
            let end = trim_cr(chunk, start, end);
            let line = &chunk[start..end];
            // The engine reads every cell anyway and reports bad characters.
            if is_first
                && starts_with_cells(line)
                && records.scratch.is_none()
                && self.is_usual(line)
            {
                let has_solution = self.reads_solutions && line.len() > 81;
                let solution = has_solution.then_some(start as u32 + 82);
                records.solved_puzzle(start, end, start, solution);
            } else if is_comment(line) && !(self.roles.is_numbered && starts_with_number(line)) {
                records.pass(start, end);
            } else {
                match self.find(line) {
                    Ok(FoundPuzzle { cells, solution }) => {
                        records.add(chunk, (start, end), cells, solution);
                    }
                    Err(error) => records.malformed(start, end, error),
                }
            }
            records.lines += 1;
            start = next;
        }
    }
}

impl LineParser {
    /// Finds the puzzle of a line where the puzzles of the input are.
    fn find(&self, line: &[u8]) -> Result<FoundPuzzle, RecordError> {
        match self.roles.puzzle {
            PuzzleRole::First => self.find_first(line),
            PuzzleRole::Field(place) => self.find_field(line, place),
            PuzzleRole::Text => self.find_in_text(line),
            PuzzleRole::Run(run) => self.find_run(line, run),
        }
    }

    /// Finds a puzzle whose cells are 81 fields among others.
    fn find_run(&self, line: &[u8], run: CellRun) -> Result<FoundPuzzle, RecordError> {
        let width = run.width_of(line);
        if width != run.width {
            return Err(RecordError::FieldCount { expected: run.width, got: width });
        }
        let cells = run.cells_at(line, run.puzzle).ok_or(GridError::TooShort(0))?;
        let solution = run.solution.filter(|_| self.reads_solutions);
        let solution = solution.and_then(|start| run.cells_at(line, start)).map(Cells::Apart);
        Ok(FoundPuzzle { cells: Cells::Apart(cells), solution })
    }

    /// Returns whether a line that starts like a grid is that and nothing else, or has a field of 81 bytes behind it
    /// where solutions are: most lines, which need no other look.
    #[inline]
    fn is_usual(&self, line: &[u8]) -> bool {
        line.len() == 81
            || line.len() == 163
                && is_cell(line[82])
                && self.roles.solution.is_some_and(|place| place.index == 1)
    }

    fn find_first(&self, line: &[u8]) -> Result<FoundPuzzle, RecordError> {
        if self.roles.has_blanks
            && let Some(cells) = whole_grid(line)
        {
            return Ok(FoundPuzzle::alone(cells));
        }
        let lead = line.iter().take_while(|byte| OPENING.contains(byte)).count();
        let (cells, behind) = if stand_together(line, lead) {
            (Cells::At(lead), lead + 81)
        } else if let Some(cells) = apart(line) {
            return Ok(FoundPuzzle::alone(cells));
        } else if let Some((cells, end)) = leading(line) {
            (Cells::Apart(cells), end)
        } else if let Some(cells) = grid_alone(line) {
            return Ok(FoundPuzzle::alone(cells));
        } else {
            return Err(error_of(line));
        };
        let puzzle = cells.of_line(line);
        let solution = self.solution_behind(line, behind, puzzle)?;
        // Behind an empty field, a solution stands where a puzzle could.
        let is_empty = line[..lead].windows(2).any(|two| two == b"\"\"" || two == b"''");
        if is_empty || lead > 0 && self.is_lone_solution(puzzle, &line[behind..]) {
            return Err(GridError::TooShort(0).into());
        }
        Ok(FoundPuzzle { cells, solution })
    }

    /// Returns whether cells that stand where the puzzle does are a solution whose puzzle is missing: they are
    /// complete, although solutions have a field of their own, and no grid follows.
    fn is_lone_solution(&self, cells: &[u8; 81], behind: &[u8]) -> bool {
        self.roles.solution.is_some()
            && cells.iter().all(|byte| matches!(byte, b'1'..=b'9'))
            && grids(behind).next().is_none()
    }

    /// Returns the solution in what follows a puzzle.
    #[inline]
    fn solution_behind(
        &self,
        line: &[u8],
        from: usize,
        puzzle: &[u8; 81],
    ) -> Result<Option<Cells>, RecordError> {
        if line.len() < from + NEAR_GRID {
            return Ok(None);
        }
        let Some(place) = self.roles.solution else {
            return self.grid_behind(line, from, puzzle);
        };
        // Most lines: a field of 81 bytes right after the puzzle needs no look.
        if place.index == 1 && line[from] == place.delimiter && line.len() == from + 82 {
            return Ok(Some(Cells::At(from + 1)).filter(|_| self.reads_solutions));
        }
        // The field right behind a puzzle is that, whatever separates it.
        let field = if self.roles.puzzle == PuzzleRole::First && place.index == 1 {
            next_field(line, from)
        } else {
            field_at(line, place).filter(|field| field.start >= from)
        };
        let mut others = grids(&line[from..]).filter(|grid| {
            field.as_ref().is_none_or(|field| !field.contains(&(from + grid.start)))
        });
        if others.next().is_some() && !self.roles.is_named {
            return Err(many_grids(line));
        }
        Ok(field.and_then(|field| self.solution_in(line, field)))
    }

    /// Returns the solution in what follows a puzzle if none has a field of its own: a grid without empty cells.
    fn grid_behind(
        &self,
        line: &[u8],
        from: usize,
        puzzle: &[u8; 81],
    ) -> Result<Option<Cells>, RecordError> {
        let behind = &line[from..];
        let mut found = grids(behind);
        let Some(solution) = found.next() else {
            if !self.roles.is_named && has_damaged_grid(behind) {
                return Err(RecordError::ManyGrids(2));
            }
            return Ok(None);
        };
        let is_solution = solution.answers(puzzle);
        if !self.roles.is_named && (!is_solution || found.next().is_some()) {
            return Err(many_grids(line));
        }
        let is_wanted = self.reads_solutions && is_solution;
        Ok(is_wanted.then(|| solution.place(from)))
    }

    /// Returns the solution in a field, if it is read and there is one.
    fn solution_in(&self, line: &[u8], field: Range<usize>) -> Option<Cells> {
        match field.len() {
            _ if !self.reads_solutions => None,
            0 => None,
            81 => Some(Cells::At(field.start)),
            _ => whole_grid(&line[field]).map(Cells::Apart),
        }
    }

    fn find_field(&self, line: &[u8], place: FieldPlace) -> Result<FoundPuzzle, RecordError> {
        let field = field_at(line, place).ok_or(RecordError::FieldCount {
            expected: place.index + 1,
            got: fields_before(line, place.delimiter, line.len()) + 1,
        })?;
        let text = &line[field.clone()];
        let cells = if text.len() == 81 && Grid::parse(text).is_ok() {
            Cells::At(field.start)
        } else if let Some(cells) = whole_grid(text) {
            Cells::Apart(cells)
        } else {
            let error = field_error(text).unwrap_or(GridError::TooShort(0).into());
            return Err(error.after(field.start));
        };
        let solution = match self.roles.solution {
            None => self.solution_behind(line, field.end, cells.of_line(line))?,
            Some(place) => {
                let solution = field_at(line, place).unwrap_or_default();
                let others = grids(line)
                    .filter(|grid| !field.contains(&grid.start) && !solution.contains(&grid.start));
                if !self.roles.is_named && others.count() > 0 {
                    return Err(many_grids(line));
                }
                self.solution_in(line, solution)
            }
        };
        Ok(FoundPuzzle { cells, solution })
    }

    fn find_in_text(&self, line: &[u8]) -> Result<FoundPuzzle, RecordError> {
        // Without the candidates it would be another puzzle.
        if is_hodoku(line) {
            return Err(RecordError::Candidates);
        }
        let mut found = grids(line);
        let (puzzle, solution) = match (found.next(), found.next(), found.next()) {
            (None, ..) => {
                let whole = whole_grid(line).ok_or_else(|| error_of(line))?;
                return Ok(FoundPuzzle::alone(whole));
            }
            (Some(puzzle), None, _) => {
                let damaged = words(line)
                    .find_map(|(at, word)| field_error_near(word).map(|error| error.after(at)));
                if let Some(error) = damaged {
                    return Err(error);
                }
                if puzzle.is_complete() && self.roles.solution.is_some() {
                    return Err(GridError::TooShort(0).into());
                }
                (puzzle, None)
            }
            (Some(puzzle), Some(solution), None) if solution.answers(&puzzle.cells) => {
                (puzzle, Some(solution))
            }
            _ => return Err(many_grids(line)),
        };
        let solution = solution.filter(|_| self.reads_solutions).map(|grid| grid.place(0));
        Ok(FoundPuzzle { cells: puzzle.place(0), solution })
    }
}

/// Returns the field that follows a puzzle, which ends at `from`: of `"53..7…", "534…", easy` the cells `534…`, without the
/// quotes. `None` if something else than a separator follows the puzzle and its quotes.
fn next_field(line: &[u8], from: usize) -> Option<Range<usize>> {
    let quotes = line[from..].iter().take_while(|byte| CLOSING.contains(byte)).count();
    let separator = from + quotes;
    if !SEPARATORS.contains(line.get(separator)?) {
        return None;
    }
    let behind = &line[separator + 1..];
    let lead = behind.iter().take_while(|byte| b" \"'[(".contains(byte)).count();
    let start = separator + 1 + lead;
    let length = line[start..]
        .iter()
        .position(|byte| SEPARATORS.contains(byte) || CLOSING.contains(byte))
        .unwrap_or(line.len() - start);
    Some(start..start + length)
}

/// Returns whether 81 cells stand together at `lead`, behind the blanks, quotes and brackets at the start of a line.
fn stand_together(line: &[u8], lead: usize) -> bool {
    let rest = &line[lead..];
    // 80 cells and the quote behind them are 81 bytes, too.
    let is_short = lead > 0 && rest.get(80).is_some_and(|byte| CLOSING.contains(byte));
    if starts_with_cells(rest) && !is_short {
        return true;
    }
    rest.get(81).is_some_and(|byte| CLOSING.contains(byte)) && Grid::parse(&rest[..81]).is_ok()
}

/// Returns whether a word was meant as a grid, and is damaged.
fn has_damaged_grid(text: &[u8]) -> bool {
    // Candidates, say, are longer than what was one grid.
    const LONGEST: usize = 99;
    words(text).any(|(_, word)| word.len() <= LONGEST && near_grid(word).is_some())
}

/// Returns the fault of a line with more grids than are read.
fn many_grids(line: &[u8]) -> RecordError {
    RecordError::ManyGrids(grids(line).count())
}

/// Returns the fault of a field that is no grid.
pub(super) fn field_error(text: &[u8]) -> Option<RecordError> {
    by_spreadsheet(text).or_else(|| Grid::parse(text).err().map(RecordError::from))
}

/// Returns the fault of a word that was meant as a puzzle.
fn field_error_near(word: &[u8]) -> Option<RecordError> {
    by_spreadsheet(word).or_else(|| near_grid(word).map(RecordError::from))
}

/// Returns the fault of a line that does not begin with a puzzle: that of its first field.
fn error_of(line: &[u8]) -> RecordError {
    let starts_empty = line.trim_ascii_start().first().is_some_and(|byte| b",;|".contains(byte));
    if starts_empty && grids(line).next().is_some() {
        return GridError::TooShort(0).into();
    }
    let is_quoted = line.first().is_some_and(|byte| b"[(\"'".contains(byte));
    let first = if is_quoted { words(line).next() } else { fields(line).next() };
    let Some((at, field)) = first else { return GridError::TooShort(0).into() };
    match field_error(field) {
        Some(error) => error.after(at),
        // It is a grid, and something that is none stands right behind it.
        None => GridError::TooShort(0).into(),
    }
}

/// Returns whether a line is a comment or blank.
pub(super) fn is_comment(line: &[u8]) -> bool {
    // Most lines need no other look. 0x1A is the end of a text of DOS.
    let has_mark =
        matches!(line, [b'#' | b'%' | b'/' | b' ' | b'\t' | b'\r' | 0x0B | 0x0C | 0x1A, ..] | []);
    has_mark
        && !may_be_cut(line)
        && (starts_comment(line)
            || line.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x1A))
}

/// Returns the length of the first line of a text that does not begin with one of 81 bytes: a puzzle with its solution, or
/// any other. It is not inlined, because the loop over lines of 81 bytes would have fewer registers.
#[inline(never)]
fn length_of_line(text: &[u8]) -> usize {
    if is_line_of::<163>(text) {
        return 163;
    }
    memchr::memchr(b'\n', text).unwrap_or(text.len())
}

/// Returns whether the first line of a text has this length. The compiler vectorises this because it never exits early.
#[inline]
fn is_line_of<const LENGTH: usize>(text: &[u8]) -> bool {
    text.get(LENGTH) == Some(&b'\n')
        && !text[..LENGTH].iter().fold(false, |ended, &byte| ended | (byte == b'\n'))
}

/// A line without an answer.
const LINE: [u8; 82] = {
    let mut line = [b'.'; 82];
    line[81] = b'\n';
    line
};
/// Many of them, because a few long copies are faster than a short one for each record.
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
    /// The indices of those that are written; `None` is the puzzle as given.
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
            // What follows a puzzle is separated as in the input, so that the output can be read in the same way.
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

    /// Writes one of several fields, whose text a column has.
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
    /// The number of characters that the field gets: more than most have.
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
