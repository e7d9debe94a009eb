//! Wings: a pivot and two cells that it sees, the pincers, one of which must hold a digit.

use super::{
    ladder::{StepFinder, StepMemory},
    step::{Step, StepKind},
};
use crate::marks::Marks;
use batchdoku_engine::grid::{Cell, CellSet, PEER_SETS};

/// The candidates of a digit, as cells.
pub(super) fn places(marks: &Marks, digit: usize) -> CellSet {
    let rows =
        (0..9).fold(0, |cells, row| cells | u128::from(marks.positions[row][digit]) << (9 * row));
    CellSet::from_mask(rows)
}

/// The cells of so many candidates.
pub(super) fn cells_of_size(marks: &Marks, sizes: std::ops::RangeInclusive<u32>) -> CellSet {
    Cell::ALL
        .into_iter()
        .filter(|cell| sizes.contains(&marks.cells[cell.index()].count_ones()))
        .collect()
}

/// The cells that see all of `cells`, without `cells`.
pub(super) fn seeing(cells: CellSet) -> CellSet {
    cells.into_iter().fold(CellSet::ALL, |common, cell| common & PEER_SETS[cell.index()])
}

/// Pivot `xy` (XY-wing) or `xyz` (XYZ-wing), pincers `xz` and `yz`.
pub(super) struct Wing {
    pub(super) pivot_has_z: bool,
}

impl StepFinder for Wing {
    fn find(&self, marks: &Marks, _: &mut StepMemory) -> Option<Step> {
        let (kind, er, size) =
            if self.pivot_has_z { (StepKind::XyzWing, 44, 3) } else { (StepKind::XyWing, 42, 2) };
        let pairs = cells_of_size(marks, 2..=2);
        for pivot in cells_of_size(marks, size..=size) {
            let digits = marks.cells[pivot.index()];
            let pincers = pairs & PEER_SETS[pivot.index()];
            for one in pincers {
                let a = marks.cells[one.index()];
                if (digits & !a).count_ones() != 1 {
                    continue;
                }
                for other in pincers {
                    let b = marks.cells[other.index()];
                    let z = a & b;
                    let of_pivot = if self.pivot_has_z { a | b } else { a ^ b };
                    if z.count_ones() != 1 || digits != of_pivot {
                        continue;
                    }
                    let cells = CellSet::from_iter([pivot, one, other]);
                    let z = z.trailing_zeros() as usize;
                    let victims = if self.pivot_has_z {
                        seeing(cells)
                    } else {
                        PEER_SETS[one.index()] & PEER_SETS[other.index()] & !cells
                    };
                    let mut step = Step::new(kind, er, cells, a | b);
                    step.struck[z] = victims & places(marks, z);
                    if step.is_worth() {
                        return Some(step);
                    }
                }
            }
        }
        None
    }
}
