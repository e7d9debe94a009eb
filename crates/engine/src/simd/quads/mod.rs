//! Vectors of 16 words in four quads: nine boxes side by side, for the engine that holds one grid in
//! registers.
//!
//! ```text
//!   word     0  1  2  3 | 4  5  6  7 | 8  9 10 11 | 12 13 14 15
//!   box      0  1  2  - | 3  4  5  - | 6  7  8  - |  -  -  -  -
//! ```
//!
//! A quad holds the three boxes of a band, word `s` of three quads those of stack `s`. The other seven
//! words are *unused*: rotations leave them where they are. AVX2 and AVX-512 have a vector in one
//! register (the latter with 32 registers, three-operand logic and masks), NEON and the portable level
//! in two.
//!
//! The rules of [`crate::simd`] about inlining apply here, too.

/// Applies `$f` to both halves of each argument: of vectors in two registers.
macro_rules! halves {
    (|$($v:ident),+| $f:expr) => {{
        let low = { $(let $v = $v[0];)+ $f };
        let high = { $(let $v = $v[1];)+ $f };
        [low, high]
    }};
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod ymm;

/// Words in a vector.
pub(crate) const WORDS: usize = 16;

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct Words16(pub(crate) [u16; WORDS]);

impl Words16 {
    /// Gives each word this value.
    pub(crate) const fn splat(value: u16) -> Self {
        Self([value; WORDS])
    }
}

/// The digits that the low four bits of a byte stand for.
pub(crate) const OF_NIBBLE: [u16; 16] = {
    let mut table = [0x1FF; 16];
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// The operations of one level on words below 2⁹, each word by word unless it says otherwise.
pub(crate) trait Quads: Copy {
    /// A vector in registers.
    type V: Copy;

    fn splat(self, value: u16) -> Self::V;
    /// Loads a vector from memory.
    fn load(self, from: &Words16) -> Self::V;
    fn store(self, v: Self::V, to: &mut Words16);
    /// Returns the quads as numbers, the first word in the lowest bits.
    fn quads(self, v: Self::V) -> [u64; 4];

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`.
    fn and_not(self, a: Self::V, b: Self::V) -> Self::V;
    /// Wrapping sum, of any words.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the smaller of both. They must be below 2¹⁵.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;

    #[inline(always)]
    fn and3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(a, self.and(b, c))
    }
    #[inline(always)]
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.or(a, b), c)
    }
    #[inline(always)]
    fn xor3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.xor(a, self.xor(b, c))
    }
    /// Returns the bits set in at least two of the three.
    #[inline(always)]
    fn majority(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }
    /// `a & !b & !c`.
    #[inline(always)]
    fn and_not2(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and_not(a, self.or(b, c))
    }
    /// `a & (b | c)`.
    #[inline(always)]
    fn and_either(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(a, self.or(b, c))
    }

    /// `a` where it has at most one bit, otherwise 0.
    fn single(self, a: Self::V) -> Self::V;
    /// `a & b`, less `several` where something is left then.
    fn and_prefer(self, a: Self::V, b: Self::V, several: Self::V) -> Self::V;
    /// `must` where that has three bits, 0 where it has more, otherwise `a`. `must` is a part of `a`.
    fn if_three(self, a: Self::V, must: Self::V) -> Self::V;

    /// In each word the next box of the band, after the last one the first.
    fn next_in_band(self, v: Self::V) -> Self::V;
    /// In each word the box before it in the band, before the first one the last.
    fn last_in_band(self, v: Self::V) -> Self::V;
    /// Returns the counterpart of [`next_in_band`](Self::next_in_band) in stacks.
    fn next_in_stack(self, v: Self::V) -> Self::V;
    /// Returns the counterpart of [`last_in_band`](Self::last_in_band) in stacks.
    fn last_in_stack(self, v: Self::V) -> Self::V;
    /// Word `i` of quad `k` goes to word `k` of quad `i`.
    fn transpose(self, v: Self::V) -> Self::V;

    /// Tests whether all words are equal.
    fn equal(self, a: Self::V, b: Self::V) -> bool;
    /// Tests whether some word is 0.
    fn has_zero(self, v: Self::V) -> bool;

    /// Returns the candidates of 81 cells. The low four bits of each byte are a digit, or else the cell is
    /// empty; the top bit is 0. Vector `3r + c` has row `r` and column `c` of each box; unused words
    /// have all digits.
    #[inline(always)]
    fn candidates(self, cells: &[u8; 81]) -> [Self::V; 9] {
        let mut vectors = [self.splat(0); 9];
        for r in 0..3 {
            for c in 0..3 {
                let mut words = Words16::splat(0x1FF);
                for band in 0..3 {
                    for stack in 0..3 {
                        let cell = cells[9 * (3 * band + r) + 3 * stack + c];
                        words.0[4 * band + stack] = OF_NIBBLE[usize::from(cell & 15)];
                    }
                }
                vectors[3 * r + c] = self.load(&words);
            }
        }
        vectors
    }
    /// Writes the text of a grid with one digit in each cell, the inverse of [`candidates`](Self::candidates); the
    /// digit 1 is written as `one`.
    #[inline(always)]
    fn digits(self, candidates: &[Self::V; 9], one: u8, to: &mut [u8; 81]) {
        for r in 0..3 {
            for c in 0..3 {
                let bands = self.quads(candidates[3 * r + c]);
                for band in 0..3 {
                    for stack in 0..3 {
                        let digits = bands[band] >> (16 * stack) & 0x1FF;
                        // Bit 9 keeps the number in a byte if there is no digit.
                        let digit = (digits | 0x200).trailing_zeros() as u8;
                        to[9 * (3 * band + r) + 3 * stack + c] = one.wrapping_add(digit);
                    }
                }
            }
        }
    }
}
