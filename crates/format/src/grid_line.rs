//! The lines of a drawn grid: rows of cells, rulers, frames, titles.
//!
//! Cells may be separated by blanks, punctuation or the box-drawing characters of Unicode. A
//! pencilmark row has the candidates of each cell instead: `257` is a cell that is still empty, `3`
//! one that holds a 3.

use batchdoku_engine::grid::{
    BAD_CELL, CELL_VALUE,
    line::{cells, groups, is_cell, separate_cells},
};

/// The looks of lines on their own.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Blank,
    Comment,
    /// Separates boxes, or is part of a frame.
    Ruler,
    /// In square brackets, as in `.sdk` files.
    Section,
    /// The word that ends a grid early.
    End,
    Number,
    Title,
    Row,
}

/// Tells if a line is nine cells and nothing else.
pub(super) fn is_plain_row(line: &[u8]) -> bool {
    // The OR of all values is BAD_CELL only if one of them is.
    line.len() == 9
        && line.iter().fold(0, |all, &byte| all | CELL_VALUE[usize::from(byte)]) != BAD_CELL
}

/// Returns the cells of a row whose cells stand apart: what most drawn rows are.
pub(super) fn separate_row(line: &[u8]) -> Option<[u8; 9]> {
    // A quote is the corner of a frame.
    separate_cells(line).filter(|_| !line.contains(&b'\''))
}

/// Returns the looks of a line on its own. A number or a title may turn out to be a malformed row.
pub(super) fn kind(line: &[u8]) -> LineKind {
    if is_plain_row(line) || separate_row(line).is_some() {
        return LineKind::Row;
    }
    let line = line.trim_ascii();
    let Some(&first) = line.first() else { return LineKind::Blank };
    if first == b'#' {
        LineKind::Comment
    } else if is_section(line) {
        LineKind::Section
    } else if line.eq_ignore_ascii_case(b"end") {
        LineKind::End
    } else if divided_row(line).is_some() {
        LineKind::Row
    } else if is_ruler(line) {
        LineKind::Ruler
    } else if line.len() <= 4 && line.iter().all(u8::is_ascii_digit) {
        LineKind::Number
    } else if first.is_ascii_alphabetic() && !is_cell(first) {
        LineKind::Title
    } else {
        LineKind::Row
    }
}

/// Tells if a line is in square brackets, as in `.sdk` files.
pub(super) fn is_section(line: &[u8]) -> bool {
    line.starts_with(b"[") && !is_row(line) && !is_ruler(line)
}

/// Tells if a line only separates boxes, or is the edge of a frame or of a list.
pub(super) fn is_ruler(line: &[u8]) -> bool {
    let count = |of: &[u8]| cells(line).filter(|byte| of.contains(byte)).count();
    let all = cells(line).count();
    let strokes = count(b"-+=*");
    if all == 0 {
        return !line.is_ascii() || is_bracket(line.trim_ascii());
    }
    if strokes == all {
        let differs_from_cells = strokes != 9 || count(b"+=") > 0 || line.contains(&b'\'');
        return strokes >= 3 && differs_from_cells;
    }
    // Dots are the upper corners of a frame.
    let is_cornered = cells(line).next() == Some(b'.') && cells(line).last() == Some(b'.');
    is_cornered && strokes >= 9 && strokes + count(b".") == all
}

/// Tells if a line has nothing but the brackets of a list that begins or ends.
fn is_bracket(line: &[u8]) -> bool {
    let line = line.strip_suffix(b",").unwrap_or(line);
    (1..=3).contains(&line.len()) && line.iter().all(|byte| b"[](){}".contains(byte))
}

/// Tells if a line is nine cells with only fillers between them.
pub(super) fn is_row(line: &[u8]) -> bool {
    !is_ruler(line) && cells(line).count() == 9 && cells(line).all(is_cell)
}

/// Returns the cells of a line that has nine fields between bars, commas or semicolons, of which some are
/// blank: these are empty cells.
pub(super) fn divided_row(line: &[u8]) -> Option<[u8; 9]> {
    let text = std::str::from_utf8(line).ok()?.trim();
    let is_bar = |char: char| matches!(char, '|' | '│' | '┃' | '║');
    let (text, divides): (&str, &dyn Fn(char) -> bool) = if text.starts_with(is_bar) {
        (text.strip_prefix(is_bar)?.strip_suffix(is_bar)?, &is_bar)
    } else {
        (text, &|char| matches!(char, ',' | ';'))
    };
    let mut row = [b'.'; 9];
    let mut fields = text.split(divides);
    let mut has_blank = false;
    for cell in &mut row {
        match fields.next()?.trim().as_bytes() {
            [] => has_blank = true,
            &[byte] if is_cell(byte) => *cell = byte,
            _ => return None,
        }
    }
    (has_blank && fields.next().is_none()).then_some(row)
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
            candidates if is_ascending(candidates) => {
                has_candidates = true;
                *cell = candidates;
            }
            _ => return None,
        }
    }
    (has_candidates && groups.next().is_none()).then_some(row)
}

/// Tells if a group is several different digits, upwards.
fn is_ascending(group: &[u8]) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'1'..=b'9');
    group.len() > 1 && group.iter().all(is_digit) && group.is_sorted_by(|a, b| a < b)
}
