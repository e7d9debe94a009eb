//! Reading `grid`, `sdk` and `ss`: nine lines of nine cells, as people draw them.
//!
//! A row is a line of nine cells; what may separate them is dropped ([`super::grid_line`]). Rulers
//! and frames are ignored. A blank line, a section, and a line that no row can have become (a title, a line of a log) end
//! a *unit* of rows. A unit of nine rows is a grid, of 18 rows two. With any other number nobody knows which row is
//! missing or too many, so the unit is malformed as a whole: no grid is ever made of rows of two.
//!
//! Where the head of the input shows grids that follow each other without anything between, they are read nine rows at a
//! time. Where it stops in the middle of a grid, what follows must have the right number of rows again.
//!
//! How an input is drawn is decided once, by its head: whether blank lines separate bands, whether nine dashes (or the
//! blank row of a spreadsheet, `,,,,,,,,`) are a ruler or nine empty cells, whether blanks are empty cells, and whether
//! cells hold candidates (pencilmarks). Where the head has no line of such dashes, the rows next to one decide. Lines under
//! a section other than `[Puzzle]` are skipped.
//!
//! Pencilmarks are pencilmark puzzles if the job takes them. Otherwise a cell with one candidate holds it, and one
//! with several is empty.

use std::{cmp::Ordering, ops::Range};

use super::{
    RecordError, RecordParser, Records, RowError,
    grid_line::{
        Dashes, LineKind, blank_row, blanks_among_fields, boxed_row, divided_row, has_bar,
        is_plain_row, kind, numbers_with_point, pencilmark_row, row_cells, section, was_blank_row,
    },
    lines::{line_at, line_ranges},
    text::{cells, is_cell},
};
use batchdoku_engine::grid::{CELL_VALUE, Grid, GridError, PuzzleForm};

/// This many of the first nine rows must be pencilmarks.
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
    dashes: Vec<(Dashes, Use)>,
    /// True if blanks are empty cells in boxes of three characters between bars.
    blank_boxes: bool,
    /// True if blanks are empty cells in rows of nine characters.
    blanks_are_cells: bool,
    /// True if rows may have candidates in place of cells.
    pencilmarks: bool,
    /// True if they make a pencilmark puzzle.
    keeps_candidates: bool,
}

/// The use of a line of dashes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It is a row of empty cells.
    Cells,
    /// It separates bands or grids.
    Ruler,
    /// It ends a grid, wherever it stands.
    End,
    /// It ends a grid; but behind one to seven rows of it, it is one of empty cells.
    EndOrCells,
    /// Nobody knows: what has such a line in it is malformed.
    Unclear,
}

/// A finding of a scan, with positions in the bytes scanned and lines counted from 0: a unit, nine rows of one, or a line
/// outside of all grids.
#[derive(Clone, Copy, Default)]
struct FoundLines {
    start: usize,
    end: usize,
    line: u32,
    /// The number of rows; 0 for a line outside of all grids.
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
}

impl GridParser {
    /// Returns the reader for an input that starts with `text`, and whose candidates are wanted or not.
    pub(super) fn for_text(text: &[u8], takes_candidates: bool) -> Self {
        let mut parser = Self::default();
        let lines = || lines_of(text);
        let rows = || lines().filter(|line| kind(line) == LineKind::Row);
        parser.blanks_are_cells = {
            let blank = lines().filter(|line| kind(line) != LineKind::Blank);
            let blank: Vec<_> = blank.take(9).map(blank_row).collect();
            let has_blanks = blank.iter().flatten().any(|row| row.contains(&b'.'));
            blank.len() >= 8 && has_blanks && blank.iter().all(Option::is_some)
        };
        parser.blank_boxes = lines().filter_map(boxed_row).any(|row| row.contains(&b'.'));
        parser.dashes = dashes_of(text);
        let marks = rows().take(9).filter(|line| pencilmark_row(line).is_some()).count();
        parser.pencilmarks = marks >= PENCILMARK_ROWS;
        parser.keeps_candidates = parser.pencilmarks && takes_candidates;
        parser.look_between(text);
        parser
    }

