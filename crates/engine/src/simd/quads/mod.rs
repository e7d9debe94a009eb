//! Vectors of 16 words in four quads: nine boxes side by side, for the engine that holds one grid in
//! registers.
//!
//! ```text
//!   word     0  1  2  3 | 4  5  6  7 | 8  9 10 11 | 12 13 14 15
//!   box      0  1  2  - | 3  4  5  - | 6  7  8  - |  -  -  -  -
//! ```
//!
//! A quad holds the three boxes of a band, and word `s` of three quads holds the boxes of stack `s`. The
//! other seven words are *unused*: rotations do not move them. AVX2 and AVX-512 have a vector in one
//! register (AVX-512 with 32 registers, three-operand logic and masks), NEON and the portable level in
//! two. A quad is four words wide, although a band has three boxes, because then a rotation within bands
//! moves words within 64 bits, and a rotation within stacks moves whole quads of 64 bits. Each is one
//! instruction.
//!
//! # An example
//!
//! A word is a set of digits: bit 0 is the digit 1, bit 8 the digit 9, so `{2,4,7}` is `0b0_0100_1010`. Nine
//! vectors are a grid: vector `3r + c` has the cell in row `r` and column `c` of *each* box. In the grid
//!
//! ```text
//!   53. .7. ...      vector 0, the top left cell of each box, as sets of digits:
//!   6.. 195 ...
//!   .98 ... .6.        5    26   1489 -  | 8    579  4579 -  | 139  357  2    -  | -  -  -  -
//!
//!   8.. .6. ..3      next_in_band: each box sees the box to its right, the last box the first
//!   4.. 8.3 ..1
//!   7.. .2. ..6        26   1489 5    -  | 579  4579 8    -  | 357  2    139  -  | -  -  -  -
//!
//!   .6. ... 28.      next_in_stack: each box sees the box below it, the last box the first
//!   ... 419 ..5
//!   ... .8. .79        8    579  4579 -  | 139  357  2    -  | 5    26   1489 -  | -  -  -  -
//! ```
//!
//! Empty cells have the digits that their row, column and box leave. `last_in_band` and `last_in_stack`
//! give the other neighbour, so that each box sees both other boxes of its band or stack; the rules need no
//! more. After `transpose`, the quads are stacks and the words of a quad are their boxes from top to bottom,
//! so that the code for bands serves for stacks:
//!
//! ```text
//!                      5    8    139  -  | 26   579  357  -  | 1489 4579 2    -  | -  -  -  -
//! ```
//!
//! The rules of [`crate::simd`] about inlining apply here, too.

/// Applies `$f` to both halves of each argument, for vectors in two registers.
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

/// The number of words in a vector.
pub(crate) const WORDS: usize = 16;

/// A vector in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(crate) struct Words16(pub(crate) [u16; WORDS]);

impl Words16 {
    /// Returns this value in each word.
    pub(crate) const fn splat(value: u16) -> Self {
        Self([value; WORDS])
    }
}

/// The candidates of a cell, by the low four bits of its byte: 1 to 9 stand for a digit; any other number stands for
/// all nine digits, because the cell is empty. For example, the low bits of `5` (35 in hexadecimal) are 5, and those of
/// `.` (2E) are 14.
pub(crate) const OF_NIBBLE: [u16; 16] = {
    let mut table = [0x1FF; 16];
    let mut digit = 1;
    while digit <= 9 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// The operations of one level on words below 2⁹. Each works word by word unless its documentation differs.
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
    /// Returns the wrapping sum, of any words.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the smaller number. Both must be below 2¹⁵.
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
    /// Returns the bits that are set in at least two of the three vectors.
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

    /// Returns `a` where it has at most one bit, otherwise 0: the naked singles. `a - 1` clears the lowest bit and sets
    /// the bits below it, so `a & (a - 1)` is `a` without its lowest bit: 0 if `a` has no other bit.
    fn single(self, a: Self::V) -> Self::V;
    /// Returns `a & b & !several` where that is not 0, otherwise `a & b`: the hidden singles. `a` has the candidates of
    /// a cell, `b` the digits that its minicolumn may hold, and `several` the digits that have more than one cell of
    /// the box. So a digit that has only this cell displaces all others.
    ///
    /// For example, box 1 of the grid [above](self#an-example), the middle box at the top, has the cells
    ///
    /// ```text
    ///   26  7   2468       top right:  a = 2468   b = 24568   several = 1234679    8 is left: it goes here
    ///   1   9   5          top left:   a = 26     b = 1236    several = 23456789   nothing is left: the
    ///   23  34  24                                                                 cell keeps 2 and 6
    /// ```
    ///
    /// With two hidden singles in one cell, both stay, and the fixpoint finds the contradiction.
    fn and_prefer(self, a: Self::V, b: Self::V, several: Self::V) -> Self::V;
    /// Returns `must` where `must` has three bits, 0 where it has more, otherwise `a`. `must` is a part of `a`: the
    /// digits that have no other minirow of the box. A minirow has three cells, so three such digits leave no room
    /// for another, and four such digits are a contradiction. For example, for the candidates 12589, the digits 259
    /// give 259, and the digits 25 give 12589.
    fn if_three(self, a: Self::V, must: Self::V) -> Self::V;

    /// Returns in each word the next box of the band. The first box follows the last.
    fn next_in_band(self, v: Self::V) -> Self::V;
    /// Returns in each word the previous box of the band. The last box precedes the first.
    fn last_in_band(self, v: Self::V) -> Self::V;
    /// Returns the counterpart of [`next_in_band`](Self::next_in_band) in stacks.
    fn next_in_stack(self, v: Self::V) -> Self::V;
    /// Returns the counterpart of [`last_in_band`](Self::last_in_band) in stacks.
    fn last_in_stack(self, v: Self::V) -> Self::V;
    /// Moves word `i` of quad `k` to word `k` of quad `i`, so that the boxes of a stack are in a quad.
    fn transpose(self, v: Self::V) -> Self::V;

    /// Tests whether all words are equal.
    fn equal(self, a: Self::V, b: Self::V) -> bool;
    /// Tests whether some word is 0.
    fn has_zero(self, v: Self::V) -> bool;

    /// Returns the candidates of 81 cells. If the low four bits of a byte are 1 to 9, they are the digit of the
    /// cell; otherwise the cell is empty. The top bit of each byte must be 0. Vector `3r + c` has the cell in row `r`
    /// and column `c` of each box; unused words have all digits.
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
    /// Writes the text of a grid with one digit in each cell: the inverse of [`candidates`](Self::candidates). The
    /// byte of the digit 1 is `one`; the other digits follow it.
    #[inline(always)]
    fn digits(self, candidates: &[Self::V; 9], one: u8, to: &mut [u8; 81]) {
        for r in 0..3 {
            for c in 0..3 {
                let bands = self.quads(candidates[3 * r + c]);
                for band in 0..3 {
                    for stack in 0..3 {
                        let digits = bands[band] >> (16 * stack) & 0x1FF;
                        // If there is no digit, bit 9 limits the number of zeros, so that it fits a byte.
                        let digit = (digits | 0x200).trailing_zeros() as u8;
                        to[9 * (3 * band + r) + 3 * stack + c] = one.wrapping_add(digit);
                    }
                }
            }
        }
    }
}
