//! Invalid puzzles for testing solvers: with multiple solutions, or unsolvable.

use super::{random::Seed, solutions::Solutions};
use batchdoku_base::named;
use batchdoku_engine::grid::{Cell, Digit, Grid};

/// Sets the draws apart from those that generated the puzzle from the same seed.
const SALT: u64 = 0x5907;

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
    /// Makes `puzzle` invalid at a random clue, which depends only on the seed and the number of
    /// the record. `None` if this works at no clue.
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

    /// Cells with the digit to write there; 0 empties the cell.
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

#[cfg(test)]
mod tests {
    use super::*;

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