    /// Finds out what stands between the rows of the first grid, and behind it.
    fn look_between(&mut self, text: &[u8]) {
        let (mut rows, mut spaced, mut ruled) = (0, 0, 0);
        let (mut blanks, mut rulers, mut texts) = (0, 0, 0);
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
                    (blanks, rulers, texts) = (0, 0, 0);
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
        self.is_separated |= self.dashes.iter().any(|dashes| dashes.1 == Use::Unclear);
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

    /// Tells if a line of dashes, between these others, is a row of empty cells. Where the head has no such line, the other
    /// rows decide: it is one if one of those above in the grid, or the next below, has the stroke as a cell. As the first
    /// row of a grid it has to be a whole one, or as wide as the next.
    fn are_cells(&self, dashes: Dashes, above: &[u8], below: &[u8]) -> bool {
        let known = self.dashes.iter().find(|known| known.0 == dashes);
        known.map_or_else(
            || {
                // First is the end of the line itself.
                let next = lines_of(below).skip(1).find(|line| kind(line) != LineKind::Dashes);
                let next = next.filter(|line| {
                    dashes.are_nine() || !above.is_empty() || dashes.are_as_many_in(line)
                });
                lines_of(above).chain(next).any(|line| dashes.are_in(line))
            },
            |&(_, of)| match of {
                Use::Cells | Use::Unclear => true,
                Use::Ruler | Use::End => false,
                Use::EndOrCells => {
                    let is_row =
                        |line: &&[u8]| matches!(kind(line), LineKind::Row | LineKind::Dashes);
                    (1..=7).contains(&lines_of(above).filter(is_row).count())
                }
            },
        )
    }

    /// Tells if nobody knows what a line is.
    fn is_unclear(&self, line: &[u8]) -> bool {
        self.dashes
            .iter()
            .any(|(dashes, of)| *of == Use::Unclear && Dashes::of(line) == Some(*dashes))
    }

    /// Tells if every grid ends with a line of dashes.
    fn ends_with_dashes(&self) -> bool {
        self.dashes.iter().any(|dashes| matches!(dashes.1, Use::End | Use::EndOrCells))
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
        mut found: impl FnMut(FoundLines, Option<usize>),
    ) -> u32 {
        let mut unit = Unit { is_whole: self.is_separated, ..Unit::default() };
        let mut skipping = false;
        let (mut start, mut line) = (0, 0);
        while start < bytes.len() {
            // Fast path: the usual line.
            if let Some([row @ .., b'\n']) = bytes.get(start..start + 10)
                && matches!(row[0], b'.' | b'0'..=b'9')
                && is_plain_row(row)
                && !skipping
            {
                if unit.rest.rows == 0 {
                    unit.rest = FoundLines { start, line, ..FoundLines::default() };
                }
                unit.rest.add(start + 9, true, true);
                (unit.blanks, unit.rulers) = (0, 0);
                start += 10;
                line += 1;
                if unit.rest.rows == 9 {
                    self.end_grid(&mut unit, start, &mut found);
                }
                continue;
            }
            let (end, next) = line_at(bytes, start);
            if !is_all && !bytes[..next].ends_with(b"\n") {
                break;
            }
            let text = &bytes[start..end];
            // The next line may show what it is.
            if !is_all
                && Dashes::of(text).is_some()
                && memchr::memchr(b'\n', &bytes[next..]).is_none()
            {
                break;
            }
            let grid = if unit.rest.rows == 0 { start } else { unit.rest.start };
            let kind = self.kind(bytes, grid, start..end);
            let here = line;
            line += 1;
            if skipping && kind != LineKind::Section {
                start = next;
                continue;
            }
            let is_within = unit.rows() > 0;
            match kind {
                LineKind::Row => {
                    if unit.rest.rows == 0 {
                        unit.rest = FoundLines { start, line: here, ..FoundLines::default() };
                        unit.is_drawn |= unit.rulers > 0 && has_bar(text);
                    }
                    (unit.blanks, unit.rulers) = (0, 0);
                    unit.is_broken |= self.is_unclear(text);
                    let is_good = self.row(text).is_some() || self.marks(text).is_some();
                    unit.rest.add(end, is_plain_row(text) && !self.blanks_are_cells, is_good);
                    if unit.rest.rows == 9 {
                        self.end_grid(&mut unit, next, &mut found);
                    }
                }
                LineKind::Ruler | LineKind::Dashes => {
                    unit.rulers += 1;
                    let is_end = self.rulers_separate || unit.rulers > 1 && unit.rest.rows == 0;
                    if is_within && is_end {
                        self.end_unit(&mut unit, start, &mut found);
                    }
                }
                LineKind::Blank
                    if self.spaced_bands
                        && is_within
                        && !(self.is_separated && unit.blanks > 0) =>
                {
                    unit.blanks += 1;
                    unit.is_broken |= !unit.rest.rows.is_multiple_of(3);
                }
                LineKind::Comment if unit.rest.rows > 0 => {}
                _ => {
                    if is_within {
                        self.end_unit(&mut unit, start, &mut found);
                    }
                    unit.rulers = 0;
                    skipping =
                        section(text).is_some_and(|word| !word.eq_ignore_ascii_case(b"puzzle"));
                    if !skipping {
                        let passed = FoundLines { start, end, line: here, ..FoundLines::default() };
                        // After a unit that is malformed, the next one is read in another way.
                        let is_clean = unit.is_whole == self.is_separated;
                        found(passed, is_clean.then_some(next));
                    }
                }
            }
            start = next;
        }
        if is_all && unit.rows() > 0 {
            self.end_unit(&mut unit, bytes.len(), &mut found);
        }
        line
    }

    /// Ends a grid of nine rows, before `next`.
    fn end_grid(
        &self,
        unit: &mut Unit,
        next: usize,
        found: &mut impl FnMut(FoundLines, Option<usize>),
    ) {
        let grid = std::mem::take(&mut unit.rest);
        if unit.is_whole || unit.is_broken {
            unit.grids.push(grid);
        } else {
            found(grid, Some(next));
        }
    }

    /// Ends a unit before `next`.
    fn end_unit(
        &self,
        unit: &mut Unit,
        next: usize,
        found: &mut impl FnMut(FoundLines, Option<usize>),
    ) {
        let rest = std::mem::take(&mut unit.rest);
        let is_broken = std::mem::take(&mut unit.is_broken);
        let is_drawn = std::mem::take(&mut unit.is_drawn);
        // Where all grids end with a line of dashes, one is missing.
        let may_be_shifted = unit.grids.len() > 1 && self.ends_with_dashes();
        let is_right = rest.rows == 0 && !is_broken && !may_be_shifted;
        (unit.blanks, unit.rulers) = (0, 0);
        unit.is_whole = self.is_separated || !is_right;
        let after = (unit.is_whole == self.is_separated).then_some(next);
        if is_right {
            unit.grids.drain(..).for_each(|grid| found(grid, after));
            return;
        }
        let mut all = rest;
        for grid in unit.grids.drain(..).rev() {
            let end = if all.rows == 0 { grid.end } else { all.end };
            all = FoundLines {
                end,
                rows: all.rows + grid.rows,
                good: all.good + grid.good,
                plain: 0,
                ..grid
            };
        }
        // A date or a time, say, among other text.
        if all.good == 0 && all.rows <= 2 && !is_drawn {
            all.rows = 0;
        }
        found(all, after);
    }

    /// Returns the candidates of a row, if rows may have them.
    fn marks<'l>(&self, line: &'l [u8]) -> Option<[&'l [u8]; 9]> {
        if self.pencilmarks { pencilmark_row(line) } else { None }
    }
}

