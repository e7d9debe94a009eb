//! The number of solutions that everything here asks for: none, one or several.

use batchdoku_engine::grid::Grid;

/// The solutions of a puzzle, as far as two show.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    None,
    One(Grid),
    Several,
}

impl Solutions {
    pub(crate) fn of(puzzle: &Grid) -> Self {
        match puzzle.solve() {
            None => Self::None,
            Some(solution) if puzzle.is_unique() => Self::One(solution),
            Some(_) => Self::Several,
        }
    }
}
