//! Parsers, which find the records in the bytes of an input.

use std::sync::Arc;

use super::{Layout, RecordKind, RecordRef, Records};
use batchdoku_engine::grid::{Grid, GridError, PuzzleForm};

/// Finds the records in the bytes of one input.
pub trait RecordParser: Send + Sync {
    /// Finds where a chunk may end: the last end of a record in `bytes`, which start at the start of a record.
    /// `None` if no record ends there. By default, this is the last end of a line.
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', bytes).map(|end| end + 1)
    }

    /// Returns whether every line is a record of its own, so that any line end is the end of a record.
    fn is_one_record_per_line(&self) -> bool {
        false
    }

    /// Returns a note for the user about the input, for example that a part of it is not used.
    fn note(&self) -> Option<&'static str> {
        None
    }

    /// Returns the fixed length of a record in bytes; `None` for lines of text.
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

    /// Returns the number in the column or member of a record that has this name; NaN if the text is no number,
    /// `None` if it is blank or there is none.
    fn number(&self, record: RecordRef<'_>, name: &str) -> Option<f64> {
        let mut text = Vec::new();
        if !self.text(record, name, &mut text) || text.trim_ascii().is_empty() {
            return None;
        }
        let number = std::str::from_utf8(&text).ok().and_then(|text| text.trim().parse().ok());
        Some(number.unwrap_or(f64::NAN))
    }

    /// Returns the number of bytes of a record before its cells, which start at `at` in the text of the
    /// records.
    fn before_cells(&self, record: RecordRef<'_>, at: u32) -> usize {
        // Cells in a text of their own have no column in the record.
        let own_text = record.records.scratch.is_some();
        if own_text { 0 } else { (at - record.record.start) as usize }
    }
}

/// An input of a known format: its parser, and the length of the text before its first record.
pub struct DetectedInput {
    /// Reads its records.
    pub parser: Arc<dyn RecordParser>,
    /// The number of bytes (byte order mark, count, header) that come before the first record.
    pub skip: usize,
    /// The number of lines in these bytes.
    pub lines: u64,
    /// The number of records that a header declares.
    pub declared_count: Option<u64>,
    /// The layout that the output takes over.
    pub layout: Layout,
    /// The reason why the input is read in this way, in words for the user.
    pub reason: String,
}

impl RecordRef<'_> {
    /// Returns the grid of a puzzle, or of its clues.
    ///
    /// # Errors
    /// The fault of the record.
    // Inlined, so that the grid is not copied once more.
    #[inline(always)]
    pub fn grid(&self, parser: &dyn RecordParser) -> Result<Grid, GridError> {
        // Most puzzles are cells without a fault.
        if let (PuzzleForm::Cells, RecordKind::Puzzle { at, .. }) =
            (self.records.form, self.record.kind)
            && let Ok(grid) = Grid::parse(self.cells(at))
        {
            return Ok(grid);
        }
        self.clues_or_fault(parser)
    }

    /// Returns the clues of a puzzle in any form, or its fault, with the place in its record.
    #[cold]
    fn clues_or_fault(&self, parser: &dyn RecordParser) -> Result<Grid, GridError> {
        let RecordKind::Puzzle { at, .. } = self.record.kind else {
            return Err(GridError::TooShort(0));
        };
        let clues = self.records.form.parse(self.puzzle().unwrap_or_default());
        clues.map_err(|error| error.after(parser.before_cells(*self, at)))
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
}
