//! Unavoidable sets: cells of a grid whose digits can be changed into another valid grid.
//!
//! A puzzle has one solution exactly if it has a clue in each unavoidable set of that solution.
//! Two families are read off the grid, and the rest are found as the differences between it and
//! other solutions of its puzzles.

use crate::grid::{BOX, COLUMN, CellSet, Grid, ROW};

/// Calls `each` with the unavoidable sets that swap two digits in part of the grid, or two rows
/// of a band or columns of a stack in part of their length.
pub(super) fn swaps(grid: &Grid, mut each: impl FnMut(CellSet)) {
    digit_swaps(grid, &mut each);
    for (along, across) in [(1, 9), (9, 1)] {
        for (a, b) in [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (6, 7), (6, 8), (7, 8)] {
            let cell = |line: usize, place: usize| line * across + place * along;
            line_swaps(|place| [cell(a, place), cell(b, place)], grid, &mut each);
        }
    }
}

/// For each two digits, the parts of their cells that no house connects.
fn digit_swaps(grid: &Grid, each: &mut impl FnMut(CellSet)) {
    let mut column_in = [[0u8; 9]; 9];
    let mut row_of = [[[0u8; 9]; 9]; 2];
    for cell in 0..81 {
        let digit = usize::from(grid.0[cell] - 1);
        column_in[digit][usize::from(ROW[cell])] = COLUMN[cell];
        row_of[0][digit][usize::from(COLUMN[cell])] = ROW[cell];
        row_of[1][digit][usize::from(BOX[cell])] = ROW[cell];
    }
    for (a, b) in (0..9).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let mut rest = 0x1FF_u16;
        while rest != 0 {
            // Rows are joined where one has `a` and the other `b` in the same column or box.
            let (mut cells, mut joined) = (0, 0);
            let mut new = rest & rest.wrapping_neg();
            while new != 0 {
                let row = new.trailing_zeros() as usize;
                joined |= 1 << row;
                for (this, other) in [(a, b), (b, a)] {
                    let column = usize::from(column_in[this][row]);
                    let cell = 9 * row + column;
                    cells |= 1 << cell;
                    new |= 1 << row_of[0][other][column];
                    new |= 1 << row_of[1][other][usize::from(BOX[cell])];
                }
                new &= !joined;
            }
            rest &= !joined;
            each(CellSet(cells));
        }
    }
}

/// For two lines, the parts that hold the same digits in both.
fn line_swaps(pair: impl Fn(usize) -> [usize; 2], grid: &Grid, each: &mut impl FnMut(CellSet)) {
    let mut place_of = [0u8; 10];
    for place in 0..9 {
        place_of[usize::from(grid.0[pair(place)[0]])] = place as u8;
    }
    let mut rest = 0x1FF_u16;
    while rest != 0 {
        let start = rest.trailing_zeros() as usize;
        let (mut cells, mut place) = (0, start);
        loop {
            rest &= !(1 << place);
            let [first, second] = pair(place);
            cells |= 1 << first | 1 << second;
            place = usize::from(place_of[usize::from(grid.0[second])]);
            if place == start {
                break;
            }
        }
        each(CellSet(cells));
    }
}

/// Calls `each` with the unavoidable sets into which the difference of two grids falls apart.
///
/// In each house, from a cell to the one that `grid` gives the digit of `other` in this cell, is
/// a permutation; a set of cells that is closed under it in all houses can be changed alone.
pub(super) fn differences(grid: &Grid, other: &Grid, mut each: impl FnMut(CellSet)) {
    let differ = (0..81).filter(|&cell| grid.0[cell] != other.0[cell]);
    let mut rest = differ.fold(0u128, |set, cell| set | 1 << cell);
    let mut cell_of = [[0u8; 10]; 27];
    for cell in CellSet(rest) {
        for house in houses(cell) {
            cell_of[house][usize::from(grid.0[usize::from(cell)])] = cell;
        }
    }
    while rest != 0 {
        let (mut joined, mut new) = (0u128, rest & rest.wrapping_neg());
        while new != 0 {
            let cell = new.trailing_zeros() as u8;
            joined |= 1 << cell;
            for house in houses(cell) {
                new |= 1 << cell_of[house][usize::from(other.0[usize::from(cell)])];
            }
            new &= !joined;
        }
        rest &= !joined;
        each(CellSet(joined));
    }
}

fn houses(cell: u8) -> [usize; 3] {
    let cell = usize::from(cell);
    [ROW[cell], 9 + COLUMN[cell], 18 + BOX[cell]].map(usize::from)
}
