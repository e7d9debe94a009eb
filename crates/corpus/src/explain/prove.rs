//! Proofs of steps that their pattern alone does not prove.

use super::{
    bug::Surplus,
    chains::{ChainMemory, prove},
    implication::Proof,
    step::{DeadlyPattern, Step},
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{ALL_DIGITS, Cell, Digit};

/// Proves a step in the position before it; `None` if the pattern suffices.
#[inline]
pub(super) fn proof_of(step: &Step, before: &Marks, memory: &mut ChainMemory) -> Option<Proof> {
    if let Some(pattern) = step.kind.deadly_pattern() {
        return Some(Proof::OneOf(rescues(step, pattern, before)));
    }
    let origin = step.origin?;
    Some(Proof::Chains(prove(step, origin, before, memory)))
}

/// Returns the candidates that prevent a deadly pattern: one of them holds.
fn rescues(step: &Step, pattern: DeadlyPattern, before: &Marks) -> Vec<(Cell, Digit)> {
    let surplus = match pattern {
        DeadlyPattern::Loop => {
            // All cells of a deadly pattern share two candidates; their other candidates prevent
            // it.
            let mut pair = ALL_DIGITS;
            for cell in step.cells {
                pair &= before.cells[cell.index()];
            }
            before.cells.map(|candidates| candidates & !pair)
        }
        DeadlyPattern::Bug => Surplus::find(before).map_or([0; 81], |surplus| surplus.of_cell),
    };
    let mut rescues = Vec::new();
    for cell in step.cells {
        rescues.extend(bits(surplus[cell.index()]).map(|digit| (cell, Digit::ALL[digit])));
    }
    rescues
}
