//! Any target, by the `wide` crate: four parts per [`Lanes32`].
//!
//! `wide` is safe and uses the instructions that the program is compiled for: SSE2, NEON, simd128
//! of WebAssembly, or plain arrays.

use wide::u16x8;

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

    /// The operations on 16 words.
    #[inline(always)]
    fn quads(self) -> Self {
        self
    }

    /// Runs `kernel` in a function of its own that is compiled for this level.
    #[inline(never)]
    fn call<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }

    /// `value` in each lane.
    #[inline(always)]
    fn splat(self, value: u16) -> u16x8 {
        u16x8::splat(value)
    }

    /// Part `part` of `row`.
    #[inline(always)]
    fn load(self, row: &Lanes32, part: usize) -> u16x8 {
        let mut lanes = [0; WIDTH];
        lanes.copy_from_slice(&row.0[part * WIDTH..][..WIDTH]);
        u16x8::new(lanes)
    }

    /// Stores `v` in part `part` of `row`.
    #[inline(always)]
    fn store(self, v: u16x8, row: &mut Lanes32, part: usize) {
        row.0[part * WIDTH..][..WIDTH].copy_from_slice(v.as_array());
    }

    /// `a & b`.
    #[inline(always)]
    fn and(self, a: u16x8, b: u16x8) -> u16x8 {
        a & b
    }

    /// `a | b`.
    #[inline(always)]
    fn or(self, a: u16x8, b: u16x8) -> u16x8 {
        a | b
    }

    /// `a ^ b`.
    #[inline(always)]
    fn xor(self, a: u16x8, b: u16x8) -> u16x8 {
        a ^ b
    }

    /// `a & !b`.
    #[inline(always)]
    fn and_not(self, a: u16x8, b: u16x8) -> u16x8 {
        a & !b
    }

    /// `a & b & c`.
    #[inline(always)]
    fn and3(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a & b & c
    }

    /// `a | b | c`.
    #[inline(always)]
    fn or3(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a | b | c
    }

    /// `a ^ b ^ c`.
    #[inline(always)]
    fn xor3(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a ^ b ^ c
    }

    /// The bits set in at least two of the three.
    #[inline(always)]
    fn majority(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        (a & b) | ((a ^ b) & c)
    }

    /// `a & !b & !c`.
    #[inline(always)]
    fn and_not2(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a & !(b | c)
    }

    /// `a & !(b ^ c)`.
    #[inline(always)]
    fn and_not_xor(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a & !(b ^ c)
    }

    /// Wrapping sum.
    #[inline(always)]
    fn add(self, a: u16x8, b: u16x8) -> u16x8 {
        a + b
    }

    /// Wrapping difference.
    #[inline(always)]
    fn sub(self, a: u16x8, b: u16x8) -> u16x8 {
        a - b
    }

    /// `a << BITS`.
    #[inline(always)]
    fn shl<const BITS: i32>(self, a: u16x8) -> u16x8 {
        a << BITS
    }

    /// `a >> BITS`, with zeros from above.
    #[inline(always)]
    fn shr<const BITS: i32>(self, a: u16x8) -> u16x8 {
        a >> BITS
    }

    /// The smaller one, unsigned.
    #[inline(always)]
    fn min(self, a: u16x8, b: u16x8) -> u16x8 {
        a.min(b)
    }

    /// The number of bits set in `a`, which must be below 2⁹.
    #[inline(always)]
    fn popcount(self, a: u16x8) -> u16x8 {
        let (ones, twos, fours) = (u16x8::splat(0x155), u16x8::splat(0x333), u16x8::splat(15));
        let pairs = (a & ones) + ((a >> 1) & ones);
        let nibbles = (pairs & twos) + ((pairs >> 2) & twos);
        (nibbles & fours) + ((nibbles >> 4) & fours) + (nibbles >> 8)
    }

    /// `a` where at most one bit is set, otherwise 0.
    #[inline(always)]
    fn keep_single_bit(self, a: u16x8) -> u16x8 {
        a & (a & (a - u16x8::splat(1))).simd_eq(u16x8::splat(0))
    }

    /// `a & !b` where that is not 0, otherwise `a`. Both must be below 2¹⁵.
    #[inline(always)]
    fn and_not_unless_zero(self, a: u16x8, b: u16x8) -> u16x8 {
        let kept = self.and_not(a, b);
        kept | (a & kept.simd_eq(u16x8::splat(0)))
    }

    /// `a & !b & !c` where that has three bits or more, otherwise `a`. All must be below 2¹⁵.
    #[inline(always)]
    fn and_not2_if_three_bits(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        let left = self.and_not2(a, b, c);
        let rest = left & (left - u16x8::splat(1));
        let few = (rest & (rest - u16x8::splat(1))).simd_eq(u16x8::splat(0));
        self.select(few, a, left)
    }

    /// The index of the bit of `low` in the low byte, of that of `high` in the high byte.
    /// Both must be powers of two below 2⁹.
    #[inline(always)]
    fn bit_indices(self, low: u16x8, high: u16x8) -> u16x8 {
        let one = u16x8::splat(1);
        self.popcount(low - one) | (self.popcount(high - one) << 8)
    }

    /// Where `a == b`.
    #[inline(always)]
    fn eq(self, a: u16x8, b: u16x8) -> u16x8 {
        a.simd_eq(b)
    }

    /// Part `part` of 32 truth values: bit 0 is that of lane 0.
    #[inline(always)]
    fn mask_from_bits(self, bits: u32, part: usize) -> u16x8 {
        let lane = u16x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        (u16x8::splat((bits >> (part * WIDTH)) as u16) & lane).simd_eq(lane)
    }

    /// The inverse of `mask_from_bits`: the bits of other parts are 0.
    #[inline(always)]
    fn mask_to_bits(self, mask: u16x8, part: usize) -> u32 {
        mask.to_bitmask() << (part * WIDTH)
    }

    /// `a` where `mask` is true, otherwise `b`.
    #[inline(always)]
    fn select(self, mask: u16x8, a: u16x8, b: u16x8) -> u16x8 {
        mask.bitselect(a, b)
    }

    /// The word of each lane, and whether some byte has none (the words mean nothing then).
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

    /// Whether all `bytes` from `first` to `last` are the same in the bytes of `expected`.
    /// `N` is at most 64.
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

    /// Transposes the rows of `from` whose bits are set in `rows`: lane `c` of row `r` goes to lane
    /// `r` of `to[c]`. `to` may be short.
    #[inline(always)]
    fn transpose<R: LaneRows>(self, from: &R, rows: u32, to: &mut [Lanes32]) {
        eight_lanes::transpose(self, from, rows, to, |_, rows| u16x8::transpose(rows));
    }
}
