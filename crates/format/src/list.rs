//! `list`: every grid in a text is a puzzle, wherever it stands: lists of Python and JavaScript, values of SQL, XML, with as
//! many on a line as there are. Other text is ignored.
//!
//! If the second grid is the solution of the first, each puzzle has one behind it: that, too, is decided once.

use super::{
    RecordParser, Records,
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
}

impl ListParser {
    /// Returns the reader of an input that starts with `text`.
    pub(super) fn for_text(text: &[u8], reads_solutions: bool) -> Self {
        let mut found = text.split(|&byte| byte == b'\n').flat_map(grids);
        let first = found.next().zip(found.next());
        let is_paired = first.is_some_and(|(puzzle, solution)| solution.completes(&puzzle));
        Self { is_paired, reads_solutions }
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
        // A word ends where a blank, a comma or a quote stands.
        bytes.iter().rposition(|byte| b" ,\"'\n<>".contains(byte)).map(|at| at + 1)
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        // The puzzle whose solution has not come yet.
        let mut open: Option<(usize, FoundGrid)> = None;
        let mut start = 0;
        for line in chunk.split_inclusive(|&byte| byte == b'\n') {
            let mut found = grids(line).peekable();
            for (at, word) in words(line.strip_suffix(b"\n").unwrap_or(line)) {
                let Some(grid) = found.next_if(|grid| grid.start == at) else {
                    let error = by_spreadsheet(word).or_else(|| Some(near_grid(word)?.into()));
                    if let Some(error) = error {
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
                            let range = (start + grid.start, start + grid.end);
                            records.malformed(range.0, range.1, GridError::TooShort(0));
                        } else {
                            open = Some((start, grid));
                        }
                    }
                }
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

/// Adds a puzzle that stands in the line that starts at `line`, and its solution, which is counted from there too.
fn add(
    chunk: &[u8],
    records: &mut Records,
    puzzle: Option<(usize, FoundGrid)>,
    solution: Option<FoundGrid>,
) {
    let Some((line, puzzle)) = puzzle else { return };
    let (start, end) = (line + puzzle.start, line + puzzle.end);
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
