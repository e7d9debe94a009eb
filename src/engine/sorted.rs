//! All solutions in lexicographic order, at a speed that does not depend on luck.
//!
//! The search branches on the first empty cell in row order, digits ascending. What propagation
//! fills in between is forced, so the order of the solutions is that of plain row order, with far
//! fewer nodes. Still, a bad choice in the first rows may take long to be refuted. So once the
//! search has entered [`PATIENCE`] nodes without a solution, it enters an alternative only after
//! the search with minimum remaining values has shown that a solution lies below it: from then
//! on, there are at most nine such questions a cell to the next solution.

use std::ops::ControlFlow;

use super::{
    Engine, Limits, OnSolution, Outcome, StopReason, mrv,
    scalar::{Fixpoint, Position},
    tally::{Flow, Tally},
};
use crate::grid::{Grid, digits_of};

/// Nodes in a row without a solution before each alternative is tested. Without tests, the worst
/// of the 17-clue puzzles took 2.6 times as many nodes, and an unsolvable grid of 17 clues 7 times.
const PATIENCE: u32 = 64;

/// Row-order search with propagation. Solutions come in lexicographic order. Nodes include those
/// visited to test whether an alternative has a solution.
///
/// ```
/// use batchdoku::{Engine, Grid, Limits, engine::Sorted};
/// use std::ops::ControlFlow;
///
/// let mut first = None;
/// Sorted::new().search(&Grid::EMPTY, &Limits::solutions(1), &mut |solution| {
///     first = Some(solution.to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(
///     first.unwrap(),
///     "123456789456789123789123456214365897365897214897214365531642978642978531978531642"
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sorted(());

impl Sorted {
    /// A new engine.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Engine for Sorted {
    fn name(&self) -> &'static str {
        "sorted"
    }

    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        Tally::new(limits, on_solution).run(|tally| match Position::new(puzzle) {
            Some(mut position) => descend(&mut position, &mut puzzle.clone(), tally, &mut 0),
            None => Flow::Continue(()),
        })
    }
}

/// Searches everything below `position`; `fruitless` counts the nodes since the last solution.
fn descend(
    position: &mut Position,
    grid: &mut Grid,
    tally: &mut Tally<'_>,
    fruitless: &mut u32,
) -> Flow {
    match position.propagate(grid) {
        Fixpoint::Contradiction => return Flow::Continue(()),
        Fixpoint::Solved => {
            *fruitless = 0;
            return tally.solution(grid);
        }
        Fixpoint::Stuck => {}
    }
    let place = position.first();
    for digit in digits_of(position.candidates(position.empty()[place])) {
        tally.node()?;
        *fruitless = fruitless.saturating_add(1);
        let mut child = *position;
        child.place(place, 1 << (digit - 1), grid);
        if *fruitless <= PATIENCE || has_solution(child, *grid, tally)? {
            descend(&mut child, grid, tally, fruitless)?;
        }
    }
    Flow::Continue(())
}

/// Whether there is a solution below `position`, unless a limit breaks the search off.
fn has_solution(
    mut position: Position,
    mut grid: Grid,
    tally: &mut Tally<'_>,
) -> ControlFlow<StopReason, bool> {
    let mut any = false;
    let flow = mrv::descend(&mut position, &mut grid, tally, &mut |_, _| {
        any = true;
        Flow::Break(StopReason::SolutionLimit)
    });
    match flow {
        ControlFlow::Break(end) if !any => ControlFlow::Break(end),
        _ => ControlFlow::Continue(any),
    }
}
