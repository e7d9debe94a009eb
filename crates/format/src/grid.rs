//! Reading `grid`, `sdk` and `ss`: nine lines of nine cells, as people draw them.
//!
//! A row is a line of nine cells; what may separate them is dropped ([`super::grid_line`]). Rulers
//! and frames are ignored. A blank line, a section, and a line that no row can have become (a title, a line of a log) end
//! a *unit* of rows. A unit of nine rows is a grid, of 18 rows two. With any other number nobody knows which row is
//! missing or too many, so the unit is malformed as a whole: no grid is ever made of rows of two.
//!
//! Where the head of the input shows grids that follow each other without anything between, they are read nine rows at a
//! time. Where it stops in the middle of a grid, what follows must have the right number of rows again. A puzzle on one
//! line among them is a grid, too.
//!
//! How an input is drawn is decided once, by its head: whether blank lines separate bands, whether nine dashes (or the
//! blank row of a spreadsheet, `,,,,,,,,`) are a ruler or nine empty cells, whether blanks are empty cells, and whether
//! cells hold candidates (pencilmarks). Where the head has no line of such dashes, the rows next to one decide. Lines under
//! a section other than `[Puzzle]` are skipped.
//!
//! Pencilmarks are pencilmark puzzles if the job takes them. Otherwise a cell with one candidate holds it, and one
//! with several is empty.

use std::ops::Range;

use super::{
    RecordError, RecordParser, Records, RowError,
    grid_dashes::{DashUse, may_be_row, rows_of, uses_of_dashes},
    grid_line::{
        Dashes, LineKind, blank_row, blanks_among_fields, boxed_row, divided_row, has_bar,
        is_plain_row, kind, numbers_with_point, pencilmark_row, row_cells, section, was_blank_row,
    },
    grid_text::WholePuzzle,
    lines::{line_at, line_ranges, split_lines},
    text::{NEAR_GRID, cells, grids, is_cell, leading_cells, near_grid, words},
};
use batchdoku_engine::grid::{CELL_VALUE, GridError, PENCILMARKS, Pencilmarks, PuzzleForm};

/// This many of the first nine rows must be pencilmarks. One or two may be clues that somebody typed without blanks.
const PENCILMARK_ROWS: usize = 3;

/// The length in bytes of a grid of 81 cells and eight line ends.
const PLAIN: usize = 89;

/// Reads grids of nine lines.
#[derive(Default)]
pub(super) struct GridParser {
    /// True if blank lines separate the bands of a grid.
    spaced_bands: bool,
    /// True if something stands between grids: then each unit must have nine rows, or a multiple.
    is_separated: bool,
    /// True if rulers stand between grids, and not within.
    rulers_separate: bool,
    /// The use of each kind of lines of dashes in the head.
    dashes: Vec<(Dashes, DashUse)>,
    /// True if blanks are empty cells in boxes of three characters between bars.
    blank_boxes: bool,
    /// True if blanks are empty cells in rows of nine characters.
    blanks_are_cells: bool,
    /// True if rows may have candidates in place of cells.
    pencilmarks: bool,
    /// True if they make a pencilmark puzzle.
    keeps_candidates: bool,
}

/// A finding of a scan, with positions in the bytes scanned and lines counted from 0: a unit, nine rows of one, or a line
/// outside of all grids.
#[derive(Clone, Copy, Default)]
struct FoundLines {
    start: usize,
    end: usize,
    line: u32,
    /// The number of rows; 0 for a line outside of all grids, 1 for such a line that holds a puzzle.
    rows: usize,
    /// The number of rows that are nine contiguous cells.
    plain: usize,
    /// The number of rows that are well-formed.
    good: usize,
}

/// The rows that nothing has ended yet.
#[derive(Default)]
struct Unit {
    /// The grids that are complete, but not found to be right yet.
    grids: Vec<FoundLines>,
    /// The rows behind them.
    rest: FoundLines,
    /// True if blank lines are not where bands end.
    is_broken: bool,
    /// True if a wrong number of rows makes all of it malformed; otherwise each nine rows are a grid at once.
    is_whole: bool,
    /// The number of blank lines, and of rulers, since the last row.
    blanks: usize,
    rulers: usize,
    /// True if a row with bars stands right below a ruler.
    is_drawn: bool,
}

