//! The reference engine: depth-first search on the cell with the fewest candidates.
//!
//! Bitmask backtracking with the minimum-remaining-values rule (fail first: Haralick and Elliott,
//! 1980), with naked singles, hidden singles and locked candidates before each branch. One grid at a
//! time, no allocation. The other engines are tested against it.

mod masks;
mod position;

pub(in crate::engine) use position::{Fixpoint, Position};

use super::{
    house_search::{CellMarks, HouseSearch},
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{Grid, digits_of};

/// Bitmask backtracking with minimum remaining values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mrv;

impl HouseSearch for Mrv {
    const NAME: &'static str = "mrv";

    fn start(mut clues: Grid, marks: impl CellMarks, budget: &mut SearchBudget<'_>) -> Flow {
        let Some(mut position) = Position::new(&clues) else { return Flow::Continue(()) };
        descend(&mut position, &mut clues, marks, budget, &mut SearchBudget::solution)
    }
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
