//! Code that the engines share that derive candidates from houses, one puzzle at a time.

use super::{
    Engine, Limits, OnSolution, Outcome,
    cell_marks::{AllDigits, CellMarks},
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{Grid, Pencilmarks};

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
        let clues = puzzle.clues();
        SearchBudget::new(limits, on_solution).run(|budget| T::start(clues, puzzle, budget))
    }
}
