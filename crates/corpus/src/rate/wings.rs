//! Wings: a pivot and two cells that it sees, the pincers, one of which must hold a digit.

use crate::marks::Marks;
use batchdoku_engine::grid::{Cell, CellSet, PEER_SETS, POPCOUNT};

/// Eliminates by every XY-wing: pivot `xy`, pincers `xz` and `yz`; a cell that sees both pincers is
/// not `z`. A step is one such trio.
pub(super) fn xy(marks: &mut Marks) -> u16 {
    wings(marks, 2)
}

/// Eliminates by every XYZ-wing: pivot `xyz`, pincers `xz` and `yz`; a cell that sees all three is
/// not `z`. A step is one such trio.
pub(super) fn xyz(marks: &mut Marks) -> u16 {
    wings(marks, 3)
}

fn wings(marks: &mut Marks, pivot_size: u8) -> u16 {
    let of_size = |marks: &Marks, size: u8| -> CellSet {
        let has_size = |cell: &Cell| POPCOUNT[usize::from(marks.cells[cell.index()])] == size;
        Cell::ALL.into_iter().filter(has_size).collect()
    };
    let pairs = of_size(marks, 2);
    let pivots = if pivot_size == 2 { pairs } else { of_size(marks, pivot_size) };
    let mut steps = 0;
    for pivot in pivots.into_iter().map(Cell::index) {
        let digits = marks.cells[pivot];
        let mut pincers = pairs & PEER_SETS[pivot];
        while let Some(one) = pincers.pop_first().map(Cell::index) {
            for other in pincers.into_iter().map(Cell::index) {
                let (a, b) = (marks.cells[one], marks.cells[other]);
                // Both pincers hold the digit z; the pivot holds the other two, and z or not.
                let z = a & b;
                let of_pivot = if pivot_size == 2 { a ^ b } else { a | b };
                if !z.is_power_of_two() || digits != of_pivot {
                    continue;
                }
                let mut seeing = PEER_SETS[one] & PEER_SETS[other];
                if pivot_size == 3 {
                    seeing = seeing & PEER_SETS[pivot];
                }
                let struck =
                    seeing.into_iter().fold(false, |any, cell| marks.strike(cell.index(), z) | any);
                steps += u16::from(struck);
            }
        }
    }
    steps
}
