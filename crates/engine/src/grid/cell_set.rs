//! Sets of cells as 81-bit masks.

use super::{Cell, GridError, sets::set};

/// A set of cells. Iterates in ascending order.
///
/// ```
/// use batchdoku::grid::{Cell, CellSet};
/// let corners: CellSet = [0, 8, 72, 80].into_iter().filter_map(Cell::new).collect();
/// assert_eq!((corners.len(), corners.first()), (4, Cell::new(0)));
/// assert!(corners.contains(Cell::ALL[80]));
/// assert_eq!(CellSet::from_bits(1 << 81), None);
/// assert_eq!(CellSet::from_bits_truncate(1 << 81), CellSet::EMPTY);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CellSet(u128);

impl CellSet {
    /// Parses a pattern: 81 cells, row by row. `1`–`9` and `x X * #` mark the cells of the set, `. 0 -
    /// _` the others. White space is skipped, so a pattern can be drawn in nine lines.
    ///
    /// ```
    /// use batchdoku::grid::CellSet;
    /// let pattern = CellSet::parse("x.......x\n".repeat(9).as_bytes())?;
    /// assert_eq!(pattern.len(), 18);
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    ///
    /// # Errors
    /// The first byte that is none of these characters, or a wrong number of cells.
    pub fn parse(text: &[u8]) -> Result<Self, GridError> {
        let mut pattern = Self::EMPTY;
        let mut cells = 0;
        for (position, &byte) in text.iter().enumerate() {
            let is_marked = match byte {
                byte if byte.is_ascii_whitespace() => continue,
                b'.' | b'0' | b'-' | b'_' => false,
                b'1'..=b'9' | b'x' | b'X' | b'*' | b'#' => true,
                _ => return Err(GridError::BadCharacter { column: position + 1, byte }),
            };
            if is_marked && cells < 81 {
                pattern.insert(Cell::from_index(cells));
            }
            cells += 1;
        }
        match cells {
            81 => Ok(pattern),
            n if n < 81 => Err(GridError::TooShort(n)),
            n => Err(GridError::TooLong(n)),
        }
    }

    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All 81 cells.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// Returns the set whose bit `c` stands for cell `c`; `None` if a bit above 80 is set.
    #[inline]
    pub const fn from_bits(bits: u128) -> Option<Self> {
        if bits & !Self::ALL.0 == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the set whose bit `c` stands for cell `c`. Drops bits above 80, which takes one instruction and
    /// no branch; for code that sets no such bits.
    #[inline]
    pub const fn from_bits_truncate(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the set as bits: bit `c` stands for cell `c`.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the number of cells.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Tests whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tests whether the set holds `cell`.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.index() & 1 == 1
    }

    /// Returns the lowest cell.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        self.into_iter().next()
    }

    /// Adds a cell.
    #[inline]
    pub const fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.index();
    }

    /// Removes a cell.
    #[inline]
    pub const fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << cell.index());
    }

    /// Removes the lowest cell and returns it.
    #[inline]
    pub fn pop_first(&mut self) -> Option<Cell> {
        let cell = self.first()?;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

set!(CellSet(u128): Cell by Cell::from_index, CellSetIter, shown by Cell::index, like
    "let mut cells = batchdoku::grid::CellSet::ALL.into_iter();
assert_eq!(cells.next().map(|cell| cell.index()), Some(0));
assert_eq!(cells.count(), 80);");

impl std::ops::BitAnd for CellSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
