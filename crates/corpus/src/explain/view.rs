//! Queries of a position that techniques share: cells, digits and houses as sets.

use std::ops::RangeInclusive;

use crate::{
    marks::{Marks, VIEWS},
    patterns::cells_of_size,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, HOUSE_MASKS, HOUSES, PEER_SETS};

/// The boxes, as a mask of houses.
pub(super) const BOXES: u32 = 0x1FF << 18;
/// The columns, as a mask of houses.
pub(super) const COLUMNS: u32 = 0x1FF << 9;
/// The rows, as a mask of houses.
pub(super) const ROWS: u32 = 0x1FF;

impl Marks {
    /// Returns the digits that are candidates of at least one of the cells.
    pub(super) fn union(&self, cells: impl Iterator<Item = usize>) -> u16 {
        cells.fold(0, |digits, cell| digits | self.cells[cell])
    }

    /// Returns the union of the candidates; `None` if a cell has fewer than two candidates.
    pub(super) fn union_of_open(&self, mut cells: impl Iterator<Item = usize>) -> Option<u16> {
        cells.try_fold(0, |digits, cell| {
            let own = self.cells[cell];
            (own.count_ones() >= 2).then_some(digits | own)
        })
    }

    pub(super) fn candidates(&self, digit: usize) -> CellSet {
        let rows = (0..9)
            .fold(0, |cells, row| cells | u128::from(self.positions[row][digit]) << (9 * row));
        CellSet::from_bits_truncate(rows)
    }

    pub(super) fn all_candidates(&self) -> [CellSet; 9] {
        std::array::from_fn(|digit| self.candidates(digit))
    }

    pub(super) fn candidates_in(&self, house: usize, digit: usize) -> CellSet {
        house_cells(house, self.positions[house][digit])
    }

    pub(super) fn cells_of_size(&self, sizes: RangeInclusive<u32>) -> CellSet {
        cells_of_size(&self.cells, sizes)
    }
}

#[inline(always)]
pub(super) fn house_cell(house: usize, position: usize) -> usize {
    usize::from(HOUSES[house][position])
}

pub(super) fn house_cells(house: usize, positions: u16) -> CellSet {
    bits(positions).map(|position| HOUSES[house][position]).collect()
}

/// Returns the cells whose three houses are all in a set of houses.
pub(super) fn cells_within(houses: u32) -> CellSet {
    Cell::ALL.into_iter().filter(|cell| HOUSE_MASKS[cell.index()] & !houses == 0).collect()
}

/// Returns the box, the row and the column of a cell.
#[inline(always)]
pub(super) fn houses_of(cell: usize) -> [usize; 3] {
    VIEWS[cell].map(|(house, _)| usize::from(house))
}

/// Returns the houses that contain all of `cells`, as a mask.
pub(super) fn common_houses(cells: CellSet) -> u32 {
    cells.into_iter().fold((1 << 27) - 1, |common, cell| common & HOUSE_MASKS[cell.index()])
}

/// Lists the houses of a mask in the order boxes, rows, columns.
pub(super) fn boxes_first(houses: u32) -> impl Iterator<Item = usize> {
    [BOXES, ROWS, COLUMNS].into_iter().flat_map(move |kind| bits(houses & kind))
}

/// Returns the cells that see all of `cells`, without `cells`.
pub(super) fn common_peers(cells: CellSet) -> CellSet {
    cells.into_iter().fold(CellSet::ALL, |common, cell| common & PEER_SETS[cell.index()])
}

pub(super) fn peers_of(cells: CellSet) -> CellSet {
    cells.into_iter().fold(CellSet::EMPTY, |seen, cell| seen | PEER_SETS[cell.index()])
}

/// Returns the subsets of `k` of the `n` lowest bits, in ascending order as numbers (Warren, "Hacker's
/// Delight", 2002: the next number with as many bits).
pub(super) fn combinations(n: u32, k: u32) -> impl Iterator<Item = u32> {
    let mut next = if k <= n { (1u32 << k) - 1 } else { u32::MAX };
    std::iter::from_fn(move || {
        if next >> n != 0 {
            return None;
        }
        let chosen = next;
        next = if chosen == 0 {
            u32::MAX
        } else {
            let carried = chosen + (chosen & chosen.wrapping_neg());
            carried | ((carried ^ chosen) >> (chosen.trailing_zeros() + 2))
        };
        Some(chosen)
    })
}
