//! Reading Arrow files and streams (IPC).
//!
//! A stream is read from start to end. The messages of a file are found by its footer only, because some
//! writers (Polars) omit the schema that a stream has before the first batch. The lengths that a message
//! announces are not trusted: memory is allocated as the bytes arrive.
//!
//! Batches and dictionaries are decoded by the crate `arrow-ipc`, but messages are found here, because its `FileReader`
//! and `StreamReader` allocate the lengths that a message announces. They take .97 and .91 of the CPU time, but a
//! stream of 3 MB that announces 16 TiB for its first batch aborts the process. `StreamDecoder` allocates memory as the
//! bytes arrive, but exposes no message before it is decoded, so the lengths that compressed buffers announce could not
//! be checked.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    sync::Arc,
    vec,
};

use arrow_array::{ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::{
    Block, Message, MessageHeader,
    convert::fb_to_schema,
    reader::{read_dictionary, read_footer_length, read_record_batch},
    root_as_footer, root_as_message,
};
use arrow_schema::{ArrowError, SchemaRef};

use super::{Columns, parquet_reader::guarded};
use batchdoku_format::{FormatError, ReadOptions};

/// The reason why an Arrow file or stream cannot be read.
#[derive(Debug)]
pub enum IpcError {
    /// The bytes cannot be read.
    Read(io::Error),
    /// The bytes are damaged: the fault in words.
    Damaged(String),
    /// There is no column that can be read as puzzles.
    Columns(FormatError),
}

impl From<io::Error> for IpcError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

impl From<String> for IpcError {
    fn from(what: String) -> Self {
        Self::Damaged(what)
    }
}

impl From<&str> for IpcError {
    fn from(what: &str) -> Self {
        Self::Damaged(what.to_owned())
    }
}

impl From<FormatError> for IpcError {
    fn from(error: FormatError) -> Self {
        Self::Columns(error)
    }
}

/// The bytes after a footer: its length and the magic number.
const FILE_END: usize = 10;
/// The longest description of a message, in bytes.
const LONGEST_METADATA: u64 = 256 << 20;
/// The fault of data that ends in the middle of a message.
const TOO_SHORT: &str = "the data ends in the middle of a message";
/// The maximum total length of the decoded buffers of a batch, in bytes.
const LARGEST_BATCH: u64 = 8 << 30;

/// An Arrow file or stream.
pub struct IpcReader {
    messages: Messages,
    /// The columns of the file.
    pub columns: Arc<Columns>,
    schema: SchemaRef,
    dictionaries: HashMap<i64, ArrayRef>,
    /// The number of bytes that have been read.
    pub position: u64,
}

/// The places of the messages.
enum Messages {
    /// Messages follow one another.
    Stream(Box<dyn Read + Send>),
    /// The footer has the places of messages (`blocks`), relative to the `start` of the file.
    File { bytes: File, start: u64, blocks: vec::IntoIter<Block> },
}

/// A message: its description and its body.
struct RawMessage {
    metadata: Vec<u8>,
    body: Buffer,
}

impl IpcReader {
    /// The first bytes of a file. A stream starts differently.
    pub const FILE_START: &[u8] = b"ARROW1";

    /// Opens a stream.
    ///
    /// # Errors
    /// If the stream cannot be read, is damaged, or has no column of puzzles.
    pub fn open(mut bytes: Box<dyn Read + Send>, options: &ReadOptions) -> Result<Self, IpcError> {
        let mut position = 0;
        let message = read_message(&mut bytes, &mut position)?.ok_or("it has no schema")?;
        let schema = guarded(|| {
            let header = message.header()?;
            let schema = header.header_as_schema().map(fb_to_schema);
            schema.ok_or_else(|| "it does not start with a schema".to_owned())
        })?;
        Self::new(Messages::Stream(bytes), Arc::new(schema), position, options)
    }

    /// Opens a file, which starts at the current position of `bytes`.
    ///
    /// # Errors
    /// Like [`Self::open`].
    pub fn open_file(mut bytes: File, options: &ReadOptions) -> Result<Self, IpcError> {
        let start = bytes.stream_position()?;
        let length = bytes.seek(SeekFrom::End(0))?.saturating_sub(start);
        let end = length.checked_sub(FILE_END as u64).ok_or("it is too short")?;
        bytes.seek(SeekFrom::Start(start + end))?;
        let mut last = [0; FILE_END];
        bytes.read_exact(&mut last)?;
        let footer = read_footer_length(last).map_err(|_| "the file ends early")? as u64;
        let place = end.checked_sub(footer).ok_or("its footer is longer than the file")?;
        bytes.seek(SeekFrom::Start(start + place))?;
        let footer = read_all(&mut bytes, footer)?;
        let (schema, blocks) = guarded(|| {
            let footer = root_as_footer(&footer).map_err(|error| error.to_string())?;
            let schema = footer.schema().ok_or("it has no schema")?;
            let blocks = [footer.dictionaries(), footer.recordBatches()];
            let blocks = blocks.into_iter().flatten().flatten().copied();
            Ok::<_, String>((Arc::new(fb_to_schema(schema)), blocks.collect::<Vec<_>>()))
        })?;
        let messages = Messages::File { bytes, start, blocks: blocks.into_iter() };
        Self::new(messages, schema, 0, options)
    }

    fn new(
        messages: Messages,
        schema: SchemaRef,
        position: u64,
        options: &ReadOptions,
    ) -> Result<Self, IpcError> {
        let columns = Columns::find(Arc::clone(&schema), options)?;
        Ok(Self { messages, columns, schema, dictionaries: HashMap::new(), position })
    }

    /// Returns the next batch; `None` at the end.
    ///
    /// # Errors
    /// If the bytes cannot be read, or are damaged.
    pub fn next_batch(&mut self) -> Result<Option<RecordBatch>, IpcError> {
        loop {
            let message = match &mut self.messages {
                Messages::Stream(bytes) => read_message(bytes, &mut self.position)?,
                Messages::File { bytes, start, blocks } => {
                    let Some(block) = blocks.next() else { return Ok(None) };
                    Some(read_block(&block, bytes, *start, &mut self.position)?)
                }
            };
            let Some(message) = message else { return Ok(None) };
            if let Some(batch) = self.decode(&message)? {
                return Ok(Some(batch));
            }
        }
    }

    /// Returns the batch of a message; `None` if it is a dictionary.
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
                    let body = &message.body;
                    let schema = Arc::clone(schema);
                    read_record_batch(body, batch, schema, dictionaries, None, &version).map(Some)
                }
                other => Err(ArrowError::IpcError(format!("unexpected message {other:?}"))),
            }
        })
    }
}

