//! The grammar of lines: `line`, one puzzle per line, and perhaps its solution; other text of the line is ignored.
//!
//! ```text
//! input    [count] (record | comment | blank line)*
//! record   field (delimiter field)*          the puzzle is in the first field, or in a field of its own
//!        | words around one grid             the puzzle stands among other text
//!        | 81 fields in a row of fields      a cell each
//! field    81 cells in any way of `cells`
//! comment  # … | % … | // …
//!
//! 53..7…,534…,easy                           the puzzle, its solution, and more
//! #3  5 3 . . 7 …                            a number, and cells that stand apart
//! ```
//!
//! The head of the input decides once where lines have their puzzles and solutions: see `line_roles`. A line that has
//! something else there is malformed: another field never takes the place of a puzzle. Refused are inputs that begin with
//! several puzzles on a line, those whose grids have names in turn (`puzzle: 53..7…`, `solution: 534…`), and those that two
//! hypotheses explain with different puzzles.
//!
//! Puzzles whose cells stand together are read in place; other cells are copied to the scratch text of [`Records`].

use std::ops::Range;

use super::{
    RecordError, RecordParser, Records,
    cells::{Edges, apart, edges_of, is_cell, is_of_strokes, leading},
    found::{
        FoundGrid, NEAR_GRID, SHORTEST_CUT, answers, grids, is_complete, is_hodoku, near_grid,
        starts_with_cells, was_grid,
    },
    grid_text::{grid_alone, whole_grid},
    lines::{is_comment, starts_with_number, trim_cr},
    records::Cells,
    roles::{CellRun, LineRoles, PuzzleRole},
    signs::{Uses, is},
    table::{FieldPlace, by_spreadsheet, field_at, fields_before},
    tokens::{fields, words},
    unread,
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
    /// True if the line has nothing else.
    is_whole: bool,
}

impl FoundPuzzle {
    /// Returns a puzzle of a line that may have more.
    fn new(cells: Cells, solution: Option<Cells>) -> Self {
        Self { cells, solution, is_whole: false }
    }

    /// Returns a puzzle that is the whole line, but not written as 81 bytes.
    fn alone(cells: [u8; 81]) -> Self {
        Self { cells: Cells::Apart(cells), solution: None, is_whole: true }
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
            let is_of_81 = is_line_of::<81>(rest);
            // Most lines are 81 cells. The engine reads every cell anyway and reports bad characters.
            if is_of_81
                && is_first
                && rest[80] != b'\r'
                && self.starts_with_cells(&rest[..81])
                && records.scratch.is_none()
            {
                records.solved_puzzle(start, start + 81, start, None);
                records.lines += 1;
                start += 82;
                continue;
            }
            let end = start + if is_of_81 { 81 } else { length_of_line(rest) };
            let next = end + 1;
            let end = trim_cr(chunk, start, end);
            let line = &chunk[start..end];
            if is_first
                && self.starts_with_cells(line)
                && records.scratch.is_none()
                && self.is_usual(line)
            {
                let has_solution = self.reads_solutions && line.len() > 81;
                let solution = has_solution.then_some(start as u32 + 82);
                records.solved_puzzle(start, end, start, solution);
            } else {
                self.read_other(chunk, start, end, records);
            }
            records.lines += 1;
            start = next;
        }
    }
}

impl LineParser {
    /// Reads a line that is not read in place. The function is not inlined, because the loop over other lines would have fewer
    /// registers.
    #[inline(never)]
    fn read_other(&self, chunk: &[u8], start: usize, end: usize, records: &mut Records) {
        let line = &chunk[start..end];
        if is_comment(line) && !self.may_be_record(line) {
            return records.pass(start, end);
        }
        match self.find(line) {
            Ok(found) if !found.is_whole && self.has_another(line, &found) => {
                records.malformed(start, end, RecordError::ManyGrids(2));
            }
            Ok(FoundPuzzle { cells, solution, .. }) => {
                records.add(chunk, (start, end), cells, solution);
            }
            Err(error) => records.malformed(start, end, error),
        }
    }

