//! Why one of the assumptions of a chain is true.

use std::fmt;

use batchdoku_engine::grid::{Cell, House};

/// The reason why one of the assumptions of a chain is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cases {
    /// The only assumption contradicts itself, so its opposite is true.
    Contradiction,
    /// The two assumptions are opposites.
    Either,
    /// The two assumptions are the ends of a cycle, read forwards and backwards.
    Loop,
    /// The assumptions are all candidates of a cell.
    Cell(Cell),
    /// The assumptions are all positions of a digit in the house of this index.
    House(u8),
}

impl fmt::Display for Cases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction => f.write_str("contradiction"),
            Self::Either => f.write_str("either"),
            Self::Loop => f.write_str("loop"),
            Self::Cell(cell) => cell.fmt(f),
            Self::House(house) => House::ALL[usize::from(*house)].fmt(f),
        }
    }
}
