//! The terms of the table of formats: the form of records, the room in a record, the options for its layout.

/// The form of the records of a format, and of the text around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatShape {
    /// A record is a line of text.
    Lines,
    /// A record is nine lines.
    Blocks,
    /// A record is a row of a table with a header.
    Table,
    /// A record is an object of JSON on a line.
    Objects,
    /// A record is an element of an array of numbers.
    Array,
    /// A record is a row of record batches.
    Batches,
    /// Records are parts of one document.
    Document,
}

/// The room that a record of an output has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Room {
    /// One grid and nothing else.
    Grid,
    /// One puzzle and nothing else: the puzzle of the record, or a grid in its place.
    Puzzle,
    /// The answer, as fields without names.
    Answer,
    /// The puzzle as it was given, and the answer.
    Pair,
    /// A number of solutions and a grid.
    Count,
    /// Fields by their names.
    Fields,
}

/// An option for the layout of an output that not every format has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutOption {
    /// The byte between cells or fields.
    Separator,
    /// The rows of a row group or a record batch.
    BatchRows,
    /// The puzzles of a page, their first number, and the title of a sheet.
    Pages,
}
