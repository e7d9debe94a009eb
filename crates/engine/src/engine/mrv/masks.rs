//! Masks of digits in arrays that are read one by one, or eight at a time as a vector.

use crate::simd::Words8;

/// Eight masks: those of the three bands and the three stacks, and two unused ones.
pub(super) type Eight = Words8;

/// An array of `N` masks, a power of two, because a masked index is then in bounds without a check.
#[derive(Clone, Copy)]
pub(super) struct Masks<const N: usize>([u16; N]);

impl<const N: usize> Masks<N> {
    pub(super) fn filled(mask: u16) -> Self {
        Self([mask; N])
    }

    /// Clears the masks that belong to no band or stack.
    pub(super) fn clear_unused(&mut self) {
        self.0.as_chunks_mut::<8>().0.iter_mut().for_each(|eight| eight[6..].fill(0));
    }

    #[inline]
    pub(super) fn at(&self, index: u8) -> u16 {
        self.0[usize::from(index) & (N - 1)]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, index: u8) -> &mut u16 {
        &mut self.0[usize::from(index) & (N - 1)]
    }

    /// Returns the eight masks from `8 * index` on.
    #[inline]
    pub(super) fn eight(&self, index: usize) -> Eight {
        Eight::new(self.0.as_chunks().0[index])
    }

    /// Stores them.
    #[inline]
    pub(super) fn set_eight(&mut self, index: usize, masks: Eight) {
        self.0.as_chunks_mut().0[index] = masks.to_array();
    }
}
