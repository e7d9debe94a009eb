//! Wings: a pivot and two cells that it sees, its pincers, one of which must hold a digit.

use super::marks::Marks;
use crate::grid::{CellSet, PEERS, POPCOUNT};

/// The peers of each cell as a set of cells.
const PEER_SET: [u128; 81] = {
    let mut table = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut i = 0;
        while i < 20 {
            table[cell] |= 1 << PEERS[cell][i];
            i += 1;
        }
        cell += 1;
    }
    table
};

/// Eliminates by every XY-wing: pivot `xy`, pincers `xz` and `yz`; no cell that sees both pincers
/// is `z`. A step is one such trio.
pub(super) fn xy(marks: &mut Marks) -> u16 {
    wings(marks, 2)
}

/// Eliminates by every XYZ-wing: pivot `xyz`, pincers `xz` and `yz`; no cell that sees all three
/// is `z`. A step is one such trio.
pub(super) fn xyz(marks: &mut Marks) -> u16 {
    wings(marks, 3)
}

fn wings(marks: &mut Marks, pivot_size: u8) -> u16 {
    let of_size = |marks: &Marks, size: u8| -> CellSet {
        (0..81)
            .filter(|&cell| POPCOUNT[usize::from(marks.cells[usize::from(cell)])] == size)
            .collect()
    };
    let pairs = of_size(marks, 2);
    let pivots = if pivot_size == 2 { pairs } else { of_size(marks, pivot_size) };
    let mut steps = 0;
    for pivot in pivots.map(usize::from) {
        let digits = marks.cells[pivot];
        let mut pincers = CellSet(pairs.0 & PEER_SET[pivot]);
        while let Some(one) = pincers.next().map(usize::from) {
            for other in pincers.map(usize::from) {
                let (a, b) = (marks.cells[one], marks.cells[other]);
                // The digit z that both hold; the pivot holds the other two, and z or not.
                let z = a & b;
                let of_pivot = if pivot_size == 2 { a ^ b } else { a | b };
                if !z.is_power_of_two() || digits != of_pivot {
                    continue;
                }
                let mut seeing = PEER_SET[one] & PEER_SET[other];
                if pivot_size == 3 {
                    seeing &= PEER_SET[pivot];
                }
                let struck = CellSet(seeing)
                    .fold(false, |any, cell| marks.strike(usize::from(cell), z) | any);
                steps += u16::from(struck);
            }
        }
    }
    steps
}
