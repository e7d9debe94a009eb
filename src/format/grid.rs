//! Reading `grid`, `sdk` and `ss`: nine lines of nine cells, as people draw them.
//!
//! A row is a line of nine cells; blanks, tabs, commas and `|` between them are dropped. Lines of
//! `-`, `+`, `=`, `*` and `|` are rulers and are ignored, unless they are nine cells without `+` and
//! `=`. Every other line of a grid counts as one of its nine rows, well-formed or not, so that a
//! malformed row affects its own grid only. A blank line, the word `end`, and a line in square
//! brackets end a grid early. A grid may follow a number of up to four digits, and a title if the
//! first grid of the input has one. Lines under `[State]` are skipped.

use super::{
    Reader, RecordError, Records, RowError,
    lines::{content_lines, line_at},
};
use crate::grid::{BAD_CELL, CELL_VALUE, GridError};

/// The length in bytes of a grid of 81 cells and eight line ends.
const PLAIN: usize = 89;

/// Reads grids of nine lines.
pub(super) struct GridReader {
    /// Whether blank lines separate the bands of a grid.
    spaced_bands: bool,
    /// Whether grids have titles.
    titles: bool,
}

/// What a line looks like on its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    Comment,
    Ruler,
    Section,
    End,
    Number,
    Title,
    Row,
}

/// What a scan finds, with positions in the bytes scanned and lines counted from 0.
enum Found {
    /// A line outside of all grids.
    Passthrough { start: usize, end: usize, line: u32 },
    /// Nine rows, or fewer if something ended them early.
    Grid { start: usize, end: usize, line: u32, plain: bool },
}

/// The grid that is being scanned.
#[derive(Default)]
struct Rows {
    count: usize,
    start: usize,
    end: usize,
    line: u32,
    /// How many of them are nine contiguous cells.
    plain: usize,
}

impl GridReader {
    /// The reader for an input that starts with `text`.
    pub(super) fn for_text(text: &[u8]) -> Self {
        let titles = content_lines(text).next().is_some_and(|first| kind(first) == Line::Title);
        let mut rows = 0;
        let mut spaced = 0;
        for line in text.split(|&byte| byte == b'\n') {
            match kind(line) {
                Line::Row => rows += 1,
                Line::Blank if rows == 3 || rows == 6 => spaced += 1,
                _ => {}
            }
            if rows == 9 {
                break;
            }
        }
        Self { spaced_bands: rows == 9 && spaced == 2, titles }
    }

    /// Calls `found` with everything in `bytes` and the position after it, and returns the number of
    /// lines. An incomplete grid at the end counts only if `is_all` says that these are all bytes.
    fn scan(&self, bytes: &[u8], is_all: bool, mut found: impl FnMut(Found, usize)) -> u32 {
        let mut rows = Rows::default();
        let mut skipping = false;
        let (mut start, mut line) = (0, 0);
        while start < bytes.len() {
            // Fast path: the usual line.
            if let Some([row @ .., b'\n']) = bytes.get(start..start + 10)
                && rows.count > 0
                && is_plain_row(row)
            {
                rows.add(start + 9, true);
                start += 10;
                line += 1;
                if rows.count == 9 {
                    found(rows.found(), start);
                    rows.count = 0;
                }
                continue;
            }
            let (end, next) = line_at(bytes, start);
            if !is_all && !bytes[..next].ends_with(b"\n") {
                break;
            }
            let text = &bytes[start..end];
            let kind = match kind(text) {
                Line::Number | Line::Title if rows.count > 0 => Line::Row,
                Line::Title if !self.titles => Line::Row,
                kind => kind,
            };
            let here = line;
            line += 1;
            if skipping && kind != Line::Section {
                start = next;
                continue;
            }
            match kind {
                Line::Ruler => {}
                Line::Row => {
                    if rows.count == 0 {
                        rows = Rows { start, line: here, ..Rows::default() };
                    }
                    rows.add(end, is_plain_row(text));
                    if rows.count == 9 {
                        found(rows.found(), next);
                        rows.count = 0;
                    }
                }
                Line::Blank if self.spaced_bands && rows.count % 3 == 0 && rows.count > 0 => {}
                Line::Comment if rows.count > 0 => {}
                _ => {
                    if rows.count > 0 {
                        found(rows.found(), start);
                        rows.count = 0;
                    }
                    skipping =
                        kind == Line::Section && text.trim_ascii().eq_ignore_ascii_case(b"[state]");
                    // A chunk must not start among skipped lines.
                    if !skipping {
                        found(Found::Passthrough { start, end, line: here }, next);
                    }
                }
            }
            start = next;
        }
        if is_all && rows.count > 0 {
            found(rows.found(), bytes.len());
        }
        line
    }
}

impl Rows {
    fn add(&mut self, end: usize, plain: bool) {
        self.count += 1;
        self.end = end;
        self.plain += usize::from(plain);
    }

