//! The records of one chunk, and the answers to them: flat lists that are filled anew for every
//! chunk, so that a worker allocates only until they have grown to their size.

use crate::GridError;

/// One record of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Where its bytes start in the chunk.
    pub start: u32,
    /// Where they end, without the line end.
    pub end: u32,
    /// The line it starts at, counted from 0 in the chunk.
    pub line: u32,
    /// What it is.
    pub kind: RecordKind,
}

/// What a record is.
#[derive(Clone, Copy, Debug)]
pub enum RecordKind {
    /// A comment or a blank line: no row of its own.
    Passthrough,
    /// A puzzle: 81 bytes from `at` in [`Records::text`], which may yet turn out to be no cells.
    Puzzle {
        /// Where its cells start.
        at: u32,
    },
    /// No puzzle.
    Bad {
        /// Which of [`Records::faults`] says why.
        fault: u32,
    },
}

/// Why a record is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// Its cells are not 81 legal ones.
    Grid(GridError),
    /// The record itself is broken: a short explanation.
    Record(String),
}

/// The records of a chunk, in order.
#[derive(Debug, Default)]
pub struct Records {
    /// The records.
    pub list: Vec<Record>,
    /// Where the cells of each puzzle start in [`Records::text`], in order.
    pub puzzles: Vec<u32>,
    /// Where the claimed solution of each puzzle starts in [`Records::text`], if it has one and
    /// the format knows it: as many as `puzzles`, or none.
    pub claims: Vec<Option<u32>>,
    /// Why records are bad.
    pub faults: Vec<RecordError>,
    /// How many lines the chunk has.
    pub lines: u32,
    /// The cells as text, for formats in which the 81 cells do not stand together.
    pub scratch: Option<Vec<u8>>,
    /// The memory of the last scratch text.
    spare: Vec<u8>,
}

impl Record {
    /// Its bytes in `chunk`, without the line end.
    pub fn bytes<'a>(&self, chunk: &'a [u8]) -> &'a [u8] {
        &chunk[self.start as usize..self.end as usize]
    }
}

impl Records {
    /// Forgets all records, keeping the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.puzzles.clear();
        self.claims.clear();
        self.faults.clear();
        self.lines = 0;
        if let Some(scratch) = self.scratch.take() {
            self.spare = scratch;
            self.spare.clear();
        }
    }

    /// Starts a scratch text: from now on puzzles and claims point into it.
    pub fn start_scratch(&mut self) -> &mut Vec<u8> {
        self.scratch.insert(std::mem::take(&mut self.spare))
    }

    /// The bytes that puzzles point into: the chunk itself, or the scratch text.
    pub fn text<'a>(&'a self, chunk: &'a [u8]) -> &'a [u8] {
        self.scratch.as_deref().unwrap_or(chunk)
    }

    /// How many rows of output they give: all but those passed through.
    pub fn rows(&self) -> usize {
        self.puzzles.len() + self.faults.len()
    }

    /// The rows of the puzzles, in order.
    pub(crate) fn puzzle_rows(&self) -> impl Iterator<Item = u32> {
        let rows =
            self.list.iter().filter(|record| !matches!(record.kind, RecordKind::Passthrough));
        let numbered = (0..).zip(rows);
        numbered
            .filter(|(_, record)| matches!(record.kind, RecordKind::Puzzle { .. }))
            .map(|(row, _)| row)
    }

    /// The place of a puzzle in `list`.
    pub(crate) fn place_of_puzzle(&self, puzzle: usize) -> usize {
        let mut puzzles = (0..self.list.len())
            .filter(|&place| matches!(self.list[place].kind, RecordKind::Puzzle { .. }));
        puzzles.nth(puzzle).expect("a puzzle of these records")
    }

    /// Adds a puzzle whose cells start at `at`.
    #[inline]
    pub fn puzzle(&mut self, start: usize, end: usize, at: usize) {
        let line = self.lines;
        self.puzzles.push(at as u32);
        let kind = RecordKind::Puzzle { at: at as u32 };
        self.list.push(Record { start: start as u32, end: end as u32, line, kind });
    }

    /// Adds a record that is no puzzle.
    pub fn bad(&mut self, start: usize, end: usize, fault: RecordError) {
        let line = self.lines;
        let kind = RecordKind::Bad { fault: self.faults.len() as u32 };
        self.faults.push(fault);
        self.list.push(Record { start: start as u32, end: end as u32, line, kind });
    }

    /// Adds a comment or blank line.
    pub fn pass(&mut self, start: usize, end: usize) {
        let line = self.lines;
        self.list.push(Record {
            start: start as u32,
            end: end as u32,
            line,
            kind: RecordKind::Passthrough,
        });
    }
}

/// The answers to the rows of a chunk: so many fields each, as text.
#[derive(Debug, Default)]
pub struct Answers {
    /// The text of all fields, one after the other.
    pub text: Vec<u8>,
    /// Where each field ends in `text`.
    ends: Vec<u32>,
    width: usize,
}

impl Answers {
    /// Forgets all answers; from now on each has `width` fields.
    pub fn clear(&mut self, width: usize) {
        self.text.clear();
        self.ends.clear();
        self.width = width;
    }

    /// Makes room for `rows` rows of one field of 81 bytes, all `fill`; returns nothing: the
    /// field of row `i` is the bytes from `81 * i` in `text`.
    pub fn grids(&mut self, rows: usize, fill: u8) {
        self.clear(1);
        self.text.resize(rows * 81, fill);
        self.ends.extend((1..=rows).map(|row| row as u32 * 81));
    }

    /// Adds a field.
    pub fn push(&mut self, field: &[u8]) {
        self.text.extend_from_slice(field);
        self.ends.push(self.text.len() as u32);
    }

    /// All rows, if each is one grid as [`Answers::grids`] makes them.
    pub(super) fn all_grids(&self) -> Option<&[[u8; 81]]> {
        let (grids, rest) = self.text.as_chunks();
        let one_each = self.width == 1 && rest.is_empty() && grids.len() == self.ends.len();
        let at_its_place = |(row, &end): (usize, &u32)| end as usize == 81 * (row + 1);
        (one_each && self.ends.iter().enumerate().all(at_its_place)).then_some(grids)
    }

    /// How many fields a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A field of a row.
    pub fn field(&self, row: usize, column: usize) -> &[u8] {
        let place = row * self.width + column;
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.text[start as usize..self.ends[place] as usize]
    }
}
