//! Finned and sashimi fish: a fish but for some candidates in one box, the fins.
//!
//! ```text
//!        c2        c7 c8 c9
//!   r2   x         x  f  .      either the fins hold no digit, then it is a fish, or one of them does:
//!   r5   x         x  .  .      a candidate of the fish's eliminations that sees all fins goes
//!   r1   .         -  .  .
//! ```
//!
//! The fish is sashimi if one of its lines has at most one candidate left without the fins. (B. Hobiger,
//! HoDoKu, "Finned/Sashimi Fish".)

use super::{
    kinds::Kinds,
    step::{Step, StepKind},
    subsets::candidates_in_lines,
    view::{combinations, house_cells},
};
use crate::{
    marks::{DirtySet, Marks},
    patterns::size,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::CellSet;

/// Finds a finned or sashimi fish of `k` lines: three or four. Fish of two lines are found as chains of two
/// strong links.
pub(super) fn finned_fish(
    marks: &Marks,
    dirty: &mut DirtySet,
    k: u32,
    barred: Kinds,
) -> Option<Step> {
    for digit in bits(dirty.digits) {
        let step = [0, 9].into_iter().find_map(|base| of_digit(marks, digit, base, k, barred));
        if step.is_some() {
            return step;
        }
        dirty.digits &= !(1 << digit);
    }
    None
}

/// Returns the first fish of a digit whose base are rows (`base` 0) or columns (9).
fn of_digit(marks: &Marks, digit: usize, base: usize, k: u32, barred: Kinds) -> Option<Step> {
    let along: [u16; 9] = std::array::from_fn(|line| marks.positions[base + line][digit]);
    let filled = (0..9).filter(|&line| size(along[line]) >= 2);
    let filled = filled.fold(0u16, |all, line| all | 1 << line);
    for lines in combinations(9, k).map(|lines| lines as u16) {
        if lines & !filled != 0 {
            continue;
        }
        let union = |lines| bits(lines).fold(0u16, |all, line| all | along[line]);
        let all = size(union(lines));
        // A box has at most three cover lines of its own.
        if all > k + 3 || all <= k {
            continue;
        }
        for (chute, across) in (0..9).map(|in_order| (in_order / 3, in_order % 3)) {
            let own_lines = lines & 0b111 << (3 * chute);
            if own_lines == 0 {
                continue;
            }
            let in_box = 0b111 << (3 * across);
            // What is not in the box is covered.
            let outside = union(lines & !own_lines) | union(own_lines) & !in_box;
            let covers = match k.checked_sub(size(outside)) {
                Some(0) => [outside; 3],
                Some(1) => [0, 1, 2].map(|place| outside | 1 << (3 * across + place)),
                _ => continue,
            };
            let mut covers = covers.into_iter().filter(|&cover| size(cover) == k);
            let step = covers.find_map(|cover| {
                close(marks, digit, (base, lines), (cover, in_box), (chute, own_lines))
                    .filter(|step| !barred.contains(step.kind))
            });
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// Returns the step of a fish with fins, if it eliminates something: by its cover lines and those through a box in
/// which it has fins, and by its lines in a chute.
fn close(
    marks: &Marks,
    digit: usize,
    (base, lines): (usize, u16),
    (cover, in_box): (u16, u16),
    (chute, own_lines): (usize, u16),
) -> Option<Step> {
    let row = |line: usize| marks.positions[base + line][digit];
    let has_fins = bits(own_lines).any(|line| row(line) & in_box & !cover != 0);
    let mut struck = CellSet::EMPTY;
    for line in bits(0b111 << (3 * chute) & !lines).filter(|_| has_fins) {
        struck = struck | house_cells(base + line, row(line) & in_box & cover);
    }
    if struck.is_empty() {
        return None;
    }
    let sashimi = bits(lines).any(|line| (row(line) & cover).count_ones() < 2);
    let kind = match (lines.count_ones(), sashimi) {
        (3, false) => StepKind::FinnedSwordfish,
        (3, true) => StepKind::SashimiSwordfish,
        (_, false) => StepKind::FinnedJellyfish,
        (_, true) => StepKind::SashimiJellyfish,
    };
    let cells = candidates_in_lines(marks, base, lines, digit);
    let step = Step::new(kind, cells, 1 << digit).with_eliminations(digit, struck);
    Some(step.in_houses(u32::from(lines) << base, u32::from(cover) << (9 - base)))
}
