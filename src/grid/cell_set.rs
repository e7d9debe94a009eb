//! Sets of cells as 81-bit masks.

use super::Grid;

/// A set of cells: bit `c` stands for cell `c`. Iterates its cells upwards.
///
/// ```
/// use batchdoku::grid::CellSet;
/// let corners: CellSet = [0, 8, 72, 80].into_iter().collect();
/// assert_eq!(corners.len(), 4);
/// assert_eq!(corners.last(), Some(80));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet(pub u128);

impl CellSet {
    /// All 81 cells.
    pub const ALL: Self = Self((1 << 81) - 1);

    /// How many cells it holds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds no cell.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds `cell`.
    #[inline]
    pub const fn contains(self, cell: u8) -> bool {
        self.0 >> cell & 1 == 1
    }
}

impl Iterator for CellSet {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let cell = self.0.trailing_zeros() as u8;
        self.0 &= self.0.wrapping_sub(1);
        (cell < 128).then_some(cell)
    }
}

impl FromIterator<u8> for CellSet {
    fn from_iter<I: IntoIterator<Item = u8>>(cells: I) -> Self {
        Self(cells.into_iter().fold(0, |set, cell| set | 1 << cell))
    }
}

impl Grid {
    /// The cells that hold a digit.
    pub fn filled(&self) -> CellSet {
        (0..81).filter(|&cell| self.0[usize::from(cell)] != 0).collect()
    }
}
