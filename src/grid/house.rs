//! Rows, columns and boxes, and which cells they hold.

use std::fmt;

/// The row of each cell, 0–8.
pub const ROW: [u8; 81] = per_cell(0);
/// The column of each cell, 0–8.
pub const COLUMN: [u8; 81] = per_cell(1);
/// The box of each cell, 0–8, row by row.
pub const BOX: [u8; 81] = per_cell(2);

const fn per_cell(kind: usize) -> [u8; 81] {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = [row, column, row / 3 * 3 + column / 3][kind] as u8;
        cell += 1;
    }
    table
}

/// The nine cells of each house, upwards: rows 0–8, columns 9–17, boxes 18–26.
pub const HOUSES: [[u8; 9]; 27] = {
    let mut table = [[0; 9]; 27];
    let mut house = 0;
    while house < 27 {
        let of = [&ROW, &COLUMN, &BOX][house / 9];
        let (mut cell, mut place) = (0, 0);
        while cell < 81 {
            if of[cell] as usize == house % 9 {
                table[house][place] = cell as u8;
                place += 1;
            }
            cell += 1;
        }
        house += 1;
    }
    table
};

/// The twenty peers of each cell, upwards.
pub const PEERS: [[u8; 20]; 81] = {
    let mut table = [[0; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let (mut other, mut place) = (0, 0);
        while other < 81 {
            let shares =
                ROW[cell] == ROW[other] || COLUMN[cell] == COLUMN[other] || BOX[cell] == BOX[other];
            if shares && other != cell {
                table[cell][place] = other as u8;
                place += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

/// One of the 27 houses, numbered as in [`HOUSES`]; prints as `row 1` … `box 9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct House(pub u8);

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = ["row", "column", "box"][usize::from(self.0 / 9)];
        write!(f, "{kind} {}", self.0 % 9 + 1)
    }
}
