//! The rows and columns of a grid, and rows packed into one number.
//!
//! A packed row has one nibble per cell, the first cell highest, so numbers compare as rows do:
//!
//! ```text
//! bits  35…32  31…28  …  3…0
//! cell      0      1       8
//! ```

use batchdoku_engine::grid::Grid;

/// The eighteen lines of a grid: its nine rows, then its nine columns, each as nine cells.
///
/// The search treats the rows and columns of the grid as lines `0..9` and `9..18`, and the rows and
/// columns of the transposed grid as `9..18` and `0..9`.
pub(super) type GridLines = [[u8; 9]; 18];

pub(super) fn lines_of(grid: &Grid) -> GridLines {
    let mut lines = [[0; 9]; 18];
    for (row, cells) in grid.digits().chunks_exact(9).enumerate() {
        lines[row].copy_from_slice(cells);
        for (column, &cell) in cells.iter().enumerate() {
            lines[9 + column][row] = cell;
        }
    }
    lines
}

pub(super) fn unpack(packed: u64, cell: usize) -> u8 {
    (packed >> (32 - 4 * cell)) as u8 & 15
}
