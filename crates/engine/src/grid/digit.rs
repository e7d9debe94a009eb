//! The digits.

use std::{fmt, num::NonZeroU8};

/// A digit, 1–9. `Option<Digit>` is one byte.
///
/// ```
/// use batchdoku::grid::Digit;
/// assert_eq!(Digit::new(7).unwrap().get(), 7);
/// assert_eq!((Digit::new(0), Digit::new(10)), (None, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(NonZeroU8);

impl Digit {
    /// All digits, upwards.
    pub const ALL: [Self; 9] = {
        let mut digits = [Self(NonZeroU8::MIN); 9];
        let mut index = 0;
        while index < 9 {
            digits[index] = Self(NonZeroU8::MIN.saturating_add(index as u8));
            index += 1;
        }
        digits
    };

    /// Returns the digit of this value; `None` unless it is 1–9.
    #[inline]
    pub const fn new(value: u8) -> Option<Self> {
        match NonZeroU8::new(value) {
            Some(digit) if value <= 9 => Some(Self(digit)),
            _ => None,
        }
    }

    /// Returns the value, 1–9.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Returns the index of the digit, 0–8: the digit minus one.
    #[inline]
    pub const fn index(self) -> usize {
        self.get() as usize - 1
    }
}

impl From<Digit> for u8 {
    #[inline]
    fn from(digit: Digit) -> Self {
        digit.get()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
