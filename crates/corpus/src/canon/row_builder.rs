//! A row under construction: the steps that need no choice.

use super::{
    clues::{Clues, EqualLines},
    state::CanonState,
};
use batchdoku_base::bits;
use batchdoku_engine::grid::POPCOUNT;

/// The line of the grid that becomes the row.
pub(super) struct SourceRow<'a> {
    pub(super) cells: &'a [u8; 9],
    /// The cells that hold clues.
    pub clues: u16,
    pub(super) columns: &'a EqualLines,
}

impl<'a> SourceRow<'a> {
    pub(super) fn new(clues: &'a Clues<'_>, line: usize) -> Self {
        let columns = &clues.equal_lines[usize::from(line < 9)];
        Self { cells: &clues.lines[line], clues: clues.masks[line], columns }
    }

    /// Returns the number of clues in a stack.
    #[inline]
    pub(super) fn count(&self, stack: usize) -> u8 {
        POPCOUNT[usize::from(self.clues >> (3 * stack) & 7)]
    }
}

#[derive(Clone, Copy)]
pub(super) struct RowBuilder {
    pub(super) state: CanonState,
    /// The cells placed so far, packed.
    pub(super) key: u64,
    /// The number of cells placed.
    pub at: usize,
    /// The position where the open minirow ends.
    pub(super) end: usize,
    /// The columns with their first clue in the open minirow, if they are not placed yet. They come
    /// before the columns of the stack that already have a position.
    pub(super) group: u16,
    /// The stacks without a position that are not placed yet. They come before all others.
    pub(super) open: u16,
}

impl RowBuilder {
    pub(super) fn new(state: CanonState) -> Self {
        Self { state, key: 0, at: 0, end: 0, group: 0, open: state.free.into() }
    }

    pub(super) fn empty_open_stack(&self, row: &SourceRow<'_>) -> Option<usize> {
        bits(self.open).find(|&stack| row.count(stack) == 0)
    }

    /// Places the minirow of a stack without clues. A stack that has no position yet gets none
    /// here, either.
    pub(super) fn push_empty_minirow(&mut self, stack: usize) {
        self.open &= !(1 << stack);
        self.key <<= 12;
        self.at += 3;
        self.end = self.at;
    }

    /// Gives an open stack the next position.
    pub(super) fn place_stack(&mut self, stack: usize) {
        self.open &= !(1 << stack);
        self.state.free &= !(1 << stack);
        self.state.stacks |= (stack as u8) << (2 * (self.at / 3));
    }

    /// Opens the minirow of the stack in the next position, and places the cells of columns that
    /// still have no clue.
    #[inline]
    pub(super) fn start_minirow(&mut self, row: &SourceRow<'_>, stack: usize) {
        let unseen = self.state.unseen & 7 << (3 * stack);
        self.group = unseen & row.clues;
        let empty = usize::from(POPCOUNT[usize::from(unseen ^ self.group)]);
        self.end = self.at + 3;
        self.at += empty;
        self.key <<= 4 * empty;
    }

    /// Places the first clue of a column, which gives the column its position.
    #[inline]
    pub(super) fn push_new_column(&mut self, row: &SourceRow<'_>, column: usize) {
        self.state.columns |= (column as u64) << (4 * self.at);
        self.state.unseen ^= 1 << column;
        self.group ^= 1 << column;
        self.push_cell(row.cells[column]);
    }

    /// Places a cell of the column in the next position.
    #[inline]
    pub(super) fn push_placed_column(&mut self, row: &SourceRow<'_>) {
        let column = self.state.columns >> (4 * self.at) & 15;
        self.push_cell(row.cells[column as usize]);
    }

    #[inline]
    fn push_cell(&mut self, digit: u8) {
        let label = self.state.label(digit);
        self.state.labels |= label << (4 * digit);
        self.state.last = self.state.last.max(label as u8);
        self.key = self.key << 4 | label;
        self.at += 1;
    }
}
