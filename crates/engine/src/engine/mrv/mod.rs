//! The textbook engine: depth-first search on the cell with the fewest candidates.
//!
//! Four ideas make it fast.
//!
//! 1. **Bit masks.** A set of digits is a number of nine bits, bit `d - 1` for digit `d`. Each row, column and box has
//!    a mask of the digits that it still misses. The *candidates* of an empty cell, the digits that it may hold, are
//!    one AND ([`MaskedPosition::candidates`]), and setting a digit clears one bit in three masks
//!    ([`MaskedPosition::set_digit`]):
//!
//!    ```text
//!                     9 8 7 6 5 4 3 2 1
//!    row misses       1 0 1 1 0 1 0 0 1     1 4 6 7 9
//!    column misses    0 0 1 0 1 1 0 1 1     1 2 4 5 7
//!    box misses       1 1 0 0 1 1 1 0 1     1 3 4 5 8 9
//!    candidates       0 0 0 0 0 1 0 0 1     1 4
//!    ```
//! 2. **Tables.** The number of digits of a mask and its lowest digit are in [`POPCOUNT`] and [`LOWEST`]: tables of
//!    512 entries, which the compiler computes.
//! 3. **Propagation.** Before it guesses, the search sets all singles and removes all locked candidates, until nothing
//!    changes ([`propagate`](MaskedPosition::propagate)). Most puzzles for people are solved by this alone.
//! 4. **Minimum remaining values.** The rest needs guesses. The fewer candidates a cell has, the likelier a guess in
//!    it is right, and the sooner all its guesses are refuted. So the search branches on the cell with the fewest
//!    candidates ([`MaskedPosition::fewest`]; "fail first": Haralick and Elliott, 1980).
//!
//! A branch copies the position, some 700 bytes, so backtracking undoes nothing, and nothing is allocated. Tests
//! compare the other engines with this engine.

mod masks;
mod propagate;

pub(in crate::engine) use propagate::Fixpoint;

