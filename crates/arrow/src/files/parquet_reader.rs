//! Reading Parquet by pieces: some rows of a row group, or several small row groups.
//!
//! To read a piece of a large row group, the pages before it are skipped. But its first and last pages
//! and the dictionaries are decoded again for the neighbouring pieces. Therefore, with few threads, one
//! thread at a time reads a large row group, batch by batch. With columns of lists, this
//! holds for any number of threads, because the headers of their pages do not have the number of rows.

use std::{
    ops::Range,
    panic::{self, AssertUnwindSafe},
    sync::Arc,
};

use arrow_array::RecordBatch;
use arrow_select::concat::concat_batches;
use parquet::{
    arrow::arrow_reader::{
        ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
        ParquetRecordBatchReaderBuilder,
    },
    errors::ParquetError,
    file::reader::ChunkReader,
};

use super::{Columns, parquet_assembler::USUAL_GROUPS};
use batchdoku_format::{FormatError, ReadOptions};

/// Up to this many threads, one decoding thread suffices, because decoding is an eighth of the work per row.
const FEW_THREADS: usize = 6;

/// A Parquet file.
#[derive(Debug)]
pub struct ParquetReader<R> {
    bytes: R,
    metadata: ArrowReaderMetadata,
    /// The columns of the file.
    pub columns: Arc<Columns>,
    /// The number of the first row of each row group, and at the end the number of rows.
    starts: Vec<u64>,
    has_lists: bool,
}

/// Some rows of a Parquet file.
#[derive(Clone, Debug)]
pub struct ParquetPiece {
    /// The row groups of the rows.
    groups: Range<usize>,
    /// The numbers of the rows, counted from 0.
    pub rows: Range<u64>,
    /// The approximate number of bytes of the rows in the file.
    pub length: u64,
}

