//! Pairs of inputs: record n of the puzzles with record n of the solutions. Comments and blank lines are no records, so
//! an input may have some that the other lacks. Puzzles are parsed here, where they are paired, because their number
//! determines how many solutions a chunk needs; workers get the parsed records.

use std::{mem, sync::Arc};

use super::{
    chunk::{Bytes, Chunk, ChunkRef},
    source::Source,
};
use crate::{
    Error, Input, Shard, Task, TaskPlace, TaskSource,
    io::part::{ShardRange, divide},
    marks::InputPosition,
};
use batchdoku_format::{Format, Record, RecordKind, RecordParser, RecordRef, Records, Row};

/// Makes chunks from an input of puzzles and an input of solutions. A line becomes `puzzle,solution`, with only the
/// cells of each; a line without a puzzle stays as it is, whatever the solutions have at this place. Chunks of other
/// formats stay as they are.
pub(crate) struct PairedSource<'a, 's> {
    puzzles: &'a mut Source<'s>,
    solutions: Source<'s>,
    /// True if both inputs have the line format.
    is_lines: bool,
    /// The puzzles of the current chunk.
    records: Records,
    /// The cells of each record of solutions read so far.
    held: Vec<Option<[u8; 81]>>,
    /// The number of these records that have been used.
    used: usize,
    /// The part of each input of puzzles that is wanted, if not all of it. The lines before it are read, too, because
    /// their number determines where the solutions start.
    parts: Option<Vec<ShardRange>>,
    /// The position where an earlier run ended.
    from: Option<InputPosition>,
    is_last: bool,
    /// True if each puzzle must have a solution.
    is_complete: bool,
    /// The number of comments and blank lines so far, in the puzzles and in the solutions.
    skipped: [u64; 2],
    /// True after the last solution, once a puzzle has come without a solution.
    has_ended: bool,
    /// True once the first line of the part has come.
    has_started: bool,
    /// The number of lines of the current input that have been left out.
    left_out: u64,
}

impl<'a, 's> PairedSource<'a, 's> {
    /// Pairs the lines of `puzzles` with those of `solutions`. Leaves out those that do not belong to `shard`, or that
    /// come before `from`. `inputs` are the files that `puzzles` reads.
    pub(crate) fn new(
        puzzles: &'a mut Source<'s>,
        mut solutions: Source<'s>,
        inputs: &[Input],
        shard: Shard,
        from: Option<InputPosition>,
    ) -> Result<Self, Error> {
        let formats = [puzzles.layout()?, solutions.layout()?];
        let formats = formats.map(|layout| layout.map_or(Format::Line, |layout| layout.format));
        if formats[0].is_batches() {
            return Err(Error::Unpaired(formats[0]));
        }
        let is_lines = matches!(formats, [Format::Line | Format::Sukaku, Format::Line]);
        let parts = if shard.is_whole() { None } else { Some(divide(inputs, shard)?) };
        Ok(Self {
            puzzles,
            solutions,
            is_lines,
            records: Records::default(),
            held: Vec::new(),
            used: 0,
            parts,
            from,
            is_last: shard.is_last(),
            is_complete: false,
            skipped: [0; 2],
            has_ended: false,
            has_started: false,
            left_out: 0,
        })
    }

    /// If `is_complete`, makes a puzzle without a solution an error.
    pub(crate) fn complete(self, is_complete: bool) -> Self {
        Self { is_complete, ..self }
    }

    /// Returns the next solution; `None` if its record has none, or the solutions have ended.
    ///
    /// # Errors
    /// If the solutions have ended, and each puzzle must have a solution or the inputs differ in comments or blank
    /// lines. A blank line may stand for a missing solution, and then all solutions after it would belong to other
    /// puzzles.
    fn solution(&mut self) -> Result<Option<[u8; 81]>, Error> {
        if let Some(solution) = self.next_solution()? {
            return Ok(solution);
        }
        if !mem::replace(&mut self.has_ended, true) {
            let [of_puzzles, of_solutions] = self.skipped;
            if self.is_complete || of_puzzles != of_solutions {
                return Err(Error::FewSolutions);
            }
        }
        Ok(None)
    }

    /// Returns the next record of the solutions: its cells, right or wrong, if it has cells; `None` after the last
    /// record.
    fn next_solution(&mut self) -> Result<Option<Option<[u8; 81]>>, Error> {
        while self.used == self.held.len() {
            let Some(chunk) = self.solutions.next_task()? else { return Ok(None) };
            self.used = 0;
            self.held.clear();
            let loaded = chunk.load()?;
            let ChunkRef { bytes, parser, .. } = chunk.with(&loaded);
            self.hold(parser, bytes);
            chunk.verify()?;
        }
        self.used += 1;
        Ok(Some(self.held[self.used - 1]))
    }

    /// Adds the cells of each record of `solutions` to those held.
    fn hold(&mut self, parser: &dyn RecordParser, solutions: &[u8]) {
        let mut records = Records::default();
        records.read(parser, solutions);
        for row in records.rows(solutions) {
            let cells = match row {
                Row::Passthrough(_) => {
                    self.skipped[1] += 1;
                    continue;
                }
                Row::Malformed { .. } => None,
                Row::Puzzle { record, .. } => match record.grid(parser) {
                    Ok(grid) => Some(grid.to_text()),
                    Err(_) => record.puzzle().and_then(|cells| cells.try_into().ok()),
                },
            };
            self.held.push(cells);
        }
    }

