//! The chunks of all inputs of a job, in order.

use std::sync::Arc;

use super::{
    chunk::{Bytes, Chunk},
    open::{CHUNK, ChunkOrigin, InputOpener, OpenedOrigin},
};
use crate::{
    Error, InputSpec, JobObserver, Needs, Notice, Shard, TaskPlace, TaskSource,
    chunk_sizer::ChunkSizer,
    io::{
        Input,
        part::{self, ShardRange},
    },
    marks::InputPosition,
};
use batchdoku_format::{DetectedInput, FormatError, Layout};

/// The smallest chunk of a job with paced chunks, in bytes: about two records.
const SMALLEST: u64 = 128;

/// The chunks of all inputs of a job, in order.
pub struct Source<'s> {
    files: &'s [Input],
    opener: InputOpener,
    observer: &'s dyn JobObserver,
    /// True if each input has an output of its own.
    per_input: bool,
    /// The number of the next input to open.
    next: usize,
    /// The part of each input that is read, if not all of it.
    parts: Option<Vec<ShardRange>>,
    /// The start of the first chunk, if an earlier run has done the chunks before it.
    from: Option<InputPosition>,
    /// The sizes of chunks, in a job that can be resumed or has slow records.
    pace: Option<ChunkSizer>,
    current: Option<OpenedInput>,
    /// The name and the layout of the first input that is not empty.
    first: Option<(String, Layout)>,
    /// The sum of the record counts that the inputs so far declare, if all declare it.
    declared_count: Option<u64>,
}

impl TaskSource for Source<'_> {
    type Task = Chunk;

    fn next_task(&mut self) -> Result<Option<Chunk>, Error> {
        loop {
            if let Some(current) = &mut self.current {
                if let Some(pace) = &mut self.pace {
                    current.chunk = pace.next() as usize;
                }
                if let Some(chunk) = current.next_chunk()? {
                    if let Some(pace) = &mut self.pace {
                        pace.taken += chunk.bytes.len();
                    }
                    return Ok(Some(chunk));
                }
                self.current = None;
            }
            if !self.open_next()? {
                return Ok(None);
            }
        }
    }
}

impl<'s> Source<'s> {
    /// Creates the source of the chunks of `input`. Opens nothing yet.
    pub fn new(input: &'s InputSpec, needs: Needs, threads: usize) -> Self {
        Self::of(&input.files, InputOpener::new(input.reading(needs), threads))
    }

    /// Creates the source of `file`, an input of claimed solutions for the files of `input`.
    pub(crate) fn of_solutions(
        file: &'s Input,
        input: &InputSpec,
        needs: Needs,
        threads: usize,
    ) -> Self {
        let opener = InputOpener::new(input.reading_solutions(needs), threads);
        Self::of(std::slice::from_ref(file), opener)
    }

    fn of(files: &'s [Input], opener: InputOpener) -> Self {
        Self {
            files,
            opener,
            observer: &(),
            per_input: false,
            next: 0,
            parts: None,
            from: None,
            pace: None,
            current: None,
            first: None,
            declared_count: Some(0),
        }
    }

    /// Reports opened inputs to `observer`.
    pub(crate) fn observed_by(self, observer: &'s dyn JobObserver) -> Self {
        Self { observer, ..self }
    }

    /// Marks each chunk with the output of its input, if `per_input`: each input then has its own output.
    pub(crate) fn with_outputs(self, per_input: bool) -> Self {
        Self { per_input, ..self }
    }

    /// Reads record batches with `rows` rows, as many as are written.
    pub(crate) fn with_batches(mut self, rows: usize) -> Self {
        self.opener.batch_rows = rows;
        self
    }

    /// Sizes chunks by the time that they take.
    pub(crate) fn pace_for(&mut self, threads: usize) {
        self.pace = Some(ChunkSizer::new(threads, SMALLEST..=CHUNK as u64));
    }

    /// Leaves out everything that does not belong to `shard`.
    pub(crate) fn take(&mut self, shard: Shard) -> Result<(), Error> {
        self.parts = Some(part::divide(self.files, shard)?);
        Ok(())
    }

    /// Leaves out everything that does not come before `shard`.
    pub(crate) fn take_before(&mut self, shard: Shard) -> Result<(), Error> {
        self.parts = Some(part::divide_before(self.files, shard)?);
        Ok(())
    }

    /// Starts at a position where a chunk starts.
    pub(crate) fn start_at(&mut self, from: InputPosition) {
        self.from = Some(from);
    }

    /// Returns the layout of the first input that is not empty. Opens that input.
    pub(crate) fn layout(&mut self) -> Result<Option<Layout>, Error> {
        while self.first.is_none() && self.open_next()? {}
        Ok(self.first.as_ref().map(|(_, layout)| layout.clone()))
    }

    /// Returns the number of records that the inputs opened so far declare, if all declare it.
    pub(crate) fn declared_count(&self) -> Option<u64> {
        self.declared_count.filter(|_| self.first.is_some())
    }

