//! Symmetries of the clue cells: the ten groups of rotations and reflections of a square.

use batchdoku_base::named;
use batchdoku_engine::grid::{Cell, CellSet};

/// The rotations and reflections of the grid that map clue cells to clue cells.
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
    /// No symmetry required.
    #[default]
    None,
    /// Rotation by 180°.
    Rot180,
    /// Rotation by 90°, which implies 180°.
    Rot90,
    /// Top to bottom: reflection in the horizontal axis.
    Horizontal,
    /// Left to right: reflection in the vertical axis.
    Vertical,
    /// Rows to columns: reflection in the diagonal from the top left.
    Diagonal,
    /// Reflection in the diagonal from the top right.
    AntiDiagonal,
    /// Reflection in both axes, which implies rotation by 180°.
    Orthogonal,
    /// Reflection in both diagonals, which implies rotation by 180°.
    Diagonals,
    /// All rotations and reflections.
    Full,
}

/// Maps the row and column of a cell to those of its image.
type Map = fn(u8, u8) -> (u8, u8);

const HALF_TURN: Map = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Map = |row, column| (column, 8 - row);
const TOP_TO_BOTTOM: Map = |row, column| (8 - row, column);
const LEFT_TO_RIGHT: Map = |row, column| (row, 8 - column);
const TRANSPOSE: Map = |row, column| (column, row);
const ANTI_TRANSPOSE: Map = |row, column| (8 - column, 8 - row);

fn image(map: Map, cell: Cell) -> Cell {
    let (row, column) = map(cell.row() as u8, cell.column() as u8);
    Cell::at(row, column).expect("maps keep cells in the grid")
}

// In ascending order of size.
named!(Symmetry {
    None = "none",
    Rot180 = "rot180",
    Horizontal = "horizontal",
    Vertical = "vertical",
    Diagonal = "diagonal",
    AntiDiagonal = "antidiagonal",
    Rot90 = "rot90",
    Orthogonal = "orthogonal",
    Diagonals = "diagonals",
    Full = "full",
});

impl Symmetry {
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

    /// Returns the orbits of the cells: sets of cells that are clues together or not at all. They
    /// partition the 81 cells.
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

    /// Returns the largest symmetry of a set of cells.
    pub fn of(cells: CellSet) -> Self {
        // If a set has two symmetries, it has a symmetry that contains both, so the largest is
        // unique.
        let greatest = Self::ALL.into_iter().rev().find(|symmetry| symmetry.holds(cells));
        greatest.unwrap_or_default()
    }

    /// Returns whether a set of cells has this symmetry.
    pub fn holds(self, cells: CellSet) -> bool {
        self.generators()
            .iter()
            .all(|map| cells.into_iter().all(|cell| cells.contains(image(*map, cell))))
    }
}
