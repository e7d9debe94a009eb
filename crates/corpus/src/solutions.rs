//! The number of solutions that everything here asks for: none, one or several.

use std::ops::ControlFlow;

use batchdoku_base::Limits;
use batchdoku_engine::{Engine, Mrv, grid::Grid};

/// The solutions of a puzzle, as far as two show.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    None,
    One(Grid),
    Several,
}

impl Solutions {
    pub(crate) fn of(engine: &mut Mrv, puzzle: &Grid) -> Self {
        let mut solution = Grid::EMPTY;
        let outcome = engine.search(puzzle, &Limits::solutions(2), &mut |found| {
            solution = *found;
            ControlFlow::Continue(())
        });
        match outcome.solutions {
            0 => Self::None,
            1 => Self::One(solution),
            _ => Self::Several,
        }
    }

    pub(crate) fn is_one(&self) -> bool {
        matches!(self, Self::One(_))
    }
}