impl FoundLines {
    fn add(&mut self, end: usize, is_plain: bool, is_good: bool) {
        self.rows += 1;
        self.end = end;
        self.plain += usize::from(is_plain);
        self.good += usize::from(is_good);
    }

    /// Tells if it is a grid of nothing but 81 cells and line ends.
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
        let mut first_error = None;
        let (mut rows, mut count) = (0, 0);
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
            let is_candidate = |digit: &u8| is_empty || group.contains(digit);
            grid.extend((b'1'..=b'9').map(|digit| if is_candidate(&digit) { digit } else { b'.' }));
        } else {
            grid.push(if let &[byte] = group { byte } else { b'.' });
        }
    }
}

/// Returns the lines of a text.
fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n')
}

/// Returns how many of the grids that rows make, nine after nine, hold no digit twice in a house. Rows that belong to other
/// grids hardly ever make one.
fn sound_grids(rows: &[Option<[u8; 9]>]) -> usize {
    let is_sound = |rows: &&[Option<[u8; 9]>]| {
        let cells: Vec<_> = rows.iter().map(|row| row.unwrap_or([b'.'; 9])).collect();
        Grid::parse(cells.as_flattened()).is_ok_and(|grid| grid.conflict().is_none())
    };
    rows.chunks_exact(9).filter(is_sound).count()
}

