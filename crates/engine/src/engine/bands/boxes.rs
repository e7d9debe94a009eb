//! The fillings of a box.

use batchdoku_base::bits;

/// Three masks of nine digits each: of the rows or of the columns of a box.
pub(super) type Triple = u32;

/// All nine digits in each of the three masks.
pub(super) const FULL: Triple = (1 << 27) - 1;
/// A filling of a box: the digits of its minirows and of its minicolumns. The cell where a minirow and a
/// minicolumn cross holds the one digit that they have in common, so these digits determine the filling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BoxFilling {
    pub(super) rows: Triple,
    pub(super) columns: Triple,
}

/// The fillings of a box, sorted.
pub(super) struct BoxFillings(Vec<BoxFilling>);

impl BoxFillings {
    /// Lists the fillings of the box that starts at the cell `first`.
    pub(super) fn new(candidates: &[u16; 81], first: usize) -> Self {
        let cells = std::array::from_fn(|place| candidates[first + place / 3 * 9 + place % 3]);
        let mut fillings = Vec::new();
        fill(&cells, 0, 0, BoxFilling { rows: 0, columns: 0 }, &mut fillings);
        fillings.sort_unstable();
        Self(fillings)
    }

    /// Returns the fillings by the digits of their minirows.
    pub(super) fn by_rows(&self) -> impl Iterator<Item = &[BoxFilling]> {
        self.0.chunk_by(|a, b| a.rows == b.rows)
    }

    pub(super) fn with_rows(&self, rows: Triple) -> &[BoxFilling] {
        let start = self.0.partition_point(|filling| filling.rows < rows);
        let length = self.0[start..].partition_point(|filling| filling.rows == rows);
        &self.0[start..start + length]
    }
}

/// Fills the cells from `place` with digits that are not in `used`.
fn fill(
    cells: &[u16; 9],
    place: usize,
    used: u16,
    filling: BoxFilling,
    fillings: &mut Vec<BoxFilling>,
) {
    if place == 9 {
        fillings.push(filling);
        return;
    }
    for digit in bits(cells[place] & !used) {
        let rows = filling.rows | 1 << (place / 3 * 9 + digit);
        let columns = filling.columns | 1 << (place % 3 * 9 + digit);
        fill(cells, place + 1, used | 1 << digit, BoxFilling { rows, columns }, fillings);
    }
}
