//! Grids in Arrow arrays, and the formats `parquet` and `arrow`, which are files of them.
//!
//! ```text
//! rows      where the cells of each row lie         pieces          what a worker writes
//! arrays    arrays to rows, results to arrays       writer          answers as record batches
//! columns   which columns hold grids                file            what files are written, and how
//! reader    a record batch as records               parquet_writer  row groups
//!                                                   parquet_assembler  files of them
//!                                                   ipc_writer      Arrow files and streams
//! ```
//!
//! The Python package uses rows and arrays alone: data frames and engines lend it their arrays.

mod arrays;
#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "parquet")]
mod file;
#[cfg(feature = "parquet")]
mod ipc_reader;
#[cfg(feature = "parquet")]
mod ipc_writer;
#[cfg(feature = "parquet")]
mod parquet_assembler;
#[cfg(feature = "parquet")]
mod parquet_reader;
#[cfg(feature = "parquet")]
mod parquet_writer;
#[cfg(feature = "parquet")]
mod pieces;
#[cfg(feature = "parquet")]
mod reader;
mod rows;
#[cfg(feature = "parquet")]
mod writer;

pub use arrays::{
    boolean_array, grid_type, holds_grids, joined, list_array, number_array, rows_of, taken,
    text_array, without_dictionary,
};
pub use rows::{CELLS, Cells, Fixed, Lists, Memory, Number, OnSegment, Rows, Segment};
#[cfg(feature = "parquet")]
pub use {
    columns::Columns,
    ipc_reader::IpcReader,
    parquet_reader::{ParquetPiece, ParquetReader},
    reader::{BatchReader, EachBatch, ROW},
    writer::BatchWriter,
};
