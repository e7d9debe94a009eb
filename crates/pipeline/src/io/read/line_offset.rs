//! The lines of an input before a chunk.

use std::{ops::Range, sync::Arc};

use crate::{Error, io::read::input_file::InputFile};
use batchdoku_format::RecordParser;

/// Bytes that are read at a time to count lines.
const STEP: u64 = 1 << 20;

/// The lines of an input before a chunk. Lines of an earlier part of the job are counted only if a
/// message needs the number: usually none does, and nothing is read twice.
#[derive(Clone, Default)]
pub(crate) struct LineOffset {
    /// Lines that have been counted.
    pub(crate) known: u64,
    /// The place of the others.
    pub(crate) uncounted: Option<Uncounted>,
}

/// A range of a file whose lines have not been counted, and the reader that knows what a line is.
#[derive(Clone)]
pub(crate) struct Uncounted {
    pub(crate) file: Arc<InputFile>,
    pub(crate) range: Range<u64>,
    pub(crate) parser: Arc<dyn RecordParser>,
}

impl From<u64> for LineOffset {
    fn from(known: u64) -> Self {
        Self { known, uncounted: None }
    }
}

impl LineOffset {
    /// Returns the number of lines.
    ///
    /// # Errors
    /// If the file cannot be read, or [`Error::Abandoned`] once `is_stopped` says so.
    pub(crate) fn count(&self, is_stopped: impl Fn() -> bool) -> Result<u64, Error> {
        let Some(Uncounted { file, range, parser }) = &self.uncounted else {
            return Ok(self.known);
        };
        if let Some(length) = parser.line_length() {
            return Ok(self.known + (range.end - range.start) / length);
        }
        let mut lines = self.known;
        let mut at = range.start;
        while at < range.end {
            if is_stopped() {
                return Err(Error::Abandoned);
            }
            let end = range.end.min(at + STEP);
            lines += parser.count_lines(&file.read(at..end)?);
            at = end;
        }
        Ok(lines)
    }
}
