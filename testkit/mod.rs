//! Tools that tests share: a plain search, random grids and puzzles, and random equivalents.
//!
//! It uses nothing of the crate but grids and cells, so that it is independent of the code
//! under test. Unit tests reach it as `crate::testkit`, the others by a `#[path]`.

#![allow(dead_code, unreachable_pub, reason = "not every test uses everything")]

use std::{fs, ops::ControlFlow, path::Path};

use batchdoku::{Cell, Digit, Grid};
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::SliceRandom};

/// Random numbers that are the same on every run.
pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Returns a tenth of `cases` in a debug build, a thousandth where each instruction is interpreted.
pub fn scaled(cases: usize) -> usize {
    let share = if cfg!(miri) { 1000 } else { 10 };
    if cfg!(debug_assertions) { cases.div_ceil(share) } else { cases }
}

/// `native`, or `interpreted` where each instruction is interpreted.
pub const fn sized<T: Copy>(native: T, interpreted: T) -> T {
    if cfg!(miri) { interpreted } else { native }
}

/// Returns the grid of a line of 81 characters.
#[track_caller]
pub fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// Returns the root of the workspace: the folder that holds this one.
pub fn root() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("testkit").is_dir()).expect("the tests run in the workspace")
}

/// Returns the lines of a file of puzzles next to the checkout; empty, with a message, if it is not there.
pub fn shared_data(name: &str) -> Vec<Grid> {
    let path = root().join(format!("../shared/data/{name}.txt"));
    let text = sized(true, false).then(|| fs::read_to_string(&path).ok()).flatten();
    let Some(text) = text else {
        println!("skipped: {} is not there, or too much", path.display());
        return Vec::new();
    };
    text.lines().map(grid).collect()
}

/// A minimal puzzle with its solution, of which all random ones are equivalents where it takes too long to search
/// for others.
const INTERPRETED: Option<(&str, &str)> = sized(
    None,
    Some((
        "521.8..6...8......4...7.5.....3.82..76..2.4.....4...9..35..1...8..........2......",
        "521984763378516942496273581154398276769125438283467195935841627847652319612739854",
    )),
);

/// The digits used in each row, column and box: bit `d` for digit `d`.
struct Used([[u16; 9]; 3]);

impl Used {
    fn flip(&mut self, cell: Cell, digit: u8) {
        for (masks, index) in self.0.iter_mut().zip([cell.row(), cell.column(), cell.box_index()]) {
            masks[index] ^= 1 << digit;
        }
    }

    fn candidates(&self, cell: Cell) -> u16 {
        let [rows, columns, boxes] = &self.0;
        0x3FE & !(rows[cell.row()] | columns[cell.column()] | boxes[cell.box_index()])
    }
}

/// Returns the first cell with the fewest candidates, or one with a single one at most: which of these is first
/// does not change what is found in which order. `None` if no cell is empty.
fn fewest(grid: &Grid, used: &Used) -> Option<Cell> {
    let mut fewest = None;
    for cell in Cell::ALL {
        if grid.get(cell).is_none() {
            let count = used.candidates(cell).count_ones();
            if count <= 1 {
                return Some(cell);
            }
            if fewest.is_none_or(|(least, _)| count < least) {
                fewest = Some((count, cell));
            }
        }
    }
    fewest.map(|(_, cell)| cell)
}

/// Searches in the simplest way there is: digits in `order` in the cell with the fewest candidates.
fn search(
    grid: &mut Grid,
    used: &mut Used,
    order: [u8; 9],
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(cell) = fewest(grid, used) else {
        return found(grid);
    };
    let candidates = used.candidates(cell);
    for digit in order.into_iter().filter(|digit| candidates >> digit & 1 != 0) {
        used.flip(cell, digit);
        grid.set(cell, Digit::new(digit));
        search(grid, used, order, found)?;
        grid.set(cell, None);
        used.flip(cell, digit);
    }
    ControlFlow::Continue(())
}

fn solve(puzzle: &Grid, order: [u8; 9], found: &mut dyn FnMut(&Grid) -> ControlFlow<()>) {
    if puzzle.conflict().is_some() {
        return;
    }
    let mut used = Used([[0; 9]; 3]);
    for cell in Cell::ALL {
        if let Some(digit) = puzzle.get(cell) {
            used.flip(cell, digit.get());
        }
    }
    let _ = search(&mut puzzle.clone(), &mut used, order, found);
}

