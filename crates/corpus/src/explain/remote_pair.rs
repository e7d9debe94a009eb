//! Remote pair: a row of cells with the same two candidates, where each cell sees the next.
//!
//! ```text
//!   xy -- xy -- xy -- xy       the cells hold x and y in turn: a cell that sees two of them that are an
//!   A     B     A     B        odd number of links apart has neither
//! ```

use super::{
    colouring::two_colours,
    step::{Step, StepKind},
    view::peers_of,
    wanted::Wanted,
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::CellSet;

pub(super) fn remote_pair(marks: &Marks, wanted: &mut Wanted) -> Option<Step> {
    let mut rest = marks.cells_of_size(2..=2);
    while let Some(first) = rest.first() {
        let pair = marks.cells[first.index()];
        let same: CellSet =
            rest.into_iter().filter(|cell| marks.cells[cell.index()] == pair).collect();
        let colours = two_colours(first, |frontier| peers_of(frontier) & same);
        let chain = colours[0] | colours[1];
        rest = rest & !chain;
        if chain.len() < 4 {
            continue;
        }
        let both = peers_of(colours[0]) & peers_of(colours[1]) & !chain;
        let mut step = Step::new(StepKind::RemotePair, chain, pair);
        for digit in bits(pair) {
            step.struck[digit] = both & marks.candidates(digit);
        }
        let done = step.into_productive().and_then(|step| wanted.take(step));
        if done.is_some() {
            return done;
        }
    }
    None
}
