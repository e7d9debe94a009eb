//! Operations that AVX2 and AVX-512 share. A vector is a register of 256 bits.
#![allow(unsafe_code, reason = "an empty `asm!`")]

use std::arch::{asm, x86_64::*};

use super::OF_NIBBLE;
use crate::simd::memory;

/// Orders of bytes for the next word of each quad, and for the previous word. `vpshufb` makes byte `order[i]` of each
/// half of the register byte `i`. For example, the first quad of [`NEXT`] is 2 3, 4 5, 0 1, 6 7: words 1, 2, 0, and
/// word 3, which stays in its place.
static NEXT: [u8; 32] = rotation(1);
static LAST: [u8; 32] = rotation(2);

const fn rotation(by: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        let quad = i % 16 / 8;
        let word = i % 8 / 2;
        let from = if word == 3 { 3 } else { (word + by) % 3 };
        bytes[i] = (8 * quad + 2 * from + i % 2) as u8;
        i += 1;
    }
    bytes
}

/// Hides the value of `v` from LLVM. If the order of a `vpshufb` is constant, LLVM replaces it by two instructions: one
/// for the lower words of each half (`vpshuflw`), one for the upper words (`vpshufhw`).
#[inline]
#[target_feature(enable = "avx2")]
fn hidden(v: __m256i) -> __m256i {
    let mut v = v;
    // SAFETY: there is no instruction.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) v, options(pure, nomem, nostack, preserves_flags));
    }
    v
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn next_in_band(v: __m256i) -> __m256i {
    _mm256_shuffle_epi8(v, hidden(memory::load(&NEXT)))
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn last_in_band(v: __m256i) -> __m256i {
    _mm256_shuffle_epi8(v, hidden(memory::load(&LAST)))
}

/// See [`Quads::transpose`](super::Quads::transpose). With the quads `a`, `b`, `c` and `d`:
///
/// ```text
///                        low half            high half
///   v                    a0 a1 a2 a3 c0 ..   b0 b1 b2 b3 d0 ..     quads 0 2 | 1 3
///   other                b0 b1 b2 b3 d0 ..                         the halves exchanged
///   low, high            a0 b0 a1 b1 a2 ..   c0 d0 c1 d1 c2 ..     words interleaved
///   first, second        a0 b0 c0 d0 a1 ..   a2 b2 c2 d2 a3 ..     pairs interleaved
/// ```
///
/// `v` has its quads in this order because `unpack` takes the lower (or the upper) quads of both arguments. So `a` and
/// `b` can be interleaved only if they are in different halves.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn transpose(v: __m256i) -> __m256i {
    let v = _mm256_permute4x64_epi64::<0b11_01_10_00>(v);
    let other = _mm256_permute4x64_epi64::<0b01_00_11_10>(v);
    let (a, b) = (_mm256_castsi256_si128(v), _mm256_castsi256_si128(other));
    let (low, high) = (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b));
    let (first, second) = (_mm_unpacklo_epi32(low, high), _mm_unpackhi_epi32(low, high));
    _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(first), second)
}

/// The low and the high bytes of [`OF_NIBBLE`].
static LOW: [u8; 16] = bytes_of_nibble(0);
static HIGH: [u8; 16] = bytes_of_nibble(1);

const fn bytes_of_nibble(byte: usize) -> [u8; 16] {
    let mut bytes = [0; 16];
    let mut i = 0;
    while i < 16 {
        bytes[i] = OF_NIBBLE[i].to_le_bytes()[byte];
        i += 1;
    }
    bytes
}

/// Returns an order of bytes for `vpshufb`: of the nine cells of a row, which start at byte `skip`, first the cells in
/// column 0 of each box, then those in column 1, then those in column 2, four bytes each. For example, the row
/// `53..7....` becomes
///
/// ```text
///   5 . . 0   3 7 . 0   . . . 0   0 0 0 0
/// ```
///
/// where 0 is a byte that is not taken from the row (its index has the top bit set). It counts as an empty cell, so
/// that unused words have all digits.
const fn by_columns(skip: u8) -> [u8; 16] {
    let mut bytes = [0x80; 16];
    let mut i = 0;
    while i < 12 {
        if i % 4 < 3 {
            bytes[i] = skip + (3 * (i % 4) + i / 4) as u8;
        }
        i += 1;
    }
    bytes
}

/// The byte from which the last row is loaded. A load of 16 bytes from byte 72, the start of the row, would end behind
/// the grid, so it starts seven bytes earlier, and the order of bytes skips these.
const LAST_ROW: usize = 81 - 16;

/// Orders for the rows of bands 0 and 2 (the cells of the last row are the last bytes of its load), and of band 1
/// alone.
static OUTER: [[[u8; 16]; 2]; 2] =
    [[by_columns(0), by_columns(0)], [by_columns(0), by_columns(72 - LAST_ROW as u8)]];
static INNER: [[u8; 16]; 2] = [by_columns(0), [0x80; 16]];

