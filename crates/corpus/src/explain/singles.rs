//! Hidden and naked singles: the techniques that solve cells.

use super::{
    step::{Step, StepKind},
    subsets::empty_cells,
    view::{BOXES, COLUMNS, ROWS, house_cell},
    wanted::Wanted,
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::CellSet;

/// Finds a digit with one position left in a house: first the last empty cell of a house (1.0 on the scale of Sudoku
/// Explainer), then in boxes (1.2), then in lines (1.5, because lines are harder to scan than boxes).
pub(super) fn hidden_single(marks: &Marks, wanted: &mut Wanted) -> Option<Step> {
    let mut hidden = None;
    for houses in [BOXES, COLUMNS, ROWS] {
        for house in bits(marks.hidden_houses & houses) {
            // A digit stays in the list if another house has led to its placement in this house; it has no position
            // left then.
            let mut waiting = bits(marks.hidden[house]);
            let Some(digit) = waiting.find(|&digit| marks.positions[house][digit] != 0) else {
                continue;
            };
            if empty_cells(marks, house) == 1 {
                let done = wanted.take(single(marks, house, digit, StepKind::FullHouse));
                if done.is_some() {
                    return done;
                }
                continue;
            }
            hidden = hidden.or(Some((house, digit)));
        }
    }
    let first = hidden?;
    wanted.take(hidden_in(marks, first)).or_else(|| other_hidden(marks, first, wanted))
}

fn hidden_in(marks: &Marks, (house, digit): (usize, usize)) -> Step {
    let step = single(marks, house, digit, StepKind::HiddenSingle);
    // Houses 0 to 17 are rows and columns, whose hidden singles are rated 1.5 instead of 1.2: 3 tenths more.
    let in_line = 3 * u8::from(house < 18);
    step.rated(step.er + in_line)
}

/// Takes all hidden singles but the first, if every step is wanted.
#[cold]
fn other_hidden(marks: &Marks, first: (usize, usize), wanted: &mut Wanted) -> Option<Step> {
    for houses in [BOXES, COLUMNS, ROWS] {
        for house in bits(houses).filter(|&house| empty_cells(marks, house) > 1) {
            let singles = (0..9).filter(|&digit| marks.positions[house][digit].is_power_of_two());
            for single in singles.map(|digit| (house, digit)).filter(|&single| single != first) {
                let done = wanted.take(hidden_in(marks, single));
                if done.is_some() {
                    return done;
                }
            }
        }
    }
    None
}

fn single(marks: &Marks, house: usize, digit: usize, kind: StepKind) -> Step {
    let cell = house_cell(house, marks.positions[house][digit].trailing_zeros() as usize);
    Step::new(kind, marks.candidates_in(house, digit), 1 << digit)
        .in_houses(1 << house, 0)
        .with_placement(cell, digit)
}

/// Finds a cell with one candidate left.
pub(super) fn naked_single(marks: &Marks, wanted: &mut Wanted) -> Option<Step> {
    let mut cells = marks.naked.into_iter().filter(|cell| marks.cells[cell.index()] != 0);
    cells.find_map(|cell| {
        let candidates = marks.cells[cell.index()];
        let step = Step::new(StepKind::NakedSingle, CellSet::from_iter([cell]), candidates);
        wanted.take(step.with_placement(cell.index(), candidates.trailing_zeros() as usize))
    })
}