const UPWARDS: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/// Returns the first `limit` solutions.
pub fn solutions(puzzle: &Grid, limit: usize) -> Vec<Grid> {
    let mut all = Vec::new();
    solve(puzzle, UPWARDS, &mut |solution| {
        all.push(*solution);
        if all.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all
}

/// Returns the first solution.
#[track_caller]
pub fn solution(puzzle: &Grid) -> Grid {
    solutions(puzzle, 1)[0]
}

/// Tells if there is exactly one solution.
pub fn is_unique(puzzle: &Grid) -> bool {
    solutions(puzzle, 2).len() == 1
}

/// Tells if a puzzle with one solution has several without any one of its clues.
pub fn is_minimal(puzzle: &Grid) -> bool {
    puzzle.filled().into_iter().all(|cell| !is_unique(&puzzle.with(cell, None)))
}

/// Returns a random complete grid: any can come out, but not all are equally likely.
pub fn random_grid(rng: &mut ChaCha8Rng) -> Grid {
    if let Some((_, solution)) = INTERPRETED {
        return equivalent(&grid(solution), rng);
    }
    let mut start = Grid::EMPTY;
    let mut order = UPWARDS;
    for corner in [0, 30, 60] {
        order.shuffle(rng);
        for (i, &digit) in order.iter().enumerate() {
            start.set(Cell::ALL[corner + i / 3 * 9 + i % 3], Digit::new(digit));
        }
    }
    let mut complete = None;
    solve(&start, order, &mut |solution| {
        complete = Some(*solution);
        ControlFlow::Break(())
    });
    equivalent(&complete.expect("three boxes on the diagonal can be completed"), rng)
}

/// `grid` with `count` of its cells emptied.
pub fn without(grid: &Grid, count: usize, rng: &mut ChaCha8Rng) -> Grid {
    let emptied = rand::seq::index::sample(rng, 81, count);
    emptied.into_iter().fold(*grid, |puzzle, cell| puzzle.with(Cell::ALL[cell], None))
}

/// Returns a grid with `count` clues, random digits in random cells.
pub fn random_clues(count: usize, rng: &mut ChaCha8Rng) -> Grid {
    let cells = rand::seq::index::sample(rng, 81, count);
    cells.into_iter().fold(Grid::EMPTY, |puzzle, cell| {
        puzzle.with(Cell::ALL[cell], Digit::new(rng.random_range(1..=9)))
    })
}

/// Returns a random minimal puzzle.
pub fn random_puzzle(rng: &mut ChaCha8Rng) -> Grid {
    if let Some((puzzle, _)) = INTERPRETED {
        return equivalent(&grid(puzzle), rng);
    }
    let mut puzzle = random_grid(rng);
    let mut cells = Cell::ALL;
    cells.shuffle(rng);
    for cell in cells {
        let less = puzzle.with(cell, None);
        if is_unique(&less) {
            puzzle = less;
        }
    }
    puzzle
}

/// Returns a random equivalent: see [`Equivalence`].
pub fn equivalent(grid: &Grid, rng: &mut ChaCha8Rng) -> Grid {
    Equivalence::random(rng).apply(grid)
}

/// A way to turn grids into equivalent ones: relabelled digits, permuted bands, rows within bands,
/// stacks and columns within stacks, transposed or not.
pub struct Equivalence {
    digits: [u8; 10],
    rows: [usize; 9],
    columns: [usize; 9],
    transposed: bool,
}

impl Equivalence {
    /// Any of them, each as likely.
    pub fn random(rng: &mut ChaCha8Rng) -> Self {
        let mut digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
        digits[1..].shuffle(rng);
        let [rows, columns] = [lines(rng), lines(rng)];
        Self { digits, rows, columns, transposed: rng.random() }
    }

    /// Returns the equivalent of `grid`.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let digits = std::array::from_fn(|cell| {
            let (row, column) = (self.rows[cell / 9], self.columns[cell % 9]);
            let from = if self.transposed { column * 9 + row } else { row * 9 + column };
            self.digits[usize::from(grid.digits()[from])]
        });
        Grid::from_digits(digits).expect("digits stay digits")
    }
}

/// Nine lines whose threes, and the lines of each, are in random order.
fn lines(rng: &mut ChaCha8Rng) -> [usize; 9] {
    let mut threes = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
    threes.shuffle(rng);
    threes.iter_mut().for_each(|three| three.shuffle(rng));
    std::array::from_fn(|i| threes[i / 3][i % 3])
}
