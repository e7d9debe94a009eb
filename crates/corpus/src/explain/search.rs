//! The events of a search, in order: singles, guesses, dead ends and undone guesses.
//!
//! The search goes depth first and guesses in the first of the empty cells with the fewest candidates. A cell without a
//! candidate is a contradiction: the search undoes everything since the last guess, and gives that cell its next
//! candidate. It uses no technique except naked singles, because it shows how a search works, not how to avoid one. For
//! example:
//!
//! ```text
//! r1c3=4 is the only candidate
//! guess r2c2=3 of 3 7
//! r2c5 has no candidate
//! undo r2c2=3
//! guess r2c2=7 of 3 7
//! ```

use std::fmt;

use super::path::Unexplained;
use crate::position::Position;
use batchdoku_base::StopFlag;
use batchdoku_engine::grid::{Cell, Digit, DigitSet, Grid, PEER_SETS};

/// An event of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEvent {
    /// A cell takes its only candidate.
    Single(Cell, Digit),
    /// A cell takes one of several candidates.
    Guess { cell: Cell, digit: Digit, candidates: DigitSet },
    /// A cell has no candidate.
    DeadEnd(Cell),
    /// A guess is undone, with everything that followed it.
    Undo(Cell, Digit),
}

impl fmt::Display for SearchEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single(cell, digit) => write!(f, "{cell}={digit} is the only candidate"),
            Self::Guess { cell, digit, candidates } => {
                write!(f, "guess {cell}={digit} of")?;
                candidates.into_iter().try_for_each(|digit| write!(f, " {digit}"))
            }
            Self::DeadEnd(cell) => write!(f, "{cell} has no candidate"),
            Self::Undo(cell, digit) => write!(f, "undo {cell}={digit}"),
        }
    }
}

/// The reason why a search ends without a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// All guesses fail, or the search was stopped.
    Without(Unexplained),
    /// The search needs more guesses than its limit allows.
    Limit,
}

/// A search that calls `each` with every event and the grid after it.
pub(super) struct GuessSearch<'a, F> {
    each: F,
    /// The guesses that are left.
    nodes: u64,
    stop: Option<&'a StopFlag>,
}

/// A position of the search.
#[derive(Clone, Copy)]
struct SearchNode {
    grid: Grid,
    candidates: [u16; 81],
}

impl SearchNode {
    fn place(&mut self, cell: Cell, digit: Digit) {
        self.grid.set(cell, Some(digit));
        for peer in PEER_SETS[cell.index()] {
            self.candidates[peer.index()] &= !(1 << digit.index());
        }
    }

    /// Returns the first of the empty cells with the fewest candidates; `None` if no cell is empty.
    fn fewest(&self) -> Option<(Cell, DigitSet)> {
        let empty = Cell::ALL.into_iter().filter(|&cell| self.grid.get(cell).is_none());
        let cell = empty.min_by_key(|cell| self.candidates[cell.index()].count_ones())?;
        Some((cell, DigitSet::from_bits(self.candidates[cell.index()]).unwrap_or_default()))
    }
}

impl<'a, F: FnMut(SearchEvent, &Grid)> GuessSearch<'a, F> {
    /// Creates a search of at most `most_nodes` guesses, which ends soon after `stop` is set.
    pub(super) fn new(most_nodes: u64, stop: Option<&'a StopFlag>, each: F) -> Self {
        Self { each, nodes: most_nodes, stop }
    }

    /// Searches for the first solution.
    pub(super) fn run(&mut self, start: &Position) -> Result<Grid, SearchEnd> {
        let unsolvable = SearchEnd::Without(Unexplained::Unsolvable);
        if start.grid().conflict().is_some() {
            return Err(unsolvable);
        }
        let position = SearchNode { grid: *start.grid(), candidates: start.marks().cells };
        self.descend(position)?.ok_or(unsolvable)
    }

    fn descend(&mut self, mut position: SearchNode) -> Result<Option<Grid>, SearchEnd> {
        loop {
            let Some((cell, candidates)) = position.fewest() else {
                return Ok(Some(position.grid));
            };
            let mut digits = candidates.into_iter();
            match (digits.next(), digits.next()) {
                (None, _) => {
                    (self.each)(SearchEvent::DeadEnd(cell), &position.grid);
                    return Ok(None);
                }
                (Some(digit), None) => {
                    position.place(cell, digit);
                    (self.each)(SearchEvent::Single(cell, digit), &position.grid);
                }
                _ => return self.guess(position, cell, candidates),
            }
        }
    }

    fn guess(
        &mut self,
        position: SearchNode,
        cell: Cell,
        candidates: DigitSet,
    ) -> Result<Option<Grid>, SearchEnd> {
        for digit in candidates {
            if self.stop.is_some_and(StopFlag::is_set) {
                return Err(SearchEnd::Without(Unexplained::Stopped));
            }
            self.nodes = self.nodes.checked_sub(1).ok_or(SearchEnd::Limit)?;
            let mut next = position;
            next.place(cell, digit);
            (self.each)(SearchEvent::Guess { cell, digit, candidates }, &next.grid);
            if let Some(solution) = self.descend(next)? {
                return Ok(Some(solution));
            }
            (self.each)(SearchEvent::Undo(cell, digit), &position.grid);
        }
        Ok(None)
    }
}
