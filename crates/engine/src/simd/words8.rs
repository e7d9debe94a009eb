//! Eight words of 16 bits, or sixteen bytes, by the instructions that the program is compiled for: SSE2, NEON, simd128 of
//! WebAssembly, or none.
#![allow(
    unsafe_code,
    reason = "calls of functions with target features that the program is compiled with"
)]

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

/// Eight words, or sixteen bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words8(register::Register);

impl Words8 {
    #[inline(always)]
    pub(crate) fn new(words: [u16; 8]) -> Self {
        Self(register::load(&words))
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [u16; 8] {
        let mut words = [0; 8];
        register::store(self.0, &mut words);
        words
    }

    #[inline(always)]
    pub(crate) fn splat(word: u16) -> Self {
        Self(register::splat(word))
    }

    /// `self & !other`.
    #[inline(always)]
    pub(crate) fn and_not(self, other: Self) -> Self {
        Self(register::and_not(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn shl<const BITS: i32>(self) -> Self {
        Self(register::shl::<BITS>(self.0))
    }

    #[inline(always)]
    pub(crate) fn shr<const BITS: i32>(self) -> Self {
        Self(register::shr::<BITS>(self.0))
    }

    /// Returns the smaller of each two words. All must be below 2¹⁵.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(register::min(self.0, other.0))
    }

    /// Returns all ones in words that are equal, 0 in other words.
    #[inline(always)]
    pub(crate) fn equal(self, other: Self) -> Self {
        Self(register::equal(self.0, other.0))
    }

    /// Returns a bit for each word, from words that are 0 or all ones.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        register::bits(self.0)
    }

    #[inline(always)]
    pub(crate) fn of_bytes(bytes: &[u8; 16]) -> Self {
        Self(register::load_bytes(bytes))
    }

    /// Returns all ones in bytes that are equal, 0 in other bytes.
    #[inline(always)]
    pub(crate) fn equal_bytes(self, other: Self) -> Self {
        Self(register::equal_bytes(self.0, other.0))
    }

    /// Returns a bit for each byte, from bytes that are 0 or all ones.
    #[inline(always)]
    pub(crate) fn byte_bits(self) -> u32 {
        register::byte_bits(self.0)
    }

    /// Interleaves the first four words of both, and the last four words.
    #[inline(always)]
    pub(crate) fn zip(self, other: Self) -> [Self; 2] {
        let [low, high] = register::zip(self.0, other.0);
        [Self(low), Self(high)]
    }
}

/// Operators word by word.
macro_rules! operators {
    ($($operator:ident $name:ident),*) => {$(
        impl $operator for Words8 {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(register::$name(self.0, other.0))
            }
        }
    )*};
}

operators!(BitAnd bitand, BitOr bitor, BitXor bitxor, Add add, Sub sub);

impl Not for Words8 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::splat(u16::MAX)
    }
}

impl PartialEq for Words8 {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.equal(*other).byte_bits() == 0xFFFF
    }
}

