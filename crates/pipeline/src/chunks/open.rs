//! Opening an input: as a regular file, a stream (such as text in memory) or record batches.
//!
//! A loop removes the layers around records:
//!
//! ```text
//! packed       gzip, zstd, zip            -> a stream of the text
//! elements     one JSON value             -> a stream with a line for each element
//! transposed   an array, Fortran order    -> a stream of the array in C order, from a file
//! batches      Parquet, Arrow             -> record batches, from a file; an Arrow stream needs none
//! ```
//!
//! If a stream must be a file for the next step, it is copied to a temporary file.

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
        Buffer, HEAD, Input, InputFile, LineOffset, Opened, ShardRange, Stream, Transposed,
        Uncounted, check_length, regular, temporary_copy, unpack,
    },
};
use batchdoku_format::{
    DetectedInput, Format, FormatError, FortranArray, LayoutOptions, ReadOptions, sample_length,
};

/// The largest chunk, in bytes, unless a single record is longer.
pub(crate) const CHUNK: usize = 1 << 19;
/// The smallest chunk that keeps a worker busy long enough, in bytes.
const SMALLEST_CHUNK: usize = 16 << 10;
/// The number of chunks that a small file is cut into, so that no worker waits long for the last chunk. It does not
/// depend on the number of threads, because outputs must not.
const CHUNKS: u64 = 64;

/// The number of bytes of an Arrow file that are read at a time.
#[cfg(feature = "parquet")]
const READ: usize = 1 << 20;

/// The origin of the chunks of an input.
pub(super) enum ChunkOrigin {
    /// A file: the next chunk starts where `rest` starts, and the input starts at `start`.
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

/// The bytes of an input, without the layers removed so far.
enum Bytes {
    File(FileBytes),
    Stream(Box<Stream>),
}

/// A regular file that is not packed.
struct FileBytes {
    /// The file, at the position `start`.
    file: File,
    ranges: InputFile,
    /// The offset of its first byte.
    start: u64,
    length: u64,
    /// The first bytes.
    head: Buffer,
}

/// The outermost layer of some bytes. Layers are removed until records are left.
enum Layer {
    /// Record batches in this format.
    #[cfg(feature = "parquet")]
    Batches(Format),
    /// A JSON value: each of its elements becomes a line.
    Elements,
    /// An array in Fortran order, which becomes an array in C order.
    Transposed,
    Records(Box<DetectedInput>),
}

impl From<Stream> for Bytes {
    fn from(stream: Stream) -> Self {
        Self::Stream(Box::new(stream))
    }
}

impl Bytes {
    /// Copies a stream to a temporary file, and returns the file.
    fn copied(stream: Stream, name: &str) -> Result<Self, Error> {
        let fail = |source| Error::Read { name: name.into(), source };
        let mut copy = temporary_copy(stream.into_read(), name)?;
        let length = copy.stream_position().map_err(fail)?;
        copy.rewind().map_err(fail)?;
        FileBytes::new(copy, 0..length, name).map(Self::File)
    }
}

impl FileBytes {
    /// Reads the head of a file, whose position is the start of `range`.
    fn new(file: File, range: Range<u64>, name: &str) -> Result<Self, Error> {
        let fail = |source| Error::Read { name: name.into(), source };
        let Range { start, end: length } = range;
        let copy = file.try_clone().map_err(fail)?;
        let ranges = InputFile::new(copy, name.to_owned(), length);
        let head = ranges.read(start..length.min(start + HEAD as u64))?;
        Ok(Self { file, ranges, start, length, head })
    }
}

/// Opens inputs.
pub(crate) struct InputOpener {
    read: ReadOptions,
    /// The number of threads that decode compressed inputs.
    threads: usize,
    /// The number of rows of record batches read at a time.
    pub(crate) batch_rows: usize,
}

impl InputOpener {
    pub(crate) fn new(read: ReadOptions, threads: usize) -> Self {
        Self { read, threads, batch_rows: LayoutOptions::default().batch_rows() }
    }

    /// Refuses the name of a column if records of the format have no names, because nobody would notice an option
    /// without effect.
    pub(super) fn check_columns(&self, format: Format) -> Result<(), Error> {
        match self.read.unused_column(format) {
            Some((option, reason)) => Err(Error::NoEffect { option, reason }),
            None => Ok(()),
        }
    }

