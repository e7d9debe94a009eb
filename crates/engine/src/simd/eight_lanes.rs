//! Transposition of eight rows of eight lanes, and with it of 32 rows by backends whose parts have eight lanes.

use super::{LaneRows, Lanes32, Simd};

/// Rows and lanes that are transposed at a time.
pub(super) const WIDTH: usize = 8;

/// Transposes eight rows, in each block of eight lanes: each of three steps brings the next bit of the columns' numbers
/// into those of the rows.
#[inline(always)]
pub(super) fn transposed<S: Simd>(simd: S, mut rows: [S::V; WIDTH]) -> [S::V; WIDTH] {
    for _ in 0..3 {
        let before = rows;
        for i in 0..4 {
            [rows[2 * i], rows[2 * i + 1]] = simd.zip16(before[i], before[i + 4]);
        }
    }
    rows
}

/// [`Simd::transpose`].
#[inline(always)]
pub(super) fn transpose<S: Simd, R: LaneRows>(simd: S, from: &R, rows: u32, to: &mut [Lanes32]) {
    const { assert!(S::PARTS == 4) };
    for group in 0..4 {
        let mask = simd.mask_from_bits(rows, group);
        for part in 0..4 {
            let mut eight = [simd.splat(0); WIDTH];
            for r in 0..WIDTH {
                eight[r] = from.load(simd, WIDTH * group + r, part);
            }
            let columns = transposed(simd, eight);
            for c in 0..WIDTH {
                if let Some(row) = to.get_mut(WIDTH * part + c) {
                    simd.store_masked(mask, columns[c], row, group);
                }
            }
        }
    }
}
