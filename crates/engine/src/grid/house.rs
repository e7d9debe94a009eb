//! Rows, columns and boxes, and the cells that they hold.

use std::fmt;

use super::{BOX, COLUMN, Cell, ROW};

/// The nine cells of each house, in ascending order: rows 0–8, columns 9–17, boxes 18–26.
pub const HOUSES: [[Cell; 9]; 27] = {
    let mut table = [[Cell::ALL[0]; 9]; 27];
    let mut house = 0;
    while house < 27 {
        let house_of = [&ROW, &COLUMN, &BOX][house / 9];
        let mut cell = 0;
        let mut found = 0;
        while cell < 81 {
            if house_of[cell] as usize == house % 9 {
                table[house][found] = Cell::ALL[cell];
                found += 1;
            }
            cell += 1;
        }
        house += 1;
    }
    table
};

/// The houses of each cell, as a 27-bit mask.
pub const HOUSE_MASKS: [u32; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        table[cell] = 1 << ROW[cell] | 1 << (9 + COLUMN[cell]) | 1 << (18 + BOX[cell]);
        cell += 1;
    }
    table
};

/// The name of each house. Names are constants, because a list of rejected puzzles may have a million of them.
const NAMES: [&str; 27] = [
    "row 1", "row 2", "row 3", "row 4", "row 5", "row 6", "row 7", "row 8", "row 9", "column 1",
    "column 2", "column 3", "column 4", "column 5", "column 6", "column 7", "column 8", "column 9",
    "box 1", "box 2", "box 3", "box 4", "box 5", "box 6", "box 7", "box 8", "box 9",
];

/// One of the 27 houses: rows are 0–8, columns 9–17, boxes 18–26. Printed as `row 1` to `box 9`.
///
/// ```
/// use batchdoku::grid::House;
/// let last_box = House::boxes().last().unwrap();
/// assert_eq!(last_box.to_string(), "box 9");
/// assert_eq!(last_box.cells().map(|cell| cell.index()), [60, 61, 62, 69, 70, 71, 78, 79, 80]);
/// assert_eq!(House::new(27), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct House(u8);

impl House {
    /// All houses: rows, columns, boxes.
    pub const ALL: [Self; 27] = {
        let mut houses = [Self(0); 27];
        let mut index = 0;
        while index < 27 {
            houses[index] = Self(index as u8);
            index += 1;
        }
        houses
    };

    /// Returns the house of this index; `None` if it is above 26.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 27 { Some(Self(index)) } else { None }
    }

    /// Returns the index, 0–26.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the nine rows, from top to bottom.
    pub fn rows() -> impl ExactSizeIterator<Item = Self> {
        (0..9).map(Self)
    }

    /// Returns the nine columns, from left to right.
    pub fn columns() -> impl ExactSizeIterator<Item = Self> {
        (9..18).map(Self)
    }

    /// Returns the nine boxes, row by row.
    pub fn boxes() -> impl ExactSizeIterator<Item = Self> {
        (18..27).map(Self)
    }

    /// Returns the nine cells, in ascending order.
    #[inline]
    pub const fn cells(self) -> [Cell; 9] {
        HOUSES[self.index()]
    }

    /// Returns the row, column and box of a cell.
    pub const fn of(cell: Cell) -> [Self; 3] {
        let row = cell.row();
        let column = cell.column();
        let box_index = cell.box_index();
        [Self(row as u8), Self(9 + column as u8), Self(18 + box_index as u8)]
    }
}

impl Cell {
    /// Returns the row, column and box.
    #[inline]
    pub const fn houses(self) -> [House; 3] {
        House::of(self)
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAMES[self.index()])
    }
}
