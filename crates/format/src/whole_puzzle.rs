//! A puzzle that is a whole text, as [`grid_text`](super::grid_text) reads it.

use batchdoku_engine::grid::Pencilmarks;

/// A text that is one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WholePuzzle {
    /// 81 cells.
    Cells([u8; 81]),
    /// The candidates of each cell.
    Candidates(Pencilmarks),
}

impl WholePuzzle {
    /// Returns cells in place of candidates if the clues among them exclude all that is excluded, so that the cells are the
    /// same puzzle.
    #[must_use]
    pub fn or_clues(self) -> Self {
        match self {
            Self::Candidates(candidates) => {
                candidates.clues().map_or(self, |clues| Self::Cells(clues.to_text()))
            }
            Self::Cells(_) => self,
        }
    }
}
