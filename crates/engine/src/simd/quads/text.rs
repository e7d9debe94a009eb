//! Cells to vectors and back, for levels without a way of their own.

use super::{Quads, Words16};

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

/// See [`Quads::candidates`].
#[inline(always)]
pub(super) fn candidates<Q: Quads>(quads: Q, cells: &[u8; 81]) -> [Q::V; 9] {
    let mut vectors = [quads.splat(0); 9];
    for r in 0..3 {
        for c in 0..3 {
            let mut words = Words16::splat(0x1FF);
            for band in 0..3 {
                for stack in 0..3 {
                    let cell = cells[9 * (3 * band + r) + 3 * stack + c];
                    words.0[4 * band + stack] = OF_NIBBLE[usize::from(cell & 15)];
                }
            }
            vectors[3 * r + c] = quads.load(&words);
        }
    }
    vectors
}

/// See [`Quads::digits`].
#[inline(always)]
pub(super) fn digits<Q: Quads>(quads: Q, candidates: &[Q::V; 9], one: u8, to: &mut [u8; 81]) {
    for r in 0..3 {
        for c in 0..3 {
            let bands = quads.quads(candidates[3 * r + c]);
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
