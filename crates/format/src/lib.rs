//! Records in files of many shapes, behind one reader and one writer trait.
//!
//! A reader knows where a chunk of bytes may be cut and which records a chunk holds; a writer
//! turns the answers to those records back into bytes. Neither touches a file: the pipeline
//! brings the bytes. A new format is one file here, a name in [`Format`], and a line each in
//! `open` and `writer`.

mod answer;
mod block;
mod codec;
mod detect;
mod drawing;
mod error;
mod grid;
mod grid_line;
mod json_object;
mod jsonl;
mod line;
mod lines;
mod magic;
mod name;
mod npy;
mod records;
mod rows;
mod sukaku;
mod table;
#[cfg(test)]
mod tests;

use std::{
    any::Any,
    fmt::Debug,
    io::{self, Write},
    sync::Arc,
};

pub use answer::{AnswerShape, Answers, Column, ColumnKind, Field, Role, RowsPerRecord};
pub use codec::{Codec, Compression};
pub use detect::{batch_format, is_enough, is_puzzle, near_puzzle, open, open_lines};
pub use error::{ElementError, FormatError, RecordError, RowError};
pub use name::{FileType, Format};
pub use records::{ChunkPuzzles, PuzzlePlace, Record, RecordKind, RecordRef, Records, Row};
pub use table::Header;

use batchdoku_engine::grid::{GridError, PuzzleForm};
use table::{PUZZLE_NAMES, SOLUTION_NAMES};

/// Finds the records in the bytes of one input.
pub trait RecordParser: Send + Sync {
    /// Finds where a chunk may end: the last end of a record in `bytes`, which start at the start of a
    /// record. `None` if no record ends there. The end of a line, unless the format says otherwise.
    fn cut(&self, bytes: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', bytes).map(|end| end + 1)
    }

    /// Tells if every line is a record of its own, so that any line end is the end of a record.
    fn is_one_record_per_line(&self) -> bool {
        false
    }

    /// Returns a note for the user about the input: that part of it is not used.
    fn note(&self) -> Option<&'static str> {
        None
    }

    /// Returns the length in bytes of what it counts as a line, if all have the same; otherwise lines are
    /// those of a text.
    fn line_length(&self) -> Option<u64> {
        None
    }

    /// Counts the lines that end in `bytes`, which are whole records.
    fn count_lines(&self, bytes: &[u8]) -> u64 {
        match self.line_length() {
            Some(length) => bytes.len() as u64 / length,
            None => memchr::memchr_iter(b'\n', bytes).count() as u64,
        }
    }

    /// Fills `records` with those of `chunk`, a whole number of records as [`RecordParser::cut`] leaves
    /// them (the last of an input may lack its line end). Lines are counted from 0 in the chunk.
    fn read(&self, chunk: &[u8], records: &mut Records);

    /// Returns the number in the column or member of a record that has this name.
    fn number(&self, record: RecordRef<'_>, name: &str) -> Option<f64> {
        let _ = (record, name);
        None
    }

    /// Looks at a puzzle again whose 81 bytes turned out not to be a grid, and finds its grid elsewhere
    /// in the text of its records.
    ///
    /// # Errors
    /// The fault of the record.
    fn reparse(&self, record: RecordRef<'_>) -> Result<PuzzlePlace, GridError> {
        let RecordKind::Puzzle { at, solution } = record.record.kind else {
            return Err(GridError::TooShort(0));
        };
        let checked = record.records.form.check(record.puzzle().unwrap_or_default());
        checked
            .map(|()| PuzzlePlace { at, solution })
            .map_err(|error| error.after(self.before_cells(record, at)))
    }

    /// Returns the number of bytes of a record before its cells, which start at `at` in the text of the
    /// records.
    fn before_cells(&self, record: RecordRef<'_>, at: u32) -> usize {
        // Cells in a text of their own have no column in the record.
        let own_text = record.records.scratch.is_some();
        if own_text { 0 } else { (at - record.record.start) as usize }
    }
}

/// Writes answers as bytes.
pub trait RecordFormatter: Send + Sync {
    /// Writes what precedes the first record.
    fn start(&self, out: &mut Vec<u8>) {
        let _ = out;
    }