    /// Returns the records of `puzzles`, which start at `offset` of an input, each joined with the next solution.
    fn join(
        &mut self,
        parser: &Arc<dyn RecordParser>,
        puzzles: &[u8],
        input: usize,
        offset: u64,
    ) -> Result<(Vec<u8>, Records), Error> {
        self.records.read(&**parser, puzzles);
        let part = self.parts.as_ref().map(|parts| parts[input].clone());
        let mut bytes = Vec::with_capacity(puzzles.len() * 2);
        let mut pairs = Records::default();
        pairs.form = self.records.form;
        if !self.is_lines {
            pairs.start_scratch();
        }
        for index in 0..self.records.list.len() {
            let Record { start, end, kind, .. } = self.records.list[index];
            let next = self.records.list.get(index + 1).map(|next| next.start as usize);
            let next = next.unwrap_or(puzzles.len());
            let text = &puzzles[start as usize..next];
            let solution = match kind {
                RecordKind::Passthrough => {
                    self.skipped[0] += 1;
                    None
                }
                _ => self.solution()?,
            };
            let place = Some((input, offset + next as u64));
            let is_done = place <= self.from.map(|from| (from.input, from.offset));
            let is_of_part = |part: &ShardRange| part.has_record_before(offset + next as u64);
            if is_done || !part.as_ref().is_none_or(is_of_part) {
                let is_before = bytes.is_empty();
                self.left_out += u64::from(is_before) * parser.count_lines(text);
                continue;
            }
            let record = self.records.record(puzzles, index);
            let puzzle = record.puzzle().filter(|_| record.grid(&**parser).is_ok());
            let from = bytes.len();
            let end = from + (end - start) as usize;
            match (kind, puzzle) {
                (RecordKind::Passthrough, _) => pairs.pass(from, end),
                (RecordKind::Malformed { error }, _) => {
                    pairs.malformed(from, end, self.records.errors[error as usize].clone());
                }
                (RecordKind::Puzzle { .. }, Some(cells)) if self.is_lines => {
                    bytes.extend_from_slice(cells);
                    bytes.push(b',');
                    let at = solution.map(|_| bytes.len() as u32);
                    bytes.extend(solution.into_iter().flatten());
                    pairs.solved_puzzle(from, bytes.len(), from, at);
                    bytes.push(b'\n');
                    pairs.lines += 1;
                    continue;
                }
                // The cells are not a grid. If another line has its cells separated, the cells of all lines were
                // copied, so that these begin their line.
                (RecordKind::Puzzle { at, .. }, _) if self.is_lines => {
                    let is_in_place = self.records.scratch.is_none();
                    let before = if is_in_place { (at - start) as usize } else { 0 };
                    pairs.puzzle(from, end, from + before);
                }
                (RecordKind::Puzzle { .. }, _) => {
                    let scratch = pairs.scratch.get_or_insert_default();
                    let at = scratch.len();
                    scratch.extend_from_slice(record.puzzle().unwrap_or_default());
                    let solved = solution.map(|_| scratch.len() as u32);
                    scratch.extend(solution.into_iter().flatten());
                    pairs.solved_puzzle(from, end, at, solved);
                }
            }
            bytes.extend_from_slice(text);
            pairs.lines += parser.count_lines(text) as u32;
        }
        Ok((bytes, pairs))
    }
}

/// The records of a chunk that have been read.
struct ReadRecords {
    parser: Arc<dyn RecordParser>,
    records: Records,
}

impl RecordParser for ReadRecords {
    fn is_one_record_per_line(&self) -> bool {
        self.parser.is_one_record_per_line()
    }

    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        self.parser.cut(bytes)
    }

    fn line_length(&self) -> Option<u64> {
        self.parser.line_length()
    }

    fn read(&self, _: &[u8], records: &mut Records) {
        records.copy_from(&self.records);
    }

    fn before_cells(&self, record: RecordRef<'_>, at: u32) -> usize {
        self.parser.before_cells(record, at)
    }
}

impl TaskSource for PairedSource<'_, '_> {
    type Task = Chunk;

    fn next_task(&mut self) -> Result<Option<Chunk>, Error> {
        // The lines before the first chunk of an input that yields any line.
        let mut before = None;
        while let Some(mut chunk) = self.puzzles.next_task()? {
            let input = chunk.place.input;
            let offset = chunk.offset;
            let parser = Arc::clone(&chunk.parser);
            if let Some(lines) = chunk.place.lines_before.take() {
                (before, self.left_out) = (Some(lines), 0);
            }
            let joined = self.join(&parser, chunk.with(&chunk.load()?).bytes, input, offset);
            chunk.verify()?;
            let (bytes, records) = joined?;
            if !bytes.is_empty() {
                self.has_started = true;
                before.iter_mut().for_each(|lines| lines.known += self.left_out);
                let place = TaskPlace { output: None, lines_before: before, ..chunk.place };
                let parser = Arc::new(ReadRecords { parser, records });
                return Ok(Some(Chunk { bytes: Bytes::Read(bytes.into()), place, offset, parser }));
            }
            if self.has_started && !self.is_last {
                break;
            }
        }
        if self.is_last && self.next_solution()?.is_some() {
            return Err(Error::ExcessSolutions);
        }
        Ok(None)
    }
}
