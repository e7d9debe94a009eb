//! The records of one chunk: flat lists that are filled anew for every chunk, so that a worker allocates
//! only until they have grown to their size.
//!
//! Puzzles stay in the chunk as long as the cells of all stand together there, as in `53..7…`. Otherwise the cells are
//! copied to a scratch text, and the positions are those in this text. Positions are `u32` to save memory: a chunk is
//! shorter than 4 GiB.

use std::any::Any;

use super::RecordError;
use batchdoku_engine::{
    batch::StageRows,
    grid::{Grid, Pencilmarks, PuzzleForm},
};

/// The longest record that is read whole, in bytes. Longer records are cut off here.
pub const LONGEST_RECORD: usize = 16 << 20;

/// One record of a chunk, without its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// The start of its bytes in the chunk.
    pub start: u32,
    /// The end of the bytes, without the line end.
    pub end: u32,
    /// The line it starts at, counted from 0 in the chunk.
    pub line: u32,
    /// The kind of the record.
    pub kind: RecordKind,
}

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// A comment or a blank line: not a row of its own.
    Passthrough,
    /// A puzzle: as many bytes as its form has, from `at` in [`Records::text`], which may still contain
    /// bad characters.
    Puzzle {
        /// The start of its cells.
        at: u32,
        /// The start in the same text of the 81 bytes of its solution, if the record has one and solutions
        /// are read.
        solution: Option<u32>,
    },
    /// Not a puzzle.
    Malformed {
        /// The index of the reason in [`Records::errors`].
        error: u32,
    },
}

/// The records of a chunk, in order.
#[derive(Debug, Default)]
pub struct Records {
    /// The records.
    pub list: Vec<Record>,
    /// The start of the cells of each puzzle in [`Records::text`], in order.
    pub puzzles: Vec<usize>,
    /// The form of all puzzles of the chunk.
    pub form: PuzzleForm,
    /// True if cells may be the bytes 0 to 9 instead of ASCII.
    pub takes_numbers: bool,
    /// The reasons why records are malformed.
    pub errors: Vec<RecordError>,
    /// The number of lines the chunk has.
    pub lines: u32,
    /// The cells as text, if the 81 cells of a puzzle are not contiguous in the chunk.
    pub scratch: Option<Vec<u8>>,
    /// The record batch whose rows are the records.
    pub batch: Option<Box<dyn Any + Send + Sync>>,
    /// The memory of the last scratch text.
    spare: Vec<u8>,
}

/// The 81 cells of a grid that a parser has found in a record.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cells {
    /// The cells start here in the record.
    At(usize),
    /// The cells are apart, or written in another way: this is a copy.
    Apart([u8; 81]),
}

impl Cells {
    /// Returns the cells, given the record that they were found in.
    pub(crate) fn of_line<'a>(&'a self, line: &'a [u8]) -> &'a [u8; 81] {
        match self {
            Self::At(at) => line[*at..].first_chunk().expect("a grid has 81 bytes"),
            Self::Apart(cells) => cells,
        }
    }
}

/// A record with the chunk that holds it.
#[derive(Debug, Clone, Copy)]
pub struct RecordRef<'a> {
    /// The chunk.
    pub chunk: &'a [u8],
    /// All records of the chunk.
    pub records: &'a Records,
    /// The record.
    pub record: &'a Record,
}

/// One step of the walk over a chunk: see [`Records::rows`].
#[derive(Debug, Clone, Copy)]
pub enum Row<'a> {
    /// A comment or a blank line, without its line end.
    Passthrough(&'a [u8]),
    /// A puzzle.
    Puzzle {
        /// The record.
        record: RecordRef<'a>,
        /// The index among the rows of the chunk, which is also the index of its answer. Records that are passed
        /// through have none.
        row: usize,
        /// The index among the puzzles of the chunk, which is also the index of its outcome.
        puzzle: usize,
    },
    /// A malformed record.
    Malformed {
        /// The record.
        record: RecordRef<'a>,
        /// The index among the rows of the chunk.
        row: usize,
        /// The fault.
        error: &'a RecordError,
    },
}

impl Record {
    /// Returns the bytes of the record in `chunk`, without the line end.
    pub fn bytes<'a>(&self, chunk: &'a [u8]) -> &'a [u8] {
        &chunk[self.start as usize..self.end as usize]
    }
}

