//! Whether a text of 81 bytes is a solution of another: a check fast enough for every record read.

/// The digit of a byte as one of nine bits, in each of the three places of a minirow; nothing
/// for any other byte.
///
/// ```text
/// bits  0.. 9  first cell     a minirow is one word of 27 bits: the OR of three entries
///       9..18  second cell
///      18..27  third cell
/// ```
static PLACED: [[u32; 256]; 3] = {
    let mut table = [[0; 256]; 3];
    let mut place = 0;
    while place < 3 {
        let mut digit = 0;
        while digit < 9 {
            table[place][b'1' as usize + digit] = 1 << (9 * place + digit);
            digit += 1;
        }
        place += 1;
    }
    table
};

const ALL_PLACES: u32 = (1 << 27) - 1;

/// Whether `claim` is a complete grid that obeys the rules and holds every clue of `puzzle`, both
/// as text. False as well if `puzzle` has a byte that is no cell.
///
/// Rows, columns and boxes are sums (OR) of minirows: columns directly, all nine digits of three
/// columns at a time; rows and boxes after the three places are laid over each other.
///
/// ```
/// use batchdoku::grid::is_solution;
/// let puzzle = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
/// let mut claim = *b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
/// assert!(is_solution(puzzle, &claim));
/// claim.swap(1, 3);
/// assert!(!is_solution(puzzle, &claim));
/// ```
pub fn is_solution(puzzle: &[u8; 81], claim: &[u8; 81]) -> bool {
    let [first, second, third] = &PLACED;
    let mut columns = [0; 3];
    let mut complete = ALL_PLACES;
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
        let empty = matches!(clue, b'.' | b'0' | b'*' | b'_' | b'x' | b'X' | b'?' | b'-');
        kept & ((clue == digit) | empty)
    });
    let columns_complete = columns[0] & columns[1] & columns[2] == ALL_PLACES;
    complete & 0x1FF == 0x1FF && columns_complete && clues_kept
}

/// The three places of a minirow word over each other, in the lowest nine bits.
fn overlaid(word: u32) -> u32 {
    word | word >> 9 | word >> 18
}

#[cfg(test)]
mod tests {
    use super::is_solution;
    use crate::Grid;

    const SOLUTION: &[u8; 81] =
        b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";

    /// Every change of one byte of either text, judged as the grids themselves judge it.
    #[test]
    fn as_grids_judge() {
        let mut puzzle = *SOLUTION;
        for cell in (0..81).filter(|cell| cell % 3 != 0) {
            puzzle[cell] = b".0*_xX?-"[cell % 8];
        }
        let judged = |puzzle: &[u8], claim: &[u8]| match (Grid::parse(puzzle), Grid::parse(claim)) {
            (Ok(puzzle), Ok(claim)) => claim.solves(&puzzle),
            _ => false,
        };
        assert!(is_solution(&puzzle, SOLUTION));
        for cell in 0..81 {
            for byte in 0..=255 {
                let mut other = *SOLUTION;
                other[cell] = byte;
                assert_eq!(is_solution(&puzzle, &other), judged(&puzzle, &other));
                let mut other = puzzle;
                other[cell] = byte;
                assert_eq!(is_solution(&other, SOLUTION), judged(&other, SOLUTION));
            }
        }
        for cell in 0..81 {
            for other in 0..81 {
                let mut claim = *SOLUTION;
                claim.swap(cell, other);
                let empty = [b'.'; 81];
                assert_eq!(is_solution(&empty, &claim), judged(&empty, &claim));
            }
        }
    }
}
