//! Locked candidates: all candidates of a digit in a box lie in one line, or in a line in one box.

use crate::{
    marks::Marks,
    patterns::{SHARED, covering_house},
};
use batchdoku_base::bits;

/// Eliminates by every box and line of `houses` that locks a digit into another house. A step is a
/// digit and such a house.
pub(super) fn locked_candidates(marks: &mut Marks, houses: u32) -> u16 {
    let mut steps = 0;
    for house in bits(houses) {
        for digit in 0..9 {
            if let Some(cover) = covering_house(house, marks.positions[house][digit]) {
                let elsewhere = marks.positions[cover][digit] & !SHARED[cover][house];
                steps += u16::from(marks.strike_positions(cover, elsewhere, 1 << digit));
            }
        }
    }
    steps
}
