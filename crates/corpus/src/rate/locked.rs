//! Locked candidates: all candidates of a digit in a box lie in one line, or in a line in one box.

use crate::marks::Marks;
use batchdoku_base::bits;

/// The line within a box that holds all of a mask of its nine positions: 0–2 rows, 3–5 columns;
/// [`NO_LINE`] if there is none.
const LINE_IN_BOX: [u8; 512] = within([
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
]);

/// The box (0–2) along a line that holds all of a mask of its nine positions; [`NO_LINE`] if there
/// is none.
const BOX_ON_LINE: [u8; 512] = within([0b111, 0b111 << 3, 0b111 << 6]);

const NO_LINE: u8 = 0xFF;

/// For each mask but the empty one, the first of `parts` that holds all its bits.
const fn within<const N: usize>(parts: [u16; N]) -> [u8; 512] {
    let mut table = [NO_LINE; 512];
    let mut mask = 1;
    while mask < 512 {
        let mut part = N;
        while part > 0 {
            part -= 1;
            if mask & !parts[part] as usize == 0 {
                table[mask] = part as u8;
            }
        }
        mask += 1;
    }
    table
}

/// Eliminates by every box and line of `houses` that locks a digit into another house. A step is
/// one digit in one of them.
pub(super) fn locked_candidates(marks: &mut Marks, houses: u32) -> u16 {
    pointing(marks, houses >> 18) + claiming(marks, houses & 0x3FFFF)
}

fn pointing(marks: &mut Marks, boxes: u32) -> u16 {
    let mut steps = 0;
    for (band, stack) in bits(boxes).map(|box_index| (box_index / 3, box_index % 3)) {
        for digit in 0..9 {
            let line = LINE_IN_BOX[usize::from(marks.positions[18 + band * 3 + stack][digit])];
            if line == NO_LINE {
                continue;
            }
            let (house, box_index) = match usize::from(line) {
                row @ 0..3 => (band * 3 + row, stack),
                column => (9 + stack * 3 + column - 3, band),
            };
            let elsewhere = marks.positions[house][digit] & !(0b111 << (3 * box_index));
            steps += u16::from(marks.strike_positions(house, elsewhere, 1 << digit));
        }
    }
    steps
}

fn claiming(marks: &mut Marks, lines: u32) -> u16 {
    let mut steps = 0;
    for house in bits(lines) {
        let (line, is_row) = (house % 9, house < 9);
        for digit in 0..9 {
            let along = BOX_ON_LINE[usize::from(marks.positions[house][digit])];
            if along == NO_LINE {
                continue;
            }
            let (box_index, own) = if is_row {
                (line / 3 * 3 + usize::from(along), 0b111 << (line % 3 * 3))
            } else {
                (usize::from(along) * 3 + line / 3, 0b001_001_001 << (line % 3))
            };
            let elsewhere = marks.positions[18 + box_index][digit] & !own;
            steps += u16::from(marks.strike_positions(18 + box_index, elsewhere, 1 << digit));
        }
    }
    steps
}
