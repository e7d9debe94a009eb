//! Scans a text for grids, line by line. Most lines are known: a row that differs from a row above in its cells alone, and
//! a ruler that was seen before, are taken by comparing bytes.

use std::ops::Range;

use super::{
    GridParser, LineKind, NothingUse, Repeats,
    look::{
        Doubtful, Look, cut_row, is_nothing, is_placeholder, is_plain_row, look, may_be_unread_row,
        row_ways, section,
    },
    puzzle_on_line,
};
use crate::{
    cells::{Empty, Form, Way, is_cell, is_of_strokes},
    found::NEAR_GRID,
    lines::line_at,
    tokens::to_be_checked,
};
use batchdoku_engine::grid::{BAD_CELL, CELL_VALUE};

/// The length in bytes of a grid of 81 cells and eight line ends.
const PLAIN: usize = 89;

/// The kind of a finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum FoundKind {
    /// Rows: a grid, or a malformed unit.
    #[default]
    Rows,
    /// Text outside of all grids.
    Text,
    /// Text that may be rows in another form.
    UnreadText,
    /// The name of a section of a puzzle.
    Section,
    /// A line with a puzzle, which may repeat a drawn grid.
    Line,
    /// A row at which the input was cut off.
    CutRow,
    /// A value in place of a grid.
    Value,
    /// A line in a section that is skipped, which may belong to a puzzle.
    Skipped,
}

/// A finding of a scan, with positions in the bytes scanned and lines counted from 0: a malformed unit, a grid of nine
/// rows, or a line outside of all grids.
#[derive(Clone, Copy, Default)]
pub(super) struct FoundLines {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u32,
    /// The number of rows; 0 for a line outside of all grids, 1 for such a line that holds a puzzle.
    pub(super) rows: usize,
    /// The number of rows that are nine contiguous cells.
    plain: usize,
    /// The number of rows that are well-formed.
    pub(super) good: usize,
    /// The number of rows with the template of the first such row.
    alike: usize,
    template: u32,
    /// True if blank lines or rulers stand within a band.
    pub(super) is_broken: bool,
    pub(super) kind: FoundKind,
}

impl FoundLines {
    fn at(start: usize, line: u32) -> Self {
        Self { start, line, ..Self::default() }
    }

    fn add(&mut self, end: usize, is_plain: bool, is_good: bool) {
        self.rows += 1;
        self.end = end;
        self.plain += usize::from(is_plain);
        self.good += usize::from(is_good);
    }

    /// Adds a row that looks like a template.
    fn add_alike(&mut self, end: usize, template: u32) {
        if self.rows == 0 {
            self.template = template;
        }
        self.alike += usize::from(self.template == template);
        self.add(end, false, true);
    }

    /// Joins this finding and another behind it, which may be empty.
    fn joined(self, next: Self) -> Self {
        let end = if next.rows == 0 { self.end } else { next.end };
        Self {
            end,
            rows: self.rows + next.rows,
            good: self.good + next.good,
            // Each row of a malformed unit is read on its own, to find the fault.
            plain: 0,
            alike: 0,
            is_broken: next.is_broken,
            ..self
        }
    }

    /// Returns whether it is a grid of nothing but 81 cells and line ends.
    pub(super) fn is_plain(&self) -> bool {
        self.plain == 9 && self.end - self.start == PLAIN
    }

    /// Returns whether all rows are alike, so that their cells are known.
    fn is_alike(&self) -> bool {
        self.rows == 9 && self.alike == 9
    }
}

/// The cells of a grid.
type Rows = [[u8; 9]; 9];

/// The rows of a unit that has not ended yet.
#[derive(Default)]
struct Unit {
    /// The grids of nine rows that wait for the end of the unit, with their cells if these are known.
    grids: Vec<(FoundLines, Option<Rows>)>,
    /// The rows behind these grids, fewer than nine.
    rest: FoundLines,
    /// True if blank lines or rulers stand within a band.
    is_broken: bool,
    /// True if a wrong number of rows makes all of it malformed; otherwise each nine rows are a grid at once.
    is_whole: bool,
    /// The position behind the last grid that was reported before the unit ended. The next chunk may start there once the
    /// next nine rows are a grid, too. Rows that are left over behind a grid are malformed, but a chunk that starts with
    /// them could take them for text.
    ended: Option<usize>,
    /// The number of blank lines, and of rulers, since the last row.
    blanks: usize,
    rulers: usize,
    /// True if a row with bars stands right below a ruler.
    is_drawn: bool,
}

