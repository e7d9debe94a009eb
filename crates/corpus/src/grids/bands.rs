//! The minirow structures of a band: the set of digits in each of its nine minirows.

use super::{
    orders::DIGITS,
    partition::{Partitions, Triples},
};

/// The number of minirow structures of a band, without regard to the order of its rows: 280 × 56.
pub(super) const BANDS: usize = 15_680;

/// A minirow structure of a band, with its rows in some order.
#[derive(Clone, Copy)]
pub(super) struct BandStructure {
    /// The partition of each box into its minirows.
    pub(super) partitions: [u16; 3],
    /// The row of each digit in each box: see [`position_of`].
    pub(super) rows: u64,
}

/// Reads one of the packed positions (0–2, two bits each) of nine digits in three boxes.
#[inline]
pub(super) fn position_of(positions: u64, triple: usize, digit: usize) -> usize {
    (positions >> (2 * (DIGITS * triple + digit))) as usize & 3
}

/// Packs the positions of the digits in three boxes, each given as three sets of digits: see
/// [`position_of`].
pub(super) fn pack(boxes: [Triples; 3]) -> u64 {
    // Digits in the first set have position 0, in the second set 1, in the third set 2.
    let positions = boxes.map(|[_, second, third]| spread(second) | spread(third) << 1);
    (0..3).map(|triple| positions[triple] << (2 * DIGITS * triple)).sum()
}

/// Moves the bit of each digit to the place of its packed position.
fn spread(set: u16) -> u64 {
    (0..DIGITS).map(|digit| u64::from(set >> digit & 1) << (2 * digit)).sum()
}

/// Returns all minirow structures, starting with those whose first box is partition number 0.
pub(super) fn bands(partitions: &Partitions) -> Vec<BandStructure> {
    let mut bands = Vec::with_capacity(BANDS);
    for &first in &partitions.triples {
        // The first box has three digits of each row. Of the other six, three go to the second box
        // and three to the third.
        let [top, middle, bottom] = first.map(|row| {
            let halves = (0..512).filter(|half: &u16| half & row == 0 && half.count_ones() == 3);
            halves.collect::<Vec<_>>()
        });
        for &a in &top {
            for &b in middle.iter().filter(|&b| a & b == 0) {
                for &c in bottom.iter().filter(|&c| (a | b) & c == 0) {
                    let second = [a, b, c];
                    let third = [0, 1, 2].map(|row| 0o777 & !first[row] & !second[row]);
                    let boxes = [first, second, third];
                    bands.push(BandStructure {
                        partitions: boxes.map(|sets| partitions.number(sets)),
                        rows: pack(boxes),
                    });
                }
            }
        }
    }
    bands
}
