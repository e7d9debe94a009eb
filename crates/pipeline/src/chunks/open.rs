//! Opening an input: as a regular file, a stream (such as text in memory) or record batches.

#[cfg(feature = "parquet")]
use std::io::BufReader;
use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
    ops::Range,
    sync::Arc,
};

#[cfg(feature = "parquet")]
use batchdoku_arrow::IpcReader;

#[cfg(feature = "parquet")]
use super::batches::BatchInput;
use crate::{
    Error,
    io::{
        HEAD, Input, InputFile, LineOffset, Opened, Part, Stream, Transposed, Uncounted,
        check_length, regular, temporary_copy, unpack,
    },
};
use batchdoku_format::{
    DetectedInput, Format, FormatError, FortranArray, LayoutOptions, ReadOptions, sample_length,
};

/// The largest chunk, in bytes, unless a single record is longer.
pub(crate) const CHUNK: usize = 1 << 19;
/// The smallest chunk that occupies a worker for long enough, in bytes.
const SMALLEST_CHUNK: usize = 16 << 10;
/// The number of chunks that a small file is cut into, so that no worker waits long for the last one. The
/// number does not depend on that of the threads.
const CHUNKS: u64 = 64;

/// Bytes of an Arrow file that are read at a time.
#[cfg(feature = "parquet")]
const READ: usize = 1 << 20;

/// The origin of the chunks of an input.
pub(super) enum ChunkOrigin {
    /// The next chunk starts where `rest` does; the input starts at `start`.
    File {
        file: Arc<InputFile>,
        start: u64,
        rest: Range<u64>,
    },
    Stream(Box<Stream>),
    #[cfg(feature = "parquet")]
    Batches(Box<BatchInput>),
}

/// An input that is open, before its first chunk.
pub(super) struct OpenedOrigin {
    pub(super) origin: ChunkOrigin,
    pub(super) found: DetectedInput,
    /// The length of its chunks, in bytes or in rows.
    pub(super) chunk: usize,
    /// The lines before the first chunk.
    pub(super) lines: LineOffset,
}

/// Opens inputs.
pub(crate) struct InputOpener {
    read: ReadOptions,
    /// The number of threads that decode compressed inputs.
    threads: usize,
    /// The number of rows of record batches that are read at a time.
    pub(crate) batch_rows: usize,
}

impl InputOpener {
    pub(crate) fn new(read: ReadOptions, threads: usize) -> Self {
        Self { read, threads, batch_rows: LayoutOptions::default().batch_rows() }
    }

    /// Refuses the name of a column of records that have none, because an option without effect is a mistake that nobody
    /// would notice.
    pub(super) fn check_columns(&self, format: Format) -> Result<(), Error> {
        match self.read.unused_column(format) {
            Some((option, reason)) => Err(Error::NoEffect { option, reason }),
            None => Ok(()),
        }
    }

