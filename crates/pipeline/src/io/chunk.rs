//! A chunk: a whole number of records of one input, mapped, still to be read, or in memory.

use std::{
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
};

#[cfg(feature = "parquet")]
use super::batches::BatchTask;
use super::{buffer::Buffer, input_file::InputFile, lines_before::LinesBefore};
use crate::{BatchSection, Error, Task};
use batchdoku_format::Reader;

/// A whole number of records of one input, in memory.
#[derive(Clone, Copy)]
pub struct ChunkRef<'a> {
    /// Their bytes.
    pub bytes: &'a [u8],
    /// Finds the records.
    pub reader: &'a dyn Reader,
    /// The input of the job that they belong to, counted from 0.
    pub input: usize,
    /// How many bytes of the input come before them.
    pub offset: u64,
    /// Set when nobody waits for the result any more.
    pub stop: Option<&'a AtomicBool>,
}

/// The task of a worker: a [`ChunkRef`] whose bytes may have to be read first.
pub struct Chunk {
    pub(super) bytes: Bytes,
    pub(crate) input: usize,
    pub(crate) output: Option<usize>,
    pub(crate) offset: u64,
    /// In the first chunk of an input: how many lines come before it.
    pub(super) lines_before: Option<LinesBefore>,
    pub(crate) reader: Arc<dyn Reader>,
    /// How many bytes of the input come before the next chunk, if that is known.
    pub(super) next: Option<u64>,
}

/// Where the bytes of a chunk are.
pub(crate) enum Bytes {
    /// A range of a mapped file.
    Mapped(Arc<InputFile>, Range<u64>),
    /// A range of a file that the worker reads.
    Unread(Arc<InputFile>, Range<u64>),
    /// In memory.
    Read(Buffer),
    /// Rows of record batches, which have a reader of their own.
    #[cfg(feature = "parquet")]
    Batch(Box<BatchTask>),
}

impl Bytes {
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Mapped(_, range) | Self::Unread(_, range) => range.end - range.start,
            Self::Read(buffer) => buffer.len() as u64,
            #[cfg(feature = "parquet")]
            Self::Batch(task) => task.length,
        }
    }
}

impl Chunk {
    /// The sections of the input that its records belong to, with the first line of each in the chunk.
    pub(crate) fn sections(&self) -> Vec<(u64, BatchSection)> {
        match &self.bytes {
            #[cfg(feature = "parquet")]
            Bytes::Batch(task) => task.sections.clone(),
            _ => Vec::new(),
        }
    }

    /// Brings the bytes into memory, does `work` with them, and makes sure that the file is still
    /// as long as it was when it was opened.
    ///
    /// # Errors
    /// If the bytes cannot be read or the file has changed, whatever `work` says; then that of
    /// `work`.
    pub fn with<R>(self, work: impl FnOnce(&ChunkRef<'_>) -> Result<R, Error>) -> Result<R, Error> {
        let Self { bytes, input, offset, reader, .. } = self;
        #[cfg(feature = "parquet")]
        let bytes = match bytes {
            Bytes::Batch(task) => {
                let reader = task.read()?;
                let result = work(&ChunkRef {
                    bytes: reader.text(),
                    reader: &reader,
                    input,
                    offset,
                    stop: None,
                });
                task.verify()?;
                return result;
            }
            bytes => bytes,
        };
        let work =
            |bytes: &[u8]| work(&ChunkRef { bytes, reader: &*reader, input, offset, stop: None });
        let (result, file) = match bytes {
            Bytes::Mapped(file, range) => (work(file.mapped(range)), file),
            Bytes::Unread(file, range) => (work(&file.read(range)?), file),
            Bytes::Read(buffer) => return work(&buffer),
            #[cfg(feature = "parquet")]
            Bytes::Batch(_) => unreachable!("handled above"),
        };
        file.verify()?;
        result
    }
}

impl Task for Chunk {
    fn input(&self) -> usize {
        self.input
    }

    fn output(&self) -> Option<usize> {
        self.output
    }

    fn lines_before(&mut self) -> Option<LinesBefore> {
        self.lines_before.take()
    }

    fn end(&self) -> Option<u64> {
        self.next
    }

    fn length(&self) -> u64 {
        self.bytes.len()
    }
}
