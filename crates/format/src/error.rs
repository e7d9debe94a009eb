//! Errors of an input, an output or a record.

use super::{Format, magic};
use batchdoku_base::{Hint, counted};
use batchdoku_engine::grid::GridError;

/// The reason why a name finds no column of lines.
pub(super) const NUMBERED: &str = "lines have no header, and their fields are numbered from 1; a table with a header \
                                   may need its format named";
/// The reason why no name or number finds a column of other records.
pub(super) const WITHOUT_COLUMNS: &str = "records of this format have no columns";

/// A reason why an input cannot be read, or an output written, in a format.
///
/// ```
/// use batchdoku::format::{Format, FormatError};
/// let error = FormatError::GridsOnly(Format::Npy);
/// assert!(error.to_string().contains("npy"), "{error}");
/// ```
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
    /// The input is of a well-known kind that is not text: the words for it.
    #[error("the input is {0}, which cannot be read{tip}", tip = magic::tip(.0))]
    NotText(&'static str),
    /// The input is a file of Parquet or Arrow: the words for it. The crate was built without the feature `parquet`.
    #[error("the input is {0}, which cannot be read")]
    Batches(&'static str),
    /// The input does not have the format that was asked for, Parquet or Arrow.
    #[error("the input is not of the format '{0}'")]
    NotBatches(Format),
    /// The crate was built without the feature `parquet`.
    #[error("the format '{0}' cannot be written")]
    WithoutParquet(Format),
    /// The crate was built without the feature `png`.
    #[error("pictures cannot be written as PNG, only as SVG")]
    WithoutPng,
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
    #[error("pencilmark puzzles are for solve, count, check and explain only")]
    Pencilmarks,
    /// The table has no column of the name given.
    #[error("no column '{column}' in the header '{header}'")]
    NoColumn {
        /// The name given.
        column: String,
        /// The header, cut off if it is very long.
        header: String,
    },
    /// The records have no column of the name given, because they have no names.
    #[error("no column '{column}': {reason}")]
    NoNames {
        /// The name given.
        column: String,
        /// The reason.
        reason: &'static str,
    },
    /// No line of the head has a field of the number given.
    #[error("there is no field {number}: the lines have {most} at most")]
    NoField {
        /// The number given, counted from 1.
        number: usize,
        /// The most fields of a line.
        most: usize,
    },
    /// The first 64 KiB of the table hold comments, or part of the header, but not all of it.
    #[error("the header of the table does not end in the first 64 KiB")]
    LongHeader,
    /// No column of the table, or key of the objects, has a usual name for puzzles.
    #[error("no column of puzzles in the header '{header}'{}", grid.as_ref().map_or_else(String::new, |grid| format!(", but '{grid}' has a grid")))]
    NoPuzzleColumn {
        /// The header, cut off if it is very long; the keys of an object.
        header: String,
        /// The column with a grid in the first record, if there is one.
        grid: Option<String>,
    },
    /// No column of the table holds puzzles: each holds a cell.
    #[error("the table has a column for each cell ('{0}')")]
    CellColumns(String),
    /// A line has several puzzles, and it is unclear whether all are meant.
    #[error("line {line} has {puzzles} puzzles")]
    ManyPuzzles {
        /// The number of the line among those that are neither blank nor comments.
        line: usize,
        /// The number of puzzles on it.
        puzzles: usize,
    },
    /// The input is one JSON value that has puzzles inside: the place of the first, and the path that gives each a
    /// line.
    #[error(
        "the input is one JSON value, whose puzzles are {at}: give each a line of its own, as in \"jq -c '{path}' FILE\""
    )]
    JsonDocument {
        /// The place of the first puzzle, in words.
        at: String,
        /// The path to the list of puzzles.
        path: String,
    },
    /// Grids have names that take turns from line to line: the names.
    #[error(
        "grids have the names {0}, so that a record has several: give each record one line, or convert the input to JSON, as in \"yq -o=json FILE\""
    )]
    NamedGrids(String),
    /// Columns (or keys) with usual names for puzzles have different puzzles: the names.
    #[error("the columns {0} have different puzzles, of which one would be read")]
    PuzzleColumns(String),
    /// A table has a row for each cell: its header.
    #[error(
        "the table has a row for each cell ('{0}'): write the 81 cells of a puzzle on one line, or its nine rows"
    )]
    CellRows(String),
    /// Several readings explain the input, and have different puzzles: the words for each.
    #[error("the input can be read in several ways: {}", .0.join("; or "))]
    Unclear(Vec<String>),
    /// Nothing in the text looks like a puzzle.
    #[error(
        "there is no puzzle {}, {}",
        if *lines == 1 { "in its first line".to_owned() } else { format!("in its first {lines} lines") },
        match unread {
            Some((first, last)) => format!(
                "but {} may be a grid in another form than is read, or of another size: write 81 cells on a line, or nine \
                 lines of nine cells, with dots for empty cells", lines_from(*first, *last)
            ),
            None => format!(
                "and it starts with '{start}': expected 81 cells on a line, nine lines of nine, or a table or JSON objects with a \
                 column of puzzles"
            ),
        }
    )]
    NoPuzzles {
        /// The lines that were examined.
        lines: usize,
        /// The first line, cut off if it is very long.
        start: String,
        /// The numbers of the first and the last line, counted from 1, of what may be a grid in a form that is not read.
        unread: Option<(usize, usize)>,
    },
    /// Some of the first records are puzzles, and most are neither puzzles nor look like damaged ones: the number of each, the
    /// line of the first of these, and the format that reads the puzzles.
    #[error(
        "{puzzles} of its first {records} records are puzzles, and of the others line {line} is the first: name the format \
         ({format}) to read the puzzles and count the others as malformed"
    )]
    FewPuzzles {
        /// The puzzles.
        puzzles: usize,
        /// All records.
        records: usize,
        /// The line of the first record that is no puzzle, counted from 1.
        line: u64,
        /// The format.
        format: Format,
    },
    /// All grids are complete, and text before them may be their puzzles, which are not read: the line of the first.
    #[error(
        "the only grids are complete, and line {line} has something that may be its puzzle: write puzzles as 81 digits and dots, \
         or name the column of the grids"
    )]
    AnswersAlone {
        /// The line, counted from 1.
        line: u64,
    },
    /// Each complete grid is the solution of another.
    #[error(
        "each complete grid is the solution of {of}: write a puzzle and its solution on one line, as \"paste -d, - - < FILE\" \
         does with lines that take turns, or name the format ({format}) to read all grids as puzzles"
    )]
    SolutionsAmong {
        /// The words for the other grid.
        of: &'static str,
        /// The format that would read all.
        format: Format,
    },
    /// Lines among drawn grids may be a grid that is written in another way.
    #[error(
        "{} may be a grid that is written in another way than the others, or has another size: write all alike, with dots for \
         empty cells",
        lines_from(*first, *last)
    )]
    UnreadGrid {
        /// The number of the first, counted from 1.
        first: usize,
        /// The number of the last.
        last: usize,
    },
    /// Grids have a sign in place of empty cells that is no known mark.
    #[error(
        "'{sign}' is no mark of an empty cell: write {}",
        match sign.as_str() {
            "-1" => "0 in its place, for example by \"sed 's/-1/0/g' FILE\"".to_owned(),
            sign if sign.is_ascii() => format!("a dot in its place, for example by \"tr '{sign}' . < FILE\""),
            sign => format!("a dot in its place, for example by \"sed 's/{sign}/./g' FILE\""),
        }
    )]
    ForeignMark {
        /// The sign, or the number -1.
        sign: String,
    },
    /// Cells are left out: the text has dots in their place.
    #[error(
        "'...' stands for cells that are left out: print all of them, for example by \
         numpy.set_printoptions(threshold=sys.maxsize) or pandas.set_option('display.max_colwidth', None)"
    )]
    Abbreviated,
    /// The first row of a grid is the digits in order, and may be a header instead, above a grid that lacks a row.
    #[error(
        "the first row holds the digits in order, so it may be a header or belong to the grid: remove it, or name the \
         format if it belongs to the grid"
    )]
    HeaderOrRow,
    /// Rows of nine may be read as different puzzles, depending on which lines are rows.
    #[error(
        "the rows of the grids can be read in two ways: separate the grids by blank lines, and write empty cells as dots"
    )]
    RowsUnclear,
    /// Only every second or third row of drawn grids has digits.
    #[error("cells take several lines each: write each row in one line")]
    TallCells,
    /// A section of a file of puzzles has rows that are no puzzle, and may change it: the name of the section.
    #[error(
        "the section '[{0}]' has rows that may change the puzzle, as the regions of a jigsaw do: remove it if it does not"
    )]
    UnknownSection(String),
    /// The text has the colours of a terminal, and they may say which digits are given.
    #[error(
        "the text has the colours of a terminal, which may say which digits are given: remove them, as in \
         \"sed 's/\\x1b\\[[0-9;]*m//g' FILE\""
    )]
    Colours,
    /// Digits have a mark of unknown meaning.
    #[error(
        "some digits have the mark '{0}', which may say that they are given: remove the mark from all, or empty the other \
         cells"
    )]
    Marked(char),
    /// All lines are comments, and some of them hold puzzles: the first mark.
    #[error(
        "all lines are comments, because they start with '{0}', but some hold puzzles: remove the '{0}'"
    )]
    OnlyComments(char),
    /// The numpy array has another shape or type than expected, or is damaged.
    #[error("the numpy array {0}")]
    Array(String),
    /// The numpy array is in Fortran order, cell by cell.
    #[error("the numpy array is in Fortran order: save numpy.ascontiguousarray(array)")]
    FortranOrder,
    /// The extension of an output stands for another type than is written to it.
    #[error("{}: use {usable}", unwritable(extension))]
    UnwritableName {
        /// The extension of the name.
        extension: String,
        /// The extensions that can be used.
        usable: String,
    },
    /// The format can be read only.
    #[error("the format '{0}' is for input only")]
    InputOnly(Format),
    /// The format holds nothing but grids.
    #[error("the format '{0}' is for grids only: {columns} have room for other columns", columns = with_columns())]
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
    /// Returns whether more lines of the input may show how it is read.
    pub(crate) fn may_change(&self) -> bool {
        matches!(self, Self::NoPuzzles { .. } | Self::FewPuzzles { .. } | Self::Unclear(_))
    }

    /// Returns advice for the user, if its words differ by front end.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            Self::NotText(kind) => magic::unpacker(kind).map(Hint::Unpack),
            Self::Batches(_) => Some(Hint::FeatureToRead("parquet")),
            Self::WithoutParquet(_) => Some(Hint::FeatureToWrite("parquet")),
            Self::WithoutPng => Some(Hint::FeatureToWrite("png")),
            Self::NoPuzzleColumn { .. } | Self::AnswersAlone { .. } | Self::PuzzleColumns(_) => {
                Some(Hint::Column)
            }
            Self::ManyPuzzles { .. } => Some(Hint::EachPuzzle),
            Self::Unclear(_) => Some(Hint::Reading),
            Self::CellColumns(_) => Some(Hint::WithoutHeader),
            _ => None,
        }
    }
}

