//! Every operation, at every level of this CPU, gives the result of its definition, for random rows.

mod lookups;

use std::array::from_fn;

use rand::{Rng, RngExt};

use super::{Kernel, LANES, Lanes32, Simd, SimdLevel};
use batchdoku_testkit::{rng, sized};

/// Returns three rows of numbers below 2⁹: any numbers, numbers with few bits or one bit, or small numbers.
fn rows(rng: &mut impl Rng) -> [Lanes32; 3] {
    from_fn(|_| {
        let kind = rng.random_range(0..4);
        Lanes32(from_fn(|_| {
            let any = rng.random::<u16>() & 0x1FF;
            match kind {
                0 => any,
                1 => any & rng.random::<u16>() & rng.random::<u16>(),
                2 => 1 << rng.random_range(0..9),
                _ => rng.random_range(0..16),
            }
        }))
    })
}

/// The numbers of vectors and of masks that are compared.
const VALUES: usize = 25;
const MASKS: usize = 2;

/// The results of every operation on three rows.
type Results = ([Lanes32; VALUES], [u32; MASKS]);

/// Applies every operation to three rows.
struct AllOperations<'a> {
    rows: &'a [Lanes32; 3],
    bits: u32,
}

impl Kernel for AllOperations<'_> {
    type Output = Results;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Results {
        let Self { rows, bits } = self;
        let mut results = [Lanes32::splat(0); VALUES];
        let mut masks = [0; MASKS];
        for part in 0..S::PARTS {
            let a = simd.load(&rows[0], part);
            let b = simd.load(&rows[1], part);
            let c = simd.load(&rows[2], part);
            let low = simd.and(a, simd.splat(15));
            let x = simd.or(a, simd.splat(0x100));
            let lowest_bit = simd.and(x, simd.sub(simd.splat(0), x));
            let mask = simd.mask_from_bits(bits, part);
            let equal = simd.eq(low, simd.and(b, simd.splat(15)));
            let values = [
                simd.splat(0x1234),
                simd.and(a, b),
                simd.or(a, b),
                simd.xor(a, b),
                simd.and_not(a, b),
                simd.and3(a, b, c),
                simd.or3(a, b, c),
                simd.xor3(a, b, c),
                simd.majority(a, b, c),
                simd.and_not2(a, b, c),
                simd.and_not_xor(a, b, c),
                simd.add(a, b),
                simd.sub(a, b),
                simd.shl::<9>(a),
                simd.shr::<2>(simd.or(a, simd.splat(0xF000))),
                simd.min(a, b),
                simd.popcount(a),
                simd.keep_single_bit(a),
                simd.and_not_unless_zero(a, b),
                simd.and_not2_if_three_bits(a, b, c),
                simd.opt_barrier(a),
                simd.bit_indices(lowest_bit, simd.splat(16)),
                simd.bit_indices(simd.splat(1), lowest_bit),
                simd.select(mask, a, b),
                simd.select(equal, a, c),
            ];
            for i in 0..VALUES {
                simd.store(values[i], &mut results[i], part);
            }
            simd.store_masked(mask, c, &mut results[0], part);
            simd.refill_masked(mask, x, &mut results[1], part);
            masks[0] |= simd.mask_to_bits(mask, part);
            masks[1] |= simd.mask_to_bits(equal, part);
        }
        (results, masks)
    }
}

/// Computes the results of [`AllOperations`] lane by lane.
fn defined(rows: &[Lanes32; 3], bits: u32) -> Results {
    let mut results = [Lanes32::splat(0); VALUES];
    let mut masks = [bits, 0];
    for lane in 0..LANES {
        let [a, b, c] = rows.each_ref().map(|row| row.0[lane]);
        let equal = a & 15 == b & 15;
        let is_set = bits >> lane & 1 != 0;
        let index = (a | 0x100).trailing_zeros() as u8;
        let values = [
            if is_set { c } else { 0x1234 },
            if is_set { a | 0x100 } else { a & b },
            a | b,
            a ^ b,
            a & !b,
            a & b & c,
            a | b | c,
            a ^ b ^ c,
            (a & b) | (a & c) | (b & c),
            a & !b & !c,
            a & !(b ^ c),
            a.wrapping_add(b),
            a.wrapping_sub(b),
            a << 9,
            (a | 0xF000) >> 2,
            a.min(b),
            a.count_ones() as u16,
            if a.count_ones() <= 1 { a } else { 0 },
            if a & !b == 0 { a } else { a & !b },
            if (a & !b & !c).count_ones() < 3 { a } else { a & !b & !c },
            a,
            u16::from_le_bytes([index, 4]),
            u16::from_le_bytes([0, index]),
            if is_set { a } else { b },
            if equal { a } else { c },
        ];
        for (value, row) in values.into_iter().zip(&mut results) {
            row.0[lane] = value;
        }
        masks[1] |= u32::from(equal) << lane;
    }
    (results, masks)
}

