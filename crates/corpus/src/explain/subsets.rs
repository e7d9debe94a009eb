//! Naked subsets: k cells of a house with k candidate digits in total. Hidden subsets: k digits of a house with k
//! positions in total. Fish: k lines where a digit has positions in only k cross lines.

use super::{
    step::{Step, StepKind},
    view::{BOXES, COLUMNS, ROWS, house_cell, house_cells},
};
use crate::{
    marks::{DirtySet, Marks},
    patterns::{find_subset, size},
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{CellSet, HOUSES};

/// Returns the number of unsolved cells of a house.
#[inline]
pub(super) fn empty_cells(marks: &Marks, house: usize) -> usize {
    marks.positions[house].iter().filter(|&&positions| positions != 0).count()
}

/// Calls `find` for the houses that have changed since the last search without a result, until it returns something.
fn each_dirty_house<T>(
    dirty: &mut DirtySet,
    mut find: impl FnMut(usize) -> Option<T>,
) -> Option<T> {
    let houses = dirty.houses;
    for house in [BOXES, COLUMNS, ROWS].into_iter().flat_map(|kind| bits(kind & houses)) {
        let done = find(house);
        if done.is_some() {
            return done;
        }
        dirty.houses &= !(1 << house);
    }
    None
}

/// Calls `found` for each step by `k` cells of a house with `k` digits in total, until it returns something.
pub(super) fn naked_subset<T>(
    marks: &Marks,
    dirty: &mut DirtySet,
    k: u32,
    mut found: impl FnMut(Step) -> Option<T>,
) -> Option<T> {
    let kind = match k {
        2 => StepKind::NakedPair,
        3 => StepKind::NakedTriple,
        _ => StepKind::NakedQuad,
    };
    each_dirty_house(dirty, |house| {
        if empty_cells(marks, house) < 2 * k as usize {
            return None;
        }
        let candidates = HOUSES[house].map(|cell| marks.cells[usize::from(cell)]);
        find_subset(&candidates, k, |positions, digits| {
            let others = bits(!positions & 0x1FF);
            if others.clone().all(|position| candidates[position] & digits == 0) {
                return None;
            }
            let cells = house_cells(house, positions);
            let others = others.map(|position| house_cell(house, position));
            let step = Step::new(kind, cells, digits).in_houses(1 << house, 0);
            found(step.with_eliminations_in(marks, others, digits))
        })
    })
}

/// Calls `found` for each step by `k` digits of a house with `k` positions in total, until it returns something. With
/// `direct`, only steps that leave a hidden single in the house count.
pub(super) fn hidden_subset<T>(
    marks: &Marks,
    dirty: &mut DirtySet,
    k: u32,
    direct: bool,
    mut found: impl FnMut(Step) -> Option<T>,
) -> Option<T> {
    let kind = match (k, direct) {
        (2, true) => StepKind::DirectHiddenPair,
        (_, true) => StepKind::DirectHiddenTriple,
        (2, _) => StepKind::HiddenPair,
        (3, _) => StepKind::HiddenTriple,
        _ => StepKind::HiddenQuad,
    };
    let least = if direct { k } else { 2 * k } as usize;
    each_dirty_house(dirty, |house| {
        if empty_cells(marks, house) <= least {
            return None;
        }
        find_subset(&marks.positions[house], k, |digits, positions| {
            let cells = bits(positions).map(|position| house_cell(house, position));
            let single = if direct {
                Some(single_left(marks, house, digits, positions)?)
            } else if cells.clone().all(|cell| marks.cells[cell] & !digits == 0) {
                return None;
            } else {
                None
            };
            let own = house_cells(house, positions);
            let step = Step::new(kind, own, digits).in_houses(1 << house, 0);
            found(match single {
                Some((cell, digit)) => step.with_placement(cell, digit),
                None => step.with_eliminations_in(marks, cells, !digits),
            })
        })
    })
}

/// Returns the first digit, not one of `digits`, that has several positions in `house` but only one outside of
/// `positions`.
fn single_left(marks: &Marks, house: usize, digits: u16, positions: u16) -> Option<(usize, usize)> {
    bits(!digits & 0x1FF).find_map(|digit| {
        let of_digit = marks.positions[house][digit];
        let rest = of_digit & !positions;
        (size(of_digit) > 1 && rest.is_power_of_two())
            .then(|| (house_cell(house, rest.trailing_zeros() as usize), digit))
    })
}

/// Calls `found` for each step by `k` columns where a digit has positions in only `k` rows, or by `k` rows where it has
/// positions in only `k` columns, until `found` returns something.
pub(super) fn fish<T>(
    marks: &Marks,
    dirty: &mut DirtySet,
    k: u32,
    mut found: impl FnMut(Step) -> Option<T>,
) -> Option<T> {
    let kind = match k {
        2 => StepKind::XWing,
        3 => StepKind::Swordfish,
        _ => StepKind::Jellyfish,
    };
    for (base, cover) in [(9, 0), (0, 9)] {
        // Sort by lines, then by digit.
        let mut all = Vec::new();
        for digit in bits(dirty.digits) {
            let along: [u16; 9] = std::array::from_fn(|line| marks.positions[base + line][digit]);
            // With fewer lines, a smaller fish in the other direction makes the same eliminations.
            if along.iter().filter(|&&across| across != 0).count() >= 2 * k as usize {
                find_subset(&along, k, |lines, across| {
                    all.push((lines, digit, across));
                    None::<()>
                });
            }
        }
        all.sort_unstable();
        for (lines, digit, across) in all {
            let own = candidates_in_lines(marks, base, lines, digit);
            let struck = candidates_in_lines(marks, cover, across, digit) & !own;
            if struck.is_empty() {
                continue;
            }
            let step = Step::new(kind, own, 1 << digit).with_eliminations(digit, struck);
            let done = found(step.in_houses(u32::from(lines) << base, u32::from(across) << cover));
            if done.is_some() {
                return done;
            }
        }
    }
    dirty.digits = 0;
    None
}

/// Returns the candidates of a digit in the lines of `lines`, a mask of nine lines from `first` on.
pub(super) fn candidates_in_lines(
    marks: &Marks,
    first: usize,
    lines: u16,
    digit: usize,
) -> CellSet {
    bits(lines).fold(CellSet::EMPTY, |cells, line| cells | marks.candidates_in(first + line, digit))
}
