//! ALS-XZ: two almost locked sets with a restricted common.
//!
//! ```text
//!   [ x … z ] -- x -- [ x … z ]     one of the sets lacks x, so it holds z: a z that sees all z of both
//!                                   goes
//! ```
//!
//! With two restricted commons x and y, each set lacks exactly one of the two and holds all its other digits. So any
//! other digit goes from the cells that see all its candidates in the set; x and y go from the cells that see all their
//! candidates in both sets. (B. Hobiger, HoDoKu, "ALS-XZ".)

use super::{
    als::{Als, almost_locked_sets},
    step::{Step, StepKind},
    wanted::Wanted,
};
use crate::{marks::Marks, patterns::size};
use batchdoku_base::bits;
use batchdoku_engine::grid::CellSet;

/// Finds an ALS-XZ, singly or doubly linked.
pub(super) fn als_xz(marks: &Marks, wanted: &mut Wanted) -> Option<Step> {
    let all = marks.all_candidates();
    let sets = almost_locked_sets(marks, &all);
    for (index, one) in sets.iter().enumerate() {
        for other in &sets[..index] {
            let common = one.digits & other.digits;
            if size(common) >= 2
                && let Some(step) = close(&all, one, other).and_then(|step| wanted.take(step))
            {
                return Some(step);
            }
        }
    }
    None
}

fn close(all: &[CellSet; 9], one: &Als, other: &Als) -> Option<Step> {
    let restricted = one.restricted(other);
    if restricted == 0 {
        return None;
    }
    let common = one.digits & other.digits;
    let cells = one.cells | other.cells;
    let mut step = Step::new(StepKind::AlsXz, cells, one.digits | other.digits);
    let doubly = restricted.count_ones() == 2 && (one.cells & other.cells).is_empty();
    // If x is restricted, any other common digit is z.
    let z = if restricted.count_ones() == 1 { common & !restricted } else { common };
    for digit in bits(z) {
        step.struck[digit] = one.seeing_both(other, digit, all[digit]);
    }
    if doubly {
        for set in [one, other] {
            for digit in bits(set.digits & !restricted) {
                step.struck[digit] = step.struck[digit] | set.seeing[digit] & all[digit];
            }
        }
    }
    step.into_productive()
}
