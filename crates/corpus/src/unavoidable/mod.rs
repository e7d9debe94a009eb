//! All minimal unavoidable sets of a complete grid up to a number of cells.
//!
//! An unavoidable set is a set of cells of a grid such that some rearrangement of their digits gives another grid. The
//! set is minimal if it contains no smaller unavoidable set. A puzzle has one solution if and only if it has a clue in
//! each minimal unavoidable set of that solution (McGuire, Tugemann, Civario, "There is no 16-clue sudoku", 2012).
//!
//! Each set is the difference between the grid and another grid. So the search builds the other grid, cell by cell. A
//! cell that changes takes the digit of another cell in each of its houses, and these cells must change, too. The
//! search ends when every cell that must change has its new digit. All cells before the first that changes stay. A
//! lower bound limits the size: a house or digit with a cell of the set has at least two of its cells.

mod located;

use batchdoku_base::bits;
use batchdoku_engine::grid::{ALL_DIGITS, Cell, CellSet, Grid, HOUSE_CELLS};
use located::houses;
pub(crate) use located::{CELL_BITS, LocatedGrid};

/// The maximum number of cells that a caller may ask for: with each further cell, the search takes about 2.4 times as
/// long.
pub const MOST_CELLS: usize = 16;

/// Lists the minimal unavoidable sets of at most `most` cells, each once, by size, then by cells.
pub(super) fn unavoidable_sets(grid: &Grid, most: usize) -> Vec<CellSet> {
    let mut cells_of = [0; 9];
    for (cell, &digit) in grid.digits().iter().enumerate() {
        cells_of[usize::from(digit) - 1] |= 1 << cell;
    }
    let grid = LocatedGrid::new(*grid);
    let mut search = UnavoidableSearch { grid, most, cells_of, found: Vec::new() };
    for first in 0..81 {
        // All cells before the first stay.
        let free = CellSet::ALL.bits() & !((1 << first) - 1);
        let set = 1 << first;
        search.extend(&Exchanged { free, set, open: set, taken: [0; 27] });
    }
    let mut all = search.found;
    all.sort_unstable_by_key(|set| (set.count_ones(), *set));
    all.dedup();
    // Smaller sets come first, so a set is minimal if it contains none of the sets kept so far.
    let mut minimal: Vec<u128> = Vec::new();
    for set in all {
        if minimal.iter().all(|smaller| smaller & !set != 0) {
            minimal.push(set);
        }
    }
    minimal.into_iter().map(CellSet::from_bits_truncate).collect()
}

struct UnavoidableSearch {
    grid: LocatedGrid,
    most: usize,
    /// The cells of each digit.
    cells_of: [u128; 9],
    /// The differences found: with repeats, and not all minimal.
    found: Vec<u128>,
}

/// The cells that change. Some already have their new digit.
#[derive(Clone, Copy)]
struct Exchanged {
    /// The cells that may change.
    free: u128,
    /// The cells that must change.
    set: u128,
    /// The cells that must change and do not have their new digit yet.
    open: u128,
    /// The new digits of each house.
    taken: [u16; 27],
}

impl UnavoidableSearch {
    fn extend(&mut self, change: &Exchanged) {
        if change.open == 0 {
            return self.found.push(change.set);
        }
        // Choose the cell with the fewest possible new digits.
        let mut best: Option<([Exchanged; 8], usize)> = None;
        for cell in CellSet::from_bits_truncate(change.open) {
            let mut ways = [*change; 8];
            let mut count = 0;
            let own = 1 << (self.grid.grid.digits()[cell.index()] - 1);
            let taken =
                houses(cell).into_iter().fold(own, |taken, house| taken | change.taken[house]);
            for digit in bits(ALL_DIGITS & !taken) {
                if let Some(way) = self.with(change, cell, digit) {
                    ways[count] = way;
                    count += 1;
                }
            }
            if best.as_ref().is_none_or(|(_, fewest)| count < *fewest) {
                best = Some((ways, count));
                if count < 2 {
                    break;
                }
            }
        }
        if let Some((ways, count)) = best {
            ways[..count].iter().for_each(|way| self.extend(way));
        }
    }

    /// Returns the change with a new digit in an open cell; `None` if a cell would have to change that must stay, or
    /// the set would become too large.
    fn with(&self, change: &Exchanged, cell: Cell, digit: usize) -> Option<Exchanged> {
        let mut next = *change;
        next.open &= !(1 << cell.index());
        for house in houses(cell) {
            next.taken[house] |= 1 << digit;
            let displaced = 1 << self.grid.cell_of[digit + 1][house].index();
            if displaced & change.free == 0 {
                return None;
            }
            next.open |= displaced & !next.set;
            next.set |= displaced;
        }
        (self.least(next.set) <= self.most).then_some(next)
    }

    /// Returns a lower bound on the number of cells of an unavoidable set that contains `set`.
    fn least(&self, set: u128) -> usize {
        // A digit or a house with a cell of an unavoidable set has at least two of its cells.
        let digits = count_lonely(set, self.cells_of.iter().copied());
        let [rows, columns, boxes] = [0, 9, 18].map(|first| {
            let houses = &HOUSE_CELLS[first..first + 9];
            count_lonely(set, houses.iter().map(|cells| cells.bits()))
        });
        let lacking = digits.max(rows).max(columns).max(boxes);
        set.count_ones() as usize + lacking
    }
}