    /// Opens an input, layer by layer; returns `None` if it is empty.
    pub(super) fn open(
        &self,
        input: &Input,
        part: Option<ShardRange>,
        name: &str,
    ) -> Result<Option<OpenedOrigin>, Error> {
        let fail = |source| Error::Read { name: name.into(), source };
        let Some(mut bytes) = self.unpacked(input, part.as_ref(), name)? else { return Ok(None) };
        loop {
            let Some(layer) = self.layer(&mut bytes, input)? else { return Ok(None) };
            bytes = match (layer, bytes) {
                #[cfg(feature = "parquet")]
                (Layer::Batches(_), Bytes::Stream(_)) if part.is_some() => {
                    return Err(Error::NoParts { name: name.into() });
                }
                #[cfg(feature = "parquet")]
                (Layer::Batches(format), Bytes::Stream(mut stream)) => {
                    let is_file = self.head(&mut stream).starts_with(IpcReader::FILE_START);
                    if format == Format::Arrow && !is_file {
                        let reader = IpcReader::open(stream.into_read(), &self.read);
                        let input = BatchInput::arrow(reader, name, &self.read)?;
                        return Ok(Some(self.opened_batches(input)));
                    }
                    // A reader of Parquet starts at the end, so it needs a file.
                    Bytes::copied(*stream, name)?
                }
                #[cfg(feature = "parquet")]
                (Layer::Batches(format), Bytes::File(file)) => {
                    return self.open_batches(format, file, part.as_ref(), name).map(Some);
                }
                (Layer::Elements, Bytes::File(file)) => self.streamed(file, input)?,
                (Layer::Elements, Bytes::Stream(stream)) => {
                    let mut stream = stream.by_elements();
                    let found = self.detect_elements(self.head(&mut stream), input)?;
                    return opened_stream(stream, found, part, name).map(Some);
                }
                // Each record is spread over the whole array, so this needs a file.
                (Layer::Transposed, Bytes::Stream(stream)) => Bytes::copied(*stream, name)?,
                (Layer::Transposed, Bytes::File(FileBytes { file, start, head, .. })) => {
                    Bytes::from(transposed(file, start, &head).map_err(fail)?)
                }
                (Layer::Records(found), Bytes::Stream(stream)) => {
                    return opened_stream(*stream, *found, part, name).map(Some);
                }
                (Layer::Records(found), Bytes::File(mut file)) => {
                    let is_text = found.layout.format == Format::Jsonl;
                    if let Some(contract) = input.map.filter(|_| !is_text) {
                        file.ranges.map(contract);
                    }
                    if file.ranges.is_mapped() || found.parser.is_one_record_per_line() {
                        return opened_file(file, *found, part, name).map(Some);
                    }
                    self.streamed(file, input)?
                }
            };
        }
    }

    /// Returns the bytes of an input, decoded if it is packed; `None` if it is an empty file.
    fn unpacked(
        &self,
        input: &Input,
        part: Option<&ShardRange>,
        name: &str,
    ) -> Result<Option<Bytes>, Error> {
        let opened = input.open().map_err(|source| Error::Open { name: name.into(), source })?;
        let mut file = match opened {
            Opened::File(file) => file,
            Opened::Text(text) => return Ok(Some(Stream::of_text(text).into())),
        };
        let fail = |source| Error::Read { name: name.into(), source };
        let length = regular(&file).map(|about| about.len()).filter(|&length| length > 0);
        let Some(length) = length else {
            return Ok(Some(self.stream(file, None, input)?.into()));
        };
        check_length(name, part.map_or(length, |part| part.stored), length)?;
        // Another program may have read the start of a redirected input.
        let start = file.stream_position().map_err(fail)?;
        if start >= length {
            return Ok(None);
        }
        let file = FileBytes::new(file, start..length, name)?;
        if unpack::is_packed(&file.head) {
            return self.streamed(file, input).map(Some);
        }
        unpack::check_name(input.path(), false).map_err(fail)?;
        Ok(Some(Bytes::File(file)))
    }

    /// Returns a stream over a file, from start to end.
    fn streamed(&self, file: FileBytes, input: &Input) -> Result<Bytes, Error> {
        Ok(self.stream(file.file, Some(file.length), input)?.into())
    }

    /// Returns a stream over a file, from start to end; `length` is its number of bytes, if known.
    fn stream(&self, file: File, length: Option<u64>, input: &Input) -> Result<Stream, Error> {
        Stream::new(file, length, input, self.threads)
            .map_err(|source| Error::Read { name: input.name(), source })
    }

    /// Identifies the outermost layer of some bytes; `None` if a stream is empty.
    fn layer(&self, bytes: &mut Bytes, input: &Input) -> Result<Option<Layer>, Error> {
        let fail = |source| Error::Read { name: input.name(), source };
        // Text in memory is never read as record batches.
        #[cfg(feature = "parquet")]
        let is_text = matches!(bytes, Bytes::Stream(stream) if stream.is_text());
        let head = match bytes {
            Bytes::File(file) => &file.head,
            Bytes::Stream(stream) => {
                if self.head(stream).is_empty() {
                    return match stream.failure() {
                        Some(source) => Err(fail(source)),
                        None => unpack::check_text_name(input.path()).map(|()| None).map_err(fail),
                    };
                }
                let head = self.head(stream);
                unpack::check_unpacked(head).map_err(fail)?;
                head
            }
        };
        #[cfg(feature = "parquet")]
        if let Some(format) = batchdoku_format::batch_format(head, &self.read).filter(|_| !is_text)
        {
            return Ok(Some(Layer::Batches(format)));
        }
        let layer = match self.detect(head, input) {
            Err(Error::Format { source: FormatError::JsonArray, .. }) => Layer::Elements,
            Err(Error::Format { source: FormatError::FortranOrder, .. }) => Layer::Transposed,
            found => Layer::Records(Box::new(found?)),
        };
        Ok(Some(layer))
    }