    /// Tells if each output is complete in itself: outputs put one after the other are not one. Such an
    /// output has its start and its end even if it holds only a part of the records of a job.
    fn is_self_contained(&self) -> bool {
        false
    }

    /// Writes a record with the fields of its answer, as many as the shape has columns. Without fields, the
    /// record is copied unchanged if it has the format of the output; otherwise its puzzle is.
    fn row(&self, record: RecordRef<'_>, fields: &[Field<'_>], out: &mut Vec<u8>);

    /// Tells if comments and blank lines are passed through.
    fn passes(&self) -> bool {
        false
    }

    /// Writes a comment or a blank line, given without its line end, if these are passed through.
    fn pass(&self, text: &[u8], out: &mut Vec<u8>) {
        if self.passes() {
            out.extend_from_slice(text);
            out.push(b'\n');
        }
    }

    /// Writes all records of a chunk with room for their answers, so that solutions are found in
    /// their final place: each answer is one grid, 81 dots at first. `false`, and nothing is written, if
    /// answers have other columns or the format does not write the 81 characters side by side.
    fn lay_out(&self, records: &Records, chunk: &[u8], rows: &mut LaidOutRows<'_>) -> bool {
        let _ = (records, chunk, rows);
        false
    }

    /// Tells if [`RecordFormatter::lay_out`] takes puzzles in numbers: then each answer is 81 zeros at first.
    fn takes_numbers(&self) -> bool {
        false
    }

    /// Gives what [`RecordFormatter::lay_out`] wrote for `records` its final form, once the answers are in it.
    fn complete(&self, records: &Records, laid_out: &mut [u8]) {
        let _ = (records, laid_out);
    }

    /// Writes all records of a chunk with their answers, in order.
    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        rows::write_rows(self, chunk, records, answers, out);
    }

    /// Completes the rows of a task that were written one by one with [`RecordFormatter::row`], before its
    /// output is handed in. `records` are those that the rows come from.
    fn flush(&self, records: &Records, out: &mut Vec<u8>) {
        let _ = (records, out);
    }

    /// Joins the outputs of all tasks into one, if that is more than to write one after the
    /// other.
    fn assembler(&self) -> Option<Box<dyn Assembler>> {
        None
    }

    /// Replaces what [`RecordFormatter::start`] wrote, by as many bytes, once the output is complete and has
    /// `length` bytes; `None` if the format does not need that.
    fn patch(&self, length: u64) -> Option<Vec<u8>> {
        let _ = length;
        None
    }
}

/// The rows of a chunk with room for their answers.
#[derive(Debug)]
pub struct LaidOutRows<'a> {
    /// The text of the rows is appended here.
    pub out: &'a mut Vec<u8>,
    /// The start in `out` of the answer to each puzzle.
    pub slots: &'a mut Vec<usize>,
}

/// Makes one output of the outputs of all tasks.
pub trait Assembler: Send {
    /// Writes what precedes the first record.
    ///
    /// # Errors
    /// If the output cannot be assembled.
    fn start(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Adds the output of the next task, and writes what can be written.
    ///
    /// # Errors
    /// If the output cannot be assembled.
    fn add(&mut self, task: &[u8], out: &mut dyn Write) -> io::Result<()>;

    /// Writes what is left.
    ///
    /// # Errors
    /// If the output cannot be assembled.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// An input whose format is known: its reader, and what precedes its first record.
pub struct DetectedInput {
    /// Reads its records.
    pub parser: Arc<dyn RecordParser>,
    /// The number of bytes (byte order mark, count, header) that come before the first record.
    pub skip: usize,
    /// The number of lines in these.
    pub lines: u64,
    /// The number of records that a header declares.
    pub declared_count: Option<u64>,
    /// The layout that the output takes over.
    pub layout: Layout,
}

/// The columns of an input of record batches, as the crate that reads it describes them.
pub trait BatchColumns: Any + Debug + Send + Sync {
    /// Compares the columns of two inputs.
    fn is_same(&self, other: &dyn BatchColumns) -> bool;

    /// Tells if one holds solutions.
    fn has_solutions(&self) -> bool;
}

impl PartialEq for dyn BatchColumns {
    fn eq(&self, other: &Self) -> bool {
        self.is_same(other)
    }
}

/// The layout that an output takes over from the input. All inputs of a job have the same format and columns.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The format.
    pub format: Format,
    /// The columns, if it is a table.
    pub header: Option<Arc<Header>>,
    /// The columns, if it has record batches.
    pub columns: Option<Arc<dyn BatchColumns>>,
    /// The keys, if it has JSON objects.
    pub keys: Option<Arc<GridKeys>>,
    /// The byte between a puzzle and its solution, if the input has lines and the first record has both.
    pub pair_separator: Option<u8>,
}

/// The keys under which JSON objects hold grids.
#[derive(Clone, Debug)]
pub struct GridKeys {
    /// The names that the column of the puzzles may have, the best first.
    pub puzzle: Vec<String>,
    /// The names that the column of the solutions may have, the best first.
    pub solution: Vec<String>,
    /// True if the first object has a solution.
    pub has_solutions: bool,
}

impl Layout {
    /// Returns the layout of a format without columns.
    pub fn of(format: Format) -> Self {
        Self { format, header: None, columns: None, keys: None, pair_separator: None }
    }

