//! Two inputs side by side: record n of one with record n of the other. Comments and blank lines are no records, so that
//! one of the inputs may have some that the other lacks.

use std::{mem, sync::Arc};

use super::{
    chunk::{Bytes, Chunk, ChunkRef},
    source::Source,
};
use crate::{
    Error, Input, Shard, Task, TaskPlace, TaskSource,
    io::part::{Part, divide},
    marks::InputPosition,
};
use batchdoku_format::{Format, RecordKind, RecordParser, RecordRef, Records, Row, pair_parser};

/// Chunks from an input of puzzles and an input of solutions. Lines become lines `puzzle,solution`: the cells alone,
/// because other text of a line could be taken for its solution; lines without a puzzle stay as they are, whatever the
/// solutions have there. Chunks of other formats stay as they are, and their parser gets the solutions apart.
pub(crate) struct PairedSource<'a, 's> {
    puzzles: &'a mut Source<'s>,
    solutions: Source<'s>,
    /// True if both are lines.
    is_lines: bool,
    /// Reads `puzzle,solution`, if the lines of puzzles have cells.
    pairs: Option<Arc<dyn RecordParser>>,
    /// The puzzles of the current chunk, or its solutions.
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
    /// True if each puzzle must have a solution.
    is_complete: bool,
    /// The number of comments and blank lines so far: of the puzzles, and of the solutions.
    skipped: [u64; 2],
    /// True after the last solution, if a puzzle has come without one.
    has_ended: bool,
    /// True if lines of the part have come.
    has_started: bool,
    /// The number of lines of the current input that have been left out.
    left_out: u64,
}

impl<'a, 's> PairedSource<'a, 's> {
    /// Pairs the lines of `puzzles` with those of `solutions`, as far as they belong to `shard`
    /// and do not come before `from`; `inputs` is what `puzzles` reads.
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
            pairs: (formats[0] == Format::Line).then(pair_parser),
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

    /// Fails where a puzzle lacks its solution, if `is_complete`.
    pub(crate) fn complete(self, is_complete: bool) -> Self {
        Self { is_complete, ..self }
    }

    /// Appends the next solution, if there is one.
    ///
    /// # Errors
    /// If there is none, and each puzzle must have one, or there were comments or blank lines that the puzzles lack: a blank
    /// line may stand for a solution that is missing, and those after it would belong to other puzzles.
    fn append_solution(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.next_solution(out)? || mem::replace(&mut self.has_ended, true) {
            return Ok(());
        }
        let [of_puzzles, of_solutions] = self.skipped;
        match self.is_complete || of_puzzles != of_solutions {
            true => Err(Error::FewSolutions),
            false => Ok(()),
        }
    }

