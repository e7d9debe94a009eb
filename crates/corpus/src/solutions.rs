//! Solutions of a position: none, one or several, which is all that this crate needs to know.

use std::ops::ControlFlow;

use batchdoku_base::Limits;
use batchdoku_engine::{Mrv, grid::Grid};

use crate::position::{Position, search};

/// The solutions of a position, as far as a search for two shows them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Solutions {
    None,
    One(Grid),
    Several,
}

impl Solutions {
    pub(crate) fn of(position: impl Into<Position>) -> Self {
        let position = position.into();
        if position.candidates().is_none() {
            let puzzle = position.grid();
            return match puzzle.solve() {
                None => Self::None,
                Some(solution) if puzzle.is_unique() => Self::One(solution),
                Some(_) => Self::Several,
            };
        }
        let mut found = None;
        let mut each = |solution: &Grid| {
            found = Some(*solution);
            ControlFlow::Continue(())
        };
        let outcome = search(&position, &mut Mrv, &Limits::solutions(2), &mut each);
        match (outcome.solutions, found) {
            (1, Some(solution)) => Self::One(solution),
            (0, _) => Self::None,
            _ => Self::Several,
        }
    }
}
