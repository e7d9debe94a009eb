//! The techniques that a chain may use on the way, with the eliminations made so far.

use super::{
    ChainMemory, MultipleChains,
    hint::AllHints,
    loops, multiple,
    tree::{Nested, Tree},
};
use crate::{
    explain::{
        locked::Locked,
        singles::cells_at,
        step::{Step, StepKind},
        subsets::{Fish, HiddenSubset, NakedSubset},
    },
    marks::{Changes, Marks},
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{CellSet, HOUSES};

/// Adds what the first technique that yields something yields; returns whether there is any.
pub(super) fn extend(
    kind: MultipleChains,
    tree: &mut Tree,
    source: &Marks,
    live: &Marks,
    memory: &mut ChainMemory,
) -> bool {
    use MultipleChains as M;
    if matches!(kind, M::Nishio | M::Static | M::Dynamic) || memory.is_stopped() {
        return false;
    }
    for technique in 0..4 {
        let mut found = Vec::new();
        let keep = |step: Step| -> Option<()> {
            let parents = parents(&step, source, live);
            if parents.iter().any(|cells| !cells.is_empty()) {
                found.push((step.struck, parents, None));
            }
            None
        };
        let unseen = &mut Changes::ALL.clone();
        match technique {
            0 => Locked { direct: false }.each(live, unseen, keep),
            1 => HiddenSubset { k: 2, direct: false }.each(live, unseen, keep),
            2 => NakedSubset(2).each(live, unseen, keep),
            _ => Fish(2).each(live, unseen, keep),
        };
        if !found.is_empty() {
            return add(tree, &found);
        }
    }
    let inner: &[Option<M>] = match kind {
        M::NestedForcing => &[None],
        M::NestedMultiple => &[None, Some(M::Static)],
        M::NestedDynamic(0) => &[Some(M::Dynamic)],
        M::NestedDynamic(1) => &[Some(M::DynamicPlus)],
        M::NestedDynamic(2) => &[Some(M::NestedForcing)],
        M::NestedDynamic(_) => &[Some(M::NestedMultiple)],
        _ => &[],
    };
    for chains in inner {
        let mut all = AllHints::new(source);
        match chains {
            None => loops::search(live, &mut memory.loops, &mut all),
            Some(kind) => multiple::search(*kind, live, memory, &mut all),
        }
        let mut found = Vec::new();
        for hint in all.into_hints() {
            let Some(trail) = hint.trail else { continue };
            if trail.parents.iter().any(|cells| !cells.is_empty()) {
                let nested = Nested { number: trail.number, literals: hint.rank.1 };
                found.push((hint.struck, trail.parents, Some(nested)));
            }
        }
        if !found.is_empty() {
            return add(tree, &found);
        }
    }
    false
}

/// What is eliminated, by which eliminations, and the chain.
type FoundInTree = ([CellSet; 9], [CellSet; 9], Option<Nested>);

fn add(tree: &mut Tree, found: &[FoundInTree]) -> bool {
    let mut any = false;
    for (struck, parents, nested) in found {
        let mut cells: Vec<usize> = struck
            .iter()
            .fold(CellSet::EMPTY, |all, &cells| all | cells)
            .into_iter()
            .map(|cell| cell.index())
            .collect();
        // The order of the reference: by the index within a power of two.
        let buckets = (cells.len() * 4).div_ceil(3).next_power_of_two().max(16);
        cells.sort_by_key(|cell| cell % buckets);
        for cell in cells {
            for (digit, struck) in struck.iter().enumerate() {
                if struck.bits() >> cell & 1 == 1 {
                    any |= tree.add_by_technique(cell, digit, parents, *nested);
                }
            }
        }
    }
    any
}

/// The candidates whose elimination since `source` made a step possible.
fn parents(step: &Step, source: &Marks, live: &Marks) -> [CellSet; 9] {
    let mut parents = [CellSet::EMPTY; 9];
    let gone =
        |house: usize, digit: usize| source.positions[house][digit] & !live.positions[house][digit];
    let digits = step.digits.bits();
    match step.kind {
        StepKind::NakedPair => {
            for cell in step.cells {
                for digit in bits(source.cells[cell.index()] & !digits) {
                    parents[digit].insert(cell);
                }
            }
        }
        StepKind::HiddenPair => {
            for house in bits(step.base) {
                for digit in bits(digits) {
                    let cells = cells_at(house, source.positions[house][digit]);
                    parents[digit] = parents[digit] | cells & !step.cells;
                }
            }
        }
        _ => {
            let covered = bits(step.cover).flat_map(|house| HOUSES[house]).collect::<CellSet>();
            for house in bits(step.base) {
                for digit in bits(digits) {
                    let cells = cells_at(house, gone(house, digit));
                    parents[digit] = parents[digit] | cells & !covered;
                }
            }
        }
    }
    parents
}
