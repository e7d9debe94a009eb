//! The lines of a drawn grid: rows of cells, rulers, frames, text between grids.
//!
//! Cells may be separated by blanks, punctuation or the box-drawing characters of Unicode. A
//! pencilmark row has the candidates of each cell instead: `257` is a cell that is still empty, `3`
//! one that holds a 3.

use super::text::{
    cells, cells_of_fields, collect, decimal_cells, digit_of, groups, is_cell, numbers,
    separate_cells,
};
use batchdoku_engine::grid::{BAD_CELL, CELL_VALUE};

/// The looks of lines on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    Blank,
    Comment,
    /// Separates boxes, or is part of a frame.
    Ruler,
    /// Nine empty cells, or a separator of grids: some nine strokes, or delimiters and nothing between.
    Dashes,
    /// A word in square brackets, as in `.sdk` files.
    Section,
    /// Nine cells, or what may have been a row before it was damaged.
    Row,
    /// Anything else: no row can have become this.
    Text,
}

/// Returns whether a line is nine cells and nothing else.
pub(super) fn is_plain_row(line: &[u8]) -> bool {
    // The OR of all values is BAD_CELL only if one of them is.
    line.len() == 9
        && line.iter().fold(0, |all, &byte| all | CELL_VALUE[usize::from(byte)]) != BAD_CELL
}

/// Returns the looks of a line on its own.
pub(super) fn kind(line: &[u8]) -> LineKind {
    if Dashes::of(line).is_some() {
        return LineKind::Dashes;
    }
    if is_plain_row(line) || separate_row(line).is_some() {
        return LineKind::Row;
    }
    let trimmed = line.trim_ascii();
    let Some(&first) = trimmed.first() else { return LineKind::Blank };
    if matches!(first, b'#' | b'%') || trimmed.starts_with(b"//") {
        LineKind::Comment
    } else if section(trimmed).is_some() {
        LineKind::Section
    } else if divided_row(line).is_some() {
        LineKind::Row
    } else if is_ruler(line) {
        LineKind::Ruler
    } else if row_cells(line).is_some()
        || pencilmark_row(line).is_some()
        || is_near_row(line)
        || is_wide_row(line)
        || is_near_decimal_row(line)
    {
        LineKind::Row
    } else {
        LineKind::Text
    }
}

/// Returns how many cells a line has, if each is a number with a point: `8.0`.
pub(super) fn numbers_with_point(line: &[u8]) -> Option<usize> {
    let count = numbers(line).count();
    (count > 0 && numbers(line).all(has_point)).then_some(count)
}

/// Returns whether a number is a cell that is written with a point, and perhaps an exponent.
fn has_point(number: &[u8]) -> bool {
    number.len() > 1 && digit_of(number).is_some()
}

/// Returns the cells of a line that is a row, with any separators.
pub(super) fn row_cells(line: &[u8]) -> Option<[u8; 9]> {
    if is_plain_row(line) {
        return line.try_into().ok();
    }
    separate_row(line)
        .or_else(|| divided_row(line))
        .or_else(|| row_of_groups(line))
        .or_else(|| decimal_cells(line))
}

/// Returns the cells of a row whose cells stand together or apart: `53. .7. ...`.
fn row_of_groups(line: &[u8]) -> Option<[u8; 9]> {
    let row = collect(cells(line))?;
    if is_ruler(line) || blanks_among_fields(line) > 0 {
        return None;
    }
    // `8.0 0.0 0.0` are three numbers, and not nine cells.
    numbers_with_point(line).is_none().then_some(row)
}

/// Returns the cells of a row whose cells stand apart: what most drawn rows are.
fn separate_row(line: &[u8]) -> Option<[u8; 9]> {
    // A quote is the corner of a frame.
    separate_cells(line).filter(|_| !line.contains(&b'\''))
}

