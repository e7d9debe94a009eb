//! The forms in which puzzles are written as bytes.

use super::{Grid, GridError, PENCILMARKS, Pencilmarks};

/// A way to write a puzzle, and with it its solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PuzzleForm {
    /// 81 characters: digits, and empty cells. Solutions are digits, too.
    #[default]
    Cells,
    /// 81 numbers: 1 to 9, and 0 for an empty cell. Solutions are numbers, too.
    Numbers,
    /// The characters of 729 candidates. Solutions are 81 digits.
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

    /// Returns the byte of the digit 1 in a cell; `None` if cells have candidates.
    ///
    /// ```
    /// use batchdoku_engine::grid::PuzzleForm;
    /// assert_eq!(PuzzleForm::Cells.digit_of_cells(), Some(b'1'));
    /// ```
    pub fn digit_of_cells(self) -> Option<u8> {
        (self != Self::Pencilmarks).then(|| self.digit_one())
    }

    /// Returns the digit 1 in a solution; the others follow it.
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

    /// Reads a puzzle of this form; of candidates, the cells with one are clues.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    // Callers know the form or the length, or ignore what is wrong: that halves the instructions.
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

    /// Tests whether a text is a puzzle of this form.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn check(self, puzzle: &[u8]) -> Result<(), GridError> {
        match self {
            Self::Cells | Self::Numbers => self.parse(puzzle).map(drop),
            Self::Pencilmarks => Pencilmarks::parse(puzzle).map(drop),
        }
    }

    /// Returns the candidates of a puzzle.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(crate) fn candidates(self, puzzle: &[u8]) -> Result<Pencilmarks, GridError> {
        match self {
            Self::Cells | Self::Numbers => Ok(Pencilmarks::from(&self.parse(puzzle)?)),
            Self::Pencilmarks => Pencilmarks::parse(puzzle),
        }
    }
}
