//! W-wing: two cells with the same two candidates `xy`, and a house where every `x` sees one of the two.
//!
//! ```text
//!   xy  --------  x ==== x  --------  xy        one of the two cells is y, so a cell that sees both
//!      (sees it)   house     (sees it)          cannot be
//! ```
//!
//! If both cells were `x`, the house would have no position for it. HoDoKu describes it (B. Hobiger, "W-Wing").

use super::{
    step::{Step, StepKind},
    wanted::Wanted,
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, PEER_SETS};

pub(super) fn w_wing(marks: &Marks, wanted: &mut Wanted) -> Option<Step> {
    let mut rest = marks.cells_of_size(2..=2);
    while let Some(one) = rest.pop_first() {
        let pair = marks.cells[one.index()];
        for other in rest & !PEER_SETS[one.index()] {
            if marks.cells[other.index()] != pair {
                continue;
            }
            let both = PEER_SETS[one.index()] & PEER_SETS[other.index()];
            for y in bits(pair) {
                let struck = both & marks.candidates(y);
                if struck.is_empty() {
                    continue;
                }
                let x = (pair & !(1 << y)).trailing_zeros() as usize;
                if let Some((house, link)) = link(marks, one, other, x) {
                    let cells = CellSet::from_iter([one, other]) | link;
                    let step = Step::new(StepKind::WWing, cells, pair).in_houses(1 << house, 0);
                    let done = wanted.take(step.with_eliminations(y, struck));
                    if done.is_some() {
                        return done;
                    }
                }
            }
        }
    }
    None
}

/// Returns the first house without the two cells where every `digit` sees one of the two, and the positions of `digit`
/// in that house.
fn link(marks: &Marks, one: Cell, other: Cell, digit: usize) -> Option<(usize, CellSet)> {
    let ends = CellSet::from_iter([one, other]);
    let seen = PEER_SETS[one.index()] | PEER_SETS[other.index()];
    (0..27).find_map(|house| {
        let link = marks.candidates_in(house, digit);
        let links = !link.is_empty() && (link & !seen).is_empty() && (link & ends).is_empty();
        links.then_some((house, link))
    })
}
