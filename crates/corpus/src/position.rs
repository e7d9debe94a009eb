//! Positions: the digits placed and the candidates left, anywhere between a puzzle and its solution.

use std::fmt;

use batchdoku_base::{Limits, Outcome};
use batchdoku_engine::{
    Engine, OnSolution,
    grid::{ALL_DIGITS, Cell, Digit, DigitSet, Grid, PEER_SETS, Pencilmarks},
};

use crate::marks::Marks;

/// A grid with the candidates of its empty cells: all that its digits allow, or fewer.
///
/// ```
/// use batchdoku::corpus::Position;
/// use batchdoku::{Cell, Digit, Grid};
/// let grid: Grid = format!("12345678{}", ".".repeat(73)).parse()?;
/// let position = Position::from(&grid);
/// assert_eq!(position.left()[8], 0b1_0000_0000, "of the last cell of row 1, the digit 9");
/// let nine = Digit::new(9).expect("a digit");
/// assert_eq!(position.place(Cell::ALL[8], nine)?.grid().clues(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) grid: Grid,
    pub(crate) candidates: Option<Pencilmarks>,
}

/// Takes all candidates that the digits of the grid allow.
impl From<&Grid> for Position {
    fn from(grid: &Grid) -> Self {
        Self { grid: *grid, candidates: None }
    }
}

/// Fills each cell that has one candidate, unless a cell that it sees has this candidate, too.
impl From<&Pencilmarks> for Position {
    fn from(candidates: &Pencilmarks) -> Self {
        let clues = candidates.to_grid();
        let mut grid = clues;
        for cell in clues.filled() {
            let digit = candidates.at(cell.index());
            let mut peers = PEER_SETS[cell.index()].into_iter();
            if peers.any(|peer| candidates.at(peer.index()) & digit != 0) {
                grid.set(cell, None);
            }
        }
        Self { grid, candidates: Some(*candidates) }
    }
}

/// The reason why a digit cannot be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The cell holds a digit.
    #[error("{cell} is filled")]
    Filled {
        /// The cell.
        cell: Cell,
    },
    /// A cell that the cell sees holds the digit.
    #[error("{cell}={digit}: {other} holds {digit}")]
    Conflict {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
        /// The cell that holds the digit.
        other: Cell,
    },
    /// The digit has been eliminated from the cell.
    #[error("{cell}={digit}: {digit} is eliminated")]
    Eliminated {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
}

impl Position {
    /// Returns the position with these digits and candidates. The candidates of filled cells are ignored.
    pub(crate) fn of(grid: &Grid, cells: &[u16; 81]) -> Self {
        let mut left = *cells;
        for (mask, &digit) in left.iter_mut().zip(grid.digits()) {
            if digit != 0 {
                *mask = 1 << (digit - 1);
            }
        }
        Self { grid: *grid, candidates: Pencilmarks::from_cells(left) }
    }

    /// Returns the grid of the digits placed.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the candidates, if the position has its own; `None` if they follow from the digits.
    pub fn candidates(&self) -> Option<&Pencilmarks> {
        self.candidates.as_ref()
    }

    /// Returns whether candidates have been eliminated that the digits allow. Then the grid alone does not describe the
    /// position.
    pub fn excludes_candidates(&self) -> bool {
        self.candidates.is_some() && self.left() != Self::from(&self.grid).left()
    }

    /// Returns the candidates of each cell as bits, from bit 0 for the digit 1. An empty cell has those that its houses
    /// allow and that have not been eliminated; a filled cell has its digit.
    pub fn left(&self) -> [u16; 81] {
        let digits = self.grid.digits();
        let bit = |digit: u8| 1u16 << digit >> 1;
        let mut rows = [0u16; 9];
        let mut columns = [0u16; 9];
        let mut boxes = [0u16; 9];
        for (cell, &digit) in Cell::ALL.iter().zip(digits) {
            // The bit is 0 for an empty cell.
            let bit = bit(digit) & ALL_DIGITS & 0u16.wrapping_sub(u16::from(digit != 0));
            rows[cell.row()] |= bit;
            columns[cell.column()] |= bit;
            boxes[cell.box_index()] |= bit;
        }
        std::array::from_fn(|index| {
            let cell = Cell::ALL[index];
            if digits[index] != 0 {
                return bit(digits[index]);
            }
            let seen = rows[cell.row()] | columns[cell.column()] | boxes[cell.box_index()];
            let kept = self.candidates.as_ref().map_or(ALL_DIGITS, |kept| kept.at(index));
            kept & !seen
        })
    }

