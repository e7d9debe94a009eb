//! Tests that every engine takes: one list of engines, one way to run them.
//!
//! A new engine joins by one line in [`engines`] and is then held against brute force, against
//! the other engines, and against what must not change when a puzzle is transformed.

mod agreement;
mod batch;
mod data;
mod limits;
mod naive;
mod one_answer;
mod pencilmarks;
mod worst;

use std::ops::ControlFlow;

use super::{
    Backtrack, Dlx, Engine, Lanes, Limits, Mrv, Outcome, Sorted, StopReason, thorough::Thorough,
};
use crate::{
    grid::Grid,
    simd::SimdLevel,
    testkit::{grid, scaled, sized},
};

/// Every engine.
fn engines() -> Vec<Box<dyn Engine>> {
    let mut engines = robust_engines();
    engines.push(Box::new(Backtrack));
    engines
}

/// The engines that cope with any puzzle: all but the one that is exponentially slow on some.
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

/// Runs `engine` and checks what holds for every search: its outcome tells what it handed over,
/// and that was nothing but solutions, each once.
fn run(engine: &mut dyn Engine, puzzle: &Grid, limit: u64) -> (Outcome, Vec<Grid>) {
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

/// The solutions of `puzzle`, sorted; all of them, so there must be few.
fn all(engine: &mut dyn Engine, puzzle: &Grid) -> Vec<Grid> {
    let (_, mut solutions) = run(engine, puzzle, u64::MAX);
    solutions.sort_unstable();
    solutions
}
