//! Bivalue universal grave (BUG): without a few surplus candidates, every unsolved cell would have two candidates and
//! every digit two positions in each house. Such a grid has no solution or several, so at least one of the surplus
//! candidates holds.
//!
//! | type | surplus candidates | what follows |
//! |---|---|---|
//! | 1 | in one cell (BUG+1) | the cell loses its other candidates |
//! | 2 | one digit in several cells | cells that see all of them lose it |
//! | 3 | in cells of a house | they form a naked subset with other cells of the house |
//! | 4 | in two cells of a house that share another candidate | the two cells hold that candidate and a surplus candidate |

use super::{
    step::{Step, StepKind},
    view::{boxes_first, combinations, common_houses, common_peers, house_cells},
};
use crate::marks::Marks;
use batchdoku_base::bits;
use batchdoku_engine::grid::{Cell, CellSet, HOUSES};

/// The candidates that a position has beyond two per cell and two positions per digit and house.
pub(super) struct Surplus {
    pub(super) of_cell: [u16; 81],
    cells: CellSet,
    digits: u16,
}

/// Finds a bivalue universal grave.
pub(super) fn bug(marks: &Marks) -> Option<Step> {
    let surplus = Surplus::find(marks)?;
    let Surplus { cells, digits, .. } = &surplus;
    let common = common_peers(*cells);
    if cells.len() == 1 {
        let cells = cells.into_iter().map(Cell::index);
        return surplus
            .step(StepKind::BugPlusOne)
            .with_eliminations_in(marks, cells, !digits)
            .into_productive();
    }
    if digits.count_ones() == 1 {
        let digit = digits.trailing_zeros() as usize;
        let struck = common & marks.candidates(digit);
        let step = surplus.step(StepKind::Bug).with_eliminations(digit, struck);
        return step.into_productive().or_else(|| surplus.type_4(marks));
    }
    if common.is_empty() {
        return None;
    }
    surplus.type_4(marks).or_else(|| surplus.type_3(marks))
}

impl Surplus {
    pub(super) fn find(marks: &Marks) -> Option<Self> {
        // Leave soon: most positions have too many cells with more than two candidates.
        let mut cells = CellSet::EMPTY;
        for (cell, candidates) in marks.cells.iter().enumerate() {
            match candidates.count_ones() {
                0 | 2 => {}
                1 => return None,
                _ => cells.insert(Cell::ALL[cell]),
            }
        }
        let mut surplus = Self { of_cell: [0; 81], cells: CellSet::EMPTY, digits: 0 };
        let mut all = CellSet::EMPTY;
        let mut of_all = 0u16;
        for house in boxes_first(0x7FF_FFFF) {
            for digit in 0..9 {
                let positions = marks.positions[house][digit];
                if matches!(positions.count_ones(), 0 | 2) {
                    continue;
                }
                let found = house_cells(house, positions) & cells;
                all = all | found;
                of_all |= 1 << digit;
                match found.len() {
                    0 => return None,
                    1 => found.into_iter().for_each(|cell| surplus.add(cell.index(), digit)),
                    // Another house may show which of them have the surplus.
                    _ => {}
                }
                if surplus.is_hopeless() {
                    return None;
                }
            }
        }
        if of_all.count_ones() == 1 {
            for cell in all & !surplus.cells {
                surplus.add(cell.index(), of_all.trailing_zeros() as usize);
                if surplus.is_hopeless() {
                    return None;
                }
            }
        }
        surplus.rest_is_deadly(marks).then_some(surplus)
    }

    /// Creates a step with the surplus as its pattern, still without eliminations.
    fn step(&self, kind: StepKind) -> Step {
        Step::new(kind, self.cells, self.digits)
    }

    fn add(&mut self, cell: usize, digit: usize) {
        self.of_cell[cell] |= 1 << digit;
        self.digits |= 1 << digit;
        self.cells.insert(Cell::ALL[cell]);
    }

    fn is_hopeless(&self) -> bool {
        self.digits.count_ones() > 1 && common_peers(self.cells).is_empty()
    }

    /// Checks that without the surplus each cell has two candidates and each digit two positions.
    fn rest_is_deadly(&self, marks: &Marks) -> bool {
        if self.cells.is_empty() {
            return false;
        }
        let rest: [u16; 81] = std::array::from_fn(|cell| marks.cells[cell] & !self.of_cell[cell]);
        for (candidates, rest) in marks.cells.iter().zip(&rest) {
            if *candidates != 0 && rest.count_ones() != 2 {
                return false;
            }
        }
        for house in &HOUSES {
            // The digits found at least once, at least twice and at least three times.
            let mut once = 0;
            let mut twice = 0;
            let mut more = 0;
            for cell in house {
                more |= twice & rest[cell.index()];
                twice |= once & rest[cell.index()];
                once |= rest[cell.index()];
            }
            // The house has each remaining digit in exactly two cells.
            if once != twice || more != 0 {
                return false;
            }
        }
        true
    }

    fn type_3(&self, marks: &Marks) -> Option<Step> {
        let common = common_peers(self.cells);
        for k in 2..=6 {
            for house in boxes_first(common_houses(self.cells)) {
                let others: Vec<usize> = (HOUSES[house].into_iter())
                    .filter(|&cell| common.contains(cell))
                    .map(Cell::index)
                    .collect();
                if others.len() < k as usize {
                    continue;
                }
                for chosen in combinations(others.len() as u32, k - 1) {
                    let Some(own) = marks.union_of_open(bits(chosen).map(|index| others[index]))
                    else {
                        continue;
                    };
                    // The surplus acts as one more cell, so k - 1 cells with k digits form a naked subset with it.
                    if own.count_ones() != k || self.digits & !own != 0 {
                        continue;
                    }
                    let rest = (0..others.len()).filter(|index| chosen >> index & 1 == 0);
                    let step = self
                        .step(StepKind::Bug)
                        .in_houses(1 << house, 0)
                        .rated(StepKind::Bug.er() + (k as u8 - 1))
                        .with_eliminations_in(marks, rest.map(|index| others[index]), own);
                    if step.makes_progress() {
                        return Some(step);
                    }
                }
            }
        }
        None
    }

    fn type_4(&self, marks: &Marks) -> Option<Step> {
        if self.cells.len() != 2 || common_houses(self.cells) == 0 {
            return None;
        }
        let shared = self
            .cells
            .into_iter()
            .fold(!self.digits & 0x1FF, |shared, cell| shared & marks.cells[cell.index()]);
        if shared.count_ones() != 1 {
            return None;
        }
        let mut step = Step::new(StepKind::Bug, self.cells, self.digits | shared)
            .in_houses(common_houses(self.cells), 0);
        for cell in self.cells.into_iter().map(Cell::index) {
            step.strike(cell, marks.cells[cell] & !self.of_cell[cell] & !shared);
        }
        step.into_productive()
    }
}