    /// Tells if records have solutions. Where nothing says so before the first record, that decides.
    pub fn has_solutions(&self) -> bool {
        match self {
            Self { header: Some(header), .. } => header.solution.is_some(),
            Self { columns: Some(columns), .. } => columns.has_solutions(),
            Self { keys: Some(keys), .. } => keys.has_solutions,
            Self { pair_separator, .. } => pair_separator.is_some(),
        }
    }
}

/// Options for reading records.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, or `None` to detect it.
    pub format: Option<Format>,
    /// The name of the column (or key) that holds the puzzles, or `None` for the usual names.
    pub column: Option<String>,
    /// The name of the column (or key) that holds the solutions, or `None` for the usual names.
    pub solution_column: Option<String>,
    /// True if the grids are solutions: those of that column come before puzzles.
    pub is_of_solutions: bool,
    /// True if the solutions that records have next to their puzzles are read: see [`RecordRef::solution`].
    pub solutions: bool,
    /// True if pencilmark puzzles are, with all their candidates.
    pub pencilmarks: bool,
}

/// The layout of answers, as far as a user decides it.
#[derive(Clone, Copy, Debug, Default)]
pub struct LayoutOptions {
    /// The byte between the cells of a grid, or between the fields of a line; `None` for the usual one.
    pub separator: Option<u8>,
    /// True if comments and blank lines are dropped instead of passed through.
    pub strip_comments: bool,
    /// True if grids are drawn in the colours of a terminal.
    pub colour: bool,
    /// The rows of a row group of Parquet, or of a record batch of Arrow; `None` for the usual number.
    pub batch_rows: Option<usize>,
}

impl LayoutOptions {
    /// Returns the number of rows of record batches that are read and written at a time.
    pub fn batch_rows(&self) -> usize {
        self.batch_rows.unwrap_or(ROW_GROUP)
    }
}

/// All that a formatter needs: what the user says, and what the run has found.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The format, or `None` for that of the input.
    pub format: Option<Format>,
    /// The part that the user decides.
    pub layout: LayoutOptions,
    /// The layout of the input, if there is one.
    pub input: Option<Layout>,
    /// The number of records that the input declares, which is repeated before lines.
    pub declared_count: Option<u64>,
    /// The compression of the pages of record batches.
    pub compression: Compression,
    /// True if Arrow is written as a stream, which other programs may read as it comes.
    pub is_stream: bool,
}

/// The usual number of rows of a row group: enough for compression and scans, and a million puzzles
/// are still work for many threads, none of which waits long for the last.
const ROW_GROUP: usize = 25_000;

impl ReadOptions {
    /// Returns the column (or key) of the grids that is named: that of the puzzles, or of the solutions.
    pub fn named_column(&self) -> Option<&String> {
        if self.is_of_solutions { self.solution_column.as_ref() } else { self.column.as_ref() }
    }

    /// Returns the names that the column (or key) of the grids may have, the best first.
    pub fn grid_names(&self) -> Vec<&str> {
        match self.named_column() {
            Some(name) => vec![name],
            None if self.is_of_solutions => [&SOLUTION_NAMES[..], &PUZZLE_NAMES].concat(),
            None => PUZZLE_NAMES.to_vec(),
        }
    }

