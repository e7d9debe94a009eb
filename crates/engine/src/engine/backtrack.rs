//! The textbook engine: depth-first search, cell by cell in row order.
//!
//! The engine fills the first empty cell with each digit that its row, column and box leave, in ascending
//! order, and continues with the next empty cell, so its solutions come in lexicographic order. It neither
//! propagates nor chooses a cell, so its time grows exponentially on puzzles with few clues in the first
//! rows (minutes or hours for one grid): set a limit of nodes. It serves to compare, to teach and to
//! cross-check.

use super::{
    house_search::{CellMarks, HouseSearch},
    search_budget::{Flow, SearchBudget},
};
use crate::grid::{BOX, COLUMN, Grid, ROW, digits_of};

/// Plain depth-first search in row order. A node is a digit placed.
///
/// Solutions come in lexicographic order. Exponentially slow on some puzzles: set
/// [`Limits::nodes`](super::Limits::nodes).
#[derive(Clone, Copy, Debug, Default)]
pub struct Backtrack;

impl HouseSearch for Backtrack {
    const NAME: &'static str = "backtrack";

    fn start(mut clues: Grid, marks: impl CellMarks, budget: &mut SearchBudget<'_>) -> Flow {
        let Some(mut flags) = Flags::new(&clues) else { return Flow::Continue(()) };
        flags.fill(0, &mut clues, marks, budget)
    }
}

/// The digits that each row, column and box holds.
struct Flags([[u16; 9]; 3]);

impl Flags {
    /// Returns the flags of the clues; `None` if two of them contradict each other.
    fn new(puzzle: &Grid) -> Option<Self> {
        let mut flags = Self([[0; 9]; 3]);
        for (cell, &digit) in puzzle.digits().iter().enumerate().filter(|&(_, &digit)| digit != 0) {
            if flags.used(cell) & 1 << (digit - 1) != 0 {
                return None;
            }
            flags.toggle(cell, digit);
        }
        Some(flags)
    }

    /// Returns the digits that a cell sees.
    fn used(&self, cell: usize) -> u16 {
        let [row, column, square] = [ROW, COLUMN, BOX].map(|of| usize::from(of[cell]));
        self.0[0][row] | self.0[1][column] | self.0[2][square]
    }

    fn toggle(&mut self, cell: usize, digit: u8) {
        for (houses, of) in self.0.iter_mut().zip([&ROW, &COLUMN, &BOX]) {
            houses[usize::from(of[cell])] ^= 1 << (digit - 1);
        }
    }

    /// Fills the empty cells from `from` on in all ways that `marks` allow.
    fn fill<M: CellMarks>(
        &mut self,
        from: usize,
        grid: &mut Grid,
        marks: M,
        budget: &mut SearchBudget<'_>,
    ) -> Flow {
        let Some(cell) = (from..81).find(|&cell| grid.digits()[cell] == 0) else {
            return budget.solution(grid);
        };
        for digit in digits_of(marks.at(cell) & !self.used(cell)) {
            budget.node()?;
            grid.digits_mut()[cell] = digit;
            self.toggle(cell, digit);
            self.fill(cell + 1, grid, marks, budget)?;
            self.toggle(cell, digit);
        }
        grid.digits_mut()[cell] = 0;
        Flow::Continue(())
    }
}
