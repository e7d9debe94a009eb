//! A canonical form with the symmetry that leads to it.

use super::lines;
use crate::transform::Transform;
use batchdoku_engine::grid::Grid;

pub(crate) struct CanonicalForm {
    /// The rows, packed as described in [`lines`].
    pub(super) packed: [u64; 9],
    pub(super) transposed: bool,
    pub(super) rows: [u8; 9],
    pub(super) columns: [u8; 9],
    /// The new label of each digit; 0 for digits that the grid does not have.
    pub(super) labels: [u8; 10],
    pub automorphisms: u64,
}

impl CanonicalForm {
    pub(crate) fn grid(&self) -> Grid {
        let cells = std::array::from_fn(|cell| lines::unpack(self.packed[cell / 9], cell % 9));
        Grid::from_digits(cells).expect("packed rows hold the labels of digits")
    }

    /// Returns the symmetry that leads to it.
    pub(crate) fn transform(&self) -> Transform {
        Transform::trusted(self.transposed, self.rows, self.columns, self.labels)
    }
}