impl Unit {
    fn rows(&self) -> usize {
        self.grids.len() * 9 + self.rest.rows
    }

    /// Adds a row that ends at `end`.
    fn add_row(&mut self, end: usize, is_plain: bool, is_good: bool) {
        self.rest.add(end, is_plain, is_good);
        self.blanks = 0;
        self.rulers = 0;
    }
}

impl GridParser {
    /// Returns the reader for an input that starts with `text`, and whose candidates are wanted or not.
    pub(super) fn for_text(text: &[u8], takes_candidates: bool) -> Self {
        let first_rows = rows_of(text).take(9);
        let marks = first_rows.filter(|line| pencilmark_row(line).is_some()).count();
        let pencilmarks = marks >= PENCILMARK_ROWS;
        let mut parser = Self {
            dashes: uses_of_dashes(text),
            blank_boxes: split_lines(text).filter_map(boxed_row).any(|row| row.contains(&b'.')),
            blanks_are_cells: blanks_are_cells(text),
            pencilmarks,
            keeps_candidates: pencilmarks && takes_candidates,
            ..Self::default()
        };
        parser.look_between(text);
        parser
    }

    /// Finds out what stands between the rows of the first grid, and behind it.
    fn look_between(&mut self, text: &[u8]) {
        let mut rows = 0;
        // The two places between bands that have blank lines, and that have rulers.
        let mut spaced = 0;
        let mut ruled = 0;
        // The lines since the last row.
        let mut blanks = 0;
        let mut rulers = 0;
        let mut texts = 0;
        let mut grid = 0;
        for line in line_ranges(text) {
            if rows == 0 || rows == 9 {
                grid = line.start;
            }
            match self.kind(text, grid, line) {
                LineKind::Row => {
                    if rows == 3 || rows == 6 {
                        spaced += usize::from(blanks > 0);
                        ruled += usize::from(rulers > 0);
                    }
                    if rows >= 9 || texts > 0 && rows > 0 {
                        break;
                    }
                    rows += 1;
                    blanks = 0;
                    rulers = 0;
                    texts = 0;
                }
                LineKind::Blank => blanks += 1,
                LineKind::Ruler | LineKind::Dashes => rulers += 1,
                LineKind::Comment if rows > 0 && rows < 9 => {}
                _ => texts += 1,
            }
        }
        self.spaced_bands = spaced == 2;
        self.is_separated = texts > 0 || blanks > usize::from(self.spaced_bands);
        self.rulers_separate = ruled == 0 && rulers > 0 && rows == 9 || self.ends_with_dashes();
        self.is_separated |= self.rulers_separate;
        // So that all rows around such a line are known before any of them is taken.
        self.is_separated |= self.dashes.iter().any(|dashes| dashes.1 == DashUse::Unclear);
    }

    /// Returns the looks of a line, which is this range of a text, in this input. The grid that it may belong to starts
    /// at `grid`.
    fn kind(&self, text: &[u8], grid: usize, line: Range<usize>) -> LineKind {
        let Range { start, end } = line;
        let line = &text[start..end];
        if line.is_empty() {
            return LineKind::Blank;
        }
        if self.blanks_are_cells && (blank_row(line).is_some() || was_blank_row(line)) {
            return LineKind::Row;
        }
        match Dashes::of(line) {
            Some(dashes) if self.are_cells(dashes, &text[grid..start], &text[end..]) => {
                LineKind::Row
            }
            Some(_) => LineKind::Ruler,
            None => kind(line),
        }
    }

    /// Returns whether a line of dashes, between these others, is a row of empty cells. Where the head has no such
    /// line, the other rows decide: it is one if one of those above in the grid, or the next below, has the stroke as a
    /// cell. As the first row of a grid it has to be a whole one, or as wide as the next.
    fn are_cells(&self, dashes: Dashes, above: &[u8], below: &[u8]) -> bool {
        match self.use_of(dashes) {
            Some(DashUse::Cells | DashUse::Unclear) => true,
            Some(DashUse::Ruler | DashUse::End) => false,
            Some(DashUse::EndOrCells) => {
                let rows = split_lines(above).filter(|line| may_be_row(line)).count();
                (1..=7).contains(&rows)
            }
            None => {
                // First is the end of the line itself.
                let next = split_lines(below).skip(1).find(|line| kind(line) != LineKind::Dashes);
                let next = next.filter(|line| {
                    dashes.are_nine() || !above.is_empty() || dashes.are_as_many_in(line)
                });
                split_lines(above).chain(next).any(|line| dashes.are_in(line))
            }
        }
    }

