//! `line`: one puzzle a line, 81 characters, what follows a separator is ignored.

use super::{Fault, Reader, Record, Records, Row, Writer};
use crate::{
    Grid, GridError,
    grid::{BAD_CELL, CELL_VALUE},
};

/// What ends a field of a line.
const SEPARATORS: [u8; 8] = *b" \t,;|#:\r";

/// Where the grid of a line starts: its first field of exactly 81 cells.
///
/// # Errors
/// If it has none, what is wrong with its first field.
pub fn first_grid(line: &[u8]) -> Result<usize, GridError> {
    let mut fault = None;
    let mut start = 0;
    for field in line.split(|byte| SEPARATORS.contains(byte)) {
        if !field.is_empty() {
            match Grid::parse(field) {
                Ok(_) => return Ok(start),
                Err(error) => fault = fault.or(Some(error)),
            }
        }
        start += field.len() + 1;
    }
    Err(fault.unwrap_or(GridError::TooShort(0)))
}

/// Reads lines.
pub(super) struct LineReader;

impl Reader for LineReader {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', bytes).map(|end| end + 1)
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        let mut start = 0;
        while start < chunk.len() {
            let end = match chunk[start..].get(..82) {
                Some(line) if line[81] == b'\n' && is_one_line(&line[..81]) => start + 81,
                _ => start + memchr::memchr(b'\n', &chunk[start..]).unwrap_or(chunk.len() - start),
            };
            read_line(chunk, start, end, records);
            records.lines += 1;
            start = end + 1;
        }
    }

    fn look_again(
        &self,
        chunk: &[u8],
        _records: &Records,
        record: &Record,
    ) -> Result<u32, GridError> {
        first_grid(record.bytes(chunk)).map(|at| record.start + at as u32)
    }
}

/// Whether no line ends in `bytes`. Without an early exit the compiler makes vectors of it.
fn is_one_line(bytes: &[u8]) -> bool {
    !bytes.iter().fold(false, |ended, &byte| ended | (byte == b'\n'))
}

/// Adds the line from `start` to `end`.
fn read_line(chunk: &[u8], start: usize, mut end: usize, records: &mut Records) {
    if end > start && chunk[end - 1] == b'\r' {
        end -= 1;
    }
    let line = &chunk[start..end];
    let whole = line.len() == 81 || (line.len() > 81 && SEPARATORS.contains(&line[81]));
    if whole && CELL_VALUE[usize::from(line[0])] != BAD_CELL {
        // The engine reads every cell anyway and says if one is none.
        records.puzzle(start, end, start);
    } else if line.first() == Some(&b'#') || line.iter().all(u8::is_ascii_whitespace) {
        records.pass(start, end);
    } else {
        match first_grid(line) {
            Ok(at) => records.puzzle(start, end, start + at),
            Err(error) => records.bad(start, end, Fault::Grid(error)),
        }
    }
}

/// Writes the fields of the answer, after the puzzle as given where `pair` is set; the record as
/// it is where there are none.
pub(super) struct LineWriter {
    /// Whether the puzzle comes first, as in `puzzle,solution`.
    pub(super) pair: bool,
    /// Whether comments and blank lines are dropped.
    pub(super) strip_comments: bool,
    /// What stands between two fields.
    pub(super) separator: u8,
}

impl Writer for LineWriter {
    #[inline]
    fn row(&self, row: Row<'_>, fields: &[&[u8]], out: &mut Vec<u8>) {
        if self.pair {
            out.extend_from_slice(row.puzzle().unwrap_or_else(|| row.record.bytes(row.chunk)));
            out.push(self.separator);
        }
        if fields.is_empty() && !self.pair {
            out.extend_from_slice(row.record.bytes(row.chunk));
        }
        for (place, field) in fields.iter().enumerate() {
            if place > 0 {
                out.push(self.separator);
            }
            out.extend_from_slice(field);
        }
        out.push(b'\n');
    }

    fn pass(&self, text: &[u8], out: &mut Vec<u8>) {
        if !self.strip_comments {
            out.extend_from_slice(text);
            out.push(b'\n');
        }
    }
}
