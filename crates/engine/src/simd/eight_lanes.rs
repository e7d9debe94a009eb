//! Transposition of eight rows of eight lanes, and of 32 rows in backends with parts of eight lanes.

use super::{LaneRows, Lanes32, Simd};

/// Rows and lanes that are transposed at a time.
pub(super) const WIDTH: usize = 8;

/// Transposes eight rows, in each block of eight lanes. The number of a row and the number of a column have three bits
/// each. A step moves the top bit of the column number to the bottom of the row number, and the top bit of the row
/// number to the bottom of the column number, so after three steps the numbers are exchanged. For example, with four
/// rows of four lanes, two steps are enough:
///
/// ```text
///   rows          a0 a1 a2 a3   b0 b1 b2 b3   c0 c1 c2 c3   d0 d1 d2 d3
///   zip a c, b d  a0 c0 a1 c1   a2 c2 a3 c3   b0 d0 b1 d1   b2 d2 b3 d3
///   once more     a0 b0 c0 d0   a1 b1 c1 d1   a2 b2 c2 d2   a3 b3 c3 d3
/// ```
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

/// Implements [`Simd::transpose`].
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
