//! The forms in which puzzles are written as bytes.

use super::{Grid, GridError, PENCILMARKS, Pencilmarks};

/// A way to write a puzzle and its solution as bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzleForm {
    /// 81 characters: digits and marks of empty cells. Solutions are 81 digits.
    #[default]
    Cells,
    /// 81 numbers: 1 to 9, and 0 for an empty cell. Solutions are 81 numbers.
    Numbers,
    /// 729 characters, nine candidates for each cell. Solutions are 81 digits.
    Pencilmarks,
}

impl PuzzleForm {
    /// Returns the number of bytes of a puzzle in this form.
    #[inline]
    pub fn length(self) -> usize {
        match self {
            Self::Cells | Self::Numbers => 81,
            Self::Pencilmarks => PENCILMARKS,
        }
    }

    /// Returns the byte of the digit 1 in a cell; `None` if cells are written as candidates.
    ///
    /// ```
    /// use batchdoku_engine::grid::PuzzleForm;
    /// assert_eq!(PuzzleForm::Cells.digit_of_cells(), Some(b'1'));
    /// ```
    pub fn digit_of_cells(self) -> Option<u8> {
        (self != Self::Pencilmarks).then(|| self.digit_one())
    }

    /// Returns the byte of the digit 1 in a solution. The other digits follow it.
    #[inline]
    pub(crate) fn digit_one(self) -> u8 {
        match self {
            Self::Numbers => 1,
            Self::Cells | Self::Pencilmarks => b'1',
        }
    }

    /// Returns the cells of a solution.
    pub fn solution(self, grid: &Grid) -> [u8; 81] {
        match self {
            Self::Numbers => *grid.digits(),
            Self::Cells | Self::Pencilmarks => grid.to_text(),
        }
    }

    /// Returns a puzzle as text.
    pub fn text(self, puzzle: &[u8]) -> String {
        match self {
            Self::Numbers => {
                puzzle.iter().map(|&cell| char::from(cell.wrapping_add(b'0'))).collect()
            }
            Self::Cells | Self::Pencilmarks => String::from_utf8_lossy(puzzle).into_owned(),
        }
    }

    /// Parses a puzzle of this form. In a pencilmark puzzle, the cells with one candidate are the clues.
    ///
    /// # Errors
    /// The first error in the puzzle.
    // Inlined, because callers know the form or the length, or ignore the error: that halves the instructions.
    #[inline(always)]
    pub fn parse(self, puzzle: &[u8]) -> Result<Grid, GridError> {
        match self {
            Self::Cells => Grid::parse(puzzle),
            Self::Numbers => {
                let numbers = puzzle.try_into().map_err(|_| GridError::TooShort(puzzle.len()))?;
                Grid::from_digits(numbers)
            }
            Self::Pencilmarks => Ok(Pencilmarks::parse(puzzle)?.to_grid()),
        }
    }

    /// Checks that a text is a puzzle of this form.
    ///
    /// # Errors
    /// The first error in the text.
    pub fn check(self, puzzle: &[u8]) -> Result<(), GridError> {
        match self {
            Self::Cells | Self::Numbers => self.parse(puzzle).map(drop),
            Self::Pencilmarks => Pencilmarks::parse(puzzle).map(drop),
        }
    }

    /// Parses the candidates of a puzzle.
    ///
    /// # Errors
    /// The first error in the puzzle.
    pub(crate) fn candidates(self, puzzle: &[u8]) -> Result<Pencilmarks, GridError> {
        match self {
            Self::Cells | Self::Numbers => Ok(Pencilmarks::from(&self.parse(puzzle)?)),
            Self::Pencilmarks => Pencilmarks::parse(puzzle),
        }
    }
}
