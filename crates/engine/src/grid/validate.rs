//! Validation: a grid obeys the rules, is complete, is a solution of another.
//!
//! [`Grid::is_solution_text`] answers on plain text, fast enough for every record that is read; the other
//! methods answer on grids, and [`Grid::check_solution_of`] says what is wrong.

use super::{ALL_DIGITS, Cell, Digit, EMPTY_CELLS, Grid, GridError, House};

impl Grid {
    /// Returns the first house (rows, then columns, then boxes) in which a digit stands twice, with
    /// that digit.
    pub fn conflict(&self) -> Option<(House, Digit)> {
        let repeats = self.houses_with_repeats();
        let house = House::new(repeats.trailing_zeros() as u8)?;
        let mut seen = 0u16;
        let mut digits = house.cells().into_iter().filter_map(|cell| self.get(cell));
        let digit = digits.find(|digit| {
            let bit = 1 << digit.index();
            let is_twice = seen & bit != 0;
            seen |= bit;
            is_twice
        })?;
        Some((house, digit))
    }

    /// Returns the houses in which a digit stands twice, as bits.
    ///
    /// The digits of a house are counted in one word, four bits for each: `1, 4, 4` is `0x2001`. So there is one
    /// addition for each cell and house, and no branch on cells, which nobody can predict.
    fn houses_with_repeats(&self) -> u32 {
        const ONE: [u64; 16] = {
            let mut counts = [0; 16];
            let mut digit = 1;
            while digit <= 9 {
                counts[digit] = 1 << (4 * (digit - 1));
                digit += 1;
            }
            counts
        };
        let mut columns = [0; 9];
        let mut repeats = 0;
        for (band, cells) in self.digits().chunks_exact(27).enumerate() {
            let mut boxes = [0; 3];
            for (row, cells) in cells.chunks_exact(9).enumerate() {
                let counts: [u64; 9] = std::array::from_fn(|i| ONE[usize::from(cells[i] & 15)]);
                let minirows = [0, 3, 6].map(|i| counts[i] + counts[i + 1] + counts[i + 2]);
                repeats |= repeat(minirows.iter().sum()) << (3 * band + row);
                for (sum, counts) in boxes.iter_mut().zip(minirows) {
                    *sum += counts;
                }
                for (sum, counts) in columns.iter_mut().zip(counts) {
                    *sum += counts;
                }
            }
            for (stack, counts) in boxes.into_iter().enumerate() {
                repeats |= repeat(counts) << (18 + 3 * band + stack);
            }
        }
        for (column, counts) in columns.into_iter().enumerate() {
            repeats |= repeat(counts) << (9 + column);
        }
        repeats
    }

    /// Tests whether every house holds every digit.
    pub fn is_complete(&self) -> bool {
        let mut columns = [0u16; 9];
        let bands_complete = self.digits().chunks_exact(27).all(|band| {
            let mut of_band = [0u16; 9];
            let rows_complete = band.chunks_exact(9).all(|row| {
                let digits: [u16; 9] = std::array::from_fn(|i| 1 << row[i]);
                of_band.iter_mut().zip(&digits).for_each(|(seen, digit)| *seen |= digit);
                has_all(&digits)
            });
            columns.iter_mut().zip(&of_band).for_each(|(seen, band)| *seen |= band);
            rows_complete && of_band.chunks_exact(3).all(has_all)
        });
        bands_complete && columns.iter().all(|&seen| seen == ALL_DIGITS << 1)
    }

    /// Tests whether it is a solution of `puzzle`: complete, and equal to every clue.
    pub fn is_solution_of(&self, puzzle: &Self) -> bool {
        let mut clues = puzzle.digits().iter().zip(self.digits());
        self.is_complete() && clues.all(|(&clue, &digit)| clue == 0 || clue == digit)
    }

    /// Checks that it is a solution of `puzzle`.
    ///
    /// ```
    /// use batchdoku::{Cell, Grid, GridError};
    /// let puzzle: Grid =
    ///     "103000509002109400000704000300502006060000050700803004000401000009205800804000107".parse()?;
    /// let solution = puzzle.solve().unwrap();
    /// assert_eq!(solution.check_solution_of(&puzzle), Ok(()));
    /// let error = solution.with(Cell::ALL[80], None).check_solution_of(&puzzle).unwrap_err();
    /// assert_eq!(error, GridError::EmptyCell(Cell::ALL[80]));
    /// assert_eq!(error.to_string(), "row 9, column 9 of the solution is empty");
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    ///
    /// # Errors
    /// The first empty cell, otherwise the first cell that contradicts a clue, otherwise a house with
    /// a digit twice.
    pub fn check_solution_of(&self, puzzle: &Self) -> Result<(), GridError> {
        let mut cells = Cell::ALL.into_iter();
        if let Some(cell) = cells.clone().find(|&cell| self.get(cell).is_none()) {
            return Err(GridError::EmptyCell(cell));
        }
        let contradiction =
            cells.find(|&cell| puzzle.get(cell).is_some_and(|clue| self.get(cell) != Some(clue)));
        if let Some(cell) = contradiction {
            return Err(GridError::ContradictsClue(cell));
        }
        match self.conflict() {
            Some((house, digit)) => Err(GridError::Conflict { house, digit }),
            None => Ok(()),
        }
    }
}

/// Returns 1 if a count of four bits is above one, or else 0. No count overflows, because a house has nine cells.
fn repeat(counts: u64) -> u32 {
    u32::from(counts & 0xE_EEEE_EEEE != 0)
}

/// Tells if masks of digits, bit `d` for the digit `d`, have all nine.
fn has_all(masks: &[u16]) -> bool {
    masks.iter().fold(0, |seen, mask| seen | mask) == ALL_DIGITS << 1
}