/// Defines functions by intrinsics.
#[allow(unused_macros, reason = "of targets with vectors")]
macro_rules! functions {
    ($(fn $name:ident $(<const $n:ident: i32>)? ($($argument:ident: $type:ty),*) -> $output:ty = $body:expr;)*) => {$(
        #[inline(always)]
        pub(super) fn $name $(<const $n: i32>)? ($($argument: $type),*) -> $output {
            // SAFETY: the whole program is compiled for these instructions.
            #[allow(unused_unsafe, reason = "in WebAssembly they are safe")]
            unsafe {
                $body
            }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
mod register {
    use std::arch::x86_64::*;

    pub(super) use crate::simd::memory::{load, load as load_bytes, store};

    pub(super) type Register = __m128i;

    functions! {
        fn splat(word: u16) -> Register = _mm_set1_epi16(word.cast_signed());
        fn bitand(a: Register, b: Register) -> Register = _mm_and_si128(a, b);
        fn bitor(a: Register, b: Register) -> Register = _mm_or_si128(a, b);
        fn bitxor(a: Register, b: Register) -> Register = _mm_xor_si128(a, b);
        fn and_not(a: Register, b: Register) -> Register = _mm_andnot_si128(b, a);
        fn add(a: Register, b: Register) -> Register = _mm_add_epi16(a, b);
        fn sub(a: Register, b: Register) -> Register = _mm_sub_epi16(a, b);
        fn shl<const BITS: i32>(a: Register) -> Register = _mm_slli_epi16::<BITS>(a);
        fn shr<const BITS: i32>(a: Register) -> Register = _mm_srli_epi16::<BITS>(a);
        // The minimum of signed words, because SSE2 has no instruction for unsigned words.
        fn min(a: Register, b: Register) -> Register = _mm_min_epi16(a, b);
        fn equal(a: Register, b: Register) -> Register = _mm_cmpeq_epi16(a, b);
        // Packing with saturation turns a word of ones into a byte of ones, and the instruction takes the sign bit of
        // each byte.
        fn bits(a: Register) -> u32 = _mm_movemask_epi8(_mm_packs_epi16(a, _mm_setzero_si128())).cast_unsigned();
        fn equal_bytes(a: Register, b: Register) -> Register = _mm_cmpeq_epi8(a, b);
        fn byte_bits(a: Register) -> u32 = _mm_movemask_epi8(a).cast_unsigned();
        fn zip(a: Register, b: Register) -> [Register; 2] = [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)];
    }
}

#[cfg(target_arch = "aarch64")]
mod register {
    use std::arch::aarch64::*;

    pub(super) use crate::simd::memory::{load, load as load_bytes, store};

    pub(super) type Register = uint16x8_t;

    static BITS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
    static BYTE_BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

    functions! {
        fn splat(word: u16) -> Register = vdupq_n_u16(word);
        fn bitand(a: Register, b: Register) -> Register = vandq_u16(a, b);
        fn bitor(a: Register, b: Register) -> Register = vorrq_u16(a, b);
        fn bitxor(a: Register, b: Register) -> Register = veorq_u16(a, b);
        fn and_not(a: Register, b: Register) -> Register = vbicq_u16(a, b);
        fn add(a: Register, b: Register) -> Register = vaddq_u16(a, b);
        fn sub(a: Register, b: Register) -> Register = vsubq_u16(a, b);
        fn shl<const BITS: i32>(a: Register) -> Register = vshlq_n_u16::<BITS>(a);
        fn shr<const BITS: i32>(a: Register) -> Register = vshrq_n_u16::<BITS>(a);
        fn min(a: Register, b: Register) -> Register = vminq_u16(a, b);
        fn equal(a: Register, b: Register) -> Register = vceqq_u16(a, b);
        // Each word keeps a different bit, so the sum of all words is the mask.
        fn bits(a: Register) -> u32 = vaddvq_u16(vandq_u16(a, load(&BITS))).into();
        fn equal_bytes(a: Register, b: Register) -> Register =
            vreinterpretq_u16_u8(vceqq_u8(vreinterpretq_u8_u16(a), vreinterpretq_u8_u16(b)));
        fn byte_bits(a: Register) -> u32 = {
            let bits = vandq_u8(vreinterpretq_u8_u16(a), load(&BYTE_BITS));
            u32::from(vaddv_u8(vget_low_u8(bits))) | (u32::from(vaddv_u8(vget_high_u8(bits))) << 8)
        };
        fn zip(a: Register, b: Register) -> [Register; 2] = [vzip1q_u16(a, b), vzip2q_u16(a, b)];
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod register {
    use std::arch::wasm32::*;

    pub(super) use crate::simd::memory::{load, load as load_bytes, store};

    pub(super) type Register = v128;

    functions! {
        fn splat(word: u16) -> Register = u16x8_splat(word);
        fn bitand(a: Register, b: Register) -> Register = v128_and(a, b);
        fn bitor(a: Register, b: Register) -> Register = v128_or(a, b);
        fn bitxor(a: Register, b: Register) -> Register = v128_xor(a, b);
        fn and_not(a: Register, b: Register) -> Register = v128_andnot(a, b);
        fn add(a: Register, b: Register) -> Register = u16x8_add(a, b);
        fn sub(a: Register, b: Register) -> Register = u16x8_sub(a, b);
        fn shl<const BITS: i32>(a: Register) -> Register = u16x8_shl(a, BITS as u32);
        fn shr<const BITS: i32>(a: Register) -> Register = u16x8_shr(a, BITS as u32);
        fn min(a: Register, b: Register) -> Register = i16x8_min(a, b);
        fn equal(a: Register, b: Register) -> Register = u16x8_eq(a, b);
        fn bits(a: Register) -> u32 = u16x8_bitmask(a).into();
        fn equal_bytes(a: Register, b: Register) -> Register = u8x16_eq(a, b);
        fn byte_bits(a: Register) -> u32 = u8x16_bitmask(a).into();
        fn zip(a: Register, b: Register) -> [Register; 2] = [
            u16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b),
            u16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b),
        ];
    }
}

#[cfg(not(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
mod register {
    use std::array::from_fn;

    pub(super) type Register = [u16; 8];

    pub(super) fn load(words: &[u16; 8]) -> Register {
        *words
    }

    pub(super) fn store(a: Register, to: &mut [u16; 8]) {
        *to = a;
    }

    pub(super) fn splat(word: u16) -> Register {
        [word; 8]
    }

    /// Functions that work word by word.
    macro_rules! words {
        ($(fn $name:ident $(<const $n:ident: i32>)? ($a:ident $(, $b:ident)?) = $body:expr;)*) => {$(
            #[inline(always)]
            pub(super) fn $name $(<const $n: i32>)? (a: Register $(, $b: Register)?) -> Register {
                from_fn(|i| {
                    let $a = a[i];
                    $(let $b = $b[i];)?
                    $body
                })
            }
        )*};
    }

    words! {
        fn bitand(a, b) = a & b;
        fn bitor(a, b) = a | b;
        fn bitxor(a, b) = a ^ b;
        fn and_not(a, b) = a & !b;
        fn add(a, b) = a.wrapping_add(b);
        fn sub(a, b) = a.wrapping_sub(b);
        fn shl<const BITS: i32>(a) = a << BITS;
        fn shr<const BITS: i32>(a) = a >> BITS;
        fn min(a, b) = a.min(b);
        fn equal(a, b) = if a == b { u16::MAX } else { 0 };
    }

    pub(super) fn bits(a: Register) -> u32 {
        (0..8).fold(0, |bits, i| bits | u32::from(a[i] >> 15) << i)
    }

    pub(super) fn load_bytes(bytes: &[u8; 16]) -> Register {
        from_fn(|i| u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]))
    }

    fn bytes(a: Register) -> [u8; 16] {
        from_fn(|i| a[i / 2].to_le_bytes()[i % 2])
    }

    pub(super) fn equal_bytes(a: Register, b: Register) -> Register {
        let (a, b) = (bytes(a), bytes(b));
        load_bytes(&from_fn(|i| if a[i] == b[i] { u8::MAX } else { 0 }))
    }

    pub(super) fn byte_bits(a: Register) -> u32 {
        let bytes = bytes(a);
        (0..16).fold(0, |bits, i| bits | u32::from(bytes[i] >> 7) << i)
    }

    pub(super) fn zip(a: Register, b: Register) -> [Register; 2] {
        [0, 4].map(|from| from_fn(|i| if i % 2 == 0 { a[from + i / 2] } else { b[from + i / 2] }))
    }
}
