//! Code that is shared by the engines that derive candidates from houses, one puzzle at a time.
//!
//! The digits that a puzzle allows in its empty cells (all digits, or the candidates of a pencilmark puzzle)
//! are a type parameter, so that the search of puzzles of clues has no code for pencilmarks.

use super::{
    Engine, Limits, OnSolution, Outcome,
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{ALL_DIGITS, Grid, Pencilmarks};

/// The candidates of a puzzle.
pub(super) trait CellMarks: Copy {
    /// Returns the digits that the puzzle allows in `cell`.
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

/// A depth-first search, which is an engine.
pub(super) trait HouseSearch: Send {
    /// The name of the algorithm.
    const NAME: &'static str;

    /// Searches a puzzle with these clues, where the other cells may hold the digits of `marks`.
    fn start(clues: Grid, marks: impl CellMarks, budget: &mut SearchBudget<'_>) -> Flow;
}

impl<T: HouseSearch> Engine for T {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        SearchBudget::new(limits, on_solution).run(|budget| T::start(*puzzle, AllDigits, budget))
    }

    fn search_pencilmarks(
        &mut self,
        puzzle: &Pencilmarks,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        let clues = puzzle.to_grid();
        SearchBudget::new(limits, on_solution).run(|budget| T::start(clues, puzzle, budget))
    }
}
