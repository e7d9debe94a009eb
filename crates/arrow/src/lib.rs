//! Grids in Arrow arrays, and the formats `parquet` and `arrow`, which are files of such arrays.
//!
//! ```text
//! rows      the places of the cells of each row
//! arrays    arrays to rows, results to arrays
//! files     record batches, read and written
//! ```
//!
//! The Python package uses only rows and arrays, because it borrows the arrays of data frames and query engines.

mod arrays;
#[cfg(feature = "parquet")]
mod files;
mod rows;
#[cfg(test)]
mod tests;

pub use arrays::{
    grid_type, holds_grids, joined, list_array, rows_of, taken, text_array, without_dictionary,
};
#[cfg(feature = "parquet")]
pub use files::{
    BatchReader, BatchWriter, Columns, EachBatch, IpcError, IpcReader, ParquetPiece, ParquetReader,
    ROW,
};
pub use rows::{CELLS, Cells, Fixed, Lists, Memory, Number, OnSegment, Rows, Segment};
