//! Parsers: what finds the records in the bytes of an input.

use std::{fmt, sync::Arc};

use super::{Layout, PuzzlePlace, RecordKind, RecordRef, Records};
use batchdoku_engine::{
    batch::StageRows,
    grid::{Grid, GridError, PuzzleForm},
};

/// Finds the records in the bytes of one input.
pub trait RecordParser: Send + Sync {
    /// Finds where a chunk may end: the last end of a record in `bytes`, which start at the start of a
    /// record. `None` if no record ends there. The end of a line, unless the format says otherwise.
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', bytes).map(|end| end + 1)
    }

    /// Tells if every line is a record of its own, so that any line end is the end of a record.
    fn is_one_record_per_line(&self) -> bool {
        false
    }

    /// Returns a note for the user about the input: that part of it is not used.
    fn note(&self) -> Option<&'static str> {
        None
    }

    /// Returns the length in bytes of what it counts as a line, if all have the same; otherwise lines are
    /// those of a text.
    fn line_length(&self) -> Option<u64> {
        None
    }

    /// Counts the lines that end in `bytes`, which are whole records.
    fn count_lines(&self, bytes: &[u8]) -> u64 {
        match self.line_length() {
            Some(length) => bytes.len() as u64 / length,
            None => memchr::memchr_iter(b'\n', bytes).count() as u64,
        }
    }

    /// Fills `records` with those of `chunk`, a whole number of records as [`RecordParser::cut`] leaves
    /// them (the last of an input may lack its line end). Lines are counted from 0 in the chunk.
    fn read(&self, chunk: &[u8], records: &mut Records);

    /// Appends the text in the column or member of a record that has this name. Returns `false` if there is none.
    fn text(&self, record: RecordRef<'_>, name: &str, out: &mut Vec<u8>) -> bool {
        let _ = (record, name, out);
        false
    }

    /// Returns the number in the column or member of a record that has this name; NaN where there is something else.
    fn number(&self, record: RecordRef<'_>, name: &str) -> Option<f64> {
        let mut text = Vec::new();
        if !self.text(record, name, &mut text) || text.trim_ascii().is_empty() {
            return None;
        }
        let number = std::str::from_utf8(&text).ok().and_then(|text| text.trim().parse().ok());
        Some(number.unwrap_or(f64::NAN))
    }

    /// Looks at a puzzle again whose 81 bytes turned out not to be a grid, and finds its grid elsewhere
    /// in the text of its records.
    ///
    /// # Errors
    /// The fault of the record.
    fn reparse(&self, record: RecordRef<'_>) -> Result<PuzzlePlace, GridError> {
        let RecordKind::Puzzle { at, solution } = record.record.kind else {
            return Err(GridError::TooShort(0));
        };
        let checked = record.records.form.check(record.puzzle().unwrap_or_default());
        checked
            .map(|()| PuzzlePlace { at, solution })
            .map_err(|error| error.after(self.before_cells(record, at)))
    }

    /// Returns the number of bytes of a record before its cells, which start at `at` in the text of the
    /// records.
    fn before_cells(&self, record: RecordRef<'_>, at: u32) -> usize {
        // Cells in a text of their own have no column in the record.
        let own_text = record.records.scratch.is_some();
        if own_text { 0 } else { (at - record.record.start) as usize }
    }
}

/// An input whose format is known: its reader, and what precedes its first record.
pub struct DetectedInput {
    /// Reads its records.
    pub parser: Arc<dyn RecordParser>,
    /// The number of bytes (byte order mark, count, header) that come before the first record.
    pub skip: usize,
    /// The number of lines in these.
    pub lines: u64,
    /// The number of records that a header declares.
    pub declared_count: Option<u64>,
    /// The layout that the output takes over.
    pub layout: Layout,
    /// The reason why it is read in this way, in words for the user.
    pub reason: String,
}

impl RecordRef<'_> {
    /// Returns the grid of a puzzle, or of its clues. If its 81 bytes turn out not to be cells, the
    /// reader looks for a grid elsewhere in the record.
    ///
    /// # Errors
    /// The fault of the record.
    pub fn grid(&self, parser: &dyn RecordParser) -> Result<Grid, GridError> {
        self.grid_in_place().map_or_else(|| Ok(self.reparse(parser)?.0), Ok)
    }

    /// Returns the grid of another puzzle, and its place if that is elsewhere.
    #[cold]
    fn reparse(&self, parser: &dyn RecordParser) -> Result<(Grid, Option<PuzzlePlace>), GridError> {
        let place = parser.reparse(*self)?;
        match self.records.form {
            PuzzleForm::Pencilmarks => Ok((self.clues().expect("it was parsed again"), None)),
            form => Ok((form.clues(self.cells(place.at))?, Some(place))),
        }
    }
}

impl Records {
    /// Replaces the records by those of `chunk`.
    ///
    /// # Panics
    /// If the chunk has 4 GiB or more.
    pub fn read(&mut self, parser: &dyn RecordParser, chunk: &[u8]) {
        assert!(u32::try_from(chunk.len()).is_ok(), "a chunk is shorter than 4 GiB");
        self.clear();
        parser.read(chunk, self);
    }

    /// Returns the grid of a puzzle, the record `index`, or of its clues. If its cells are not where they
    /// seemed to be, the puzzle is moved to where they are.
    ///
    /// # Errors
    /// The fault of the record.
    #[inline]
    pub fn find_grid(
        &mut self,
        parser: &dyn RecordParser,
        chunk: &[u8],
        (puzzle, index): (usize, usize),
    ) -> Result<Grid, GridError> {
        let record = self.record(chunk, index);
        if let Some(grid) = record.grid_in_place() {
            return Ok(grid);
        }
        let (grid, place) = record.reparse(parser)?;
        if let Some(place) = place {
            self.move_puzzle((puzzle, index), place);
        }
        Ok(grid)
    }

    /// Finds the grids of all puzzles of the chunk.
    #[cfg(any(test, fuzzing))]
    pub fn find_all_grids(&mut self, parser: &dyn RecordParser, chunk: &[u8]) -> Vec<Option<Grid>> {
        let puzzles = self.puzzles.len();
        let find = |puzzle| {
            let position = self.position_of(puzzle);
            self.find_grid(parser, chunk, (puzzle, position)).ok()
        };
        (0..puzzles).map(find).collect()
    }
}

/// The puzzles of a chunk for the stage that solves them. A puzzle whose cells are not where they seemed to be is
/// moved to where they are.
pub struct ChunkPuzzles<'a> {
    /// The records of the chunk.
    pub records: &'a mut Records,
    /// The bytes of the chunk.
    pub chunk: &'a [u8],
    /// The parser that read the records.
    pub parser: &'a dyn RecordParser,
}

impl fmt::Debug for ChunkPuzzles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkPuzzles").field("records", &self.records).finish_non_exhaustive()
    }
}

impl StageRows for ChunkPuzzles<'_> {
    fn bytes(&self) -> &[u8] {
        self.records.text(self.chunk)
    }

    fn starts(&self) -> &[usize] {
        &self.records.puzzles
    }

    fn form(&self) -> PuzzleForm {
        self.records.form
    }

    #[cold]
    fn relocate(&mut self, index: usize) -> bool {
        let Self { records, chunk, parser } = self;
        let position = records.position_of(index);
        let Ok(place) = parser.reparse(records.record(chunk, position)) else { return false };
        records.move_puzzle((index, position), place);
        true
    }
}