    /// Opens an input; returns `None` if it is empty.
    pub(super) fn open(
        &self,
        input: &Input,
        part: Option<Part>,
        name: &str,
    ) -> Result<Option<OpenedOrigin>, Error> {
        let opened = input.open().map_err(|source| Error::Open { name: name.into(), source })?;
        let mut file = match opened {
            Opened::File(file) => file,
            Opened::Text(text) => {
                return self.open_stream(Stream::of_text(text), part, input);
            }
        };
        let fail = |source| Error::Read { name: name.into(), source };
        let length = regular(&file).map(|about| about.len()).filter(|&length| length > 0);
        let Some(length) = length else {
            return self.open_stream(self.stream(file, None, input)?, part, input);
        };
        check_length(name, part.as_ref().map_or(length, |part| part.stored), length)?;
        // Another program may have read the start of a redirected input.
        let start = file.stream_position().map_err(fail)?;
        if start >= length {
            return Ok(None);
        }
        let copy = file.try_clone().map_err(fail)?;
        let mut ranges = InputFile::new(copy, name.to_owned(), length);
        let head = ranges.read(start..length.min(start + HEAD as u64))?;
        if unpack::is_packed(&head) {
            return self.open_stream(self.stream(file, Some(length), input)?, part, input);
        }
        unpack::check_name(input.path(), false).map_err(fail)?;
        #[cfg(feature = "parquet")]
        match batchdoku_format::batch_format(&head, &self.read) {
            Some(Format::Parquet) => {
                file.seek(SeekFrom::End(0)).map_err(fail)?;
                let mut input = BatchInput::parquet(ranges, start, name, &self.read, self.threads)?;
                if let Some(part) = &part {
                    input.take(part.share(length));
                }
                return Ok(Some(self.opened_batches(input)));
            }
            Some(_) if part.is_some() => return Err(Error::NoParts { name: name.into() }),
            Some(_) => {
                let reader = if head.starts_with(IpcReader::FILE_START) {
                    IpcReader::open_file(file, &self.read)
                } else {
                    let bytes = BufReader::with_capacity(READ, file);
                    IpcReader::open(Box::new(bytes), &self.read)
                };
                let input = BatchInput::arrow(reader, name, &self.read)?;
                return Ok(Some(self.opened_batches(input)));
            }
            None => {}
        }
        let found = match self.detect(&head, input) {
            found if is_json_array(&found) => {
                return self.open_stream(self.stream(file, Some(length), input)?, part, input);
            }
            Err(Error::Format { source: FormatError::FortranOrder, .. }) => {
                let array = transposed(file, start, &head).map_err(fail)?;
                return self.open_stream(array, part, input);
            }
            found => found?,
        };
        let is_text = found.layout.format == Format::Jsonl;
        if let Some(contract) = input.map.filter(|_| !is_text) {
            ranges.map(contract);
        }
        if !ranges.is_mapped() && !found.parser.is_one_record_per_line() {
            return self.open_stream(self.stream(file, Some(length), input)?, part, input);
        }
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        let file = Arc::new(ranges);
        let mut lines_before = LineOffset::from(found.lines);
        let mut rest = start + found.skip as u64..length;
        if let Some(part) = part {
            let first = rest.start;
            rest.start = file.border(&*found.parser, first, start + part.start)?;
            if let Some(end) = part.end {
                rest.end = file.border(&*found.parser, rest.start, start + end)?;
            }
            let file = Arc::clone(&file);
            let parser = Arc::clone(&found.parser);
            lines_before.uncounted = Some(Uncounted { file, range: first..rest.start, parser });
        }
        let chunk = usize::try_from((rest.end - rest.start) / CHUNKS).unwrap_or(usize::MAX);
        let chunk = chunk.clamp(SMALLEST_CHUNK, CHUNK);
        let origin = ChunkOrigin::File { file, start, rest };
        Ok(Some(OpenedOrigin { origin, found, chunk, lines: lines_before }))
    }

    /// Returns what reads a file from start to end, which has `length` bytes if that is known.
    fn stream(&self, file: File, length: Option<u64>, input: &Input) -> Result<Stream, Error> {
        Stream::new(file, length, input, self.threads)
            .map_err(|source| Error::Read { name: input.name(), source })
    }