    /// Returns all candidates of the position as pencil marks.
    pub fn to_pencilmarks(&self) -> Pencilmarks {
        match self.candidates {
            Some(candidates) => candidates,
            None => Pencilmarks::from(&self.grid),
        }
    }

    /// Returns the reason why the rules forbid a digit in a cell; `None` if they allow it.
    pub fn fault(&self, cell: Cell, digit: Digit) -> Option<PlaceError> {
        fault(&self.grid, cell, digit)
    }

    /// Places a digit, and eliminates it from the cells that this cell sees.
    ///
    /// # Errors
    /// If the rules forbid it, or the digit is eliminated from the cell.
    pub fn place(&self, cell: Cell, digit: Digit) -> Result<Self, PlaceError> {
        if let Some(fault) = self.fault(cell, digit) {
            return Err(fault);
        }
        let mut after = *self;
        after.grid.set(cell, Some(digit));
        if let Some(candidates) = &self.candidates {
            let mut cells = *candidates.cells();
            if cells[cell.index()] >> digit.index() & 1 == 0 {
                return Err(PlaceError::Eliminated { cell, digit });
            }
            cells[cell.index()] = 1 << digit.index();
            cell.peers().iter().for_each(|peer| cells[peer.index()] &= !(1 << digit.index()));
            after.candidates = Pencilmarks::from_cells(cells);
        }
        Ok(after)
    }

    /// Eliminates digits from an empty cell; digits that are no candidates there have no effect.
    ///
    /// # Errors
    /// If the cell is filled.
    pub fn eliminate(&self, cell: Cell, digits: DigitSet) -> Result<Self, PlaceError> {
        if self.grid.get(cell).is_some() {
            return Err(PlaceError::Filled { cell });
        }
        let mut cells = self.left();
        cells[cell.index()] &= !digits.bits();
        Ok(Self { candidates: Pencilmarks::from_cells(cells), ..*self })
    }

    pub(crate) fn marks(&self) -> Marks {
        let mut marks = Marks::new(&self.grid);
        if let Some(candidates) = &self.candidates {
            (0..81).for_each(|cell| marks.eliminate(cell, !candidates.at(cell) & ALL_DIGITS));
        }
        marks
    }
}

/// Searches a position for solutions that use only its candidates.
pub fn search(
    position: &Position,
    engine: &mut dyn Engine,
    limits: &Limits<'_>,
    on_solution: &mut OnSolution<'_>,
) -> Outcome {
    match &position.candidates {
        Some(candidates) => engine.search_pencilmarks(candidates, limits, on_solution),
        None => engine.search(&position.grid, limits, on_solution),
    }
}

/// Returns the reason why the rules forbid a digit in a cell of a grid.
#[inline]
pub(crate) fn fault(grid: &Grid, cell: Cell, digit: Digit) -> Option<PlaceError> {
    let digits = grid.digits();
    if digits[cell.index()] != 0 {
        return Some(PlaceError::Filled { cell });
    }
    let other = cell.peers().iter().find(|peer| digits[peer.index()] == digit.get())?;
    Some(PlaceError::Conflict { cell, digit, other: *other })
}

/// Writes the candidates as 729 characters, or the grid if all candidates follow from it. In the candidates, an empty
/// cell with one candidate looks like a filled cell.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.candidates {
            Some(candidates) if self.excludes_candidates() => {
                f.write_str(&String::from_utf8_lossy(&candidates.to_text()))
            }
            _ => fmt::Display::fmt(&self.grid, f),
        }
    }
}
