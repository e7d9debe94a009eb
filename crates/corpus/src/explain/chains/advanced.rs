//! The techniques that a chain may use on the way, with the eliminations made so far.

use super::tree::FoundInTree;
use crate::{
    explain::{
        locked::locked,
        step::{Step, StepKind},
        subsets::{fish, hidden_subset, naked_subset},
        view::house_cells,
    },
    marks::{Changes, Marks},
};
use batchdoku_base::bits;
use batchdoku_engine::grid::{CellSet, HOUSES};

/// All steps of the first technique that yields some which rest on eliminations since `source`.
pub(super) fn steps_on_the_way(source: &Marks, live: &Marks) -> Vec<FoundInTree> {
    for technique in 0..4 {
        let mut found = Vec::new();
        let keep = |step: Step| -> Option<()> {
            let parents = parents(&step, source, live);
            if parents.iter().any(|cells| !cells.is_empty()) {
                found.push(FoundInTree { struck: step.struck, parents, nested: None });
            }
            None
        };
        let unseen = &mut Changes::ALL.clone();
        match technique {
            0 => locked(live, unseen, false, keep),
            1 => hidden_subset(live, unseen, 2, false, keep),
            2 => naked_subset(live, unseen, 2, keep),
            _ => fish(live, unseen, 2, keep),
        };
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
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
                    let cells = house_cells(house, source.positions[house][digit]);
                    parents[digit] = parents[digit] | cells & !step.cells;
                }
            }
        }
        _ => {
            let covered = bits(step.cover).flat_map(|house| HOUSES[house]).collect::<CellSet>();
            for house in bits(step.base) {
                for digit in bits(digits) {
                    let cells = house_cells(house, gone(house, digit));
                    parents[digit] = parents[digit] | cells & !covered;
                }
            }
        }
    }
    parents
}
