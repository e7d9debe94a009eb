//! The structure of a puzzle: minimality, and small unavoidable sets of its solution.
//!
//! An unavoidable set is a set of cells of a solution such that some rearrangement of their digits gives another
//! solution. The module [`unavoidable`](super::unavoidable) finds sets of any size. Sets of up to 6 cells are read off
//! the grid, which is ten times as fast. In a minimal set, each digit and each line that occurs does so at least twice.
//! So sets with 4 cells are two digits in two rows and two columns, and sets with 6 cells are one of these:
//!
//! ```text
//! two digits      three of each, that change places
//! two lines       of a band or stack, that exchange three digits in three places
//! two minirows    of a stack (or minicolumns of a band) with the same three digits, in other columns
//! ```

use super::{
    solutions::Solutions,
    unavoidable::{CELL_BITS, LocatedGrid, MOST_CELLS, unavoidable_sets},
};
use batchdoku_engine::grid::{CellSet, Grid};

/// The maximum number of cells of the unavoidable sets that are read off the grid.
pub const SMALL_SET: usize = 6;

/// The structure of a puzzle with one solution. Equivalent puzzles have the same structure.
///
/// ```
/// use batchdoku::{Grid, corpus::structure::structure};
/// let puzzle: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let structure = structure(&puzzle, 6).expect("it has one solution");
/// assert_eq!(structure.unavoidable[5], 0, "no unavoidable set has five cells");
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PuzzleStructure {
    pub(crate) solution: Grid,
    /// True if no clue can be removed.
    pub is_minimal: bool,
    /// The number of minimal unavoidable sets of the solution, by their number of cells.
    pub unavoidable: [u32; MOST_CELLS + 1],
}

/// Finds the structure of a puzzle, with unavoidable sets of up to `most` cells; `None` if the puzzle does not have
/// exactly one solution. A larger `most` than 16 counts as 16, because each further cell takes 2.4 times as long.
///
/// ```
/// use batchdoku::{Grid, corpus::structure::structure};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let found = structure(&puzzle, 6).expect("one solution");
/// assert!(!found.is_minimal, "some clue can be removed");
/// assert_eq!(structure(&Grid::EMPTY, 6), None);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
pub fn structure(puzzle: &Grid, most: usize) -> Option<PuzzleStructure> {
    let Solutions::One(solution) = Solutions::of(puzzle) else { return None };
    let mut clues = puzzle.filled().into_iter();
    let is_minimal = clues.all(|clue| !puzzle.with(clue, None).is_unique());
    let sets = match most {
        ..=SMALL_SET => small_unavoidable_sets(&solution),
        _ => unavoidable_sets(&solution, most.min(MOST_CELLS)),
    };
    let mut unavoidable = [0; _];
    sets.iter().for_each(|set| unavoidable[set.len()] += 1);
    Some(PuzzleStructure { solution, is_minimal, unavoidable })
}

/// Returns the minimal unavoidable sets of 4 and 6 cells in a complete grid, each once.
fn small_unavoidable_sets(solution: &Grid) -> Vec<CellSet> {
    let mut sets = Vec::new();
    LocatedGrid::new(*solution).swaps(&CELL_BITS, |set| {
        if matches!(set.count_ones(), 4 | 6) {
            sets.push(set);
        }
    });
    for transposed in [false, true] {
        let pairs = (0..9).flat_map(|a| (a / 3 * 3 + 3..9).map(move |b| (a, b)));
        for (a, b, stack) in pairs.flat_map(|(a, b)| (0..3).map(move |stack| (a, b, stack))) {
            let (a_digits, a_cells) = minirow(solution, transposed, a, stack);
            let (b_digits, b_cells) = minirow(solution, transposed, b, stack);
            if a_digits == b_digits {
                sets.push(a_cells | b_cells);
            }
        }
    }
    sets.sort_unstable();
    sets.dedup();
    sets.into_iter().map(CellSet::from_bits_truncate).collect()
}

/// Returns the digits of a minirow, or of a minicolumn of the grid if `transposed`, and its cells.
fn minirow(grid: &Grid, transposed: bool, row: usize, stack: usize) -> (u16, u128) {
    let mut digits = 0;
    let mut cells = 0;
    for column in 3 * stack..3 * stack + 3 {
        let cell = if transposed { 9 * column + row } else { 9 * row + column };
        digits |= 1 << grid.digits()[cell];
        cells |= 1 << cell;
    }
    (digits, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grids::random_grid, random::Seed};
    use batchdoku_testkit::{is_minimal, random_puzzle, rng, sized};

    #[test]
    #[cfg_attr(miri, ignore = "tables of all bands")]
    fn sets_read_off_the_grid_are_those_of_the_search() {
        for record in 0..200 {
            let grid = random_grid(&mut Seed::new(4).record(record));
            let mut found = small_unavoidable_sets(&grid);
            found.sort_unstable_by_key(|set| (set.len(), set.bits()));
            assert_eq!(found, unavoidable_sets(&grid, SMALL_SET));
        }
    }

    #[test]
    fn structures() {
        let puzzle: Grid = random_puzzle(&mut rng(2));
        let found = structure(&puzzle, SMALL_SET).expect("one solution");
        assert_eq!(found.is_minimal, is_minimal(&puzzle));
        let solution = puzzle.solve().expect("a solution");
        let most = sized(8, SMALL_SET);
        let complete = structure(&solution, most).expect("one solution");
        assert_eq!((complete.is_minimal, complete.solution), (false, found.solution));
        assert_eq!(complete.unavoidable[..=SMALL_SET], found.unavoidable[..=SMALL_SET]);
        if most > SMALL_SET {
            assert_ne!(complete.unavoidable[8], 0);
            assert_eq!(found.unavoidable[8], 0);
        }
        assert_eq!(structure(&Grid::EMPTY, SMALL_SET), None);
    }
}
