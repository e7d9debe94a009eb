//! The masks of all houses of one kind in an array, read one by one, or eight at a time as a vector.
//!
//! Bands and stacks are alike: three lines (rows or columns), which cross the same three boxes in nine *minis* of three
//! cells. So eight masks form a vector: a mask for each band and stack, and two unused masks:
//!
//! ```text
//! masks of line l:                   [ row l of bands 0 1 2, column l of stacks 0 1 2, -, - ]
//! masks of box b:                    [ box b of bands 0 1 2, box    b of stacks 0 1 2, -, - ]
//! masks 3 l + b of the minis:        the cells that line l and box b share
//! ```
//!
//! Every box has two masks, as a box of a band and as a box of a stack. For example, cell 40 in the middle of the grid
//! is in row 1 of band 1 (mask 1 of line 1: index 9) and in column 1 of stack 1 (mask 4 of line 1: index 12).

use crate::simd::Words8;

/// Eight masks: those of the three bands and the three stacks, and two unused masks.
pub(super) type Eight = Words8;

/// An array of `N` masks, a power of two, because a masked index is then in bounds without a check.
#[derive(Clone, Copy)]
pub(super) struct Masks<const N: usize>([u16; N]);

impl<const N: usize> Masks<N> {
    pub(super) fn filled(mask: u16) -> Self {
        Self([mask; N])
    }

    /// Clears the masks that belong to no band or stack.
    pub(super) fn clear_unused(&mut self) {
        self.0.as_chunks_mut::<8>().0.iter_mut().for_each(|eight| eight[6..].fill(0));
    }

    #[inline]
    pub(super) fn at(&self, index: u8) -> u16 {
        self.0[usize::from(index) & (N - 1)]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, index: u8) -> &mut u16 {
        &mut self.0[usize::from(index) & (N - 1)]
    }

    /// Returns the eight masks from `8 * index` on.
    #[inline]
    pub(super) fn eight(&self, index: usize) -> Eight {
        Eight::new(self.0.as_chunks().0[index])
    }

    /// Stores the eight masks from `8 * index` on.
    #[inline]
    pub(super) fn set_eight(&mut self, index: usize, masks: Eight) {
        self.0.as_chunks_mut().0[index] = masks.to_array();
    }
}

/// The places of the masks of a cell's houses and minis.
#[derive(Clone, Copy)]
#[repr(align(8))]
pub(super) struct CellPlaces {
    pub(super) row: u8,
    pub(super) column: u8,
    /// The box, as a box of a band and as a box of a stack.
    pub(super) boxes: [u8; 2],
    pub(super) minirow: u8,
    pub(super) minicolumn: u8,
}

/// The places of the masks of each cell.
pub(super) const CELL_PLACES: [CellPlaces; 81] = {
    let mut table =
        [CellPlaces { row: 0, column: 0, boxes: [0; 2], minirow: 0, minicolumn: 0 }; 81];
    let mut cell = 0;
    while cell < 81 {
        let row = cell as u8 / 9;
        let column = cell as u8 % 9;
        let band = row / 3;
        let stack = column / 3;
        table[cell] = CellPlaces {
            row: row % 3 * 8 + band,
            column: column % 3 * 8 + 3 + stack,
            boxes: [stack * 8 + band, band * 8 + 3 + stack],
            minirow: (row % 3 * 3 + stack) * 8 + band,
            minicolumn: (column % 3 * 3 + band) * 8 + 3 + stack,
        };
        cell += 1;
    }
    table
};
