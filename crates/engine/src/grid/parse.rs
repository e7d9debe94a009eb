//! A grid as 81 bytes of text: what each byte means, and what can be wrong with it.

use std::{error::Error, fmt, str::FromStr};

use super::{Cell, Digit, Grid, House};

/// The bytes that stand for an empty cell.
pub const EMPTY_CELLS: [u8; 8] = *b".0*_xX?-";

/// The value in [`CELL_VALUE`] of a byte that is not a cell.
pub const BAD_CELL: u8 = 0xFF;

/// The meaning of each byte as a cell: 1–9 a digit, 0 an empty cell, [`BAD_CELL`] neither.
pub const CELL_VALUE: [u8; 256] = {
    let mut table = [BAD_CELL; 256];
    let mut digit = 1;
    while digit <= 9 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let mut i = 0;
    while i < EMPTY_CELLS.len() {
        table[EMPTY_CELLS[i] as usize] = 0;
        i += 1;
    }
    table
};

/// The reason that something is not a grid, or not a solution.
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
    /// Fewer than 81 cells: the number of cells.
    TooShort(usize),
    /// More than 81 cells: the number of cells.
    TooLong(usize),
    /// A byte that is not a cell.
    BadCharacter {
        /// The position in the text, counted from 1.
        column: usize,
        /// The byte itself.
        byte: u8,
    },
    /// More or fewer than 729 candidates of a pencilmark puzzle: their number.
    CandidateCount(usize),
    /// A byte that is not a candidate of a pencilmark puzzle.
    BadCandidate {
        /// The position in the text, counted from 1.
        column: usize,
        /// The byte itself.
        byte: u8,
        /// The digit whose place it is.
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
    /// A digit of a solution stands twice in a house.
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
                let (row, column) = (cell.row() + 1, cell.column() + 1);
                write!(f, "row {row}, column {column} of the solution is empty")
            }
            Self::ContradictsClue(cell) => {
                let (row, column) = (cell.row() + 1, cell.column() + 1);
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
    /// Returns this error in a longer text, in which the cells start after `before` bytes.
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

impl Grid {
    /// Reads 81 bytes, row by row: `1`–`9` are clues, any of `. 0 * _ x X ? -` an empty cell.
    ///
    /// # Errors
    /// The first byte that is not a cell, otherwise a wrong number of cells.
    #[inline]
    pub fn parse(text: &[u8]) -> Result<Self, GridError> {
        match text.try_into().ok().and_then(Self::of_plain) {
            Some(grid) => Ok(grid),
            None => Self::parse_any(text),
        }
    }

    /// Returns the grid of a text of digits, `0` and `.`, which takes vectors and no look-up.
    #[inline]
    fn of_plain(text: &[u8; 81]) -> Option<Self> {
        let (mut digits, mut is_plain) = ([0; 81], true);
        for (digit, &byte) in digits.iter_mut().zip(text) {
            let number = byte.wrapping_sub(b'0');
            *digit = if number <= 9 { number } else { 0 };
            is_plain &= number <= 9 || byte == b'.';
        }
        is_plain.then_some(Self::from_valid(digits))
    }

    /// Reads any text, cell by cell.
    #[cold]
    fn parse_any(text: &[u8]) -> Result<Self, GridError> {
        let mut digits = [0; 81];
        for (index, &byte) in text.iter().enumerate() {
            let value = CELL_VALUE[usize::from(byte)];
            if value == BAD_CELL {
                return Err(GridError::BadCharacter { column: index + 1, byte });
            }
            if let Some(digit) = digits.get_mut(index) {
                *digit = value;
            }
        }
        match text.len() {
            81 => Ok(Self::from_valid(digits)),
            n if n < 81 => Err(GridError::TooShort(n)),
            n => Err(GridError::TooLong(n)),
        }
    }

    /// Returns the text of 81 bytes; empty cells are `.`.
    pub fn to_text(&self) -> [u8; 81] {
        self.digits().map(|digit| if digit == 0 { b'.' } else { b'0' + digit })
    }
}

impl FromStr for Grid {
    type Err = GridError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, GridError> {
        Self::parse(text.as_bytes())
    }
}

/// Writes 81 characters, or with `{:#}` draws nine rows with the boxes apart.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;

        let text = self.to_text();
        if !f.alternate() {
            return text.iter().try_for_each(|&byte| f.write_char(char::from(byte)));
        }
        for (row, cells) in text.chunks_exact(9).enumerate() {
            match row {
                0 => {}
                3 | 6 => f.write_str("\n------+-------+------\n")?,
                _ => f.write_char('\n')?,
            }
            for (column, &cell) in cells.iter().enumerate() {
                f.write_str(match column {
                    0 => "",
                    3 | 6 => " | ",
                    _ => " ",
                })?;
                f.write_char(char::from(cell))?;
            }
        }
        Ok(())
    }
}

/// Writes `Grid(…)` on one line, or with `{:#?}` draws the grid below that word.
impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { write!(f, "Grid\n{self:#}") } else { write!(f, "Grid({self})") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_there_and_back() {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let grid: Grid = text.parse().unwrap();
        assert_eq!(grid.to_string(), text);
        assert_eq!(format!("{grid:?}"), format!("Grid({text})"));
        let drawn = format!("{grid:#}");
        assert!(drawn.starts_with("5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n"));
        assert_eq!(drawn.lines().count(), 11);
        let cells: Vec<u8> = drawn.bytes().filter(|byte| !b" |+-\n".contains(byte)).collect();
        assert_eq!(cells, text.as_bytes());
    }

    #[test]
    fn every_byte_is_a_digit_an_empty_cell_or_an_error() {
        for byte in 0..=u8::MAX {
            let mut text = [b'.'; 81];
            text[80] = byte;
            let expected = match byte {
                b'1'..=b'9' => Ok(byte - b'0'),
                _ if EMPTY_CELLS.contains(&byte) => Ok(0),
                _ => Err(GridError::BadCharacter { column: 81, byte }),
            };
            assert_eq!(Grid::parse(&text).map(|grid| grid.digits()[80]), expected);
        }
        assert_eq!(Grid::parse(&[b'1'; 80]), Err(GridError::TooShort(80)));
        assert_eq!(Grid::parse(&[b'1'; 82]), Err(GridError::TooLong(82)));
    }
}