impl Unit {
    /// Returns whether the unit has rows that have not been reported.
    fn has_rows(&self) -> bool {
        self.rest.rows > 0 || !self.grids.is_empty()
    }

    /// Returns whether a line above belongs to the unit.
    fn has_begun(&self) -> bool {
        self.has_rows() || self.ended.is_some()
    }
}

impl GridParser {
    /// Calls `found` with each finding in `bytes`, the cells of a grid if they are known, and the last position up to the
    /// end of the finding where the next chunk may start. Returns the number of lines. Rows at the end that are no whole
    /// grid are reported only if `is_all`, which means that no bytes follow.
    pub(super) fn scan(
        &self,
        bytes: &[u8],
        is_all: bool,
        found: impl FnMut(FoundLines, Option<&Rows>, Option<usize>),
    ) -> u32 {
        let unit = Unit { is_whole: self.dialect.is_separated, ..Unit::default() };
        let has_plain_header =
            self.dialect.header.as_ref().is_some_and(|header| is_plain_row(header));
        let mut scan = Scan {
            parser: self,
            takes_plain: !self.dialect.is_labelled && !has_plain_header,
            unit,
            is_skipping: false,
            skipped: 0,
            is_in_section: false,
            is_among_rows: false,
            template: Template::default(),
            delimiter: None,
            rows: [[b'.'; 9]; 9],
            rulers: [0..0, 0..0],
            found,
        };
        let mut start = 0;
        let mut number = 0;
        while start < bytes.len() {
            if scan.take_plain_grid(bytes, start, number) {
                start += PLAIN + 1;
                number += 8;
            } else if scan.take_plain_row(bytes, start, number) {
                start += 10;
            } else {
                let (end, next) = line_at(bytes, start);
                if !is_all && !bytes[..next].ends_with(b"\n") {
                    break;
                }
                let line = Line { start, end, next, number };
                if !scan.take_known_line(bytes, line) {
                    if !is_all && is_undecided(bytes, start..end, next) {
                        break;
                    }
                    scan.take_line(bytes, line);
                }
                start = next;
            }
            number += 1;
        }
        if is_all && scan.unit.has_rows() {
            scan.end_unit(bytes.len());
        }
        number
    }
}

