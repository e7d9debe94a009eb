//! `list`: every grid in a text is a puzzle, wherever it stands: lists of Python and JavaScript, values of SQL, XML, with as
//! many on a line as there are. Other text is ignored.
//!
//! If the second grid is the solution of the first, each puzzle has one behind it: that, too, is decided once. If the first
//! line has no grid, as in `puzzles = [`, but one below it has, then lines that begin like this one must have a grid, too.

use super::{
    RecordParser, Records,
    lines::{content_lines, split_lines},
    records::Cells,
    table::by_spreadsheet,
    text::{FoundGrid, grids, near_grid, words},
};
use batchdoku_engine::grid::GridError;

/// Reads lists.
pub(super) struct ListParser {
    /// True if each puzzle is followed by its solution.
    is_paired: bool,
    reads_solutions: bool,
    /// The [`shape`] of the text before the first grid in its line, if lines are items.
    opening: Option<Vec<u8>>,
}

impl ListParser {
    /// Returns the reader of an input that starts with `text`.
    pub(super) fn for_text(text: &[u8], reads_solutions: bool) -> Self {
        let mut found = split_lines(text).flat_map(grids);
        let first = found.next().zip(found.next());
        let is_paired = first.is_some_and(|(puzzle, solution)| solution.completes(&puzzle));
        let opening = content_lines(text).skip(1).find_map(|line| {
            let grid = grids(line).next()?;
            Some(shape(&line[..grid.start]))
        });
        let is_open = content_lines(text).next().is_some_and(|line| grids(line).next().is_none());
        Self { is_paired, reads_solutions, opening: opening.filter(|_| is_open) }
    }

    /// Returns whether a line without a grid begins like those with one.
    fn lost_grid(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii();
        !line.is_empty()
            && self.opening.as_ref().is_some_and(|opening| shape(line).starts_with(opening))
    }

    /// Returns whether each puzzle is followed by its solution.
    pub(super) fn is_paired(&self) -> bool {
        self.is_paired
    }
}

impl RecordParser for ListParser {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        if self.is_paired {
            // A puzzle belongs to what follows it.
            let last = bytes.split_inclusive(|&byte| byte == b'\n').scan(0, |start, line| {
                let at = *start;
                *start += line.len();
                let starts =
                    grids(line).filter(|grid| !grid.is_complete()).map(|grid| at + grid.start);
                Some(starts.last())
            });
            return last.flatten().last().filter(|&at| at > 0);
        }
        if self.opening.is_some() {
            return memchr::memrchr(b'\n', bytes).map(|end| end + 1);
        }
        // A word ends where a blank, a comma or a quote stands.
        bytes.iter().rposition(|byte| b" ,\"'\n<>".contains(byte)).map(|at| at + 1)
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        // The puzzle whose solution has not come yet.
        let mut open: Option<(usize, FoundGrid)> = None;
        let mut start = 0;
        for line in chunk.split_inclusive(|&byte| byte == b'\n') {
            let mut found = grids(line).peekable();
            let mut is_lost = found.peek().is_none() && self.lost_grid(line);
            for (at, word) in words(line.strip_suffix(b"\n").unwrap_or(line)) {
                let Some(grid) = found.next_if(|grid| grid.start == at) else {
                    let error = by_spreadsheet(word).or_else(|| Some(near_grid(word)?.into()));
                    if let Some(error) = error {
                        is_lost = false;
                        add(chunk, records, open.take(), None);
                        records.malformed(start + at, start + at + word.len(), error);
                    }
                    continue;
                };
                if !self.is_paired {
                    add(chunk, records, Some((start, grid)), None);
                    continue;
                }
                match open.take() {
                    Some((line, puzzle)) if grid.answers(&puzzle.cells) => {
                        let solution = self.reads_solutions.then_some(grid);
                        add(chunk, records, Some((line, puzzle)), solution);
                    }
                    unsolved => {
                        add(chunk, records, unsolved, None);
                        if grid.is_complete() {
                            // A solution whose puzzle is missing.
                            let from = start + grid.start;
                            records.malformed(from, start + grid.end, GridError::TooShort(0));
                        } else {
                            open = Some((start, grid));
                        }
                    }
                }
            }
            if is_lost {
                add(chunk, records, open.take(), None);
                let end = start + line.trim_ascii_end().len();
                records.malformed(start, end, GridError::TooShort(0));
            }
            start += line.len();
            if line.ends_with(b"\n") {
                add(chunk, records, open.take(), None);
            }
            records.lines += 1;
        }
        add(chunk, records, open, None);
    }
}

/// Returns a text with each number as `0`, without blanks: what items of a list have in common.
fn shape(text: &[u8]) -> Vec<u8> {
    let mut shape = Vec::new();
    for &byte in text.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        match byte {
            b'0'..=b'9' if shape.last() == Some(&b'0') => {}
            b'0'..=b'9' => shape.push(b'0'),
            byte => shape.push(byte),
        }
    }
    shape
}

/// Adds a puzzle that stands in the line that starts at `line`, and its solution, which is counted from there too.
fn add(
    chunk: &[u8],
    records: &mut Records,
    puzzle: Option<(usize, FoundGrid)>,
    solution: Option<FoundGrid>,
) {
    let Some((line, puzzle)) = puzzle else { return };
    let start = line + puzzle.start;
    let end = line + puzzle.end;
    let solution = solution.map(|grid| match grid.place(0) {
        Cells::At(at) => Cells::At(at - puzzle.start),
        apart => apart,
    });
    let cells = match puzzle.place(0) {
        Cells::At(_) => Cells::At(0),
        apart => apart,
    };
    records.add(chunk, (start, end), cells, solution);
}
