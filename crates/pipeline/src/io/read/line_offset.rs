//! The lines of an input before a chunk.

use std::{ops::Range, sync::Arc};

use crate::{Error, io::read::input_file::InputFile};
use batchdoku_format::RecordParser;

/// The number of bytes read at a time to count lines.
const STEP: u64 = 1 << 20;

/// The number of lines of an input before a chunk. Lines of an earlier part of the job are counted
/// only if a message needs the number. Usually none does, so nothing is read twice.
#[derive(Clone, Default)]
pub(crate) struct LineOffset {
    /// The number of lines already counted.
    pub(crate) known: u64,
    /// The range of lines not yet counted.
    pub(crate) uncounted: Option<Uncounted>,
}

/// A range of a file before its lines are counted, with the parser that defines lines.
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
    /// If the file cannot be read, or [`Error::Abandoned`] once `is_stopped` returns true.
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