/// Returns whether more bytes are needed to decide if a line is a row or a ruler: the lines below, from `next`, decide, and
/// they are not complete.
fn is_undecided(bytes: &[u8], line: Range<usize>, next: usize) -> bool {
    if Doubtful::of(&bytes[line]).is_none() {
        return false;
    }
    // Eight complete lines below decide, or the first of them that is not doubtful.
    let below = bytes[next..].split_inclusive(|&byte| byte == b'\n').take(8);
    let below: Vec<_> = below.filter_map(|line| line.strip_suffix(b"\n")).collect();
    below.len() < 8 && below.iter().all(|line| Doubtful::of(line).is_some())
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

/// The longest row that others are compared with.
const LONGEST: usize = 64;

/// A row whose cells are words of their own, or in words of three. Another line that differs in its cells alone is a row,
/// too.
struct Template {
    /// The number of this template, counted from 1; 0 is none.
    number: u32,
    length: usize,
    /// The bytes of the row, and the bits of each that are compared: all, or none of a cell.
    text: [u8; LONGEST],
    compared: [u8; LONGEST],
    /// The places of the cells.
    at: [u8; 9],
    /// True if cells stand in words of three.
    has_groups: bool,
}

impl Default for Template {
    fn default() -> Self {
        Self {
            number: 0,
            length: 0,
            text: [0; LONGEST],
            compared: [0; LONGEST],
            at: [0; 9],
            has_groups: false,
        }
    }
}

impl Template {
    /// Returns the cells of a line that looks like the template.
    #[inline]
    fn cells(&self, line: &[u8]) -> Option<[u8; 9]> {
        if line.len() != self.length || self.number == 0 {
            return None;
        }
        let bytes = line.iter().zip(&self.text).zip(&self.compared);
        let differs = bytes.fold(0, |all, ((byte, text), compared)| all | (byte ^ text) & compared);
        let cells = self.at.map(|at| line[usize::from(at)]);
        let values = cells.iter().fold(0, |all, &byte| all | CELL_VALUE[usize::from(byte)]);
        // Nine strokes may be a ruler, and words such as `8.9` are numbers.
        let are_strokes = is_of_strokes(&cells);
        let may_be_numbers = self.has_groups && [cells[1], cells[4], cells[7]] == [b'.'; 3];
        let is_row = differs == 0 && values != BAD_CELL && !are_strokes && !may_be_numbers;
        is_row.then_some(cells)
    }

    /// Makes a row the template, unless it is too long, or cannot be compared byte by byte.
    fn learn(&mut self, row: &[u8]) {
        // Box-drawing characters have no meaning, so they may differ from ASCII; no other character may.
        let is_usual = row.len() <= LONGEST
            && !row.contains(&b'\\')
            && plain_frames(row).is_some_and(|bytes| bytes.is_ascii());
        let found = row_ways(row, false);
        let is_apart = found.iter().any(|it| {
            let way = it.way;
            way.form == Form::Apart && way.empty == Empty::Mark && !way.is_decimal
        });
        let has_groups = found.iter().any(|it| it.way.form == Form::Groups);
        let places = || row.iter().enumerate().filter(|(_, byte)| is_cell(**byte));
        if !is_usual || !(is_apart || has_groups) || places().count() != 9 {
            return;
        }
        self.number += 1;
        self.has_groups = has_groups;
        self.length = row.len();
        self.compared = [0xFF; LONGEST];
        self.text[..row.len()].copy_from_slice(row);
        for (place, (at, _)) in self.at.iter_mut().zip(places()) {
            *place = at as u8;
            self.compared[at] = 0;
        }
    }
}

/// Returns the delimiter of a row in which an empty field is an empty cell.
fn delimiter_of(row: &[u8]) -> Option<u8> {
    row_ways(row, false).iter().find_map(|it| match it.way {
        Way { form: Form::Fields(delimiter), empty: Empty::Nothing, .. } => Some(delimiter),
        _ => None,
    })
}

/// Returns the cells of nine fields with a delimiter between any two, each a digit or empty, and at least one of them a
/// digit. The result is that of [`Form::Fields`] without marks of empty cells.
fn cells_between(row: &[u8], delimiter: u8) -> Option<[u8; 9]> {
    if !(9..=17).contains(&row.len()) || delimiter == b'|' {
        return None;
    }
    let mut cells = [b'.'; 9];
    let mut field = 0;
    let mut has_digit = false;
    for &byte in row {
        match byte {
            _ if byte == delimiter => field += 1,
            b'1'..=b'9' if field < 9 && cells[field] == b'.' => {
                cells[field] = byte;
                has_digit = true;
            }
            _ => return None,
        }
    }
    (field == 8 && has_digit).then_some(cells)
}

/// Returns a text without its box-drawing characters, a byte for each other character; `None` if it is no UTF-8.
fn plain_frames(text: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8(to_be_checked(text)).ok()?;
    let is_frame = |char: &char| matches!(char, '\u{2500}'..='\u{257f}');
    let others = text.chars().filter(|char| !is_frame(char));
    Some(others.map(|char| u8::try_from(char).unwrap_or(0xFF)).collect())
}

/// The state of a scan between two lines.
struct Scan<'p, F> {
    parser: &'p GridParser,
    /// True if nine digits and LF are a row, whatever stands around them.
    takes_plain: bool,
    /// The unit that the last lines belong to.
    unit: Unit,
    /// True under a section that holds no puzzle.
    is_skipping: bool,
    /// The number of rows in such a section.
    skipped: usize,
    /// True under a section of a puzzle, as long as there is no grid.
    is_in_section: bool,
    /// True if the last text may be a row of a grid in a form that is not read. No chunk ends within such a grid.
    is_among_rows: bool,
    template: Template,
    /// The delimiter of the last row in which an empty field is an empty cell.
    delimiter: Option<u8>,
    /// The cells of the rows of the grid that look alike.
    rows: Rows,
    /// The last two rulers that differ, because a frame has two kinds.
    rulers: [Range<usize>; 2],
    /// Takes each finding, and the last position up to its end where the next chunk may start.
    found: F,
}

