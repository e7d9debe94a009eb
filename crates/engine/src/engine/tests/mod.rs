//! Tests that every engine must pass, with one list of engines and one way to run them.
//!
//! Add a new engine to [`engines`]. The tests then compare it with brute force, with the other engines,
//! and with its own results for transformed puzzles.

mod agreement;
mod batch;
mod data;
mod limits;
mod one_answer;
mod pencilmarks;
mod signature;
mod worst;

use std::{fmt::Display, ops::ControlFlow};

use chacha20::ChaCha8Rng;
use rand::{RngExt, seq::IteratorRandom};

use super::{
    Backtrack, Dlx, Engine, Lanes, Limits, Mrv, Outcome, PuzzleBatch, Sorted, StopReason,
    thorough::Thorough,
};
use crate::{
    grid::{Digit, Grid, PuzzleForm},
    simd::SimdLevel,
};
use batchdoku_testkit::{grid, random_grid, scaled, sized, without};

/// Returns every engine.
fn engines() -> Vec<Box<dyn Engine>> {
    let mut engines = robust_engines();
    engines.push(Box::new(Backtrack));
    engines
}

/// Returns the engines that can solve any puzzle: all except `backtrack`, which is exponentially slow on some.
fn robust_engines() -> Vec<Box<dyn Engine>> {
    let mut engines: Vec<Box<dyn Engine>> =
        vec![Box::new(Mrv), Box::new(Sorted), Box::new(Dlx::new()), Box::new(Thorough::new())];
    for level in SimdLevel::available() {
        engines.push(Box::new(Lanes::alone(level)));
        engines.push(Box::new(Lanes::new(level)));
        engines.push(Box::new(Lanes::one_by_one(level)));
    }
    engines
}

/// Returns a random puzzle: `clues` cells of a solved grid, with `wrong` cells replaced at random.
pub(super) fn puzzle(rng: &mut ChaCha8Rng, clues: usize, wrong: usize) -> Grid {
    let mut puzzle: Grid = without(&random_grid(rng), 81 - clues, rng);
    for cell in puzzle.filled().into_iter().sample(rng, wrong) {
        puzzle.set(cell, Digit::ALL[rng.random_range(0..9)]);
    }
    puzzle
}

/// Runs `engine` and checks its results: the outcome has the number of solutions that it handed over, and
/// these are solutions, each once.
pub(super) fn run(engine: &mut dyn Engine, puzzle: &Grid, limit: u64) -> (Outcome, Vec<Grid>) {
    let mut solutions = Vec::new();
    let outcome = engine.search(puzzle, &Limits::solutions(limit), &mut |solution| {
        solutions.push(*solution);
        ControlFlow::Continue(())
    });
    let context = format!("{}, limit {limit}, {puzzle}: {outcome:?}", engine.name());
    assert_eq!(outcome.solutions, solutions.len() as u64, "{context}");
    assert!(solutions.iter().all(|solution| solution.is_solution_of(puzzle)), "{context}");
    match outcome.end {
        StopReason::Complete => assert!(outcome.solutions < limit, "{context}"),
        StopReason::SolutionLimit => assert_eq!(outcome.solutions, limit, "{context}"),
        _ => panic!("{context}"),
    }
    let mut distinct = solutions.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), solutions.len(), "a solution came twice: {context}");
    (outcome, solutions)
}

/// Returns all solutions of `puzzle`, sorted. There must be few.
fn all(engine: &mut dyn Engine, puzzle: &Grid) -> Vec<Grid> {
    let (_, mut solutions) = run(engine, puzzle, u64::MAX);
    solutions.sort_unstable();
    solutions
}

/// For each puzzle of a batch, the outcome and the row of the output.
pub(super) type Rows = Vec<(Outcome, [u8; 81])>;

/// Asserts that a puzzle has the same outcome and solution. A failure shows solutions as text.
#[track_caller]
pub(super) fn assert_same_row(
    found: &(Outcome, [u8; 81]),
    expected: &(Outcome, [u8; 81]),
    context: impl Display,
) {
    if found != expected {
        let [found, expected] = [found, expected]
            .map(|(outcome, solution)| format!("{} after {outcome:?}", solution.escape_ascii()));
        panic!("{context}\n  found:    {found}\n  expected: {expected}");
    }
}

/// Asserts that puzzles have the same outcomes and solutions: see [`assert_same_row`].
#[track_caller]
pub(super) fn assert_same_rows(
    found: &[(Outcome, [u8; 81])],
    expected: &[(Outcome, [u8; 81])],
    context: impl Display,
) {
    assert_eq!(found.len(), expected.len(), "{context}");
    for (row, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_same_row(found, expected, format_args!("{context}, row {row}"));
    }
}

/// Searches a batch whose rows hold `output` before, and returns the rows after it.
fn batch(
    form: PuzzleForm,
    input: &[u8],
    puzzles: &[usize],
    mut output: Vec<[u8; 81]>,
    search: impl FnOnce(PuzzleBatch<'_>),
) -> Rows {
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let solutions: Vec<usize> = (0..puzzles.len()).map(|i| 81 * i).collect();
    search(PuzzleBatch {
        input,
        puzzles,
        form,
        output: output.as_flattened_mut(),
        solutions: &solutions,
        outcomes: &mut outcomes,
    });
    outcomes.into_iter().zip(output).collect()
}

/// Solves the puzzles that start at `starts`. In the output, `~` marks bytes that were not written.
fn solve_at(
    engine: &mut dyn Engine,
    form: PuzzleForm,
    input: &[u8],
    starts: &[usize],
    limits: &Limits<'_>,
) -> Rows {
    let output = vec![[b'~'; 81]; starts.len()];
    batch(form, input, starts, output, |batch| engine.solve_batch(batch, limits))
}

/// Solves puzzles of N bytes.
pub(super) fn solve_texts<const N: usize>(
    engine: &mut dyn Engine,
    form: PuzzleForm,
    texts: &[[u8; N]],
    limits: &Limits<'_>,
) -> Rows {
    let starts: Vec<usize> = (0..texts.len()).map(|i| N * i).collect();
    solve_at(engine, form, texts.as_flattened(), &starts, limits)
}

/// Solves grids.
pub(super) fn solve(engine: &mut dyn Engine, puzzles: &[Grid], limits: &Limits<'_>) -> Rows {
    let texts: Vec<_> = puzzles.iter().map(Grid::to_text).collect();
    solve_texts(engine, PuzzleForm::Cells, &texts, limits)
}

/// Searches each puzzle for a solution other than the `known` solution.
fn find_others(
    engine: &mut dyn Engine,
    puzzles: &[Grid],
    known: &[[u8; 81]],
    limits: &Limits<'_>,
) -> Rows {
    let input: Vec<u8> = puzzles.iter().flat_map(Grid::to_text).collect();
    let starts: Vec<usize> = (0..puzzles.len()).map(|i| 81 * i).collect();
    batch(PuzzleForm::Cells, &input, &starts, known.to_vec(), |batch| {
        engine.find_others(batch, limits);
    })
}

/// Returns the rows of a table: a puzzle, then numbers. Lines that begin with `#` are comments.
fn table<const N: usize>(text: &str) -> Vec<(Grid, [u64; N])> {
    let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut words = line.split(' ');
        let puzzle: Grid = grid(words.next().expect("a puzzle"));
        (puzzle, std::array::from_fn(|_| words.next().expect("a number").parse().unwrap()))
    });
    rows.collect()
}
