//! Aligned exclusion: of the ways to fill two or three cells, those that leave a common peer
//! without a candidate are excluded; a candidate that is in no other way is eliminated.

use super::step::{Step, StepKind};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, PEER_SETS};

/// Finds an aligned exclusion of `k` cells: two or three.
pub(super) fn aligned_exclusion(marks: &Marks, k: usize) -> Option<Step> {
    let small = marks.cells_of_size(2..=k as u32);
    let singles = marks.cells_of_size(1..=1);
    let bases: Vec<usize> = (marks.cells_of_size(2..=9).into_iter().map(Cell::index))
        .filter(|&cell| {
            let peers = PEER_SETS[cell];
            (peers & singles).is_empty() && !(peers & small).is_empty()
        })
        .collect();
    let all: CellSet = bases.iter().map(|&cell| Cell::ALL[cell]).collect();
    for (index, &second) in bases.iter().enumerate() {
        for &first in &bases[..index] {
            let excluders = small & PEER_SETS[first] & PEER_SETS[second];
            if excluders.len() < 2 {
                continue;
            }
            if k == 2 {
                let step = exclude(marks, &[first, second], excluders);
                if step.is_some() {
                    return step;
                }
                continue;
            }
            // Those near the first cell come first.
            let near = |cell: usize| small & PEER_SETS[cell] & all;
            let third = near(first).into_iter().chain(near(second) & !near(first));
            for third in third.map(Cell::index).filter(|&cell| cell != first && cell != second) {
                let excluders = excluders & PEER_SETS[third];
                if excluders.len() >= 2
                    && let Some(step) = exclude(marks, &[first, second, third], excluders)
                {
                    return Some(step);
                }
            }
        }
    }
    None
}

/// Eliminates the candidates of `cells` that are in no way to fill them.
fn exclude(marks: &Marks, cells: &[usize], excluders: CellSet) -> Option<Step> {
    let mut masks = [0; 20];
    for (mask, cell) in masks.iter_mut().zip(excluders) {
        *mask = marks.cells[cell.index()];
    }
    let masks = &masks[..excluders.len()];
    let allowed = |digits: u16| masks.iter().all(|mask| mask & !digits != 0);
    let sees = |a: usize, b: usize| PEER_SETS[a].contains(Cell::ALL[b]);
    let [first, second] = [cells[0], cells[1]];
    // Where there is no third cell, it has a digit that no cell has.
    let (third, of_third) = cells.get(2).map_or((first, 1 << 9), |&cell| (cell, marks.cells[cell]));
    let all = [marks.cells[first], marks.cells[second], of_third];
    let mut possible = [0u16; 3];
    for a in bits(all[0]) {
        for b in bits(all[1]) {
            if a == b && sees(first, second) {
                continue;
            }
            let pair = 1 << a | 1 << b;
            for c in bits(all[2]) {
                if c == a && sees(first, third) || c == b && sees(second, third) {
                    continue;
                }
                let known = possible[0] >> a & possible[1] >> b & possible[2] >> c & 1 == 1;
                if !known && allowed(pair | 1 << c) {
                    possible[0] |= 1 << a;
                    possible[1] |= 1 << b;
                    possible[2] |= 1 << c;
                    if possible == all {
                        return None;
                    }
                }
            }
        }
    }
    let kind = match cells.len() {
        2 => StepKind::AlignedPairExclusion,
        _ => StepKind::AlignedTripletExclusion,
    };
    let digits = cells.iter().fold(0, |digits, &cell| digits | marks.cells[cell]);
    let own = cells.iter().map(|&cell| Cell::ALL[cell]).collect::<CellSet>() | excluders;
    let mut step = Step::new(kind, own, digits);
    for (&cell, possible) in cells.iter().zip(possible) {
        step.strike(cell, marks.cells[cell] & !possible);
    }
    step.if_worth()
}