    /// Opens the next input that is not empty; `false` if there is none.
    fn open_next(&mut self) -> Result<bool, Error> {
        while self.next < self.files.len() {
            let index = self.next;
            self.next += 1;
            let part = self.parts.as_ref().map(|parts| parts[index].clone());
            let is_done = self.from.is_some_and(|from| index < from.input);
            let is_left_out = is_done || part.as_ref().is_some_and(ShardRange::is_empty);
            // The first input is opened even if this part of the job does not read it, because its layout is the layout
            // of the output. Earlier inputs are opened to add up the counts that they declare.
            if is_left_out && !is_done && self.first.is_some() {
                continue;
            }
            let part = part.filter(|_| !is_left_out);
            let input = &self.files[index];
            let name = self.files[index].name();
            let Some(opened) = self.opener.open(input, part, &name)? else { continue };
            self.opener.check_columns(opened.found.layout.format)?;
            let mut opened = OpenedInput::new(name, index, opened);
            opened.place.output = self.per_input.then_some(index);
            if let Some(from) = self.from.filter(|from| from.input == index) {
                opened.start_at(from)?;
            }
            let name = &opened.name;
            let found = &opened.found;
            self.observer.opened(name, found.layout.format, &found.reason);
            if let Some(note) = found.parser.note() {
                self.observer.notice(&Notice::Input { name: name.clone(), note });
            }
            let declared = self.declared_count.zip(found.declared_count);
            self.declared_count = declared.map(|(sum, more)| sum.saturating_add(more));
            match &self.first {
                None => self.first = Some((name.clone(), found.layout.clone())),
                Some((first, layout)) => same_layout(first, layout, &found.layout)
                    .map_err(|source| Error::Format { name: name.clone(), source })?,
            }
            if is_left_out {
                continue;
            }
            self.current = Some(opened);
            return Ok(true);
        }
        Ok(false)
    }
}

/// An open input, before its next chunk.
struct OpenedInput {
    /// The place of its next chunk, without its end.
    place: TaskPlace,
    name: String,
    found: DetectedInput,
    origin: ChunkOrigin,
    /// The length of its chunks, in bytes or in rows.
    chunk: usize,
}

impl OpenedInput {
    fn new(name: String, index: usize, opened: OpenedOrigin) -> Self {
        let OpenedOrigin { origin, found, chunk, lines } = opened;
        let place = TaskPlace { input: index, lines_before: Some(lines), ..Default::default() };
        Self { place, name, found, origin, chunk }
    }

    /// Starts at a position where a chunk starts.
    fn start_at(&mut self, from: InputPosition) -> Result<(), Error> {
        if let Some(lines) = &mut self.place.lines_before {
            lines.known = from.lines;
        }
        match &mut self.origin {
            ChunkOrigin::File { start, rest, .. } => {
                rest.start = rest.end.min(*start + from.offset)
            }
            ChunkOrigin::Stream(stream) => stream.skip_to(from.offset, &self.name)?,
            #[cfg(feature = "parquet")]
            ChunkOrigin::Batches(_) => {
                // A journal never has such a position: see `next_chunk`.
                let reason = format!("'{}' is read by batches of rows", self.name);
                return Err(Error::Resume(crate::ResumeError::Impossible(reason)));
            }
        }
        Ok(())
    }

    /// Returns the next chunk; `None` after the last.
    fn next_chunk(&mut self) -> Result<Option<Chunk>, Error> {
        let Self { name, found, chunk: length, .. } = self;
        let parser = &*found.parser;
        let length = *length;
        // The bytes, their offset in the input, and the offset of the next chunk, if known.
        let (bytes, offset, end) = match &mut self.origin {
            ChunkOrigin::File { file, start, rest } => {
                let offset = rest.start - *start;
                let Some((range, next)) = file.next_chunk(parser, rest.clone(), length)? else {
                    return Ok(None);
                };
                rest.start = next;
                (Bytes::File(Arc::clone(file), range), offset, Some(next - *start))
            }
            #[cfg(feature = "parquet")]
            ChunkOrigin::Batches(input) => {
                let Some(task) = input.next(length)? else { return Ok(None) };
                let offset = task.offset();
                (Bytes::Batch(Box::new(task)), offset, None)
            }
            ChunkOrigin::Stream(stream) => {
                let Some((buffer, offset)) = stream.next(parser, length, name)? else {
                    return Ok(None);
                };
                (Bytes::Read(buffer), offset, stream.next_record())
            }
        };
        let lines_before = self.place.lines_before.take();
        let place = TaskPlace { lines_before, end, ..self.place };
        Ok(Some(Chunk { bytes, place, offset, parser: Arc::clone(&self.found.parser) }))
    }
}

/// Checks that an input has the same format and columns as the first.
fn same_layout(first: &str, expected: &Layout, found: &Layout) -> Result<(), FormatError> {
    if found.format != expected.format {
        return Err(FormatError::DifferentFormat {
            format: found.format,
            first: first.to_owned(),
            expected: expected.format,
        });
    }
    if found.header != expected.header || found.columns != expected.columns {
        return Err(FormatError::DifferentHeader { first: first.to_owned() });
    }
    Ok(())
}
