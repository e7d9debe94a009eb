//! Two inputs side by side: line n of one with line n of the other.

use std::sync::Arc;

use super::{
    chunk::{Bytes, Chunk},
    source::Source,
};
use crate::format::Format;
use crate::pipeline::{Error, TaskSource};

/// Chunks of `puzzle,solution` lines, from an input of puzzles and one of solutions. Comments and
/// blank lines of the puzzles stay, whatever the solutions have there.
pub(crate) struct PairedSource<'a> {
    puzzles: &'a mut Source,
    solutions: Source,
    /// Lines of solutions that have been read.
    held: Vec<u8>,
    /// How many bytes of `held` have been used.
    used: usize,
}

impl<'a> PairedSource<'a> {
    /// The lines of `puzzles` beside those of `solutions`.
    ///
    /// # Errors
    /// If an input cannot be opened, or does not have the format `line`.
    pub(crate) fn new(puzzles: &'a mut Source, mut solutions: Source) -> Result<Self, Error> {
        for layout in [puzzles.layout()?, solutions.layout()?].into_iter().flatten() {
            if layout.format != Format::Line {
                return Err(Error::NotLines(layout.format));
            }
        }
        Ok(Self { puzzles, solutions, held: Vec::new(), used: 0 })
    }

    /// Appends the next line of the solutions, without its end; `false` if there is none.
    fn next_solution(&mut self, out: &mut Vec<u8>) -> Result<bool, Error> {
        while self.used == self.held.len() {
            let Some(chunk) = self.solutions.next_task()? else { return Ok(false) };
            self.used = 0;
            self.held.clear();
            chunk.with(|chunk| {
                self.held.extend_from_slice(chunk.bytes);
                Ok(())
            })?;
        }
        let rest = &self.held[self.used..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        self.used += (end + 1).min(rest.len());
        Ok(true)
    }

    /// The lines of `puzzles`, each with the next solution.
    fn join(&mut self, puzzles: &[u8]) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::with_capacity(puzzles.len() * 2);
        for line in puzzles.split_inclusive(|&byte| byte == b'\n') {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            bytes.extend_from_slice(line);
            let start = bytes.len();
            bytes.push(b',');
            self.next_solution(&mut bytes)?;
            if line.first().is_none_or(|&byte| byte == b'#') {
                bytes.truncate(start);
            }
            bytes.push(b'\n');
        }
        Ok(bytes)
    }
}

impl TaskSource for PairedSource<'_> {
    type Task = Chunk;

    fn next_task(&mut self) -> Result<Option<Chunk>, Error> {
        let Some(chunk) = self.puzzles.next_task()? else {
            return match self.next_solution(&mut Vec::new())? {
                false => Ok(None),
                true => Err(Error::ExcessSolutions),
            };
        };
        let reader = Arc::clone(&chunk.reader);
        let (input, offset, lines_before) = (chunk.input, chunk.offset, chunk.lines_before);
        let bytes = Bytes::Read(chunk.with(|chunk| self.join(chunk.bytes))?.into());
        Ok(Some(Chunk { bytes, input, offset, lines_before, reader }))
    }
}
