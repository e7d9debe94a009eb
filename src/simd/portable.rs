//! Vectors of eight lanes by the `wide` crate, which is safe and uses what the target is compiled
//! for: SSE2, NEON, WebAssembly's, or plain arrays.

use wide::u16x8;

use super::{Expansion, Kernel, LANES, Lanes32, Rows, Simd};

/// Works everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// Lanes in a part.
const WIDTH: usize = 8;

impl Simd for Portable {
    type V = u16x8;
    type Mask = u16x8;
    const PARTS: usize = LANES / WIDTH;

    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    #[inline(always)]
    fn splat(self, value: u16) -> u16x8 {
        u16x8::splat(value)
    }

    #[inline(always)]
    fn load(self, row: &Lanes32, part: usize) -> u16x8 {
        let mut lanes = [0; WIDTH];
        lanes.copy_from_slice(&row.0[part * WIDTH..][..WIDTH]);
        u16x8::new(lanes)
    }

    #[inline(always)]
    fn store(self, v: u16x8, row: &mut Lanes32, part: usize) {
        row.0[part * WIDTH..][..WIDTH].copy_from_slice(v.as_array());
    }

    #[inline(always)]
    fn and(self, a: u16x8, b: u16x8) -> u16x8 {
        a & b
    }

    #[inline(always)]
    fn or(self, a: u16x8, b: u16x8) -> u16x8 {
        a | b
    }

    #[inline(always)]
    fn xor(self, a: u16x8, b: u16x8) -> u16x8 {
        a ^ b
    }

    #[inline(always)]
    fn and_not(self, a: u16x8, b: u16x8) -> u16x8 {
        a & !b
    }

    #[inline(always)]
    fn and3(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a & b & c
    }

    #[inline(always)]
    fn or3(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a | b | c
    }

    #[inline(always)]
    fn xor3(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a ^ b ^ c
    }

    #[inline(always)]
    fn majority(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        (a & b) | (c & (a | b))
    }

    #[inline(always)]
    fn exactly_one(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        (a ^ b ^ c) & !(a & b)
    }

    #[inline(always)]
    fn and_not2(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a & !(b | c)
    }

    #[inline(always)]
    fn and_not_xor(self, a: u16x8, all: u16x8, own: u16x8) -> u16x8 {
        a & !(all ^ own)
    }

    #[inline(always)]
    fn add(self, a: u16x8, b: u16x8) -> u16x8 {
        a + b
    }

    #[inline(always)]
    fn sub(self, a: u16x8, b: u16x8) -> u16x8 {
        a - b
    }

    #[inline(always)]
    fn shl(self, a: u16x8, bits: i32) -> u16x8 {
        a << bits
    }

    #[inline(always)]
    fn shr(self, a: u16x8, bits: i32) -> u16x8 {
        a >> bits
    }

    #[inline(always)]
    fn min(self, a: u16x8, b: u16x8) -> u16x8 {
        a.min(b)
    }

    #[inline(always)]
    fn popcount(self, a: u16x8) -> u16x8 {
        let (ones, twos, fours) = (u16x8::splat(0x155), u16x8::splat(0x333), u16x8::splat(15));
        let pairs = (a & ones) + ((a >> 1) & ones);
        let nibbles = (pairs & twos) + ((pairs >> 2) & twos);
        (nibbles & fours) + ((nibbles >> 4) & fours) + (nibbles >> 8)
    }

    #[inline(always)]
    fn keep_single_bit(self, a: u16x8) -> u16x8 {
        a & (a & (a - u16x8::splat(1))).simd_eq(u16x8::splat(0))
    }

    #[inline(always)]
    fn select_nonzero(self, a: u16x8, b: u16x8) -> u16x8 {
        a | (b & a.simd_eq(u16x8::splat(0)))
    }

    #[inline(always)]
    fn digits(self, first: u16x8, second: u16x8) -> u16x8 {
        let one = u16x8::splat(1);
        let both = self.popcount(first - one) | (self.popcount(second - one) << 8);
        both + u16x8::splat(u16::from_le_bytes(*b"11"))
    }

    #[inline(always)]
    fn eq(self, a: u16x8, b: u16x8) -> u16x8 {
        a.simd_eq(b)
    }

    #[inline(always)]
    fn at_most_two_bits(self, a: u16x8) -> u16x8 {
        let rest = a & (a - u16x8::splat(1));
        (rest & (rest - u16x8::splat(1))).simd_eq(u16x8::splat(0))
    }

    #[inline(always)]
    fn mask_from_bits(self, bits: u32, part: usize) -> u16x8 {
        let lane = u16x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        (u16x8::splat((bits >> (part * WIDTH)) as u16) & lane).simd_eq(lane)
    }

    #[inline(always)]
    fn mask_to_bits(self, mask: u16x8, part: usize) -> u32 {
        mask.to_bitmask() << (part * WIDTH)
    }

    #[inline(always)]
    fn select(self, mask: u16x8, a: u16x8, b: u16x8) -> u16x8 {
        mask.bitselect(a, b)
    }

    #[inline(always)]
    fn transpose<R: Rows>(self, from: &R, lanes: u32, to: &mut [Lanes32]) {
        for group in 0..Self::PARTS {
            let mask = self.mask_from_bits(lanes, group);
            for part in 0..Self::PARTS {
                let mut block = [self.splat(0); WIDTH];
                for r in 0..WIDTH {
                    block[r] = from.load(self, WIDTH * group + r, part);
                }
                let block = u16x8::transpose(block);
                for c in 0..WIDTH {
                    if let Some(row) = to.get_mut(WIDTH * part + c) {
                        self.store_masked(mask, block[c], row, group);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn expand(self, text: &[u8; Expansion::TEXT], by: &Expansion) -> (Lanes32, bool) {
        let (mut row, mut tops) = (Lanes32::splat(0), 0);
        for lane in 0..LANES {
            let value = by.values[usize::from(text[usize::from(by.from[lane])])];
            row.0[lane] = by.words[usize::from(value & 15)];
            tops |= value;
        }
        (row, tops & 0x80 != 0)
    }

    #[inline(always)]
    fn keeps_clues(self, puzzle: &[u8; 81], head: &Lanes32, tail: &Lanes32) -> bool {
        let mut text = [0; 81];
        text[..64].copy_from_slice(&head.bytes());
        text[64..].copy_from_slice(&tail.bytes()[..17]);
        let mut differs = 0;
        for cell in 0..81 {
            let is_clue = puzzle[cell].wrapping_sub(b'1') < 9;
            differs |= if is_clue { puzzle[cell] ^ text[cell] } else { 0 };
        }
        differs == 0
    }
}
