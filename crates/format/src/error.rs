//! Errors of an input, an output or a record.

use super::{Format, magic};
use batchdoku_base::Hint;
use batchdoku_engine::grid::GridError;

/// A reason why an input cannot be read, or an output written, in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The text is UTF-16, with or without a byte order mark.
    #[error("the text is UTF-16: convert it to UTF-8")]
    Utf16,
    /// The lines end with CR alone.
    #[error("the lines end with CR alone: convert them to LF or CRLF")]
    CrLineEnds,
    /// The input is one JSON array, not lines.
    #[error("the input is a JSON array: give each element a line of its own (jq -c '.[]')")]
    JsonArray,
    /// The input is of a well-known kind that is not text: its name.
    #[error("the input is {0}, which cannot be read{tip}", tip = magic::tip(.0))]
    NotText(&'static str),
    /// The input is a file of Parquet or Arrow: its name. The crate was built without the feature
    /// `parquet`.
    #[error("the input is {0}, which cannot be read")]
    Batches(&'static str),
    /// The input does not have the format that was asked for, which is one of Parquet or Arrow.
    #[error("the input is not of the format '{0}'")]
    NotBatches(Format),
    /// The crate was built without the feature `parquet`.
    #[error("the format '{0}' cannot be written")]
    WithoutParquet(Format),
    /// A file of Parquet or Arrow is damaged.
    #[error("it is {kind} that cannot be read: {what}")]
    Damaged {
        /// The format that it seemed to have.
        kind: &'static str,
        /// The fault.
        what: String,
    },
    /// A column of a file of Parquet or Arrow is to hold puzzles, and has another type.
    #[error("the column '{column}' has the type {of}: expected text or lists of 81 integers")]
    ColumnType {
        /// The column.
        column: String,
        /// The type of the value.
        of: String,
    },
    /// The columns of the output cannot be written in its format.
    #[error("the columns cannot be written as '{format}': {what}")]
    Columns {
        /// The format.
        format: Format,
        /// The reason.
        what: String,
    },
    /// The format can be written only.
    #[error("the format '{0}' is for output only")]
    OutputOnly(Format),
    /// The job takes puzzles of clues only.
    #[error("pencilmark puzzles are for solve, count and check only")]
    Pencilmarks,
    /// The table has no column of the name given.
    #[error("no column '{column}' in the header '{header}'")]
    NoColumn {
        /// The name given.
        column: String,
        /// The header, cut off if it is very long.
        header: String,
    },
    /// The first 64 KiB of the table hold comments, or part of the header, but not all of it.
    #[error("the header of the table does not end in the first 64 KiB")]
    LongHeader,
    /// No column of the table has a usual name for puzzles.
    #[error("no column of puzzles in the header '{header}'")]
    NoPuzzleColumn {
        /// The header, cut off if it is very long.
        header: String,
    },
    /// The numpy array has another shape or type than expected, or is damaged.
    #[error("the numpy array {0}")]
    Array(String),
    /// The numpy array is in Fortran order, cell by cell.
    #[error("the numpy array is in Fortran order: save numpy.ascontiguousarray(array)")]
    FortranOrder,
    /// The name of an output says that it holds something else than is written to it.
    #[error("{}: use {usable}", unwritable(extension))]
    UnwritableName {
        /// The extension of the name.
        extension: String,
        /// The extensions that can be used.
        usable: String,
    },
    /// The format holds nothing but grids.
    #[error("the format '{0}' is for grids only")]
    GridsOnly(Format),
    /// The format holds nothing but counts of solutions.
    #[error("the format '{0}' is for counts of solutions only")]
    CountsOnly(Format),
    /// The inputs of a job have different formats.
    #[error("its format is {format}, but that of '{first}' is {expected}")]
    DifferentFormat {
        /// The format of the input.
        format: Format,
        /// The name of the first input.
        first: String,
        /// The format of the first input.
        expected: Format,
    },
    /// The tables of a job have different headers.
    #[error("its header is not that of '{first}'")]
    DifferentHeader {
        /// The name of the first input.
        first: String,
    },
}

impl FormatError {
    /// Returns what a user can do about the error, if that differs by front end.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            Self::Batches(_) => Some(Hint::FeatureToRead("parquet")),
            Self::WithoutParquet(_) => Some(Hint::FeatureToWrite("parquet")),
            Self::NoPuzzleColumn { .. } => Some(Hint::Column),
            _ => None,
        }
    }
}

fn unwritable(extension: &str) -> String {
    match extension {
        "" => "its name has no extension that names a format".to_owned(),
        _ => format!("'.{extension}' files cannot be written here"),
    }
}

/// A reason why a record is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The number of cells is not 81, or one is not legal.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A row of a grid of nine lines is malformed.
    #[error("row {row} of the grid: {error}")]
    Row {
        /// The row, counted from 1.
        row: usize,
        /// The fault.
        #[source]
        error: RowError,
    },
    /// A puzzle in digits has fewer than 81, and does not start with 0: how many.
    #[error(
        "expected 81 cells, got {0}: a spreadsheet may have lost leading zeros (import the column as text)"
    )]
    LostZeros(usize),
    /// A puzzle that a spreadsheet has rounded.
    #[error("'{0}' is a puzzle that a spreadsheet has rounded (import the column as text)")]
    Rounded(String),
    /// A quoted field of a table has no closing quote.
    #[error("a quoted field does not end")]
    UnclosedQuote,
    /// A row of a table does not have the fields of its header.
    #[error("expected {expected} fields, got {got}")]
    FieldCount {
        /// Fields of the header.
        expected: usize,
        /// Fields of the row.
        got: usize,
    },
    /// The line is not a JSON object, or a value cannot be read.
    #[error("not a JSON object: column {column}: {what}")]
    Json {
        /// The position in the line, counted from 1.
        column: usize,
        /// The words of the parser.
        what: String,
    },
    /// The object lacks the key.
    #[error("the object has no key '{0}'")]
    NoKey(String),
    /// The value is neither a string nor an array of cells.
    #[error("the puzzle is neither a string nor an array")]
    NotCells,
    /// A number in a JSON array is not a cell.
    #[error("expected digits 0 to 9, got {0}")]
    JsonNumber(String),
    /// A cell of a numpy array is not legal.
    #[error("cell {cell}: {error}")]
    Element {
        /// The cell, counted from 1.
        cell: usize,
        /// The fault.
        #[source]
        error: ElementError,
    },
    /// The record is longer than [`LONGEST_RECORD`](super::LONGEST_RECORD).
    #[error("the record is longer than 16 MiB")]
    Overlong,
    /// There is no value.
    #[error("the value is null")]
    Null,
    /// The file ends in the middle of the record.
    #[error("the file ends in the middle of a record")]
    Truncated,
}

/// A fault of a row of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// A byte that is not a cell.
    #[error("expected digits and empty cells, got '{}'", .0.escape_ascii())]
    BadCharacter(u8),
    /// More or fewer than nine cells.
    #[error("expected 9 cells, got {0}")]
    Length(usize),
}

/// A fault of a cell of a numpy array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ElementError {
    /// A number that is not 0 to 9.
    #[error("expected cells from 0 to 9, got {0}")]
    Number(i128),
    /// A floating-point number that is not whole, or not finite.
    #[error("expected whole numbers from 0 to 9, got a fraction, NaN or infinity")]
    Fraction,
    /// A character that is not a cell: its code point.
    #[error("expected digits and empty cells, got character {0}")]
    Character(u64),
}
