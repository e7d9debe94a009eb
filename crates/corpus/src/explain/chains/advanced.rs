//! The techniques that a chain may use on the way, with the eliminations made so far.

use std::sync::Arc;

use super::tree::{DirtySets, FoundInTree, Why};
use crate::{
    explain::{
        locked::locked,
        step::{Step, StepKind},
        subsets::{fish, hidden_subset, naked_subset},
    },
    marks::Marks,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{CellSet, HOUSES};

/// Tries the techniques in order, and lists the steps of the first that has steps which rest on eliminations since
/// `source`. If `proves`, each step comes with its reason.
pub(super) fn steps_on_the_way(
    source: &Marks,
    live: &Marks,
    dirty: &mut DirtySets,
    proves: bool,
) -> Vec<FoundInTree> {
    for (technique, dirty) in dirty.iter_mut().enumerate() {
        let mut found = Vec::new();
        // A closure that returns `None` makes a technique search on.
        let keep = |step: Step| -> Option<()> {
            found.extend(resting_on_eliminations(step, source, proves));
            None
        };
        match technique {
            0 => locked(live, dirty, false, keep),
            1 => hidden_subset(live, dirty, 2, false, keep),
            2 => naked_subset(live, dirty, 2, keep),
            _ => fish(live, dirty, 2, keep),
        };
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Returns a step with the eliminations since `source` that it rests on; `None` if there are none, because the chain
/// did not need it then.
fn resting_on_eliminations(step: Step, source: &Marks, proves: bool) -> Option<FoundInTree> {
    let parents = parents(&step, source);
    if parents.iter().all(|cells| cells.is_empty()) {
        return None;
    }
    let why = proves.then(|| Arc::new(Why { step, position: None }));
    Some(FoundInTree { struck: step.struck, parents, nested: None, why })
}

/// Returns the candidates of `source`, an earlier position, that had to be eliminated for a step.
pub(super) fn parents(step: &Step, source: &Marks) -> [CellSet; 9] {
    let mut parents = [CellSet::EMPTY; 9];
    let digits = step.digits.bits();
    if step.kind == StepKind::NakedPair {
        for cell in step.cells {
            for digit in bits(source.cells[cell.index()] & !digits) {
                parents[digit].insert(cell);
            }
        }
        return parents;
    }
    let covered = match step.kind {
        StepKind::HiddenPair => step.cells,
        _ => bits(step.cover).flat_map(|house| HOUSES[house]).collect(),
    };
    for house in bits(step.base) {
        for digit in bits(digits) {
            parents[digit] = parents[digit] | source.candidates_in(house, digit) & !covered;
        }
    }
    parents
}
