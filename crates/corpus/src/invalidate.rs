//! Invalid puzzles, to test solvers: puzzles with several solutions, with a given number of solutions, or without a
//! solution.

use super::{
    random::{RecordRng, Seed},
    solutions::Solutions,
};
use batchdoku_base::named;
use batchdoku_engine::grid::{Cell, Digit, Grid};

/// Makes these draws differ from those that generated the puzzle from the same seed.
const SALT: u64 = 0x5907;

/// The maximum number of solutions that a puzzle can be given exactly. With that many, a puzzle takes seconds.
pub const MOST_EXACT: u64 = 1000;

/// The search counts the solutions of this many sets of clues before it gives a puzzle up. Many more sets could be
/// tried, but another puzzle takes less time.
const MOST_COUNTS: u32 = 300;

/// A way to make a puzzle with exactly one solution invalid.
///
/// ```
/// use batchdoku::{Grid, corpus::invalidate::Invalid};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let unsolvable = Invalid::Unsolvable.apply(&puzzle, 1, 0).expect("some clue can be changed");
/// assert_eq!(unsolvable.solve(), None);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invalid {
    /// Removes a clue so that there are multiple solutions.
    Multiple,
    /// Changes a clue to a digit that none of its peers has, so that there is no solution.
    Unsolvable,
}

named!(Invalid { Multiple = "multiple", Unsolvable = "unsolvable" });

impl Invalid {
    /// Makes `puzzle` invalid by a change of a random clue, which depends only on the seed and the record number.
    /// Returns `None` if no clue allows it.
    pub fn apply(self, puzzle: &Grid, seed: u64, record: u64) -> Option<Grid> {
        let mut changes = self.changes(puzzle);
        Seed::new(seed ^ SALT).record(record).shuffle(&mut changes);
        let mut grids = changes.into_iter().map(|(cell, digit)| puzzle.with(cell, digit));
        let wanted = match self {
            Self::Multiple => Solutions::Several,
            Self::Unsolvable => Solutions::None,
        };
        grids.find(|grid| Solutions::of(grid) == wanted)
    }

    /// Lists the cells that may change, each with its new digit; `None` empties the cell.
    fn changes(self, puzzle: &Grid) -> Vec<(Cell, Option<Digit>)> {
        let clues = puzzle.filled().into_iter();
        match self {
            Self::Multiple => clues.map(|cell| (cell, None)).collect(),
            Self::Unsolvable => clues
                .flat_map(|cell| puzzle.candidates(cell).map(move |digit| (cell, Some(digit))))
                .filter(|&(cell, digit)| digit != puzzle.get(cell))
                .collect(),
        }
    }
}

/// Removes random clues of a puzzle with exactly one solution until it has exactly `solutions`, at least two. The
/// choice depends only on the seed and the puzzle. Returns `None` if none of some hundreds of sets of clues leads
/// there. This happens for more than half of all puzzles, and for nearly all if `solutions` is in the hundreds.
///
/// ```
/// use batchdoku::{Grid, corpus::invalidate::with_solutions};
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let ambiguous = with_solutions(&puzzle, 5, 1).expect("some clues can be removed");
/// assert_eq!(ambiguous.count_solutions(10), 5);
/// # Ok::<(), batchdoku::GridError>(())
/// ```
pub fn with_solutions(puzzle: &Grid, solutions: u64, seed: u64) -> Option<Grid> {
    let number = |number: u64, &digit: &u8| number.wrapping_mul(10).wrapping_add(digit.into());
    let number = puzzle.digits().iter().fold(0, number);
    let rng = Seed::new(seed ^ SALT).record(number);
    Removal { rng, solutions, counts: MOST_COUNTS }.remove_from(puzzle)
}

/// A search for clues to remove.
struct Removal {
    rng: RecordRng,
    solutions: u64,
    /// The number of sets of clues that may still be counted.
    counts: u32,
}

impl Removal {
    /// Removes one or more clues. A removal never reduces the number of solutions, so puzzles with too many are not
    /// searched further.
    fn remove_from(&mut self, puzzle: &Grid) -> Option<Grid> {
        let mut clues: Vec<Cell> = puzzle.filled().into_iter().collect();
        self.rng.shuffle(&mut clues);
        let mut fewer = Vec::new();
        for cell in clues {
            self.counts = self.counts.checked_sub(1)?;
            let without = puzzle.with(cell, None);
            // Count one solution more than wanted, which shows that there are too many.
            let solutions = without.count_solutions(self.solutions + 1);
            if solutions == self.solutions {
                return Some(without);
            }
            if solutions < self.solutions {
                fewer.push(without);
            }
        }
        fewer.iter().find_map(|puzzle| self.remove_from(puzzle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_have_exactly_the_solutions_that_are_asked_for() {
        let puzzle: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let mut found = 0;
        for solutions in [2, 3, 5, 7, 20] {
            for seed in 0..3 {
                let made = with_solutions(&puzzle, solutions, seed);
                assert_eq!(with_solutions(&puzzle, solutions, seed), made);
                let Some(made) = made else { continue };
                found += 1;
                assert_eq!(made.count_solutions(1000), solutions);
                let is_kept = |cell: Cell| made.get(cell) == puzzle.get(cell);
                assert!(made.filled().into_iter().all(is_kept), "{made}");
            }
        }
        assert!(found >= 8, "{found} of 15");
        assert_eq!(with_solutions(&Grid::EMPTY, 2, 1), None);
    }

    #[test]
    fn spoiled_puzzles_are_as_asked_and_repeatable() {
        let puzzle: Grid =
            "103000509002109400000704000300502006060000050700803004000401000009205800804000107"
                .parse()
                .unwrap();
        for (invalidate, solutions) in [(Invalid::Multiple, 2), (Invalid::Unsolvable, 0)] {
            for record in 0..20 {
                let spoiled = invalidate.apply(&puzzle, 1, record).unwrap();
                assert_eq!(invalidate.apply(&puzzle, 1, record), Some(spoiled));
                assert_eq!(spoiled.conflict(), None);
                let changed =
                    (0..81).filter(|&cell| spoiled.digits()[cell] != puzzle.digits()[cell]).count();
                assert_eq!(changed, 1);
                assert_eq!(spoiled.count_solutions(2), solutions);
            }
        }
    }
}