    fn found(&self) -> Found {
        let Self { start, end, line, .. } = *self;
        Found::Grid { start, end, line, plain: self.plain == 9 && end - start == PLAIN }
    }
}

impl Reader for GridReader {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        // A blank line ends everything except skipped lines.
        if !self.spaced_bands
            && memchr::memchr(b'[', bytes).is_none()
            && let Some(blank) = memchr::memmem::rfind(bytes, b"\n\n")
        {
            return Some(blank + 2);
        }
        let mut cut = None;
        self.scan(bytes, false, |_, next| cut = Some(next));
        cut
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut scratch = std::mem::take(records.start_scratch());
        let lines = self.scan(chunk, true, |found, _| match found {
            Found::Passthrough { start, end, line } => {
                records.lines = line;
                records.pass(start, end);
            }
            Found::Grid { start, end, line, plain: true } => {
                records.lines = line;
                records.puzzle(start, end, scratch.len());
                chunk[start..end].chunks(10).for_each(|row| scratch.extend_from_slice(&row[..9]));
            }
            Found::Grid { start, end, line, .. } => {
                records.lines = line;
                let at = scratch.len();
                match read_grid(&chunk[start..end], &mut scratch) {
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

/// Adds the 81 cells of a grid to `cells`.
fn read_grid(text: &[u8], cells: &mut Vec<u8>) -> Result<(), RecordError> {
    let first = cells.len();
    let mut first_error = None;
    let mut rows = 0;
    for line in text.split(|&byte| byte == b'\n') {
        if !is_plain_row(line) && !matches!(kind(line), Line::Row | Line::Number | Line::Title) {
            continue;
        }
        rows += 1;
        let start = cells.len();
        cells.extend(line.iter().copied().filter(|&byte| !is_filler(byte)));
        let row = &cells[start..];
        let bad = row.iter().find(|&&byte| CELL_VALUE[usize::from(byte)] == BAD_CELL);
        let error = match bad {
            Some(&byte) => RowError::BadCharacter(byte),
            None if row.len() != 9 => RowError::Length(row.len()),
            None => continue,
        };
        first_error.get_or_insert(RecordError::Row { row: rows, error });
    }
    match first_error {
        Some(error) => Err(error),
        None if rows < 9 => Err(GridError::TooShort(cells.len() - first).into()),
        None => Ok(()),
    }
}

/// Whether a byte may stand between the cells of a row.
fn is_filler(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'|' | b',')
}

/// Whether a line is nine cells and nothing else.
fn is_plain_row(line: &[u8]) -> bool {
    // The OR of all values is BAD_CELL only if one of them is.
    line.len() == 9
        && line.iter().fold(0, |all, &byte| all | CELL_VALUE[usize::from(byte)]) != BAD_CELL
}

/// What a line looks like on its own. A number or a title may turn out to be a malformed row.
fn kind(line: &[u8]) -> Line {
    if is_plain_row(line) {
        return Line::Row;
    }
    let line = line.trim_ascii();
    let Some(&first) = line.first() else { return Line::Blank };
    match first {
        b'#' => return Line::Comment,
        b'[' => return Line::Section,
        _ if line.eq_ignore_ascii_case(b"end") => return Line::End,
        _ => {}
    }
    if is_ruler(line) {
        Line::Ruler
    } else if line.len() <= 4 && line.iter().all(u8::is_ascii_digit) {
        Line::Number
    } else if first.is_ascii_alphabetic() && CELL_VALUE[usize::from(first)] == BAD_CELL {
        Line::Title
    } else {
        Line::Row
    }
}

/// Whether a line only separates boxes.
pub(super) fn is_ruler(line: &[u8]) -> bool {
    let strokes = line.iter().filter(|byte| b"-+=*".contains(byte)).count();
    let all = line.iter().all(|&byte| b"-+=*".contains(&byte) || is_filler(byte));
    all && strokes >= 3 && (strokes != 9 || line.iter().any(|byte| b"+=".contains(byte)))
}

/// Whether a line is nine cells with only fillers between them.
pub(super) fn is_row(line: &[u8]) -> bool {
    let mut cells = line.iter().filter(|&&byte| !is_filler(byte));
    !is_ruler(line)
        && cells.clone().count() == 9
        && cells.all(|&byte| CELL_VALUE[usize::from(byte)] != BAD_CELL)
}

/// Whether a text starts with grids: of the first nine lines that could be rows, at least two thirds
/// are.
pub(super) fn looks_like_grids(text: &[u8]) -> bool {
    let mut lines = content_lines(text).filter(|line| !is_ruler(line)).peekable();
    let lead = |line: &&[u8]| {
        kind(line) == Line::Title || !is_row(line) && line.iter().all(u8::is_ascii_digit)
    };
    let _ = lines.next_if(lead);
    let first: Vec<bool> = lines.take(9).map(is_row).collect();
    let rows = first.iter().filter(|&&row| row).count();
    rows >= 2 && rows * 3 >= first.len() * 2
}
