//! Unavoidable sets that need no search: two families are read off the grid; other sets are the differences between the
//! grid and other solutions of its puzzles.
//!
//! The caller gives each cell a bit; sets are unions of these bits.

use batchdoku_engine::grid::{BOX, COLUMN, Cell, CellSet, Grid, HOUSES, ROW};

/// The bit of each cell in a [`CellSet`].
pub(crate) const CELL_BITS: [u128; 81] = {
    let mut bits = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        bits[cell] = 1 << cell;
        cell += 1;
    }
    bits
};

/// A complete grid with an index of its digits.
pub(crate) struct LocatedGrid {
    pub(crate) grid: Grid,
    /// The cell of each digit in each house.
    pub(super) cell_of: [[Cell; 27]; 10],
}

impl LocatedGrid {
    /// Indexes the digits of a complete grid.
    pub(crate) fn new(grid: Grid) -> Self {
        let mut cell_of = [[Cell::ALL[0]; 27]; 10];
        for cell in Cell::ALL {
            let digit = grid.digits()[cell.index()];
            for house in houses(cell) {
                cell_of[usize::from(digit)][house] = cell;
            }
        }
        Self { grid, cell_of }
    }

    /// Calls `each` with the unavoidable sets where two digits, two rows of a band or two columns of a stack change
    /// places in part of the grid.
    ///
    /// The images of all nine rows or positions are computed at once, because computed one by one, each would wait for
    /// the image before it.
    pub(crate) fn swaps(&self, bits: &[u128; 81], mut each: impl FnMut(u128)) {
        for (a, b) in (1..10).flat_map(|a| (1..a).map(move |b| (a, b))) {
            let a = &self.cell_of[a];
            let b = &self.cell_of[b];
            // Maps the row of an `a` to the rows of the `b` in the same column and in the same box.
            let next = std::array::from_fn(|row| {
                let [_, column, box_index] = houses(a[row]);
                1 << ROW[usize::from(b[column])] | 1 << ROW[usize::from(b[box_index])]
            });
            let cells = std::array::from_fn(|row| bits[a[row].index()] | bits[b[row].index()]);
            closed(&next, &cells, &mut each);
        }
        for first_of_three in [0, 3, 6, 9, 12, 15] {
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                let a = first_of_three + a;
                let b = first_of_three + b;
                let positions = if a < 9 { &COLUMN } else { &ROW };
                // Maps a position to the position in line `a` of the digit that line `b` has there.
                let next = std::array::from_fn(|position| {
                    let digit = self.grid.digits()[HOUSES[b][position].index()];
                    1 << positions[self.cell_of[usize::from(digit)][a].index()]
                });
                let cells = std::array::from_fn(|position| {
                    bits[HOUSES[a][position].index()] | bits[HOUSES[b][position].index()]
                });
                closed(&next, &cells, &mut each);
            }
        }
    }

    /// Calls `each` with the unavoidable sets that make up the difference to another grid.
    ///
    /// In each house, map a cell with digit `d` in the other grid to the cell with `d` in this grid: this is a
    /// permutation. A set of cells that is closed under the permutations of all houses can change alone.
    pub(crate) fn differences(&self, other: &Grid, bits: &[u128; 81], mut each: impl FnMut(u128)) {
        let mut rest = 0u128;
        for row in (0..9).rev() {
            let this = &self.grid.digits()[9 * row..][..9];
            let other = &other.digits()[9 * row..][..9];
            let differ = (0..9)
                .fold(0, |set, column| set | u16::from(this[column] != other[column]) << column);
            rest = rest << 9 | u128::from(differ);
        }
        while rest != 0 {
            let mut set = 0;
            let mut joined = 0u128;
            let mut new = rest & rest.wrapping_neg();
            while new != 0 {
                joined |= new;
                let mut next = 0;
                // The new cells do not depend on each other.
                for cell in CellSet::from_bits_truncate(new) {
                    set |= bits[cell.index()];
                    let cell_of = &self.cell_of[usize::from(other.digits()[cell.index()])];
                    for house in houses(cell) {
                        next |= 1 << cell_of[house].index();
                    }
                }
                new = next & !joined;
            }
            rest &= !joined;
            each(set);
        }
    }
}

/// Calls `each` with the union of `bits` over each minimal subset of 0–8 that is closed under `next`, which maps an
/// index to a mask of images.
#[inline]
fn closed(next: &[u16; 9], bits: &[u128; 9], each: &mut impl FnMut(u128)) {
    let mut rest = 0x1FF_u16;
    while rest != 0 {
        let mut set = 0;
        let mut joined = 0;
        let mut new = rest & rest.wrapping_neg();
        while new != 0 {
            let i = new.trailing_zeros() as usize;
            joined |= 1 << i;
            new = (new | next[i]) & !joined;
            set |= bits[i];
        }
        rest &= !joined;
        // Leave out the set of all nine rows or positions: it is so large that it hardly ever forces a clue.
        if joined != 0x1FF {
            each(set);
        }
    }
}

/// Returns the row, the column and the box of a cell.
#[inline]
pub(super) fn houses(cell: Cell) -> [usize; 3] {
    let cell = cell.index();
    [ROW[cell], 9 + COLUMN[cell], 18 + BOX[cell]].map(usize::from)
}