    /// Returns the names that the column (or key) of the solutions may have, the best first, given the names of all.
    /// If the puzzles come from a column that is named although another has a usual name for puzzles, the usual names
    /// for solutions are about that one: the solutions of `board`, in a table with `puzzle`, are in `board_solution`.
    pub fn solution_names(&self, all: &[impl AsRef<str>]) -> Vec<String> {
        let is_puzzle =
            |name: &str| PUZZLE_NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name));
        let is_of_another = |column: &&String| {
            let mut others =
                all.iter().map(AsRef::as_ref).filter(|name| !name.eq_ignore_ascii_case(column));
            !is_puzzle(column) && others.any(is_puzzle)
        };
        match (&self.solution_column, self.column.as_ref().filter(is_of_another)) {
            (Some(name), _) => vec![name.clone()],
            (None, Some(column)) if !self.is_of_solutions => vec![format!("{column}_solution")],
            (None, _) => SOLUTION_NAMES.map(str::to_owned).to_vec(),
        }
    }
}

impl WriteOptions {
    /// Returns the format of the input; lines if there is none.
    fn from(&self) -> Format {
        self.input.as_ref().map_or(Format::Line, |layout| layout.format)
    }

    /// Returns the format in which answers of this shape are written.
    ///
    /// # Errors
    /// If the format cannot hold them.
    pub fn output_format(&self, shape: &AnswerShape<'_>) -> Result<Format, FormatError> {
        let is_grid = shape.fits_one_grid();
        match (self.format, self.from()) {
            (Some(to), _) if to.is_for_grids() && !is_grid => Err(FormatError::GridsOnly(to)),
            (Some(to), _) => Ok(to),
            // What an array cannot hold is text.
            (None, Format::Npy) if !is_grid => Ok(Format::Line),
            (None, Format::Sukaku) => Ok(Format::Line),
            (None, from) => Ok(from),
        }
    }
}

/// Returns the formatter of answers of this shape as lines to an input of lines. No other format is linked: see
/// [`open_lines`].
///
/// # Errors
/// If lines cannot hold them.
pub fn line_formatter(
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<impl RecordFormatter + use<>, FormatError> {
    line::LineFormatter::new(Format::Line, Format::Line, shape, options)
}

/// Returns the formatter of answers of this shape; not of record batches, which have a crate of their own.
///
/// # Errors
/// If the format cannot hold them.
pub fn formatter(
    shape: &AnswerShape<'_>,
    options: &WriteOptions,
) -> Result<Box<dyn RecordFormatter>, FormatError> {
    let (from, to) = (options.from(), options.output_format(shape)?);
    Ok(match to {
        Format::Line | Format::Pair | Format::Puzzle | Format::Sdm => {
            Box::new(line::LineFormatter::new(to, from, shape, options)?)
        }
        Format::Grid | Format::Sdk | Format::Ss => {
            Box::new(block::BlockFormatter::new(to, from, shape, options)?)
        }
        Format::Judge => Box::new(block::JudgeFormatter::new(shape, options)?),
        Format::Drawing => Box::new(drawing::DrawingFormatter::new(shape, options.layout.colour)),
        Format::Sukaku => Box::new(sukaku::SukakuFormatter { column: shape.grid_column() }),
        Format::Csv | Format::Tsv => Box::new(table::TableFormatter::new(to, shape, options)),
        Format::Jsonl => Box::new(jsonl::JsonFormatter::new(from, shape, options)),
        Format::Npy => Box::new(npy::NpyFormatter::new(shape)),
        Format::Parquet | Format::Arrow => return Err(FormatError::WithoutParquet(to)),
    })
}

/// The text in place of a missing grid in a format that has no empty field.
pub const NO_GRID: &[u8; 81] = &[b'.'; 81];

/// Returns the text in place of a missing grid, for puzzles of this form.
pub fn no_grid(form: PuzzleForm) -> &'static [u8; 81] {
    match form {
        PuzzleForm::Numbers => &[0; 81],
        PuzzleForm::Cells | PuzzleForm::Pencilmarks => NO_GRID,
    }
}

/// The longest record that is read whole, in bytes. Longer records are cut off here.
pub const LONGEST_RECORD: usize = 16 << 20;
