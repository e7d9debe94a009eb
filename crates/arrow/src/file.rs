//! The files of record batches that can be written, and how: one interface for Parquet and Arrow.

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, SchemaRef};

use super::{ipc_writer::IpcOptions, parquet_writer::ParquetOptions};
use batchdoku_format::{Assembler, Format, WriteOptions};

/// Why a batch cannot be encoded.
pub(super) type EncodeError = Box<dyn std::error::Error + Send + Sync>;

/// A kind of file, with its options.
pub(super) enum FileKind {
    Parquet(Box<ParquetOptions>),
    Arrow(IpcOptions),
}

impl FileKind {
    /// The file of the format `to` for batches with `schema`, which come from batches or from text.
    /// The columns `grids` hold grids.
    pub(crate) fn new(
        to: Format,
        schema: &SchemaRef,
        from_batches: bool,
        grids: &[&str],
        options: &WriteOptions,
    ) -> Result<Self, EncodeError> {
        Ok(match to {
            Format::Arrow => Self::Arrow(IpcOptions::new(&options.batches)?),
            _ => {
                let options = ParquetOptions::new(schema, from_batches, grids, &options.batches)?;
                Self::Parquet(Box::new(options))
            }
        })
    }

    /// The columns as they are written.
    pub(super) fn schema(&self, schema: SchemaRef) -> SchemaRef {
        match self {
            Self::Parquet(_) => schema,
            Self::Arrow(options) => options.schema(schema),
        }
    }

    /// A batch with the columns as they are written.
    pub(super) fn batch(
        &self,
        schema: &SchemaRef,
        arrays: Vec<ArrayRef>,
    ) -> Result<RecordBatch, ArrowError> {
        let arrays = match self {
            Self::Parquet(_) => arrays,
            Self::Arrow(options) => options.arrays(arrays)?,
        };
        RecordBatch::try_new(SchemaRef::clone(schema), arrays)
    }

    /// Adds a small file with one batch.
    pub(super) fn encode(&self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        match self {
            Self::Parquet(options) => options.encode(batch, out),
            Self::Arrow(options) => options.encode(batch, out),
        }
    }

    /// Makes one file of such small files.
    pub(super) fn assembler(&self, schema: &SchemaRef) -> Box<dyn Assembler> {
        match self {
            Self::Parquet(options) => options.assembler(schema),
            Self::Arrow(options) => options.assembler(schema),
        }
    }
}