impl<F: FnMut(FoundLines, Option<&Rows>, Option<usize>)> Scan<'_, F> {
    /// Takes nine lines at `start` where a grid may begin, if each is nine digits or dots and LF. Returns `false` if a line
    /// is anything else.
    #[inline]
    fn take_plain_grid(&mut self, bytes: &[u8], start: usize, number: u32) -> bool {
        let may_begin = self.unit.rest.rows == 0 && !self.is_skipping && self.takes_plain;
        let lines = bytes.get(start..).and_then(<[u8]>::first_chunk::<{ PLAIN + 1 }>);
        let Some(lines) = lines.filter(|lines| may_begin && are_plain_rows(lines)) else {
            return false;
        };
        self.start_grid(start, number);
        self.end_gap();
        let end = start + lines.len() - 1;
        self.unit.rest = FoundLines { end, rows: 9, plain: 9, good: 9, ..self.unit.rest };
        self.end_grid(end + 1);
        true
    }

    /// Takes the line at `start` if it is nine cells and LF, as most are. Returns `false` if it is anything else.
    #[inline]
    fn take_plain_row(&mut self, bytes: &[u8], start: usize, number: u32) -> bool {
        let Some([row @ .., b'\n']) = bytes.get(start..start + 10) else { return false };
        let is_row = matches!(row[0], b'.' | b'0'..=b'9') && is_plain_row(row);
        if !is_row || self.is_skipping || !self.takes_plain {
            return false;
        }
        if self.unit.rest.rows == 0 {
            self.start_grid(start, number);
        }
        self.add_plain_row(start + 9);
        if self.unit.rest.rows == 9 {
            self.end_grid(start + 10);
        }
        true
    }

    /// Takes a line that looks like the last row, or like one of the last rulers. Returns `false` if it is anything else.
    #[inline]
    fn take_known_line(&mut self, bytes: &[u8], line: Line) -> bool {
        let text = &bytes[line.start..line.end];
        if self.is_skipping {
            return false;
        }
        let alike = self.template.cells(text).map(|cells| (cells, self.template.number));
        let alike = alike.or_else(|| {
            let delimiter = self.delimiter?;
            // A number that no template has.
            Some((cells_between(text, delimiter)?, u32::MAX - u32::from(delimiter)))
        });
        if let Some((cells, template)) = alike {
            let header = &self.parser.dialect.header;
            if header.as_ref().is_some_and(|header| header == text.trim_ascii()) {
                return false;
            }
            if self.unit.rest.rows == 0 {
                self.start_grid(line.start, line.number);
                self.unit.is_drawn |= self.unit.rulers > 0;
            }
            self.end_gap();
            self.rows[self.unit.rest.rows] = cells;
            self.unit.rest.add_alike(line.end, template);
            if self.unit.rest.rows == 9 {
                self.end_grid(line.next);
            }
            return true;
        }
        let is_ruler =
            !text.is_empty() && self.rulers.iter().any(|ruler| *text == bytes[ruler.clone()]);
        if is_ruler {
            self.take_ruler(line);
        }
        is_ruler
    }

    /// Takes any line.
    fn take_line(&mut self, bytes: &[u8], line: Line) {
        let text = &bytes[line.start..line.end];
        let rest = &self.unit.rest;
        let grid = if rest.rows == 0 { line.start } else { rest.start };
        let is_behind_grid = rest.rows == 0 && !self.unit.grids.is_empty();
        let kind = self.parser.kind(bytes, grid, line.start..line.end, is_behind_grid);
        if self.is_skipping && kind != LineKind::Section {
            return self.skip(text, kind, line);
        }
        match kind {
            LineKind::Row => {
                if self.unit.has_begun() && self.parser.starts_unit(text) {
                    self.end_unit(line.start);
                }
                self.take_row(text, line);
            }
            LineKind::Ruler => {
                if Doubtful::of(text).is_none() {
                    self.rulers.swap(0, 1);
                    self.rulers[0] = line.start..line.end;
                }
                self.take_ruler(line);
            }
            LineKind::Blank if self.unit.has_begun() && self.is_within() => {
                self.unit.blanks += 1;
                if !self.unit.has_rows() {
                    self.pass(text, line, false);
                }
            }
            LineKind::Comment if self.unit.rest.rows > 0 => {}
            LineKind::Blank | LineKind::Comment | LineKind::Section | LineKind::Text => {
                // No chunk ends right below a header, because a line there may belong to it.
                let is_header =
                    kind == LineKind::Text && self.parser.is_header(bytes, line.start..line.end);
                self.take_other(text, line, !is_header);
            }
        }
    }

    /// Takes a line of a section that is skipped. The section has at most nine rows; others may belong to a puzzle whose
    /// section is not named.
    fn skip(&mut self, text: &[u8], kind: LineKind, line: Line) {
        let Line { start, end, number, .. } = line;
        let is_row = kind == LineKind::Row;
        self.skipped += usize::from(is_row);
        let is_first = is_row && self.skipped > 9 && self.skipped % 9 == 1;
        if is_first || puzzle_on_line(text).is_some() {
            let unread = FoundLines {
                end,
                rows: 1,
                kind: FoundKind::Skipped,
                ..FoundLines::at(start, number)
            };
            (self.found)(unread, None, None);
        }
    }

    /// Returns whether one more blank line is within a grid.
    fn is_within(&self) -> bool {
        self.unit.blanks + 1 < self.parser.dialect.ends.blanks
    }

    fn start_grid(&mut self, start: usize, line: u32) {
        self.unit.rest = FoundLines::at(start, line);
    }

    /// Ends the blank lines and rulers before a row of a unit. Within a band, they may be the rest of a row.
    fn end_gap(&mut self) {
        let unit = &mut self.unit;
        let is_gap = unit.blanks + unit.rulers > 0;
        let is_spaced = self.parser.dialect.is_spaced;
        unit.is_broken |= is_gap && !is_spaced && !unit.rest.rows.is_multiple_of(3);
        unit.blanks = 0;
        unit.rulers = 0;
    }

    fn add_plain_row(&mut self, end: usize) {
        self.end_gap();
        self.unit.rest.add(end, true, true);
    }

    fn take_row(&mut self, text: &[u8], line: Line) {
        let parser = self.parser;
        let dialect = &parser.dialect;
        if self.unit.rest.rows == 0 {
            self.start_grid(line.start, line.number);
            self.unit.is_drawn |= self.unit.rulers > 0 && has_bar(text);
        }
        if is_plain_row(text) && !dialect.blanks_are_cells && !dialect.is_labelled {
            self.add_plain_row(line.end);
        } else {
            self.end_gap();
            let is_good = parser.is_good_row(text);
            self.unit.rest.add(line.end, false, is_good);
            if is_good && !dialect.is_labelled && !dialect.blanks_are_cells {
                self.delimiter = delimiter_of(text);
                // The first row of each grid must be seen, because it ends the grid above.
                if !parser.starts_unit(text) {
                    self.template.learn(text);
                }
            }
        }
        if self.unit.rest.rows == 9 {
            self.end_grid(line.next);
        }
    }

    /// Takes a ruler. A line of delimiters alone that ends a grid belongs to this grid, because it would be a row at the
    /// start of the next chunk.
    fn take_ruler(&mut self, line: Line) {
        let dialect = &self.parser.dialect;
        let unit = &mut self.unit;
        unit.rulers += 1;
        if unit.rulers >= dialect.ends.rulers && unit.has_begun() {
            let is_own = dialect.nothing == NothingUse::RowsAndEnds;
            self.end_unit(if is_own { line.next } else { line.start });
            // A chunk that starts with the ruler counts it.
            self.unit.rulers = usize::from(!is_own);
        }
    }

    /// Takes a line that ends a unit: blank, a section, or text. The next chunk may start behind the line, unless it
    /// belongs to the lines below.
    fn take_other(&mut self, text: &[u8], line: Line, may_end_chunk: bool) {
        if self.unit.has_begun() {
            self.end_unit(line.start);
        }
        self.unit.rulers = 0;
        self.is_skipping = self.parser.skips(text);
        self.skipped = 0;
        if !self.is_skipping {
            // After a malformed unit, the next unit is read in another way.
            let is_clean = self.unit.is_whole == self.parser.dialect.is_separated;
            self.pass(text, line, may_end_chunk && is_clean);
        }
    }

    /// Reports a line outside of all grids.
    fn pass(&mut self, text: &[u8], line: Line, may_end_chunk: bool) {
        let Line { start, end, next, number } = line;
        let dialect = &self.parser.dialect;
        // Only the last line of an input has no line end.
        let is_cut_off = || {
            end == next && look(text) == Look::Text && cut_row(text, dialect.has_numbers).is_some()
        };
        let kind = if is_cut_off() {
            FoundKind::CutRow
        } else if text.len() >= NEAR_GRID && puzzle_on_line(text).is_some() {
            FoundKind::Line
        } else if dialect.are_lists && is_placeholder(text) {
            FoundKind::Value
        } else if dialect.has_sections && section(text).is_some() {
            FoundKind::Section
        } else if may_be_unread_row(text) {
            FoundKind::UnreadText
        } else {
            FoundKind::Text
        };
        let rows =
            usize::from(matches!(kind, FoundKind::CutRow | FoundKind::Line | FoundKind::Value));
        let passed = FoundLines { end, rows, kind, ..FoundLines::at(start, number) };
        self.is_among_rows =
            kind == FoundKind::UnreadText || self.is_among_rows && is_nothing(text);
        self.is_in_section = kind == FoundKind::Section || self.is_in_section && rows == 0;
        // A line that repeats a drawn grid is in the chunk of this grid.
        let is_apart = dialect.repeats.is_none();
        let may_end_chunk = may_end_chunk && is_apart && !self.is_among_rows && !self.is_in_section;
        (self.found)(passed, None, may_end_chunk.then_some(next));
    }

    /// Ends a grid of nine rows. The next line starts at `next`.
    fn end_grid(&mut self, next: usize) {
        let grid = std::mem::take(&mut self.unit.rest);
        self.is_in_section = false;
        if self.unit.is_whole || self.unit.is_broken {
            self.unit.grids.push((grid, grid.is_alike().then_some(self.rows)));
        } else {
            let before = self.unit.ended.replace(next);
            let before = match self.parser.dialect.repeats {
                Some(Repeats::Below) => Some(grid.start),
                _ => before,
            };
            (self.found)(grid, grid.is_alike().then_some(&self.rows), before);
        }
    }

    /// Ends a unit. The line behind it starts at `next`. If the lines below may repeat a grid, the next chunk may start with
    /// the unit, but not behind it.
    fn end_unit(&mut self, next: usize) {
        let unit = &mut self.unit;
        let rest = std::mem::take(&mut unit.rest);
        let is_broken = std::mem::take(&mut unit.is_broken);
        let is_drawn = std::mem::take(&mut unit.is_drawn);
        unit.blanks = 0;
        unit.rulers = 0;
        let is_separated = self.parser.dialect.is_separated;
        let has_ended_grids = unit.ended.take().is_some();
        // If each grid ends with a line of delimiters, that of a grid is missing here.
        let has_all_ends =
            unit.grids.len() <= 1 || self.parser.dialect.nothing != NothingUse::RowsAndEnds;
        let is_right = rest.rows == 0 && !is_broken && has_all_ends;
        unit.is_whole = is_separated || !is_right;
        let after = (unit.is_whole == is_separated).then_some(next);
        let after = match self.parser.dialect.repeats {
            Some(Repeats::Below) if after.is_some() => {
                Some(unit.grids.first().map_or(rest.start, |(grid, _)| grid.start))
            }
            _ => after,
        };
        self.is_among_rows = false;
        if is_right {
            for (grid, rows) in unit.grids.drain(..) {
                (self.found)(grid, rows.as_ref(), after);
            }
            return;
        }
        let mut all = rest;
        all.is_broken = is_broken;
        for (grid, _) in unit.grids.drain(..).rev() {
            all = grid.joined(all);
        }
        // One or two damaged rows without a frame are text, for example a date or a time, unless the input was cut off there.
        let is_cut_off = all.end == next;
        if all.good == 0 && all.rows <= 2 && !is_drawn && !has_ended_grids && !is_cut_off {
            (all.rows, all.kind) = (0, FoundKind::UnreadText);
            self.is_among_rows = true;
        } else {
            self.is_in_section = false;
        }
        (self.found)(all, None, after.filter(|_| all.rows > 0));
    }
}

/// Returns whether lines are nine times nine digits or dots. The compiler vectorises this because it never exits early.
fn are_plain_rows(lines: &[u8; PLAIN + 1]) -> bool {
    let are_known = lines
        .iter()
        .fold(true, |all, &byte| all & ((byte == b'.') | byte.is_ascii_digit() | (byte == b'\n')));
    let ends = lines.iter().fold(0_u8, |count, &byte| count + u8::from(byte == b'\n'));
    are_known && ends == 9 && lines.iter().skip(9).step_by(10).all(|&byte| byte == b'\n')
}

/// Returns whether a line has bars.
fn has_bar(line: &[u8]) -> bool {
    crate::tokens::plain(line).contains(&b'|')
}
