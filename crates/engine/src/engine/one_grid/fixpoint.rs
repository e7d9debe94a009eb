//! The fixpoint: what is tested and applied only when a sweep changes nothing.
//!
//! Three tests find contradictions that sweeps leave: an empty cell, a cell that two digits must be in,
//! and a minirow or minicolumn that four digits must be in. Hidden triples remove candidates: a
//! minirow that three digits must be in has no others.
//!
//! Loops over indices, no closures or iterators over vectors: see [`crate::simd`] for the reason.

use super::{
    Candidates,
    sweep::{least, minicolumns, minirows},
};
use crate::{grid::ALL_DIGITS, simd::Quads};

/// The state of a node at a fixpoint of the sweep.
pub(super) enum Fixpoint<V> {
    Contradiction,
    /// Hidden triples left these cells.
    Changed(Candidates<V>),
    /// A branch is due: the minirows and the minicolumns.
    Stuck([[V; 3]; 2]),
}

/// Tests a grid that the last sweep has not changed, and applies hidden triples.
#[inline(always)]
pub(super) fn examine<Q: Quads>(quads: Q, cells: &Candidates<Q::V>) -> Fixpoint<Q::V> {
    let minis = [minirows(quads, cells), minicolumns(quads, cells)];
    // A digit with one cell is alone there after a sweep, unless another digit must be in the same cell.
    let mut settled = quads.or(
        quads.majority(minis[0][0], minis[0][1], minis[0][2]),
        quads.majority(minis[1][0], minis[1][1], minis[1][2]),
    );
    for i in 0..9 {
        settled = quads.or(settled, quads.single(cells[i]));
    }
    let is_settled = quads.equal(settled, quads.splat(ALL_DIGITS));
    if !is_settled || quads.has_zero(least(quads, cells)) {
        return Fixpoint::Contradiction;
    }
    let mut kept = minis;
    let mut lost = quads.splat(0);
    for lines in 0..2 {
        let seen = minis[lines];
        for i in 0..3 {
            // Digits that are nowhere else in the box must be here. Four fit nowhere: nothing is kept,
            // and the next sweep finds digits without a place.
            let must = quads.and_not2(seen[i], seen[(i + 1) % 3], seen[(i + 2) % 3]);
            kept[lines][i] = quads.if_three(seen[i], must);
            lost = quads.or(lost, quads.xor(seen[i], kept[lines][i]));
        }
    }
    if quads.equal(lost, quads.splat(0)) {
        return Fixpoint::Stuck(minis);
    }
    let mut left = *cells;
    for i in 0..9 {
        left[i] = quads.and3(cells[i], kept[0][i / 3], kept[1][i % 3]);
    }
    Fixpoint::Changed(left)
}
