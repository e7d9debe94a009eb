//! Records in files of many shapes, behind one reader and one writer trait.
//!
//! A reader knows where a chunk of bytes may be cut and which records a chunk holds; a writer
//! turns the answers to those records back into bytes. Neither touches a file: the pipeline
//! brings the bytes. A new format is one file here and one line in [`Format`].

mod line;
mod records;

use std::{fmt, str::FromStr, sync::Arc};

pub use line::first_grid;
pub use records::{Answers, Fault, Kind, Record, Records};

/// Finds the records in the bytes of one input.
pub trait Reader: Send + Sync {
    /// Where a chunk may end: the last end of a record in `bytes`, which start at the start of a
    /// record. `None` if no record ends there.
    fn cut(&self, bytes: &[u8]) -> Option<usize>;

    /// Fills `records` with those of `chunk`, a whole number of records as [`Reader::cut`] leaves
    /// them (the last of an input may lack its line end). Lines are counted from 0 in the chunk.
    fn read(&self, chunk: &[u8], records: &mut Records);

    /// A second look at a record whose 81 bytes turned out to be no grid: where else in the text
    /// of `records` its grid is.
    ///
    /// # Errors
    /// What is wrong with it.
    fn look_again(
        &self,
        chunk: &[u8],
        records: &Records,
        record: &Record,
    ) -> Result<u32, crate::GridError> {
        let _ = (chunk, record);
        let Kind::Puzzle { at } = record.kind else { unreachable!("only puzzles are looked at") };
        crate::Grid::parse(&records.text(chunk)[at as usize..at as usize + 81]).map(|_| at)
    }
}

/// Writes answers as bytes.
pub trait Writer: Send + Sync {
    /// What stands before the first record.
    fn start(&self, out: &mut Vec<u8>) {
        let _ = out;
    }

    /// One record with its answer.
    fn row(&self, row: Row<'_>, fields: &[&[u8]], out: &mut Vec<u8>);

    /// A comment or a blank line, without its line end.
    fn pass(&self, text: &[u8], out: &mut Vec<u8>) {
        let _ = (text, out);
    }

    /// All records of a chunk with their answers, in order.
    fn chunk(&self, chunk: &[u8], records: &Records, answers: &Answers, out: &mut Vec<u8>) {
        let mut rows = 0;
        let mut fields = Vec::with_capacity(answers.width());
        for record in &records.list {
            if let Kind::Pass = record.kind {
                self.pass(record.bytes(chunk), out);
            } else {
                fields.clear();
                fields.extend((0..answers.width()).map(|column| answers.field(rows, column)));
                self.row(Row { chunk, records, record }, &fields, out);
                rows += 1;
            }
        }
    }

    /// What stands after the last record, given how many rows were written.
    fn finish(&self, rows: u64, out: &mut Vec<u8>) {
        let _ = (rows, out);
    }
}

/// A record in its chunk, for a writer.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    /// The chunk that holds it.
    pub chunk: &'a [u8],
    /// All records of the chunk.
    pub records: &'a Records,
    /// The record.
    pub record: &'a Record,
}

impl<'a> Row<'a> {
    /// The 81 bytes of the puzzle as given, if the record holds one.
    pub fn puzzle(&self) -> Option<&'a [u8]> {
        match self.record.kind {
            Kind::Puzzle { at } => {
                Some(&self.records.text(self.chunk)[at as usize..at as usize + 81])
            }
            Kind::Pass | Kind::Bad { .. } => None,
        }
    }
}

/// The shapes that files of puzzles come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One puzzle a line; as output, one answer a line.
    Line,
    /// As input like `Line`; as output the puzzle as given, a comma, the answer.
    Pair,
}

impl Format {
    /// All formats with their names on the command line.
    pub const ALL: [(&'static str, Self); 2] = [("line", Self::Line), ("pair", Self::Pair)];
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, format)| format).ok_or_else(|| format!("unknown format '{name}'"))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = Self::ALL.into_iter().find(|(_, format)| format == self).expect("listed");
        f.write_str(name)
    }
}

/// How an input was opened: who reads it, and what stands before its first record.
pub struct Opened {
    /// Reads its records.
    pub reader: Arc<dyn Reader>,
    /// How many bytes (byte order mark, header) come before the first record.
    pub skip: usize,
    /// How many lines these are.
    pub lines: u64,
    /// How many records a header announces.
    pub announced: Option<u64>,
}

/// What a reader must know besides the bytes.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, or `None` to recognise it.
    pub format: Option<Format>,
}

/// What a writer must know.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// The format, or `None` for that of the input.
    pub format: Option<Format>,
    /// Whether comments and blank lines are dropped instead of passed through.
    pub strip_comments: bool,
}

/// Looks at the first bytes of an input and says how to read it.
///
/// # Errors
/// If the input is not of the format asked for.
pub fn open(head: &[u8], options: &ReadOptions) -> Result<Opened, FormatError> {
    let mark: &[u8] = b"\xEF\xBB\xBF";
    let skip = if head.starts_with(mark) { mark.len() } else { 0 };
    if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
        return Err(FormatError("the text is UTF-16: expected ASCII or UTF-8".into()));
    }
    let _ = options;
    Ok(Opened { reader: Arc::new(line::LineReader), skip, lines: 0, announced: None })
}

/// The writer for answers with the fields `columns`.
///
/// # Errors
/// If the format can't hold them.
pub fn writer(columns: &[&str], options: &WriteOptions) -> Result<Box<dyn Writer>, FormatError> {
    let _ = columns;
    let pair = options.format == Some(Format::Pair);
    let separator = if pair { b',' } else { b' ' };
    Ok(Box::new(line::LineWriter { pair, strip_comments: options.strip_comments, separator }))
}

/// Why an input or an output can't be of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FormatError(pub String);
