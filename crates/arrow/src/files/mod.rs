//! Record batches in files of Parquet and Arrow, read and written.
//!
//! ```text
//! columns         which columns hold grids      writer             answers as record batches
//! values          values as text and JSON       grids              arrays of grids of any type
//!                                               lists              arrays of conversations and of cells
//! reader          a record batch as records     pieces             the output of a worker
//! ipc_reader      Arrow files and streams       ipc_writer         Arrow files and streams
//! parquet_reader  row groups, by pieces         parquet_writer     row groups
//!                                               parquet_assembler  files of row groups
//! ```

mod columns;
mod grids;
mod ipc_reader;
mod ipc_writer;
mod lists;
mod parquet_assembler;
mod parquet_reader;
mod parquet_writer;
mod pieces;
mod reader;
mod values;
mod writer;

pub use {
    columns::Columns,
    ipc_reader::{IpcError, IpcReader},
    parquet_reader::{ParquetPiece, ParquetReader},
    reader::{BatchReader, EachBatch, ROW},
    writer::BatchWriter,
};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use batchdoku_format::Assembler;

/// The reason why a batch cannot be encoded.
type EncodeError = Box<dyn std::error::Error + Send + Sync>;

/// A kind of file that can be written, with its options: the common interface of Parquet and Arrow.
trait BatchFile: Send + Sync {
    /// Adds a small file with one batch.
    fn encode(&self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), EncodeError>;

    /// Returns an assembler that joins such small files into one file.
    fn assembler(&self, schema: &SchemaRef) -> Box<dyn Assembler>;
}
