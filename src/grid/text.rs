//! A grid, and how it is read from and written as 81 characters.

use std::{fmt, str::FromStr};

use super::{ALL_DIGITS, HOUSES, House};

/// What each byte means as a cell: 1–9 a digit, 0 an empty cell, [`BAD_CELL`] neither.
pub const CELL_VALUE: [u8; 256] = {
    let mut table = [BAD_CELL; 256];
    let mut digit = 1;
    while digit <= 9 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let empty = *b".0*_xX?-";
    let mut i = 0;
    while i < empty.len() {
        table[empty[i] as usize] = 0;
        i += 1;
    }
    table
};

/// The value of a byte in [`CELL_VALUE`] that is no cell.
pub const BAD_CELL: u8 = 0xFF;

/// 81 cells, row by row: 1–9 a digit, 0 an empty cell. A puzzle, a solution or anything between.
///
/// ```
/// use batchdoku::Grid;
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = line.parse()?;
/// assert_eq!(grid.clues(), 30);
/// assert_eq!(grid.to_string(), line);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid(pub [u8; 81]);

/// Why some text is no grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GridError {
    /// Fewer than 81 cells; how many there are.
    #[error("expected 81 cells, got {0}")]
    TooShort(usize),
    /// More than 81 cells; how many there are.
    #[error("expected 81 cells, got {0}")]
    TooLong(usize),
    /// A byte that is no cell.
    #[error("column {column}: expected a digit or an empty cell (. 0 * _ x X ? -), got '{}'", byte.escape_ascii())]
    BadCharacter {
        /// Its place in the text, counted from 1.
        column: usize,
        /// The byte itself.
        byte: u8,
    },
}

/// A digit that stands twice in one house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{house} has the digit {digit} twice")]
pub struct Conflict {
    /// Where.
    pub house: House,
    /// Which, 1–9.
    pub digit: u8,
}

impl Grid {
    /// The grid without clues.
    pub const EMPTY: Self = Self([0; 81]);

    /// Reads 81 bytes, row by row: `1`–`9` are clues, any of `. 0 * _ x X ? -` an empty cell.
    ///
    /// # Errors
    /// The first byte that is no cell, or the wrong number of them.
    pub fn parse(text: &[u8]) -> Result<Self, GridError> {
        let mut cells = [0; 81];
        for (place, &byte) in text.iter().enumerate() {
            let value = CELL_VALUE[usize::from(byte)];
            if value == BAD_CELL {
                return Err(GridError::BadCharacter { column: place + 1, byte });
            }
            if let Some(cell) = cells.get_mut(place) {
                *cell = value;
            }
        }
        match text.len() {
            81 => Ok(Self(cells)),
            n if n < 81 => Err(GridError::TooShort(n)),
            n => Err(GridError::TooLong(n)),
        }
    }

    /// Its text of 81 bytes, empty cells as `.`.
    pub fn to_text(&self) -> [u8; 81] {
        self.0.map(|value| if value == 0 { b'.' } else { b'0' + value })
    }

    /// How many cells hold a digit.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&value| value != 0).count()
    }

    /// The first house (rows, then columns, then boxes) in which a digit stands twice.
    pub fn conflict(&self) -> Option<Conflict> {
        for (house, cells) in HOUSES.iter().enumerate() {
            let mut seen = 0u16;
            for &cell in cells {
                let digit = self.0[usize::from(cell)];
                let bit = (1 << digit) & !1;
                if seen & bit != 0 {
                    return Some(Conflict { house: House(house as u8), digit });
                }
                seen |= bit;
            }
        }
        None
    }

    /// Whether each house holds each digit.
    pub fn is_complete(&self) -> bool {
        let mut columns = [0u16; 9];
        let all = |masks: &[u16]| masks.iter().fold(0, |seen, mask| seen | mask) == ALL_DIGITS << 1;
        let bands_complete = self.0.chunks_exact(27).all(|band| {
            let mut of_band = [0u16; 9];
            let rows_complete = band.chunks_exact(9).all(|row| {
                let digits: [u16; 9] = std::array::from_fn(|i| 1 << row[i]);
                of_band.iter_mut().zip(&digits).for_each(|(seen, digit)| *seen |= digit);
                all(&digits)
            });
            columns.iter_mut().zip(&of_band).for_each(|(seen, band)| *seen |= band);
            rows_complete && of_band.chunks_exact(3).all(all)
        });
        bands_complete && columns.iter().all(|&seen| seen == ALL_DIGITS << 1)
    }

    /// Whether it is a valid completion of `puzzle`: complete, and equal to every clue.
    pub fn solves(&self, puzzle: &Self) -> bool {
        self.is_complete()
            && puzzle.0.iter().zip(&self.0).all(|(&clue, &digit)| clue == 0 || clue == digit)
    }
}

impl FromStr for Grid {
    type Err = GridError;

    fn from_str(text: &str) -> Result<Self, GridError> {
        Self::parse(text.as_bytes())
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_text().iter().try_for_each(|&byte| write!(f, "{}", char::from(byte)))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({self})")
    }
}
