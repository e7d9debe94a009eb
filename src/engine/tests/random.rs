//! Random grids, puzzles and transformations, the same on every run.

use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::run;
use crate::{engine::Mrv, grid::Grid};

pub(super) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A completed grid: three random boxes on the diagonal, the rest by search, then transformed.
pub(super) fn solution(rng: &mut ChaCha8Rng) -> Grid {
    let mut start = Grid::EMPTY;
    for square in 0..3 {
        let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        digits.shuffle(rng);
        for (i, digit) in digits.into_iter().enumerate() {
            start.digits_mut()[(square * 3 + i / 3) * 9 + square * 3 + i % 3] = digit;
        }
    }
    let (_, solutions) = run(&mut Mrv::new(), &start, 1);
    Transformation::random(rng).apply(&solutions[0])
}

/// `grid` with `count` of its cells emptied.
pub(super) fn without(grid: &Grid, count: usize, rng: &mut ChaCha8Rng) -> Grid {
    let mut puzzle = *grid;
    for cell in rand::seq::index::sample(rng, 81, count) {
        puzzle.digits_mut()[cell] = 0;
    }
    puzzle
}

/// A grid with `count` clues of random digits in random cells.
pub(super) fn clues(count: usize, rng: &mut ChaCha8Rng) -> Grid {
    let mut puzzle = Grid::EMPTY;
    for cell in rand::seq::index::sample(rng, 81, count) {
        puzzle.digits_mut()[cell] = rng.random_range(1..=9);
    }
    puzzle
}

/// A way to turn grids into grids that keeps the rules: relabelled digits, permuted bands, rows
/// in bands, stacks, columns in stacks, and a transposition.
pub(super) struct Transformation {
    digits: [u8; 10],
    rows: [usize; 9],
    columns: [usize; 9],
    transposed: bool,
}

impl Transformation {
    pub(super) fn random(rng: &mut ChaCha8Rng) -> Self {
        let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        digits[1..].shuffle(rng);
        let [rows, columns] = [lines(rng), lines(rng)];
        Self { digits, rows, columns, transposed: rng.random() }
    }

    pub(super) fn apply(&self, grid: &Grid) -> Grid {
        Grid::from_valid(std::array::from_fn(|cell| {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            let from = if self.transposed { column * 9 + row } else { row * 9 + column };
            self.digits[usize::from(grid.digits()[from])]
        }))
    }
}

/// The lines of three groups, the groups and each group's lines in random order.
fn lines(rng: &mut ChaCha8Rng) -> [usize; 9] {
    let mut groups = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    groups.shuffle(rng);
    groups.iter_mut().for_each(|group| group.shuffle(rng));
    std::array::from_fn(|i| groups[i / 3][i % 3])
}
