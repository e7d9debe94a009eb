//! Locked candidates: all candidates of a digit in a box lie in one line (pointing), or in a line
//! in one box (claiming).

use super::{
    ladder::{StepFinder, StepMemory},
    singles::{BOXES, COLUMNS, ROWS, cell_at, cells_at},
    step::{Step, StepKind},
};
use crate::{
    bits::bits,
    corpus::marks::Marks,
    grid::{CellSet, HOUSE_MASKS},
};

/// The houses that lock, and those that they lock in: box and column, box and row, column and box,
/// row and box.
const PAIRS: [(u32, u32); 4] = [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];

/// Locked candidates; `direct`: only those that leave a hidden single.
pub(super) struct Locked {
    pub(super) direct: bool,
}

impl StepFinder for Locked {
    fn find(&self, marks: &Marks, _: &mut StepMemory) -> Option<Step> {
        self.each(marks, Some)
    }
}

impl Locked {
    /// Calls `found` for each step until it returns something.
    pub(super) fn each<T>(
        &self,
        marks: &Marks,
        mut found: impl FnMut(Step) -> Option<T>,
    ) -> Option<T> {
        for (lockers, covers) in PAIRS {
            for digit in 0..9 {
                for house in bits(lockers) {
                    let positions = marks.positions[house][digit];
                    if positions.count_ones() < 2 {
                        continue;
                    }
                    let Some(cover) = common_house(house, positions, covers) else { continue };
                    let step = if self.direct {
                        direct(marks, (house, cover), lockers, digit)
                    } else {
                        step(marks, (house, cover), digit, false)
                    };
                    let done = step.and_then(&mut found);
                    if done.is_some() {
                        return done;
                    }
                }
            }
        }
        None
    }
}

/// The one of `covers` that holds all `positions` of a house.
#[inline]
fn common_house(house: usize, positions: u16, covers: u32) -> Option<usize> {
    let common = bits(positions)
        .fold(covers, |common, position| common & HOUSE_MASKS[cell_at(house, position)]);
    (common != 0).then(|| common.trailing_zeros() as usize)
}

/// The elimination of `digit` from the cells of `cover` outside of `house`, if there is any.
fn step(marks: &Marks, (house, cover): (usize, usize), digit: usize, direct: bool) -> Option<Step> {
    let (kind, er) = match (direct, house >= 18) {
        (true, true) => (StepKind::DirectPointing, 17),
        (true, false) => (StepKind::DirectClaiming, 19),
        (false, true) => (StepKind::Pointing, 26),
        (false, false) => (StepKind::Claiming, 28),
    };
    let own = cells_at(house, marks.positions[house][digit]);
    let mut step = Step::new(kind, er, own, 1 << digit).in_houses(1 << house, 1 << cover);
    step.struck[digit] = cells_at(cover, marks.positions[cover][digit]) & !own;
    step.is_worth().then_some(step)
}

/// The first hidden single of `digit` that the elimination leaves in a house of the kind of
/// `house`.
fn direct(
    marks: &Marks,
    (house, cover): (usize, usize),
    lockers: u32,
    digit: usize,
) -> Option<Step> {
    let covered = cells_at(cover, 0x1FF);
    for other in bits(lockers & !(1 << house)) {
        let positions = marks.positions[other][digit];
        if positions.count_ones() < 2 {
            continue;
        }
        let cells = cells_at(other, positions);
        let rest = cells & !covered;
        if rest.len() == 1 && rest != cells {
            let cell = rest.first().map_or(0, |cell| cell.index());
            return step(marks, (house, cover), digit, true).map(|step| step.direct(cell, digit));
        }
    }
    None
}

/// All houses of two cells that both are in, as a mask.
pub(super) fn common_houses(cells: CellSet) -> u32 {
    cells.into_iter().fold((1 << 27) - 1, |common, cell| common & HOUSE_MASKS[cell.index()])
}