fn no_header() -> ArrowError {
    ArrowError::IpcError("a message has no header".into())
}

impl RawMessage {
    fn header(&self) -> Result<Message<'_>, String> {
        root_as_message(&self.metadata).map_err(|error| error.to_string())
    }

    /// Checks that all buffers lie in the body, and that compressed buffers do not announce more than
    /// [`LARGEST_BATCH`] bytes.
    fn check_lengths(&self, batch: arrow_ipc::RecordBatch<'_>) -> Result<(), ArrowError> {
        let mut decoded = 0_u64;
        for buffer in batch.buffers().into_iter().flatten() {
            let place = usize::try_from(buffer.offset()).ok();
            let place = place.zip(usize::try_from(buffer.length()).ok());
            let bytes =
                place.and_then(|(start, length)| self.body.get(start..start.checked_add(length)?));
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

/// Returns the next message of a stream; `None` at the end.
fn read_message(input: &mut impl Read, position: &mut u64) -> Result<Option<RawMessage>, IpcError> {
    let mut start = Vec::new();
    input.by_ref().take(8).read_to_end(&mut start)?;
    let length = match start[..] {
        [] => return Ok(None),
        // Since version 0.15, four bytes of 0xFF precede the length.
        [0xFF, 0xFF, 0xFF, 0xFF, a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
        _ => return Err("a message does not start where it should".into()),
    };
    if length == 0 {
        return Ok(None);
    }
    let metadata = read_metadata(input, length.into())?;
    let message = root_as_message(&metadata).map_err(|error| error.to_string())?;
    let body = message.bodyLength();
    *position += start.len() as u64;
    read_body(metadata, body, input, position).map(Some)
}

fn read_block(
    block: &Block,
    bytes: &mut File,
    start: u64,
    position: &mut u64,
) -> Result<RawMessage, IpcError> {
    let place = u64::try_from(block.offset()).ok().zip(u64::try_from(block.metaDataLength()).ok());
    let (offset, length) = place.ok_or("its footer has a negative length")?;
    bytes.seek(SeekFrom::Start(start.saturating_add(offset)))?;
    let mut metadata = read_metadata(bytes, length)?;
    // The length precedes the description, and since version 0.15 four bytes of 0xFF precede the length.
    let before = if metadata.starts_with(&[0xFF; 4]) { 8 } else { 4 };
    metadata.drain(..before.min(metadata.len()));
    read_body(metadata, block.bodyLength(), bytes, position)
}

fn read_body(
    metadata: Vec<u8>,
    length: i64,
    input: &mut impl Read,
    position: &mut u64,
) -> Result<RawMessage, IpcError> {
    let length = u64::try_from(length).map_err(|_| "a message has a negative length")?;
    let body = read_all(input, length)?;
    *position += metadata.len() as u64 + length;
    Ok(RawMessage { metadata, body: Buffer::from_vec(body) })
}

/// Reads the description of a message. If it announces too many bytes, the error is the same as for data that ends
/// early.
fn read_metadata(input: &mut impl Read, length: u64) -> Result<Vec<u8>, IpcError> {
    if length > LONGEST_METADATA { Err(TOO_SHORT.into()) } else { read_all(input, length) }
}

/// Reads `length` bytes, and allocates memory as they arrive.
fn read_all(input: &mut impl Read, length: u64) -> Result<Vec<u8>, IpcError> {
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(TOO_SHORT.into()) }
}