    /// Returns the use of such a line of dashes; `None` if the head of the input has none.
    fn use_of(&self, dashes: Dashes) -> Option<DashUse> {
        let known = self.dashes.iter().find(|known| known.0 == dashes)?;
        Some(known.1)
    }

    /// Returns whether nobody knows what a line is.
    fn is_unclear(&self, line: &[u8]) -> bool {
        // First, because few inputs have any.
        !self.dashes.is_empty()
            && Dashes::of(line).is_some_and(|dashes| self.use_of(dashes) == Some(DashUse::Unclear))
    }

    /// Returns whether every grid ends with a line of dashes.
    fn ends_with_dashes(&self) -> bool {
        self.dashes.iter().any(|dashes| matches!(dashes.1, DashUse::End | DashUse::EndOrCells))
    }

    /// Returns the cells of a row of this input.
    fn row(&self, line: &[u8]) -> Option<[u8; 9]> {
        if self.is_unclear(line) {
            return None;
        }
        if self.blank_boxes && has_bar(line) {
            return divided_row(line);
        }
        if self.blanks_are_cells { blank_row(line) } else { row_cells(line) }
    }

    /// Calls `found` with everything in `bytes`, and the position after it where the next chunk may start, and returns
    /// the number of lines. A grid that is not complete at the end counts only if `is_all` says that these are all bytes.
    fn scan(
        &self,
        bytes: &[u8],
        is_all: bool,
        found: impl FnMut(FoundLines, Option<usize>),
    ) -> u32 {
        let unit = Unit { is_whole: self.is_separated, ..Unit::default() };
        let mut scan = Scan { parser: self, unit, is_skipping: false, found };
        let mut start = 0;
        let mut number = 0;
        while start < bytes.len() {
            if scan.take_plain_row(bytes, start, number) {
                start += 10;
            } else {
                let (end, next) = line_at(bytes, start);
                if !is_all && is_unfinished(bytes, start..end, next) {
                    break;
                }
                scan.take_line(bytes, Line { start, end, next, number });
                start = next;
            }
            number += 1;
        }
        if is_all && scan.unit.rows() > 0 {
            scan.end_unit(bytes.len());
        }
        number
    }

    /// Returns the candidates of a row, if rows may have them.
    fn marks<'l>(&self, line: &'l [u8]) -> Option<[&'l [u8]; 9]> {
        if self.pencilmarks { pencilmark_row(line) } else { None }
    }
}

/// A line, with positions in the bytes scanned.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    /// The end, without the line end.
    end: usize,
    /// The start of the next line.
    next: usize,
    /// The number of lines before it.
    number: u32,
}

/// A scan on its way, from line to line.
struct Scan<'p, F> {
    parser: &'p GridParser,
    /// The unit that the last lines belong to.
    unit: Unit,
    /// True under a section that holds no puzzle.
    is_skipping: bool,
    /// Takes each finding, and the position behind it where the next chunk may start.
    found: F,
}

