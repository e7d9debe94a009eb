//! The orders of three things, and the number of digits.

pub(super) const DIGITS: usize = 9;

/// The orders of three items.
pub(crate) const ORDERS: [[u8; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
