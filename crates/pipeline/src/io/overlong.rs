//! The ends of chunks, and records that are too long to be held in memory.
//!
//! A record of more than 16 MiB is cut off there and the rest of its line is skipped, however the
//! bytes come: mapped, read by ranges, or as a stream. What is left of it is malformed.

use std::io;

use batchdoku_format::{LONGEST_RECORD, RecordParser};

/// A longer line ends the job: the input has no lines.
const LONGEST_LINE: u64 = 16 << 30;

/// A piece of the input, up to the end of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// Its length in bytes.
    pub(crate) length: usize,
    /// The number of bytes after it that belong to its last record, which is too long.
    pub(crate) skipped: usize,
}

/// Cuts off whole records, about `size` bytes of them, from the start of `bytes`: all there are.
pub(crate) fn cut_near(parser: &dyn RecordParser, bytes: &[u8], size: usize) -> io::Result<Cut> {
    let mut size = size.min(LONGEST_RECORD);
    while size < bytes.len() {
        if let Some(length) = parser.cut(&bytes[..size]).filter(|&cut| cut > 0) {
            return Ok(Cut { length, skipped: 0 });
        }
        if size == LONGEST_RECORD {
            let rest = &bytes[size..];
            let skipped = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            too_long((size + skipped) as u64)?;
            return Ok(Cut { length: size, skipped });
        }
        size = (size * 2).min(LONGEST_RECORD);
    }
    Ok(Cut { length: bytes.len(), skipped: 0 })
}

pub(super) fn too_long(length: u64) -> io::Result<()> {
    if length <= LONGEST_LINE {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "a line is longer than 16 GiB"))
}
