//! Reading Arrow files and streams (IPC), from start to end.
//!
//! A file is a stream between a magic number and a footer, so one reader reads both. The lengths that
//! a message announces are not trusted: memory is taken as the bytes come.

use std::{
    collections::HashMap,
    io::{self, Read},
    sync::Arc,
};

use arrow_array::{ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::{
    Message, MessageHeader, MetadataVersion,
    convert::fb_to_schema,
    reader::{read_dictionary, read_record_batch},
    root_as_message,
};
use arrow_schema::{ArrowError, SchemaRef};

use super::{Columns, parquet_reader::guarded};
use batchdoku_format::{FormatError, ReadOptions};

/// The first bytes of a file, padded.
const FILE_START: &[u8; 8] = b"ARROW1\0\0";
/// The last bytes of a file.
const FILE_END: &[u8] = b"ARROW1";
/// The most bytes between it and the first message.
const LONGEST_PADDING: usize = 4 << 10;
/// The longest description of a message, in bytes.
const LONGEST_METADATA: u64 = 256 << 20;
/// The most bytes that the buffers of a batch may decode to.
const LARGEST_BATCH: u64 = 8 << 30;

/// An Arrow file or stream.
pub struct IpcReader {
    bytes: Box<dyn Read + Send>,
    /// The columns of the file.
    pub columns: Arc<Columns>,
    schema: SchemaRef,
    dictionaries: HashMap<i64, ArrayRef>,
    is_file: bool,
    /// The number of bytes that have been read.
    position: u64,
}

/// A message: its description and its body.
struct RawMessage {
    metadata: Vec<u8>,
    body: Buffer,
}

impl IpcReader {
    /// Opens a file or a stream.
    ///
    /// # Errors
    /// If it is damaged, or has no column of puzzles; in the first result if it cannot be read.
    pub fn open(
        bytes: Box<dyn Read + Send>,
        options: &ReadOptions,
    ) -> io::Result<Result<Self, FormatError>> {
        let damaged = |what: String| FormatError::Damaged { kind: "an Arrow file", what };
        let mut input = Counted { bytes, position: 0 };
        let mut first = [0; 8];
        if let Err(error) = input.read_exact(&mut first) {
            return match error.kind() {
                io::ErrorKind::UnexpectedEof => Ok(Err(damaged("it is too short".into()))),
                _ => Err(error),
            };
        }
        let is_file = first == *FILE_START;
        if is_file && let Err(error) = skip_padding(&mut input, &mut first) {
            return match error.kind() {
                io::ErrorKind::UnexpectedEof => Ok(Err(damaged("it has no schema".into()))),
                _ => Err(error),
            };
        }
        let message = match read_message(&first, &mut input)? {
            Ok(Some(message)) => message,
            Ok(None) => return Ok(Err(damaged("it has no schema".into()))),
            Err(what) => return Ok(Err(damaged(what))),
        };
        let schema = guarded(|| {
            let header = message.header()?;
            let schema = header.header_as_schema().map(fb_to_schema);
            schema.ok_or_else(|| "it does not start with a schema".to_owned())
        });
        let schema = match schema {
            Ok(schema) => Arc::new(schema),
            Err(what) => return Ok(Err(damaged(what))),
        };
        let columns = match Columns::find(Arc::clone(&schema), options) {
            Ok(columns) => columns,
            Err(error) => return Ok(Err(error)),
        };
        let Counted { bytes, position } = input;
        Ok(Ok(Self { bytes, columns, schema, dictionaries: HashMap::new(), is_file, position }))
    }

    /// The number of bytes that have been read.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The next batch; `None` at the end.
    ///
    /// # Errors
    /// If the bytes cannot be read; in the second result, what is wrong with them.
    pub fn next_batch(&mut self) -> io::Result<Result<Option<RecordBatch>, String>> {
        loop {
            let mut input = Counted { bytes: &mut self.bytes, position: self.position };
            let message = read_message(&[], &mut input);
            self.position = input.position;
            let message = match message? {
                Ok(Some(message)) => message,
                Ok(None) => return self.end().map(|end| end.map(|()| None)),
                Err(what) => return Ok(Err(what)),
            };
            match self.decode(&message) {
                Ok(None) => {}
                found => return Ok(found),
            }
        }
    }

    /// The batch of a message; `None` if it is a dictionary.
    fn decode(&mut self, message: &RawMessage) -> Result<Option<RecordBatch>, String> {
        let Self { schema, dictionaries, .. } = self;
        guarded(|| -> Result<Option<RecordBatch>, ArrowError> {
            let header = message.header().map_err(ArrowError::IpcError)?;
            let version = header.version();
            match header.header_type() {
                MessageHeader::DictionaryBatch => {
                    let batch = header.header_as_dictionary_batch().ok_or_else(no_header)?;
                    message.check_lengths(batch.data().ok_or_else(no_header)?)?;
                    read_dictionary(&message.body, batch, schema, dictionaries, &version)?;
                    Ok(None)
                }
                MessageHeader::RecordBatch => {
                    let batch = header.header_as_record_batch().ok_or_else(no_header)?;
                    message.check_lengths(batch)?;
                    message.read(batch, schema, dictionaries, version).map(Some)
                }
                other => Err(ArrowError::IpcError(format!("unexpected message {other:?}"))),
            }
        })
    }

    /// Makes sure that a file ends with its footer.
    fn end(&mut self) -> io::Result<Result<(), String>> {
        if !self.is_file {
            return Ok(Ok(()));
        }
        let mut last = Vec::new();
        let mut bytes = [0; 4096];
        loop {
            let length = self.bytes.read(&mut bytes)?;
            if length == 0 {
                break;
            }
            self.position += length as u64;
            last.extend_from_slice(&bytes[..length]);
            last.drain(..last.len().saturating_sub(FILE_END.len()));
        }
        Ok(if last == FILE_END { Ok(()) } else { Err("the file ends early".into()) })
    }
}

fn no_header() -> ArrowError {
    ArrowError::IpcError("a message has no header".into())
}

impl RawMessage {
    fn header(&self) -> Result<Message<'_>, String> {
        root_as_message(&self.metadata).map_err(|error| error.to_string())
    }

    fn read(
        &self,
        batch: arrow_ipc::RecordBatch<'_>,
        schema: &SchemaRef,
        dictionaries: &HashMap<i64, ArrayRef>,
        version: MetadataVersion,
    ) -> Result<RecordBatch, ArrowError> {
        read_record_batch(&self.body, batch, Arc::clone(schema), dictionaries, None, &version)
    }

    /// Makes sure that all buffers lie in the body, and that compressed ones do not announce more
    /// than any batch has.
    fn check_lengths(&self, batch: arrow_ipc::RecordBatch<'_>) -> Result<(), ArrowError> {
        let mut decoded = 0_u64;
        for buffer in batch.buffers().into_iter().flatten() {
            let range =
                u64::try_from(buffer.offset()).ok().zip(u64::try_from(buffer.length()).ok());
            let bytes = range.and_then(|(start, length)| {
                let end = start.checked_add(length)?;
                self.body.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
            });
            let bytes =
                bytes.ok_or_else(|| ArrowError::IpcError("a buffer lies outside".into()))?;
            if batch.compression().is_some()
                && let Some(length) = bytes.first_chunk::<8>()
            {
                let length = u64::try_from(i64::from_le_bytes(*length)).unwrap_or(0);
                decoded = decoded.saturating_add(length);
            }
        }
        if decoded > LARGEST_BATCH {
            let what = format!("a batch announces {decoded} bytes");
            return Err(ArrowError::IpcError(what));
        }
        Ok(())
    }
}

