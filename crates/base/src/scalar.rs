//! Values of columns that are numbers or booleans. Formats without types write the text of a value, which is always the
//! same; formats with types write the value itself.

use std::{
    fmt::{self, Write},
    ops::Deref,
};

/// A number or a boolean.
///
/// ```
/// use batchdoku_base::Scalar;
/// assert_eq!(&*Scalar::Real { value: 4.25, decimals: 1 }.text(), b"4.2");
/// assert_eq!(&*Scalar::Count { number: 2, has_more: true }.text(), b"2+");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Scalar {
    /// `yes` or `no`.
    Flag(bool),
    /// A whole number.
    Integer(i64),
    /// A count. If there may be more, a `+` follows the number.
    Count {
        /// The number that was counted.
        number: u64,
        /// True if there may be more.
        has_more: bool,
    },
    /// A number with a fraction.
    Real {
        /// The number.
        value: f64,
        /// The number of digits after the decimal point in a text.
        decimals: u8,
    },
    /// A number of any size, with six digits after the decimal point and an exponent: `4.123456e15`.
    Scientific(f64),
}

impl Scalar {
    /// The length of the value [as bytes](Self::to_bytes).
    pub const BYTES: usize = 10;

    /// Returns the text of the value.
    #[inline]
    pub fn text(self) -> ScalarText {
        let mut text = ScalarText::default();
        match self {
            Self::Flag(true) => text.add(b"yes"),
            Self::Flag(false) => text.add(b"no"),
            // Nearly all numbers of solutions have one digit. `write!` would cost more than reading the puzzle.
            Self::Integer(number @ 0..10) => text.add(&[b'0' + number as u8]),
            Self::Count { number: number @ 0..10, .. } => text.add(&[b'0' + number as u8]),
            number => text.write(number),
        }
        if let Self::Count { has_more: true, .. } = self {
            text.add(b"+");
        }
        text
    }

    /// Returns the value as an integer; `None` if it is not an integer of 64 bits.
    pub fn integer(self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(number),
            Self::Count { number, .. } => number.try_into().ok(),
            Self::Flag(_) | Self::Real { .. } | Self::Scientific(_) => None,
        }
    }

    /// Returns the value as a floating-point number. A number with an exponent is rounded as in its text, so that all
    /// formats hold the same number.
    pub fn real(self) -> Option<f64> {
        match self {
            Self::Real { value, .. } => Some(value),
            Self::Scientific(_) => std::str::from_utf8(&self.text()).ok()?.parse().ok(),
            Self::Integer(number) => Some(number as f64),
            Self::Flag(_) | Self::Count { .. } => None,
        }
    }

    /// Returns the value as bytes, for a buffer of values of several kinds.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let (kind, detail, value) = match self {
            Self::Flag(flag) => (0, 0, u64::from(flag)),
            Self::Integer(number) => (1, 0, number as u64),
            Self::Count { number, has_more } => (2, u8::from(has_more), number),
            Self::Real { value, decimals } => (3, decimals, value.to_bits()),
            Self::Scientific(value) => (4, 0, value.to_bits()),
        };
        let mut bytes = [kind; Self::BYTES];
        bytes[1] = detail;
        bytes[2..].copy_from_slice(&value.to_le_bytes());
        bytes
    }

    /// Decodes the bytes of [`Self::to_bytes`]; `None` if they are invalid.
    pub fn from_bytes(&[kind, detail, ref value @ ..]: &[u8; Self::BYTES]) -> Option<Self> {
        let value = u64::from_le_bytes(*value);
        Some(match kind {
            0 => Self::Flag(value != 0),
            1 => Self::Integer(value as i64),
            2 => Self::Count { number: value, has_more: detail != 0 },
            3 => Self::Real { value: f64::from_bits(value), decimals: detail },
            4 => Self::Scientific(f64::from_bits(value)),
            _ => return None,
        })
    }

    /// Returns whether the text of the value is a number in JSON.
    #[inline]
    pub fn is_number(self) -> bool {
        !matches!(self, Self::Flag(_) | Self::Count { has_more: true, .. })
    }
}

/// The text of a [`Scalar`], without an allocation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScalarText {
    bytes: [u8; 32],
    length: u8,
}

impl ScalarText {
    #[inline]
    fn add(&mut self, text: &[u8]) {
        let length = usize::from(self.length);
        self.bytes[length..][..text.len()].copy_from_slice(text);
        self.length += text.len() as u8;
    }

    fn write(&mut self, scalar: Scalar) {
        let written = match scalar {
            Scalar::Integer(number) => write!(self, "{number}"),
            Scalar::Count { number, .. } => write!(self, "{number}"),
            Scalar::Real { value, decimals } => {
                // A number too long for the buffer, such as 1e300, gets an exponent. No rating is that long.
                let decimals = usize::from(decimals.min(6));
                write!(self, "{value:.decimals$}").or_else(|_| {
                    self.length = 0;
                    write!(self, "{value:e}")
                })
            }
            Scalar::Scientific(value) => write!(self, "{value:.6e}"),
            Scalar::Flag(_) => Ok(()),
        };
        debug_assert!(written.is_ok(), "{scalar:?} has no room");
    }
}

impl Write for ScalarText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_short = usize::from(self.length) + text.len() < self.bytes.len();
        if !is_short {
            return Err(fmt::Error);
        }
        self.add(text.as_bytes());
        Ok(())
    }
}

impl Deref for ScalarText {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

#[cfg(test)]
mod tests {
    use super::Scalar::{self, Count, Flag, Integer, Real, Scientific};

    #[test]
    fn each_value_has_one_text() {
        let texts: [(Scalar, &str); 13] = [
            (Flag(true), "yes"),
            (Flag(false), "no"),
            (Integer(0), "0"),
            (Integer(-3), "-3"),
            (Integer(10), "10"),
            (Integer(i64::MIN), "-9223372036854775808"),
            (Count { number: 9, has_more: false }, "9"),
            (Count { number: 2, has_more: true }, "2+"),
            (Count { number: u64::MAX, has_more: true }, "18446744073709551615+"),
            (Real { value: 11.9, decimals: 1 }, "11.9"),
            (Real { value: 7.0, decimals: 1 }, "7.0"),
            (Real { value: 1e300, decimals: 1 }, "1e300"),
            (Scientific(4.123_456_49e15), "4.123456e15"),
        ];
        for (scalar, text) in texts {
            assert_eq!(std::str::from_utf8(&scalar.text()), Ok(text), "{scalar:?}");
            assert_eq!(Scalar::from_bytes(&scalar.to_bytes()), Some(scalar));
        }
    }

    #[test]
    fn formats_with_types_hold_what_the_text_says() {
        assert_eq!(Scientific(4.123_456_49e15).real(), Some(4.123_456e15));
        assert_eq!(Real { value: 4.2, decimals: 1 }.real(), Some(4.2));
        assert_eq!(Count { number: u64::MAX, has_more: false }.integer(), None);
        assert_eq!(Count { number: 7, has_more: true }.integer(), Some(7));
        assert_eq!(Flag(true).integer(), None);
    }
}
