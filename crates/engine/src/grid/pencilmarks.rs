//! Pencilmark puzzles (sukaku): puzzles with candidates for each cell instead of clues.
//!
//! The text has 729 characters: for each cell, row by row, nine places for the digits 1 to 9. A place
//! holds its digit, or `.` or `0` if the cell cannot hold that digit. For example, `.2...6...` is a cell
//! with the candidates 2 and 6. A cell with one candidate is a clue. So a puzzle of clues is a pencilmark
//! puzzle where the other cells have all nine candidates.

use super::{ALL_DIGITS, Grid, GridError, PEER_SETS};
use crate::simd::Words8;

/// The length of a pencilmark puzzle as text.
pub const PENCILMARKS: usize = 729;

/// The digit at each place of the text.
static PLACES: [u8; PENCILMARKS] = {
    let mut table = [0; PENCILMARKS];
    let mut place = 0;
    while place < PENCILMARKS {
        table[place] = b'1' + (place % 9) as u8;
        place += 1;
    }
    table
};

/// Two bytes that are not a digit.
const DOTS: u16 = u16::from_ne_bytes([b'.'; 2]);
const ZEROS: u16 = u16::from_ne_bytes([b'0'; 2]);

/// Returns a bit for each place of a block of text, set if the place holds its digit. Clears a bit of
/// `is_candidate` if a byte is neither its digit nor `.` nor `0`.
#[inline(always)]
fn digits_at(block: &[u8; 64], places: &[u8; 64], is_candidate: &mut Words8) -> u64 {
    let (bytes, _) = block.as_chunks::<16>();
    let (places, _) = places.as_chunks::<16>();
    let mut bits = 0;
    for k in 0..4 {
        let bytes = Words8::of_bytes(&bytes[k]);
        let digits = bytes.equal_bytes(Words8::of_bytes(&places[k]));
        let none = bytes.equal_bytes(Words8::splat(DOTS)) | bytes.equal_bytes(Words8::splat(ZEROS));
        *is_candidate = *is_candidate & (digits | none);
        bits |= u64::from(digits.byte_bits()) << (16 * k);
    }
    bits
}

/// The candidates of each cell, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pencilmarks([u16; 81]);

impl Pencilmarks {
    /// Parses 729 bytes.
    ///
    /// # Errors
    /// A wrong number of candidates, otherwise the first byte that is not a candidate.
    pub fn parse(text: &[u8]) -> Result<Self, GridError> {
        let count = GridError::CandidateCount(text.len());
        let text: &[u8; PENCILMARKS] = text.try_into().map_err(|_| count)?;
        Self::read(text).ok_or_else(|| {
            let mut places = 0..PENCILMARKS;
            let bad = places
                .find(|&place| text[place] != PLACES[place] && !matches!(text[place], b'.' | b'0'));
            let place = bad.unwrap_or_default();
            let digit = PLACES[place] - b'0';
            GridError::BadCandidate { column: place + 1, byte: text[place], digit }
        })
    }

    /// Parses 729 bytes; `None` if a byte is not a candidate.
    #[inline(always)]
    pub(crate) fn read(text: &[u8; PENCILMARKS]) -> Option<Self> {
        // Blocks of 64 bytes. The last block ends with the text, so it overlaps the block before it.
        let (blocks, _) = text.as_chunks::<64>();
        let (places, _) = PLACES.as_chunks::<64>();
        const LAST: usize = PENCILMARKS - 64;
        let last = text[LAST..].first_chunk::<64>().expect("64 bytes");
        let last_places = PLACES[LAST..].first_chunk::<64>().expect("64 bytes");
        // A bit for each place of the text.
        let mut bits = [0; PENCILMARKS / 64 + 1];
        let mut is_candidate = Words8::splat(u16::MAX);
        for (bits, (block, places)) in bits.iter_mut().zip(blocks.iter().zip(places)) {
            *bits = digits_at(block, places, &mut is_candidate);
        }
        bits[PENCILMARKS / 64] =
            digits_at(last, last_places, &mut is_candidate) >> (64 - PENCILMARKS % 64);
        if is_candidate.byte_bits() != 0xFFFF {
            return None;
        }
        // Cells are taken in groups of seven, because 63 bits fit a word.
        let mut marks = [0; 84];
        let (sevens, _) = marks.as_chunks_mut::<7>();
        for (group, cells) in sevens.iter_mut().enumerate() {
            let word = 63 * group / 64;
            let from = 63 * group % 64;
            let seven = bits[word] >> from | bits[word + 1] << 1 << (63 - from);
            for (k, cell) in cells.iter_mut().enumerate() {
                *cell = (seven >> (9 * k)) as u16 & ALL_DIGITS;
            }
        }
        marks.first_chunk().map(|marks| Self(*marks))
    }

    /// Creates candidates from a mask for each cell; `None` if a mask has a bit above the lowest nine.
    pub fn from_cells(cells: [u16; 81]) -> Option<Self> {
        let is_valid = cells.iter().all(|&mask| mask & !ALL_DIGITS == 0);
        is_valid.then_some(Self(cells))
    }

