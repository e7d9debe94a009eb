//! Aligned exclusion: lists the ways to fill two or three cells, excludes those that leave a common peer without a
//! candidate, and eliminates the candidates that occur in no other way.

use super::{
    step::{Step, StepKind},
    view::cells_within,
};
use crate::marks::{DirtySet, Marks};
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, PEER_SETS};

/// Finds an aligned exclusion of `k` cells: two or three.
pub(super) fn aligned_exclusion(marks: &Marks, dirty: &mut DirtySet, k: usize) -> Option<Step> {
    let small = marks.cells_of_size(2..=k as u32);
    let singles = marks.cells_of_size(1..=1);
    let bases: Vec<usize> = (marks.cells_of_size(2..=9).into_iter().map(Cell::index))
        .filter(|&cell| {
            let peers = PEER_SETS[cell];
            (peers & singles).is_empty() && !(peers & small).is_empty()
        })
        .collect();
    let all: CellSet = bases.iter().map(|&cell| Cell::ALL[cell]).collect();
    // Cells that have been tried exclude something new only if they or one of their common peers changed since.
    let changed = cells_within(dirty.houses);
    let small_bases = small & all;
    for (index, &second) in bases.iter().enumerate() {
        for &first in &bases[..index] {
            let peers = PEER_SETS[first] & PEER_SETS[second];
            let own = CellSet::from_iter([Cell::ALL[first], Cell::ALL[second]]);
            if !has_two(small & peers) {
                continue;
            }
            if k == 2 {
                if !((peers | own) & changed).is_empty()
                    && let Some(step) = exclude(marks, &[first, second], small & peers)
                {
                    return Some(step);
                }
                continue;
            }
            for third in thirds(small_bases, [first, second]) {
                let peers = peers & PEER_SETS[third];
                let own = own | CellSet::from_iter([Cell::ALL[third]]);
                if has_two(small & peers)
                    && !((peers | own) & changed).is_empty()
                    && let Some(step) = exclude(marks, &[first, second, third], small & peers)
                {
                    return Some(step);
                }
            }
        }
    }
    *dirty = DirtySet::NONE;
    None
}

/// Lists the third cells of a pair of bases: small bases that see one of the two, unless the three have been tried before.
fn thirds(small: CellSet, [first, second]: [usize; 2]) -> impl Iterator<Item = usize> {
    let pair = CellSet::from_iter([Cell::ALL[first], Cell::ALL[second]]);
    let seen = pair | seen(small, [first, second]);
    // Sudoku Explainer takes cells that see the first cell before those that see only the second.
    let near_first = small & PEER_SETS[first] & !seen;
    let near_second = small & PEER_SETS[second] & !seen;
    near_first.into_iter().chain(near_second & !near_first).map(Cell::index)
}

/// Returns the third cells with which `first` and `second` form a triplet that has been tried before: as a pair of the
/// third cell and one of the two, with the other of the two as third cell. Pairs are tried in the order of their later
/// cell.
fn seen(small: CellSet, [first, second]: [usize; 2]) -> CellSet {
    seen_with_third(small, second, first) | seen_with_third(small, first, second)
}

/// Returns the cells that have already formed a pair with `other` that had `third` as third cell. Pairs of cells before
/// `third` have been tried earlier. A third cell is small and sees a cell of the pair.
fn seen_with_third(small: CellSet, third: usize, other: usize) -> CellSet {
    if !small.contains(Cell::ALL[third]) {
        return CellSet::EMPTY;
    }
    let before = CellSet::from_bits_truncate((1 << third) - 1);
    if PEER_SETS[third].contains(Cell::ALL[other]) { before } else { before & PEER_SETS[third] }
}

fn has_two(cells: CellSet) -> bool {
    let bits = cells.bits();
    bits & bits.wrapping_sub(1) != 0
}

/// Returns all digits if two cells see each other, because then each digit excludes itself in the other cell; otherwise
/// none.
fn if_peers(a: usize, b: usize) -> u16 {
    if PEER_SETS[a].contains(Cell::ALL[b]) { u16::MAX } else { 0 }
}

