//! A text that is a puzzle, or the candidates of one.

use std::ops::ControlFlow;

use batchdoku_base::Limits;
use batchdoku_corpus::explain::{Start, Unexplained};
use batchdoku_engine::{
    Engine, Mrv,
    grid::{Cell, Grid, PEER_SETS, Pencilmarks},
};

use crate::CallError;

/// A puzzle, or the text that may take its place.
pub(crate) enum Position {
    /// 81 cells.
    Clues(Grid),
    /// 729 candidates.
    Candidates(Box<Pencilmarks>),
}

impl Position {
    /// Reads the value of the argument of this name.
    pub(crate) fn parse(argument: &'static str, text: &str) -> Result<Self, CallError> {
        let refused = |error| CallError::refused(argument, error);
        if text.len() == 729 {
            let candidates = Pencilmarks::parse(text.as_bytes()).map_err(refused)?;
            return Ok(Self::Candidates(Box::new(candidates)));
        }
        Grid::parse(text.as_bytes()).map(Self::Clues).map_err(refused)
    }

    /// Calls `each` with the solutions, of which there are at most `limit`. Returns their number.
    pub(crate) fn search(&self, limit: u64, mut each: impl FnMut(&Grid)) -> u64 {
        let mut found = |solution: &Grid| {
            each(solution);
            ControlFlow::Continue(())
        };
        let mut engine = Mrv;
        let limits = Limits::solutions(limit);
        let outcome = match self {
            Self::Clues(clues) => engine.search(clues, &limits, &mut found),
            Self::Candidates(candidates) => {
                engine.search_pencilmarks(candidates, &limits, &mut found)
            }
        };
        outcome.solutions
    }

    /// Returns the only solution, or the reason that there is none.
    pub(crate) fn solution(&self) -> Result<Grid, Unexplained> {
        let mut first = None;
        let count = self.search(2, |solution| {
            first.get_or_insert(*solution);
        });
        match first {
            None => Err(Unexplained::Unsolvable),
            Some(_) if count > 1 => Err(Unexplained::Multiple),
            Some(solution) => Ok(solution),
        }
    }

    /// Returns the position that steps start from.
    pub(crate) fn start(&self) -> Start {
        match self {
            Self::Clues(clues) => clues.into(),
            Self::Candidates(candidates) => (&**candidates).into(),
        }
    }
}

/// Returns the candidates that the clues of a puzzle leave of these.
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
