//! A judge of answers: compares answers with the puzzles that they claim to solve.

use std::ops::ControlFlow;

use crate::solutions::Solutions;
use batchdoku_engine::{Solver, grid::Grid};

/// The comparison of an answer with its puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The number of clues that the answer has kept.
    pub clues_kept: u8,
    /// The number of clues of the puzzle.
    pub clues: u8,
    /// The number of the 27 houses that have a digit twice.
    pub houses_broken: u8,
    /// The number of cells without a clue that have the digit of the solution. `None` unless the puzzle has exactly one
    /// solution, or the answer is one of several.
    pub cells_right: Option<u8>,
    /// The number of cells without a clue.
    pub cells: u8,
    /// True if the answer is a solution of the puzzle, which may have several.
    pub solved: bool,
}

/// Compares answers with their puzzles.
///
/// Keeps the solution of the last puzzle, so several answers to a puzzle need a single search. Right answers need none.
///
/// ```
/// use batchdoku::Grid;
/// use batchdoku_corpus::score::Judge;
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let solution = puzzle.solve().expect("it has a solution");
/// let mut judge = Judge::default();
/// let score = judge.score(&puzzle, &solution);
/// assert!(score.solved);
/// assert_eq!((score.cells_right, score.houses_broken), (Some(51), 0));
/// assert_eq!(judge.score(&puzzle, &puzzle).cells_right, Some(0));
/// # Ok::<(), batchdoku::GridError>(())
/// ```
#[derive(Default)]
pub struct Judge {
    solver: Option<Solver>,
    /// The last puzzle that was searched, with its solutions.
    solved: Option<(Grid, Solutions)>,
}

impl Judge {
    /// Compares an answer with its puzzle.
    pub fn score(&mut self, puzzle: &Grid, answer: &Grid) -> Score {
        let clues = puzzle.clues() as u8;
        let clue_cells = puzzle.filled().into_iter();
        let clues_kept = clue_cells.filter(|cell| puzzle.get(*cell) == answer.get(*cell)).count();
        let clues_kept = clues_kept as u8;
        let houses_broken = answer.broken_houses().count() as u8;
        let solved = answer.is_solution_of(puzzle);
        let cells = 81 - clues;
        let cells_right = if solved {
            Some(cells)
        } else if let Solutions::One(solution) = self.solutions(puzzle) {
            let empty = !puzzle.filled();
            let right = empty.into_iter().filter(|cell| solution.get(*cell) == answer.get(*cell));
            Some(right.count() as u8)
        } else {
            None
        };
        Score { clues_kept, clues, houses_broken, cells_right, cells, solved }
    }

    /// Returns the solutions of a puzzle; searches unless it is the last puzzle.
    fn solutions(&mut self, puzzle: &Grid) -> &Solutions {
        let Self { solver, solved } = self;
        if solved.as_ref().is_none_or(|(last, _)| last != puzzle) {
            let mut found = Solutions::None;
            solver.get_or_insert_default().search(puzzle, 2, |solution| {
                found = match found {
                    Solutions::None => Solutions::One(*solution),
                    _ => Solutions::Several,
                };
                ControlFlow::Continue(())
            });
            *solved = Some((*puzzle, found));
        }
        &solved.as_ref().expect("it was just solved").1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn puzzle() -> Grid {
        PUZZLE.parse().unwrap()
    }

    fn solution() -> String {
        puzzle().solve().unwrap().to_string()
    }

    #[test]
    fn answers_are_compared_cell_by_cell() {
        let (puzzle, solution) = (puzzle(), solution());
        let mut judge = Judge::default();
        let mut of = |answer: &str| judge.score(&puzzle, &answer.parse().unwrap());
        let right = of(&solution);
        let all = Score {
            clues_kept: 30,
            clues: 30,
            houses_broken: 0,
            cells_right: Some(51),
            cells: 51,
            solved: true,
        };
        assert_eq!(right, all);
        // The answer changes the clue r1c1, and the cell r1c3, which should be 4.
        let changed = format!("4{}", &solution[1..]);
        let score = Score { clues_kept: 29, houses_broken: 3, solved: false, ..all };
        assert_eq!(of(&changed), score);
        let changed = format!("{}5{}", &solution[..2], &solution[3..]);
        let score = Score { houses_broken: 3, cells_right: Some(50), solved: false, ..all };
        assert_eq!(of(&changed), score);
        assert_eq!(of(PUZZLE), Score { cells_right: Some(0), solved: false, ..all });
        // The puzzle has several solutions: any of them is right, and other grids are not compared.
        let open: Grid = format!("5{}", ".".repeat(80)).parse().unwrap();
        assert!(judge.score(&open, &solution.parse().unwrap()).solved);
        assert_eq!(judge.score(&open, &open).cells_right, None);
        // A puzzle without a solution, after another puzzle.
        let none: Grid = format!("55{}", ".".repeat(79)).parse().unwrap();
        assert_eq!(judge.score(&none, &solution.parse().unwrap()).cells_right, None);
        assert_eq!(judge.score(&puzzle, &PUZZLE.parse().unwrap()).cells_right, Some(0));
    }
}
