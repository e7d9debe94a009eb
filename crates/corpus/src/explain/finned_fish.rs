//! Finned and sashimi fish: fish with extra candidates, the fins, in one box.
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
    wanted::Wanted,
};
use crate::{
    marks::{DirtySet, Marks},
    patterns::size,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::CellSet;

/// Finds a finned or sashimi fish of `k` lines, three or four. `strong_links` finds those of two lines.
pub(super) fn finned_fish(
    marks: &Marks,
    dirty: &mut DirtySet,
    k: u32,
    barred: Kinds,
    wanted: &mut Wanted,
) -> Option<Step> {
    for digit in bits(dirty.digits) {
        let bases = [0, 9].map(|first_line| Base::new(marks, digit, first_line));
        if let Some(step) = bases.iter().find_map(|base| base.fish(k, barred, wanted)) {
            return Some(step);
        }
        dirty.digits &= !(1 << digit);
    }
    None
}

/// The rows, or the columns, as base lines for fish of a digit.
struct Base<'a> {
    marks: &'a Marks,
    digit: usize,
    /// The index of the first line: 0 for rows, 9 for columns.
    first_line: usize,
    /// The positions of the digit in each line.
    positions: [u16; 9],
}

/// The base lines of a fish in a chute, and the box of the chute with the fins.
struct FinBox {
    /// All lines of the chute.
    chute: u16,
    /// The lines of the fish.
    lines: u16,
    /// The positions in the box.
    positions: u16,
}

impl<'a> Base<'a> {
    fn new(marks: &'a Marks, digit: usize, first_line: usize) -> Self {
        let positions = std::array::from_fn(|line| marks.positions[first_line + line][digit]);
        Self { marks, digit, first_line, positions }
    }

    /// Returns the positions of the digit in `lines`.
    #[inline(always)]
    fn union(&self, lines: u16) -> u16 {
        bits(lines).fold(0, |union, line| union | self.positions[line])
    }

    /// Finds the first fish of `k` lines.
    fn fish(&self, k: u32, barred: Kinds, wanted: &mut Wanted) -> Option<Step> {
        let filled = (0..9).filter(|&line| size(self.positions[line]) >= 2);
        let filled = filled.fold(0u16, |filled, line| filled | 1 << line);
        for lines in combinations(9, k).map(|lines| lines as u16) {
            if lines & !filled != 0 {
                continue;
            }
            // A fish without fins has k cover lines. Fins add at most the three lines through a box.
            let all = size(self.union(lines));
            if all > k + 3 || all <= k {
                continue;
            }
            for (chute, across) in (0..9).map(|in_order| (in_order / 3, in_order % 3)) {
                let chute = 0b111 << (3 * chute);
                let fins = FinBox { chute, lines: lines & chute, positions: 0b111 << (3 * across) };
                if fins.lines == 0 {
                    continue;
                }
                // The cover has all positions outside of the box. If lines are left, they go through the box: at most
                // one.
                let outside =
                    self.union(lines & !fins.lines) | self.union(fins.lines) & !fins.positions;
                let through_box: &[u16] = match k.checked_sub(size(outside)) {
                    Some(0) => &[0],
                    Some(1) => &[0b001, 0b010, 0b100].map(|line| line << (3 * across)),
                    _ => continue,
                };
                for line in through_box {
                    let cover = outside | line;
                    if size(cover) == k
                        && let Some(step) = self.step(lines, cover, &fins)
                        && !barred.contains(step.kind)
                        && let Some(step) = wanted.take(step)
                    {
                        return Some(step);
                    }
                }
            }
        }
        None
    }

    /// Returns the step of a fish with fins in a box, if it has fins there and eliminates something: candidates in
    /// cover lines that see all fins.
    fn step(&self, lines: u16, cover: u16, fins: &FinBox) -> Option<Step> {
        let has_fins = self.union(fins.lines) & fins.positions & !cover != 0;
        if !has_fins {
            return None;
        }
        let mut struck = CellSet::EMPTY;
        for line in bits(fins.chute & !lines) {
            let positions = self.positions[line] & fins.positions & cover;
            struck = struck | house_cells(self.first_line + line, positions);
        }
        if struck.is_empty() {
            return None;
        }
        let sashimi = bits(lines).any(|line| size(self.positions[line] & cover) < 2);
        let kind = match (lines.count_ones(), sashimi) {
            (3, false) => StepKind::FinnedSwordfish,
            (3, true) => StepKind::SashimiSwordfish,
            (_, false) => StepKind::FinnedJellyfish,
            (_, true) => StepKind::SashimiJellyfish,
        };
        let cells = candidates_in_lines(self.marks, self.first_line, lines, self.digit);
        let step = Step::new(kind, cells, 1 << self.digit).with_eliminations(self.digit, struck);
        let base_houses = u32::from(lines) << self.first_line;
        let cover_houses = u32::from(cover) << (9 - self.first_line);
        Some(step.in_houses(base_houses, cover_houses))
    }
}
