//! ALS-XY-wing: three almost locked sets. The first and the second each have a restricted common with the third.
//!
//! ```text
//!   [ x … z ] -- x -- [ x … y ] -- y -- [ y … z ]     the set in the middle holds x or y, so one of the
//!                                                     others lacks it and holds z
//! ```
//!
//! (B. Hobiger, HoDoKu, "ALS-XY-Wing".)

use super::{
    als::{Als, almost_locked_sets},
    step::{Step, StepKind},
    wanted::Wanted,
};
use crate::marks::Marks;
use batchdoku_base::bits;

pub(super) fn als_xy_wing(marks: &Marks, wanted: &mut Wanted) -> Option<Step> {
    let all = marks.all_candidates();
    let sets = almost_locked_sets(marks, &all);
    let mut linked: Vec<(&Als, u16)> = Vec::new();
    for middle in &sets {
        linked.clear();
        for set in &sets {
            let restricted = middle.restricted(set);
            if restricted != 0 {
                linked.push((set, restricted));
            }
        }
        for (index, &(one, x)) in linked.iter().enumerate() {
            for &(other, y) in &linked[..index] {
                // Two different digits.
                if (x | y).count_ones() < 2 {
                    continue;
                }
                for z in bits(one.digits & other.digits) {
                    let links = [x & !(1 << z), y & !(1 << z)];
                    if links.contains(&0) || (links[0] | links[1]).count_ones() < 2 {
                        continue;
                    }
                    let struck = one.seeing_both(other, z, all[z]);
                    if struck.is_empty() {
                        continue;
                    }
                    let cells = one.cells | middle.cells | other.cells;
                    let digits = one.digits | middle.digits | other.digits;
                    let step = Step::new(StepKind::AlsXyWing, cells, digits);
                    let done = wanted.take(step.with_eliminations(z, struck));
                    if done.is_some() {
                        return done;
                    }
                }
            }
        }
    }
    None
}