impl<F: FnMut(FoundLines, Option<usize>)> Scan<'_, F> {
    /// Takes the line at `start` if it is nine cells and LF, as most are. Returns `false` if it is anything else.
    #[inline]
    fn take_plain_row(&mut self, bytes: &[u8], start: usize, number: u32) -> bool {
        let Some([row @ .., b'\n']) = bytes.get(start..start + 10) else { return false };
        let is_row = matches!(row[0], b'.' | b'0'..=b'9') && is_plain_row(row);
        if !is_row || self.is_skipping {
            return false;
        }
        if self.unit.rest.rows == 0 {
            self.unit.rest = FoundLines { start, line: number, ..FoundLines::default() };
        }
        self.unit.add_row(start + 9, true, true);
        if self.unit.rest.rows == 9 {
            self.end_grid(start + 10);
        }
        true
    }

    /// Takes any line.
    fn take_line(&mut self, bytes: &[u8], line: Line) {
        let text = &bytes[line.start..line.end];
        let rest = &self.unit.rest;
        let grid = if rest.rows == 0 { line.start } else { rest.start };
        let kind = self.parser.kind(bytes, grid, line.start..line.end);
        if self.is_skipping && kind != LineKind::Section {
            return;
        }
        match kind {
            LineKind::Row => self.take_row(text, line),
            LineKind::Ruler | LineKind::Dashes => self.take_ruler(line.start),
            LineKind::Blank if self.may_be_between_bands() => {
                self.unit.blanks += 1;
                self.unit.is_broken |= !self.unit.rest.rows.is_multiple_of(3);
            }
            LineKind::Comment if self.unit.rest.rows > 0 => {}
            _ => self.take_other(text, line),
        }
    }

    fn take_row(&mut self, text: &[u8], line: Line) {
        let unit = &mut self.unit;
        if unit.rest.rows == 0 {
            unit.rest =
                FoundLines { start: line.start, line: line.number, ..FoundLines::default() };
            unit.is_drawn |= unit.rulers > 0 && has_bar(text);
        }
        unit.is_broken |= self.parser.is_unclear(text);
        let is_plain = is_plain_row(text) && !self.parser.blanks_are_cells;
        let is_good = self.parser.row(text).is_some() || self.parser.marks(text).is_some();
        unit.add_row(line.end, is_plain, is_good);
        if unit.rest.rows == 9 {
            self.end_grid(line.next);
        }
    }

    /// Takes a ruler that starts at `start`. It ends a unit where rulers stand between grids; and so does the second of two
    /// behind nine rows, which are the lower edge of a frame and the upper one of the next.
    fn take_ruler(&mut self, start: usize) {
        let unit = &mut self.unit;
        unit.rulers += 1;
        let is_end = self.parser.rulers_separate || unit.rulers > 1 && unit.rest.rows == 0;
        if is_end && unit.rows() > 0 {
            self.end_unit(start);
        }
    }

    /// Returns whether a blank line may separate bands: where they are spaced, in a unit; but if something stands
    /// between grids, too, the second of two blank lines ends one.
    fn may_be_between_bands(&self) -> bool {
        let is_end = self.parser.is_separated && self.unit.blanks > 0;
        self.parser.spaced_bands && self.unit.rows() > 0 && !is_end
    }

    /// Takes a line that ends a unit: blank, a section, or text.
    fn take_other(&mut self, text: &[u8], line: Line) {
        if self.unit.rows() > 0 {
            self.end_unit(line.start);
        }
        self.unit.rulers = 0;
        self.is_skipping = section(text).is_some_and(|word| !word.eq_ignore_ascii_case(b"puzzle"));
        if !self.is_skipping {
            let Line { start, end, next, number } = line;
            let rows = usize::from(puzzle_on_line(text).is_some());
            let passed = FoundLines { start, end, line: number, rows, ..FoundLines::default() };
            // After a unit that is malformed, the next one is read in another way.
            let is_clean = self.unit.is_whole == self.parser.is_separated;
            (self.found)(passed, is_clean.then_some(next));
        }
    }

    /// Ends a grid of nine rows, before `next`.
    fn end_grid(&mut self, next: usize) {
        let grid = std::mem::take(&mut self.unit.rest);
        if self.unit.is_whole || self.unit.is_broken {
            self.unit.grids.push(grid);
        } else {
            (self.found)(grid, Some(next));
        }
    }

    /// Ends a unit before `next`.
    fn end_unit(&mut self, next: usize) {
        let unit = &mut self.unit;
        let rest = std::mem::take(&mut unit.rest);
        let is_broken = std::mem::take(&mut unit.is_broken);
        let is_drawn = std::mem::take(&mut unit.is_drawn);
        unit.blanks = 0;
        unit.rulers = 0;
        // Where all grids end with a line of dashes, one is missing.
        let may_be_shifted = unit.grids.len() > 1 && self.parser.ends_with_dashes();
        let is_right = rest.rows == 0 && !is_broken && !may_be_shifted;
        unit.is_whole = self.parser.is_separated || !is_right;
        let after = (unit.is_whole == self.parser.is_separated).then_some(next);
        if is_right {
            unit.grids.drain(..).for_each(|grid| (self.found)(grid, after));
            return;
        }
        let mut all = rest;
        for grid in unit.grids.drain(..).rev() {
            all = grid.joined(all);
        }
        // A date or a time, say, among other text.
        if all.good == 0 && all.rows <= 2 && !is_drawn {
            all.rows = 0;
        }
        (self.found)(all, after);
    }
}

