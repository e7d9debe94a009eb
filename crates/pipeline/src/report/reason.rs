//! The reasons why records are rejected, as data. They are put into words only for a reader, because a file may have a
//! million such records, and a quiet run only counts them.

use std::fmt::{self, Write};

use batchdoku_base::{named, plural, thousands};
use batchdoku_engine::grid::{Cell, Digit, Grid, GridError, House, PENCILMARKS};
use batchdoku_format::RecordError;

/// A reason why a record was not solved (or counted, checked …). Displays as words, without the record.
///
/// ```
/// use batchdoku::{grid::{Digit, House}, pipeline::{DiagnosticKind, Reason}};
/// let (house, digit) = (House::ALL[26], Digit::new(7).expect("a digit"));
/// let reason = Reason::Contradictory { house, digit };
/// assert_eq!(reason.to_string(), "box 9 has the digit 7 twice");
/// assert_eq!(reason.kind(), DiagnosticKind::Contradictory);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The record is not a puzzle.
    Malformed(RecordError),
    /// The clues break the rules.
    Contradictory {
        /// The first house with a digit twice.
        house: House,
        /// That digit.
        digit: Digit,
    },
    /// The puzzle has no solution.
    Unsolvable,
    /// The puzzle has several solutions, but the job requires a single one.
    Multiple,
    /// The search was given up at the node limit.
    NodeLimit {
        /// The nodes visited.
        nodes: u64,
    },
    /// The search was stopped.
    Interrupted,
    /// The record has no given solution.
    NoGivenSolution,
    /// All cells of the given solution are empty.
    EmptyGivenSolution,
    /// The given solution is not a grid.
    GivenSolutionNotAGrid(GridError),
    /// The given solution breaks the rules, contradicts a clue or has an empty cell.
    WrongGivenSolution(GridError),
    /// The given solution has a digit that the puzzle excludes as a candidate.
    NotACandidate {
        /// The cell.
        cell: Cell,
        /// The digit there in the solution.
        digit: Digit,
    },
    /// The given solution is right, but there are others.
    GivenSolutionNotOnly,
    /// The given solution is right; the search for others was given up at the node limit.
    NodeLimitBeforeProof,
    /// The given solution is right; the search for others was stopped.
    InterruptedBeforeProof,
    /// The search for neighbours was stopped.
    InterruptedNeighbours,
    /// The puzzle is one of the known puzzles.
    KnownPuzzle,
    /// The puzzle is equivalent to a known puzzle.
    KnownClass,
    /// The solution is equivalent to the solution of a known puzzle.
    KnownSolution,
    /// The record repeats this known record.
    KnownAs(Box<KnownRecord>),
    /// The techniques do not suffice to explain the puzzle.
    BeyondTechniques,
    /// No puzzle that meets the options was found.
    NotFound {
        /// The number of the record.
        record: u64,
        /// The tries made.
        tries: u32,
    },
    /// Changing any clue of a generated puzzle leaves it valid.
    NotInvalidated {
        /// The number of the record.
        record: u64,
        /// The name of the kind of invalid puzzle that was requested.
        invalid: &'static str,
    },
    /// The header declares a different number of records than there are.
    Count {
        /// The number that it declares.
        declared: u64,
        /// The number of records.
        found: u64,
    },
}

/// A known record that another record repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRecord {
    /// The kind of repeat: of the puzzle, of its class, or of the class of its solution.
    pub kind: DiagnosticKind,
    /// The name of its input.
    pub input: String,
    /// The line of that record there, counted from 1.
    pub line: u64,
    /// The puzzle of that record.
    pub puzzle: Grid,
    /// The symmetry that maps the known puzzle to its repeat, or the known solution to the solution of the repeat;
    /// `None` for equal puzzles.
    pub transform: Option<String>,
}

