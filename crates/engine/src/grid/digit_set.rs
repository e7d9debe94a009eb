//! Sets of digits as 9-bit masks, with tables over all masks.

use super::{Digit, sets::set};
use batchdoku_base::bits;

/// The mask of all nine digits.
pub const ALL_DIGITS: u16 = 0x1FF;

/// Number of digits in each 9-bit mask.
pub const POPCOUNT: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask = 1;
    while mask < 512 {
        table[mask] = table[mask >> 1] + (mask & 1) as u8;
        mask += 1;
    }
    table
};

/// The lowest digit (1–9) in each 9-bit mask; 0 for the empty mask.
pub const LOWEST: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask: usize = 1;
    while mask < 512 {
        table[mask] = mask.trailing_zeros() as u8 + 1;
        mask += 1;
    }
    table
};

/// Returns the digits (1–9) of a 9-bit mask, in ascending order, for code that works on plain numbers.
#[inline(always)]
pub fn digits_of(mask: u16) -> impl Iterator<Item = u8> + Clone {
    bits(mask).map(|index| index as u8 + 1)
}

/// A set of digits. Iterates in ascending order.
///
/// ```
/// use batchdoku::{Cell, Digit, Grid, grid::DigitSet};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let set: DigitSet = puzzle.candidate_set(Cell::ALL[2]);
/// assert!(set.into_iter().map(Digit::get).eq([1, 2, 4]));
/// assert_eq!((set.len(), set.contains(Digit::ALL[0])), (3, true));
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u16);

impl DigitSet {
    /// No digit.
    pub const EMPTY: Self = Self(0);
    /// All nine digits.
    pub const ALL: Self = Self(ALL_DIGITS);

    /// Returns the set whose bit `d - 1` stands for digit `d`; `None` if a higher bit is set.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits & !ALL_DIGITS == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the set as bits: bit `d - 1` stands for digit `d`.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the number of digits.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Tests whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tests whether the set holds `digit`.
    pub const fn contains(self, digit: Digit) -> bool {
        self.0 >> digit.index() & 1 == 1
    }

    /// Removes a digit.
    pub const fn remove(&mut self, digit: Digit) {
        self.0 &= !(1 << digit.index());
    }
}

set!(DigitSet(u16): Digit by |index| Digit::ALL[index], DigitSetIter, shown by Digit::get, like
    "let grid = batchdoku::Grid::EMPTY;
let mut digits = grid.candidate_set(batchdoku::grid::Cell::ALL[0]).into_iter();
assert_eq!(digits.next().map(|digit| digit.get()), Some(1));");
