//! Code that the engines share that derive candidates from houses, one puzzle at a time.
//!
//! They take the digits that a puzzle allows in its empty cells (all, or the candidates of a pencilmark
//! puzzle) as a type parameter, so that puzzles of clues do not pay for the others.

use super::{
    Engine, Limits, OnSolution, Outcome,
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{ALL_DIGITS, Grid, Pencilmarks};

/// The candidates of a puzzle.
pub(super) trait CellMarks: Copy {
    /// Returns the digits that it allows in `cell`.
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

/// A depth-first search that makes an engine.
pub(super) trait HouseSearch: Send {
    /// The name of the algorithm.
    const NAME: &'static str;

    /// Searches a puzzle of these clues in which `marks` say what else is allowed.
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