/// Returns the names of the text formats that hold any columns.
fn with_columns() -> String {
    let is_text = |format: &Format| format.has_names() && !format.is_batches();
    let names: Vec<_> = Format::ALL.into_iter().filter(is_text).map(Format::name).collect();
    names.join(", ")
}

/// Returns the words for some lines.
fn lines_from(first: usize, last: usize) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first} to {last}") }
}

fn unwritable(extension: &str) -> String {
    match extension {
        "" => "its name has no extension that names a format".to_owned(),
        _ => format!("'.{extension}' files cannot be written here"),
    }
}

/// A reason why a record is not a puzzle.
///
/// ```
/// use batchdoku::{Grid, format::RecordError};
/// let error = RecordError::Grid("53..7".parse::<Grid>().unwrap_err());
/// assert_eq!(error.to_string(), "53..7".parse::<Grid>().unwrap_err().to_string());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The number of cells is not 81, or a cell is not legal.
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
    /// A puzzle of digits alone has fewer than 81, and does not start with 0: their number.
    #[error(
        "expected 81 cells, got {0}: a spreadsheet may have lost leading zeros (import the column as text)"
    )]
    LostZeros(usize),
    /// A puzzle that a spreadsheet has rounded.
    #[error("'{0}' is a puzzle that a spreadsheet has rounded (import the column as text)")]
    Rounded(String),
    /// The record has more grids than a puzzle and its solution: their number.
    #[error(
        "the record has {}, of which one would be read: give each a line of its own",
        counted(*.0 as u64, "grid")
    )]
    ManyGrids(usize),
    /// The rows of drawn grids between two ends, such as blank lines or titles, are not whole grids: their number.
    #[error("expected 9 rows, got {0}")]
    Rows(usize),
    /// Lines among drawn grids may be a further grid, written in another way or of another size.
    #[error("what may be a grid is written in another way than the others, or has another size")]
    UnreadGrid,
    /// The line is nothing but strokes, which are not the mark of empty cells in other puzzles.
    #[error(
        "a line of one stroke may be a ruler or an empty puzzle: remove it, or write dots for empty cells"
    )]
    Ruler,
    /// Blank lines or rulers stand within a band of nine rows, so that the rows may belong to two grids.
    #[error("a blank line stands among the rows of a band")]
    Bands,
    /// A puzzle excludes candidates, although the first puzzle of the input does not, or the format has no place for
    /// them.
    #[error("the puzzle excludes candidates")]
    Candidates,
    /// A quoted field of a table has no closing quote.
    #[error("a quoted field does not end")]
    UnclosedQuote,
    /// Lines of a quoted field would be rows of their own: their number.
    #[error("a quoted field has {0} rows of the table in it: a quote before them may be stray")]
    RowsInQuotes(usize),
    /// A row of a table does not have the fields of its header.
    #[error("expected {}, got {got}", counted(*expected as u64, "field"))]
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
    /// The object has the key of its grid twice.
    #[error("the object has the key '{0}' twice")]
    KeyTwice(String),
    /// The array is not a puzzle and its solution: the number of its values.
    #[error("expected an array of a puzzle and its solution, got {0} values")]
    NoPair(usize),
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

impl RecordError {
    /// Returns this error in a longer text, in which the cells start after `before` bytes.
    pub(crate) fn after(self, before: usize) -> Self {
        match self {
            Self::Grid(error) => Self::Grid(error.after(before)),
            other => other,
        }
    }
}

/// A fault of a row of a grid.
///
/// ```
/// use batchdoku::format::RowError;
/// assert_eq!(RowError::Length(8).to_string(), "expected 9 cells, got 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// A byte that is not a cell.
    #[error("expected digits and empty cells, got '{}'", .0.escape_ascii())]
    BadCharacter(u8),
    /// More or fewer than nine cells.
    #[error("expected 9 cells, got {0}")]
    Length(usize),
    /// Nine cells that are not written as those of the other rows, or not all in the same way.
    #[error("expected cells that are written as those of the other rows")]
    Written,
    /// A label that does not follow that of the row above.
    #[error("expected the label of the next row, got '{}'", .0.escape_ascii())]
    Label(u8),
}

/// A fault of a cell of a numpy array.
///
/// ```
/// use batchdoku::format::ElementError;
/// assert_eq!(ElementError::Number(10).to_string(), "expected cells from 0 to 9, got 10");
/// ```
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
