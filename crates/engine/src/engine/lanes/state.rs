//! The state of the lanes: the node that each holds during sweeps.
//!
//! A lane holds one search node in 81 rows, the candidates of each cell as a 9-bit mask. Rows are in
//! box order, so that the nine cells of a box are adjacent:
//!
//! ```text
//! row of a cell = 9 * box + 3 * (row in the box) + (column in the box), for example 9 * 2 + 3 * 1 + 0 = 21
//!
//!   box 0      box 1      box 2
//!   0  1  2  |  9 10 11 | 18 19 20
//!   3  4  5  | 12 13 14 | 21 22 23
//!   6  7  8  | 15 16 17 | 24 25 26
//! ```

use crate::{
    grid::ALL_DIGITS,
    simd::{Lanes32, Simd},
};
use batchdoku_base::{Bits, bits};

/// A set of lanes, one bit per lane.
pub(super) type LaneMask = u32;

/// The candidates of each cell, for 32 nodes.
pub(super) type LaneCells = [Lanes32; 81];

/// The text position of each row of [`LaneCells`].
pub(super) const TEXT_POSITION: [usize; 81] = {
    let mut table = [0; 81];
    let mut index = 0;
    while index < 81 {
        let box_index = index / 9;
        let row = index % 9 / 3;
        let column = index % 3;
        table[index] = (box_index / 3 * 3 + row) * 9 + box_index % 3 * 3 + column;
        index += 1;
    }
    table
};

/// A mask for each minirow (the three cells that a row and a box share), or for each minicolumn:
/// `[box][row or column in the box]`.
pub(super) type PerMini = [[Lanes32; 3]; 9];

/// The nodes that are swept.
#[derive(Debug)]
pub(super) struct LaneState {
    pub(super) cells: LaneCells,
    /// The digits that the last sweep left possible in each minirow. The cells may have others
    /// until the next sweep loads them.
    pub(super) minirows: PerMini,
    pub(super) minicolumns: PerMini,
    /// The sum of these 54 masks after the last sweep. It falls whenever a mask loses a digit, so an equal sum means
    /// that nothing changed.
    pub(super) sum: Lanes32,
}

impl LaneState {
    pub(super) const EMPTY: Self = Self {
        cells: [Lanes32::splat(0); 81],
        minirows: [[Lanes32::splat(ALL_DIGITS); 3]; 9],
        minicolumns: [[Lanes32::splat(ALL_DIGITS); 3]; 9],
        sum: Lanes32::splat(u16::MAX),
    };

    /// Returns the masks of the minirows (of a stack: the minicolumns) in box `j` of one of the six bands
    /// and stacks.
    #[inline(always)]
    pub(super) fn minis(&self, band: usize, j: usize) -> &[Lanes32; 3] {
        match box_of(band, j) {
            (true, box_index) => &self.minirows[box_index],
            (false, box_index) => &self.minicolumns[box_index],
        }
    }

    /// Returns the masks of [`Self::minis`], for changes.
    #[inline(always)]
    pub(super) fn minis_mut(&mut self, band: usize, j: usize) -> &mut [Lanes32; 3] {
        match box_of(band, j) {
            (true, box_index) => &mut self.minirows[box_index],
            (false, box_index) => &mut self.minicolumns[box_index],
        }
    }

    /// Resets the sums of the lanes of `mask`, which have new nodes.
    #[inline(always)]
    pub(super) fn reset_sum<S: Simd>(&mut self, simd: S, mask: S::Mask, part: usize) {
        simd.store_masked(mask, simd.splat(u16::MAX), &mut self.sum, part);
    }
}

/// Returns whether one of the six bands and stacks is a band, and the index of its box `j`.
#[inline(always)]
pub(super) fn box_of(band: usize, j: usize) -> (bool, usize) {
    if band < 3 { (true, 3 * band + j) } else { (false, 3 * j + band - 3) }
}

/// Lists the lanes of a mask, in ascending order.
pub(super) fn lanes(mask: LaneMask) -> Bits<LaneMask> {
    bits(mask)
}
