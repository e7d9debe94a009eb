//! Transpositions by blocks of eight lanes, 128 bits wide, for backends that take the lanes of two
//! vectors in turns.

use super::{Lanes32, Simd, StoredRows};

/// Rows and lanes of a block.
const BLOCK: usize = 8;

/// What a backend needs for its transpositions.
pub(super) trait Blocks: Simd {
    /// The lanes of `a` and `b` in turns, block by block: the lower half of each block, and the
    /// upper half.
    fn zip16(self, a: Self::V, b: Self::V) -> [Self::V; 2];

    /// The same for pairs of lanes.
    fn zip32(self, a: Self::V, b: Self::V) -> [Self::V; 2];

    /// The same for groups of four lanes.
    fn zip64(self, a: Self::V, b: Self::V) -> [Self::V; 2];

    /// Block `block` of row `first` of `from`, and of every eighth row from there on, as many as a
    /// part has blocks.
    fn load_blocks<R: StoredRows>(self, from: &R, first: usize, block: usize) -> Self::V;
}

/// Transposes eight rows block by block.
#[inline(always)]
pub(super) fn transposed<S: Blocks>(simd: S, rows: [S::V; BLOCK]) -> [S::V; BLOCK] {
    let mut pairs = rows;
    for k in 0..4 {
        [pairs[2 * k], pairs[2 * k + 1]] = simd.zip16(rows[2 * k], rows[2 * k + 1]);
    }
    let mut quads = rows;
    for k in 0..4 {
        let at = k / 2 * 4 + k % 2;
        [quads[2 * k], quads[2 * k + 1]] = simd.zip32(pairs[at], pairs[at + 2]);
    }
    let mut columns = rows;
    for k in 0..4 {
        [columns[2 * k], columns[2 * k + 1]] = simd.zip64(quads[k], quads[k + 4]);
    }
    columns
}

/// [`Simd::transpose_stored`].
#[inline(always)]
pub(super) fn transpose_stored<S: Blocks, R: StoredRows>(
    simd: S,
    from: &R,
    rows: u32,
    to: &mut [Lanes32],
) {
    for part in 0..S::PARTS {
        let mask = simd.mask_from_bits(rows, part);
        // One by one, so that the place of each row is known when this is compiled.
        columns::<_, _, 0>(simd, from, mask, to, part);
        columns::<_, _, 1>(simd, from, mask, to, part);
        columns::<_, _, 2>(simd, from, mask, to, part);
        columns::<_, _, 3>(simd, from, mask, to, part);
    }
}

/// Transposes block `AT` of the rows of `from` that go to `part` of their columns, in the lanes of
/// `mask`.
#[inline(always)]
fn columns<S: Blocks, R: StoredRows, const AT: usize>(
    simd: S,
    from: &R,
    mask: S::Mask,
    to: &mut [Lanes32],
    part: usize,
) {
    let mut eight = [simd.splat(0); BLOCK];
    for r in 0..BLOCK {
        eight[r] = simd.load_blocks(from, 32 / S::PARTS * part + r, AT);
    }
    let columns = transposed(simd, eight);
    for c in 0..BLOCK {
        if let Some(row) = to.get_mut(BLOCK * AT + c) {
            simd.store_masked(mask, columns[c], row, part);
        }
    }
}