    /// Returns whether the first field of a line has 81 bytes and starts like a grid. A ruler does not.
    #[inline]
    fn starts_with_cells(&self, line: &[u8]) -> bool {
        starts_with_cells(line) && !(self.roles.strokes_are_rulers && is_of_strokes(line))
    }

    /// Returns whether a comment may be a record: it starts with the number of its puzzle, if lines do, or its puzzle lost the
    /// line end before it.
    #[cold]
    fn may_be_record(&self, comment: &[u8]) -> bool {
        let is_stuck = |word: &[u8]| word.len() > 81 && near_grid(word).is_some();
        self.roles.is_numbered && starts_with_number(comment)
            || comment.len() > 81
                && words(comment)
                    .any(|(_, word)| is_stuck(word) || self.roles.is_numbered && was_grid(word))
    }

    /// Finds the puzzle of a line, in the place where the input has its puzzles.
    fn find(&self, line: &[u8]) -> Result<FoundPuzzle, RecordError> {
        match self.roles.puzzle {
            PuzzleRole::First => self.find_first(line),
            PuzzleRole::Field(place) => self.find_field(line, place),
            PuzzleRole::Text => self.find_in_text(line),
            PuzzleRole::Run(run) => self.find_run(line, run),
        }
    }

    /// Returns whether a line has cells for another grid, besides the puzzle and its possible solution. Such a line is
    /// malformed, because the other grid would be lost.
    fn has_another(&self, line: &[u8], puzzle: &FoundPuzzle) -> bool {
        let known = 1 + usize::from(self.roles.solution.is_some());
        // A byte stands before each other grid or part of one.
        if line.len() < 82 * known + SHORTEST_CUT
            || self.roles.is_named
            || matches!(self.roles.puzzle, PuzzleRole::Run(_))
        {
            return false;
        }
        let (before, behind) = match puzzle.cells {
            Cells::At(at) => (&line[..at], &line[at + 81..]),
            Cells::Apart(_) => (&line[..0], line),
        };
        unread::has_cut(before)
            || unread::has_cut(behind)
            || line.len() >= 81 * known + NEAR_GRID
                && unread::has_another(line, || known.max(grids(line).take(2).count()))
    }

    /// Finds a puzzle of 81 fields, one for each cell, among other fields.
    fn find_run(&self, line: &[u8], run: CellRun) -> Result<FoundPuzzle, RecordError> {
        let width = run.width_of(line);
        if width != run.width {
            return Err(RecordError::FieldCount { expected: run.width, got: width });
        }
        let cells = run.cells_at(line, run.puzzle).ok_or(GridError::TooShort(0))?;
        let solution = run.solution.and_then(|start| run.cells_at(line, start));
        if !self.reads_solutions
            && solution.is_some_and(|solution| is_other_puzzle(&solution, &cells))
        {
            return Err(RecordError::ManyGrids(2));
        }
        let solution = solution.filter(|_| self.reads_solutions).map(Cells::Apart);
        Ok(FoundPuzzle::new(Cells::Apart(cells), solution))
    }

    /// Returns whether a line that starts like a grid has 81 bytes, or has 81 digits behind them if solutions are the second
    /// field. Most lines have, and are not examined further.
    #[inline]
    fn is_usual(&self, line: &[u8]) -> bool {
        line.len() == 81
            || line.len() == 163
                && is_cell(line[82])
                && (self.reads_solutions || line[82..].first_chunk().is_some_and(is_complete))
                && self.roles.solution.is_some_and(|place| place.index == 1)
    }