/// The digit of a byte as one of nine bits, at each of the three positions of a minirow; 0 for any
/// other byte.
///
/// ```text
/// bits  0.. 9  first cell     a minirow is one word of 27 bits: the OR of three entries
///       9..18  second cell
///      18..27  third cell
/// ```
static DIGIT_BIT: [[u32; 256]; 3] = {
    let mut table = [[0; 256]; 3];
    let mut position = 0;
    while position < 3 {
        let mut digit = 0;
        while digit < 9 {
            table[position][b'1' as usize + digit] = 1 << (9 * position + digit);
            digit += 1;
        }
        position += 1;
    }
    table
};

const ALL_POSITIONS: u32 = (1 << 27) - 1;

impl Grid {
    /// Tests whether `claim` is a solution of `puzzle`, both 81 bytes of text. False as well if `puzzle` has
    /// a byte that is not a cell.
    ///
    /// Rows, columns and boxes are the OR of their minirows: columns directly, all nine digits of three
    /// columns at a time; rows and boxes after the OR of the three positions.
    ///
    /// ```
    /// use batchdoku::Grid;
    /// let puzzle = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
    /// let mut claim = *b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
    /// assert!(Grid::is_solution_text(puzzle, &claim));
    /// claim.swap(1, 3);
    /// assert!(!Grid::is_solution_text(puzzle, &claim));
    /// ```
    pub fn is_solution_text(puzzle: &[u8; 81], claim: &[u8; 81]) -> bool {
        let [first, second, third] = &DIGIT_BIT;
        let mut columns = [0; 3];
        let mut complete = ALL_POSITIONS;
        for band in claim.chunks_exact(27) {
            let mut boxes = [0; 3];
            for row in band.chunks_exact(9) {
                let mut whole_row = 0;
                for (stack, cells) in row.chunks_exact(3).enumerate() {
                    let minirow = first[usize::from(cells[0])]
                        | second[usize::from(cells[1])]
                        | third[usize::from(cells[2])];
                    boxes[stack] |= minirow;
                    whole_row |= minirow;
                }
                complete &= overlaid(whole_row);
            }
            for stack in 0..3 {
                columns[stack] |= boxes[stack];
                complete &= overlaid(boxes[stack]);
            }
        }
        let clues_kept = puzzle.iter().zip(claim).fold(true, |kept, (&clue, &digit)| {
            let empty = EMPTY_CELLS.iter().fold(false, |empty, &byte| empty | (clue == byte));
            kept & ((clue == digit) | empty)
        });
        let columns_complete = columns[0] & columns[1] & columns[2] == ALL_POSITIONS;
        complete & 0x1FF == 0x1FF && columns_complete && clues_kept
    }
}

/// Returns the OR of the three positions of a minirow word, in the lowest nine bits.
fn overlaid(word: u32) -> u32 {
    word | word >> 9 | word >> 18
}

#[cfg(test)]
mod tests {
    use crate::grid::{Cell, Digit, EMPTY_CELLS, Grid, House};
    use batchdoku_testkit::sized;

    const SOLUTION: &[u8; 81] =
        b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";

    /// House by house, as the documentation has it.
    fn conflict_by_definition(grid: &Grid) -> Option<(House, Digit)> {
        House::ALL.into_iter().find_map(|house| {
            let digits = house.cells().map(|cell| grid.get(cell));
            let again = |at: usize| digits[at].filter(|digit| digits[..at].contains(&Some(*digit)));
            Some((house, (1..9).find_map(again)?))
        })
    }

    #[test]
    fn a_conflict_is_the_first_digit_that_stands_twice() {
        let solution = Grid::parse(SOLUTION).unwrap();
        assert_eq!(solution.conflict(), None);
        for first in Cell::ALL {
            for second in Cell::ALL.into_iter().skip(first.index()).step_by(sized(1, 9)) {
                let digit = Digit::new(1 + (first.index() * 5 + second.index()) as u8 % 9);
                for mut grid in [Grid::EMPTY, solution] {
                    grid.set(first, digit);
                    grid.set(second, digit);
                    assert_eq!(grid.conflict(), conflict_by_definition(&grid), "{grid}");
                }
            }
        }
    }

    /// Every change of one byte of either text, judged as the grids themselves judge it.
    #[test]
    fn as_grids_judge() {
        let mut puzzle = *SOLUTION;
        for cell in (0..81).filter(|cell| cell % 3 != 0) {
            puzzle[cell] = EMPTY_CELLS[cell % 8];
        }
        let judged = |puzzle: &[u8], claim: &[u8]| match (Grid::parse(puzzle), Grid::parse(claim)) {
            (Ok(puzzle), Ok(claim)) => claim.is_solution_of(&puzzle),
            _ => false,
        };
        assert!(Grid::is_solution_text(&puzzle, SOLUTION));
        for cell in (0..81).step_by(sized(1, 40)) {
            for byte in (0..=255).step_by(sized(1, 7)) {
                let mut other = *SOLUTION;
                other[cell] = byte;
                assert_eq!(Grid::is_solution_text(&puzzle, &other), judged(&puzzle, &other));
                let mut other = puzzle;
                other[cell] = byte;
                assert_eq!(Grid::is_solution_text(&other, SOLUTION), judged(&other, SOLUTION));
            }
        }
        for cell in (0..81).step_by(sized(1, 20)) {
            for other in (0..81).step_by(sized(1, 20)) {
                let mut claim = *SOLUTION;
                claim.swap(cell, other);
                let empty = [b'.'; 81];
                assert_eq!(Grid::is_solution_text(&empty, &claim), judged(&empty, &claim));
            }
        }
    }
}