    /// Returns the mask of candidates of each cell.
    #[inline(always)]
    pub fn cells(&self) -> &[u16; 81] {
        &self.0
    }

    /// Returns the mask of candidates of a cell.
    #[inline]
    pub fn at(&self, cell: usize) -> u16 {
        self.0[cell]
    }

    /// Returns the grid with the cells with one candidate as clues.
    pub fn to_grid(&self) -> Grid {
        Grid::from_valid(
            self.0.map(
                |mask| {
                    if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 }
                },
            ),
        )
    }

    /// Returns the puzzle of clues that is equivalent to these candidates: the cells with one candidate are its clues.
    /// `None` if the candidates exclude a digit that the clues allow, because the clues alone are then another puzzle.
    ///
    /// ```
    /// use batchdoku::grid::{Grid, Pencilmarks};
    /// let clues: Grid = format!("5{}", ".".repeat(80)).parse()?;
    /// let text = Pencilmarks::from(&clues).to_text();
    /// let without = |place: usize| {
    ///     let mut text = text;
    ///     text[place] = b'.';
    ///     Pencilmarks::parse(&text)
    /// };
    /// // Row 1 has a 5 already, and may have the 6 in its second cell.
    /// assert_eq!(without(9 + 4)?.clues(), Some(clues));
    /// assert_eq!(without(9 + 5)?.clues(), None);
    /// # Ok::<(), batchdoku::GridError>(())
    /// ```
    pub fn clues(&self) -> Option<Grid> {
        let clues = self.to_grid();
        let mut seen = [0; 81];
        for cell in clues.filled() {
            for peer in PEER_SETS[cell.index()] {
                seen[peer.index()] |= self.0[cell.index()];
            }
        }
        let mut cells = self.0.iter().zip(seen);
        let is_all =
            cells.all(|(&mask, seen)| mask.is_power_of_two() || ALL_DIGITS & !(mask | seen) == 0);
        is_all.then_some(clues)
    }

    /// Tests whether each cell of a grid holds one of its candidates. False if a cell is empty.
    pub(crate) fn allow(&self, grid: &Grid) -> bool {
        let mut cells = self.0.iter().zip(grid.digits());
        cells.all(|(&mask, &digit)| mask << 1 >> digit & 1 == 1 && digit != 0)
    }

    /// Tests whether `solution` is complete and each of its digits is a candidate.
    pub fn is_solved_by(&self, solution: &Grid) -> bool {
        solution.is_complete() && self.allow(solution)
    }

    /// Returns the text, with `.` where a digit is not a candidate.
    pub fn to_text(self) -> [u8; PENCILMARKS] {
        std::array::from_fn(|place| {
            if self.0[place / 9] >> (place % 9) & 1 == 1 { PLACES[place] } else { b'.' }
        })
    }
}

/// All nine candidates in each empty cell.
impl From<&Grid> for Pencilmarks {
    fn from(grid: &Grid) -> Self {
        Self(grid.digits().map(|digit| if digit == 0 { ALL_DIGITS } else { 1 << (digit - 1) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_testkit::sized;

    #[test]
    fn text_goes_there_and_back() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let marks = Pencilmarks::from(&grid);
        let text = marks.to_text();
        assert_eq!(&text[..27], b"....5......3......123456789");
        assert_eq!(Pencilmarks::parse(&text), Ok(marks));
        assert_eq!(marks.to_grid(), grid);
        let zeros = text.map(|byte| if byte == b'.' { b'0' } else { byte });
        assert_eq!(Pencilmarks::parse(&zeros), Ok(marks));
        let solution = grid.solve().unwrap();
        assert!(marks.is_solved_by(&solution), "{solution}");
        assert!(!marks.allow(&grid), "{grid}");
        assert!(!Pencilmarks::parse(&[b'.'; 729]).unwrap().allow(&solution));
    }

    #[test]
    fn every_byte_is_its_digit_or_no_candidate_or_an_error() {
        for place in (0..729).step_by(sized(1, 300)) {
            for byte in 0..=u8::MAX {
                let mut text = [b'.'; 729];
                text[place] = byte;
                let digit = (place % 9) as u8 + 1;
                let parsed = Pencilmarks::parse(&text);
                if byte == b'0' + digit {
                    let mut expected = [0; 81];
                    expected[place / 9] = 1 << (digit - 1);
                    assert_eq!(parsed, Ok(Pencilmarks(expected)));
                } else if matches!(byte, b'.' | b'0') {
                    assert_eq!(parsed, Ok(Pencilmarks([0; 81])));
                } else {
                    let error = GridError::BadCandidate { column: place + 1, byte, digit };
                    assert_eq!(parsed, Err(error));
                }
            }
        }
        for length in [0, 81, 728, 730] {
            assert_eq!(
                Pencilmarks::parse(&vec![b'.'; length]),
                Err(GridError::CandidateCount(length))
            );
        }
    }
}
