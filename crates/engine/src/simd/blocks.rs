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

    /// `a - byte` in each byte.
    fn sub8(self, a: Self::V, byte: u8) -> Self::V;

    /// Returns the byte of `table` for each byte of `indices`, which are below 16 (or have no meaning).
    fn shuffle8(self, table: &[u8; 16], indices: Self::V) -> Self::V;

    /// Returns the block of row `first` of `from`, and of every eighth row from there on, as many as a part
    /// has blocks.
    fn load_blocks<R: BlockRows>(self, from: &R, first: usize) -> Self::V;
}

/// Transposes rows `8 * GROUP` to `8 * GROUP + 7` of `from` block by block, in one part. The place of
/// each row is known when this is compiled.
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

/// [`Simd::transpose_stored`].
#[inline(always)]
pub(super) fn transpose_stored<S: Blocks>(
    simd: S,
    from: &[Lanes32; LANES],
    rows: u32,
    to: &mut [Lanes32],
) {
    for part in 0..S::PARTS {
        let mask = simd.mask_from_bits(rows, part);
        // One by one, so that the place of each row is known when this is compiled.
        columns::<_, 0>(simd, from, mask, to, part);
        columns::<_, 1>(simd, from, mask, to, part);
        columns::<_, 2>(simd, from, mask, to, part);
        columns::<_, 3>(simd, from, mask, to, part);
    }
}

/// Transposes block `AT` of the rows of `from` that go to `part` of their columns, in the lanes of
/// `mask`.
///
/// A part of `2 * WIDTH` lanes, for example, has two blocks. Vector `r` of the eight that are loaded then has words
/// `8 * AT` to `8 * AT + 7` of row `r` of the part in its first block and those of row `r + 8` in its second. Eight by
/// eight transposed, vector `c` has word `8 * AT + c` of rows 0 to 7 and of rows 8 to 15: the column of the whole part.
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
