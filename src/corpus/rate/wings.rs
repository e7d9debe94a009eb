//! Wings: a pivot and two cells that it sees, its pincers, one of which must hold a digit.

use super::marks::{Marks, cells_of};
use crate::grid::{PEERS, POPCOUNT};

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
    let with_candidates = |marks: &Marks, size: u8| {
        let cells = marks.cells.iter().enumerate();
        cells
            .filter(|&(_, &digits)| POPCOUNT[usize::from(digits)] == size)
            .fold(0u128, |set, (cell, _)| set | 1 << cell)
    };
    let pairs = with_candidates(marks, 2);
    let pivots = if pivot_size == 2 { pairs } else { with_candidates(marks, pivot_size) };
    let mut steps = 0;
    for pivot in cells_of(pivots) {
        let digits = marks.cells[pivot];
        let mut rest = pairs & PEER_SET[pivot];
        while rest != 0 {
            let one = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            for other in cells_of(rest) {
                // With the pivot's digits among the three of xz and yz, z is what those share.
                let (a, b) = (marks.cells[one], marks.cells[other]);
                let z = a & b;
                let is_wing =
                    z.is_power_of_two() && digits == if pivot_size == 2 { a ^ b } else { a | b };
                if !is_wing {
                    continue;
                }
                let mut seeing = PEER_SET[one] & PEER_SET[other];
                if pivot_size == 3 {
                    seeing &= PEER_SET[pivot];
                }
                let struck = cells_of(seeing).fold(false, |any, cell| marks.strike(cell, z) | any);
                steps += u16::from(struck);
            }
        }
    }
    steps
}
