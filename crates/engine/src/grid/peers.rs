//! Cells that share a house, as lists and as sets.

use super::{BOX, COLUMN, Cell, CellSet, HOUSES, ROW};

/// The twenty peers of each cell, in ascending order.
static PEERS: [[Cell; 20]; 81] = {
    let mut table = [[Cell::ALL[0]; 20]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        let mut found = 0;
        while other < 81 {
            if other != cell && PEER_SETS[cell].bits() >> other & 1 == 1 {
                table[cell][found] = Cell::ALL[other];
                found += 1;
            }
            other += 1;
        }
        cell += 1;
    }
    table
};

/// The peers of each cell as a set.
pub const PEER_SETS: [CellSet; 81] = {
    let mut table = [CellSet::EMPTY; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        let mut mask = 0;
        while other < 81 {
            let shares_house =
                ROW[cell] == ROW[other] || COLUMN[cell] == COLUMN[other] || BOX[cell] == BOX[other];
            if shares_house && other != cell {
                mask |= 1 << other;
            }
            other += 1;
        }
        table[cell] = CellSet::from_bits_truncate(mask);
        cell += 1;
    }
    table
};

/// The nine cells of each house as sets.
pub const HOUSE_CELLS: [CellSet; 27] = {
    let mut table = [CellSet::EMPTY; 27];
    let mut place = 0;
    while place < 27 * 9 {
        table[place / 9].insert(HOUSES[place / 9][place % 9]);
        place += 1;
    }
    table
};

impl Cell {
    /// Returns the twenty other cells of the houses of this cell, in ascending order.
    #[inline]
    pub const fn peers(self) -> &'static [Self; 20] {
        &PEERS[self.index()]
    }
}
