//! The grid: 81 cells, each empty or with a digit.

use super::{Cell, CellSet, Digit, GridError, digit_set::DigitSet};

/// 81 cells, row by row, each empty or with a digit: a puzzle, a solution or anything between.
///
/// A grid may break the rules of sudoku ([`Grid::conflict`]), but a cell is always 0–9.
///
/// ```
/// use batchdoku::{Grid, grid::{Cell, Digit}};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid: Grid = line.parse()?;
/// assert_eq!(grid.clues(), 30);
/// assert_eq!(grid.get(Cell::ALL[0]), Digit::new(5));
/// assert_eq!(grid.with(Cell::ALL[0], None).clues(), 29);
/// assert_eq!(grid.to_string(), line);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Grid([u8; 81]);

impl Grid {
    /// The grid without clues.
    pub const EMPTY: Self = Self([0; 81]);

    /// Creates the grid of 81 numbers, row by row: 1–9 a digit, 0 an empty cell.
    ///
    /// ```
    /// use batchdoku::Grid;
    /// let mut digits = [0; 81];
    /// digits[80] = 9;
    /// assert_eq!(Grid::from_digits(digits)?.clues(), 1);
    /// digits[0] = 200;
    /// let error = Grid::from_digits(digits).unwrap_err();
    /// assert_eq!(error.to_string(), "r1c1: expected 0 to 9, got 200");
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    ///
    /// # Errors
    /// The first number above 9.
    #[inline]
    pub fn from_digits(digits: [u8; 81]) -> Result<Self, GridError> {
        // Test the maximum first, because vectors find it without a branch for each cell.
        if digits.iter().fold(0, |most, &digit| digit.max(most)) <= 9 {
            return Ok(Self(digits));
        }
        let bad = Cell::ALL.into_iter().find(|cell| digits[cell.index()] > 9);
        let cell = bad.expect("a number above 9");
        Err(GridError::BadDigit { cell, value: digits[cell.index()] })
    }

    /// Creates the grid of 81 numbers that are known to be at most 9. Private to this crate, because a
    /// greater number would break the invariant of the type.
    #[inline]
    pub(crate) const fn from_valid(digits: [u8; 81]) -> Self {
        Self(digits)
    }

    /// Returns the 81 numbers, row by row: 1–9 a digit, 0 an empty cell.
    #[inline]
    pub const fn digits(&self) -> &[u8; 81] {
        &self.0
    }

    /// Returns the numbers, for code of this crate that writes no number above 9.
    #[inline]
    pub(crate) const fn digits_mut(&mut self) -> &mut [u8; 81] {
        &mut self.0
    }

    /// Returns the digit of a cell; `None` if it is empty.
    #[inline]
    pub const fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.0[cell.index()])
    }

    /// Puts a digit into a cell; `None` empties the cell.
    #[inline]
    pub fn set(&mut self, cell: Cell, digit: impl Into<Option<Digit>>) {
        self.0[cell.index()] = digit.into().map_or(0, Digit::get);
    }

    /// Returns this grid with another digit in one cell; `None` empties the cell.
    #[inline]
    #[must_use]
    pub fn with(mut self, cell: Cell, digit: impl Into<Option<Digit>>) -> Self {
        self.set(cell, digit);
        self
    }

    /// Returns the number of cells that hold a digit.
    pub fn clues(&self) -> usize {
        self.0.iter().filter(|&&digit| digit != 0).count()
    }

    /// Returns the cells that hold a digit.
    pub fn filled(&self) -> CellSet {
        let mut filled = 0;
        for (cell, &digit) in self.0.iter().enumerate() {
            filled |= u128::from(digit != 0) << cell;
        }
        CellSet::from_bits_truncate(filled)
    }

    /// Returns the digits that no peer of a cell holds, in ascending order.
    pub fn candidates(&self, cell: Cell) -> impl Iterator<Item = Digit> + use<> {
        self.candidate_set(cell).into_iter()
    }

    /// Returns the digits that no peer of a cell holds, as a set.
    pub fn candidate_set(&self, cell: Cell) -> DigitSet {
        !cell.peers().iter().filter_map(|&peer| self.get(peer)).collect::<DigitSet>()
    }
}

/// The numbers of [`Grid::digits`].
impl TryFrom<[u8; 81]> for Grid {
    type Error = GridError;

    #[inline]
    fn try_from(digits: [u8; 81]) -> Result<Self, GridError> {
        Self::from_digits(digits)
    }
}

/// The numbers of [`Grid::digits`].
impl From<Grid> for [u8; 81] {
    #[inline]
    fn from(grid: Grid) -> Self {
        grid.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_testkit::sized;

    #[test]
    fn digits_above_nine_are_refused() {
        let mut digits = [9; 81];
        assert_eq!(Grid::from_digits(digits).unwrap().digits(), &digits);
        digits[80] = 10;
        let error = Grid::from_digits(digits).unwrap_err();
        assert_eq!(error, GridError::BadDigit { cell: Cell::ALL[80], value: 10 });
        assert_eq!(Grid::try_from(digits), Err(error));
        assert_eq!(error.to_string(), "r9c9: expected 0 to 9, got 10");
    }

    #[test]
    fn every_digit_goes_into_every_cell() {
        for cell in Cell::ALL.into_iter().step_by(sized(1, 11)) {
            for digit in Digit::ALL.into_iter().step_by(sized(1, 4)) {
                let grid = Grid::EMPTY.with(cell, digit);
                assert_eq!(grid.get(cell), Some(digit));
                assert_eq!(grid.filled(), [cell].into_iter().collect());
                assert_eq!(grid.with(cell, None), Grid::EMPTY);
                for other in Cell::ALL {
                    let peer = cell.peers().contains(&other);
                    assert_eq!(grid.candidates(other).any(|candidate| candidate == digit), !peer);
                }
            }
        }
    }

    #[test]
    fn cells_and_houses_agree() {
        for cell in Cell::ALL {
            for house in super::super::House::ALL {
                let holds = house.cells().contains(&cell);
                assert_eq!(cell.houses().contains(&house), holds);
            }
            let of_houses: CellSet = cell.houses().iter().flat_map(|house| house.cells()).collect();
            let mut peers: CellSet = cell.peers().iter().copied().collect();
            assert_eq!(peers.len(), 20);
            peers.insert(cell);
            assert_eq!(peers, of_houses);
        }
    }
}