/// Tells if the first line of a text is a row of a grid that lost a cell or gained one, rather than a count of the grids
/// below.
pub(super) fn is_first_row(text: &[u8]) -> bool {
    let is_row = |line: &&[u8]| matches!(kind(line), LineKind::Row | LineKind::Dashes);
    let rows: Vec<_> = lines_of(text).filter(is_row).map(row_cells).collect();
    !rows.is_empty() && sound_grids(&rows) > sound_grids(&rows[1..])
}

/// Returns the use of each kind of lines of dashes in a text.
fn dashes_of(text: &[u8]) -> Vec<(Dashes, Use)> {
    let mut all: Vec<_> = lines_of(text).filter_map(Dashes::of).collect();
    all.sort_unstable();
    all.dedup();
    let use_of = |dashes: Dashes| match () {
        () if dashes.are_delimiters() => use_of_delimiters(text, dashes),
        () if are_cells(text, dashes) => Use::Cells,
        () => Use::Ruler,
    };
    all.into_iter().map(|dashes| (dashes, use_of(dashes))).collect()
}

/// Returns the use of lines of delimiters, with nothing between, in a text. They are rows of empty cells unless they may
/// separate grids or bands, as the blank rows of a spreadsheet do: then every grid ends with one, or every band. That the
/// grids are sound with them says nothing: those that the rows of two make often are.
fn use_of_delimiters(text: &[u8], dashes: Dashes) -> Use {
    let is_row = |line: &&[u8]| {
        kind(line) == LineKind::Row || Dashes::of(line).is_some_and(Dashes::are_delimiters)
    };
    let lines: Vec<_> = lines_of(text).filter(is_row).collect();
    let is_it = |line: &&[u8]| Dashes::of(line) == Some(dashes);
    let rows: Vec<_> = lines.iter().map(is_it).collect();
    let others: Vec<_> =
        lines.iter().filter(|line| !is_it(line)).map(|line| row_cells(line)).collect();
    let is_every = |step: usize| {
        rows.len() >= step && rows.iter().skip(step - 1).step_by(step).all(|&is_it| is_it)
    };
    let ends = (1..=rows.len()).filter(|&end| rows[end - 1]);
    let bounds: Vec<_> = [0].into_iter().chain(ends).chain([rows.len()]).collect();
    let gaps = || bounds.windows(2).map(|bound| bound[1] - bound[0]);
    let count = bounds.len() - 2;
    // With a row too many at most.
    let may_separate = gaps().all(|gap| gap <= 11);
    let are_regular = gaps().take(count).all(|gap| (9..=11).contains(&gap))
        && gaps().take(count).any(|gap| gap == 10);
    // Nine rows, perhaps with one lost, may stand between two of them, whatever is between these.
    let may_end_grid =
        |end: usize| bounds[..end].iter().any(|start| (8..=10).contains(&(bounds[end] - start)));
    match () {
        () if rows.len() <= 9 || !may_separate => Use::Cells,
        () if is_every(10) => Use::EndOrCells,
        () if are_regular => Use::End,
        () if is_every(4)
            && count == rows.len() / 4
            && sound_grids(&others) == others.len() / 9 =>
        {
            Use::Ruler
        }
        () if (1..=count).any(may_end_grid) => Use::Unclear,
        () => Use::Cells,
    }
}

