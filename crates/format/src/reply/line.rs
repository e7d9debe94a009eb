//! Reads a line of a reply: a row of a grid with its label, whole grids, a ruler or blanks between rows, or other text.
//!
//! ```text
//! Row 3: 1 9 8 | 3 4 2 | 5 6 7   # no doubt
//! ------ --------------------- ------------
//! lead   cells                 tail
//! ```
//!
//! The lead and the tail of rows are kept as a hash of their words without numbers: all rows of a grid must agree in them.

use std::ops::Range;

use super::{withdrawn::is_denial, work};
use crate::{
    signs::{ReplyClass as Class, reply_class as class},
    tokens::{byte_set, inner_range},
};
use batchdoku_base::fnv;

/// The kind of a line. Whole grids on a line are listed elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing but blanks and marks of emphasis.
    Blank,
    /// Strokes, as between the rows of a frame.
    Rule {
        /// True if it has the corners of a frame.
        has_corners: bool,
    },
    /// The marks around code.
    Fence,
    /// One row of a grid, or three.
    Row(Row),
    /// Digits that are no row, and nothing else.
    Digits,
    /// Anything else.
    Text,
}

/// The cells of a line that is a row of a grid, or three rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The cells: digits, or `.`; those behind `length` are 0.
    pub(super) cells: [u8; 27],
    /// 9 or 27.
    pub(super) length: usize,
    pub(super) label: Label,
    /// A hash of the words behind the cells; 0 without any.
    pub(super) tail: u64,
    /// True if the words behind the cells start a new sentence.
    pub(super) is_tail_apart: bool,
    /// The places where the cells start and end in the line.
    pub(super) start: usize,
    pub(super) end: usize,
    /// True if bars stand between the cells.
    pub(super) has_bars: bool,
}

/// The label before the cells of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    /// A hash of its words; 0 without any.
    pub(super) words: u64,
    /// The number of the row, as it is written.
    pub(super) index: Option<u8>,
    /// True if the number is written as a letter.
    pub(super) is_letter: bool,
    /// True if the number stands before the cells like one of them.
    pub(super) is_like_cell: bool,
    pub(super) house: LabelledHouse,
}

/// The kind of house that nine cells are, by their label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LabelledHouse {
    #[default]
    Row,
    Column,
    Box,
}

/// A grid that stands on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WholeGrid {
    pub(super) cells: [u8; 81],
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Digits of a line with nothing but gaps between them.
#[derive(Clone, Copy, Debug, Default)]
struct Segment {
    /// The range of its digits among those of the line.
    first: usize,
    digits: usize,
    /// The number of runs of digits that stand together.
    runs: usize,
    /// The length of each run; 0 if they differ.
    run: usize,
    start: usize,
    end: usize,
    has_brackets: bool,
    has_bars: bool,
    /// The number of gaps with a divider, and the number of these that stand behind whole rows.
    dividers: usize,
    dividers_of_rows: usize,
}

/// Reads lines, in memory of its own.
#[derive(Default)]
pub(super) struct LineScanner {
    digits: Vec<u8>,
    segments: Vec<Segment>,
    /// The runs of 81 digits: where they start among the digits, and in the line.
    runs_of_81: Vec<(usize, usize)>,
}

impl LineScanner {
    /// Reads a line, and adds whole grids on it to `grids`.
    pub(super) fn read(&mut self, line: &[u8], grids: &mut Vec<WholeGrid>) -> Line {
        work(line.len());
        if !may_hold_cells(line) {
            return other_line(line);
        }
        let apart = Apart::of(line);
        if apart.cells >= 18
            && let Some(row) = row_beside_given(line)
        {
            return Line::Row(row);
        }
        if apart.digits >= FEWEST_CELLS {
            self.scan(line);
            let before = grids.len();
            self.whole_grids(line, grids);
            if grids.len() > before {
                return Line::Text;
            }
            if let Some(row) = self.row(line) {
                return Line::Row(row);
            }
        }
        let letters = || line.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
        if apart.cells >= 81 {
            let before = grids.len();
            marked_grids(line, letters(), grids);
            if grids.len() > before {
                return Line::Text;
            }
        }
        if apart.cells >= 9
            && let Some(row) = marked_row(line, letters())
        {
            return Line::Row(row);
        }
        other_line(line)
    }

