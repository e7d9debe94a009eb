//! Inputs of record batches: Parquet, which is read in pieces, and Arrow, which is read batch by
//! batch.

use std::{
    hint,
    io::{self, Read},
    ops::Range,
    sync::Arc,
};

use arrow_array::RecordBatch;
use bytes::Bytes;
use parquet::{
    arrow::arrow_reader::ParquetRecordBatchReader,
    errors::{ParquetError, Result as ParquetResult},
    file::reader::{ChunkReader, Length},
};

use crate::{
    Error,
    io::{Buffer, InputFile},
};
use batchdoku_arrow::{
    BatchReader, Columns, EachBatch, IpcError, IpcReader, ParquetPiece, ParquetReader, ROW,
};
use batchdoku_format::{Format, FormatError, Layout, ReadOptions};

pub(crate) struct BatchInput {
    name: Arc<str>,
    reads_solutions: bool,
    /// True if the first rows must show whether another column could have the puzzles, too.
    asks_for_columns: bool,
    /// The number of the next row, counted from 0.
    pub(crate) row: u64,
    /// The number after that of the last row, if rows of the file follow it.
    end: Option<u64>,
    threads: usize,
    kind: BatchKind,
}

enum BatchKind {
    Parquet(Pieces),
    Arrow(Batches),
}

/// The pieces of a Parquet file, one after the other.
struct Pieces {
    file: Arc<ParquetFile>,
    /// The row group that is being read in order.
    group: Option<ParquetRecordBatchReader>,
}

/// The batches of an Arrow file or stream, one after the other.
struct Batches {
    reader: IpcReader,
    /// The rows of the last batch that are left.
    rest: Option<RecordBatch>,
    /// The number of batches read so far.
    count: u64,
    /// The number of bytes read when the last task was handed out.
    position: u64,
}