impl<R: ChunkReader + Clone + 'static> ParquetReader<R> {
    /// Opens the file that has these `bytes`.
    ///
    /// # Errors
    /// If the file is damaged, or has no column of puzzles.
    pub fn open(bytes: R, options: &ReadOptions) -> Result<Self, FormatError> {
        let metadata = guarded(|| ArrowReaderMetadata::load(&bytes, ArrowReaderOptions::new()))
            .map_err(damaged)?;
        let mut starts = vec![0_u64];
        for group in metadata.metadata().row_groups() {
            let rows = u64::try_from(group.num_rows()).ok();
            let end = rows.and_then(|rows| starts.last()?.checked_add(rows));
            starts.push(end.ok_or_else(|| damaged("impossible numbers of rows".into()))?);
        }
        let mut leaves = metadata.parquet_schema().columns().iter();
        let has_lists = leaves.any(|leaf| leaf.max_rep_level() > 0);
        let columns = Columns::find(Arc::clone(metadata.schema()), options)?;
        Ok(Self { bytes, metadata, columns, starts, has_lists })
    }

    /// Returns the row group of a row, both counted from 0.
    fn group_of(&self, row: u64) -> usize {
        self.starts.partition_point(|&start| start <= row).saturating_sub(1)
    }

    /// Returns the row groups of a piece, counted from 1, each with its first row of the piece.
    pub fn groups_of(&self, piece: &ParquetPiece) -> impl Iterator<Item = (u64, u64)> {
        let start = piece.rows.start;
        piece.groups.clone().map(move |group| (self.starts[group].max(start), group as u64 + 1))
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Returns the number of rows of a piece: `asked`, or more for a very long file, because
    /// pieces become row groups, and a file can hold only a limited number of these.
    pub fn size(&self, asked: usize) -> usize {
        asked.max((self.rows() / USUAL_GROUPS) as usize)
    }

    /// Returns the piece of at most `size` rows from `row` on, before the row `end`; `None` at the end.
    pub fn piece(&self, row: u64, end: u64, size: usize) -> Option<ParquetPiece> {
        let end = end.min(self.rows());
        let size = (size as u64).min(end.saturating_sub(row));
        if size == 0 {
            return None;
        }
        let first = self.group_of(row);
        let group = self.starts[first]..self.starts[first + 1];
        let rest = (group.end - row).min(size);
        let mut groups = first..first + 1;
        let mut rows = row..row + rest;
        // Add the following row groups as long as they fit.
        while row == group.start
            && groups.end + 1 < self.starts.len()
            && rows.end == self.starts[groups.end]
            && self.starts[groups.end + 1] - row <= size
        {
            groups.end += 1;
            rows.end = self.starts[groups.end];
        }
        let in_groups = self.starts[groups.end] - self.starts[groups.start];
        let metadata = self.metadata.metadata();
        let sizes = groups.clone().map(|group| metadata.row_group(group).compressed_size());
        // A damaged file may have sizes below 0.
        let bytes: i64 = sizes.map(|size| size.max(0)).sum();
        let share = (rows.end - rows.start) as f64 / in_groups as f64;
        Some(ParquetPiece { groups, rows, length: (bytes as f64 * share) as u64 })
    }

    /// Returns true if one of `threads` threads should read the piece and the rest of its row group in order, because
    /// that is faster than reading them as separate pieces.
    pub fn is_sequential(&self, piece: &ParquetPiece, threads: usize) -> bool {
        (self.has_lists || threads <= FEW_THREADS)
            && piece.rows.end != self.starts[piece.groups.end]
    }

    /// Reads a piece.
    ///
    /// # Errors
    /// If the piece is damaged. The error has its place.
    pub fn read(&self, piece: &ParquetPiece) -> Result<RecordBatch, String> {
        let count = (piece.rows.end - piece.rows.start) as usize;
        let found = guarded(|| self.decode(piece, count));
        let found = found.and_then(|batch| match batch.num_rows() {
            rows if rows == count => Ok(batch),
            rows => Err(format!("expected {count} rows, got {rows}")),
        });
        found.map_err(|what| self.locate(piece, &what))
    }

    /// Decodes the `count` rows of a piece.
    fn decode(&self, piece: &ParquetPiece, count: usize) -> Result<RecordBatch, ParquetError> {
        let skipped = (piece.rows.start - self.starts[piece.groups.start]) as usize;
        let reader = self.builder(piece).with_batch_size(count);
        let reader = reader.with_offset(skipped).with_limit(count).build()?;
        let batches = reader.collect::<Result<Vec<_>, _>>()?;
        // A piece of several row groups gives several batches.
        match <[RecordBatch; 1]>::try_from(batches) {
            Ok([batch]) => Ok(batch),
            Err(batches) => Ok(concat_batches(self.metadata.schema(), &batches)?),
        }
    }

    /// Returns a reader of the row group of a piece, from the first row of the piece, `size` rows at a time.
    ///
    /// # Errors
    /// If the piece is damaged. The error has its place.
    pub fn read_group(
        &self,
        piece: &ParquetPiece,
        size: usize,
    ) -> Result<ParquetRecordBatchReader, String> {
        let skipped = (piece.rows.start - self.starts[piece.groups.start]) as usize;
        guarded(|| self.builder(piece).with_batch_size(size).with_offset(skipped).build())
            .map_err(|what| self.locate(piece, &what))
    }

    /// Returns the next piece from a reader of its row group.
    ///
    /// # Errors
    /// If the piece is damaged. The error has its place.
    pub fn read_next(
        &self,
        piece: &ParquetPiece,
        reader: &mut ParquetRecordBatchReader,
    ) -> Result<RecordBatch, String> {
        let count = (piece.rows.end - piece.rows.start) as usize;
        let found = guarded(|| reader.next().transpose().map_err(ParquetError::from));
        let found = found.and_then(|batch| match batch {
            Some(batch) if batch.num_rows() >= count => Ok(batch.slice(0, count)),
            other => Err(format!(
                "expected {count} rows, got {}",
                other.map_or(0, |batch| batch.num_rows())
            )),
        });
        found.map_err(|what| self.locate(piece, &what))
    }

    fn builder(&self, piece: &ParquetPiece) -> ParquetRecordBatchReaderBuilder<R> {
        let bytes = self.bytes.clone();
        let metadata = self.metadata.clone();
        ParquetRecordBatchReaderBuilder::new_with_metadata(bytes, metadata)
            .with_row_groups(piece.groups.clone().collect())
    }

    /// Prefixes a message about a piece with its row groups and rows.
    fn locate(&self, piece: &ParquetPiece, what: &str) -> String {
        let Range { start, end } = piece.groups;
        let groups = match end - start {
            1 => format!("row group {end}"),
            _ => format!("row groups {} to {end}", start + 1),
        };
        format!("{groups}, rows {} to {}: {what}", piece.rows.start + 1, piece.rows.end)
    }
}

/// Runs code of another crate on untrusted bytes, and turns a panic into an error.
pub(super) fn guarded<T, E: std::fmt::Display>(
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, String> {
    match panic::catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the data is damaged".into()),
    }
}

/// Returns the error for a damaged file.
fn damaged(what: String) -> FormatError {
    FormatError::Damaged { kind: "a Parquet file", what }
}
