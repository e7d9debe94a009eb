//! A text that is a puzzle, or the candidates of a puzzle.

use std::ops::ControlFlow;

use batchdoku_base::Limits;
use batchdoku_corpus::{Position, position};
use batchdoku_engine::{
    Mrv,
    grid::{Cell, Grid, PEER_SETS, Pencilmarks},
};

use crate::CallError;

/// Parses the value of the named argument: 81 cells, or 729 candidates.
pub(crate) fn parse_position(argument: &'static str, text: &str) -> Result<Position, CallError> {
    let refused = |error| CallError::refused(argument, error);
    if text.len() == 729 {
        let candidates = Pencilmarks::parse(text.as_bytes()).map_err(refused)?;
        return Ok((&candidates).into());
    }
    Grid::parse(text.as_bytes()).map(|clues| (&clues).into()).map_err(refused)
}

/// Calls `each` with the solutions of a position, at most `limit` of them. Returns their number.
pub(crate) fn search(position: &Position, limit: u64, mut each: impl FnMut(&Grid)) -> u64 {
    let mut found = |solution: &Grid| {
        each(solution);
        ControlFlow::Continue(())
    };
    position::search(position, &mut Mrv, &Limits::solutions(limit), &mut found).solutions
}

/// Removes the candidates that the clues of a puzzle rule out.
pub(crate) fn beside_clues(candidates: &Pencilmarks, puzzle: &Grid) -> Pencilmarks {
    let mut text = candidates.to_text();
    for cell in puzzle.filled() {
        let Some(digit) = puzzle.get(cell) else { continue };
        let place = |cell: Cell| 9 * cell.index() + digit.index();
        PEER_SETS[cell.index()].into_iter().for_each(|peer| text[place(peer)] = b'.');
        (0..9)
            .filter(|&other| other != digit.index())
            .for_each(|other| text[9 * cell.index() + other] = b'.');
    }
    Pencilmarks::parse(&text).expect("candidates were only taken away")
}
