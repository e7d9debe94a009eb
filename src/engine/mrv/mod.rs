//! The reference engine: depth-first search on the cell with the fewest candidates.
//!
//! Bitmask backtracking with the minimum-remaining-values rule (fail first: Haralick and Elliott,
//! 1980), with naked singles, hidden singles and locked candidates before each branch. One grid at a
//! time, no allocation. The other engines are tested against it.

mod masks;
mod position;

pub(in crate::engine) use position::{Fixpoint, Position};

use super::{
    Engine, Limits, OnSolution, Outcome,
    cell_marks::{AllDigits, CellMarks},
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{Grid, Pencilmarks, digits_of};

/// Bitmask backtracking with minimum remaining values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mrv(());

impl Mrv {
    /// A new engine.
    pub(crate) fn new() -> Self {
        Self::default()
    }
}

impl Engine for Mrv {
    fn name(&self) -> &'static str {
        "mrv"
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        SearchBudget::new(limits, on_solution).run(|budget| start(*puzzle, AllDigits, budget))
    }

    fn search_pencilmarks(
        &mut self,
        puzzle: &Pencilmarks,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        SearchBudget::new(limits, on_solution).run(|budget| start(puzzle.clues(), puzzle, budget))
    }
}

/// Searches a puzzle of these clues in which `marks` say what else is allowed.
fn start(mut clues: Grid, marks: impl CellMarks, budget: &mut SearchBudget<'_>) -> Flow {
    let Some(mut position) = Position::new(&clues) else { return Flow::Continue(()) };
    descend(&mut position, &mut clues, marks, budget, &mut SearchBudget::solution)
}

/// Searches everything below `position` that `marks` allow, and hands each solution to `found`.
pub(super) fn descend<'a, M: CellMarks>(
    position: &mut Position,
    grid: &mut Grid,
    marks: M,
    budget: &mut SearchBudget<'a>,
    found: &mut impl FnMut(&mut SearchBudget<'a>, &Grid) -> Flow,
) -> Flow {
    match position.propagate(grid, marks) {
        Fixpoint::Contradiction => return Flow::Continue(()),
        Fixpoint::Solved => return found(budget, grid),
        Fixpoint::Stuck => {}
    }
    let index = position.fewest(marks);
    for digit in digits_of(position.candidates(position.empty()[index], marks)) {
        budget.node()?;
        let mut child = *position;
        child.set_digit(index, 1 << (digit - 1), grid);
        descend(&mut child, grid, marks, budget, found)?;
    }
    Flow::Continue(())
}
