//! Unavoidable sets: cells of a grid whose digits can be changed into another valid grid.
//!
//! A puzzle has one solution exactly if it has a clue in each unavoidable set of that solution.
//! Two families are read off the grid, and the rest are found as the differences between it and
//! other solutions of its puzzles.
//!
//! Cells are named by the caller, who gives each a bit: sets come out as unions of these.

use crate::grid::{BOX, COLUMN, Grid, ROW};

/// A complete grid that knows where its digits are.
pub(super) struct Located {
    grid: Grid,
    /// The cell of each digit in each house.
    cell_of: [[u8; 27]; 10],
}

impl Located {
    /// Locates the digits of a complete grid.
    pub(super) fn new(grid: Grid) -> Self {
        let mut cell_of = [[0; 27]; 10];
        for cell in 0..81u8 {
            let digit = grid.0[usize::from(cell)];
            for house in houses(cell) {
                cell_of[usize::from(digit)][house] = cell;
            }
        }
        Self { grid, cell_of }
    }

    /// The grid.
    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Calls `each` with the unavoidable sets that swap two digits in part of the grid, or two
    /// rows of a band or columns of a stack in part of their length.
    pub(super) fn swaps(&self, bits: &[u128; 81], mut each: impl FnMut(u128)) {
        self.digit_swaps(bits, &mut each);
        for first_of_three in [0, 3, 6, 9, 12, 15] {
            for (a, b) in [(0, 1), (0, 2), (1, 2)] {
                self.line_swaps(first_of_three + a, first_of_three + b, bits, &mut each);
            }
        }
    }

    /// For each two digits, the parts of their cells that no house connects.
    fn digit_swaps(&self, bits: &[u128; 81], each: &mut impl FnMut(u128)) {
        for (a, b) in (1..10).flat_map(|a| (1..a).map(move |b| (a, b))) {
            let (a, b) = (&self.cell_of[a], &self.cell_of[b]);
            let mut rest = 0x1FF_u16;
            while rest != 0 {
                // From the row of an `a` to that of the `b` in the same column, and in the same box:
                // two permutations of the rows. What is closed under both can be swapped alone.
                let (mut set, mut joined) = (0, 0);
                let mut new = rest & rest.wrapping_neg();
                while new != 0 {
                    let row = new.trailing_zeros() as usize;
                    let [_, column, square] = houses(a[row]);
                    joined |= 1 << row;
                    new |= 1 << ROW[usize::from(b[column])] | 1 << ROW[usize::from(b[square])];
                    new &= !joined;
                    set |= bits[usize::from(a[row])] | bits[usize::from(b[row])];
                }
                rest &= !joined;
                each(set);
            }
        }
    }

    /// For two lines (houses 0–17), the parts that hold the same digits in both.
    fn line_swaps(&self, a: usize, b: usize, bits: &[u128; 81], each: &mut impl FnMut(u128)) {
        let cell = |line: usize, place: usize| match line {
            0..9 => 9 * line + place,
            _ => 9 * place + line - 9,
        };
        let places = if a < 9 { &COLUMN } else { &ROW };
        let mut rest = 0x1FF_u16;
        while rest != 0 {
            let start = rest.trailing_zeros() as usize;
            let (mut set, mut place) = (0, start);
            loop {
                let [first, second] = [cell(a, place), cell(b, place)];
                rest &= !(1 << place);
                set |= bits[first] | bits[second];
                let next = self.cell_of[usize::from(self.grid.0[second])][a];
                place = usize::from(places[usize::from(next)]);
                if place == start {
                    break;
                }
            }
            each(set);
        }
    }

    /// Calls `each` with the unavoidable sets into which the difference to another grid falls apart.
    ///
    /// In each house, from a cell to the one that has the other grid's digit for it in this grid,
    /// is a permutation. What is closed under those of all houses can be changed alone.
    pub(super) fn differences(&self, other: &Grid, bits: &[u128; 81], mut each: impl FnMut(u128)) {
        let mut rest = 0u128;
        for row in (0..9).rev() {
            let (this, other) = (&self.grid.0[9 * row..][..9], &other.0[9 * row..][..9]);
            let differ = (0..9)
                .fold(0, |set, column| set | u16::from(this[column] != other[column]) << column);
            rest = rest << 9 | u128::from(differ);
        }
        while rest != 0 {
            let (mut set, mut joined) = (0, 0u128);
            let mut new = rest & rest.wrapping_neg();
            while new != 0 {
                let cell = new.trailing_zeros() as u8;
                joined |= 1 << cell;
                set |= bits[usize::from(cell)];
                let cell_of = &self.cell_of[usize::from(other.0[usize::from(cell)])];
                let next = houses(cell).map(|house| 1u128 << cell_of[house]);
                new = (new | next[0] | next[1] | next[2]) & !joined;
            }
            rest &= !joined;
            each(set);
        }
    }
}

#[inline]
fn houses(cell: u8) -> [usize; 3] {
    let cell = usize::from(cell);
    [ROW[cell], 9 + COLUMN[cell], 18 + BOX[cell]].map(usize::from)
}
