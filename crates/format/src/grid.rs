//! Reading `grid`, `sdk` and `ss`: nine lines of nine cells, as people draw them.
//!
//! A row is a line of nine cells; what may separate them is dropped ([`super::grid_line`]). Rulers
//! and frames are ignored. Every other line of a grid counts as one of its nine rows, well-formed or
//! not, so that a malformed row affects its own grid only. A blank line, the word `end`, and a line
//! in square brackets end a grid early, as does a title that begins like that of the first grid. A grid
//! may follow a number of up to four digits, and a title if the first grid of the input has one. Lines under `[State]` are skipped.
//!
//! If the first grid of the input has candidates in place of cells (pencilmarks), all may have. They
//! are pencilmark puzzles if the job takes them. Otherwise a cell with one candidate holds it, and one
//! with several is empty.

use super::{
    RecordError, RecordParser, Records, RowError,
    grid_line::{
        LineKind, divided_row, is_plain_row, is_row, is_ruler, kind, pencilmark_row, separate_row,
    },
    lines::{content_lines, line_at},
};
use batchdoku_engine::grid::{
    CELL_VALUE, GridError, PuzzleForm,
    line::{cells, is_cell},
};

/// This many of the first nine rows must be pencilmarks.
const PENCILMARK_ROWS: usize = 3;

/// The length in bytes of a grid of 81 cells and eight line ends.
const PLAIN: usize = 89;

/// Reads grids of nine lines.
pub(super) struct GridParser {
    /// True if blank lines separate the bands of a grid.
    spaced_bands: bool,
    /// The word that titles begin with, if grids have titles.
    title: Option<Vec<u8>>,
    /// True if rows may have candidates in place of cells.
    pencilmarks: bool,
    /// True if they make a pencilmark puzzle.
    keeps_candidates: bool,
}

/// A finding of a scan, with positions in the bytes scanned and lines counted from 0: nine rows, or fewer if
/// something ended them early, or a line outside of all grids.
#[derive(Clone, Copy, Default)]
struct FoundLines {
    start: usize,
    end: usize,
    line: u32,
    /// The number of rows; 0 for a line outside of all grids.
    rows: usize,
    /// The number of rows that are nine contiguous cells.
    plain: usize,
}

impl GridParser {
    /// Returns the reader for an input that starts with `text`, and whose candidates are wanted or not.
    pub(super) fn for_text(text: &[u8], takes_candidates: bool) -> Self {
        let first = content_lines(text).next().filter(|first| kind(first) == LineKind::Title);
        let title = first.map(|first| first_word(first).to_owned());
        let (mut rows, mut spaced, mut pencilmarks) = (0, 0, 0);
        for line in text.split(|&byte| byte == b'\n') {
            match kind(line) {
                LineKind::Row => {
                    rows += 1;
                    pencilmarks += usize::from(pencilmark_row(line).is_some());
                }
                LineKind::Blank if rows == 3 || rows == 6 => spaced += 1,
                _ => {}
            }
            if rows == 9 {
                break;
            }
        }
        let pencilmarks = pencilmarks >= PENCILMARK_ROWS;
        let keeps_candidates = pencilmarks && takes_candidates;
        Self { spaced_bands: rows == 9 && spaced == 2, title, pencilmarks, keeps_candidates }
    }

    /// Tells if a line that looks like a title is one. Among rows it may be a malformed row, unless it
    /// begins as the first title does.
    fn is_title(&self, line: &[u8], is_among_rows: bool) -> bool {
        let title = self.title.as_deref();
        title.is_some_and(|title| !is_among_rows || first_word(line).eq_ignore_ascii_case(title))
    }

