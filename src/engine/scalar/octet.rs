//! Eight masks side by side, so that the compiler makes one vector operation of eight.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

/// Masks of digits for the three bands and the three stacks, two places unused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Octet([u16; 8]);

impl Octet {
    pub(super) const NONE: Self = Self([0; 8]);

    #[inline]
    fn zip(self, other: Self, op: impl Fn(u16, u16) -> u16) -> Self {
        Self(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl BitAnd for Octet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Octet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Octet {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl BitOrAssign for Octet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Octet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|a| !a))
    }
}

/// Octets one after the other, to be read and written mask by mask as well. Their number is a
/// power of two, so that a masked index is in bounds.
#[derive(Clone, Copy)]
pub(super) struct Octets<const N: usize>([u16; N]);

impl<const N: usize> Octets<N> {
    pub(super) fn filled(mask: u16) -> Self {
        Self([mask; N])
    }

    /// Empties the places that stand for no band or stack.
    pub(super) fn clear_unused(&mut self) {
        self.0.as_chunks_mut::<8>().0.iter_mut().for_each(|octet| octet[6..].fill(0));
    }

    #[inline]
    pub(super) fn at(&self, place: u8) -> u16 {
        self.0[usize::from(place) & (N - 1)]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, place: u8) -> &mut u16 {
        &mut self.0[usize::from(place) & (N - 1)]
    }

    #[inline]
    pub(super) fn octet(&self, index: usize) -> Octet {
        Octet(self.0.as_chunks().0[index])
    }

    #[inline]
    pub(super) fn set_octet(&mut self, index: usize, octet: Octet) {
        self.0.as_chunks_mut().0[index] = octet.0;
    }
}