    /// Returns the digits of a line that has nothing else but gaps.
    pub(super) fn all_digits<'s>(&'s mut self, line: &[u8]) -> &'s [u8] {
        self.digits.clear();
        self.digits.extend(line.iter().copied().filter(u8::is_ascii_digit));
        &self.digits
    }

    /// Finds the segments of a line.
    fn scan(&mut self, line: &[u8]) {
        let Self { digits, segments, runs_of_81 } = self;
        digits.clear();
        segments.clear();
        runs_of_81.clear();
        let mut segment = Segment::default();
        let mut at = 0;
        let mut gap = Gap::default();
        while at < line.len() {
            let byte = line[at];
            match class(byte) {
                Class::Digit => {
                    let run = line[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let end = at + run;
                    let mut next = end;
                    let is_word = line.get(end).is_some_and(u8::is_ascii_alphabetic);
                    let mut is_number = false;
                    if line.get(end) == Some(&b'.') {
                        let zeros =
                            line[end + 1..].iter().take_while(|byte| **byte == b'0').count();
                        let is_more = line.get(end + 1 + zeros).is_some_and(u8::is_ascii_digit);
                        // A decimal point with zeros behind, or with nothing.
                        is_number = run == 1 && is_more;
                        if run == 1 && !is_more {
                            next = end + 1 + zeros;
                        }
                    }
                    if is_word || is_number {
                        finish(&mut segment, segments);
                        at = end
                            + line[end..]
                                .iter()
                                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'.')
                                .count();
                        gap = Gap::default();
                        continue;
                    }
                    // Two digits behind nine cells are a number, such as a sum.
                    if run == 2 && segment.digits == 9 && segment.run == 1 {
                        finish(&mut segment, segments);
                    }
                    if segment.runs == 0 {
                        segment =
                            Segment { first: digits.len(), run, start: at, ..Segment::default() };
                    } else {
                        segment.add_gap(gap);
                    }
                    if run == 81 {
                        runs_of_81.push((digits.len(), at));
                    }
                    if segment.run != run {
                        segment.run = 0;
                    }
                    segment.runs += 1;
                    segment.digits += run;
                    // A full stop is no part of the cells.
                    segment.end = if next == end + 1 { end } else { next };
                    digits.extend_from_slice(&line[at..end]);
                    at = next;
                    gap = Gap::default();
                }
                Class::Gap => {
                    gap.has_bar |= byte == b'|';
                    at += 1;
                }
                Class::Bracket => {
                    gap.has_bracket = true;
                    at += 1;
                }
                Class::Divider => {
                    gap.has_divider = true;
                    at += 1;
                }
                Class::Letter => {
                    let word = line[at..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                        .count();
                    // The last of several rows, or of nine cells, stands behind "and".
                    let is_before_last =
                        segment.run == 9 || segment.run == 1 && segment.digits == 8;
                    let is_and = is_before_last && line[at..at + word].eq_ignore_ascii_case(b"and");
                    at += word;
                    if is_and {
                        continue;
                    }
                    finish(&mut segment, segments);
                    gap = Gap::default();
                }
                Class::Dot
                    if at > 0
                        && line[at - 1].is_ascii_digit()
                        && !line.get(at + 1).is_some_and(u8::is_ascii_digit) =>
                {
                    at += 1;
                }
                // Boxes of a row: `534.678.912`.
                Class::Dot if segment.run == 3 && !segment.digits.is_multiple_of(9) => {
                    gap.has_divider = false;
                    at += 1;
                }
                Class::Splitter | Class::Dot | Class::Other => {
                    finish(&mut segment, segments);
                    at += 1;
                    gap = Gap::default();
                }
            }
        }
        finish(&mut segment, segments);
    }

    /// Adds the grids that are runs of 81 digits, segments of 81 digits that are divided regularly, or nine labelled rows.
    fn whole_grids(&self, line: &[u8], grids: &mut Vec<WholeGrid>) {
        let mut add = |first: usize, start: usize, end: usize| {
            let cells = self.digits[first..first + 81].try_into().expect("81 digits");
            grids.push(WholeGrid { cells: with_dots(cells), start, end });
        };
        for &(first, start) in &self.runs_of_81 {
            add(first, start, start + 81);
        }
        for segment in self.segments.iter().filter(|segment| segment.is_grid()) {
            add(segment.first, segment.start, segment.end);
        }
        grids.extend(self.labelled_rows(line));
    }

    /// Returns the grid of a line with nine rows, each behind its number, in order: `r1=534678912; r2=...`.
    fn labelled_rows(&self, line: &[u8]) -> Option<WholeGrid> {
        let rows = || self.segments.iter().filter(|segment| segment.is_row());
        if rows().count() != 9 || rows().any(|row| row.digits != 9) {
            return None;
        }
        let mut cells = [0; 81];
        let (mut start, mut end) = (0, 0);
        let mut words = None;
        for (index, row) in rows().enumerate() {
            let label = Label::of(&line[end..row.start]);
            if label.index != Some(index as u8 + 1) || !matches!(label.house, LabelledHouse::Row) {
                return None;
            }
            // Other text may stand before the first.
            if index == 0 {
                start = row.start;
            } else if *words.get_or_insert(label.words) != label.words {
                return None;
            }
            cells[9 * index..][..9].copy_from_slice(&self.digits[row.first..][..9]);
            end = row.end;
        }
        Some(WholeGrid { cells: with_dots(cells), start, end })
    }

    /// Returns the only row of a line, or its only three rows.
    fn row(&self, line: &[u8]) -> Option<Row> {
        let mut rows = self.segments.iter().filter(|segment| segment.is_row());
        let segment = rows.next()?;
        let lead = &line[..segment.start];
        let is_struck = memchr::memmem::find(line, b"~~").is_some();
        if rows.next().is_some() || is_struck {
            return None;
        }
        let is_numbered = segment.digits == 10;
        let digits = &self.digits[segment.first..][..segment.digits][usize::from(is_numbered)..];
        let length = digits.len();
        let mut cells = [0; 27];
        cells[..length].copy_from_slice(digits);
        for cell in cells.iter_mut().filter(|cell| **cell == b'0') {
            *cell = b'.';
        }
        let mut label = Label::of(lead);
        if is_numbered {
            label.index = Some(self.digits[segment.first] - b'0');
            label.is_letter = false;
            label.is_like_cell = true;
            label.words = hash(label.words, b'#');
        }
        let tail = &line[segment.end..];
        let first = tail.trim_ascii_start().first();
        Some(Row {
            cells,
            length,
            label,
            tail: tail_words(tail),
            is_tail_apart: first.is_some_and(|byte| b".!\"')]}*`_;,|".contains(byte)),
            start: segment.start,
            end: segment.end,
            has_bars: segment.has_bars,
        })
    }
}