#[test]
fn every_operation_matches_its_definition() {
    let mut rng = rng(1);
    for _ in 0..500 {
        let rows = rows(&mut rng);
        let bits = rng.random();
        let expected = defined(&rows, bits);
        for level in SimdLevel::available() {
            let (results, masks) = level.run(AllOperations { rows: &rows, bits });
            for (operation, (result, expected)) in results.iter().zip(&expected.0).enumerate() {
                assert_eq!(result, expected, "operation {operation} at {level}");
            }
            assert_eq!(masks, expected.1, "{level}");
        }
    }
}

/// Returns the number of parts of the level.
struct Parts;

impl Kernel for Parts {
    type Output = usize;

    #[inline(always)]
    fn run<S: Simd>(self, _simd: S) -> usize {
        S::PARTS
    }
}

#[test]
fn a_level_that_is_not_supported_runs_as_the_portable_one() {
    for level in SimdLevel::ALL {
        let parts = match level {
            SimdLevel::Avx512 if level.is_available() => 1,
            SimdLevel::Avx2 if level.is_available() => 2,
            _ => 4,
        };
        assert_eq!(level.run(Parts), parts, "{level}");
    }
}

/// Transposes into a short target.
struct Transposed<'a> {
    from: &'a [Lanes32; LANES],
    rows: u32,
    columns: usize,
}

impl Kernel for Transposed<'_> {
    type Output = Vec<Lanes32>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<Lanes32> {
        let [mut to, mut others] = [(); 2].map(|()| vec![Lanes32::splat(7); self.columns]);
        simd.transpose(self.from, self.rows, &mut to);
        simd.transpose_stored(self.from, self.rows, &mut others);
        assert_eq!(to, others);
        to
    }
}

#[test]
fn transposing_swaps_rows_and_lanes() {
    let mut rng = rng(3);
    let from: [Lanes32; LANES] = from_fn(|_| Lanes32(from_fn(|_| rng.random())));
    for level in SimdLevel::available() {
        for (rows, columns) in [(u32::MAX, LANES), (0, 3), (0x8421_F00F, 27), (1, 1), (2, 0)] {
            let to = level.run(Transposed { from: &from, rows, columns });
            for (c, row) in to.iter().enumerate() {
                for (r, &value) in row.0.iter().enumerate() {
                    let expected = if rows >> r & 1 != 0 { from[r].0[c] } else { 7 };
                    assert_eq!(value, expected, "{level} row {c} lane {r}");
                }
            }
        }
    }
}

/// Compares bytes with the bytes of a row.
struct Compared<'a, const N: usize> {
    bytes: &'a [u8; N],
    range: [u8; 2],
    expected: &'a Lanes32,
}

impl<const N: usize> Kernel for Compared<'_, N> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        let [first, last] = self.range;
        simd.equal_in_range(self.bytes, first, last, self.expected)
    }
}

/// Changes each byte of a row in turn. The change must be found if, and only if, the byte is compared.
fn compare<const N: usize>(rng: &mut impl Rng, [first, last]: [u8; 2]) {
    let mut row: [u8; 2 * LANES] = from_fn(|_| rng.random_range(first..=last));
    let others: Vec<u8> = (0..=u8::MAX).filter(|byte| !(first..=last).contains(byte)).collect();
    let bytes: [u8; N] = from_fn(|i| {
        if others.is_empty() || rng.random() {
            row[i]
        } else {
            others[rng.random_range(0..others.len())]
        }
    });
    for level in SimdLevel::available() {
        let range = [first, last];
        let expected = &Lanes32::from_bytes(&row);
        assert!(level.run(Compared { bytes: &bytes, range, expected }), "{level}");
        for i in 0..row.len() {
            let byte = row[i];
            row[i] ^= 1 << rng.random_range(0..8);
            let expected = &Lanes32::from_bytes(&row);
            let is_equal = level.run(Compared { bytes: &bytes, range, expected });
            assert_eq!(is_equal, i >= N || bytes[i] != byte, "{level} byte {i} of {N}");
            row[i] = byte;
        }
    }
}

#[test]
fn bytes_in_the_range_are_compared_and_no_others() {
    let mut rng = rng(5);
    for _ in 0..sized(100, 1) {
        for range in [[b'1', b'9'], [0, 3], [200, 255], [7, 7], [0, 255]] {
            compare::<64>(&mut rng, range);
            compare::<32>(&mut rng, range);
        }
    }
}