/// Returns the number of groups that share exactly one cell with `set`.
fn count_lonely(set: u128, groups: impl Iterator<Item = u128>) -> usize {
    groups.filter(|group| (set & group).is_power_of_two()).count()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{grids::random_grid, random::Seed};
    use batchdoku_testkit::{random_puzzle, rng, solution, solutions};

    fn grid(record: u64) -> Grid {
        random_grid(&mut Seed::new(4).record(record))
    }

    /// Returns the cells where two grids differ.
    fn difference(grid: &Grid, other: &Grid) -> u128 {
        (0..81)
            .filter(|&cell| grid.digits()[cell] != other.digits()[cell])
            .map(|cell| 1 << cell)
            .sum()
    }

    /// Returns the sets by their definition: the minimal differences to other solutions of the grid without the cells
    /// of some digits. A set of 2 n cells has at most n digits.
    fn by_digits(grid: &Grid, digits: u32) -> BTreeSet<u128> {
        let most = 2 * digits;
        let mut found = BTreeSet::new();
        for chosen in (0..1u32 << 9).filter(|chosen| chosen.count_ones() == digits) {
            let is_open = |cell: &usize| chosen >> (grid.digits()[*cell] - 1) & 1 == 1;
            let puzzle = (0..81)
                .filter(is_open)
                .fold(*grid, |puzzle, cell| puzzle.with(Cell::ALL[cell], None));
            found
                .extend(solutions(&puzzle, usize::MAX).iter().map(|other| difference(grid, other)));
        }
        found.retain(|set| (1..=most).contains(&set.count_ones()));
        let is_minimal = |set: &u128| found.iter().all(|other| other == set || other & !set != 0);
        found.iter().copied().filter(is_minimal).collect()
    }

    #[test]
    #[cfg_attr(miri, ignore = "tables of all bands")]
    fn up_to_eight_cells_they_are_those_by_definition() {
        for (record, digits) in [(0, 2), (1, 3), (2, 3), (3, 4), (4, 4)] {
            let grid = grid(record);
            let found = unavoidable_sets(&grid, 2 * digits as usize);
            assert!(found.is_sorted_by_key(|set| (set.len(), set.bits())));
            let sets: BTreeSet<u128> = found.iter().map(|set| set.bits()).collect();
            assert_eq!(sets.len(), found.len(), "each once");
            assert_eq!(sets, by_digits(&grid, digits));
        }
    }

    /// Tests that each set is unavoidable: without its cells, the grid has another solution, and with any of them it
    /// does not. Every difference to another solution of a puzzle that lacks a few clues must contain a set.
    #[test]
    #[cfg_attr(miri, ignore = "thousands of searches")]
    fn larger_ones_are_unavoidable_minimal_and_complete() {
        let mut rng = rng(9);
        let mut compared = 0;
        for _ in 0..3 {
            let puzzle: Grid = random_puzzle(&mut rng);
            let grid = solution(&puzzle);
            let found = unavoidable_sets(&grid, 12);
            for set in &found {
                let rest = set.into_iter().fold(grid, |rest, cell| rest.with(cell, None));
                assert_eq!(solutions(&rest, 2).len(), 2, "{set:?}");
                for cell in *set {
                    assert_eq!(solutions(&rest.with(cell, grid.get(cell)), 2).len(), 1, "{set:?}");
                }
            }
            let clues: Vec<Cell> = puzzle.filled().into_iter().collect();
            for pair in clues.windows(2) {
                let rest = pair.iter().fold(puzzle, |rest, &cell| rest.with(cell, None));
                for other in solutions(&rest, 1000) {
                    let other = difference(&grid, &other);
                    if (1..=12).contains(&other.count_ones()) {
                        let mut sets = found.iter().map(|set| set.bits());
                        assert!(sets.any(|set| set & !other == 0), "{grid} {other:021x}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    /// Compares the shares of the 5,472,730,538 classes of grids that have 0, 1, 2 ... sets of 4 cells with a published
    /// count (Dobrichev, "Solution grids in U-space"). The mean over all grids is 11.578884, by an exact count over the
    /// classes of bands.
    #[test]
    #[cfg_attr(miri, ignore = "statistics of 4,000 grids")]
    fn sets_of_four_cells_are_as_frequent_as_published() {
        const CLASSES: f64 = 5_472_730_538.0;
        const PUBLISHED: [u64; 9] = [
            352_894,
            1_654_475,
            6_891_532,
            21_107_315,
            51_765_007,
            105_759_561,
            186_644_998,
            289_799_298,
            402_555_715,
        ];
        const GRIDS: u64 = 4000;
        let counts: Vec<usize> =
            (0..GRIDS).map(|record| unavoidable_sets(&grid(record), 4).len()).collect();
        assert!(counts.iter().all(|&count| count <= 36));
        let mean = counts.iter().sum::<usize>() as f64 / GRIDS as f64;
        assert!((mean - 11.578_884).abs() < 0.25, "{mean}");
        let few = counts.iter().filter(|&&count| count < PUBLISHED.len()).count() as f64;
        let expected = PUBLISHED.iter().sum::<u64>() as f64 / CLASSES;
        // The limit is four standard deviations.
        assert!((few / GRIDS as f64 - expected).abs() < 0.025, "{few}, {expected}");
    }
}
