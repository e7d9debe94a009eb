//! Any target, by the `wide` crate: four parts per [`Lanes32`].
//!
//! `wide` is safe and uses the instructions that the program is compiled for: SSE2, NEON, simd128
//! of WebAssembly, or plain arrays.

use wide::{i16x8, u16x8};

use super::{
    Kernel, LANES, LaneRows, Lanes32, Simd, WordLookup,
    eight_lanes::{self, WIDTH},
};

/// No proof is needed: it runs on every CPU.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Simd for Portable {
    type V = u16x8;
    type Mask = u16x8;
    const PARTS: usize = LANES / WIDTH;
    type Quads = Self;

    #[inline(always)]
    fn quads(self) -> Self {
        self
    }

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
    fn add(self, a: u16x8, b: u16x8) -> u16x8 {
        a + b
    }

    #[inline(always)]
    fn sub(self, a: u16x8, b: u16x8) -> u16x8 {
        a - b
    }

    #[inline(always)]
    fn shl<const BITS: i32>(self, a: u16x8) -> u16x8 {
        a << BITS
    }

    #[inline(always)]
    fn shr<const BITS: i32>(self, a: u16x8) -> u16x8 {
        a >> BITS
    }

    #[inline(always)]
    fn min(self, a: u16x8, b: u16x8) -> u16x8 {
        lesser(a, b)
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
    fn and_not_unless_zero(self, a: u16x8, b: u16x8) -> u16x8 {
        let kept = self.and_not(a, b);
        kept | (a & kept.simd_eq(u16x8::splat(0)))
    }

    #[inline(always)]
    fn and_not2_if_three_bits(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        let left = self.and_not2(a, b, c);
        let rest = left & (left - u16x8::splat(1));
        let few = (rest & (rest - u16x8::splat(1))).simd_eq(u16x8::splat(0));
        self.select(few, a, left)
    }

    #[inline(always)]
    fn bit_indices(self, low: u16x8, high: u16x8) -> u16x8 {
        let one = u16x8::splat(1);
        self.popcount(low - one) | (self.popcount(high - one) << 8)
    }

    #[inline(always)]
    fn eq(self, a: u16x8, b: u16x8) -> u16x8 {
        a.simd_eq(b)
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
    fn lookup<const N: usize>(self, bytes: &[u8; N], table: &WordLookup<N>) -> (Lanes32, bool) {
        let (mut row, mut any) = (Lanes32::splat(0), 0);
        for lane in 0..LANES {
            let class = table.classes[usize::from(bytes[usize::from(table.indices[lane])])];
            row.0[lane] = table.words[usize::from(class & 15)];
            any |= class;
        }
        (row, any & 0x80 != 0)
    }

    #[inline(always)]
    fn equal_in_range<const N: usize>(
        self,
        bytes: &[u8; N],
        first: u8,
        last: u8,
        expected: &Lanes32,
    ) -> bool {
        let others = expected.bytes();
        let mut differ = 0;
        for i in 0..N {
            let in_range = bytes[i].wrapping_sub(first) <= last - first;
            differ |= if in_range { bytes[i] ^ others[i] } else { 0 };
        }
        differ == 0
    }

    #[inline(always)]
    fn transpose<R: LaneRows>(self, from: &R, rows: u32, to: &mut [Lanes32]) {
        eight_lanes::transpose(self, from, rows, to, |_, rows| u16x8::transpose(rows));
    }
}

/// The smaller one. Both must be below 2¹⁵: SSE2 compares signed words only.
#[inline(always)]
pub(super) fn lesser(a: u16x8, b: u16x8) -> u16x8 {
    let (mut words, mut others) = ([0; WIDTH], [0; WIDTH]);
    for lane in 0..WIDTH {
        words[lane] = a.as_array()[lane].cast_signed();
        others[lane] = b.as_array()[lane].cast_signed();
    }
    let least = i16x8::new(words).min(i16x8::new(others)).to_array();
    let mut words = [0; WIDTH];
    for lane in 0..WIDTH {
        words[lane] = least[lane].cast_unsigned();
    }
    u16x8::new(words)
}
