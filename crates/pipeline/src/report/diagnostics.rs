//! The faults that a record can have.

use std::fmt;

use batchdoku_base::named;

/// The longest text of a record that a diagnostic keeps, in bytes.
const LONGEST_TEXT: usize = 1 << 10;

/// The reason why a record was not solved (or counted, checked …).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The input of the job, counted from 0.
    pub input: usize,
    /// The line of the record, counted from 1; its row, if the input has record batches.
    pub line: u64,
    /// The section of the input that the record belongs to, if it has record batches: `row group` or
    /// `record batch`, and its number, counted from 1.
    pub(crate) section: Option<(&'static str, u64)>,
    pub(crate) kind: DiagnosticKind,
    /// The details.
    pub detail: String,
    /// The first 1,024 bytes of the record.
    pub text: Vec<u8>,
}

/// The kinds of diagnostics, with the names that the table of rejects has.
///
/// ```
/// use batchdoku::pipeline::DiagnosticKind;
/// assert_eq!(DiagnosticKind::TooShort.name(), "too short");
/// assert_eq!("wrong solution".parse(), Ok(DiagnosticKind::Wrong));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// Fewer than 81 cells.
    TooShort,
    /// More than 81 cells.
    TooLong,
    /// A byte that is not a cell.
    BadCharacter,
    /// A record that is malformed in another way.
    BadRecord,
    /// A digit is given twice in a house.
    Contradictory,
    /// No solution.
    Unsolvable,
    /// Several solutions, where the job requires one.
    Multiple,
    /// The given solution is wrong.
    Wrong,
    /// There is no given solution.
    Missing,
    /// One of the known puzzles.
    KnownPuzzle,
    /// Equivalent to a known puzzle.
    KnownClass,
    /// Its solution is equivalent to that of a known puzzle.
    KnownSolution,
    /// No puzzle that meets the options was generated.
    NotGenerated,
    /// Abandoned at the node limit.
    NodeLimit,
    /// Unfinished when the job was stopped.
    Interrupted,
    /// The header declares another number of records than there are.
    Count,
}

named!(DiagnosticKind {
    TooShort = "too short",
    TooLong = "too long",
    BadCharacter = "bad character",
    BadRecord = "bad record",
    Contradictory = "contradictory clues",
    Unsolvable = "unsolvable",
    Multiple = "multiple",
    Wrong = "wrong solution",
    Missing = "missing solution",
    KnownPuzzle = "known puzzle",
    KnownClass = "known class",
    KnownSolution = "known solution class",
    NotGenerated = "not generated",
    NodeLimit = "node limit",
    Interrupted = "interrupted",
    Count = "wrong count",
});

impl DiagnosticKind {
    pub(crate) fn is_malformed(self) -> bool {
        matches!(self, Self::TooShort | Self::TooLong | Self::BadCharacter | Self::BadRecord)
    }
}

impl Diagnostic {
    /// Returns the kind, whose name is that in the table of rejects.
    pub fn kind(&self) -> DiagnosticKind {
        self.kind
    }

    /// Tells if the record is not a puzzle.
    pub fn is_malformed(&self) -> bool {
        self.kind.is_malformed()
    }

    /// Tells if the record is merely unfinished: the job was stopped.
    pub fn is_interrupted(&self) -> bool {
        self.kind == DiagnosticKind::Interrupted
    }

    /// A diagnostic for the record with these bytes at `line` of its chunk, counted from 0.
    pub fn new(line: u32, kind: DiagnosticKind, detail: String, text: &[u8]) -> Self {
        let text = text[..text.len().min(LONGEST_TEXT)].to_vec();
        Self { input: 0, line: line.into(), section: None, kind, detail, text }
    }

    /// The same for a chunk of `input` that `lines` lines come before.
    pub(crate) fn moved(self, input: usize, lines: u64) -> Self {
        Self { input, line: self.line + lines, ..self }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.section {
            Some((section, number)) => write!(f, "{section} {number}, row {}: ", self.line)?,
            None => write!(f, "line {}: ", self.line)?,
        }
        write!(f, "{}: {}", self.kind, self.detail)
    }
}
