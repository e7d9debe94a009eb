//! The files of record batches that can be written, and how: one interface for Parquet and Arrow.

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

use batchdoku_format::Assembler;

/// Why a batch cannot be encoded.
pub(super) type EncodeError = Box<dyn std::error::Error + Send + Sync>;

/// A kind of file, with its options.
pub(super) trait BatchFile: Send + Sync {
    /// Adds a small file with one batch.
    fn encode(&self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), EncodeError>;

    /// Makes one file of such small files.
    fn assembler(&self, schema: &SchemaRef) -> Box<dyn Assembler>;
}
