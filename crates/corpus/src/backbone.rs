//! The backbone of a puzzle: the cells that hold the same digit in all of its solutions.
//!
//! A puzzle may have too many solutions to list, so this module takes the empty cells in turn. A first solution gives
//! each cell a digit. For each cell, a search looks for a solution with another digit there. If there is none, the cell
//! belongs to the backbone. Otherwise the two solutions differ in this cell, and usually in others, which are not in
//! the backbone either and need no search. So at most 81 searches run, and each ends at its first solution.

use std::ops::ControlFlow;

use batchdoku_base::Limits;
use batchdoku_engine::{
    Mrv,
    grid::{Cell, CellSet, Grid, Pencilmarks},
};

use crate::position::{Position, search};

/// Returns the cells that have one digit in all solutions of a position, with these digits; `None` if it has no solution.
pub(crate) fn backbone(position: &Position) -> Option<Grid> {
    let solution = first_solution(position)?;
    let mut cells = *position.to_pencilmarks().cells();
    let mut common = CellSet::ALL;
    let mut open = !position.grid().filled();
    while let Some(cell) = open.pop_first() {
        let digit = 1u16 << solution.digits()[cell.index()] >> 1;
        let before = cells[cell.index()];
        cells[cell.index()] &= !digit;
        let other =
            Pencilmarks::from_cells(cells).and_then(|it| first_solution(&Position::from(&it)));
        match other {
            // Fixes the digit, because this makes the next searches shorter.
            None => cells[cell.index()] = digit,
            Some(other) => {
                cells[cell.index()] = before;
                let is_equal = |cell: &Cell| other.get(*cell) == solution.get(*cell);
                common = common.into_iter().filter(is_equal).collect();
                open = open & common;
            }
        }
    }
    let kept = (!common).into_iter().fold(solution, |kept, cell| kept.with(cell, None));
    Some(kept)
}

fn first_solution(position: &Position) -> Option<Grid> {
    let mut found = None;
    search(position, &mut Mrv, &Limits::solutions(1), &mut |solution| {
        found = Some(*solution);
        ControlFlow::Continue(())
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use batchdoku_testkit::{rng, scaled, solutions};

    /// Puzzles with a few solutions, up to thousands: all of them are compared.
    #[test]
    fn the_backbone_is_what_all_solutions_have_in_common() {
        let mut rng = rng(5);
        let mut several = 0;
        for _ in 0..scaled(60) {
            let puzzle: Grid = batchdoku_testkit::random_puzzle(&mut rng);
            let removed = puzzle.filled().into_iter().take(3);
            for puzzle in removed.fold(vec![puzzle], |mut all, cell| {
                all.push(all[all.len() - 1].with(cell, None));
                all
            }) {
                let all = solutions(&puzzle, 3000);
                if all.len() == 3000 {
                    continue;
                }
                several += usize::from(all.len() > 1);
                let expected = CellSet::ALL.into_iter().fold(all[0], |kept, cell| {
                    let is_common = all.iter().all(|it| it.get(cell) == all[0].get(cell));
                    if is_common { kept } else { kept.with(cell, None) }
                });
                assert_eq!(backbone(&Position::from(&puzzle)), Some(expected), "{puzzle}");
            }
        }
        assert!(several > 10, "{several}");
    }

    #[test]
    fn candidates_count_and_no_solution_has_no_backbone() {
        let empty = Position::from(&Grid::EMPTY);
        assert_eq!(backbone(&empty), Some(Grid::EMPTY));
        let mut cells = [0b1_1111_1111; 81];
        cells[40] = 1 << 4;
        let marks = Pencilmarks::from_cells(cells).expect("nine bits");
        let five = Grid::EMPTY.with(Cell::ALL[40], batchdoku_engine::grid::Digit::new(5));
        assert_eq!(backbone(&Position::from(&marks)), Some(five));
        cells[41] = 1 << 4;
        let marks = Pencilmarks::from_cells(cells).expect("nine bits");
        assert_eq!(backbone(&Position::from(&marks)), None);
    }
}
