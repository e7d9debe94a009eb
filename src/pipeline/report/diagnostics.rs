//! What can be wrong with a record, and the file that lists all such records.

use std::{fmt, io::Write};

use crate::pipeline::{Error, Output, OutputFile};

/// The longest text of a record that is kept with a problem, in bytes.
const LONGEST_TEXT: usize = 1 << 10;

/// A record that was not solved (or counted, checked …) as asked, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which input of the job, counted from 0.
    pub input: usize,
    /// Its line, counted from 1.
    pub line: u64,
    /// What kind of problem.
    pub kind: DiagnosticKind,
    /// What exactly.
    pub detail: String,
    /// The record, cut off if it is very long.
    pub text: Vec<u8>,
}

/// The kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosticKind {
    /// Fewer than 81 cells.
    TooShort,
    /// More than 81 cells.
    TooLong,
    /// A byte that is no cell.
    BadCharacter,
    /// A record that is broken otherwise.
    BadRecord,
    /// A clue stands twice in a house.
    Contradictory,
    /// No solution.
    NoSolution,
    /// More than one solution where one was asked for.
    Multiple,
    /// The claimed solution is wrong.
    Wrong,
    /// Given up at the limit of nodes.
    Budget,
    /// Not finished because the job was stopped.
    Interrupted,
    /// Nothing wrong with a record: there are more or fewer than announced.
    Count,
}

impl DiagnosticKind {
    /// Whether the record is no puzzle at all.
    pub fn is_malformed(self) -> bool {
        matches!(self, Self::TooShort | Self::TooLong | Self::BadCharacter | Self::BadRecord)
    }
}

impl fmt::Display for DiagnosticKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooShort => "too short",
            Self::TooLong => "too long",
            Self::BadCharacter => "bad character",
            Self::BadRecord => "bad record",
            Self::Contradictory => "contradictory clues",
            Self::NoSolution => "no solution",
            Self::Multiple => "multiple solutions",
            Self::Wrong => "wrong solution",
            Self::Budget => "budget",
            Self::Interrupted => "interrupted",
            Self::Count => "wrong count",
        })
    }
}

impl Diagnostic {
    /// A problem of the record with these bytes at `line` of its chunk, counted from 0.
    pub(crate) fn new(line: u32, kind: DiagnosticKind, detail: String, text: &[u8]) -> Self {
        let text = text[..text.len().min(LONGEST_TEXT)].to_vec();
        Self { input: 0, line: line.into(), kind, detail, text }
    }

    /// The same problem where its chunk belongs: so many lines on, in that input.
    pub(crate) fn moved(self, input: usize, lines: u64) -> Self {
        Self { input, line: self.line + lines, ..self }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}", self.line, self.kind, self.detail)
    }
}

/// A file of problems: tab-separated columns line, kind, detail, text, with a header.
pub struct Rejects {
    sink: OutputFile,
    buffer: Vec<u8>,
    inputs: Option<Vec<String>>,
}

impl Rejects {
    /// Opens the file. With several inputs, a first column names the input.
    ///
    /// # Errors
    /// If it can't be created.
    pub fn open(output: &Output, inputs: &[String]) -> Result<Self, Error> {
        let inputs = (inputs.len() > 1).then(|| inputs.to_vec());
        let mut buffer = Vec::new();
        if inputs.is_some() {
            buffer.extend_from_slice(b"file\t");
        }
        buffer.extend_from_slice(b"line\tkind\tdetail\ttext\n");
        Ok(Self { sink: output.open()?, buffer, inputs })
    }

    /// Adds a problem.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add(&mut self, problem: &Diagnostic) -> Result<(), Error> {
        let Diagnostic { line, kind, detail, .. } = problem;
        if let Some(names) = &self.inputs {
            let _ = write!(self.buffer, "{}\t", names[problem.input].escape_debug());
        }
        // Bytes that would break the table or are no text are escaped.
        let text = escape(&problem.text);
        let _ = writeln!(self.buffer, "{line}\t{kind}\t{detail}\t{text}");
        if self.buffer.len() > 64 << 10 {
            self.sink.write(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Makes the file final.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn finish(mut self) -> Result<(), Error> {
        self.sink.write(&self.buffer)?;
        self.sink.finish()
    }
}

/// The text of a record in one field of a table: tabs, line ends and what is no ASCII as escapes.
fn escape(text: &[u8]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for &byte in text {
        match byte {
            b' '..=b'~' if byte != b'\\' => escaped.push(byte.into()),
            _ => escaped.extend(std::ascii::escape_default(byte).map(char::from)),
        }
    }
    escaped
}