use self::masks::{CELL_PLACES, Masks};
use super::{
    house_search::{AllDigits, CellMarks, HouseSearch},
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{ALL_DIGITS, Grid, LOWEST, POPCOUNT, digits_of};

/// Bitmask backtracking with minimum remaining values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mrv;

impl HouseSearch for Mrv {
    const NAME: &'static str = "mrv";

    fn start(mut clues: Grid, marks: impl CellMarks, budget: &mut SearchBudget<'_>) -> Flow {
        let Some(mut position) = MaskedPosition::new(&clues) else { return Flow::Continue(()) };
        descend(&mut position, &mut clues, marks, budget, &mut SearchBudget::solution)
    }
}

/// Searches everything below `position` that `marks` allow, and passes each solution to `found`.
pub(super) fn descend<'a, M: CellMarks>(
    position: &mut MaskedPosition,
    grid: &mut Grid,
    marks: M,
    budget: &mut SearchBudget<'a>,
    found: &mut impl FnMut(&mut SearchBudget<'a>, &Grid) -> Flow,
) -> Flow {
    match position.propagate(grid, marks) {
        Fixpoint::Contradiction => return Flow::Continue(()),
        Fixpoint::Solved => return found(budget, grid),
        Fixpoint::Stuck => {}
    }
    let index = position.fewest(marks);
    for digit in digits_of(position.candidates(position.empty()[index], marks)) {
        budget.node()?;
        let mut child = *position;
        child.set_digit(index, 1 << (digit - 1), grid);
        descend(&mut child, grid, marks, budget, found)?;
    }
    Flow::Continue(())
}

/// A partly filled grid, as masks. The digits themselves are written to a [`Grid`] next to it, which needs
/// no undoing: every cell of a solution has been written on the way to it.
#[derive(Clone, Copy)]
pub(in crate::engine) struct MaskedPosition {
    /// The digits that each row and column still misses.
    lines: Masks<32>,
    /// The digits that each box still misses.
    boxes: Masks<32>,
    /// The digits that locked candidates leave to the three cells that a line and a box share.
    allowed: Masks<128>,
    /// Digits known to have at most one cell left in the line or in the box of such three cells.
    hidden: Masks<128>,
    /// The empty cells, in no particular order, in the first `count` elements.
    empty: [u8; 81],
    count: usize,
}

impl MaskedPosition {
    /// Returns the position of a puzzle's clues; `None` if two of them contradict each other.
    pub(in crate::engine) fn new(puzzle: &Grid) -> Option<Self> {
        let mut position = Self {
            lines: Masks::filled(ALL_DIGITS),
            boxes: Masks::filled(ALL_DIGITS),
            allowed: Masks::filled(ALL_DIGITS),
            hidden: Masks::filled(0),
            empty: [0; 81],
            count: 0,
        };
        for (cell, &digit) in (0..).zip(puzzle.digits()) {
            if digit == 0 {
                position.empty[position.count] = cell;
                position.count += 1;
            } else {
                let bit = 1 << (digit - 1);
                if position.candidates(cell, AllDigits) & bit == 0 {
                    return None;
                }
                position.remove(cell, bit);
            }
        }
        // The unused masks miss nothing.
        position.lines.clear_unused();
        position.boxes.clear_unused();
        Some(position)
    }

    /// Returns the empty cells, in no particular order.
    #[inline]
    pub(in crate::engine) fn empty(&self) -> &[u8] {
        &self.empty[..self.count]
    }

    /// Returns the digits that an empty cell may still hold.
    #[inline]
    pub(in crate::engine) fn candidates<M: CellMarks>(&self, cell: u8, marks: M) -> u16 {
        let of = CELL_PLACES[usize::from(cell)];
        marks.at(usize::from(cell))
            & self.lines.at(of.row)
            & self.lines.at(of.column)
            & self.boxes.at(of.boxes[0])
            & self.allowed.at(of.minirow)
            & self.allowed.at(of.minicolumn)
    }

    /// Returns the index, in [`Self::empty`], of a cell with the fewest candidates. Stops at a cell with two, because
    /// no cell has fewer after propagation.
    pub(in crate::engine) fn fewest<M: CellMarks>(&self, marks: M) -> usize {
        let mut fewest = u8::MAX;
        let mut at = 0;
        for (index, &cell) in self.empty().iter().enumerate() {
            let number = POPCOUNT[usize::from(self.candidates(cell, marks) & ALL_DIGITS)];
            if number < fewest {
                (fewest, at) = (number, index);
                if number <= 2 {
                    break;
                }
            }
        }
        at
    }

    /// Returns the index, in [`Self::empty`], of the first empty cell in row order.
    ///
    /// # Panics
    /// If no cell is empty.
    pub(in crate::engine) fn first(&self) -> usize {
        let indices = 0..self.count;
        indices.min_by_key(|&index| self.empty[index]).expect("a stuck position has an empty cell")
    }

    /// Sets the empty cell at `index` of [`Self::empty`] to the digit of a one-bit mask.
    #[inline]
    pub(in crate::engine) fn set_digit(&mut self, index: usize, bit: u16, grid: &mut Grid) {
        let cell = self.empty[index];
        grid.digits_mut()[usize::from(cell)] = LOWEST[usize::from(bit & ALL_DIGITS)];
        self.remove(cell, bit);
        self.count -= 1;
        self.empty[index] = self.empty[self.count];
    }

    /// Removes the digit of `bit` from the masks of missing digits of the houses of `cell`.
    #[inline]
    fn remove(&mut self, cell: u8, bit: u16) {
        let of = CELL_PLACES[usize::from(cell)];
        for line in [of.row, of.column] {
            *self.lines.at_mut(line) &= !bit;
        }
        for square in of.boxes {
            *self.boxes.at_mut(square) &= !bit;
        }
    }
}
