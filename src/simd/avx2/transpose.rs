//! Transpositions of 32 rows by AVX2: of rows that are made on the way, and of rows in memory.

use std::arch::x86_64::__m256i;

use super::Avx2;
use crate::simd::{LaneRows, Lanes32, Simd, StoredRows};

/// Transposes the rows of `from` whose bits are set in `rows`: lane `c` of row `r` goes to lane
/// `r` of `to[c]`. `to` may be short.
#[inline(always)]
pub(super) fn rows<R: LaneRows>(simd: Avx2, from: &R, rows: u32, to: &mut [Lanes32]) {
    let masks = [simd.mask_from_bits(rows, 0), simd.mask_from_bits(rows, 1)];
    for part in 0..2 {
        let mut blocks = [[simd.splat(0); 8]; 4];
        for group in 0..4 {
            let mut eight = [simd.splat(0); 8];
            for r in 0..8 {
                eight[r] = from.load(simd, 8 * group + r, part);
            }
            blocks[group] = transposed(simd, eight);
        }
        for k in 0..8 {
            let left = simd.zip128(blocks[0][k], blocks[1][k]);
            let right = simd.zip128(blocks[2][k], blocks[3][k]);
            for q in 0..2 {
                if let Some(row) = to.get_mut(16 * part + 8 * q + k) {
                    simd.store_masked(masks[0], left[q], row, 0);
                    simd.store_masked(masks[1], right[q], row, 1);
                }
            }
        }
    }
}

/// The same for rows in memory.
#[inline(always)]
pub(super) fn stored_rows<R: StoredRows>(simd: Avx2, from: &R, rows: u32, to: &mut [Lanes32]) {
    for part in 0..2 {
        let mask = simd.mask_from_bits(rows, part);
        // One by one, so that the place of each row is known when this is compiled.
        columns::<_, 0>(simd, from, mask, to, part);
        columns::<_, 1>(simd, from, mask, to, part);
        columns::<_, 2>(simd, from, mask, to, part);
        columns::<_, 3>(simd, from, mask, to, part);
    }
}

/// Transposes eight rows of two blocks of eight lanes, block by block.
#[inline(always)]
fn transposed(simd: Avx2, v: [__m256i; 8]) -> [__m256i; 8] {
    let mut pairs = v;
    for k in 0..4 {
        [pairs[2 * k], pairs[2 * k + 1]] = simd.zip16(v[2 * k], v[2 * k + 1]);
    }
    let mut quads = v;
    for k in 0..4 {
        let at = k / 2 * 4 + k % 2;
        [quads[2 * k], quads[2 * k + 1]] = simd.zip32(pairs[at], pairs[at + 2]);
    }
    let mut columns = v;
    for k in 0..4 {
        [columns[2 * k], columns[2 * k + 1]] = simd.zip64(quads[k], quads[k + 4]);
    }
    columns
}

/// Transposes lanes `8 * BLOCK` to `8 * BLOCK + 7` of 16 rows of `from` to `part` of their columns,
/// in the lanes of `mask`.
#[inline(always)]
fn columns<R: StoredRows, const BLOCK: usize>(
    simd: Avx2,
    from: &R,
    mask: __m256i,
    to: &mut [Lanes32],
    part: usize,
) {
    let mut eight = [simd.splat(0); 8];
    for r in 0..8 {
        let row = 16 * part + r;
        eight[r] = simd.load_blocks([from.row(row), from.row(row + 8)], BLOCK);
    }
    let columns = transposed(simd, eight);
    for k in 0..8 {
        if let Some(row) = to.get_mut(8 * BLOCK + k) {
            simd.store_masked(mask, columns[k], row, part);
        }
    }
}