/// Returns the puzzle that a line among drawn grids holds, or why it has none though it was meant to. A complete grid is
/// the solution of one that is drawn, and an address leads to it.
fn puzzle_on_line(line: &[u8]) -> Option<Result<[u8; 81], RecordError>> {
    let is_long = line.len() >= NEAR_GRID && !line.contains(&b'\n');
    if !is_long || memchr::memmem::find(line, b"://").is_some() || kind(line) != LineKind::Text {
        return None;
    }
    let mut found = grids(line).map(|grid| grid.cells);
    let Some(cells) = found.next().or_else(|| Some(leading_cells(line)?.0)) else {
        let fault = words(line).find_map(|(at, word)| Some(near_grid(word)?.after(at)))?;
        return Some(Err(fault.into()));
    };
    if found.next().is_some() {
        return Some(Err(RecordError::ManyGrids(grids(line).count())));
    }
    let has_empty = cells.iter().any(|&cell| CELL_VALUE[usize::from(cell)] == 0);
    has_empty.then_some(Ok(cells))
}

/// Returns whether more bytes may show what a line is, whose next one starts at `next`: it has no line end; or it is
/// dashes, and the line below, which may decide, has none.
fn is_unfinished(bytes: &[u8], line: Range<usize>, next: usize) -> bool {
    if !bytes[..next].ends_with(b"\n") {
        return true;
    }
    Dashes::of(&bytes[line]).is_some() && memchr::memchr(b'\n', &bytes[next..]).is_none()
}

/// Returns whether blanks are empty cells in the rows of a text: the first nine lines with content, one missing at
/// most, are nine characters of digits and blanks.
fn blanks_are_cells(text: &[u8]) -> bool {
    let lines = split_lines(text).filter(|line| kind(line) != LineKind::Blank);
    let rows: Vec<_> = lines.take(9).map(blank_row).collect();
    let has_blanks = rows.iter().flatten().any(|row| row.contains(&b'.'));
    rows.len() >= 8 && has_blanks && rows.iter().all(Option::is_some)
}

impl FoundLines {
    fn add(&mut self, end: usize, is_plain: bool, is_good: bool) {
        self.rows += 1;
        self.end = end;
        self.plain += usize::from(is_plain);
        self.good += usize::from(is_good);
    }

    /// Returns one finding of this and another behind it, which may be nothing.
    fn joined(self, next: Self) -> Self {
        let end = if next.rows == 0 { self.end } else { next.end };
        Self {
            end,
            rows: self.rows + next.rows,
            good: self.good + next.good,
            // Of a unit that is not right, each row is looked at.
            plain: 0,
            ..self
        }
    }

    /// Returns whether it is a grid of nothing but 81 cells and line ends.
    fn is_plain(&self) -> bool {
        self.plain == 9 && self.end - self.start == PLAIN
    }
}

impl RecordParser for GridParser {
    fn note(&self) -> Option<&'static str> {
        let is_reduced = self.pencilmarks && !self.keeps_candidates;
        is_reduced.then_some("cells with several candidates are read as empty cells")
    }

    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        // Where something stands between grids, a blank line ends a unit, and the next is read in the same way.
        if self.is_separated
            && !self.spaced_bands
            && !self.blanks_are_cells
            && memchr::memchr(b'[', bytes).is_none()
            && let Some(blank) = memchr::memmem::rfind(bytes, b"\n\n")
        {
            return Some(blank + 2);
        }
        let mut cut = None;
        self.scan(bytes, false, |_, next| cut = next.or(cut));
        cut
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut scratch = std::mem::take(records.start_scratch());
        if self.keeps_candidates {
            records.form = PuzzleForm::Pencilmarks;
        }
        let lines = self.scan(chunk, true, |found, _| {
            let FoundLines { start, end, line, rows, .. } = found;
            let at = scratch.len();
            records.lines = line;
            if rows == 0 {
                records.pass(start, end);
            } else if found.is_plain() && !self.keeps_candidates {
                records.puzzle(start, end, at);
                chunk[start..end].chunks(10).for_each(|row| scratch.extend_from_slice(&row[..9]));
            } else {
                match self.read_grid(&chunk[start..end], &mut scratch) {
                    Ok(()) => records.puzzle(start, end, at),
                    Err(error) => {
                        scratch.truncate(at);
                        records.malformed(start, end, error);
                    }
                }
            }
        });
        records.lines = lines;
        records.scratch = Some(scratch);
    }
}

