//! Validation: whether a grid obeys the rules, is complete, or is a solution of another grid.
//!
//! [`Grid::is_solution_text`] works on plain text, fast enough for every record that is read. The other
//! methods work on grids, and [`Grid::check_solution_of`] returns the error.

use super::{ALL_DIGITS, Cell, Digit, EMPTY_CELLS, Grid, GridError, HOUSE_MASKS, House};
use batchdoku_base::bits;

impl Grid {
    /// Returns the first house (rows, then columns, then boxes) with a repeated digit, and that digit.
    pub fn conflict(&self) -> Option<(House, Digit)> {
        let repeats = self.houses_with_repeats();
        let house = House::new(repeats.trailing_zeros() as u8)?;
        let mut seen = 0u16;
        for cell in house.cells() {
            let digit = self.digits()[cell.index()];
            // Bit 0 stands for empty cells, which may repeat.
            if seen >> digit & 1 != 0 && digit != 0 {
                return Some((house, Digit::new(digit)?));
            }
            seen |= 1 << digit;
        }
        None
    }

    /// Lists the houses (rows, then columns, then boxes) with a repeated digit.
    ///
    /// ```
    /// use batchdoku::{Grid, grid::House};
    /// // A 1 in the first cell, and another in the cell below it.
    /// let grid: Grid = format!("1........1{}", ".".repeat(71)).parse()?;
    /// assert!(grid.broken_houses().eq([House::ALL[9], House::ALL[18]]));
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn broken_houses(&self) -> impl Iterator<Item = House> + use<> {
        bits(self.houses_with_repeats()).map(|house| House::ALL[house])
    }

    /// Returns the houses with a repeated digit, as bits.
    ///
    /// `seen` has, for each digit, the houses that hold it so far. If a house of a clue is among these, it has the
    /// digit twice. Only clues are visited, about a third of the cells, and no branch depends on a digit, because the
    /// CPU could not predict it.
    fn houses_with_repeats(&self) -> u32 {
        let digits = self.digits();
        let mut seen = [0; 16];
        let mut repeats = 0;
        for (first, mut clues) in [0, 64].into_iter().zip(self.clue_bits()) {
            while clues != 0 {
                let cell = first + clues.trailing_zeros() as usize;
                clues &= clues - 1;
                let houses = HOUSE_MASKS[cell];
                let of_digit = &mut seen[usize::from(digits[cell] & 15)];
                repeats |= *of_digit & houses;
                *of_digit |= houses;
            }
        }
        repeats
    }

    /// Returns the cells with a clue, as bits.
    ///
    /// Eight cells are one word, a byte for each. Adding 127 to a byte sets its highest bit if there is a clue. The
    /// product moves these eight bits, which are eight apart, next to each other: byte *k* goes up by 56 − 7*k* bits.
    fn clue_bits(&self) -> [u64; 2] {
        let (words, last) = self.digits().as_chunks();
        let mut bits = [0, u64::from(last[0] != 0) << 16];
        for (index, word) in words.iter().enumerate() {
            let with_clue = (u64::from_le_bytes(*word) + 0x7F7F_7F7F_7F7F_7F7F) >> 7;
            let apart = with_clue & 0x0101_0101_0101_0101;
            let together = apart.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits[index / 8] |= together << (index % 8 * 8);
        }
        bits
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

    /// Tests whether the grid is a solution of `puzzle`: complete, and equal to every clue.
    pub fn is_solution_of(&self, puzzle: &Self) -> bool {
        let mut clues = puzzle.digits().iter().zip(self.digits());
        self.is_complete() && clues.all(|(&clue, &digit)| clue == 0 || clue == digit)
    }

    /// Checks that the grid is a solution of `puzzle`.
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
    /// The first empty cell, otherwise the first cell that contradicts a clue, otherwise the first house with
    /// a repeated digit.
    pub fn check_solution_of(&self, puzzle: &Self) -> Result<(), GridError> {
        // Vectors find whether there is an error; only then is its place searched for.
        let mut digits = self.digits().iter();
        if self.digits().contains(&0) {
            let empty = digits.position(|&digit| digit == 0).expect("an empty cell");
            return Err(GridError::EmptyCell(Cell::ALL[empty]));
        }
        let mut pairs = puzzle.digits().iter().zip(digits);
        if pairs.clone().fold(false, |found, pair| found | contradicts(pair)) {
            let wrong = pairs.position(contradicts).expect("a cell that contradicts its clue");
            return Err(GridError::ContradictsClue(Cell::ALL[wrong]));
        }
        match self.conflict() {
            Some((house, digit)) => Err(GridError::Conflict { house, digit }),
            None => Ok(()),
        }
    }
}

/// Returns whether masks, with bit `d` for the digit `d`, have all nine digits together.
fn has_all(masks: &[u16]) -> bool {
    masks.iter().fold(0, |seen, mask| seen | mask) == ALL_DIGITS << 1
}

/// Returns whether the digit differs from the clue, if there is a clue.
fn contradicts((&clue, &digit): (&u8, &u8)) -> bool {
    (clue != 0) & (clue != digit)
}

/// The digit of a byte as one of nine bits, for each of the three positions in a minirow; 0 for a byte
/// that is not a digit.
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
    /// Tests whether `claim` is a solution of `puzzle`, both 81 bytes of text. Also false if `puzzle` has
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

    /// Finds the conflict house by house, as the documentation of [`Grid::conflict`] defines it.
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

    /// Changes each byte of either text, and compares the result with that of the methods on grids.
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

    /// Each row is the row above it, moved by one cell: every row and column has all digits, but no box does.
    #[test]
    fn a_latin_square_is_no_complete_grid() {
        let digit = |cell: usize| char::from(b'1' + ((cell / 9 + cell % 9) % 9) as u8);
        let text: String = (0..81).map(digit).collect();
        let square: Grid = text.parse().unwrap();
        assert!(!square.is_complete());
        assert!(!square.is_solution_of(&Grid::EMPTY));
        assert_eq!(square.conflict().map(|(house, _)| house), Some(House::ALL[18]));
        // With rows moved by three cells, and bands by one more, it is a valid grid.
        let digit = |cell: usize| {
            let row = cell / 9;
            char::from(b'1' + ((3 * row + row / 3 + cell % 9) % 9) as u8)
        };
        let text: String = (0..81).map(digit).collect();
        assert!(text.parse::<Grid>().unwrap().is_complete());
    }
}
