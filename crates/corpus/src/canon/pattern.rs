//! The canonical form of the convention *patminlex*: the smallest pattern of clues first, then the
//! smallest digits.
//!
//! All orders of the columns are tried, with and without transposition. The rows that make the pattern
//! smallest follow by sorting; where rows or bands have equal patterns, all their orders are tried.

use super::canonical;
use crate::{grids::ORDERS, transform::Transform};
use batchdoku_engine::grid::{COLUMN, Grid, ROW};

/// The clues of a row as a number: the first column is the highest bit.
type Pattern = u16;

/// Returns the canonical form: of the equivalents with the smallest pattern of clues, the smallest grid; and the
/// symmetry that leads to it.
pub fn pattern_canonical(grid: &Grid) -> (Grid, Transform) {
    if grid.is_complete() {
        // All equivalents of a complete grid have the same pattern.
        return canonical(grid);
    }
    let mut best = [Pattern::MAX; 9];
    let mut columns_of_best = Vec::new();
    for transposed in [false, true] {
        let patterns = patterns(grid, transposed);
        for_each_order(|columns| {
            let permuted = patterns.map(|pattern| permute(pattern, columns));
            let (sorted, _) = sorted(&permuted);
            if sorted <= best {
                if sorted < best {
                    best = sorted;
                    columns_of_best.clear();
                }
                columns_of_best.push((transposed, *columns));
            }
        });
    }
    let mut smallest: Option<(Grid, Transform)> = None;
    for (transposed, columns) in columns_of_best {
        let permuted = patterns(grid, transposed).map(|pattern| permute(pattern, &columns));
        let (_, rows) = sorted(&permuted);
        for_each_order(|order| {
            let rows = order.map(|place| rows[usize::from(place)]);
            if rows.map(|row| permuted[usize::from(row)]) != best {
                return;
            }
            let transform = relabelling(grid, transposed, rows, columns);
            let image = transform.apply(grid);
            if smallest.is_none_or(|(known, _)| image.digits() < known.digits()) {
                smallest = Some((image, transform));
            }
        });
    }
    smallest.expect("an order of the rows gives the smallest pattern")
}

fn patterns(grid: &Grid, transposed: bool) -> [Pattern; 9] {
    let mut patterns = [0; 9];
    for cell in grid.filled() {
        let row = ROW[cell.index()];
        let column = COLUMN[cell.index()];
        let (row, column) = if transposed { (column, row) } else { (row, column) };
        patterns[usize::from(row)] |= 1 << (8 - column);
    }
    patterns
}

/// Returns the pattern with column `columns[i]` in place `i`.
fn permute(pattern: Pattern, columns: &[u8; 9]) -> Pattern {
    columns.iter().fold(0, |permuted, &column| permuted << 1 | pattern >> (8 - column) & 1)
}

/// Calls `each` with all orders of nine lines that keep threes together.
pub(super) fn for_each_order(mut each: impl FnMut(&[u8; 9])) {
    let mut order = [0; 9];
    for threes in ORDERS {
        for within in 0..6 * 6 * 6 {
            for (place, &three) in threes.iter().enumerate() {
                let within = ORDERS[within / 6usize.pow(place as u32) % 6];
                (0..3).for_each(|line| order[3 * place + line] = 3 * three + within[line]);
            }
            each(&order);
        }
    }
}

/// Returns the smallest order of rows that keeps bands together, and which row comes where.
fn sorted(rows: &[Pattern; 9]) -> ([Pattern; 9], [u8; 9]) {
    let mut bands: [[(Pattern, u8); 3]; 3] = std::array::from_fn(|band| {
        std::array::from_fn(|row| (rows[3 * band + row], (3 * band + row) as u8))
    });
    bands.iter_mut().for_each(|band| band.sort_unstable());
    bands.sort_unstable_by_key(|band| band.map(|(pattern, _)| pattern));
    let flat: &[(Pattern, u8)] = bands.as_flattened();
    (std::array::from_fn(|row| flat[row].0), std::array::from_fn(|row| flat[row].1))
}

/// Returns the symmetry with the digits that make the image smallest: in order of their first clues.
fn relabelling(grid: &Grid, transposed: bool, rows: [u8; 9], columns: [u8; 9]) -> Transform {
    let mut digits = [0u8; 10];
    let mut next = 1;
    for row in rows {
        for column in columns {
            let cell = if transposed { 9 * column + row } else { 9 * row + column };
            let digit = usize::from(grid.digits()[usize::from(cell)]);
            if digit != 0 && digits[digit] == 0 {
                (digits[digit], next) = (next, next + 1);
            }
        }
    }
    Transform::trusted(transposed, rows, columns, digits)
}