    /// Calls `found` with everything in `bytes` and the position after it, and returns the number of
    /// lines. An incomplete grid at the end counts only if `is_all` says that these are all bytes.
    fn scan(&self, bytes: &[u8], is_all: bool, mut found: impl FnMut(FoundLines, usize)) -> u32 {
        let mut grid = FoundLines::default();
        let mut skipping = false;
        let (mut start, mut line) = (0, 0);
        while start < bytes.len() {
            // Fast path: the usual line.
            if let Some([row @ .., b'\n']) = bytes.get(start..start + 10)
                && grid.rows > 0
                && is_plain_row(row)
            {
                grid.add(start + 9, true);
                start += 10;
                line += 1;
                if grid.rows == 9 {
                    found(grid, start);
                    grid.rows = 0;
                }
                continue;
            }
            let (end, next) = line_at(bytes, start);
            if !is_all && !bytes[..next].ends_with(b"\n") {
                break;
            }
            let text = &bytes[start..end];
            let kind = match kind(text) {
                LineKind::Title if self.is_title(text, grid.rows > 0) => LineKind::Title,
                LineKind::Title => LineKind::Row,
                LineKind::Number if grid.rows > 0 => LineKind::Row,
                kind => kind,
            };
            let here = line;
            line += 1;
            if skipping && kind != LineKind::Section {
                start = next;
                continue;
            }
            match kind {
                LineKind::Ruler => {}
                LineKind::Row => {
                    if grid.rows == 0 {
                        grid = FoundLines { start, line: here, ..FoundLines::default() };
                    }
                    grid.add(end, is_plain_row(text));
                    if grid.rows == 9 {
                        found(grid, next);
                        grid.rows = 0;
                    }
                }
                LineKind::Blank if self.spaced_bands && grid.rows % 3 == 0 && grid.rows > 0 => {}
                LineKind::Comment if grid.rows > 0 => {}
                _ => {
                    if grid.rows > 0 {
                        found(grid, start);
                        grid.rows = 0;
                    }
                    skipping = kind == LineKind::Section
                        && text.trim_ascii().eq_ignore_ascii_case(b"[state]");
                    // A chunk must not start among skipped lines.
                    if !skipping {
                        let passed = FoundLines { start, end, line: here, ..FoundLines::default() };
                        found(passed, next);
                    }
                }
            }
            start = next;
        }
        if is_all && grid.rows > 0 {
            found(grid, bytes.len());
        }
        line
    }
}

/// Returns the letters at the start of a line.
fn first_word(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_start();
    let end = line.iter().position(|byte| !byte.is_ascii_alphabetic());
    &line[..end.unwrap_or(line.len())]
}

impl FoundLines {
    fn add(&mut self, end: usize, plain: bool) {
        self.rows += 1;
        self.end = end;
        self.plain += usize::from(plain);
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
        for line in text.split(|&byte| byte == b'\n') {
            if let Some(row) = separate_row(line) {
                rows += 1;
                count += row.len();
                row.iter().for_each(|&cell| self.push_cell(&[cell], grid));
                continue;
            }
            if !is_plain_row(line)
                && !matches!(kind(line), LineKind::Row | LineKind::Number | LineKind::Title)
            {
                continue;
            }
            rows += 1;
            if let Some(row) = pencilmark_row(line).filter(|_| self.pencilmarks) {
                row.iter().for_each(|group| self.push_cell(group, grid));
                count += 9;
                continue;
            }
            let mut length = 0;
            let mut bad = None;
            let mut push = |byte: u8| {
                bad = bad.or(Some(byte).filter(|&byte| !is_cell(byte)));
                length += 1;
                self.push_cell(&[byte], grid);
            };
            match divided_row(line) {
                Some(row) => row.into_iter().for_each(&mut push),
                None => cells(line).for_each(&mut push),
            }
            count += length;
            let error = match bad {
                Some(byte) => RowError::BadCharacter(byte),
                None if length != 9 => RowError::Length(length),
                None => continue,
            };
            first_error.get_or_insert(RecordError::Row { row: rows, error });
        }
        match first_error {
            Some(error) => Err(error),
            None if rows < 9 => Err(GridError::TooShort(count).into()),
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

/// Tells if a text starts with grids: of the first nine lines that could be rows, at least two thirds
/// are.
pub(super) fn looks_like_grids(text: &[u8]) -> bool {
    let is_content = |line: &&[u8]| divided_row(line).is_some() || !is_ruler(line);
    let mut lines = content_lines(text).filter(is_content).peekable();
    let lead = |line: &&[u8]| {
        kind(line) == LineKind::Title || !is_row(line) && line.iter().all(u8::is_ascii_digit)
    };
    let _ = lines.next_if(lead);
    let is_drawn =
        |line: &[u8]| is_row(line) || pencilmark_row(line).is_some() || divided_row(line).is_some();
    let (mut rows, mut all) = (0, 0);
    for line in lines.take(9) {
        rows += usize::from(is_drawn(line));
        all += 1;
    }
    rows >= 2 && rows * 3 >= all * 2
}