    /// Appends the next solution, the cells in it; `false` if there is none.
    fn next_solution(&mut self, out: &mut Vec<u8>) -> Result<bool, Error> {
        while self.used == self.held.len() {
            let Some(chunk) = self.solutions.next_task()? else { return Ok(false) };
            self.used = 0;
            self.held.clear();
            let loaded = chunk.load()?;
            let ChunkRef { bytes, parser, .. } = chunk.with(&loaded);
            self.hold(parser, bytes);
            chunk.verify()?;
        }
        let rest = &self.held[self.used..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        out.extend_from_slice(&rest[..end]);
        self.used += (end + 1).min(rest.len());
        Ok(true)
    }

    /// Holds the cells of solutions, a line for each record.
    fn hold(&mut self, parser: &dyn RecordParser, solutions: &[u8]) {
        let mut records = Records::default();
        records.read(parser, solutions);
        for row in records.rows(solutions) {
            match row {
                Row::Passthrough(_) => {
                    self.skipped[1] += 1;
                    continue;
                }
                Row::Malformed { .. } => {}
                Row::Puzzle { record, .. } => match record.grid(parser) {
                    Ok(grid) => self.held.extend_from_slice(&grid.to_text()),
                    Err(_) => self.held.extend_from_slice(record.puzzle().unwrap_or_default()),
                },
            }
            self.held.push(b'\n');
        }
    }

    /// Returns the records of `puzzles`, which start at `offset` of an input, each with the next solution;
    /// and what reads them.
    fn join(
        &mut self,
        parser: &Arc<dyn RecordParser>,
        puzzles: &[u8],
        input: usize,
        offset: u64,
    ) -> Result<(Vec<u8>, Arc<dyn RecordParser>), Error> {
        self.records.read(&**parser, puzzles);
        let part = self.parts.as_ref().map(|parts| parts[input].clone());
        let mut bytes = Vec::with_capacity(puzzles.len() * 2);
        let mut solutions = Vec::new();
        for index in 0..self.records.list.len() {
            let start = bytes.len();
            let given = solutions.len();
            let begin = self.records.list[index].start as usize;
            let next = self.records.list.get(index + 1).map(|next| next.start as usize);
            let end = next.unwrap_or(puzzles.len());
            let text = &puzzles[begin..end];
            let kind = self.records.list[index].kind;
            if matches!(kind, RecordKind::Passthrough) {
                self.skipped[0] += 1;
                bytes.extend_from_slice(text);
            } else if self.is_lines {
                self.join_line(&**parser, puzzles, index, &mut bytes)?;
            } else {
                bytes.extend_from_slice(text);
                let mut solution = Vec::new();
                self.append_solution(&mut solution)?;
                if matches!(kind, RecordKind::Puzzle { .. }) {
                    solutions.push(solution.try_into().ok());
                }
            }
            let end = offset + end as u64;
            let place = Some((input, end));
            let is_done = place <= self.from.map(|from| (from.input, from.offset));
            if is_done || part.as_ref().is_some_and(|part| !part.has_record_before(end)) {
                bytes.truncate(start);
                solutions.truncate(given);
                self.left_out += u64::from(start == 0) * parser.count_lines(text);
            }
        }
        if self.is_lines {
            return Ok((bytes, self.pairs.clone().unwrap_or_else(|| Arc::clone(parser))));
        }
        Ok((bytes, Arc::new(GivenSolutions { parser: Arc::clone(parser), solutions })))
    }

    /// Appends a line of `puzzles` with the next solution.
    fn join_line(
        &mut self,
        parser: &dyn RecordParser,
        puzzles: &[u8],
        index: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let record = self.records.record(puzzles, index);
        let has_grid = record.grid(parser).is_ok();
        let cells = record.puzzle().filter(|_| has_grid);
        bytes.extend_from_slice(cells.unwrap_or(record.bytes()));
        let rest = bytes.len();
        bytes.push(b',');
        self.append_solution(bytes)?;
        if !has_grid {
            bytes.truncate(rest);
        }
        bytes.push(b'\n');
        Ok(())
    }
}

/// Reads puzzles whose solutions come from elsewhere.
struct GivenSolutions {
    parser: Arc<dyn RecordParser>,
    /// The solutions of one chunk, in order.
    solutions: Vec<Option<[u8; 81]>>,
}

impl RecordParser for GivenSolutions {
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        self.parser.cut(bytes)
    }

    fn line_length(&self) -> Option<u64> {
        self.parser.line_length()
    }

    fn read(&self, chunk: &[u8], records: &mut Records) {
        self.parser.read(chunk, records);
        records.give_solutions(chunk, &self.solutions);
    }

    fn before_cells(&self, record: RecordRef<'_>, at: u32) -> usize {
        self.parser.before_cells(record, at)
    }
}

impl TaskSource for PairedSource<'_, '_> {
    type Task = Chunk;

    fn next_task(&mut self) -> Result<Option<Chunk>, Error> {
        // Of the first chunk of an input that gives any line.
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
            let (bytes, parser) = joined?;
            if !bytes.is_empty() {
                self.has_started = true;
                before.iter_mut().for_each(|lines| lines.known += self.left_out);
                let place = TaskPlace { output: None, lines_before: before, ..chunk.place };
                return Ok(Some(Chunk { bytes: Bytes::Read(bytes.into()), place, offset, parser }));
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
