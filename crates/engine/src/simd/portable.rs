//! Any target, by [`Words8`]: four parts per [`Lanes32`].

use super::{
    Kernel, LANES, LaneRows, Lanes32, Simd, WordLookup,
    eight_lanes::{self, WIDTH},
    methods::operations,
    words8::Words8,
};

/// The portable level, which needs no proof, because it runs on every CPU.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl Simd for Portable {
    type V = Words8;
    type Mask = Words8;
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
    fn splat(self, value: u16) -> Words8 {
        Words8::splat(value)
    }

    #[inline(always)]
    fn load(self, row: &Lanes32, part: usize) -> Words8 {
        let mut lanes = [0; WIDTH];
        lanes.copy_from_slice(&row.0[part * WIDTH..][..WIDTH]);
        Words8::new(lanes)
    }

    #[inline(always)]
    fn store(self, v: Words8, row: &mut Lanes32, part: usize) {
        row.0[part * WIDTH..][..WIDTH].copy_from_slice(&v.to_array());
    }

    operations! {
        simd, Words8;

        fn and(a, b) = a & b;
        fn or(a, b) = a | b;
        fn xor(a, b) = a ^ b;
        fn and_not(a, b) = a.and_not(b);
        fn add(a, b) = a + b;
        fn sub(a, b) = a - b;
        fn shl<const BITS: i32>(a) = a.shl::<BITS>();
        fn shr<const BITS: i32>(a) = a.shr::<BITS>();
        fn min(a, b) = a.min(b);
        // Sums of two bits each, then of four, then of all. The ninth bit is a group by itself in each step, so the
        // last line adds three groups. For example 1_1011_0110: the pairs 1|10|11|01|10 have 1, 1, 2, 1 and 1 bits, the
        // nibbles 1, 3 and 2, together 6.
        fn popcount(a) = {
            let every_second = Words8::splat(0b1_0101_0101);
            let pairs = (a & every_second) + (a.shr::<1>() & every_second);
            let low_pairs = Words8::splat(0b11_0011_0011);
            let nibbles = (pairs & low_pairs) + (pairs.shr::<2>() & low_pairs);
            let low_nibble = Words8::splat(0b1111);
            (nibbles & low_nibble) + (nibbles.shr::<4>() & low_nibble) + nibbles.shr::<8>()
        };
        fn keep_single_bit(a) = a & (a & (a - Words8::splat(1))).equal(Words8::splat(0));
        fn and_not_unless_zero(a, b) = {
            let kept = a.and_not(b);
            kept | (a & kept.equal(Words8::splat(0)))
        };
        // `x & (x - 1)` clears the lowest bit. If two such steps give 0, the number had at most two bits.
        fn and_not2_if_three_bits(a, b, c) = {
            let left = simd.and_not2(a, b, c);
            let rest = left & (left - Words8::splat(1));
            let few = (rest & (rest - Words8::splat(1))).equal(Words8::splat(0));
            simd.select(few, a, left)
        };
        // A power of two minus one has as many ones as the index of its bit: for example, 8 - 1 is 111 in binary.
        fn bit_indices(low, high) = {
            let one = Words8::splat(1);
            simd.popcount(low - one) | simd.popcount(high - one).shl::<8>()
        };
        fn eq(a, b) = a.equal(b);
        fn select(mask, a, b) = (a & mask) | b.and_not(mask);
    }

    #[inline(always)]
    fn mask_from_bits(self, bits: u32, part: usize) -> Words8 {
        let lane = Words8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        (Words8::splat((bits >> (part * WIDTH)) as u16) & lane).equal(lane)
    }

    #[inline(always)]
    fn mask_to_bits(self, mask: Words8, part: usize) -> u32 {
        mask.bits() << (part * WIDTH)
    }

    #[inline(always)]
    fn zip16(self, a: Words8, b: Words8) -> [Words8; 2] {
        a.zip(b)
    }

    #[inline(always)]
    fn lookup<const N: usize>(self, bytes: &[u8; N], table: &WordLookup<N>) -> (Lanes32, bool) {
        let mut row = Lanes32::splat(0);
        let mut any = 0;
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
        eight_lanes::transpose(self, from, rows, to);
    }
}