/// Returns whether a line that is no row may have become what it is by a typing error, or by a program that lost a
/// cell: some seven to eleven characters, most of them cells.
pub(super) fn is_near_row(line: &[u8]) -> bool {
    let all = cells(line).count();
    let good = cells(line).filter(|&byte| is_cell(byte)).count();
    let are_cells = (7..=11).contains(&all) && good * 3 >= all * 2;
    // As many separators as a row has, or bars around boxes: an empty cell may be nothing or a blank.
    let delimiters = line.iter().filter(|byte| b",;".contains(byte)).count();
    let bars = line.iter().filter(|&&byte| byte == b'|').count();
    let is_divided = delimiters == 8 || bars == 4 && line.trim_ascii().len() <= 14;
    are_cells || is_divided && all <= 11
}

/// Returns the word of a line that is a word in square brackets and nothing else.
pub(super) fn section(line: &[u8]) -> Option<&[u8]> {
    let line = without_delimiters(line).trim_ascii();
    let word = line.strip_prefix(b"[")?.strip_suffix(b"]")?;
    (!word.is_empty() && word.iter().all(u8::is_ascii_alphabetic)).then_some(word)
}

/// Returns a line without the commas and semicolons that a spreadsheet leaves at its end.
fn without_delimiters(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let last = line.iter().rposition(|byte| !b",;".contains(byte));
    &line[..last.map_or(0, |last| last + 1)]
}

/// The strokes of a line that may be nine empty cells, or something that separates grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Dashes {
    /// A mark of empty cells; or a delimiter, between which there is nothing.
    stroke: u8,
    count: usize,
}

impl Dashes {
    /// Returns those of a line: eight to ten marks, because a row may have lost a cell or gained one, perhaps with bars or
    /// blanks between; or eight delimiters and some more, as a spreadsheet leaves of a blank row.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let text = line.trim_ascii();
        let (line, stroke, others, counts) = match text.first() {
            Some(&mark @ (b'-' | b'*' | b'_')) => {
                (without_delimiters(text).trim_ascii_end(), mark, &b" |"[..], 8..=10)
            }
            Some(&delimiter @ (b',' | b';')) => (text, delimiter, &b" "[..], 8..=12),
            Some(_) => return None,
            None => (line.strip_suffix(b"\r").unwrap_or(line), b'\t', &b""[..], 8..=12),
        };
        let count = line.iter().filter(|&&byte| byte == stroke).count();
        let is_alone = line.iter().all(|byte| *byte == stroke || others.contains(byte));
        (counts.contains(&count) && is_alone).then_some(Self { stroke, count })
    }

    /// Returns whether they are delimiters with nothing between.
    pub(super) fn are_delimiters(self) -> bool {
        b",;\t".contains(&self.stroke)
    }

    /// Returns whether they are as many as nine empty cells have.
    pub(super) fn are_nine(self) -> bool {
        self.count == if self.are_delimiters() { 8 } else { 9 }
    }

    /// Returns whether another line has as many of them among other cells.
    pub(super) fn are_as_many_in(self, line: &[u8]) -> bool {
        self.are_delimiters()
            && line.iter().filter(|&&byte| byte == self.stroke).count() == self.count
    }

    /// Returns whether another line is a row, or was one, that has the mark as an empty cell, or nothing between two
    /// delimiters.
    pub(super) fn are_in(self, row: &[u8]) -> bool {
        if kind(row) != LineKind::Row {
            return false;
        }
        if self.are_delimiters() {
            let mut fields = row.split(|&byte| byte == self.stroke).map(<[u8]>::trim_ascii).take(9);
            row.contains(&self.stroke) && fields.any(<[u8]>::is_empty)
        } else {
            cells(row).any(|cell| cell == self.stroke)
        }
    }
}

