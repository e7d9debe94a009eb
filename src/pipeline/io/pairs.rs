//! Two inputs scratch by scratch: line n of one with line n of the other.

use crate::format::Format;
use crate::pipeline::{Bytes, Chunk, Error, Source, TaskSource};

/// Chunks of `puzzle,solution` lines, from an input of puzzles and one of solutions. Comments and
/// blank lines of the puzzles stay, whatever stands beside them.
pub struct PairedSource<'a> {
    puzzles: &'a mut Source,
    solutions: Source,
    held: Option<Chunk>,
    /// How much of `held` has been used.
    used: usize,
}

impl<'a> PairedSource<'a> {
    /// The lines of `puzzles` beside those of `solutions`.
    ///
    /// # Errors
    /// If an input can't be opened, or is not of the format `line`.
    pub fn new(puzzles: &'a mut Source, mut solutions: Source) -> Result<Self, Error> {
        for shape in [puzzles.shape()?, solutions.shape()?].into_iter().flatten() {
            if shape.format != Format::Line {
                let format = shape.format;
                return Err(Error::Failed(format!(
                    "two inputs scratch by scratch must have one grid a line: one is of the format {format}"
                )));
            }
        }
        Ok(Self { puzzles, solutions, held: None, used: 0 })
    }

    /// Adds the next line of the solutions, without its end; says whether there was one.
    fn next_solution(&mut self, out: &mut Vec<u8>) -> Result<bool, Error> {
        loop {
            if let Some(chunk) = &self.held {
                let rest = &chunk.bytes[self.used..];
                if !rest.is_empty() {
                    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                    let line = &rest[..end];
                    out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
                    self.used += (end + 1).min(rest.len());
                    return Ok(true);
                }
            }
            self.used = 0;
            self.held = self.solutions.next_task()?;
            match &self.held {
                None => return Ok(false),
                Some(chunk) => chunk.bytes.populate().map_err(Error::Changed)?,
            }
        }
    }
}

impl TaskSource for PairedSource<'_> {
    type Task = Chunk;

    fn next_task(&mut self) -> Result<Option<Chunk>, Error> {
        let Some(chunk) = self.puzzles.next_task()? else {
            return match self.next_solution(&mut Vec::new())? {
                false => Ok(None),
                true => Err(Error::Failed("there are more solutions than puzzles".into())),
            };
        };
        chunk.bytes.populate().map_err(Error::Changed)?;
        let mut bytes = Vec::with_capacity(chunk.bytes.len() * 2);
        for line in chunk.bytes.split_inclusive(|&byte| byte == b'\n') {
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
        Ok(Some(Chunk { bytes: Bytes::Owned(bytes.into()), ..chunk }))
    }
}
