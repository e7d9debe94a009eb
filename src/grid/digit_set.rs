//! Sets of digits as 9-bit masks, with the tables that take them apart.

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

/// A set of digits: bit `d - 1` stands for digit `d`. Iterates its digits upwards.
///
/// ```
/// use batchdoku::grid::DigitSet;
/// assert_eq!(DigitSet(0b1_0000_0101).collect::<Vec<_>>(), [1, 3, 9]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(pub u16);

impl DigitSet {
    /// All nine digits.
    pub const ALL: Self = Self(ALL_DIGITS);

    /// The set that holds `digit` (1–9) alone.
    #[inline]
    pub const fn of(digit: u8) -> Self {
        Self(1 << (digit - 1))
    }

    /// How many digits it holds.
    #[inline]
    pub fn count(self) -> u8 {
        POPCOUNT[(self.0 & ALL_DIGITS) as usize]
    }
}

impl Iterator for DigitSet {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let digit = LOWEST[(self.0 & ALL_DIGITS) as usize];
        self.0 &= self.0.wrapping_sub(1);
        (digit != 0).then_some(digit)
    }
}
