//! Remote pair: cells with the same two candidates, each of which sees the next.
//!
//! ```text
//!   xy -- xy -- xy -- xy       the cells hold x and y in turn: a cell that sees two of them that are an
//!   A     B     A     B        odd number of links apart has neither
//! ```

use super::{
    colouring::{seen_by, two_colours},
    ladder::{StepFinder, StepMemory},
    step::{Step, StepKind},
    wings::{cells_of_size, places},
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::CellSet;

/// Remote pairs.
pub(super) struct RemotePair;

impl StepFinder for RemotePair {
    fn find(&self, marks: &Marks, _: &mut StepMemory) -> Option<Step> {
        let mut rest = cells_of_size(marks, 2..=2);
        while let Some(first) = rest.first() {
            let pair = marks.cells[first.index()];
            let same: CellSet =
                rest.into_iter().filter(|cell| marks.cells[cell.index()] == pair).collect();
            let colours = two_colours(first, |frontier| seen_by(frontier) & same);
            let chain = colours[0] | colours[1];
            rest = rest & !chain;
            if chain.len() < 4 {
                continue;
            }
            let both = seen_by(colours[0]) & seen_by(colours[1]) & !chain;
            let mut step = Step::new(StepKind::RemotePair, 45, chain, pair);
            for digit in bits(pair) {
                step.struck[digit] = both & places(marks, digit);
            }
            if step.is_worth() {
                return Some(step);
            }
        }
        None
    }
}
