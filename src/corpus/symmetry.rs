//! Symmetries of the cells that hold clues: the ten groups of turns and reflections of a square.

use std::{fmt, str::FromStr};

use crate::grid::{Cell, CellSet};

/// Which turns and reflections of the grid map clue cells to clue cells.
///
/// ```
/// use batchdoku::{corpus::symmetry::Symmetry, grid::{Cell, CellSet}};
/// let corners: CellSet = [0, 8, 72, 80].into_iter().filter_map(Cell::new).collect();
/// assert!(Symmetry::Full.holds(corners));
/// assert_eq!(Symmetry::of(corners), Symmetry::Full);
/// assert_eq!("rot180".parse(), Ok(Symmetry::Rot180));
/// assert_eq!(Symmetry::Rot180.orbits().len(), 41);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// None asked for.
    #[default]
    None,
    /// The half turn.
    Rot180,
    /// Quarter turns, and so the half turn.
    Rot90,
    /// Top to bottom, across the horizontal axis.
    Horizontal,
    /// Left to right, across the vertical axis.
    Vertical,
    /// Rows to columns, across the diagonal from the top left.
    Diagonal,
    /// Across the diagonal from the top right.
    AntiDiagonal,
    /// Across both axes, and so the half turn.
    Orthogonal,
    /// Across both diagonals, and so the half turn.
    Diagonals,
    /// All turns and reflections.
    Full,
}

/// Where a cell at a row and column goes.
type Map = fn(u8, u8) -> (u8, u8);

const HALF_TURN: Map = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Map = |row, column| (column, 8 - row);
const TOP_TO_BOTTOM: Map = |row, column| (8 - row, column);
const LEFT_TO_RIGHT: Map = |row, column| (row, 8 - column);
const TRANSPOSE: Map = |row, column| (column, row);
const ANTI_TRANSPOSE: Map = |row, column| (8 - column, 8 - row);

/// Where a cell goes.
fn image(map: Map, cell: Cell) -> Cell {
    let (row, column) = map(cell.row() as u8, cell.column() as u8);
    Cell::at(row, column).expect("maps keep cells in the grid")
}

impl Symmetry {
    /// All of them, the groups with the most members last.
    pub const ALL: [Self; 10] = [
        Self::None,
        Self::Rot180,
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::AntiDiagonal,
        Self::Rot90,
        Self::Orthogonal,
        Self::Diagonals,
        Self::Full,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Rot180 => "rot180",
            Self::Rot90 => "rot90",
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "antidiagonal",
            Self::Orthogonal => "orthogonal",
            Self::Diagonals => "diagonals",
            Self::Full => "full",
        }
    }

    /// Maps that generate the group.
    const fn generators(self) -> &'static [Map] {
        match self {
            Self::None => &[],
            Self::Rot180 => &[HALF_TURN],
            Self::Rot90 => &[QUARTER_TURN],
            Self::Horizontal => &[TOP_TO_BOTTOM],
            Self::Vertical => &[LEFT_TO_RIGHT],
            Self::Diagonal => &[TRANSPOSE],
            Self::AntiDiagonal => &[ANTI_TRANSPOSE],
            Self::Orthogonal => &[TOP_TO_BOTTOM, LEFT_TO_RIGHT],
            Self::Diagonals => &[TRANSPOSE, ANTI_TRANSPOSE],
            Self::Full => &[QUARTER_TURN, TRANSPOSE],
        }
    }

    /// The sets of cells that are clues together or not at all; they split the 81 cells.
    pub fn orbits(self) -> Vec<CellSet> {
        let mut orbits: Vec<CellSet> = Vec::new();
        for cell in Cell::ALL {
            if orbits.iter().any(|orbit| orbit.contains(cell)) {
                continue;
            }
            let mut orbit = CellSet::EMPTY;
            let mut new = vec![cell];
            while let Some(cell) = new.pop() {
                if !orbit.contains(cell) {
                    orbit.insert(cell);
                    new.extend(self.generators().iter().map(|map| image(*map, cell)));
                }
            }
            orbits.push(orbit);
        }
        orbits
    }

    /// The symmetry of a set of cells: the greatest that it has.
    pub fn of(cells: CellSet) -> Self {
        // Two that a set has are part of a greater one that it has, so there is one greatest.
        let greatest = Self::ALL.into_iter().rev().find(|symmetry| symmetry.holds(cells));
        greatest.unwrap_or_default()
    }

    /// Whether a set of cells has this symmetry.
    pub fn holds(self, cells: CellSet) -> bool {
        self.generators()
            .iter()
            .all(|map| cells.into_iter().all(|cell| cells.contains(image(*map, cell))))
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no symmetry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no such symmetry: {0} (there are none, rot180, rot90, horizontal, vertical, diagonal, antidiagonal, orthogonal, diagonals, full)"
)]
pub struct NoSuchSymmetry(pub String);

impl FromStr for Symmetry {
    type Err = NoSuchSymmetry;

    fn from_str(name: &str) -> Result<Self, NoSuchSymmetry> {
        Self::ALL
            .into_iter()
            .find(|symmetry| symmetry.name() == name)
            .ok_or_else(|| NoSuchSymmetry(name.to_owned()))
    }
}
