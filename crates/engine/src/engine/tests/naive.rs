//! Brute force, so simple that it cannot be wrong.

use crate::grid::{Grid, Pencilmarks};

/// All solutions of `puzzle`, sorted, by trying every digit in every empty cell.
pub(super) fn solve(puzzle: &Grid) -> Vec<Grid> {
    let mut solutions = Vec::new();
    let clues_fit = (0..81).all(|cell| puzzle.digits()[cell] == 0 || fits(puzzle, cell));
    if clues_fit {
        fill(&mut puzzle.clone(), 0, &mut solutions);
    }
    solutions
}

fn fill(grid: &mut Grid, cell: usize, solutions: &mut Vec<Grid>) {
    if cell == 81 {
        solutions.push(*grid);
    } else if grid.digits()[cell] != 0 {
        fill(grid, cell + 1, solutions);
    } else {
        for digit in 1..=9 {
            grid.digits_mut()[cell] = digit;
            if fits(grid, cell) {
                fill(grid, cell + 1, solutions);
            }
        }
        grid.digits_mut()[cell] = 0;
    }
}

/// All solutions of a pencilmark puzzle, sorted, by trying every candidate of every cell.
pub(super) fn solve_pencilmarks(puzzle: &Pencilmarks) -> Vec<Grid> {
    let mut solutions = Vec::new();
    fill_marks(puzzle, &mut Grid::EMPTY.clone(), 0, &mut [0; 27], &mut solutions);
    solutions
}

/// `used` has the digits that stand in each house.
fn fill_marks(
    puzzle: &Pencilmarks,
    grid: &mut Grid,
    cell: usize,
    used: &mut [u16; 27],
    solutions: &mut Vec<Grid>,
) {
    if cell == 81 {
        solutions.push(*grid);
        return;
    }
    let (row, column) = (cell / 9, cell % 9);
    let houses = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
    for digit in 0..9 {
        let bit = 1 << digit;
        if puzzle.at(cell) & bit != 0 && houses.iter().all(|&house| used[house] & bit == 0) {
            houses.iter().for_each(|&house| used[house] ^= bit);
            grid.digits_mut()[cell] = digit + 1;
            fill_marks(puzzle, grid, cell + 1, used, solutions);
            houses.iter().for_each(|&house| used[house] ^= bit);
        }
    }
}

/// Tests whether no other cell of its row, column or box holds the digit of `cell`.
fn fits(grid: &Grid, cell: usize) -> bool {
    let (row, column) = (cell / 9, cell % 9);
    (0..81).all(|other| {
        let (r, c) = (other / 9, other % 9);
        let peers = r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3);
        other == cell || !peers || grid.digits()[other] != grid.digits()[cell]
    })
}
