//! Two inputs side by side: line n of one with line n of the other.

use std::sync::Arc;

use super::{
    chunk::{Bytes, Chunk},
    part::{Part, divide},
    source::Source,
};
use crate::{Error, Input, InputPosition, Shard, Task, TaskSource};
use batchdoku_format::{Format, RecordKind, RecordParser, Records, cells_of};

/// Chunks of `puzzle,solution` lines, from an input of puzzles and one of solutions: the cells alone,
/// because other text of a line could be taken for its solution. Lines that are not puzzles stay as they
/// are, whatever the solutions have there.
pub(crate) struct PairedSource<'a> {
    puzzles: &'a mut Source,
    solutions: Source,
    /// The puzzles of the current chunk.
    records: Records,
    /// Lines of solutions that have been read.
    held: Vec<u8>,
    /// The number of bytes of `held` that have been used.
    used: usize,
    /// The part of each input of puzzles that is wanted, if not all. The lines before are read all the same:
    /// their number says where the solutions start.
    parts: Option<Vec<Part>>,
    /// The end of what an earlier run has done.
    from: Option<InputPosition>,
    is_last: bool,
    /// True if lines of the part have come.
    has_started: bool,
    /// The number of lines of the current input that have been left out.
    left_out: u64,
}

impl<'a> PairedSource<'a> {
    /// The lines of `puzzles` beside those of `solutions`, as far as they belong to `shard` and do not
    /// come before `from`; `inputs` is what `puzzles` reads.
    pub(crate) fn new(
        puzzles: &'a mut Source,
        mut solutions: Source,
        inputs: &[Input],
        shard: Shard,
        from: Option<InputPosition>,
    ) -> Result<Self, Error> {
        let formats = [&[Format::Line, Format::Sukaku][..], &[Format::Line]];
        for (layout, allowed) in [puzzles.layout()?, solutions.layout()?].iter().zip(formats) {
            if let Some(layout) = layout.as_ref().filter(|it| !allowed.contains(&it.format)) {
                return Err(Error::NotLines(layout.format));
            }
        }
        let parts = if shard.is_whole() { None } else { Some(divide(inputs, shard)?) };
        let (held, is_last) = (Vec::new(), shard.is_last());
        let has_started = false;
        Ok(Self {
            puzzles,
            solutions,
            records: Records::default(),
            held,
            used: 0,
            parts,
            from,
            is_last,
            has_started,
            left_out: 0,
        })
    }

    /// Appends the next line of the solutions, or the cells in it; `false` if there is none.
    fn next_solution(&mut self, out: &mut Vec<u8>) -> Result<bool, Error> {
        while self.used == self.held.len() {
            let Some(chunk) = self.solutions.next_task()? else { return Ok(false) };
            self.used = 0;
            self.held.clear();
            self.held.extend_from_slice(chunk.with(&chunk.load()?).bytes);
            chunk.verify()?;
        }
        let rest = &self.held[self.used..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // Most lines are cells and nothing else, right or wrong: they need not be parsed twice.
        let found = if line.len() == 81 { None } else { cells_of(line) };
        out.extend_from_slice(found.as_ref().map_or(line, |cells| cells));
        self.used += (end + 1).min(rest.len());
        Ok(true)
    }

    /// The lines of `puzzles`, which start at `offset` of an input, each with the next solution.
    fn join(
        &mut self,
        parser: &dyn RecordParser,
        puzzles: &[u8],
        input: usize,
        offset: u64,
    ) -> Result<Vec<u8>, Error> {
        self.records.read(parser, puzzles);
        let mut count = 0;
        let part = self.parts.as_ref().map(|parts| parts[input].clone());
        let mut bytes = Vec::with_capacity(puzzles.len() * 2);
        for index in 0..self.records.list.len() {
            let is_puzzle = matches!(self.records.list[index].kind, RecordKind::Puzzle { .. });
            let has_grid =
                is_puzzle && self.records.find_grid(parser, puzzles, (count, index)).is_ok();
            count += usize::from(is_puzzle);
            let record = self.records.record(puzzles, index);
            let cells = record.puzzle().filter(|_| has_grid);
            let start = bytes.len();
            bytes.extend_from_slice(cells.unwrap_or(record.bytes()));
            let rest = bytes.len();
            bytes.push(b',');
            self.next_solution(&mut bytes)?;
            if !has_grid {
                bytes.truncate(rest);
            }
            let next = self.records.list.get(index + 1).map(|next| next.start as usize);
            let end = offset + next.unwrap_or(puzzles.len()) as u64;
            bytes.push(b'\n');
            let place = Some((input, end));
            let is_done = place <= self.from.map(|from| (from.input, from.offset));
            if is_done || part.as_ref().is_some_and(|part| !part.has_record_before(end)) {
                bytes.truncate(start);
                self.left_out += u64::from(start == 0);
            }
        }
        Ok(bytes)
    }
}

impl TaskSource for PairedSource<'_> {
    type Task = Chunk;

    fn next_task(&mut self) -> Result<Option<Chunk>, Error> {
        // Of the first chunk of an input that gives any line.
        let mut before = None;
        while let Some(mut chunk) = self.puzzles.next_task()? {
            let (input, offset, parser) = (chunk.input, chunk.offset, Arc::clone(&chunk.parser));
            let next = chunk.next;
            if let Some(lines) = chunk.lines_before.take() {
                before = Some(lines);
                self.left_out = 0;
            }
            let bytes = self.join(&*parser, chunk.with(&chunk.load()?).bytes, input, offset);
            chunk.verify()?;
            let bytes = bytes?;
            if !bytes.is_empty() {
                self.has_started = true;
                let lines_before = before.map(|lines| lines.and(self.left_out));
                let bytes = Bytes::Read(bytes.into());
                return Ok(Some(Chunk {
                    bytes,
                    input,
                    output: None,
                    offset,
                    lines_before,
                    parser,
                    next,
                }));
            }
            if self.has_started && !self.is_last {
                break;
            }
        }
        if self.is_last && self.next_solution(&mut Vec::new())? {
            return Err(Error::ExcessSolutions);
        }
        Ok(None)
    }
}
