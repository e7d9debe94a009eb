//! The engine `dlx`: sudoku as exact cover, by Algorithm X (the search of "dancing links").
//!
//! There are 729 options: a digit in a cell. There are 324 items, which must be covered exactly
//! once: a cell is filled (81 items), or a house has a digit (27 × 9 items). Each option covers
//! four items. The problem is built once; the clues of a puzzle are options chosen in advance.

use super::{Engine, Limits, OnSolution, Outcome};
use crate::grid::{BOX, COLUMN, Grid, Pencilmarks, ROW};
use batchdoku_exact_cover::{CoverSolver, Problem};

/// Search for exact covers with the 729 options of a grid.
#[derive(Clone, Debug)]
pub struct Dlx {
    links: CoverSolver,
}

impl Dlx {
    /// Builds the exact cover problem of the empty grid.
    pub fn new() -> Self {
        Self { links: links(0..729) }
    }
}

/// Returns a solver with these options. The number of an option is nine times the cell, plus the digit counted from 0:
/// for example, option 14 is the digit 6 in cell 1.
fn links(options: impl IntoIterator<Item = usize>) -> CoverSolver {
    let mut problem = Problem::new(4 * 81, 0);
    for option in options {
        let cell = option / 9;
        let digit = option % 9;
        let in_row = house_item(1, ROW[cell], digit);
        let in_column = house_item(2, COLUMN[cell], digit);
        let in_box = house_item(3, BOX[cell], digit);
        problem
            .add_option(&[cell, in_row, in_column, in_box])
            .expect("four items of different kinds");
    }
    CoverSolver::new(&problem)
}

/// Returns the item "the house has the digit". Items are in groups of 81: the cells, then nine digits for each row
/// (kind 1), column (2) and box (3).
fn house_item(kind: usize, house: u8, digit: usize) -> usize {
    kind * 81 + usize::from(house) * 9 + digit
}

impl Default for Dlx {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine for Dlx {
    fn name(&self) -> &'static str {
        "dlx"
    }

    /// Searches in the order of [`CoverSolver`]: of items with equally few options, cells come before houses.
    fn search(
        &mut self,
        puzzle: &Grid,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        let mut given = [0; 81];
        let mut clues = 0;
        for (cell, &digit) in puzzle.digits().iter().enumerate() {
            if digit != 0 {
                given[clues] = cell * 9 + usize::from(digit) - 1;
                clues += 1;
            }
        }
        self.links.search(&given[..clues], limits, |options| {
            let mut solution = Grid::EMPTY;
            for &option in options {
                solution.digits_mut()[option / 9] = (option % 9) as u8 + 1;
            }
            on_solution(&solution)
        })
    }

    /// Searches with a problem that is built from the candidates.
    fn search_pencilmarks(
        &mut self,
        puzzle: &Pencilmarks,
        limits: &Limits<'_>,
        on_solution: &mut OnSolution<'_>,
    ) -> Outcome {
        let options = 0..729;
        let candidates: Vec<usize> =
            options.filter(|option| puzzle.at(option / 9) >> (option % 9) & 1 == 1).collect();
        links(candidates.iter().copied()).search(&[], limits, |options| {
            let mut solution = Grid::EMPTY;
            for &option in options {
                let candidate = candidates[option];
                solution.digits_mut()[candidate / 9] = (candidate % 9) as u8 + 1;
            }
            on_solution(&solution)
        })
    }
}
