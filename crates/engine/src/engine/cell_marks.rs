//! The digits that a puzzle allows in its empty cells: all, or the candidates of a pencilmark puzzle.
//!
//! An engine that derives candidates from houses takes these as a type parameter, so that puzzles of
//! clues do not pay for the others.

use crate::grid::{ALL_DIGITS, Pencilmarks};

/// The candidates of a puzzle.
pub(super) trait CellMarks: Copy {
    /// The digits that it allows in `cell`.
    fn at(self, cell: usize) -> u16;
}

/// Any digit in any cell.
#[derive(Clone, Copy)]
pub(super) struct AllDigits;

impl CellMarks for AllDigits {
    #[inline(always)]
    fn at(self, _: usize) -> u16 {
        ALL_DIGITS
    }
}

impl CellMarks for &Pencilmarks {
    #[inline(always)]
    fn at(self, cell: usize) -> u16 {
        self.cells()[cell]
    }
}
