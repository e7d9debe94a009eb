//! The fixpoint: tests and a rule that are needed only when a sweep changes nothing.
//!
//! Three tests find contradictions that sweeps do not find: an empty cell, a cell that must hold two digits,
//! and a minirow or minicolumn that must hold four digits. Hidden triples remove candidates: if a minirow must
//! hold three digits, it holds no others.
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
    /// Hidden triples removed candidates. Holds the cells that are left.
    Changed(Candidates<V>),
    /// The search must branch. Holds the minirows and the minicolumns.
    Stuck([[V; 3]; 2]),
}

/// Tests a grid that the last sweep has not changed, and applies hidden triples.
#[inline(always)]
pub(super) fn examine<Q: Quads>(quads: Q, cells: &Candidates<Q::V>) -> Fixpoint<Q::V> {
    let minis = [minirows(quads, cells), minicolumns(quads, cells)];
    // After a sweep, a digit with one cell is its only candidate, unless the cell must hold another digit, too.
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
            // Digits that are nowhere else in the box must be here. If there are four, nothing is kept, so
            // that the next sweep finds digits without a place.
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
