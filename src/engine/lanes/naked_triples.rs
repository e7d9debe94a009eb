//! Naked triples in minirows, for long searches.
//!
//! If only three digits can be in a minirow, which has three cells, then they are there, and the
//! rest of its row and of its box loses them. The same goes for minicolumns. In every sweep, this
//! rule would cost more than it saves; before the branches of long searches, it cuts off subtrees
//! that singles and locked candidates must search to the bottom.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    propagate::load3,
    state::{LaneMask, LaneState},
};
use crate::simd::{Kernel, Simd};

/// Applies the rule in `lanes` of `state`. Returns the lanes in which it has removed a digit.
pub(super) struct RemoveTriples<'a> {
    pub(super) lanes: LaneMask,
    pub(super) state: &'a mut LaneState,
}

impl Kernel for RemoveTriples<'_> {
    type Output = LaneMask;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> LaneMask {
        let Self { lanes, state } = self;
        let mut unchanged = 0;
        for part in 0..S::PARTS {
            let mask = simd.mask_from_bits(lanes, part);
            let mut removed = simd.splat(0);
            for band in 0..6 {
                removed = simd.or(removed, remove(simd, state, band, mask, part));
            }
            unchanged |= simd.mask_to_bits(simd.eq(removed, simd.splat(0)), part);
        }
        lanes & !unchanged
    }
}

/// Applies the rule in one band or stack. Returns the digits removed.
#[inline(always)]
fn remove<S: Simd>(
    simd: S,
    state: &mut LaneState,
    band: usize,
    mask: S::Mask,
    part: usize,
) -> S::V {
    let (zero, one) = (simd.splat(0), simd.splat(1));
    // `[box][row]`
    let mut minis = [[zero; 3]; 3];
    let mut triples = [[zero; 3]; 3];
    for j in 0..3 {
        minis[j] = load3(simd, state.minis(band, j), part);
        for k in 0..3 {
            let mut rest = minis[j][k];
            for _ in 0..3 {
                rest = simd.and(rest, simd.sub(rest, one));
            }
            triples[j][k] = simd.select(simd.eq(rest, zero), minis[j][k], zero);
        }
    }
    let mut removed = zero;
    for j in 0..3 {
        let rows = state.minis_mut(band, j);
        for k in 0..3 {
            let in_row = simd.or(triples[(j + 1) % 3][k], triples[(j + 2) % 3][k]);
            let in_box = simd.or(triples[j][(k + 1) % 3], triples[j][(k + 2) % 3]);
            let lost = simd.and(minis[j][k], simd.or(in_row, in_box));
            let lost = simd.select(mask, lost, zero);
            simd.store(simd.and_not(minis[j][k], lost), &mut rows[k], part);
            removed = simd.or(removed, lost);
        }
    }
    removed
}
