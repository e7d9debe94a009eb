//! Searches for puzzles that take the default engine long, by hill climbing on its node count.
//!
//! ```text
//! cargo run --release --example worst -- [--seconds S] [--seed N] [--limit N] [--clues LOW-HIGH] [--level NAME]
//! cargo run --release --example worst -- --measure FILE        one such line for each puzzle of a file
//! ```
//!
//! A climb starts from some clues of a random grid, a few of them wrong. Each step tries several
//! mutations (a clue moved, changed, added, removed or swapped) and keeps the one with the most
//! nodes. Each climb ends with a line: nodes, milliseconds alone, clues, solutions, puzzle. The worst
//! finds of the project are tests, with their nodes: `src/engine/tests/worst.rs`.

use std::time::{Duration, Instant};

use batchdoku::{
    Grid, Limits, Outcome,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    grid::{Cell, Digit},
    simd::SimdLevel,
};
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Mutations per step: enough to fill the lanes.
const WIDTH: usize = 64;

/// Steps without progress after which a climb ends.
const PATIENCE: usize = 60;

/// Nodes at which a puzzle is bad enough to end its climb.
const CEILING: u64 = 3_000_000;

struct Climber {
    rng: ChaCha8Rng,
    solver: BatchSolver,
    level: SimdLevel,
    limit: u64,
    clues: (usize, usize),
}

impl Climber {
    /// The outcomes of `puzzles`, with a limit of nodes a puzzle.
    fn outcomes(&mut self, puzzles: &[Grid], nodes: u64) -> Vec<Outcome> {
        let input: Vec<u8> = puzzles.iter().flat_map(|puzzle| puzzle.to_text()).collect();
        let mut outcomes = vec![Outcome::default(); puzzles.len()];
        let limits = Limits::solutions(self.limit).max_nodes(nodes);
        let solved = self.solver.solve(
            PuzzleRows::text(&input),
            SolutionRows::none(),
            &mut outcomes,
            &limits,
        );
        solved.expect("the engine is sound");
        outcomes
    }

    /// Some clues of a random grid, a few of them wrong.
    fn start(&mut self) -> Grid {
        let mut grid = Grid::EMPTY;
        let mut digits = Digit::ALL;
        for corner in [0, 30, 60] {
            digits.shuffle(&mut self.rng);
            for (i, &digit) in digits.iter().enumerate() {
                grid.set(Cell::ALL[corner + i / 3 * 9 + i % 3], digit);
            }
        }
        let mut grid = grid.solve().expect("three boxes on the diagonal always fit");
        let mut cells = Cell::ALL;
        cells.shuffle(&mut self.rng);
        let clues = self.rng.random_range(self.clues.0..=self.clues.1);
        for &cell in &cells[clues..] {
            grid.set(cell, None);
        }
        for _ in 0..self.rng.random_range(0..3) {
            grid = self.mutate(grid);
        }
        grid
    }

    /// A random change of one or two clues.
    fn mutate(&mut self, puzzle: Grid) -> Grid {
        let rng = &mut self.rng;
        let mut mutant = puzzle;
        let (a, b) = (Cell::ALL[rng.random_range(0..81)], Cell::ALL[rng.random_range(0..81)]);
        let digit = Digit::ALL[rng.random_range(0..9)];
        match rng.random_range(0..6) {
            0 | 1 => {
                mutant.set(a, puzzle.get(b));
                mutant.set(b, puzzle.get(a));
            }
            2 => mutant.set(a, None),
            3 => {
                mutant.set(a, None);
                mutant.set(b, digit);
            }
            _ => mutant.set(a, digit),
        }
        let clues = mutant.clues();
        if (self.clues.0..=self.clues.1).contains(&clues) { mutant } else { puzzle }
    }

    /// One climb. Returns the worst puzzle and its outcome.
    fn climb(&mut self, until: Instant) -> (Grid, Outcome) {
        let mut puzzle = self.start();
        let mut worst = self.outcomes(&[puzzle], CEILING)[0];
        let mut idle = 0;
        while idle < PATIENCE && worst.nodes < CEILING && Instant::now() < until {
            let mutants: Vec<Grid> = (0..WIDTH)
                .map(|i| {
                    let once = self.mutate(puzzle);
                    if i % 4 == 0 { self.mutate(once) } else { once }
                })
                .collect();
            // A mutant far above the present one need not be searched to its end.
            let ceiling = (worst.nodes * 8 + 10_000).min(CEILING);
            let outcomes = self.outcomes(&mutants, ceiling);
            let best = (0..WIDTH).max_by_key(|&i| outcomes[i].nodes).expect("there are mutants");
            idle = if outcomes[best].nodes > worst.nodes { 0 } else { idle + 1 };
            if outcomes[best].nodes >= worst.nodes {
                (puzzle, worst) = (mutants[best], outcomes[best]);
            }
        }
        (puzzle, worst)
    }

    /// Prints what a puzzle takes alone.
    fn report(&mut self, puzzle: &Grid) {
        self.solver = solver(self.level);
        let start = Instant::now();
        let outcome = self.outcomes(&[*puzzle], u64::MAX)[0];
        println!(
            "{:8} nodes {:8.2} ms {:2} clues {} solutions {puzzle}",
            outcome.nodes,
            start.elapsed().as_secs_f64() * 1e3,
            puzzle.clues(),
            outcome.solutions,
        );
    }
}

/// A new solver that works on the calling thread.
fn solver(level: SimdLevel) -> BatchSolver {
    BatchSolver::new().simd(level).threads(1).expect("the calling thread is there")
}

fn main() {
    let mut seconds = 60;
    let mut seed = 1;
    let mut limit = 2;
    let mut clues = (0, 40);
    let mut level = SimdLevel::detect();
    let mut file = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_else(|| panic!("{name} needs a value"));
        match name.as_str() {
            "--seconds" => seconds = value.parse().expect("a number of seconds"),
            "--seed" => seed = value.parse().expect("a number"),
            "--limit" => limit = value.parse().expect("a number of solutions"),
            "--measure" => file = Some(value),
            "--level" => level = value.parse().expect("a SIMD level"),
            "--clues" => {
                let (low, high) = value.split_once('-').expect("LOW-HIGH");
                clues = (low.parse().expect("a number"), high.parse().expect("a number"));
            }
            _ => panic!("unknown argument {name}"),
        }
    }
    let rng = ChaCha8Rng::seed_from_u64(seed);
    let mut climber = Climber { rng, solver: solver(level), level, limit, clues };
    let until = Instant::now() + Duration::from_secs(seconds);
    if let Some(file) = file {
        let text = std::fs::read_to_string(&file).expect("a file of puzzles");
        for line in text.lines() {
            let text = line.split_whitespace().last().unwrap_or_default();
            climber.report(&text.parse().expect("a puzzle at the end of each line"));
        }
        return;
    }
    while Instant::now() < until {
        let (puzzle, _) = climber.climb(until);
        climber.report(&puzzle);
    }
}
