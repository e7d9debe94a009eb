//! Searches for puzzles that take the default engine long, by hill climbing on its node count.
//!
//! ```text
//! cargo run --release --example worst -- [--seconds S] [--seed N] [--limit N] [--clues LOW-HIGH] [--level NAME]
//!     [--from FILE]                                            starts from the puzzles of a file
//! cargo run --release --example worst -- --measure FILE        one such line for each puzzle of a file
//! ```
//!
//! A climb starts from some clues of a random grid, or from a puzzle of a file, a few of them wrong.
//! Each step tries several mutations (a clue moved, changed, added, removed or swapped) and keeps the
//! worst, unless that is better than what the climb had some steps ago (*late acceptance*: Burke and
//! Bykov, "The late acceptance hill-climbing heuristic", 2017). Each climb ends with a line: nodes,
//! milliseconds alone, clues, solutions, puzzle. The worst finds of the project are tests, with their
//! nodes: `crates/engine/src/engine/tests/worst.rs`.
//!
//! The engine hands long searches over to a thorough one, which needs few nodes for most of them: so
//! its own nodes say little about how far a puzzle is from being bad for both. Compiled with
//! `RUSTFLAGS="--cfg fuzzing"`, this program climbs on the product of what both take.

use std::time::{Duration, Instant};

use batchdoku::{
    Grid, Limits, Outcome,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    grid::{Cell, Digit},
    simd::SimdLevel,
};
use chacha20::ChaCha8Rng;
use rand::{
    RngExt, SeedableRng,
    seq::{IndexedRandom, SliceRandom},
};

/// Mutations per step: enough to fill the lanes.
const WIDTH: usize = 32;

/// Steps without progress after which a climb ends.
const PATIENCE: usize = 150;

/// A mutant must be as bad as what the climb had this many steps ago.
const MEMORY: usize = 20;

/// Nodes at which a puzzle is bad enough to end its climb.
const CEILING: u64 = 3_000_000;

/// A puzzle on the way, with what its climb goes by.
#[derive(Clone, Copy)]
struct Climbed {
    puzzle: Grid,
    nodes: u64,
    score: u64,
}

struct Climber {
    rng: ChaCha8Rng,
    /// Where climbs start, if not from random grids.
    starts: Vec<Grid>,
    solver: BatchSolver,
    level: SimdLevel,
    limit: u64,
    clues: (usize, usize),
}

impl Climber {
    /// Returns the outcomes of `puzzles`, with a limit of nodes a puzzle.
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

    /// Returns puzzles with what they take, up to `nodes` nodes.
    fn climbed(&mut self, puzzles: &[Grid], nodes: u64) -> Vec<Climbed> {
        let outcomes = self.outcomes(puzzles, nodes);
        let climbed = puzzles.iter().zip(outcomes);
        let score = |puzzle: &Grid, nodes| score(puzzle, nodes, self.limit);
        climbed
            .map(|(&puzzle, Outcome { nodes, .. })| Climbed {
                puzzle,
                nodes,
                score: score(&puzzle, nodes),
            })
            .collect()
    }

    /// Where a climb starts: some clues of a random grid, or a puzzle of the file, a few of them wrong.
    fn start(&mut self) -> Grid {
        if let Some(&puzzle) = self.starts.choose(&mut self.rng) {
            return (0..self.rng.random_range(0..4)).fold(puzzle, |puzzle, _| self.mutate(puzzle));
        }
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

    /// Returns the puzzle with one or two clues changed at random.
    fn mutate(&mut self, puzzle: Grid) -> Grid {
        let rng = &mut self.rng;
        let mut mutant = puzzle;
        let a = Cell::ALL[rng.random_range(0..81)];
        let b = Cell::ALL[rng.random_range(0..81)];
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

    /// One climb. Returns the worst puzzle.
    fn climb(&mut self, until: Instant) -> Grid {
        let start = self.start();
        let mut present = self.climbed(&[start], CEILING)[0];
        let mut worst = present;
        let mut earlier = [present.score; MEMORY];
        let mut steps = 0;
        let mut idle = 0;
        while idle < PATIENCE && worst.nodes < CEILING && Instant::now() < until {
            let mutants: Vec<Grid> = (0..WIDTH)
                .map(|i| {
                    let once = self.mutate(present.puzzle);
                    if i % 4 == 0 { self.mutate(once) } else { once }
                })
                .filter(|mutant| *mutant != present.puzzle)
                .collect();
            // A mutant far above the present one need not be searched to its end.
            let ceiling = (present.nodes * 8 + 10_000).min(CEILING);
            let mutants = self.climbed(&mutants, ceiling).into_iter();
            let earlier = &mut earlier[steps % MEMORY];
            if let Some(mutant) = mutants.max_by_key(|mutant| mutant.score)
                && mutant.score >= present.score.min(*earlier)
            {
                present = mutant;
            }
            *earlier = present.score;
            idle = if present.score > worst.score { 0 } else { idle + 1 };
            if present.score > worst.score {
                worst = present;
            }
            steps += 1;
        }
        worst.puzzle
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

/// Returns the score of a climb: the nodes of the engine.
#[cfg(not(fuzzing))]
fn score(_: &Grid, nodes: u64, _: u64) -> u64 {
    nodes
}

/// Returns the score of a climb: the product of the nodes of both searches. Beyond the nodes at which the
/// engine gives up, only those of the thorough search count. They are few if there are solutions to
/// be found at all, so an eighth is as good.
#[cfg(fuzzing)]
fn score(puzzle: &Grid, nodes: u64, limit: u64) -> u64 {
    let thorough = batchdoku_engine::thorough(puzzle, &Limits::solutions(limit).max_nodes(CEILING));
    let is_exhausted = thorough.end == batchdoku::StopReason::Complete;
    nodes.min(2000) * (1 + thorough.nodes / if is_exhausted { 1 } else { 8 })
}

/// Creates a solver that works on the calling thread.
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
    let mut from = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_else(|| panic!("{name} needs a value"));
        match name.as_str() {
            "--seconds" => seconds = value.parse().expect("a number of seconds"),
            "--seed" => seed = value.parse().expect("a number"),
            "--limit" => limit = value.parse().expect("a number of solutions"),
            "--measure" => file = Some(value),
            "--from" => from = Some(value),
            "--level" => level = value.parse().expect("a SIMD level"),
            "--clues" => {
                let (low, high) = value.split_once('-').expect("LOW-HIGH");
                clues = (low.parse().expect("a number"), high.parse().expect("a number"));
            }
            _ => panic!("unknown argument {name}"),
        }
    }
    let rng = ChaCha8Rng::seed_from_u64(seed);
    let starts = from.as_deref().map(puzzles).unwrap_or_default();
    let mut climber = Climber { rng, starts, solver: solver(level), level, limit, clues };
    let until = Instant::now() + Duration::from_secs(seconds);
    if let Some(file) = file {
        puzzles(&file).iter().for_each(|puzzle| climber.report(puzzle));
        return;
    }
    while Instant::now() < until {
        let puzzle = climber.climb(until);
        climber.report(&puzzle);
    }
}

/// Returns the puzzles at the ends of the lines of a file.
fn puzzles(file: &str) -> Vec<Grid> {
    let text = std::fs::read_to_string(file).expect("a file of puzzles");
    let texts = text.lines().map(|line| line.split_whitespace().last().unwrap_or_default());
    texts.map(|text| text.parse().expect("a puzzle at the end of each line")).collect()
}
