//! One search position as house masks, and the singles that follow from it.
//!
//! A position keeps, for each of the 27 houses, the 9-bit mask of the digits that it still
//! misses. The candidates of a cell are then one AND of three masks, and placing a digit clears
//! one bit in each: nothing is stored per cell but which cells are still empty.
//!
//! ```text
//! missing[ 0.. 9]  rows        candidates(cell) = missing[row] & missing[column] & missing[box]
//! missing[ 9..18]  columns
//! missing[18..27]  boxes       (27..32 pads the array, so that an index & 31 is in bounds)
//! ```
//!
//! [`Position::propagate`] sweeps over the empty cells until nothing follows any more. A sweep
//! places naked singles as it meets them, and sums up for each house which digits it saw in at
//! least one and in at least two cells. A digit seen exactly once is a hidden single, placed when
//! the next sweep meets its cell; a digit missing but not seen is a contradiction. Digits placed
//! in mid-sweep only remove candidates, so what was summed up before them stays true: a digit
//! seen once still has at most one cell.

use crate::grid::{ALL_DIGITS, BOX, COLUMN, Grid, LOWEST, POPCOUNT, ROW};

/// The row, column and box of each cell as places in a [`PerHouse`].
const HOUSES_OF: [[u8; 3]; 81] = {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = [ROW[cell], 9 + COLUMN[cell], 18 + BOX[cell]];
        cell += 1;
    }
    table
};

/// A set of digits for each house.
#[derive(Clone, Copy)]
struct PerHouse([u16; 32]);

impl PerHouse {
    #[inline]
    fn at(&self, house: u8) -> u16 {
        self.0[usize::from(house & 31)]
    }

    #[inline]
    fn at_mut(&mut self, house: u8) -> &mut u16 {
        &mut self.0[usize::from(house & 31)]
    }
}

/// A partly filled grid. The digits themselves are written to a [`Grid`] beside it, which needs
/// no undoing: whoever reaches a solution has written every cell on the way.
#[derive(Clone, Copy)]
pub(super) struct Position {
    /// The digits that each house still misses.
    missing: PerHouse,
    /// Digits known to have at most one cell left in a house.
    hidden: PerHouse,
    /// The empty cells, in no particular order, in the first `count` places.
    empty: [u8; 81],
    count: usize,
}

/// What [`Position::propagate`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixpoint {
    /// Some cell or house has no candidate left.
    Contradiction,
    /// Every cell is filled.
    Solved,
    /// No single is left; the place, among the empty cells, of one with the fewest candidates.
    Stuck(usize),
}

impl Position {
    /// The position of a puzzle's clues; `None` if two of them contradict each other.
    pub(super) fn new(puzzle: &Grid) -> Option<Self> {
        let mut missing = PerHouse([0; 32]);
        missing.0[..27].fill(ALL_DIGITS);
        let mut position = Self { missing, hidden: PerHouse([0; 32]), empty: [0; 81], count: 0 };
        for (cell, &digit) in (0..).zip(&puzzle.0) {
            if digit == 0 {
                position.empty[position.count] = cell;
                position.count += 1;
            } else {
                let bit = 1 << (digit - 1);
                if position.candidates(cell) & bit == 0 {
                    return None;
                }
                position.strike(cell, bit);
            }
        }
        Some(position)
    }

    /// The empty cells, in no particular order.
    #[inline]
    pub(super) fn empty(&self) -> &[u8] {
        &self.empty[..self.count]
    }

    /// The digits that no peer of an empty cell holds.
    #[inline]
    pub(super) fn candidates(&self, cell: u8) -> u16 {
        let [row, column, square] = HOUSES_OF[usize::from(cell)];
        self.missing.at(row) & self.missing.at(column) & self.missing.at(square)
    }

    /// Fills the empty cell at `place` of [`Self::empty`] with the digit of a one-bit mask.
    #[inline]
    pub(super) fn place(&mut self, place: usize, bit: u16, grid: &mut Grid) {
        let cell = self.empty[place];
        grid.0[usize::from(cell)] = LOWEST[usize::from(bit & ALL_DIGITS)];
        self.strike(cell, bit);
        self.count -= 1;
        self.empty[place] = self.empty[self.count];
    }

    #[inline]
    fn strike(&mut self, cell: u8, bit: u16) {
        for house in HOUSES_OF[usize::from(cell)] {
            *self.missing.at_mut(house) &= !bit;
        }
    }

    /// Places naked and hidden singles until there are none.
    pub(super) fn propagate(&mut self, grid: &mut Grid) -> Fixpoint {
        loop {
            let mut once = PerHouse([0; 32]);
            let mut twice = PerHouse([0; 32]);
            let (mut fewest, mut fewest_at) = (u8::MAX, 0);
            let count_before = self.count;
            let mut place = 0;
            while place < self.count {
                let cell = self.empty[place];
                let houses = HOUSES_OF[usize::from(cell)];
                let candidates = self.candidates(cell);
                let [row, column, square] = houses.map(|house| self.hidden.at(house));
                let hidden = candidates & (row | column | square);
                let forced = if hidden == 0 { candidates } else { hidden };
                if forced & forced.wrapping_sub(1) == 0 {
                    if forced == 0 {
                        return Fixpoint::Contradiction;
                    }
                    self.place(place, forced, grid);
                    continue;
                }
                if hidden != 0 {
                    return Fixpoint::Contradiction;
                }
                for house in houses {
                    *twice.at_mut(house) |= once.at(house) & candidates;
                    *once.at_mut(house) |= candidates;
                }
                let number = POPCOUNT[usize::from(candidates & ALL_DIGITS)];
                if number < fewest {
                    (fewest, fewest_at) = (number, place);
                }
                place += 1;
            }
            let (mut unseen, mut any_hidden) = (0, 0);
            for house in 0..32 {
                unseen |= self.missing.0[house] & !once.0[house];
                self.hidden.0[house] = once.0[house] & !twice.0[house];
                any_hidden |= self.hidden.0[house];
            }
            if unseen != 0 {
                return Fixpoint::Contradiction;
            }
            if self.count == 0 {
                return Fixpoint::Solved;
            }
            if self.count == count_before && any_hidden == 0 {
                return Fixpoint::Stuck(fewest_at);
            }
        }
    }
}
