//! Proves steps: those of chains by their implications, those of deadly patterns by what avoids them.

use super::{
    bug::surplus,
    chains::{ChainMemory, prove},
    proof::Proof,
    step::{Step, StepKind},
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, Digit};

impl Proof {
    /// Proves a step in the position before it; `None` if its pattern shows that it holds.
    #[inline]
    pub(super) fn of(step: &Step, before: &Marks, memory: &mut ChainMemory) -> Option<Self> {
        if step.kind.uses_uniqueness() {
            return Some(Self::OneOf(rescues(step, before)));
        }
        step.origin?;
        prove(step, before, memory).map(Self::Chains)
    }
}

/// The candidates that a deadly pattern does not have.
fn rescues(step: &Step, before: &Marks) -> Vec<(Cell, Digit)> {
    let is_loop = matches!(step.kind, StepKind::UniqueRectangle | StepKind::UniqueLoop);
    let pair = step.cells.into_iter().fold(0x1FF, |pair, cell| pair & before.cells[cell.index()]);
    let of_cell = surplus(before).unwrap_or([0; 81]);
    let all = step.cells.into_iter().flat_map(|cell| {
        let own = match is_loop {
            true => before.cells[cell.index()] & !pair,
            false => of_cell[cell.index()],
        };
        bits(own).map(move |digit| (cell, Digit::ALL[digit]))
    });
    all.collect()
}