/// Tells if lines of dashes in a text are rows of empty cells. They are if other rows have the stroke as an empty cell,
/// unless more grids are sound without them, as where rulers stand between bands; or if there are too few rows, and no
/// other sign of an empty cell.
fn are_cells(text: &[u8], dashes: Dashes) -> bool {
    let rows = || lines_of(text).filter(|line| kind(line) == LineKind::Row);
    let are_used = |dashes: Dashes| rows().any(|row| dashes.are_in(row));
    let are_usual_cells = |dashes: Dashes| dashes.are_nine() && are_used(dashes);
    let has_empty =
        || rows().filter_map(row_cells).flatten().any(|cell| !matches!(cell, b'1'..=b'9'));
    let rows_if = |is_it: bool| -> Vec<_> {
        let is_row = |line: &&[u8]| match Dashes::of(line) {
            Some(other) if other == dashes => is_it,
            Some(other) => are_usual_cells(other),
            None => kind(line) == LineKind::Row,
        };
        lines_of(text).filter(is_row).map(row_cells).collect()
    };
    let (with, without) = (rows_if(true), rows_if(false));
    // Rulers stand between bands.
    let mut above = 0;
    let is_within_band = lines_of(text).any(|line| match Dashes::of(line) {
        Some(other) if other == dashes => above % 3 != 0,
        other => {
            above += usize::from(other.is_some_and(are_usual_cells) || kind(line) == LineKind::Row);
            false
        }
    });
    match sound_grids(&with).cmp(&sound_grids(&without)) {
        _ if without.is_empty() => with.len() == 9,
        _ if !are_used(dashes) => {
            dashes.are_nine()
                && !without.len().is_multiple_of(9)
                && with.len().is_multiple_of(9)
                && !has_empty()
        }
        _ if is_within_band => true,
        Ordering::Equal => !without.len().is_multiple_of(9),
        order => order == Ordering::Greater,
    }
}

/// Tells if a text has grids: a unit with at least six good rows, or nothing but rows.
pub(super) fn looks_like_grids(text: &[u8]) -> bool {
    let parser = GridParser::for_text(text, false);
    let (mut good, mut others, mut has_grid) = (0, 0, false);
    parser.scan(text, true, |found, _| {
        has_grid |= found.good >= 6;
        good += found.good;
        let is_blank = text[found.start..found.end].trim_ascii().is_empty();
        others += usize::from(!is_blank) * (found.rows.max(1) - found.good);
    });
    has_grid || good >= 2 && others * 2 <= good
}

/// Returns the grid that a text of several lines is, if it is one and nothing else.
pub(super) fn only_grid(text: &[u8]) -> Option<[u8; 81]> {
    let parser = GridParser::for_text(text, false);
    let mut records = Records::default();
    records.read(&parser, text);
    match (records.puzzles.as_slice(), records.errors.as_slice()) {
        (&[at], []) => records.text(text)[at..].first_chunk().copied(),
        _ => None,
    }
}
