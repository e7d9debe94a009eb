//! Sets of digits as 9-bit masks, with tables over all masks.

use std::{fmt, ops};

use super::Digit;
use batchdoku_base::{Bits, bits};

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

/// The digits (1–9) of a 9-bit mask, upwards, for code that works on plain numbers.
#[inline(always)]
pub fn digits_of(mask: u16) -> impl Iterator<Item = u8> + Clone {
    bits(mask).map(|index| index as u8 + 1)
}

/// A set of digits. Iterates upwards.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct DigitSet(u16);

impl DigitSet {
    /// No digit.
    const EMPTY: Self = Self(0);

    /// The set whose bit `d - 1` stands for digit `d`; `None` if a higher bit is set.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits & !ALL_DIGITS == 0 { Some(Self(bits)) } else { None }
    }

    /// Bit `d - 1` stands for digit `d`.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set that holds `digit` alone.
    const fn of(digit: Digit) -> Self {
        Self(1 << digit.index())
    }

    /// The number of digits.
    #[cfg(test)]
    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Takes a digit out.
    pub const fn remove(&mut self, digit: Digit) {
        self.0 &= !(1 << digit.index());
    }
}

impl ops::BitOr for DigitSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl ops::Not for DigitSet {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & ALL_DIGITS)
    }
}

impl FromIterator<Digit> for DigitSet {
    fn from_iter<I: IntoIterator<Item = Digit>>(digits: I) -> Self {
        digits.into_iter().fold(Self::EMPTY, |set, digit| set | Self::of(digit))
    }
}

/// The digits of a set, upwards.
#[derive(Clone, Debug)]
pub struct Digits(Bits<u16>);

impl Iterator for Digits {
    type Item = Digit;

    #[inline]
    fn next(&mut self) -> Option<Digit> {
        self.0.next().map(|index| Digit::ALL[index])
    }
}

impl IntoIterator for DigitSet {
    type Item = Digit;
    type IntoIter = Digits;

    #[inline]
    fn into_iter(self) -> Digits {
        Digits(bits(self.0))
    }
}

impl fmt::Debug for DigitSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().map(Digit::get)).finish()
    }
}
