//! Naked and hidden subsets: k cells of a house with k candidates in all, or k digits with k
//! positions; fish: k lines with k cross lines for a digit.

use super::{
    ladder::{StepFinder, StepMemory},
    singles::{KINDS_OF_HOUSES, cell_at, cells_at, size},
    step::{Step, StepKind},
};
use crate::marks::{Changes, Marks};
use batchdoku_base::bits;
use batchdoku_engine::grid::{CellSet, HOUSES};

/// Calls `found(members, union)` for each `k` of the nine masks that have 2 to k bits each and k in
/// all, in ascending order of the members as a number, until it returns a step.
pub(super) fn find_subset<T>(
    masks: &[u16; 9],
    k: u32,
    mut found: impl FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    let (mut eligible, mut count) = ([0u8; 9], 0);
    for (index, mask) in masks.iter().enumerate() {
        if (2..=k).contains(&size(*mask)) {
            eligible[count] = index as u8;
            count += 1;
        }
    }
    if count < k as usize {
        return None;
    }
    if k == 2 {
        for (index, &member) in eligible[..count].iter().enumerate() {
            let union = masks[usize::from(member)];
            for &other in &eligible[..index] {
                if masks[usize::from(other)] == union {
                    let step = found(1 << other | 1 << member, union);
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
        return None;
    }
    let subset = (0, 0);
    add_members(masks, &eligible[..count], k, (k, subset), &mut found)
}

/// Adds `missing` of `eligible` to the members and the union so far: the highest member first, so that
/// the members ascend as a number.
fn add_members<T>(
    masks: &[u16; 9],
    eligible: &[u8],
    k: u32,
    (missing, (members, union)): (u32, (u16, u16)),
    found: &mut impl FnMut(u16, u16) -> Option<T>,
) -> Option<T> {
    if missing == 0 {
        return if size(union) == k { found(members, union) } else { None };
    }
    for (index, &member) in eligible.iter().enumerate().skip(missing as usize - 1) {
        let union = union | masks[usize::from(member)];
        if size(union) <= k {
            let subset = (members | 1 << member, union);
            let step = add_members(masks, &eligible[..index], k, (missing - 1, subset), found);
            if step.is_some() {
                return step;
            }
        }
    }
    None
}

/// The subsets of `k` of the `n` lowest bits, in ascending order as numbers (Warren, "Hacker's
/// Delight", 2002: the next number with as many bits).
pub(super) fn combinations(n: u32, k: u32) -> impl Iterator<Item = u32> {
    let mut next = if k <= n { (1u32 << k) - 1 } else { u32::MAX };
    std::iter::from_fn(move || {
        if next >> n != 0 {
            return None;
        }
        let chosen = next;
        next = if chosen == 0 {
            u32::MAX
        } else {
            let carried = chosen + (chosen & chosen.wrapping_neg());
            carried | ((carried ^ chosen) >> (chosen.trailing_zeros() + 2))
        };
        Some(chosen)
    })
}

/// The unsolved cells of a house.
#[inline]
fn empty_cells(marks: &Marks, house: usize) -> usize {
    marks.positions[house].iter().filter(|&&positions| positions != 0).count()
}

/// Calls `find` for the houses that have not been seen since they changed, until it returns something.
fn each_unseen<T>(unseen: &mut Changes, mut find: impl FnMut(usize) -> Option<T>) -> Option<T> {
    let houses = unseen.houses;
    for house in KINDS_OF_HOUSES.into_iter().flat_map(|kind| bits(kind & houses)) {
        let step = find(house);
        if step.is_some() {
            return step;
        }
        unseen.houses &= !(1 << house);
    }
    None
}

/// `k` cells of a house with `k` candidates in all.
pub(super) struct NakedSubset(pub(super) u32);

impl StepFinder for NakedSubset {
    fn find(&self, marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
        self.each(marks, &mut memory.unseen, Some)
    }
}

impl NakedSubset {
    /// Calls `found` for each step until it returns something.
    pub(super) fn each<T>(
        &self,
        marks: &Marks,
        unseen: &mut Changes,
        mut found: impl FnMut(Step) -> Option<T>,
    ) -> Option<T> {
        let k = self.0;
        let (kind, er) = match k {
            2 => (StepKind::NakedPair, 30),
            3 => (StepKind::NakedTriple, 36),
            _ => (StepKind::NakedQuad, 50),
        };
        each_unseen(unseen, |house| {
            if empty_cells(marks, house) < 2 * k as usize {
                return None;
            }
            let candidates = HOUSES[house].map(|cell| marks.cells[usize::from(cell)]);
            find_subset(&candidates, k, |positions, digits| {
                let others = bits(!positions & 0x1FF);
                if others.clone().all(|position| candidates[position] & digits == 0) {
                    return None;
                }
                let mut step = Step::new(kind, er, cells_at(house, positions), digits)
                    .in_houses(1 << house, 0);
                for position in others {
                    step.strike(cell_at(house, position), candidates[position] & digits);
                }
                found(step)
            })
        })
    }
}

/// `k` digits of a house with `k` positions in all; `direct`: only those that leave a hidden single
/// in the house.
pub(super) struct HiddenSubset {
    pub(super) k: u32,
    pub(super) direct: bool,
}

impl StepFinder for HiddenSubset {
    fn find(&self, marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
        self.each(marks, &mut memory.unseen, Some)
    }
}

impl HiddenSubset {
    /// Calls `found` for each step until it returns something.
    pub(super) fn each<T>(
        &self,
        marks: &Marks,
        unseen: &mut Changes,
        mut found: impl FnMut(Step) -> Option<T>,
    ) -> Option<T> {
        let k = self.k;
        let (kind, er) = match (k, self.direct) {
            (2, true) => (StepKind::DirectHiddenPair, 20),
            (_, true) => (StepKind::DirectHiddenTriple, 25),
            (2, _) => (StepKind::HiddenPair, 34),
            (3, _) => (StepKind::HiddenTriple, 40),
            _ => (StepKind::HiddenQuad, 54),
        };
        let least = if self.direct { k } else { 2 * k } as usize;
        each_unseen(unseen, |house| {
            if empty_cells(marks, house) <= least {
                return None;
            }
            find_subset(&marks.positions[house], k, |digits, positions| {
                let single = if self.direct {
                    Some(single_left(marks, house, digits, positions)?)
                } else {
                    None
                };
                let cells = bits(positions).map(|position| cell_at(house, position));
                if cells.clone().all(|cell| marks.cells[cell] & !digits == 0) {
                    return None;
                }
                let mut step = Step::new(kind, er, cells_at(house, positions), digits)
                    .in_houses(1 << house, 0);
                if let Some((cell, digit)) = single {
                    return found(step.placing(cell, digit));
                }
                for cell in cells {
                    step.strike(cell, marks.cells[cell] & !digits);
                }
                found(step)
            })
        })
    }
}

/// The first digit but `digits` that has one position in `house` outside of `positions`, and more
/// positions now.
fn single_left(marks: &Marks, house: usize, digits: u16, positions: u16) -> Option<(usize, usize)> {
    bits(!digits & 0x1FF).find_map(|digit| {
        let of_digit = marks.positions[house][digit];
        let rest = of_digit & !positions;
        (size(of_digit) > 1 && rest.is_power_of_two())
            .then(|| (cell_at(house, rest.trailing_zeros() as usize), digit))
    })
}

/// `k` columns in which a digit has `k` rows in all, or the other way round.
pub(super) struct Fish(pub(super) u32);

impl StepFinder for Fish {
    fn find(&self, marks: &Marks, memory: &mut StepMemory) -> Option<Step> {
        self.each(marks, &mut memory.unseen, Some)
    }
}

impl Fish {
    /// Calls `found` for each step until it returns something.
    pub(super) fn each<T>(
        &self,
        marks: &Marks,
        unseen: &mut Changes,
        mut found: impl FnMut(Step) -> Option<T>,
    ) -> Option<T> {
        let k = self.0;
        let (kind, er) = match k {
            2 => (StepKind::XWing, 32),
            3 => (StepKind::Swordfish, 38),
            _ => (StepKind::Jellyfish, 52),
        };
        for (base, cover) in [(9, 0), (0, 9)] {
            // By lines, then by digit.
            let mut all = Vec::new();
            for digit in bits(unseen.digits) {
                let along: [u16; 9] =
                    std::array::from_fn(|line| marks.positions[base + line][digit]);
                // Otherwise smaller fish have done it all.
                if along.iter().filter(|&&across| across != 0).count() >= 2 * k as usize {
                    find_subset(&along, k, |lines, across| {
                        all.push((lines, digit, across));
                        None::<()>
                    });
                }
            }
            all.sort_unstable();
            for (lines, digit, across) in all {
                let own = lines_cells(marks, base, lines, digit);
                let struck = lines_cells(marks, cover, across, digit) & !own;
                if struck.is_empty() {
                    continue;
                }
                let mut step = Step::new(kind, er, own, 1 << digit)
                    .in_houses(u32::from(lines) << base, u32::from(across) << cover);
                step.struck[digit] = struck;
                let done = found(step);
                if done.is_some() {
                    return done;
                }
            }
        }
        unseen.digits = 0;
        None
    }
}

/// The candidates of a digit in some of nine lines.
fn lines_cells(marks: &Marks, first: usize, lines: u16, digit: usize) -> CellSet {
    bits(lines).fold(CellSet::EMPTY, |cells, line| {
        cells | cells_at(first + line, marks.positions[first + line][digit])
    })
}
