//! What a puzzle is made of, apart from how hard it is.
//!
//! An unavoidable set is a set of cells of a solution whose digits can be rearranged to another solution.
//! In a smallest one, each digit and each line occurs at least twice. So those with 4 cells are two
//! digits in two rows and two columns, and those with 6 cells are one of these:
//!
//! ```text
//! two digits      three of each, that change places
//! two lines       of a band or stack, that exchange three digits in three places
//! two minirows    of a stack (or minicolumns of a band) with the same three digits, in other columns
//! ```

use std::ops::ControlFlow;

use super::generate::LocatedGrid;
use crate::{
    engine::{Engine, Mrv},
    grid::{CellSet, Grid},
    search::Limits,
};

/// The structure of a puzzle with one solution. All equivalents share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PuzzleStructure {
    pub(crate) solution: Grid,
    /// Whether no clue can be removed.
    pub(crate) is_minimal: bool,
    /// The number of unavoidable sets of 4 and of 6 cells in the solution.
    pub(crate) unavoidable: [usize; 2],
}

/// Finds the structure of a puzzle; `None` if it has not exactly one solution.
pub(crate) fn structure(puzzle: &Grid) -> Option<PuzzleStructure> {
    let mut engine = Mrv::new();
    let mut solution = Grid::EMPTY;
    let mut solutions = |puzzle: &Grid| {
        let outcome = engine.search(puzzle, &Limits::solutions(2), &mut |found| {
            solution = *found;
            ControlFlow::Continue(())
        });
        outcome.solutions
    };
    let is_minimal =
        puzzle.filled().into_iter().all(|cell| solutions(&puzzle.with(cell, None)) > 1);
    if solutions(puzzle) != 1 {
        return None;
    }
    let sets = small_unavoidable_sets(&solution);
    let unavoidable = [4, 6].map(|size| sets.iter().filter(|set| set.len() == size).count());
    Some(PuzzleStructure { solution, is_minimal, unavoidable })
}

/// The smallest unavoidable sets of 4 and 6 cells in a complete grid, each once.
fn small_unavoidable_sets(solution: &Grid) -> Vec<CellSet> {
    let bits: [u128; 81] = std::array::from_fn(|cell| 1 << cell);
    let mut sets = Vec::new();
    LocatedGrid::new(*solution).swaps(&bits, |set| {
        if matches!(set.count_ones(), 4 | 6) {
            sets.push(set);
        }
    });
    for transposed in [false, true] {
        let cell_at = |row: usize, column: usize| {
            if transposed { 9 * column + row } else { 9 * row + column }
        };
        // The digits of a minirow, and its cells.
        let minirow = |row: usize, stack: usize| {
            [0, 1, 2].map(|column| {
                let cell = cell_at(row, 3 * stack + column);
                (solution.digits()[cell], 1u128 << cell)
            })
        };
        let pairs = (0..9).flat_map(|a| (a / 3 * 3 + 3..9).map(move |b| (a, b)));
        for (a, b, stack) in pairs.flat_map(|(a, b)| (0..3).map(move |stack| (a, b, stack))) {
            let (a, b) = (minirow(a, stack), minirow(b, stack));
            let digits = |minirow: [(u8, u128); 3]| minirow.map(|(digit, _)| 1u16 << digit);
            let all = |minirow| digits(minirow).iter().fold(0, |set, digit| set | digit);
            if all(a) == all(b) && all(a).count_ones() == 3 {
                sets.push(a.iter().chain(&b).fold(0, |set, (_, bit)| set | bit));
            }
        }
    }
    sets.sort_unstable();
    sets.dedup();
    sets.into_iter().map(CellSet::from_mask).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        corpus::{grids::random_grid, random::Seed},
        grid::Digit,
        testkit::{is_minimal, random_puzzle, rng, solutions},
    };

    /// All sets of 4 and 6 cells in which another grid differs from this one, and no smaller set does,
    /// by brute force over the pairs and triples of digits.
    fn by_definition(grid: &Grid) -> BTreeSet<Vec<usize>> {
        let mut sets = BTreeSet::new();
        let digits = || Digit::ALL.map(Digit::get).into_iter();
        let choices = digits().flat_map(|a| {
            digits()
                .flat_map(move |b| digits().map(move |c| [a, b, c]))
                .filter(|[a, b, c]| a < b && b < c)
        });
        for chosen in choices {
            let open = |cell: &usize| chosen.contains(&grid.digits()[*cell]);
            let puzzle = (0..81)
                .filter(open)
                .fold(*grid, |puzzle, cell| puzzle.with(crate::Cell::ALL[cell], None));
            for other in solutions(&puzzle, usize::MAX) {
                let differ: Vec<usize> =
                    (0..81).filter(|&cell| grid.digits()[cell] != other.digits()[cell]).collect();
                if matches!(differ.len(), 4 | 6) {
                    sets.insert(differ);
                }
            }
        }
        sets
    }

    /// The mean number of sets of 4 cells over all grids is 11.578884, by an exact count over the
    /// classes of bands.
    #[test]
    fn unavoidable_sets() {
        for record in 0..3 {
            let grid = random_grid(&mut Seed::new(4).record(record));
            let found: BTreeSet<Vec<usize>> = small_unavoidable_sets(&grid)
                .into_iter()
                .map(|set| set.into_iter().map(usize::from).collect())
                .collect();
            assert_eq!(found, by_definition(&grid));
        }
        let count = |record| {
            let sets = small_unavoidable_sets(&random_grid(&mut Seed::new(5).record(record)));
            sets.iter().filter(|set| set.len() == 4).count()
        };
        let mean = (0..4000).map(count).sum::<usize>() as f64 / 4000.0;
        assert!((mean - 11.578_884).abs() < 0.25, "{mean}");
    }

    #[test]
    fn structures() {
        let puzzle = random_puzzle(&mut rng(2));
        let found = structure(&puzzle).expect("one solution");
        assert_eq!(found.is_minimal, is_minimal(&puzzle));
        let solution = puzzle.solve().expect("a solution");
        let complete = structure(&solution).expect("one solution");
        assert_eq!((complete.is_minimal, complete.unavoidable), (false, found.unavoidable));
        assert_eq!(structure(&Grid::EMPTY), None);
    }
}
