//! Transposition of 32 rows by backends whose parts have eight lanes.

use super::{LaneRows, Lanes32, Simd};

/// Lanes in a part.
pub(super) const WIDTH: usize = 8;

/// [`Simd::transpose`], given how eight parts are transposed.
#[inline(always)]
pub(super) fn transpose<S: Simd, R: LaneRows>(
    simd: S,
    from: &R,
    rows: u32,
    to: &mut [Lanes32],
    transposed: impl Fn(S, [S::V; WIDTH]) -> [S::V; WIDTH],
) {
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