    /// Opens a file of record batches.
    #[cfg(feature = "parquet")]
    fn open_batches(
        &self,
        format: Format,
        bytes: FileBytes,
        part: Option<&ShardRange>,
        name: &str,
    ) -> Result<OpenedOrigin, Error> {
        let FileBytes { mut file, ranges, start, length, head } = bytes;
        if format == Format::Parquet {
            let fail = |source| Error::Read { name: name.into(), source };
            file.seek(SeekFrom::End(0)).map_err(fail)?;
            let mut input = BatchInput::parquet(ranges, start, name, &self.read, self.threads)?;
            if let Some(part) = part {
                input.take(part.share(length));
            }
            return Ok(self.opened_batches(input));
        }
        if part.is_some() {
            return Err(Error::NoParts { name: name.into() });
        }
        let reader = if head.starts_with(IpcReader::FILE_START) {
            IpcReader::open_file(file, &self.read)
        } else {
            IpcReader::open(Box::new(BufReader::with_capacity(READ, file)), &self.read)
        };
        Ok(self.opened_batches(BatchInput::arrow(reader, name, &self.read)?))
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

    /// Returns the first bytes: enough to detect the format.
    fn head<'s>(&self, stream: &'s mut Stream) -> &'s [u8] {
        stream.head(|head| sample_length(head, &self.read).is_some())
    }

    /// Detects the format of the elements of a JSON value, given with each element on a line.
    fn detect_elements(&self, head: &[u8], input: &Input) -> Result<DetectedInput, Error> {
        let format = self.read.format.filter(|&format| format != Format::Json);
        let read = ReadOptions { format, ..self.read.clone() };
        let length = sample_length(head, &read).unwrap_or(head.len());
        let mut found = batchdoku_format::open(&head[..length], &read)
            .map_err(|source| Error::Format { name: input.name(), source })?;
        found.reason = format!("each element of a JSON value is a record: {}", found.reason);
        Ok(found)
    }

    /// Detects the format from the first bytes of an input.
    fn detect(&self, head: &[u8], input: &Input) -> Result<DetectedInput, Error> {
        let length = sample_length(head, &self.read).unwrap_or(head.len());
        let found = batchdoku_format::open(&head[..length], &self.read);
        // If the bytes have no known format, a name that claims to be packed explains it best.
        if matches!(found, Ok(_) | Err(FormatError::NoPuzzles { .. })) {
            unpack::check_text_name(input.path())
                .map_err(|source| Error::Read { name: input.name(), source })?;
        }
        found.map_err(|source| Error::Format { name: input.name(), source })
    }
}

/// Returns the origin of the chunks of a file, given the records `found` at its start.
fn opened_file(
    mut bytes: FileBytes,
    found: DetectedInput,
    part: Option<ShardRange>,
    name: &str,
) -> Result<OpenedOrigin, Error> {
    let end = bytes.file.seek(SeekFrom::End(0));
    end.map_err(|source| Error::Read { name: name.into(), source })?;
    let FileBytes { ranges, start, length, .. } = bytes;
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
    Ok(OpenedOrigin { origin, found, chunk, lines: lines_before })
}

/// Returns the origin of the chunks of a stream, given the records `found` at its start.
fn opened_stream(
    mut stream: Stream,
    found: DetectedInput,
    part: Option<ShardRange>,
    name: &str,
) -> Result<OpenedOrigin, Error> {
    stream.take(found.skip);
    let mut lines = found.lines;
    if let Some(part) = part {
        lines += stream.skip_records(&*found.parser, part.start, name)?;
        stream.limit = part.end;
    }
    let origin = ChunkOrigin::Stream(Box::new(stream));
    Ok(OpenedOrigin { origin, found, chunk: CHUNK, lines: lines.into() })
}

/// Returns a stream in C order of the array in Fortran order that starts with `head`, at `offset` of a file.
fn transposed(file: File, offset: u64, head: &[u8]) -> io::Result<Stream> {
    let array = FortranArray::of(head).expect("it has been detected");
    Ok(Stream::of_read(Transposed::new(file, offset, head, array)?))
}
