//! The clues of a puzzle by line, and which of its lines and bands are equal.

use super::lines::GridLines;
use batchdoku_base::bits;
use batchdoku_engine::grid::POPCOUNT;

/// The facts that the search needs about the lines of a grid, numbered as in [`GridLines`].
pub(super) struct Clues<'a> {
    pub lines: &'a GridLines,
    /// The cells of each line that hold clues.
    pub(super) masks: [u16; 18],
    /// The digits that each line has; bit 0 is the empty cell.
    pub(super) digits: [u16; 18],
    /// Equal rows, and equal columns.
    pub(super) equal_lines: [EqualLines; 2],
}

impl<'a> Clues<'a> {
    pub(super) fn new(lines: &'a GridLines) -> Self {
        Self {
            lines,
            masks: lines.each_ref().map(clue_mask),
            digits: lines.map(|line| line.iter().fold(0, |mask, cell| mask | 1 << cell)),
            equal_lines: [EqualLines::of(&lines[..9]), EqualLines::of(&lines[9..])],
        }
    }

    /// Returns the lines that can become the first row of the canonical form.
    ///
    /// The clue counts of the three minirows, in ascending order, determine the pattern of the row, and the smallest
    /// pattern wins. The digits do not matter, because the clues are labelled 1, 2, 3 … in any case. This fails if a
    /// line has a digit twice; then the function returns every line.
    pub(super) fn first_rows(&self) -> u32 {
        let mut smallest = ([3; 3], 0);
        for (line, (&digits, &clues)) in self.digits.iter().zip(&self.masks).enumerate() {
            if count(digits >> 1) != count(clues) {
                return 0x3FFFF;
            }
            let mut counts = [clues & 7, clues >> 3 & 7, clues >> 6].map(count);
            counts.sort_unstable();
            if counts < smallest.0 {
                smallest = (counts, 0);
            }
            if counts == smallest.0 {
                smallest.1 |= 1 << line;
            }
        }
        smallest.1
    }

    /// Returns the columns with clues in the remaining rows, and the digits of these clues.
    pub(super) fn live(&self, transposed: bool, rows_left: u16) -> (u16, u16) {
        let side = 9 * usize::from(transposed);
        bits(rows_left).fold((0, 0), |(columns, digits), row| {
            (columns | self.masks[side + row], digits | self.digits[side + row])
        })
    }
}

/// Equal lines among nine: the rows, or the columns, of a grid.
#[derive(Clone, Copy, Default)]
pub(super) struct EqualLines {
    /// For each line, the earlier lines of its band that equal it.
    pub lines: [u16; 9],
    /// For each band, the earlier bands that equal it line by line.
    pub(super) bands: [u16; 3],
}

impl EqualLines {
    fn of(rows: &[[u8; 9]]) -> Self {
        let mut equal_lines = Self::default();
        for (i, row) in rows.iter().enumerate() {
            let before = (i / 3 * 3..i).filter(|&j| rows[j] == *row);
            equal_lines.lines[i] = before.fold(0, |mask, j| mask | 1 << j);
        }
        for i in 1..3 {
            let equal = (0..i).filter(|&j| rows[3 * j..3 * j + 3] == rows[3 * i..3 * i + 3]);
            equal_lines.bands[i] = equal.fold(0, |mask, j| mask | 1 << j);
        }
        equal_lines
    }

    /// Returns the rows that can come next: of the open band, or of any band if none is open. If several of the rows
    /// left are equal, or several bands, only the first counts.
    pub(super) fn next_rows(&self, left: u16, open_band: Option<usize>) -> u16 {
        let rows = if let Some(band) = open_band {
            left & 7 << (3 * band)
        } else {
            let bands = (0..3).filter(|&band| {
                let equal = self.bands[band];
                (0..band).all(|before| equal >> before & 1 == 0 || left >> (3 * before) & 7 == 0)
            });
            left & bands.fold(0, |mask, band| mask | 7 << (3 * band))
        };
        bits(rows).filter(|&row| self.lines[row] & left == 0).fold(0, |mask, row| mask | 1 << row)
    }

    /// Returns the number of orders of equal lines and equal bands. The search takes only one of them.
    pub(super) fn orders(&self) -> u64 {
        let before = self.lines.iter().chain(&self.bands);
        before.map(|before| u64::from(before.count_ones()) + 1).product()
    }
}

/// Returns the places of the clues in a line.
fn clue_mask(line: &[u8; 9]) -> u16 {
    line.iter().enumerate().fold(0, |mask, (i, &cell)| mask | u16::from(cell != 0) << i)
}

/// Returns the number of bits in a mask of nine.
fn count(mask: u16) -> u8 {
    POPCOUNT[usize::from(mask)]
}