impl GridParser {
    /// Adds the 81 cells of the grid in `text`, or their candidates, to `grid`.
    fn read_grid(&self, text: &[u8], grid: &mut Vec<u8>) -> Result<(), RecordError> {
        if let Some(cells) = puzzle_on_line(text) {
            cells?.iter().for_each(|&cell| self.push_cell(&[cell], grid));
            return Ok(());
        }
        let mut first_error = None;
        let mut rows = 0;
        let mut count = 0;
        for line in line_ranges(text) {
            if self.kind(text, 0, line.clone()) != LineKind::Row {
                continue;
            }
            let line = &text[line];
            rows += 1;
            if let Some(row) = self.marks(line) {
                row.iter().for_each(|group| self.push_cell(group, grid));
                count += 9;
                continue;
            }
            if let Some(row) = self.row(line) {
                row.iter().for_each(|&cell| self.push_cell(&[cell], grid));
                count += 9;
                continue;
            }
            let length = numbers_with_point(line)
                .unwrap_or_else(|| cells(line).count() + blanks_among_fields(line));
            count += length;
            let error = match cells(line).find(|&byte| !is_cell(byte)) {
                Some(byte) => RowError::BadCharacter(byte),
                None => RowError::Length(length),
            };
            first_error.get_or_insert(RecordError::Row { row: rows, error });
        }
        match first_error {
            Some(error) => Err(error),
            None if rows < 9 => Err(GridError::TooShort(count).into()),
            None if rows > 9 => Err(RecordError::Rows(rows)),
            None => Ok(()),
        }
    }

    /// Adds a cell, given as its digit, its candidates, or the sign of an empty cell.
    fn push_cell(&self, group: &[u8], grid: &mut Vec<u8>) {
        if self.keeps_candidates {
            let is_empty = matches!(group, &[byte] if CELL_VALUE[usize::from(byte)] == 0);
            for digit in b'1'..=b'9' {
                let is_candidate = is_empty || group.contains(&digit);
                grid.push(if is_candidate { digit } else { b'.' });
            }
        } else {
            grid.push(if let &[byte] = group { byte } else { b'.' });
        }
    }
}

/// Returns whether a text has grids: a unit with at least six good rows, or nothing but rows.
pub(super) fn looks_like_grids(text: &[u8]) -> bool {
    let parser = GridParser::for_text(text, false);
    let mut has_grid = false;
    let mut good = 0;
    // The rows and lines with content that are none.
    let mut others = 0;
    parser.scan(text, true, |found, _| {
        has_grid |= found.good >= 6;
        good += found.good;
        if !text[found.start..found.end].trim_ascii().is_empty() {
            others += found.rows.max(1) - found.good;
        }
    });
    has_grid || good >= 2 && others * 2 <= good
}

/// Returns the puzzle that a text of several lines is, if it is one and nothing else.
pub(super) fn only_puzzle(text: &[u8]) -> Option<WholePuzzle> {
    let parser = GridParser::for_text(text, true);
    let mut records = Records::default();
    records.read(&parser, text);
    let (&[at], []) = (records.puzzles.as_slice(), records.errors.as_slice()) else { return None };
    let puzzle = &records.text(text)[at..];
    Some(match records.form {
        PuzzleForm::Pencilmarks => {
            WholePuzzle::Candidates(Pencilmarks::parse(&puzzle[..PENCILMARKS]).ok()?)
        }
        _ => WholePuzzle::Cells(*puzzle.first_chunk()?),
    })
}