/// Eliminates the candidates of `cells` that occur in no allowed way to fill them. A way is not allowed if it uses up
/// all candidates of an excluder.
fn exclude(marks: &Marks, cells: &[usize], excluders: CellSet) -> Option<Step> {
    // `barred` has, for each digit, the digits that it excludes, because an excluder has just these two candidates.
    // `triples` has the excluders with three candidates.
    let mut barred = [0u16; 10];
    let mut triples = [0u16; 20];
    let mut count = 0;
    for cell in excluders {
        let digits = marks.cells[cell.index()];
        let rest = digits & (digits - 1);
        if rest.is_power_of_two() {
            barred[digits.trailing_zeros() as usize] |= rest;
            barred[rest.trailing_zeros() as usize] |= digits ^ rest;
        } else {
            triples[count] = digits;
            count += 1;
        }
    }
    let triples = &triples[..count];
    let [first, second] = [cells[0], cells[1]];
    // Without a third cell, digit 9, which no cell has, stands in for its candidates.
    let (third, of_third) = cells.get(2).map_or((first, 1 << 9), |&cell| (cell, marks.cells[cell]));
    let all = [marks.cells[first], marks.cells[second], of_third];
    let sees = [if_peers(first, second), if_peers(first, third), if_peers(second, third)];
    let mut possible = [0u16; 3];
    for a in bits(all[0]) {
        let own = 1 << a;
        for b in bits(all[1] & !(barred[a] | sees[0] & own)) {
            let pair = own | 1 << b;
            if possible[0] & own != 0 && possible[1] >> b & 1 == 1 && possible[2] == all[2] {
                continue;
            }
            let mut others = all[2] & !(barred[a] | barred[b] | sees[1] & own | sees[2] & 1 << b);
            for triple in triples {
                let rest = triple & !pair;
                if rest.is_power_of_two() {
                    others &= !rest;
                }
            }
            if others != 0 {
                possible[0] |= own;
                possible[1] |= 1 << b;
                possible[2] |= others;
            }
        }
    }
    if possible == all {
        return None;
    }
    let kind = match cells.len() {
        2 => StepKind::AlignedPairExclusion,
        _ => StepKind::AlignedTripletExclusion,
    };
    let digits = marks.union(cells.iter().copied());
    let own = cells.iter().map(|&cell| Cell::ALL[cell]).collect::<CellSet>() | excluders;
    let mut step = Step::new(kind, own, digits);
    for (&cell, possible) in cells.iter().zip(possible) {
        step.strike(cell, marks.cells[cell] & !possible);
    }
    step.into_productive()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use batchdoku_testkit::{rng, scaled};
    use rand::RngExt;

    /// Of three bases, any base that is small and sees another base can be the third cell.
    #[test]
    fn each_triplet_is_tried_once() {
        let mut rng = rng(5);
        for _ in 0..scaled(20) {
            let bases: Vec<usize> = (0..81).filter(|_| rng.random_bool(0.3)).collect();
            let all: CellSet = bases.iter().map(|&cell| Cell::ALL[cell]).collect();
            let small: CellSet = all.into_iter().filter(|_| rng.random_bool(0.5)).collect();
            let mut tried = Vec::new();
            for (index, &second) in bases.iter().enumerate() {
                for &first in &bases[..index] {
                    for third in thirds(small, [first, second]) {
                        let mut triplet = [first, second, third];
                        triplet.sort_unstable();
                        tried.push(triplet);
                    }
                }
            }
            let mut expected = BTreeSet::new();
            for third in small.into_iter().map(Cell::index) {
                for &near in
                    bases.iter().filter(|&&near| PEER_SETS[third].contains(Cell::ALL[near]))
                {
                    for &other in bases.iter().filter(|&&other| other != near && other != third) {
                        let mut triplet = [third, near, other];
                        triplet.sort_unstable();
                        expected.insert(triplet);
                    }
                }
            }
            let once: BTreeSet<_> = tried.iter().copied().collect();
            let missed: Vec<_> = expected.difference(&once).take(3).collect();
            assert!(missed.is_empty(), "these cells are never tried together: {missed:?}");
            let others: Vec<_> = once.difference(&expected).take(3).collect();
            assert!(others.is_empty(), "these cells do not see each other: {others:?}");
            assert_eq!(tried.len(), once.len(), "some cells are tried together twice");
        }
    }
}
