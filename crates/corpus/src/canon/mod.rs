//! The canonical form: the smallest of all grids that are equivalent to a grid.
//!
//! Two grids are equivalent if one of the 9! · 2 · 6⁸ symmetries ([`Transform`]) maps one to the
//! other. The canonical form is the lexicographically smallest equivalent, read row by row as
//! numbers with 0 for an empty cell. This is the *row-minlex* form. Others compare the patterns of the
//! clues first (*patminlex*, `pattern`), or take another of the equivalents: lists must be
//! canonicalised in the same way before they are compared. (Of the published list of 17-clue puzzles,
//! 3 % are not the smallest.)
//!
//! Every grid has a canonical form: puzzles with one, many or no solutions, contradictory clues, and complete grids.
//! Two grids are equivalent if and only if their canonical forms are equal.
//!
//! There are two algorithms:
//!
//! ```text
//! complete   complete grids, from how two rows of a band interleave
//! search     everything else, row by row
//! ```

mod clues;
mod complete;
mod form;
mod lines;
mod pattern;
mod row_builder;
mod search;
mod state;
#[cfg(test)]
mod tests;

use std::cell::RefCell;

pub use self::pattern::pattern_canonical;
use self::{complete::PrefixSearch, form::CanonicalForm, lines::lines_of, search::RowSearch};
use super::transform::Transform;
use batchdoku_engine::grid::Grid;

/// Returns the canonical form, and the symmetry that leads to it.
pub fn canonical(grid: &Grid) -> (Grid, Transform) {
    let form = canonicalise(grid);
    (form.grid(), form.transform())
}

/// Returns a key that equivalent grids share: their canonical form, read as a decimal number, modulo the
/// prime 2¹²⁷ − 1.
///
/// Grids that are not equivalent share a key as rarely as random numbers would: two of a billion
/// classes do so with a probability of about 10⁻²⁰.
pub fn class_key(grid: &Grid) -> u128 {
    grid_key(&canonicalise(grid).grid())
}

/// Returns a key of the cells: read as a decimal number, modulo the prime 2¹²⁷ − 1. Different grids share a
/// key as rarely as random numbers would.
pub fn grid_key(grid: &Grid) -> u128 {
    const PRIME: u128 = (1 << 127) - 1;
    grid.digits().chunks_exact(9).fold(0, |key: u128, row| {
        let number = row.iter().fold(0, |number: u128, &cell| number * 10 + u128::from(cell));
        // key · 10⁹ has up to 157 bits; modulo the prime, 2¹²⁷ is 1.
        let high = (key >> 64) * 1_000_000_000;
        let low = (key & u128::from(u64::MAX)) * 1_000_000_000;
        ((high >> 63) + ((high & (u128::MAX >> 65)) << 64) + low + number) % PRIME
    })
}

/// Returns the number of grids that are equivalent to `grid`, with itself: 1 for the empty grid, 1,218,998,108,160 for
/// most complete grids.
pub(crate) fn class_size(grid: &Grid) -> u64 {
    let used = grid.digits().iter().fold(0u16, |used, &digit| used | 1 << digit) >> 1;
    let unused: u64 = (1..=u64::from(9 - used.count_ones())).product();
    362_880 * 2 * 6u64.pow(8) / (canonicalise(grid).automorphisms * unused)
}

thread_local! {
    /// Working memory, reused for every grid.
    static MEMORY: RefCell<(PrefixSearch, RowSearch)> = RefCell::default();
}

pub(crate) fn canonicalise(grid: &Grid) -> CanonicalForm {
    let lines = lines_of(grid);
    MEMORY.with_borrow_mut(|(starts, search)| {
        if grid.is_complete() { starts.canonicalise(&lines) } else { search.canonicalise(&lines) }
    })
}
