//! Symmetries and random grids, as methods of [`Grid`].

use batchdoku_engine::Grid;

use crate::{canon::canonicalise, grids::random_grid, random::Seed, transform::Transform};

/// Methods of [`Grid`] about its symmetries, and random grids.
///
/// ```
/// use batchdoku::{Grid, corpus::GridExt};
/// let grid: Grid =
///     "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
///         .parse()?;
/// assert_eq!(
///     grid.canonical_form().to_string(),
///     "........1.......2......3.......4.5....6...3....781.....1..2...4.3.....7.95......."
/// );
/// # Ok::<(), batchdoku::GridError>(())
/// ```
pub trait GridExt: Sized {
    /// Returns the smallest grid that is equivalent to this one.
    ///
    /// Two grids are equivalent if a [`Transform`] maps one to the other. They are if and only if their canonical forms
    /// are equal. Every grid has a canonical form, solvable or not. Grids are compared row by row, as numbers with 0
    /// for an empty cell (the *row-minlex* form).
    #[must_use]
    fn canonical_form(&self) -> Self;

    /// Returns the symmetry that maps this grid to its [`canonical_form`](Self::canonical_form).
    ///
    /// If there are several such symmetries, the choice is unspecified but always the same.
    fn canonical_transform(&self) -> Transform;

    /// Returns how many of the 2 · 6⁸ ways to transpose the grid and to permute bands, stacks, rows and columns map it
    /// to itself up to a relabelling of its digits. At least 1, because the identity does.
    ///
    /// The class of a grid has 9! · 2 · 6⁸ / (a · (9 − k)!) members, with `a` for this number, and k for the number of
    /// different digits in the grid.
    fn automorphisms(&self) -> u64;

    /// Returns a complete grid drawn uniformly from all 6,670,903,752,021,072,936,960. It depends only on the seed and
    /// the record number; the job `Grids` writes many.
    ///
    /// ```
    /// use batchdoku::{Grid, corpus::GridExt};
    /// let tenth = Grid::random(1, 10);
    /// assert!(tenth.is_complete());
    /// assert_ne!(tenth, Grid::random(1, 11));
    /// ```
    fn random(seed: u64, record: u64) -> Self;
}

impl GridExt for Grid {
    fn canonical_form(&self) -> Self {
        canonicalise(self).grid()
    }

    fn canonical_transform(&self) -> Transform {
        canonicalise(self).transform()
    }

    fn automorphisms(&self) -> u64 {
        canonicalise(self).automorphisms
    }

    fn random(seed: u64, record: u64) -> Self {
        random_grid(&mut Seed::new(seed).record(record))
    }
}
