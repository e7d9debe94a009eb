//! The reference engine: depth-first search on the cell with the fewest candidates.
//!
//! Bitmask backtracking with the minimum-remaining-values rule (fail first: Haralick and Elliott,
//! 1980), naked and hidden singles before each branch. One grid at a time, no allocation. It is
//! what the other engines are tested against.

use std::ops::ControlFlow;

use super::{
    Engine, Limits, Outcome,
    scalar::{Fixpoint, Position},
    tally::{Flow, Tally},
};
use crate::grid::Grid;

/// Bitmask backtracking with minimum remaining values.
///
/// ```
/// use batchdoku::{Engine, Grid, Limits, engine::Mrv};
/// use std::ops::ControlFlow;
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut solutions = Vec::new();
/// let outcome = Mrv::new().search(&puzzle, &Limits::solutions(2), &mut |solution| {
///     solutions.push(*solution);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(outcome.solutions, 1);
/// assert!(solutions[0].solves(&puzzle));
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mrv(());

impl Mrv {
    /// A new engine.
    pub fn new() -> Self {
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
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Outcome {
        Tally::new(limits, found).run(|tally| match Position::new(puzzle) {
            Some(mut position) => descend(&mut position, &mut puzzle.clone(), tally),
            None => Flow::Continue(()),
        })
    }
}

/// Searches everything below `position`.
fn descend(position: &mut Position, grid: &mut Grid, tally: &mut Tally<'_>) -> Flow {
    match position.propagate(grid) {
        Fixpoint::Contradiction => Flow::Continue(()),
        Fixpoint::Solved => tally.solution(grid),
        Fixpoint::Stuck(place) => {
            let mut rest = position.candidates(position.empty()[place]);
            while rest != 0 {
                let lowest = rest & rest.wrapping_neg();
                rest ^= lowest;
                tally.node()?;
                let mut child = *position;
                child.place(place, lowest, grid);
                descend(&mut child, grid, tally)?;
            }
            Flow::Continue(())
        }
    }
}