impl<'a> RecordRef<'a> {
    /// Returns the bytes of the record, without the line end.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.record.bytes(self.chunk)
    }

    /// Returns the bytes of the puzzle as given, as many as its form has; `None` if the record is not a
    /// puzzle.
    #[inline]
    pub fn puzzle(&self) -> Option<&'a [u8]> {
        match self.record.kind {
            RecordKind::Puzzle { at, .. } => {
                let text = &self.records.text(self.chunk)[at as usize..];
                Some(&text[..self.records.form.length()])
            }
            RecordKind::Passthrough | RecordKind::Malformed { .. } => None,
        }
    }

    /// Returns the 81 bytes of the solution that the record has next to its puzzle, right or wrong; `None` if
    /// it has none, or solutions are not read.
    #[inline]
    pub fn solution(&self) -> Option<&'a [u8; 81]> {
        match self.record.kind {
            RecordKind::Puzzle { solution, .. } => solution.map(|at| self.cells(at)),
            RecordKind::Passthrough | RecordKind::Malformed { .. } => None,
        }
    }

    /// Returns the clues of the puzzle as given; `None` if the record is not a puzzle.
    pub fn puzzle_grid(&self) -> Option<Grid> {
        self.records.form.parse(self.puzzle()?).ok()
    }

    /// Returns the candidates of the puzzle as given; `None` unless it is written as candidates.
    pub fn pencilmarks(&self) -> Option<Pencilmarks> {
        let text = self.puzzle().filter(|_| self.records.form == PuzzleForm::Pencilmarks)?;
        Pencilmarks::parse(text).ok()
    }

    /// Returns the 81 bytes from `at` in the text of the records.
    #[inline]
    pub fn cells(&self, at: u32) -> &'a [u8; 81] {
        let text = &self.records.text(self.chunk)[at as usize..];
        text.first_chunk().expect("a puzzle or a solution has 81 bytes")
    }

    /// Returns the fault of the record, if it is malformed.
    pub(super) fn error(&self) -> Option<&'a RecordError> {
        let RecordKind::Malformed { error } = self.record.kind else { return None };
        Some(&self.records.errors[error as usize])
    }

    /// Returns whether the record itself is malformed, not only its cells.
    pub(super) fn is_broken(&self) -> bool {
        use RecordError::{Grid, LostZeros, ManyGrids, Rounded};
        self.error().is_some_and(|error| {
            !matches!(error, Grid(_) | LostZeros(_) | Rounded(_) | ManyGrids(_))
        })
    }
}

