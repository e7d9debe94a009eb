//! Loads and stores of whole vectors.
#![allow(unsafe_code, reason = "vectors are read from and written to memory as plain bits")]

#[cfg(target_arch = "x86_64")]
use std::{hint::black_box, mem::MaybeUninit};

#[cfg(target_arch = "x86_64")]
use super::Lanes32;

/// A type without padding where every bit pattern is a value.
///
/// # Safety
/// The type must have no padding, and every bit pattern must be a valid value.
pub(super) unsafe trait Pod: Copy {}

macro_rules! bits {
    ($($(#[$cfg:meta])* $type:ty),+ $(,)?) => {
        // SAFETY: these are integers, and vectors of integers.
        $($(#[$cfg])* unsafe impl Pod for $type {})+
    };
}

bits! {
    u8,
    u16,
    #[cfg(target_arch = "x86_64")]
    u64,
    #[cfg(target_arch = "x86_64")]
    std::arch::x86_64::__m128i,
    #[cfg(target_arch = "x86_64")]
    std::arch::x86_64::__m256i,
    #[cfg(target_arch = "x86_64")]
    std::arch::x86_64::__m512i,
    #[cfg(target_arch = "aarch64")]
    std::arch::aarch64::uint8x16_t,
    #[cfg(target_arch = "aarch64")]
    std::arch::aarch64::uint16x8_t,
    #[cfg(target_arch = "wasm32")]
    std::arch::wasm32::v128,
}

/// Loads the vector in the first bytes of `from`.
///
/// # Panics
/// If `from` is shorter than the vector.
#[inline(always)]
pub(super) fn load<T: Pod, V: Pod>(from: &[T]) -> V {
    assert!(size_of_val(from) >= size_of::<V>());
    // SAFETY: the bytes read belong to `from`, and any bits are a value of `V`.
    unsafe { from.as_ptr().cast::<V>().read_unaligned() }
}

/// Stores `v` in the first bytes of `to`.
///
/// # Panics
/// If `to` is shorter than the vector.
#[inline(always)]
pub(super) fn store<T: Pod, V: Pod>(v: V, to: &mut [T]) {
    assert!(size_of_val(to) >= size_of::<V>());
    // SAFETY: the bytes written belong to `to`, and any bits are values of `T`.
    unsafe { to.as_mut_ptr().cast::<V>().write_unaligned(v) }
}

/// Aligns the stack of the function into which it is inlined to cache lines. Otherwise, the place of spilled
/// vectors depends on the caller's stack, and a spill that straddles two cache lines is slow.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn align_stack() {
    black_box(&MaybeUninit::<Lanes32>::uninit());
}
