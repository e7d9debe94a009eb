//! Subsets: k of nine masks with k bits between them.
//!
//! With the cells of a house as masks of digits these are naked pairs, triples and quads; with the
//! digits of a house as masks of cells, the hidden ones; with the rows (or columns) of a digit,
//! X-wing, swordfish and jellyfish. A step is one such set from which some elimination follows.

use super::marks::{Marks, bits};
use crate::grid::{HOUSES, POPCOUNT};

/// Calls `found(members, union)` for each `k` of the masks that have `k` bits between them,
/// provided that there are other masks that aren't empty to eliminate from.
#[inline]
fn for_each_subset(masks: &[u16; 9], k: u8, mut found: impl FnMut(u16, u16)) {
    let mut small = [(0, 0); 9];
    let (mut count, mut filled) = (0, 0);
    for (place, &mask) in masks.iter().enumerate() {
        let size = POPCOUNT[usize::from(mask)];
        filled += u8::from(size != 0);
        if size != 0 && size <= k {
            small[count] = (1 << place, mask);
            count += 1;
        }
    }
    if filled > k && count >= usize::from(k) {
        extend(&small[..count], k, k, (0, 0), &mut found);
    }
}

/// Adds `missing` more of `small` to the `members` so far, which have `union` between them.
fn extend(
    small: &[(u16, u16)],
    k: u8,
    missing: u8,
    (members, union): (u16, u16),
    found: &mut impl FnMut(u16, u16),
) {
    for (i, &(place, mask)) in small.iter().enumerate() {
        let wider = union | mask;
        if POPCOUNT[usize::from(wider)] > k {
            continue;
        }
        if missing == 1 {
            found(members | place, wider);
        } else {
            extend(&small[i + 1..], k, missing - 1, (members | place, wider), found);
        }
    }
}

/// Eliminates by every `k` cells of a house that have `k` digits between them.
pub(super) fn naked(marks: &mut Marks, k: u8) -> u16 {
    let mut steps = 0;
    for (house, cells) in HOUSES.iter().enumerate() {
        let digits_of = cells.map(|cell| marks.cells[usize::from(cell)]);
        for_each_subset(&digits_of, k, |places, digits| {
            steps += u16::from(marks.strike_places(house, !places & 0x1FF, digits));
        });
    }
    steps
}

/// Eliminates by every `k` digits that have `k` cells of a house between them.
pub(super) fn hidden(marks: &mut Marks, k: u8) -> u16 {
    let mut steps = 0;
    for house in 0..27 {
        let places_of = marks.places[house];
        for_each_subset(&places_of, k, |digits, places| {
            steps += u16::from(marks.strike_places(house, places, !digits));
        });
    }
    steps
}

/// Eliminates by every `k` rows in which a digit has `k` columns between them, and the other way
/// round: X-wing, swordfish, jellyfish.
pub(super) fn fish(marks: &mut Marks, k: u8) -> u16 {
    let mut steps = 0;
    for digit in 0..9 {
        for (base, cover) in [(0, 9), (9, 0)] {
            let places_of = std::array::from_fn(|line| marks.places[base + line][digit]);
            for_each_subset(&places_of, k, |lines, across| {
                let struck = bits(across).fold(false, |any, line| {
                    marks.strike_places(cover + line, !lines & 0x1FF, 1 << digit) | any
                });
                steps += u16::from(struck);
            });
        }
    }
    steps
}
