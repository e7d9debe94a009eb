//! A chunk: whole records of an input, as a range of a file, or in memory.

use std::{ops::Range, sync::Arc};

#[cfg(feature = "parquet")]
use batchdoku_arrow::BatchReader;

#[cfg(feature = "parquet")]
use super::batches::BatchTask;
use crate::{
    ChunkOutput, Error, Task, TaskPlace,
    io::{Buffer, InputFile},
};
use batchdoku_base::StopFlag;
use batchdoku_format::RecordParser;

/// Whole records of an input, in memory.
#[derive(Clone, Copy)]
pub struct ChunkRef<'a> {
    /// The bytes of the records.
    pub bytes: &'a [u8],
    /// Finds the records.
    pub parser: &'a dyn RecordParser,
    /// The number of the input that the records belong to, counted from 0.
    pub input: usize,
    /// The number of bytes of the input before the records.
    pub offset: u64,
    /// The stop flag, which is set when the result is no longer needed.
    pub stop: Option<&'a StopFlag>,
}

impl ChunkRef<'_> {
    /// Checks that the job has not been asked to stop. Workers call this between records, because a chunk of slow
    /// records would delay the end.
    ///
    /// # Errors
    /// [`Error::Abandoned`] if the job has been asked to stop.
    pub fn continue_unless_stopped(&self) -> Result<(), Error> {
        match self.stop.is_some_and(StopFlag::is_set) {
            true => Err(Error::Abandoned),
            false => Ok(()),
        }
    }
}

/// Processes the chunks of a thread, one after the other, with an engine and buffers of its own.
pub trait ChunkWorker {
    /// Processes a chunk: writes the answers for its records, and reports rejected records.
    ///
    /// # Errors
    /// The reason why the job ends.
    fn work(&mut self, chunk: &ChunkRef<'_>, output: &mut ChunkOutput<'_, '_>)
    -> Result<(), Error>;
}

/// A job that processes chunks: the state that its workers share.
pub trait ChunkJob: Sync {
    /// Creates the worker of a thread.
    fn worker(&self) -> Box<dyn ChunkWorker + '_>;
}

/// The task of a worker: a [`ChunkRef`], with bytes that may still have to be read.
pub struct Chunk {
    pub(crate) bytes: Bytes,
    pub(crate) place: TaskPlace,
    pub(crate) offset: u64,
    pub(crate) parser: Arc<dyn RecordParser>,
}

pub(crate) enum Bytes {
    /// A range of a file, which the worker reads unless it is mapped.
    File(Arc<InputFile>, Range<u64>),
    /// Bytes in memory.
    Read(Buffer),
    /// Rows of record batches, which have a reader of their own.
    #[cfg(feature = "parquet")]
    Batch(Box<BatchTask>),
}

impl Bytes {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::File(_, range) => range.end - range.start,
            Self::Read(buffer) => buffer.len() as u64,
            #[cfg(feature = "parquet")]
            Self::Batch(task) => task.length,
        }
    }
}

/// The bytes of a chunk in memory.
pub struct LoadedBytes<'a>(Loaded<'a>);

enum Loaded<'a> {
    Borrowed(&'a [u8]),
    Read(Buffer),
    #[cfg(feature = "parquet")]
    Batch(BatchReader),
}

impl Chunk {
    /// Reads the bytes into memory, if they are not there.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn load(&self) -> Result<LoadedBytes<'_>, Error> {
        Ok(LoadedBytes(match &self.bytes {
            Bytes::File(file, range) if file.is_mapped() => {
                Loaded::Borrowed(file.mapped(range.clone()))
            }
            Bytes::File(file, range) => Loaded::Read(file.read(range.clone())?),
            Bytes::Read(buffer) => Loaded::Borrowed(buffer),
            #[cfg(feature = "parquet")]
            Bytes::Batch(task) => Loaded::Batch(task.read()?),
        }))
    }

    /// Returns the sections of a chunk of record batches.
    #[cfg(feature = "parquet")]
    pub(crate) fn sections(&self) -> Option<&[(u64, (&'static str, u64))]> {
        match &self.bytes {
            Bytes::Batch(task) => Some(&task.sections),
            _ => None,
        }
    }

    /// Returns the chunk with its bytes.
    pub fn with<'a>(&'a self, loaded: &'a LoadedBytes<'_>) -> ChunkRef<'a> {
        let (bytes, parser): (&[u8], &dyn RecordParser) = match &loaded.0 {
            Loaded::Borrowed(bytes) => (bytes, &*self.parser),
            Loaded::Read(buffer) => (buffer, &*self.parser),
            #[cfg(feature = "parquet")]
            Loaded::Batch(parser) => (&parser.text, parser),
        };
        ChunkRef { bytes, parser, input: self.place.input, offset: self.offset, stop: None }
    }
}

impl Task for Chunk {
    fn place(&self) -> TaskPlace {
        self.place.clone()
    }

    fn length(&self) -> u64 {
        self.bytes.len()
    }

    fn verify(&self) -> Result<(), Error> {
        match &self.bytes {
            Bytes::File(file, _) => file.verify(),
            Bytes::Read(_) => Ok(()),
            #[cfg(feature = "parquet")]
            Bytes::Batch(task) => task.verify(),
        }
    }
}
