//! Naked and hidden singles: the techniques that solve cells.

use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, HOUSES};

/// Solves every cell that has one candidate.
pub(super) fn naked(marks: &mut Marks) -> u16 {
    let mut steps = 0;
    for cell in std::mem::take(&mut marks.naked).into_iter().map(Cell::index) {
        // A listed cell may have been solved as a hidden single.
        if marks.cells[cell] != 0 {
            marks.set_digit(cell, marks.cells[cell].trailing_zeros() as usize);
            steps += 1;
        }
    }
    steps
}

/// Solves every cell that is the only position of a digit in one of its houses.
pub(super) fn hidden(marks: &mut Marks) -> u16 {
    // Collect all hidden singles before the first is placed, because singles that follow from it
    // belong to the next round.
    let mut found = [0u16; 81];
    let mut cells = CellSet::EMPTY;
    for house in bits(std::mem::take(&mut marks.hidden_houses)) {
        for digit in bits(std::mem::take(&mut marks.hidden[house])) {
            let positions = marks.positions[house][digit];
            if positions != 0 {
                let cell = usize::from(HOUSES[house][positions.trailing_zeros() as usize]);
                found[cell] = 1 << digit;
                cells.insert(Cell::ALL[cell]);
            }
        }
    }
    for cell in cells.into_iter().map(Cell::index) {
        marks.set_digit(cell, found[cell].trailing_zeros() as usize);
    }
    cells.len() as u16
}