    fn find_first(&self, line: &[u8]) -> Result<FoundPuzzle, RecordError> {
        if self.roles.strokes_are_rulers && is_of_strokes(line) {
            return Err(RecordError::Ruler);
        }
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
            self.check_edges(line)?;
            return Ok(FoundPuzzle::alone(cells));
        } else if let Some(grid) = first_of_signs(line, lead) {
            (Cells::Apart(grid.cells), grid.end)
        } else {
            return Err(error_of(line));
        };
        let puzzle = cells.of_line(line);
        let solution = self.solution_behind(line, behind, puzzle)?;
        // If the first field is empty, the puzzle is missing, and the cells are its solution.
        let is_empty = line[..lead].windows(2).any(|two| two == b"\"\"" || two == b"''");
        if is_empty || lead > 0 && self.is_lone_solution(puzzle, &line[behind..]) {
            return Err(GridError::TooShort(0).into());
        }
        Ok(FoundPuzzle::new(cells, solution))
    }

    /// Makes sure that the delimiters around fields that may be empty are those of other lines: a further one would move the
    /// cells.
    fn check_edges(&self, line: &[u8]) -> Result<(), RecordError> {
        let (Some(expected), Some(edges)) = (self.roles.edges, edges_of(line)) else {
            return Ok(());
        };
        let fields = |edges: Edges| 81 + usize::from(edges.before) + usize::from(edges.behind);
        if edges == expected {
            return Ok(());
        }
        Err(RecordError::FieldCount { expected: fields(expected), got: fields(edges) })
    }

    /// Returns whether cells in the place of the puzzle are a solution, and their puzzle is missing: they are complete,
    /// although solutions have a field of their own, and no grid follows.
    fn is_lone_solution(&self, cells: &[u8; 81], behind: &[u8]) -> bool {
        self.roles.solution.is_some()
            && cells.iter().all(|byte| matches!(byte, b'1'..=b'9'))
            && grids(behind).next().is_none()
    }

    /// Returns the solution that follows a puzzle, which ends at `from`.
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
        // The field right behind the puzzle holds the solution, whatever separates the two.
        let field = if self.roles.puzzle == PuzzleRole::First && place.index == 1 {
            next_field(line, from)
        } else {
            field_at(line, place).filter(|field| field.start >= from)
        };
        let is_other =
            |start: usize| field.as_ref().is_none_or(|field| !field.contains(&(from + start)));
        let mut words = words(&line[from..]);
        if !self.roles.is_named
            && words.any(|(start, word)| may_be_grid(word) && is_other(start) && was_grid(word))
        {
            return Err(many_grids(line));
        }
        field.map_or(Ok(None), |field| self.solution_in(line, field, puzzle))
    }

    /// Returns the solution that follows a puzzle if solutions have no field of their own: a grid that answers the puzzle.
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
        let mut has_another = || found.next().is_some() || has_damaged_grid(behind);
        if !self.roles.is_named && (!is_solution || has_another()) {
            return Err(many_grids(line));
        }
        let is_wanted = self.reads_solutions && is_solution;
        Ok(is_wanted.then(|| solution.place(from)))
    }

    /// Returns the solution in a field, if solutions are read and the field has one.
    ///
    /// # Errors
    /// If solutions are not read, and the field has another puzzle, which would be lost.
    fn solution_in(
        &self,
        line: &[u8],
        field: Range<usize>,
        puzzle: &[u8; 81],
    ) -> Result<Option<Cells>, RecordError> {
        let cells = match field.len() {
            ..NEAR_GRID => None,
            81 => Some(Cells::At(field.start)),
            _ => {
                let text = &line[field];
                let cells = whole_grid(text).map(Cells::Apart);
                // The solution and the puzzle of the next line, whose line end was lost.
                let is_longer = || text.len() >= 81 + NEAR_GRID && has_damaged_grid(text);
                if cells.is_none() && !self.roles.is_named && is_longer() {
                    return Err(RecordError::ManyGrids(2));
                }
                cells
            }
        };
        let is_puzzle =
            |grid: &[u8; 81]| is_other_puzzle(grid, puzzle) && Grid::parse(grid).is_ok();
        if !self.roles.is_named
            && !self.reads_solutions
            && cells.as_ref().is_some_and(|cells| is_puzzle(cells.of_line(line)))
        {
            return Err(many_grids(line));
        }
        Ok(cells.filter(|_| self.reads_solutions))
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
                // In a line that lost a field, its solution may stand in place of its puzzle.
                if solution.is_empty() && is_complete(cells.of_line(line)) {
                    return Err(GridError::TooShort(0).into());
                }
                let others = grids(line)
                    .filter(|grid| !field.contains(&grid.start) && !solution.contains(&grid.start));
                if !self.roles.is_named && others.count() > 0 {
                    return Err(many_grids(line));
                }
                self.solution_in(line, solution, cells.of_line(line))?
            }
        };
        Ok(FoundPuzzle::new(cells, solution))
    }

    fn find_in_text(&self, line: &[u8]) -> Result<FoundPuzzle, RecordError> {
        // Without the candidates that HoDoKu excludes, it would be another puzzle.
        if is_hodoku(line) {
            return Err(RecordError::Candidates);
        }
        let damaged = || {
            words(line).find_map(|(at, word)| field_error_near(word).map(|error| error.after(at)))
        };
        let mut found = grids(line);
        let (puzzle, solution) = match (found.next(), found.next(), found.next()) {
            (None, ..) => {
                let whole = whole_grid(line);
                let error = || damaged().unwrap_or_else(|| error_of(line));
                let found = |cells| FoundPuzzle::new(Cells::Apart(cells), None);
                return whole.map(found).ok_or_else(error);
            }
            (Some(puzzle), None, _) => {
                if let Some(error) = damaged() {
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
        Ok(FoundPuzzle::new(puzzle.place(0), solution))
    }
}

/// Returns the grid at `lead` of a line that has Unicode characters for cells; ASCII cells were found before.
#[cold]
fn first_of_signs(line: &[u8], lead: usize) -> Option<FoundGrid> {
    // Such a character has several bytes.
    if line.len() <= 81 || line.is_ascii() {
        None
    } else {
        grids(line).next().filter(|grid| grid.start == lead)
    }
}

/// Returns the field that follows a puzzle, which ends at `from`: of `"53..7…", "534…", easy` the cells `534…`, without the
/// quotes. `None` if no separator follows the puzzle and its quotes.
fn next_field(line: &[u8], from: usize) -> Option<Range<usize>> {
    let quotes = line[from..].iter().take_while(|byte| CLOSING.contains(byte)).count();
    let separator = from + quotes;
    if !is(*line.get(separator)?, Uses::FIELD) {
        return None;
    }
    let behind = &line[separator + 1..];
    let lead = behind.iter().take_while(|byte| b" \"'[(".contains(byte)).count();
    let start = separator + 1 + lead;
    let length = line[start..]
        .iter()
        .position(|byte| is(*byte, Uses::FIELD) || CLOSING.contains(byte))
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

/// Returns whether a grid in the place of a solution is another puzzle. Where the fields of a line have changed places, the
/// puzzle is complete, and is counted as such.
fn is_other_puzzle(grid: &[u8; 81], puzzle: &[u8; 81]) -> bool {
    !answers(grid, puzzle) && !is_complete(puzzle)
}

/// Returns whether a word is as long as a grid, perhaps damaged, or as two that lost the gap between them. Candidates, for
/// example, are longer.
fn may_be_grid(word: &[u8]) -> bool {
    (NEAR_GRID..=180).contains(&word.len())
}

/// Returns whether a text has a word that was meant as a grid, and is damaged.
fn has_damaged_grid(text: &[u8]) -> bool {
    words(text).any(|(_, word)| may_be_grid(word) && near_grid(word).is_some())
}

/// Returns the fault of a line with more grids than a puzzle and its solution.
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

/// Returns the fault of a line that does not begin with a puzzle: the fault of its first field.
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
        // The field is a grid, but no separator stands behind it.
        None => GridError::TooShort(0).into(),
    }
}

/// Returns the length of the first line of a text, if it is not 81 bytes. A puzzle with its solution, 163 bytes, is tried
/// first. The function is not inlined, because the loop over lines of 81 bytes would have fewer registers.
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
