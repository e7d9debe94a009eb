//! All solutions in lexicographic order, without exponential time on unlucky puzzles.
//!
//! The search branches on the first empty cell in row order, digits ascending. The digits that
//! propagation sets in between are forced, so the order of the solutions is that of plain row
//! order, with far fewer nodes. Still, a bad choice in the first rows may take long to refute. So
//! after [`NODES_BEFORE_LOOKAHEAD`] nodes without a solution, the search enters an alternative only
//! if the search with minimum remaining values shows that a solution lies below it. From then on,
//! the next solution is at most nine such tests per cell away.

use std::ops::ControlFlow;

use super::{
    StopReason,
    house_search::{CellMarks, HouseSearch},
    mrv::{self, Fixpoint, MaskedPosition},
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{Grid, digits_of};

/// The number of nodes without a solution after which each alternative is tested. Without tests, the worst
/// of the 17-clue puzzles took 2.6 times as many nodes, and an unsolvable grid of 17 clues 7 times as many.
const NODES_BEFORE_LOOKAHEAD: u32 = 64;

/// Row-order search with propagation. Solutions come in lexicographic order. Nodes include those
/// of the tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sorted;

impl HouseSearch for Sorted {
    const NAME: &'static str = "sorted";

    fn start(mut clues: Grid, marks: impl CellMarks, budget: &mut SearchBudget<'_>) -> Flow {
        let Some(mut position) = MaskedPosition::new(&clues) else { return Flow::Continue(()) };
        descend(&mut position, &mut clues, marks, budget, &mut 0)
    }
}

/// Searches everything below `position`; `fruitless` counts the nodes since the last solution.
fn descend<M: CellMarks>(
    position: &mut MaskedPosition,
    grid: &mut Grid,
    marks: M,
    budget: &mut SearchBudget<'_>,
    fruitless: &mut u32,
) -> Flow {
    match position.propagate(grid, marks) {
        Fixpoint::Contradiction => return Flow::Continue(()),
        Fixpoint::Solved => {
            *fruitless = 0;
            return budget.solution(grid);
        }
        Fixpoint::Stuck => {}
    }
    let index = position.first();
    for digit in digits_of(position.candidates(position.empty()[index], marks)) {
        budget.node()?;
        *fruitless = fruitless.saturating_add(1);
        let mut child = *position;
        child.set_digit(index, 1 << (digit - 1), grid);
        if *fruitless <= NODES_BEFORE_LOOKAHEAD || has_solution(child, *grid, marks, budget)? {
            descend(&mut child, grid, marks, budget, fruitless)?;
        }
    }
    Flow::Continue(())
}

/// Tests whether there is a solution below `position`. Breaks if a limit ends the search.
fn has_solution<M: CellMarks>(
    mut position: MaskedPosition,
    mut grid: Grid,
    marks: M,
    budget: &mut SearchBudget<'_>,
) -> ControlFlow<StopReason, bool> {
    let mut any = false;
    let flow = mrv::descend(&mut position, &mut grid, marks, budget, &mut |_, _| {
        any = true;
        Flow::Break(StopReason::SolutionLimit)
    });
    match flow {
        ControlFlow::Break(end) if !any => ControlFlow::Break(end),
        _ => ControlFlow::Continue(any),
    }
}