/// Returns whether a line only separates boxes, or is the edge of a frame or of a list.
pub(super) fn is_ruler(line: &[u8]) -> bool {
    // The characters of a line, and how many of them are strokes.
    let mut all = 0;
    let mut strokes = 0;
    for group in groups(line) {
        let count = wide_strokes(group);
        all += count.unwrap_or(group.len());
        strokes +=
            count.unwrap_or_else(|| group.iter().filter(|byte| b"-+=*_~".contains(byte)).count());
    }
    if all == 0 {
        return !line.is_ascii() || is_bracket(line.trim_ascii());
    }
    if strokes == all {
        // Nine strokes that mean an empty cell are a row, unless quotes are the corners of a frame.
        let may_be_row = strokes == 9 && cells(line).all(is_cell) && !line.contains(&b'\'');
        return strokes >= 3 && !may_be_row;
    }
    // Dots are the upper corners of a frame.
    let dots = cells(line).filter(|&byte| byte == b'.').count();
    let is_cornered = cells(line).next() == Some(b'.') && cells(line).last() == Some(b'.');
    is_cornered && strokes >= 9 && strokes + dots == all
}

/// Returns the number of strokes of a group of dashes that are no ASCII: en and em dashes, with `+` between.
fn wide_strokes(group: &[u8]) -> Option<usize> {
    if group.is_ascii() {
        return None;
    }
    let text = std::str::from_utf8(group).ok()?;
    let mut chars = text.chars();
    let are_strokes =
        chars.all(|char| matches!(char, '+' | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'));
    are_strokes.then(|| text.chars().count())
}

/// Returns whether a line has nothing but the brackets of a list that begins or ends.
fn is_bracket(line: &[u8]) -> bool {
    let line = line.strip_suffix(b",").or_else(|| line.strip_suffix(b";")).unwrap_or(line);
    (1..=3).contains(&line.len()) && line.iter().all(|byte| b"[](){}".contains(byte))
}

/// Returns the cells of a line that has nine fields between bars, commas, semicolons or tabs, of which some are blank, or
/// three boxes of three characters between bars: blanks are empty cells.
pub(super) fn divided_row(line: &[u8]) -> Option<[u8; 9]> {
    let text = std::str::from_utf8(line).ok()?;
    if !text.contains(is_bar) {
        // A tab at an edge has an empty cell before or behind it.
        let text = text.trim_matches([' ', '\r', '\n']);
        return row_of_fields(text, |char| matches!(char, ',' | ';' | '\t'));
    }
    framed(text).and_then(|inside| row_of_fields(inside, is_bar)).or_else(|| boxed_row(line))
}

/// Returns the cells of a line that has three boxes of three characters between bars, of which some may be blank.
pub(super) fn boxed_row(line: &[u8]) -> Option<[u8; 9]> {
    let text = std::str::from_utf8(line).ok().filter(|text| text.contains(is_bar))?;
    let text = text.trim_end_matches([',', ';', '\r', '\n']);
    framed(text)
        .and_then(|inside| boxes_of(inside, false))
        .or_else(|| boxes_of(text, text.contains(' ')))
}

/// Returns whether a line has bars.
pub(super) fn has_bar(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_ok_and(|text| text.contains(is_bar))
}

fn is_bar(char: char) -> bool {
    matches!(char, '|' | '│' | '┃' | '║')
}

/// Returns what a line has between bars at both ends.
fn framed(line: &str) -> Option<&str> {
    let line = line.trim_end_matches([',', ';', '\r', '\n']).trim();
    let inside = line.strip_prefix(is_bar)?;
    inside.strip_suffix('.').unwrap_or(inside).strip_suffix(is_bar)
}

/// Returns nine fields, of which some are blank.
fn row_of_fields(text: &str, divides: impl Fn(char) -> bool) -> Option<[u8; 9]> {
    let (row, has_blank) = cells_of_fields(text, divides)?;
    has_blank.then_some(row)
}

/// Returns the number of blank fields of a line of nine fields of which another has several cells, so that its cells are
/// not as many as they seem.
pub(super) fn blanks_among_fields(line: &[u8]) -> usize {
    // Nine cells with delimiters between.
    if line.len() < 17 {
        return 0;
    }
    [b',', b';', b'|', b'\t'].into_iter().map(|delimiter| blanks_between(line, delimiter)).sum()
}

/// Returns the number of blank fields of a line that has nine between delimiters, one with several cells.
fn blanks_between(line: &[u8], delimiter: u8) -> usize {
    let fields = line.split(|&byte| byte == delimiter).map(<[u8]>::trim_ascii);
    if fields.clone().count() != 9 || fields.clone().all(|field| field.len() <= 1) {
        return 0;
    }
    fields.filter(|field| field.is_empty()).count()
}

/// Returns whether a line has more than nine fields, each a cell or blank, and at least one cell: nobody knows which of
/// the blank fields are empty cells.
fn is_wide_row(line: &[u8]) -> bool {
    let mut count = 0;
    let mut has_cell = false;
    for field in line.split(|byte| b",;\t".contains(byte)) {
        count += 1;
        match field.trim_ascii() {
            [] => {}
            &[byte] if is_cell(byte) => has_cell = true,
            _ => return false,
        }
    }
    (10..=13).contains(&count) && has_cell
}

/// Returns whether a line has some nine numbers with a decimal point, most of them cells.
fn is_near_decimal_row(line: &[u8]) -> bool {
    if line.len() < 14 || memchr::memchr(b'.', line).is_none() {
        return false;
    }
    let all = numbers(line).count();
    let good = numbers(line).filter(|number| has_point(number)).count();
    (7..=11).contains(&all) && good * 3 >= all * 2
}

/// Returns three boxes of three cells, together or apart, in which blanks are empty cells. If nothing ends the last one,
/// and blanks are empty cells, those behind its last digit may have been cut off.
fn boxes_of(text: &str, may_be_cut: bool) -> Option<[u8; 9]> {
    let mut row = [b'.'; 9];
    let mut boxes = text.split(is_bar);
    let mut width = None;
    for (index, cells) in row.chunks_mut(3).enumerate() {
        let part = boxes.next()?.as_bytes();
        let width = *width.get_or_insert(part.len());
        let is_wide = part.len() == width || may_be_cut && index == 2 && part.len() < width;
        // Three cells together, or with a blank between two.
        let step = match width {
            3 => 1,
            5 => 2,
            _ => return None,
        };
        if !is_wide {
            return None;
        }
        for (at, &byte) in part.iter().enumerate() {
            match byte {
                b' ' => {}
                b'1'..=b'9' if at % step == 0 => cells[at / step] = byte,
                _ => return None,
            }
        }
    }
    boxes.next().is_none().then_some(row)
}

/// Returns the cells of a line of nine characters in which blanks are empty cells.
pub(super) fn blank_row(line: &[u8]) -> Option<[u8; 9]> {
    let row: [u8; 9] = without_delimiters(line).try_into().ok()?;
    let is_row = row.iter().all(|byte| matches!(byte, b' ' | b'1'..=b'9'));
    is_row.then(|| row.map(|byte| if byte == b' ' { b'.' } else { byte }))
}

/// Returns whether a line was a row in which blanks are empty cells, before something was written behind it.
pub(super) fn was_blank_row(line: &[u8]) -> bool {
    let row = without_delimiters(line);
    (10..=12).contains(&row.len())
        && line.get(row.len()).is_some_and(|byte| b",;".contains(byte))
        && row.iter().all(|byte| matches!(byte, b' ' | b'1'..=b'9'))
        && row.iter().any(u8::is_ascii_digit)
}

/// Returns the candidates of a line of nine groups of them, at least one with several: a group of one is a
/// digit, or any empty cell.
pub(super) fn pencilmark_row(line: &[u8]) -> Option<[&[u8]; 9]> {
    let mut row = [&b""[..]; 9];
    let mut has_candidates = false;
    let mut groups = groups(line);
    for cell in &mut row {
        match groups.next()? {
            group @ &[byte] if is_cell(byte) => *cell = group,
            candidates if are_candidates(candidates) => {
                has_candidates = true;
                *cell = candidates;
            }
            _ => return None,
        }
    }
    (has_candidates && groups.next().is_none()).then_some(row)
}

/// Returns whether a group is several different digits, in any order.
fn are_candidates(group: &[u8]) -> bool {
    let mut digits = group.iter().enumerate();
    (2..=9).contains(&group.len())
        && digits.all(|(at, digit)| matches!(digit, b'1'..=b'9') && !group[..at].contains(digit))
}