    /// Opens what is read from start to end. Text in memory is never taken for record batches.
    fn open_stream(
        &self,
        mut stream: Stream,
        part: Option<Part>,
        input: &Input,
    ) -> Result<Option<OpenedOrigin>, Error> {
        let name = &input.name();
        let fail = |source| Error::Read { name: name.into(), source };
        #[cfg(feature = "parquet")]
        let is_text = stream.is_text();
        let head = self.head(&mut stream);
        if head.is_empty() {
            return match stream.failure() {
                Some(source) => Err(fail(source)),
                None => unpack::check_text_name(input.path()).map(|()| None).map_err(fail),
            };
        }
        unpack::check_unpacked(head).map_err(fail)?;
        #[cfg(feature = "parquet")]
        match batchdoku_format::batch_format(head, &self.read).filter(|_| !is_text) {
            Some(_) if part.is_some() => return Err(Error::NoParts { name: name.into() }),
            Some(Format::Arrow) if !head.starts_with(IpcReader::FILE_START) => {
                let reader = IpcReader::open(stream.into_read(), &self.read);
                let input = BatchInput::arrow(reader, name, &self.read)?;
                return Ok(Some(self.opened_batches(input)));
            }
            Some(format) => {
                // It is read from its end, so it must be a file.
                let mut copy = temporary_copy(stream.into_read(), name)?;
                let length = copy.stream_position().map_err(fail)?;
                let input = if format == Format::Parquet {
                    let ranges = InputFile::new(copy, name.to_owned(), length);
                    BatchInput::parquet(ranges, 0, name, &self.read, self.threads)?
                } else {
                    copy.rewind().map_err(fail)?;
                    BatchInput::arrow(IpcReader::open_file(copy, &self.read), name, &self.read)?
                };
                return Ok(Some(self.opened_batches(input)));
            }
            None => {}
        }
        let found = match self.detect(head, input) {
            found if is_json_array(&found) => {
                stream = stream.by_elements();
                self.detect_elements(self.head(&mut stream), input)?
            }
            Err(Error::Format { source: FormatError::FortranOrder, .. }) => {
                // Its records are all over the file, so it must be one.
                let head = head.to_vec();
                let copy = temporary_copy(stream.into_read(), name)?;
                stream = transposed(copy, 0, &head).map_err(fail)?;
                self.detect(self.head(&mut stream), input)?
            }
            found => found?,
        };
        stream.take(found.skip);
        let mut lines = found.lines;
        if let Some(part) = part {
            lines += stream.skip_records(&*found.parser, part.start, name)?;
            stream.limit = part.end;
        }
        let origin = ChunkOrigin::Stream(Box::new(stream));
        Ok(Some(OpenedOrigin { origin, found, chunk: CHUNK, lines: lines.into() }))
    }

    #[cfg(feature = "parquet")]
    fn opened_batches(&self, input: BatchInput) -> OpenedOrigin {
        let parser = Arc::new(input.parser());
        let layout = input.layout();
        let lines = input.row.into();
        let reason = "it starts like one".to_owned();
        let found =
            DetectedInput { parser, skip: 0, lines: 0, declared_count: None, layout, reason };
        let origin = ChunkOrigin::Batches(Box::new(input));
        OpenedOrigin { origin, found, chunk: self.batch_rows, lines }
    }

    /// As many of the first bytes as it takes to detect the format.
    fn head<'s>(&self, stream: &'s mut Stream) -> &'s [u8] {
        stream.head(|head| sample_length(head, &self.read).is_some())
    }

    /// Detects the format of the elements of a JSON value, each on a line of its own.
    fn detect_elements(&self, head: &[u8], input: &Input) -> Result<DetectedInput, Error> {
        let format = self.read.format.filter(|&format| format != Format::Json);
        let read = ReadOptions { format, ..self.read.clone() };
        let length = sample_length(head, &read).unwrap_or(head.len());
        let mut found = batchdoku_format::open(&head[..length], &read)
            .map_err(|source| Error::Format { name: input.name(), source })?;
        found.reason = format!("each element of a JSON value is a record: {}", found.reason);
        Ok(found)
    }

    /// Detects the format, by as many of the first bytes as that takes.
    fn detect(&self, head: &[u8], input: &Input) -> Result<DetectedInput, Error> {
        let length = sample_length(head, &self.read).unwrap_or(head.len());
        let found = batchdoku_format::open(&head[..length], &self.read);
        // Bytes that are nothing are explained best by a name that says what they were.
        if matches!(found, Ok(_) | Err(FormatError::NoPuzzles { .. })) {
            unpack::check_text_name(input.path())
                .map_err(|source| Error::Read { name: input.name(), source })?;
        }
        found.map_err(|source| Error::Format { name: input.name(), source })
    }
}

/// Returns the array in Fortran order that starts with `head`, at `offset` of a file, in C order.
fn transposed(file: File, offset: u64, head: &[u8]) -> io::Result<Stream> {
    let array = FortranArray::of(head).expect("it has been detected");
    Ok(Stream::of_read(Transposed::new(file, offset, head, array)?))
}

/// Returns whether the format of an input is a JSON array, whose elements are to become lines.
fn is_json_array(found: &Result<DetectedInput, Error>) -> bool {
    matches!(found, Err(Error::Format { source: FormatError::JsonArray, .. }))
}
