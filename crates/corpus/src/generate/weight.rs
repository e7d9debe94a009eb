//! The weight of a minimal puzzle that results from removal in random order.
//!
//! Each step removes a clue, with equal probability for all clues that can be removed; clues that must stay are passed
//! over. So a sequence of removals d1, d2, … dm has the probability 1 / (a1 · a2 ⋯ am), where ai clues could be removed
//! at step i, and each of the m! sequences leads to the same puzzle. With the weight a1 · a2 ⋯ am / m!, the expected
//! weight of every minimal puzzle of a grid is 1. Then weighted means are means over all minimal puzzles, and the mean
//! weight is their number per grid (importance sampling; Knuth, "Estimating the efficiency of backtrack programs",
//! 1975).
//!
//! A clue that must stay at some step must stay at all later steps. So it suffices to find the first such step for each
//! clue of the puzzle: by the known unavoidable sets, and by tests.

use super::{GenerateError, others::OtherSolutions};
use crate::unavoidable::{CELL_BITS, LocatedGrid};
use batchdoku_engine::{
    Engine,
    grid::{Cell, CellSet, Grid},
};

struct Kept {
    cell: Cell,
    /// The number of removals after which the clue must stay.
    enough: usize,
    /// True if fewer removals are known not to suffice.
    is_exact: bool,
}

/// Returns the weight of the minimal `puzzle` that results from removing the cells of its solution in `order`.
///
/// # Errors
/// If the engine is defective.
pub(super) fn weight(
    engine: &mut dyn Engine,
    solution: &LocatedGrid,
    puzzle: &Grid,
    order: impl Iterator<Item = Cell>,
) -> Result<f64, GenerateError> {
    // For each cell, its place among the removals, from 1; 0 for clues of the puzzle.
    let mut number = [0; 81];
    let mut removed = Vec::with_capacity(81);
    let mut kept = Vec::with_capacity(40);
    for cell in order {
        if puzzle.get(cell).is_some() {
            kept.push(Kept { cell, enough: removed.len(), is_exact: false });
        } else {
            removed.push(cell);
            number[cell.index()] = removed.len();
        }
    }
    solution.swaps(&CELL_BITS, |set| {
        for clue in &mut kept {
            if let Some(by) = completed_by(&number, set, clue.cell) {
                clue.enough = clue.enough.min(by);
            }
        }
    });
    let mut others = OtherSolutions::default();
    while kept.iter().any(|clue| !clue.is_exact) {
        let open = kept.iter().filter(|clue| !clue.is_exact);
        let tested = open.map(|clue| {
            let fewer = &removed[..clue.enough.saturating_sub(1)];
            let tested = solution.grid.with(clue.cell, None);
            (fewer.iter().fold(tested, |tested, &cell| tested.with(cell, None)), solution.grid)
        });
        others.find(engine, tested);
        for (place, clue) in kept.iter_mut().filter(|clue| !clue.is_exact).enumerate() {
            let Some(other) = others.of(place)? else {
                clue.is_exact = true;
                continue;
            };
            let before = clue.enough;
            solution.differences(&other, &CELL_BITS, |set| {
                if let Some(by) = completed_by(&number, set, clue.cell) {
                    clue.enough = clue.enough.min(by);
                }
            });
            if clue.enough >= before {
                return Err(GenerateError::Unsound);
            }
        }
    }
    let mut weight = 1.0;
    for step in 0..removed.len() {
        let must_stay = kept.iter().filter(|clue| clue.enough <= step).count();
        let removable = 81 - step - must_stay;
        weight = weight * removable as f64 / (step + 1) as f64;
    }
    Ok(weight)
}

/// Returns the number of removals after which `clue` must stay, because all other cells of an unavoidable set are gone.
/// Returns `None` if the set does not have `clue`, or has another clue of the puzzle. `number` has the place of each
/// cell among the removals.
fn completed_by(number: &[usize; 81], set: u128, clue: Cell) -> Option<usize> {
    let others = set & !(1 << clue.index());
    if set == others {
        return None;
    }
    let mut last = 0;
    for cell in CellSet::from_bits_truncate(others) {
        match number[cell.index()] {
            0 => return None,
            number => last = last.max(number),
        }
    }
    Some(last)
}