impl Reason {
    /// Returns the kind under which records with this reason are counted.
    pub fn kind(&self) -> DiagnosticKind {
        match self {
            Self::Malformed(error) => error.into(),
            Self::Contradictory { .. } => DiagnosticKind::Contradictory,
            Self::Unsolvable => DiagnosticKind::Unsolvable,
            Self::Multiple | Self::GivenSolutionNotOnly => DiagnosticKind::Multiple,
            Self::NodeLimit { .. } | Self::NodeLimitBeforeProof => DiagnosticKind::NodeLimit,
            Self::Interrupted | Self::InterruptedBeforeProof | Self::InterruptedNeighbours => {
                DiagnosticKind::Interrupted
            }
            Self::NoGivenSolution | Self::EmptyGivenSolution => DiagnosticKind::Missing,
            Self::GivenSolutionNotAGrid(_)
            | Self::WrongGivenSolution(_)
            | Self::NotACandidate { .. } => DiagnosticKind::Wrong,
            Self::KnownPuzzle => DiagnosticKind::KnownPuzzle,
            Self::KnownClass => DiagnosticKind::KnownClass,
            Self::KnownSolution => DiagnosticKind::KnownSolution,
            Self::KnownAs(record) => record.kind,
            Self::BeyondTechniques => DiagnosticKind::BeyondTechniques,
            Self::NotFound { .. } | Self::NotInvalidated { .. } => DiagnosticKind::NotGenerated,
            Self::Count { .. } => DiagnosticKind::Count,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl Reason {
    /// Writes the reason in words. Most kinds are written without a formatter, because formatting takes as long as a
    /// search.
    ///
    /// # Errors
    /// The errors of `f`.
    pub(crate) fn write_to(&self, f: &mut impl Write) -> fmt::Result {
        let words = match self {
            Self::Malformed(error) => return write!(f, "{error}"),
            Self::Contradictory { house, digit } => {
                return write!(f, "{house} has the digit {digit} twice");
            }
            Self::Unsolvable => "the puzzle has no solution",
            Self::Multiple => "the puzzle has more than one solution",
            Self::NodeLimit { nodes } => {
                return write!(f, "given up after {nodes} node{}", plural(*nodes));
            }
            Self::Interrupted => "stopped before the search was complete",
            Self::NoGivenSolution => "the record has no solution of 81 cells",
            Self::EmptyGivenSolution => "all cells of the solution are empty",
            Self::GivenSolutionNotAGrid(error) => {
                return write!(f, "the solution is not a grid: {error}");
            }
            Self::WrongGivenSolution(error) => return write!(f, "{error}"),
            Self::NotACandidate { cell, digit } => {
                let row = cell.row() + 1;
                let column = cell.column() + 1;
                return write!(f, "{digit} is not a candidate at row {row}, column {column}");
            }
            Self::GivenSolutionNotOnly => "the solution is not the only one",
            Self::NodeLimitBeforeProof => "given up before another solution was ruled out",
            Self::InterruptedBeforeProof => "stopped before another was ruled out",
            Self::InterruptedNeighbours => "interrupted",
            Self::KnownPuzzle => "it is one of the known puzzles",
            Self::KnownClass => "it is equivalent to a known puzzle",
            Self::KnownSolution => "its solution is equivalent to that of a known puzzle",
            Self::KnownAs(record) => {
                let KnownRecord { kind, input, line, puzzle, transform } = &**record;
                match kind {
                    DiagnosticKind::KnownClass => Self::KnownClass.write_to(f)?,
                    DiagnosticKind::KnownSolution => Self::KnownSolution.write_to(f)?,
                    _ => Self::KnownPuzzle.write_to(f)?,
                }
                write!(f, ": {input}, line {line}: {puzzle}")?;
                return transform.as_ref().map_or(Ok(()), |it| write!(f, " by {it}"));
            }
            Self::BeyondTechniques => "the techniques do not suffice",
            Self::NotFound { record, tries } => {
                let noun = if *tries == 1 { "try" } else { "tries" };
                let tries = thousands((*tries).into());
                return write!(f, "record {record}: no puzzle in {tries} {noun}");
            }
            Self::NotInvalidated { record, invalid } => {
                return write!(f, "no clue can make record {record} {invalid}");
            }
            Self::Count { declared, found } => {
                let verb = if *found == 1 { "is" } else { "are" };
                let s = plural(*declared);
                return write!(
                    f,
                    "the header declares {declared} record{s}, but there {verb} {found}"
                );
            }
        };
        f.write_str(words)
    }
}

/// The kinds of reasons, with their names in the table of rejects.
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
    /// Several solutions, but the job requires a single one.
    Multiple,
    /// The given solution is wrong.
    Wrong,
    /// There is no given solution.
    Missing,
    /// One of the known puzzles.
    KnownPuzzle,
    /// Equivalent to a known puzzle.
    KnownClass,
    /// The solution is equivalent to that of a known puzzle.
    KnownSolution,
    /// No puzzle that meets the options was generated.
    NotGenerated,
    /// Abandoned at the node limit.
    NodeLimit,
    /// Not explained: the techniques do not suffice.
    BeyondTechniques,
    /// Unfinished when the job was stopped.
    Interrupted,
    /// The header declares a different number of records than there are.
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
    BeyondTechniques = "beyond the techniques",
    Interrupted = "interrupted",
    Count = "wrong count",
});

impl DiagnosticKind {
    /// Returns whether the record is not a puzzle.
    pub const fn is_malformed(self) -> bool {
        matches!(self, Self::TooShort | Self::TooLong | Self::BadCharacter | Self::BadRecord)
    }
}

impl From<&RecordError> for DiagnosticKind {
    fn from(error: &RecordError) -> Self {
        match error {
            RecordError::Grid(
                GridError::TooShort(_) | GridError::CandidateCount(..PENCILMARKS),
            )
            | RecordError::LostZeros(_) => Self::TooShort,
            RecordError::Grid(GridError::TooLong(_) | GridError::CandidateCount(_))
            | RecordError::Overlong => Self::TooLong,
            RecordError::Grid(_) => Self::BadCharacter,
            _ => Self::BadRecord,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs read these words in tables of rejects, so they must not change.
    #[test]
    fn each_reason_has_its_kind_and_its_words() {
        let (house, digit) = (House::ALL[10], Digit::new(4).unwrap());
        let cell = Cell::ALL[80];
        for (reason, expected) in [
            (
                Reason::Malformed(GridError::TooShort(80).into()),
                "too short: expected 81 cells, got 80",
            ),
            (
                Reason::Malformed(RecordError::LostZeros(79)),
                "too short: expected 81 cells, got 79: a spreadsheet may have lost leading zeros (import the column as text)",
            ),
            (
                Reason::Malformed(GridError::TooLong(82).into()),
                "too long: expected 81 cells, got 82",
            ),
            (
                Reason::Malformed(GridError::CandidateCount(728).into()),
                "too short: expected 729 candidates, got 728",
            ),
            (
                Reason::Malformed(GridError::CandidateCount(730).into()),
                "too long: expected 729 candidates, got 730",
            ),
            (
                Reason::Malformed(GridError::BadCharacter { column: 3, byte: b'z' }.into()),
                "bad character: column 3: expected a digit or an empty cell (. 0 * _ x X ? -), got 'z'",
            ),
            (Reason::Malformed(RecordError::Null), "bad record: the value is null"),
            (
                Reason::Contradictory { house, digit },
                "contradictory clues: column 2 has the digit 4 twice",
            ),
            (Reason::Unsolvable, "unsolvable: the puzzle has no solution"),
            (Reason::Multiple, "multiple: the puzzle has more than one solution"),
            (Reason::NodeLimit { nodes: 1001 }, "node limit: given up after 1001 nodes"),
            (Reason::Interrupted, "interrupted: stopped before the search was complete"),
            (Reason::NoGivenSolution, "missing solution: the record has no solution of 81 cells"),
            (Reason::EmptyGivenSolution, "missing solution: all cells of the solution are empty"),
            (
                Reason::GivenSolutionNotAGrid(GridError::TooLong(82)),
                "wrong solution: the solution is not a grid: expected 81 cells, got 82",
            ),
            (
                Reason::WrongGivenSolution(GridError::ContradictsClue(cell)),
                "wrong solution: contradicts the clue at row 9, column 9",
            ),
            (
                Reason::NotACandidate { cell, digit },
                "wrong solution: 4 is not a candidate at row 9, column 9",
            ),
            (Reason::GivenSolutionNotOnly, "multiple: the solution is not the only one"),
            (
                Reason::NodeLimitBeforeProof,
                "node limit: given up before another solution was ruled out",
            ),
            (Reason::InterruptedBeforeProof, "interrupted: stopped before another was ruled out"),
            (Reason::InterruptedNeighbours, "interrupted: interrupted"),
            (Reason::KnownPuzzle, "known puzzle: it is one of the known puzzles"),
            (Reason::KnownClass, "known class: it is equivalent to a known puzzle"),
            (
                Reason::KnownSolution,
                "known solution class: its solution is equivalent to that of a known puzzle",
            ),
            (Reason::BeyondTechniques, "beyond the techniques: the techniques do not suffice"),
            (
                Reason::NotFound { record: 1234, tries: 1 },
                "not generated: record 1234: no puzzle in 1 try",
            ),
            (
                Reason::NotFound { record: 0, tries: 10_000 },
                "not generated: record 0: no puzzle in 10,000 tries",
            ),
            (
                Reason::NotInvalidated { record: 5, invalid: "unsolvable" },
                "not generated: no clue can make record 5 unsolvable",
            ),
            (
                Reason::Count { declared: 2000, found: 1999 },
                "wrong count: the header declares 2000 records, but there are 1999",
            ),
            (Reason::NodeLimit { nodes: 1 }, "node limit: given up after 1 node"),
            (
                Reason::Count { declared: 1, found: 2 },
                "wrong count: the header declares 1 record, but there are 2",
            ),
            (
                Reason::Count { declared: 2, found: 1 },
                "wrong count: the header declares 2 records, but there is 1",
            ),
        ] {
            assert_eq!(format!("{}: {reason}", reason.kind()), expected);
        }
    }
}