/// The cells of two rows.
const TWO_ROWS: usize = 18;

/// Returns the solved row of a line that has the row of the puzzle next to it, without letters between the two. The solved
/// row has no empty cell, and agrees with all digits of the other.
///
/// ```text
/// Row 1: 53..7.... -> 534678912        5 3 4 6 7 8 9 1 2   |   5 3 . . 7 . . . .
/// ```
fn row_beside_given(line: &[u8]) -> Option<Row> {
    let is_cell = |byte: u8| byte.is_ascii_digit() || b"._?xX".contains(&byte);
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !matches!(byte, b'x' | b'X');
    let mut start = line.iter().rposition(is_letter).map_or(0, |last| last + 1);
    // The number of a label ends with a colon, or is the only one.
    let number = line[start..].iter().take(4).position(|byte| matches!(byte, b':' | b')'));
    start += number.map_or(0, |colon| colon + 1);
    let mut cells = [(0, 0); TWO_ROWS + 1];
    let mut count = 0;
    for at in (start..line.len()).filter(|&at| is_cell(line[at])) {
        *cells.get_mut(count)? = (line[at], at);
        count += 1;
    }
    // The first is the number of the row.
    if count > TWO_ROWS {
        start = cells[1].1;
        cells.rotate_left(1);
    }
    let cells = &cells[..TWO_ROWS];
    let is_digit = |(byte, _): &(u8, usize)| matches!(byte, b'1'..=b'9');
    let (first, second) = cells.split_at(9);
    let (full, given) = match (first.iter().all(is_digit), second.iter().all(is_digit)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    let agrees = full.iter().zip(given).all(|(cell, given)| !is_digit(given) || cell.0 == given.0);
    if count < TWO_ROWS || !agrees {
        return None;
    }
    let mut row = [0; 27];
    for (cell, (byte, _)) in row.iter_mut().zip(full) {
        *cell = *byte;
    }
    Some(Row {
        cells: row,
        length: 9,
        label: Label::of(&line[..start]),
        tail: 0,
        is_tail_apart: false,
        start: full[0].1,
        end: full[8].1 + 1,
        has_bars: false,
    })
}

/// The gap between two runs of digits.
#[derive(Clone, Copy, Default)]
struct Gap {
    has_bar: bool,
    has_bracket: bool,
    has_divider: bool,
}

/// Ends a segment.
fn finish(segment: &mut Segment, segments: &mut Vec<Segment>) {
    if segment.runs > 0 {
        segments.push(*segment);
    }
    *segment = Segment::default();
}

impl Segment {
    fn add_gap(&mut self, gap: Gap) {
        self.has_brackets |= gap.has_bracket;
        self.has_bars |= gap.has_bar;
        if gap.has_divider {
            self.dividers += 1;
            self.dividers_of_rows += usize::from(self.digits.is_multiple_of(9));
        }
    }

    /// Returns whether this is a grid: its digits stand in one run, in rows, boxes of a row, or apart. Grids in brackets
    /// are read by `nested`.
    fn is_grid(&self) -> bool {
        let is_regular = self.dividers == self.dividers_of_rows || self.dividers + 1 == self.runs;
        self.digits == 81 && matches!(self.run, 1 | 3 | 9 | 27) && !self.has_brackets && is_regular
    }

    /// Returns whether this is a row, perhaps with its number before it, or three rows.
    fn is_row(&self) -> bool {
        match self.digits {
            9 => matches!(self.run, 1 | 3 | 9),
            10 => self.run == 1,
            27 => {
                matches!(self.run, 1 | 3 | 9 | 27)
                    && !self.has_brackets
                    && self.dividers == self.dividers_of_rows
            }
            _ => false,
        }
    }
}

/// The fewest digits of a row without a letter between them: the last of nine cells may stand behind "and".
const FEWEST_CELLS: usize = 8;

/// Bytes that may be an empty cell; `x` is a letter, too.
const MAY_BE_EMPTY: [bool; 256] = byte_set(b"xX._?*-");

/// Returns whether a line has enough bytes that may be cells for a row. This test comes first, because the compiler
/// vectorises it.
fn may_hold_cells(line: &[u8]) -> bool {
    let is_cell = |byte: u8| {
        byte.is_ascii_digit() || matches!(byte, b'x' | b'X' | b'.' | b'_' | b'?' | b'*' | b'-')
    };
    // A count of fewer than 256 fits into a byte.
    let counts = line
        .chunks(128)
        .map(|part| part.iter().fold(0_u8, |count, &byte| count + u8::from(is_cell(byte))));
    counts.map(usize::from).sum::<usize>() >= 9
}

/// The most digits, and the most cells, of a line without a letter between them, as a row needs them.
#[derive(Default)]
struct Apart {
    digits: usize,
    /// Digits, and bytes that may be an empty cell.
    cells: usize,
}

impl Apart {
    /// Looks at every eighth byte, and around each that is no letter. No row is missed, because eight bytes of a row have
    /// no letter between them.
    fn of(line: &[u8]) -> Self {
        let mut most = Self::default();
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() && !matches!(byte, b'x' | b'X');
        let mut at = FEWEST_CELLS - 1;
        while at < line.len() {
            if is_letter(&line[at]) {
                at += FEWEST_CELLS;
                continue;
            }
            let start = line[..at].iter().rposition(is_letter).map_or(0, |letter| letter + 1);
            let end = line[at..].iter().position(is_letter).map_or(line.len(), |end| at + end);
            work(end - start);
            let [digits, cells] = line[start..end].iter().fold([0, 0], |[digits, cells], byte| {
                let is_digit = usize::from(byte.is_ascii_digit());
                [
                    digits + is_digit,
                    cells + (is_digit | usize::from(MAY_BE_EMPTY[usize::from(*byte)])),
                ]
            });
            most = Self { digits: most.digits.max(digits), cells: most.cells.max(cells) };
            at = end + FEWEST_CELLS;
        }
        most
    }
}

/// Returns the kind of a line in which no row was found yet; a row may stand between bars, with nothing for an empty cell.
fn other_line(line: &[u8]) -> Line {
    barred_row(line).map_or_else(|| plain_line(line), Line::Row)
}

/// Returns the kind of a line that has no row.
fn plain_line(line: &[u8]) -> Line {
    let text = line.trim_ascii();
    if text.starts_with(b"```") || text.starts_with(b"~~~") {
        return Line::Fence;
    }
    if text.iter().any(u8::is_ascii_alphabetic) {
        return Line::Text;
    }
    if text.iter().any(u8::is_ascii_digit) {
        return Line::Digits;
    }
    let is_bare = text.iter().all(|byte| b" \t|`*_,;[](){}&>.'\"".contains(byte));
    if is_bare {
        return Line::Blank;
    }
    if text.iter().all(|byte| b" \t|-=_+~*#:.".contains(byte)) {
        return Line::Rule { has_corners: text.starts_with(b"+") };
    }
    Line::Text
}

/// Returns cells with a dot for each empty cell.
pub(super) fn with_dots(cells: [u8; 81]) -> [u8; 81] {
    cells.map(|cell| if cell.is_ascii_digit() && cell != b'0' { cell } else { b'.' })
}

/// The most letters of a line with empty cells, which are those of its label.
const LONGEST_MARKED_LABEL: usize = 24;

/// Returns the row of a line in which some cells are empty.
fn marked_row(line: &[u8], letters: usize) -> Option<Row> {
    if letters > LONGEST_MARKED_LABEL {
        return None;
    }
    let is_letter = |at: usize| line[at].is_ascii_alphabetic() && !matches!(line[at], b'x' | b'X');
    let is_label_end = |at: usize| is_letter(at) || class(line[at]) == Class::Splitter;
    let mut start = (0..line.len()).rev().find(|&at| is_label_end(at)).map_or(0, |at| at + 1);
    // The number of a label such as R1.
    if start > 0 && is_letter(start - 1) {
        start += line[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    }
    let mut cells = collected::<10>(&line[start..]);
    let mut label = Label::of(&line[..start]);
    if let Some((numbered, 10)) = cells {
        let first = numbered[0];
        if !first.is_ascii_digit() {
            return None;
        }
        label.index = Some(first - b'0');
        label.is_like_cell = true;
        label.words = hash(label.words, b'#');
        let mut rest = [0; 10];
        rest[..9].copy_from_slice(&numbered[1..]);
        cells = Some((rest, 9));
    }
    let (found, 9) = cells? else { return None };
    // A row without empty cells would have been read as digits.
    if found[..9].iter().all(|cell| *cell == b'-' || matches!(cell, b'1'..=b'9')) {
        return None;
    }
    let mut row = [0; 27];
    for (cell, found) in row.iter_mut().zip(&found[..9]) {
        *cell = if matches!(found, b'1'..=b'9') { *found } else { b'.' };
    }
    let has_bars = line.contains(&b'|');
    Some(Row {
        cells: row,
        length: 9,
        label,
        tail: 0,
        is_tail_apart: false,
        start,
        end: line.len(),
        has_bars,
    })
}

/// Returns the row of a line whose cells stand between bars, with nothing for an empty cell: nine fields, perhaps behind a
/// label. The outer bars may be missing.
///
/// ```text
/// | 5 | 3 |   |   | 7 |   |   |   |   |
/// R1 & 5 & 3 & & & 7 & & & & \
/// ```
fn barred_row(line: &[u8]) -> Option<Row> {
    let is_bar = |byte: &u8| matches!(byte, b'|' | b'&');
    let Range { mut start, mut end } = inner_range(line, |byte| byte.is_ascii_whitespace());
    let mut count = line[start..end].iter().filter(|byte| is_bar(byte)).count() + 1;
    let has_bar_before = line[start..end].starts_with(b"|");
    let has_bar_behind = line[start..end].ends_with(b"|");
    // One more field may be a label, or an empty cell next to a bar at one end.
    if !(9..=12).contains(&count) || count == 10 && has_bar_before && has_bar_behind {
        return None;
    }
    if has_bar_before && count > 9 {
        start += 1;
        count -= 1;
    }
    if has_bar_behind && count > 9 {
        end -= 1;
        count -= 1;
    }
    let mut cells = [0; 27];
    let mut label = Label::default();
    let mut fields = line[start..end].split(is_bar);
    if count == 10 {
        let words = fields.next()?;
        label = Label::of(words);
        label.index?;
        start += words.len() + 1;
    } else if count != 9 {
        return None;
    }
    for cell in &mut cells[..9] {
        let field = fields.next()?;
        let mut marks = field.iter().filter(|byte| !b" \t*_`\"'".contains(byte));
        *cell = match (marks.next(), marks.next()) {
            (None, _) => b'.',
            (Some(&digit @ b'1'..=b'9'), None) => digit,
            (Some(b'0' | b'.' | b'?' | b'-' | b'x' | b'X'), None) => b'.',
            _ => return None,
        };
    }
    let has_bars = true;
    let is_over = fields.next().is_none();
    let row = Row { cells, length: 9, label, tail: 0, is_tail_apart: false, start, end, has_bars };
    is_over.then_some(row)
}

/// Returns the cells of a text that has nothing else but gaps, and their number; `None` if there are more than `N`.
fn collected<const N: usize>(text: &[u8]) -> Option<([u8; N], usize)> {
    let mut cells = [0; N];
    let mut count = 0;
    for &byte in text {
        match byte {
            b'0'..=b'9' | b'.' | b'_' | b'?' | b'*' | b'x' | b'X' | b'-' => {
                *cells.get_mut(count)? = byte;
                count += 1;
            }
            _ if matches!(class(byte), Class::Gap | Class::Bracket) || byte == b';' => {}
            _ => return None,
        }
    }
    Some((cells, count))
}

/// Adds the grids of a line in which some cells are empty: runs of 81 cells, or the whole line.
fn marked_grids(line: &[u8], letters: usize, grids: &mut Vec<WholeGrid>) {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || b"._*?xX-".contains(byte);
    let before = grids.len();
    let mut at = 0;
    while at < line.len() {
        let run = line[at..].iter().take_while(|byte| is_cell(byte)).count();
        // A full stop behind a grid is no cell.
        let is_whole = run == 81 || run == 82 && line[at + 81] == b'.';
        let is_word = at > 0 && line[at - 1].is_ascii_alphanumeric();
        if is_whole && !is_word && line[at..at + 81].iter().any(u8::is_ascii_digit) {
            let cells = line[at..at + 81].try_into().expect("81 bytes");
            grids.push(WholeGrid { cells: with_dots(cells), start: at, end: at + 81 });
        }
        at += run + 1;
    }
    if grids.len() == before
        && letters <= LONGEST_MARKED_LABEL
        && let Some((cells, 81)) = collected::<81>(line)
        && !cells.iter().all(|cell| matches!(cell, b'1'..=b'9'))
    {
        grids.push(WholeGrid { cells: with_dots(cells), start: 0, end: line.len() });
    }
}

/// Adds a byte to a hash, which is 0 without any.
fn hash(state: u64, byte: u8) -> u64 {
    fnv(state, u64::from(byte))
}

/// The numbers of rows in words.
const NUMBERS: [[&[u8]; 2]; 9] = [
    [b"one", b"first"],
    [b"two", b"second"],
    [b"three", b"third"],
    [b"four", b"fourth"],
    [b"five", b"fifth"],
    [b"six", b"sixth"],
    [b"seven", b"seventh"],
    [b"eight", b"eighth"],
    [b"nine", b"ninth"],
];

/// The ends of ordinal numbers: `1st`.
const ORDINALS: [&[u8]; 4] = [b"st", b"nd", b"rd", b"th"];

/// The words of labels of columns, and of boxes.
const COLUMNS: [&[u8]; 3] = [b"col", b"column", b"columns"];
const BOXES: [&[u8]; 7] = [b"box", b"block", b"square", b"region", b"subgrid", b"nonet", b"boxes"];

/// Words for the middle.
const MIDDLE: [&[u8]; 5] = [b"middle", b"center", b"centre", b"central", b"mid"];

impl Label {
    /// Reads the text before the cells of a row.
    fn of(lead: &[u8]) -> Self {
        if let Some(label) = Self::of_box(lead) {
            return label;
        }
        let mut label = Self::default();
        let mut at = 0;
        while at < lead.len() {
            let byte = lead[at];
            match class(byte) {
                Class::Letter | Class::Digit => {
                    let word = lead[at..]
                        .iter()
                        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                        .count();
                    let is_last =
                        lead[at + word..].iter().all(|byte| !byte.is_ascii_alphanumeric());
                    label.add(&lead[at..at + word], is_last);
                    at += word;
                }
                Class::Other => {
                    label.words = hash(label.words, byte);
                    at += 1;
                }
                // A remark behind the number.
                Class::Bracket if byte == b'(' && label.index.is_some() => {
                    let remark = memchr::memchr(b')', &lead[at..]);
                    at += remark.map_or(1, |end| end + 1);
                }
                _ => at += 1,
            }
        }
        label
    }

    /// Reads the place of a box: `Top-left box`, `Center`.
    fn of_box(lead: &[u8]) -> Option<Self> {
        const LONGEST: usize = 30;
        let words = lead.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| !word.is_empty());
        let (mut row, mut column) = (None, None);
        let (mut is_middle, mut is_box) = (false, false);
        for word in words {
            let is = |names: &[&[u8]]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
            if is(&[b"top", b"upper"]) {
                row = Some(0);
            } else if is(&[b"bottom", b"lower"]) {
                row = Some(2);
            } else if is(&[b"left"]) {
                column = Some(0);
            } else if is(&[b"right"]) {
                column = Some(2);
            } else if is(&MIDDLE) {
                is_middle = true;
                is_box |= !word.eq_ignore_ascii_case(b"middle");
            } else if is(&BOXES) {
                is_box = true;
            } else {
                return None;
            }
        }
        let sides = usize::from(row.is_some()) + usize::from(column.is_some());
        let is_place =
            sides == 2 || sides + usize::from(is_middle) > 0 && (sides == 1 && is_middle || is_box);
        (is_place && lead.len() <= LONGEST).then(|| Self {
            words: hash(0, b'+'),
            index: Some(3 * row.unwrap_or(1) + column.unwrap_or(1) + 1),
            house: LabelledHouse::Box,
            ..Self::default()
        })
    }

    /// Adds a word, which may be the last.
    fn add(&mut self, word: &[u8], is_last: bool) {
        // As in "..., the eighth 287419635 and the ninth 345286179".
        if word.eq_ignore_ascii_case(b"and") {
            return;
        }
        let letters = word.iter().take_while(|byte| !byte.is_ascii_digit()).count();
        let (name, number) = word.split_at(letters);
        let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let name = name.strip_suffix(b"_").unwrap_or(name);
        if self.index.is_none() {
            let in_words = NUMBERS
                .iter()
                .position(|names| names.iter().any(|name| word.eq_ignore_ascii_case(name)));
            if digits == 1 {
                self.index = Some(number[0] - b'0');
            } else if let Some(index) = in_words {
                self.index = Some(index as u8 + 1);
                self.words = hash(self.words, b'#');
                return;
            } else if let (&[letter], true) = (word, is_last)
                && matches!(letter.to_ascii_uppercase(), b'A'..=b'I')
            {
                self.index = Some(letter.to_ascii_uppercase() - b'A' + 1);
                self.is_letter = true;
                self.words = hash(self.words, b'@');
                return;
            }
        }
        let is = |words: &[&[u8]]| words.iter().any(|word| name.eq_ignore_ascii_case(word));
        if is(&COLUMNS) || digits == 1 && name.eq_ignore_ascii_case(b"c") {
            self.house = LabelledHouse::Column;
        } else if is(&BOXES) {
            self.house = LabelledHouse::Box;
        }
        for byte in name {
            self.words = hash(self.words, byte.to_ascii_lowercase());
        }
        if !number.is_empty() {
            self.words = hash(self.words, b'#');
            // The end of an ordinal number differs from row to row.
            let is_ordinal = ORDINALS.iter().any(|end| number[digits..].eq_ignore_ascii_case(end));
            for byte in number[digits..].iter().filter(|_| !is_ordinal) {
                self.words = hash(self.words, byte.to_ascii_lowercase());
            }
        }
    }

    /// Returns whether the label has neither words nor a number.
    pub(super) fn is_empty(&self) -> bool {
        self.words == 0 && self.index.is_none()
    }
}

/// The hash of a remark of a program, which may differ from row to row.
pub(super) const REMARK: u64 = 1;

/// Returns a hash of the words behind the cells of a row; 0 if there are none.
fn tail_words(tail: &[u8]) -> u64 {
    let text = tail.trim_ascii_start();
    let text = text.strip_prefix(b",").map_or(text, <[u8]>::trim_ascii_start);
    if text.starts_with(b"# ") || text.starts_with(b"//") || is_remark(text) {
        return REMARK;
    }
    let mut words = 0;
    let mut was_digit = false;
    for &byte in tail {
        match class(byte) {
            Class::Digit if was_digit => {}
            Class::Digit => words = hash(words, b'#'),
            Class::Letter | Class::Other => words = hash(words, byte.to_ascii_lowercase()),
            Class::Splitter => words = hash(words, byte),
            _ => {}
        }
        was_digit = byte.is_ascii_digit() || was_digit && class(byte) == Class::Gap;
    }
    words
}

/// Returns whether a text is a remark in brackets, whose words do not deny the row.
fn is_remark(text: &[u8]) -> bool {
    let inner = text.strip_prefix(b"(").and_then(|text| text.trim_ascii_end().strip_suffix(b")"));
    inner.is_some_and(|inner| inner.iter().any(u8::is_ascii_alphabetic) && !is_denial(inner))
}
