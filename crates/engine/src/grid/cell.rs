//! A cell of the grid, and its coordinates.

use std::fmt;

/// The row of each cell, 0–8.
pub const ROW: [u8; 81] = coordinates(0);
/// The column of each cell, 0–8.
pub const COLUMN: [u8; 81] = coordinates(1);
/// The box of each cell, 0–8, row by row.
pub const BOX: [u8; 81] = coordinates(2);

/// Returns the row (`axis` 0), column (1) or box (2) of each cell.
const fn coordinates(axis: usize) -> [u8; 81] {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let row = cell / 9;
        let column = cell % 9;
        table[cell] = [row, column, row / 3 * 3 + column / 3][axis] as u8;
        cell += 1;
    }
    table
}

/// One of the 81 cells, numbered row by row from 0; printed as `r1c1` to `r9c9`.
///
/// ```
/// use batchdoku::grid::Cell;
/// let cell = Cell::at(4, 8).unwrap();
/// assert_eq!((cell.index(), cell.box_index()), (44, 5));
/// assert_eq!((cell.band(), cell.stack()), (1, 2));
/// assert_eq!(cell.peers().len(), 20);
/// assert_eq!(cell.to_string(), "r5c9");
/// assert_eq!(Cell::new(81), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// All cells, row by row.
    pub const ALL: [Self; 81] = {
        let mut cells = [Self(0); 81];
        let mut index = 0;
        while index < 81 {
            cells[index] = Self(index as u8);
            index += 1;
        }
        cells
    };

    /// Returns the cell of this index; `None` if it is above 80.
    #[inline]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 81 { Some(Self(index)) } else { None }
    }

    /// Returns the cell in this row and column, both 0–8; `None` if either is above 8.
    #[inline]
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < 9 && column < 9 { Some(Self(row * 9 + column)) } else { None }
    }

    /// Returns the cell of an index that is known to be below 81. Private to this module, because every table
    /// over cells relies on valid indices; other modules use `Cell::ALL[index]`, which is checked.
    #[inline]
    pub(super) const fn from_index(index: usize) -> Self {
        debug_assert!(index < 81);
        Self(index as u8)
    }

    /// Returns the index, 0–80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row, 0–8.
    #[inline]
    pub const fn row(self) -> usize {
        self.0 as usize / 9
    }

    /// Returns the column, 0–8.
    #[inline]
    pub const fn column(self) -> usize {
        self.0 as usize % 9
    }

    /// Returns the box, 0–8, row by row.
    #[inline]
    pub const fn box_index(self) -> usize {
        self.band() * 3 + self.stack()
    }

    /// Returns the band (three rows), 0–2.
    #[inline]
    pub const fn band(self) -> usize {
        self.row() / 3
    }

    /// Returns the stack (three columns), 0–2.
    #[inline]
    pub const fn stack(self) -> usize {
        self.column() / 3
    }
}

impl From<Cell> for usize {
    #[inline]
    fn from(cell: Cell) -> Self {
        cell.index()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row() + 1, self.column() + 1)
    }
}
