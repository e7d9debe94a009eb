//! Transpositions by blocks of eight lanes, 128 bits wide, for backends that interleave the lanes of
//! two vectors.

#[cfg(target_arch = "x86_64")]
use super::LaneRows;
use super::{
    LANES, Lanes32, Simd,
    eight_lanes::{WIDTH, transposed},
    memory::Pod,
};

/// 32 rows, each with a block.
pub(super) trait BlockRows {
    type Item: Pod;

    fn block(&self, row: usize) -> &[Self::Item];
}

/// The operations that transpositions need.
pub(super) trait Blocks: Simd {
    /// Returns the bytes of `a` and `b` interleaved, block by block: the lower halves, and the upper halves.
    fn zip8(self, a: Self::V, b: Self::V) -> [Self::V; 2];

    /// Subtracts `byte` from each byte of `a`.
    fn sub8(self, a: Self::V, byte: u8) -> Self::V;

    /// Returns the byte of `table` for each byte of `indices`. The result for an index above 15 has no meaning.
    fn shuffle8(self, table: &[u8; 16], indices: Self::V) -> Self::V;

    /// Loads the blocks of rows `first`, `first + 8` and so on of `from`, one for each block of a part.
    fn load_blocks<R: BlockRows>(self, from: &R, first: usize) -> Self::V;
}

/// Transposes rows `8 * GROUP` to `8 * GROUP + 7` of `from` block by block, in one part. The places of the
/// rows are compile-time constants.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn group<S: Blocks, R: LaneRows, const GROUP: usize>(
    simd: S,
    from: &R,
    part: usize,
) -> [S::V; WIDTH] {
    let mut rows = [simd.splat(0); WIDTH];
    for r in 0..WIDTH {
        rows[r] = from.load(simd, WIDTH * GROUP + r, part);
    }
    transposed(simd, rows)
}

struct LaneBlocks<'a, const AT: usize>(&'a [Lanes32; LANES]);

impl<const AT: usize> BlockRows for LaneBlocks<'_, AT> {
    type Item = u16;

    #[inline(always)]
    fn block(&self, row: usize) -> &[u16] {
        &self.0[row].0[WIDTH * AT..][..WIDTH]
    }
}

/// Implements [`Simd::transpose_stored`].
#[inline(always)]
pub(super) fn transpose_stored<S: Blocks>(
    simd: S,
    from: &[Lanes32; LANES],
    rows: u32,
    to: &mut [Lanes32],
) {
    for part in 0..S::PARTS {
        let mask = simd.mask_from_bits(rows, part);
        // Unrolled, so that the places of the rows are compile-time constants.
        columns::<_, 0>(simd, from, mask, to, part);
        columns::<_, 1>(simd, from, mask, to, part);
        columns::<_, 2>(simd, from, mask, to, part);
        columns::<_, 3>(simd, from, mask, to, part);
    }
}

/// Transposes block `AT` of the rows of `from` that go to `part` of their columns, in the lanes of
/// `mask`.
///
/// For example, a part of `2 * WIDTH` lanes has two blocks. Eight vectors are loaded: the first block of vector `r` has
/// words `8 * AT` to `8 * AT + 7` of row `r`, and the second block has these words of row `r + 8`. After the
/// transposition of eight by eight words, vector `c` has word `8 * AT + c` of rows 0 to 7 and of rows 8 to 15: a column
/// of the part.
#[inline(always)]
fn columns<S: Blocks, const AT: usize>(
    simd: S,
    from: &[Lanes32; LANES],
    mask: S::Mask,
    to: &mut [Lanes32],
    part: usize,
) {
    let mut eight = [simd.splat(0); WIDTH];
    for r in 0..WIDTH {
        eight[r] = simd.load_blocks(&LaneBlocks::<AT>(from), LANES / S::PARTS * part + r);
    }
    let columns = transposed(simd, eight);
    for c in 0..WIDTH {
        if let Some(row) = to.get_mut(WIDTH * AT + c) {
            simd.store_masked(mask, columns[c], row, part);
        }
    }
}
