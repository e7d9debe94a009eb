//! A grid as 81 bytes of text: the meaning of each byte, and the errors of a text.

use std::{fmt, str::FromStr};

use super::{Grid, GridError};

/// The bytes that stand for an empty cell.
pub const EMPTY_CELLS: [u8; 8] = *b".0*_xX?-";

/// The value in [`CELL_VALUE`] of a byte that is not a cell.
pub const BAD_CELL: u8 = 0xFF;

/// The value of each byte as a cell: 1–9 for a digit, 0 for an empty cell, [`BAD_CELL`] for any other byte.
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

impl Grid {
    /// Parses 81 bytes, row by row: `1`–`9` are clues, any of `. 0 * _ x X ? -` is an empty cell.
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

    /// Parses a text of digits, `0` and `.`, by vectors and without tables. `None` for other texts.
    #[inline]
    fn of_plain(text: &[u8; 81]) -> Option<Self> {
        let mut digits = [0; 81];
        let mut is_plain = true;
        for (digit, &byte) in digits.iter_mut().zip(text) {
            let number = byte.wrapping_sub(b'0');
            *digit = if number <= 9 { number } else { 0 };
            is_plain &= number <= 9 || byte == b'.';
        }
        is_plain.then_some(Self::from_valid(digits))
    }

    /// Parses any text, cell by cell.
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

/// Writes 81 characters, or with `{:#}` draws nine rows with space between the boxes.
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
