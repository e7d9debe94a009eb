//! An almost locked set and a bivalue cell: WXYZ-wing and larger.
//!
//! The set has n cells of a house and n + 1 digits. If the bivalue cell `xz` sees all cells of the set that have `x`,
//! then the set or the cell holds `z`: x is the restricted common, as in ALS-XZ. If the cell also sees all cells of the
//! set that have `z`, all digits of set and cell are locked.

use std::cmp::Reverse;

use super::{
    step::{Er, Step, StepKind},
    view::{cells_within, common_peers, peers_of},
    wanted::Wanted,
};
use crate::{
    marks::{DirtySet, Marks},
    patterns::{each_almost_locked, size},
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{ALL_DIGITS, Cell, CellSet, HOUSES, PEER_SETS};

/// The order of wings of equal rating: more eliminations first, then doubly linked wings, the larger cell and more
/// candidates, then the cells.
type WingRank = (Er, Reverse<(usize, bool, u32, u32)>, Reverse<u128>, Cell);

/// Finds the wing of the lowest rating whose almost locked set has `n` cells.
///
/// A set and a cell that form no wing form none after an elimination elsewhere. So in houses that have not changed,
/// only cells that have changed are tried.
pub(super) fn als_wing(
    marks: &Marks,
    dirty: &mut DirtySet,
    n: u32,
    wanted: &mut Wanted,
) -> Option<Step> {
    let kind = match n {
        3 => StepKind::WxyzWing,
        4 => StepKind::VwxyzWing,
        5 => StepKind::UvwxyzWing,
        _ => StepKind::TuvwxyzWing,
    };
    let pairs = marks.cells_of_size(2..=2);
    let changed = pairs & cells_within(dirty.houses);
    let all = marks.all_candidates();
    let mut best: Option<(WingRank, Step)> = None;
    for (index, house) in HOUSES.into_iter().enumerate() {
        let pairs = if dirty.houses >> index & 1 == 1 { pairs } else { changed };
        if pairs.is_empty() {
            continue;
        }
        let candidates = house.map(|cell| marks.cells[cell.index()]);
        each_almost_locked(&candidates, n, |positions, digits| {
            let mut largest = 0;
            let mut total = 0;
            for position in bits(positions) {
                let size = size(candidates[position]);
                largest = largest.max(size);
                total += size;
            }
            let er = kind.er() + added(n, largest);
            if best.as_ref().is_some_and(|(rank, _)| rank.0 < er) {
                return;
            }
            let set: CellSet = bits(positions).map(|position| house[position]).collect();
            let with_more = bits(!digits & ALL_DIGITS).fold(set, |more, digit| more | all[digit]);
            for other in pairs & !with_more & peers_of(set) {
                let pair = marks.cells[other.index()];
                let Some((struck, double)) = linked(&all, set, other, pair, digits) else {
                    continue;
                };
                let eliminated = struck.iter().map(|cells| cells.len()).sum();
                let rank = (
                    er,
                    Reverse((eliminated, double, largest, total)),
                    Reverse(set.bits().reverse_bits()),
                    other,
                );
                if best.as_ref().is_none_or(|(best, _)| rank < *best) {
                    let own = set | CellSet::from_iter([other]);
                    let mut step = Step::new(kind, own, digits).rated(er);
                    step.struck = struck;
                    best = wanted.take(step).map(|step| (rank, step));
                }
            }
        });
    }
    if best.is_none() {
        *dirty = DirtySet::NONE;
    }
    best.map(|(_, step)| step)
}

/// Returns the tenths of ER that a set of `n` cells adds if its largest cell has `largest` candidates.
fn added(n: u32, largest: u32) -> u8 {
    match (n, largest) {
        (4, 3) => 2,
        (3, 3) | (4, 2 | 4) => 1,
        _ => 0,
    }
}

/// Returns the eliminations of the set and the bivalue cell, and whether both digits link them.
fn linked(
    all: &[CellSet; 9],
    set: CellSet,
    other: Cell,
    pair: u16,
    digits: u16,
) -> Option<([CellSet; 9], bool)> {
    let peers = PEER_SETS[other.index()];
    // The candidates of a digit that see all of its candidates in the set.
    let seeing = |digit: usize| common_peers(all[digit] & set) & all[digit] & !set;
    let x = pair.trailing_zeros() as usize;
    let z = (pair & (pair - 1)).trailing_zeros() as usize;
    // A digit links the set and the cell if the cell sees all of its candidates in the set.
    let by_x = (all[x] & set & !peers).is_empty();
    let by_z = (all[z] & set & !peers).is_empty();
    if !by_x && !by_z {
        return None;
    }
    let mut struck = [CellSet::EMPTY; 9];
    if by_x {
        struck[z] = seeing(z) & peers;
    }
    if by_z {
        struck[x] = seeing(x) & peers;
    }
    let mut double = by_x && by_z;
    if double {
        let mut weak = false;
        for digit in bits(digits & !pair) {
            struck[digit] = seeing(digit) & !CellSet::from_iter([other]);
            weak |= !struck[digit].is_empty();
        }
        double = weak || !struck[x].is_empty() && !struck[z].is_empty();
    }
    struck.iter().any(|cells| !cells.is_empty()).then_some((struck, double))
}
