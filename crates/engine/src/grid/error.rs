//! The errors of a grid, or of a solution.

use std::{error::Error, fmt};

use super::{Cell, Digit, House};

/// The reason why a text is not a grid, or a grid is not a solution.
///
/// ```
/// use batchdoku::{Grid, GridError};
/// let error = "53..7....".parse::<Grid>().unwrap_err();
/// assert_eq!(error, GridError::TooShort(9));
/// assert_eq!(error.to_string(), "expected 81 cells, got 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GridError {
    /// Fewer than 81 cells. Holds the number of cells.
    TooShort(usize),
    /// More than 81 cells. Holds the number of cells.
    TooLong(usize),
    /// A byte that is not a cell.
    BadCharacter {
        /// The position in the text, counted from 1.
        column: usize,
        /// The byte itself.
        byte: u8,
    },
    /// A pencilmark puzzle with more or fewer than 729 candidates. Holds their number.
    CandidateCount(usize),
    /// A byte that is not a candidate of a pencilmark puzzle: for example, a 3 in the place of the digit 2.
    BadCandidate {
        /// The position in the text, counted from 1.
        column: usize,
        /// The byte itself.
        byte: u8,
        /// The digit that this place is for.
        digit: u8,
    },
    /// A number that is not a cell.
    BadDigit {
        /// The cell.
        cell: Cell,
        /// The number.
        value: u8,
    },
    /// A cell of a solution is empty.
    EmptyCell(Cell),
    /// A digit of a solution differs from the clue.
    ContradictsClue(Cell),
    /// A digit of a solution occurs twice in a house.
    Conflict {
        /// The house.
        house: House,
        /// The digit.
        digit: Digit,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TooShort(got) | Self::TooLong(got) => write!(f, "expected 81 cells, got {got}"),
            Self::BadCharacter { column, byte } => {
                let empty = "(. 0 * _ x X ? -)";
                let got = byte.escape_ascii();
                write!(f, "column {column}: expected a digit or an empty cell {empty}, got '{got}'")
            }
            Self::CandidateCount(got) => write!(f, "expected 729 candidates, got {got}"),
            Self::BadCandidate { column, byte, digit } => {
                let got = byte.escape_ascii();
                write!(f, "column {column}: expected {digit}, or . or 0, got '{got}'")
            }
            Self::BadDigit { cell, value } => write!(f, "{cell}: expected 0 to 9, got {value}"),
            Self::EmptyCell(cell) => {
                let row = cell.row() + 1;
                let column = cell.column() + 1;
                write!(f, "row {row}, column {column} of the solution is empty")
            }
            Self::ContradictsClue(cell) => {
                let row = cell.row() + 1;
                let column = cell.column() + 1;
                write!(f, "contradicts the clue at row {row}, column {column}")
            }
            Self::Conflict { house, digit } => {
                write!(f, "the solution breaks the rules: {house} has the digit {digit} twice")
            }
        }
    }
}

impl Error for GridError {}

impl GridError {
    /// Returns this error for a longer text, where the cells start after `before` bytes.
    pub fn after(self, before: usize) -> Self {
        match self {
            Self::BadCharacter { column, byte } => {
                Self::BadCharacter { column: column + before, byte }
            }
            Self::BadCandidate { column, byte, digit } => {
                Self::BadCandidate { column: column + before, byte, digit }
            }
            other => other,
        }
    }
}
