//! Subsets: k of nine masks with k bits in their union.
//!
//! If the masks are the digits of each cell of a house, the subsets are naked pairs, triples and
//! quads; if they are the cells of each digit of a house, hidden subsets; if they are the positions
//! of a digit in each row (or column), X-wings, swordfish and jellyfish. A step is a subset that
//! eliminates a candidate.
//!
//! Every naked subset of k of the n unsolved cells of a house has a hidden counterpart of n - k
//! digits that eliminates the same candidates; likewise, a fish in rows has a counterpart in
//! columns. If n - k is small, an easier technique has already found the counterpart. This is the
//! reason for the smallest n of each search.

use crate::{marks::Marks, patterns::find_subset};
use batchdoku_base::bits;
use batchdoku_engine::grid::HOUSES;

/// Calls `found(members, union)` for each `k` masks with `k` bits in their union, if at least
/// `least` masks are not empty.
#[inline]
fn for_each_subset(masks: &[u16; 9], k: u32, least: u32, mut found: impl FnMut(u16, u16)) {
    let filled = masks.iter().filter(|&&mask| mask != 0).count();
    if filled >= least as usize {
        find_subset(masks, k, |members, union| {
            found(members, union);
            None::<()>
        });
    }
}

/// Eliminates by every `k` cells of one of `houses` with `k` digits in total, after hidden subsets
/// of fewer than `k` digits.
pub(super) fn naked(marks: &mut Marks, houses: u32, k: u32) -> u16 {
    let mut steps = 0;
    for house in bits(houses) {
        let digits_of = HOUSES[house].map(|cell| marks.cells[usize::from(cell)]);
        for_each_subset(&digits_of, k, 2 * k, |positions, digits| {
            steps += u16::from(marks.strike_positions(house, !positions & 0x1FF, digits));
        });
    }
    steps
}

/// Eliminates by every `k` digits with `k` positions in total in one of `houses`, after naked
/// subsets of up to `k` cells.
pub(super) fn hidden(marks: &mut Marks, houses: u32, k: u32) -> u16 {
    let mut steps = 0;
    for house in bits(houses) {
        let positions_of = marks.positions[house];
        for_each_subset(&positions_of, k, 2 * k + 1, |digits, positions| {
            steps += u16::from(marks.strike_positions(house, positions, !digits));
        });
    }
    steps
}

/// Eliminates by every `k` rows where one of `digits` has `k` columns in total, and vice versa,
/// after smaller fish: X-wing, swordfish, jellyfish.
pub(super) fn fish(marks: &mut Marks, digits: u32, k: u32) -> u16 {
    let mut steps = 0;
    for digit in bits(digits) {
        for (base, cover) in [(0, 9), (9, 0)] {
            let positions_of = std::array::from_fn(|line| marks.positions[base + line][digit]);
            for_each_subset(&positions_of, k, 2 * k, |lines, across| {
                let struck = bits(across).fold(false, |any, line| {
                    marks.strike_positions(cover + line, !lines & 0x1FF, 1 << digit) | any
                });
                steps += u16::from(struck);
            });
        }
    }
    steps
}