/// Reads the first word of a file after its magic number that is not padding. Some writers pad to 8
/// bytes, others to 64.
fn skip_padding(input: &mut impl Read, word: &mut [u8; 8]) -> io::Result<()> {
    for _ in 0..LONGEST_PADDING / word.len() {
        input.read_exact(word)?;
        if *word != [0; 8] {
            break;
        }
    }
    Ok(())
}

/// The next message; `None` at the end. `before` are its first 8 bytes, or none.
fn read_message(
    before: &[u8],
    input: &mut impl Read,
) -> io::Result<Result<Option<RawMessage>, String>> {
    let mut start = before.to_vec();
    input.by_ref().take(8 - start.len() as u64).read_to_end(&mut start)?;
    let length = match start[..] {
        [] => return Ok(Ok(None)),
        // Four bytes precede the length.
        [0xFF, 0xFF, 0xFF, 0xFF, a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => return Ok(Err("a message does not start where it should".into())),
    };
    if length == 0 {
        return Ok(Ok(None));
    }
    if u64::from(length) > LONGEST_METADATA {
        return Ok(Err(format!("a message announces {length} bytes of metadata")));
    }
    let Some(metadata) = read_all(input, length.into())? else { return Ok(Err(too_short())) };
    let body = match root_as_message(&metadata) {
        Ok(message) => u64::try_from(message.bodyLength()),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let Ok(body) = body else { return Ok(Err("a message has a negative length".into())) };
    let Some(body) = read_all(input, body)? else { return Ok(Err(too_short())) };
    Ok(Ok(Some(RawMessage { metadata, body: Buffer::from_vec(body) })))
}

fn too_short() -> String {
    "the data ends in the middle of a message".into()
}

/// Reads `length` bytes; `None` if there are fewer. Takes memory as they come.
fn read_all(input: &mut impl Read, length: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 == length).then_some(bytes))
}

struct Counted<R> {
    bytes: R,
    position: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.bytes.read(bytes)?;
        self.position += length as u64;
        Ok(length)
    }
}
