//! Looking up 32 rows of bytes by columns. Rows are transposed as bytes, because the words that they become
//! are twice as wide.
//!
//! Each of eight vectors holds 16 bytes of a row (a vector of several blocks also holds those of every
//! eighth row after it). Three times, the bytes of vectors `k` and `k + 4` are interleaved. Each block then
//! has two columns of eight rows, and each column becomes a part of a row of words.

use super::{
    ByteRows, LANES, Lanes32, WordLookup,
    blocks::{BlockRows, Blocks},
    eight_lanes::WIDTH,
    word_lookup::NO_WORD,
};

/// Implements [`Simd::lookup_columns`](super::Simd::lookup_columns).
#[inline(always)]
pub(super) fn lookup<S: Blocks, const N: usize, R: ByteRows<N>>(
    simd: S,
    from: &R,
    table: &WordLookup<N>,
    rows: u32,
    to: &mut [Lanes32; N],
) -> u32 {
    const { assert!(16 <= N && N <= 32) };
    let zero = simd.splat(0);
    // `inside` has the rows with all bytes in the window, `bad_rows` the rows with a byte that has no word.
    let mut inside = 0;
    let mut bad_rows = 0;
    for part in 0..S::PARTS {
        let rows = (simd.mask_from_bits(rows, part), part);
        let mut sums = Sums { outside: zero, bad: zero };
        half(simd, &Half::<_, N, 0>(from), table, rows, to, &mut sums);
        half(simd, &Half::<_, N, 1>(from), table, rows, to, &mut sums);
        let outside = simd.and(sums.outside, simd.splat(0xF0F0));
        inside |= simd.mask_to_bits(simd.eq(outside, zero), part);
        let [even, odd] = simd.zip8(zero, sums.bad);
        let bad = simd.and(simd.or(even, odd), simd.splat(NO_WORD));
        bad_rows |= simd.mask_to_bits(simd.eq(bad, simd.splat(NO_WORD)), part);
    }
    if inside == u32::MAX {
        return bad_rows & rows;
    }
    simd.lookup_by_rows(from, table, rows, to)
}

/// The first 16 of N bytes, or the last.
struct Half<'a, R, const N: usize, const HALF: usize>(&'a R);

impl<R, const N: usize, const HALF: usize> Half<'_, R, N, HALF> {
    /// The index of the first byte of the half.
    const START: usize = HALF * (N - 16);
    /// The index, within the half, of the first byte that the other half does not have. For example, with N = 27, the
    /// last 16 bytes begin at byte 11, and their first five are among the first 16, so `OWN` of the last half is 5.
    const OWN: usize = HALF * (32 - N);
}

impl<R: ByteRows<N>, const N: usize, const HALF: usize> BlockRows for Half<'_, R, N, HALF> {
    type Item = u8;

    #[inline(always)]
    fn block(&self, row: usize) -> &[u8] {
        &self.0.row(row)[Self::START..][..16]
    }
}

/// The OR over all columns.
struct Sums<V> {
    /// The offsets of the bytes in the window: above 15 if a byte is outside.
    outside: V,
    /// The high bytes of words, for even columns in the lower half of a block.
    bad: V,
}

/// Looks up one half of the columns in one part: loads a block of 16 bytes of each row, transposes, and looks up two
/// columns at a time.
#[inline(always)]
fn half<S: Blocks, const N: usize, R: ByteRows<N>, const HALF: usize>(
    simd: S,
    from: &Half<'_, R, N, HALF>,
    table: &WordLookup<N>,
    (rows, part): (S::Mask, usize),
    to: &mut [Lanes32; N],
    sums: &mut Sums<S::V>,
) {
    let mut v = [simd.splat(0); WIDTH];
    for row in 0..WIDTH {
        v[row] = simd.load_blocks(from, LANES / S::PARTS * part + row);
    }
    // Like `eight_lanes::transposed`, with bytes: eight rows of 16 columns become eight vectors of two columns.
    for _ in 0..3 {
        let before = v;
        for k in 0..4 {
            [v[2 * k], v[2 * k + 1]] = simd.zip8(before[k], before[k + 4]);
        }
    }
    // Unrolled, so that the places of the columns are compile-time constants.
    pair::<_, _, _, HALF, 0>(simd, from, v[0], table, (rows, part), to, sums);
    pair::<_, _, _, HALF, 1>(simd, from, v[1], table, (rows, part), to, sums);
    pair::<_, _, _, HALF, 2>(simd, from, v[2], table, (rows, part), to, sums);
    pair::<_, _, _, HALF, 3>(simd, from, v[3], table, (rows, part), to, sums);
    pair::<_, _, _, HALF, 4>(simd, from, v[4], table, (rows, part), to, sums);
    pair::<_, _, _, HALF, 5>(simd, from, v[5], table, (rows, part), to, sums);
    pair::<_, _, _, HALF, 6>(simd, from, v[6], table, (rows, part), to, sums);
    pair::<_, _, _, HALF, 7>(simd, from, v[7], table, (rows, part), to, sums);
}

/// Looks up two columns in one part: `bytes` has column `2 * PAIR` of eight rows in the lower half of each block and the
/// next column in the upper half.
#[inline(always)]
fn pair<S: Blocks, const N: usize, R: ByteRows<N>, const HALF: usize, const PAIR: usize>(
    simd: S,
    _: &Half<'_, R, N, HALF>,
    bytes: S::V,
    table: &WordLookup<N>,
    (rows, part): (S::Mask, usize),
    to: &mut [Lanes32; N],
    sums: &mut Sums<S::V>,
) {
    let start = Half::<R, N, HALF>::START;
    let own = Half::<R, N, HALF>::OWN;
    // Both columns belong to the first half, which has looked them up.
    if 2 * PAIR + 1 < own {
        return;
    }
    let offset = simd.sub8(bytes, table.window);
    // Here, because the offsets are in registers now.
    sums.outside = simd.opt_barrier(simd.or(sums.outside, offset));
    let low = simd.shuffle8(&table.window_low, offset);
    let high = simd.shuffle8(&table.window_high, offset);
    sums.bad = simd.opt_barrier(simd.or(sums.bad, high));
    // Interleave low and high bytes to words: eight words of the even column, and eight of the odd column.
    let [even, odd] = simd.zip8(low, high);
    if 2 * PAIR >= own {
        let lane = table.lanes[start + 2 * PAIR];
        simd.store_masked(rows, even, &mut to[usize::from(lane)], part);
    }
    let lane = table.lanes[start + 2 * PAIR + 1];
    simd.store_masked(rows, odd, &mut to[usize::from(lane)], part);
}