/// The next rows of an input.
struct Taken {
    rows: BatchRows,
    count: u64,
    /// The approximate number of bytes that they take in the input.
    length: u64,
    /// The sections of the input that the rows belong to, each with its first row here.
    sections: Vec<(u64, (&'static str, u64))>,
}

/// A Parquet file that several threads read.
struct ParquetFile {
    reader: ParquetReader<FileRanges>,
    file: Arc<InputFile>,
}

/// Rows of an input, decoded or still to be read.
pub(crate) struct BatchTask {
    name: Arc<str>,
    rows: BatchRows,
    columns: Arc<Columns>,
    reads_solutions: bool,
    asks_for_columns: bool,
    pub(crate) first_row: u64,
    /// The approximate number of bytes that they take in the input.
    pub(crate) length: u64,
    /// The sections of the input that the rows belong to, each with its first row here.
    pub(crate) sections: Vec<(u64, (&'static str, u64))>,
}

enum BatchRows {
    Decoded(RecordBatch),
    Unread(Arc<ParquetFile>, ParquetPiece),
}

impl BatchInput {
    /// Opens a Parquet file that starts at `start` of `file`.
    pub(crate) fn parquet(
        file: InputFile,
        start: u64,
        name: &str,
        options: &ReadOptions,
        threads: usize,
    ) -> Result<Self, Error> {
        keep_freed_memory();
        let file = Arc::new(file);
        let ranges = FileRanges { file: Arc::clone(&file), start };
        let reader = ParquetReader::open(ranges, options).map_err(|source| bad(name, source))?;
        let file = Arc::new(ParquetFile { reader, file });
        let kind = BatchKind::Parquet(Pieces { file, group: None });
        Ok(Self::new(name, options, threads, kind))
    }

    /// Opens an Arrow file or stream, read by `reader`.
    pub(crate) fn arrow(
        reader: Result<IpcReader, IpcError>,
        name: &str,
        options: &ReadOptions,
    ) -> Result<Self, Error> {
        let reader = reader.map_err(|error| match error {
            IpcError::Read(source) => Error::Read { name: name.to_owned(), source },
            IpcError::Damaged(what) => {
                bad(name, FormatError::Damaged { kind: "an Arrow file", what })
            }
            IpcError::Columns(source) => bad(name, source),
        })?;
        let kind = BatchKind::Arrow(Batches { reader, rest: None, count: 0, position: 0 });
        Ok(Self::new(name, options, 1, kind))
    }

    fn new(name: &str, options: &ReadOptions, threads: usize, kind: BatchKind) -> Self {
        Self {
            name: name.into(),
            reads_solutions: options.solutions,
            asks_for_columns: options.asks_for_columns(),
            row: 0,
            end: None,
            threads,
            kind,
        }
    }

    /// Leaves out the rows that do not belong to a share of a Parquet file, from 0 to 1.
    pub(crate) fn take(&mut self, (from, to): (f64, f64)) {
        let BatchKind::Parquet(Pieces { file, .. }) = &self.kind else { return };
        let rows = file.reader.rows() as f64;
        self.row = (rows * from) as u64;
        self.end = Some((rows * to) as u64);
    }

    /// Returns the parser of the whole input; each batch has a parser of its own.
    pub(crate) fn parser(&self) -> EachBatch {
        EachBatch::new(self.kind.columns())
    }

    pub(crate) fn layout(&self) -> Layout {
        let format = match &self.kind {
            BatchKind::Parquet(_) => Format::Parquet,
            BatchKind::Arrow(_) => Format::Arrow,
        };
        Layout { columns: Some(Arc::clone(self.kind.columns()) as _), ..Layout::of(format) }
    }

    /// Returns the next rows, at most `size`.
    pub(crate) fn next(&mut self, size: usize) -> Result<Option<BatchTask>, Error> {
        let end = self.end.unwrap_or(u64::MAX);
        let taken = match &mut self.kind {
            BatchKind::Parquet(file) => file.take(self.row..end, size, self.threads, &self.name)?,
            BatchKind::Arrow(batches) => batches.take(size, &self.name)?,
        };
        let Some(taken) = taken else { return Ok(None) };
        let first_row = self.row;
        self.row += taken.count;
        Ok(Some(BatchTask {
            name: Arc::clone(&self.name),
            rows: taken.rows,
            columns: Arc::clone(self.kind.columns()),
            reads_solutions: self.reads_solutions,
            asks_for_columns: self.asks_for_columns && first_row == 0,
            first_row,
            length: taken.length,
            sections: taken.sections,
        }))
    }
}

impl BatchKind {
    fn columns(&self) -> &Arc<Columns> {
        match self {
            Self::Parquet(pieces) => &pieces.file.reader.columns,
            Self::Arrow(batches) => &batches.reader.columns,
        }
    }
}

impl Pieces {
    /// Takes the next rows of a range: at most about `size`.
    fn take(
        &mut self,
        rows: Range<u64>,
        size: usize,
        threads: usize,
        name: &str,
    ) -> Result<Option<Taken>, Error> {
        let reader = &self.file.reader;
        let size = reader.size(size);
        let Some(piece) = reader.piece(rows.start, rows.end, size) else {
            return self.file.file.verify().map(|()| None);
        };
        let count = piece.rows.end - rows.start;
        let length = piece.length;
        let sections = reader
            .groups_of(&piece)
            .map(|(row, group)| (row - rows.start, ("row group", group)))
            .collect();
        let rows = if self.group.is_some() || reader.is_sequential(&piece, threads) {
            let batch = self.decode(&piece, size, threads).map_err(|what| damaged(name, what))?;
            BatchRows::Decoded(batch)
        } else {
            BatchRows::Unread(Arc::clone(&self.file), piece)
        };
        Ok(Some(Taken { rows, count, length, sections }))
    }

    /// Decodes a piece of a row group that is read in order, and keeps the group for the next
    /// piece.
    fn decode(
        &mut self,
        piece: &ParquetPiece,
        size: usize,
        threads: usize,
    ) -> Result<RecordBatch, String> {
        let reader = &self.file.reader;
        let mut group = match self.group.take() {
            Some(group) => group,
            None => reader.read_group(piece, size)?,
        };
        let batch = reader.read_next(piece, &mut group)?;
        self.group = Some(group).filter(|_| reader.is_sequential(piece, threads));
        Ok(batch)
    }
}

impl Batches {
    /// Takes the next rows of a batch, at most `size`.
    fn take(&mut self, size: usize, name: &str) -> Result<Option<Taken>, Error> {
        let batch = loop {
            match self.rest.take() {
                Some(batch) if batch.num_rows() > 0 => break batch,
                _ => {}
            }
            let number = self.count + 1;
            let next = self.reader.next_batch().map_err(|error| match error {
                IpcError::Read(source) => Error::Read { name: name.to_owned(), source },
                IpcError::Damaged(what) => damaged(name, format!("record batch {number}: {what}")),
                IpcError::Columns(source) => bad(name, source),
            })?;
            let Some(batch) = next else { return Ok(None) };
            self.count = number;
            self.rest = Some(batch);
        };
        let count = batch.num_rows().min(size);
        self.rest = Some(batch.slice(count, batch.num_rows() - count));
        let length = self.reader.position - self.position;
        self.position = self.reader.position;
        Ok(Some(Taken {
            rows: BatchRows::Decoded(batch.slice(0, count)),
            count: count as u64,
            length,
            sections: vec![(0, ("record batch", self.count))],
        }))
    }
}

/// Returns the error for an input with rows that cannot be decoded.
fn damaged(name: &str, what: String) -> Error {
    Error::Read { name: name.to_owned(), source: io::Error::other(what) }
}

impl BatchTask {
    pub(crate) fn offset(&self) -> u64 {
        self.first_row * ROW as u64
    }

    /// Decodes the rows, and finds the grids.
    pub(crate) fn read(&self) -> Result<BatchReader, Error> {
        let batch = match &self.rows {
            BatchRows::Decoded(batch) => Ok(batch.clone()),
            BatchRows::Unread(file, piece) => file.reader.read(piece),
        };
        if let (true, Ok(batch)) = (self.asks_for_columns, &batch) {
            self.check_columns(batch)?;
        }
        let reader = batch.and_then(|batch| {
            let reader = BatchReader::new(batch, &self.columns, self.reads_solutions);
            reader.map_err(|error| error.to_string())
        });
        reader.map_err(|what| damaged(&self.name, what))
    }

    /// Checks that no other column could have the puzzles, too.
    fn check_columns(&self, batch: &RecordBatch) -> Result<(), Error> {
        /// The number of rows checked: the first puzzle hardly ever comes later.
        const ROWS: usize = 32;
        let first = batch.slice(0, batch.num_rows().min(ROWS));
        let reader = BatchReader::new(first, &self.columns, false);
        let reader = reader.map_err(|error| damaged(&self.name, error.to_string()))?;
        let layout =
            Layout { columns: Some(Arc::clone(&self.columns) as _), ..Layout::of(Format::Parquet) };
        let checked = layout.check_columns(&reader, &reader.text);
        checked.map_err(|source| bad(&self.name, source))
    }

    pub(crate) fn verify(&self) -> Result<(), Error> {
        match &self.rows {
            BatchRows::Decoded(_) => Ok(()),
            BatchRows::Unread(file, _) => file.file.verify(),
        }
    }
}

/// The bytes of a file, which any thread can read.
#[derive(Clone)]
struct FileRanges {
    file: Arc<InputFile>,
    start: u64,
}

impl FileRanges {
    fn read(&self, start: u64, length: u64) -> ParquetResult<Buffer> {
        let end = start.checked_add(length).filter(|&end| end <= self.len());
        let end = end.ok_or_else(|| ParquetError::EOF("the file ends before".into()))?;
        let range = self.start + start..self.start + end;
        self.file.read(range).map_err(|error| ParquetError::External(error.into()))
    }
}

impl Length for FileRanges {
    fn len(&self) -> u64 {
        self.file.length - self.start
    }
}

impl ChunkReader for FileRanges {
    type T = RangeReader;

    fn get_read(&self, start: u64) -> ParquetResult<RangeReader> {
        Ok(RangeReader { ranges: self.clone(), next: start, held: Buffer::default(), used: 0 })
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        struct Owner(Buffer);
        impl AsRef<[u8]> for Owner {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }
        self.read(start, length as u64).map(|buffer| Bytes::from_owner(Owner(buffer)))
    }
}

/// Reads a file from an offset on.
struct RangeReader {
    ranges: FileRanges,
    next: u64,
    held: Buffer,
    used: usize,
}

impl Read for RangeReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        /// The bytes read at a time. This reader reads headers of pages, which are short.
        const STEP: u64 = 4 << 10;
        if self.used == self.held.len() {
            let length = self.ranges.len().saturating_sub(self.next).min(STEP);
            self.held = self.ranges.read(self.next, length).map_err(io::Error::other)?;
            (self.next, self.used) = (self.next + length, 0);
        }
        let length = (&self.held[self.used..]).read(bytes)?;
        self.used += length;
        Ok(length)
    }
}

/// Makes the allocator of glibc keep the memory that a task frees for the next task.
///
/// Pages and columns take megabytes each. By default, the allocator returns them to the system,
/// which clears them before it lends them out again: a tenth of the CPU time. The allocator keeps
/// as much as the largest block that was ever freed, up to 32 MiB. This function frees such a
/// block; it is never touched, so it costs no memory.
fn keep_freed_memory() {
    const LARGEST: usize = 32 << 20;
    const OVERHEAD: usize = 64 << 10;
    drop(hint::black_box(Vec::<u8>::with_capacity(LARGEST - OVERHEAD)));
}

fn bad(name: &str, source: FormatError) -> Error {
    Error::Format { name: name.to_owned(), source }
}