/// See [`Quads::candidates`](super::Quads::candidates). Each step takes row `r` of all boxes, from three rows of the
/// grid:
///
/// ```text
///                  low half                        high half
///   outer          band 0: columns 0, 1, 2, none   band 2: columns 0, 1, 2, none     four bytes each
///   inner          band 1: columns 0, 1, 2, none   none
///   first          columns 0 of bands 0 and 1, columns 1 of bands 0 and 1;   of band 2 and none
///   last           columns 2 of bands 0 and 1, nothing;                      of band 2 and none
/// ```
///
/// This is the order of quads (bands 0 and 1 in the low half, band 2 in the high half), with a byte in place of each
/// word. A table of 16 bytes gives the low byte of each cell's candidates, another table the high byte. Interleaved,
/// these are words: the lower eight bytes of a half become the words of column 0, the upper eight those of column 1.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn candidates(cells: &[u8; 81]) -> [__m256i; 9] {
    let low = _mm256_broadcastsi128_si256(memory::load(&LOW));
    let high = _mm256_broadcastsi128_si256(memory::load(&HIGH));
    let mut vectors = [low; 9];
    for r in 0..3 {
        let rows: [__m128i; 3] = [
            memory::load(&cells[9 * r..]),
            memory::load(&cells[27 + 9 * r..]),
            memory::load(&cells[(54 + 9 * r).min(LAST_ROW)..]),
        ];
        let outer = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(rows[0]), rows[2]);
        let inner = _mm256_castsi128_si256(rows[1]);
        let outer = _mm256_shuffle_epi8(outer, memory::load(OUTER[r / 2].as_flattened()));
        let inner = _mm256_shuffle_epi8(inner, memory::load(INNER.as_flattened()));
        let first = _mm256_unpacklo_epi32(outer, inner);
        let last = _mm256_unpackhi_epi32(outer, inner);
        let words = [_mm256_shuffle_epi8(low, first), _mm256_shuffle_epi8(high, first)];
        vectors[3 * r] = _mm256_unpacklo_epi8(words[0], words[1]);
        vectors[3 * r + 1] = _mm256_unpackhi_epi8(words[0], words[1]);
        let words = [_mm256_shuffle_epi8(low, last), _mm256_shuffle_epi8(high, last)];
        vectors[3 * r + 2] = _mm256_unpacklo_epi8(words[0], words[1]);
    }
    vectors
}

/// An order of bytes for `vpshufb`: the first three of each four bytes. It removes the fourth byte of each box, because
/// a quad has four words, but a box has three columns.
static THREE_OF_FOUR: [u8; 16] =
    [0, 1, 2, 4, 5, 6, 8, 9, 10, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80];

/// Writes the text of a grid. The words of `numbers[3r + c]` have the digit of row `r` and column `c` of each box,
/// counted from 0, in the low byte, and 0 in the high byte. This is the inverse of [`candidates`]: the bytes of columns
/// 0 and 1 are combined in each word; these words and the words of column 2 are interleaved, so that each box has its
/// three cells in four bytes; a shuffle closes the gaps. The low half of `outer` is a row of band 0, its high half a
/// row of band 2, and the low half of `inner` a row of band 1.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn text(numbers: &[__m256i; 9], one: u8, to: &mut [u8; 81]) {
    let ones = _mm256_set1_epi8(one as i8);
    let order = _mm256_broadcastsi128_si256(memory::load(&THREE_OF_FOUR));
    let mut rows = [_mm_setzero_si128(); 9];
    for r in 0..3 {
        let two = _mm256_or_si256(numbers[3 * r], _mm256_slli_epi16::<8>(numbers[3 * r + 1]));
        let two = _mm256_add_epi8(two, ones);
        let third = _mm256_add_epi8(numbers[3 * r + 2], ones);
        let outer = _mm256_shuffle_epi8(_mm256_unpacklo_epi16(two, third), order);
        let inner = _mm256_shuffle_epi8(_mm256_unpackhi_epi16(two, third), order);
        rows[r] = _mm256_castsi256_si128(outer);
        rows[3 + r] = _mm256_castsi256_si128(inner);
        rows[6 + r] = _mm256_extracti128_si256::<1>(outer);
    }
    // Each store of 16 bytes writes nine cells and overwrites a part of the next row. So rows are stored from the top
    // down. A store of the last row at byte 72 would end behind the grid, so its vector begins at LAST_ROW, with the end
    // of row 7 (which starts at byte 63) before row 8.
    for row in 0..8 {
        memory::store(rows[row], &mut to[9 * row..]);
    }
    let before = _mm_srli_si128::<{ LAST_ROW as i32 - 63 }>(rows[7]);
    let last = _mm_slli_si128::<{ 72 - LAST_ROW as i32 }>(rows[8]);
    memory::store(_mm_or_si128(before, last), &mut to[LAST_ROW..]);
}

/// Defines the operations that are the same at both levels.
macro_rules! common_operations {
    ($features:literal, $level:ty) => {
        methods! {
            $features, simd: $level;

            fn splat(self, value: u16) -> __m256i {
                _mm256_set1_epi16(value as i16)
            }

            fn load(self, from: &Words16) -> __m256i {
                memory::load(&from.0)
            }

            fn store(self, v: __m256i, to: &mut Words16) {
                memory::store(v, &mut to.0);
            }

            fn quads(self, v: __m256i) -> [u64; 4] {
                let mut quads = [0; 4];
                memory::store(v, &mut quads);
                quads
            }

            fn candidates(self, cells: &[u8; 81]) -> [__m256i; 9] {
                ymm::candidates(cells)
            }
        }

        operations! {
            $features, simd: $level, __m256i;

            fn and(a, b) = _mm256_and_si256(a, b);
            fn or(a, b) = _mm256_or_si256(a, b);
            fn xor(a, b) = _mm256_xor_si256(a, b);
            fn and_not(a, b) = _mm256_andnot_si256(b, a);
            fn add(a, b) = _mm256_add_epi16(a, b);
            fn min(a, b) = _mm256_min_epu16(a, b);
            fn next_in_band(v) = ymm::next_in_band(v);
            fn last_in_band(v) = ymm::last_in_band(v);
            fn next_in_stack(v) = _mm256_permute4x64_epi64::<0b11_00_10_01>(v);
            fn last_in_stack(v) = _mm256_permute4x64_epi64::<0b11_01_00_10>(v);
            fn transpose(v) = ymm::transpose(v);
        }
    };
}
pub(super) use common_operations;