impl Records {
    /// Drops all records, keeping the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.puzzles.clear();
        self.errors.clear();
        self.lines = 0;
        self.form = PuzzleForm::default();
        self.batch = None;
        if let Some(scratch) = self.scratch.take() {
            self.spare = scratch;
            self.spare.clear();
        }
    }

    /// Returns the record `index` of `chunk`.
    #[inline]
    pub fn record<'a>(&'a self, chunk: &'a [u8], index: usize) -> RecordRef<'a> {
        RecordRef { chunk, records: self, record: &self.list[index] }
    }

    /// Returns the index in `list` of a puzzle.
    ///
    /// # Panics
    /// If `puzzle` is not less than the number of puzzles.
    pub fn position_of(&self, puzzle: usize) -> usize {
        let mut puzzles = self
            .list
            .iter()
            .enumerate()
            .filter(|(_, record)| matches!(record.kind, RecordKind::Puzzle { .. }));
        let (position, _) = puzzles.nth(puzzle).expect("there are as many puzzles");
        position
    }

    /// Returns the puzzles of `chunk` for the stage that solves them.
    pub fn stage_rows<'a>(&'a self, chunk: &'a [u8]) -> StageRows<'a> {
        StageRows { bytes: self.text(chunk), starts: &self.puzzles, form: self.form }
    }

    /// Adds the records of a chunk that were read before, none of them rows of a batch.
    pub fn copy_from(&mut self, from: &Self) {
        self.list.extend_from_slice(&from.list);
        self.puzzles.extend_from_slice(&from.puzzles);
        self.errors.extend_from_slice(&from.errors);
        (self.form, self.lines) = (from.form, from.lines);
        if let Some(text) = &from.scratch {
            self.start_scratch().extend_from_slice(text);
        }
    }

    /// Starts a scratch text: from now on puzzles and solutions point into it.
    pub fn start_scratch(&mut self) -> &mut Vec<u8> {
        self.scratch.insert(std::mem::take(&mut self.spare))
    }

    /// Returns the bytes that puzzles point into: the chunk itself, or the scratch text.
    #[inline]
    pub fn text<'a>(&'a self, chunk: &'a [u8]) -> &'a [u8] {
        self.scratch.as_deref().unwrap_or(chunk)
    }

    /// Returns the number of rows in the output, one for each record that is not passed through.
    pub fn row_count(&self) -> usize {
        self.puzzles.len() + self.errors.len()
    }

    /// Walks over the records of `chunk`, in order, and counts rows and puzzles on the way, so that
    /// answers and outcomes are found by index.
    pub fn rows<'a>(&'a self, chunk: &'a [u8]) -> impl Iterator<Item = Row<'a>> + Clone {
        let mut next_row = 0;
        let mut next_puzzle = 0;
        self.list.iter().map(move |record| {
            let row = next_row;
            let record = RecordRef { chunk, records: self, record };
            match record.record.kind {
                RecordKind::Passthrough => Row::Passthrough(record.bytes()),
                RecordKind::Puzzle { .. } => {
                    let puzzle = next_puzzle;
                    next_row += 1;
                    next_puzzle += 1;
                    Row::Puzzle { record, row, puzzle }
                }
                RecordKind::Malformed { error } => {
                    next_row += 1;
                    Row::Malformed { record, row, error: &self.errors[error as usize] }
                }
            }
        })
    }

    /// Adds a puzzle whose cells start at `at`, without a solution.
    #[inline]
    pub fn puzzle(&mut self, start: usize, end: usize, at: usize) {
        self.solved_puzzle(start, end, at, None);
    }

    /// Adds a puzzle whose cells start at `at`, and those of its solution, if it has one, at `solution`.
    #[inline]
    pub fn solved_puzzle(&mut self, start: usize, end: usize, at: usize, solution: Option<u32>) {
        self.puzzles.push(at);
        self.push(start, end, RecordKind::Puzzle { at: at as u32, solution });
    }

    /// Adds a puzzle that was found in a record of a chunk, and its solution. While the cells of all puzzles lie in the
    /// chunk as they are, they stay there. The first puzzle with other cells moves all to a scratch text.
    #[inline]
    pub(crate) fn add(
        &mut self,
        chunk: &[u8],
        (start, end): (usize, usize),
        cells: Cells,
        solution: Option<Cells>,
    ) {
        if let (None, Cells::At(at), None | Some(Cells::At(_))) = (&self.scratch, cells, solution) {
            let solution = match solution {
                Some(Cells::At(at)) => Some((start + at) as u32),
                _ => None,
            };
            return self.solved_puzzle(start, end, start + at, solution);
        }
        self.add_copied(chunk, (start, end), cells, solution);
    }

    #[cold]
    fn add_copied(
        &mut self,
        chunk: &[u8],
        (start, end): (usize, usize),
        cells: Cells,
        solution: Option<Cells>,
    ) {
        if self.scratch.is_none() {
            self.move_to_scratch(chunk);
        }
        let record = &chunk[start..end];
        let scratch = self.scratch.get_or_insert_default();
        let at = scratch.len();
        scratch.extend_from_slice(cells.of_line(record));
        let solution = solution.map(|cells| {
            let at = scratch.len() as u32;
            scratch.extend_from_slice(cells.of_line(record));
            at
        });
        self.solved_puzzle(start, end, at, solution);
    }

    /// Copies the puzzles found so far, and their solutions, to a scratch text.
    fn move_to_scratch(&mut self, chunk: &[u8]) {
        let mut scratch = std::mem::take(self.start_scratch());
        let length = self.form.length();
        let mut puzzle = 0;
        for record in &mut self.list {
            let RecordKind::Puzzle { at, solution } = &mut record.kind else { continue };
            let start = *at as usize;
            self.puzzles[puzzle] = scratch.len();
            *at = scratch.len() as u32;
            scratch.extend_from_slice(&chunk[start..start + length]);
            if let Some(solution) = solution {
                let start = *solution as usize;
                *solution = scratch.len() as u32;
                scratch.extend_from_slice(&chunk[start..start + 81]);
            }
            puzzle += 1;
        }
        self.scratch = Some(scratch);
    }

    /// Adds a malformed record.
    pub fn malformed(&mut self, start: usize, end: usize, error: impl Into<RecordError>) {
        let index = self.errors.len() as u32;
        // The part that was cut off was not read, so no other fault is certain.
        let is_cut = end - start >= LONGEST_RECORD - 1;
        self.errors.push(if is_cut { RecordError::Overlong } else { error.into() });
        self.push(start, end, RecordKind::Malformed { error: index });
    }

    /// Adds a comment or blank line.
    pub fn pass(&mut self, start: usize, end: usize) {
        self.push(start, end, RecordKind::Passthrough);
    }

    #[inline]
    fn push(&mut self, start: usize, end: usize, kind: RecordKind) {
        let line = self.lines;
        self.list.push(Record { start: start as u32, end: end as u32, line, kind });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_are_found_in_any_order() {
        let mut records = Records::default();
        for turn in 0..2 {
            records.clear();
            records.pass(0, 1);
            records.puzzle(1, 2, 1);
            records.malformed(2, 3, RecordError::Null);
            if turn == 0 {
                records.puzzle(3, 4, 3);
            }
            records.pass(4, 5);
            records.puzzle(5, 6, 5);
            let last = if turn == 0 { 2 } else { 1 };
            let positions = [0, 0, last, last, 0].map(|puzzle| records.position_of(puzzle));
            let end = records.list.len() - 1;
            assert_eq!(positions, [1, 1, end, end, 1]);
        }
    }
}
