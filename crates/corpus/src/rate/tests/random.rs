//! Properties of the rounds and ratings over random minimal puzzles, and over corpora if present.

use std::collections::HashMap;

use rand::RngExt;

use super::super::{Rater, grade::TechniqueSolver, technique::Technique};
use super::naive::Naive;
use crate::marks::Marks;
use batchdoku_engine::grid::{Cell, Digit, Grid, digits_of};
use batchdoku_testkit::{
    equivalent, random_puzzle, rng, scaled, shared_data, sized, solution, solutions,
};

/// Returns random minimal puzzles, the same in each run, and puzzles of each corpus in the data folder next to the
/// checkout; fewer in debug builds.
fn puzzles(random: usize, of_each_corpus: usize) -> Vec<Grid> {
    let mut rng = rng(5);
    let mut puzzles: Vec<Grid> = (0..scaled(random)).map(|_| random_puzzle(&mut rng)).collect();
    for name in ["minimal", "17clue", "top1465", "hard"].iter().filter(|_| of_each_corpus > 0) {
        puzzles.extend(shared_data::<Grid>(name).into_iter().take(scaled(of_each_corpus)));
    }
    puzzles
}

/// Each round agrees with the definitions in technique, steps and remaining candidates.
#[test]
fn rounds_are_those_of_the_definitions() {
    for puzzle in puzzles(400, 100) {
        let (mut fast, mut naive) =
            (TechniqueSolver::new(Marks::new(&puzzle)), Naive::new(&puzzle));
        loop {
            let round = naive.round();
            assert_eq!(fast.round(), round, "{puzzle}");
            let digits = |cell: usize| digits_of(fast.marks.cells[cell]).collect::<Vec<_>>();
            assert!(
                (0..81).all(|cell| digits(cell) == naive.candidates[cell]),
                "{puzzle} {round:?}"
            );
            if round.is_none() {
                break;
            }
        }
    }
}

/// No round eliminates a digit of the solution, and a puzzle is solved if no cell is left.
#[test]
fn no_step_loses_the_solution() {
    let mut seen = [0; Technique::ALL.len()];
    let mut rater = Rater::default();
    for puzzle in puzzles(3000, 1000) {
        let (mut solver, solution) = (TechniqueSolver::new(Marks::new(&puzzle)), solution(&puzzle));
        while let Some((technique, _)) = solver.round() {
            seen[technique as usize] += 1;
            for (cell, &digit) in solution.digits().iter().enumerate() {
                let left = solver.marks.cells[cell];
                if left != 0 {
                    assert_eq!(left >> (digit - 1) & 1, 1, "{puzzle} after {technique}");
                }
            }
        }
        let solved = solver.marks.cells.iter().all(|&left| left == 0);
        assert_eq!(solver.marks.solution() == &solution, solved, "{puzzle}");
        let search = rater.rate(&puzzle).hardest == Some(Technique::Search);
        assert_eq!(search, !solved, "{puzzle}");
    }
    let common = &seen[..=Technique::XyWing as usize];
    assert!(
        common.iter().all(|&rounds| rounds >= sized(1, 0)),
        "some technique was never needed: {seen:?}"
    );
}

/// Shuffles puzzles of every level, and puzzles with several solutions or none, a hundred thousand times: the level,
/// the technique, the nodes and the steps must not change.
#[test]
fn equivalent_puzzles_have_equal_ratings() {
    let mut rng = rng(6);
    let mut rater = Rater::default();
    let mut seen = HashMap::new();
    for puzzle in puzzles(2000, 0) {
        let (mut several, mut none) = (puzzle, puzzle);
        several.set(puzzle.filled().first().unwrap(), None);
        let empty = (!puzzle.filled()).first().unwrap();
        let right = solution(&puzzle).get(empty).unwrap();
        none.set(empty, Digit::new(right.get() % 9 + 1));
        for (grid, shuffles) in
            [(puzzle, sized(40, 1)), (several, sized(5, 1)), (none, sized(5, 1))]
        {
            let rating = rater.rate(&grid);
            *seen.entry(rating.level_name()).or_insert(0) += shuffles;
            for _ in 0..shuffles {
                let other = equivalent(&grid, &mut rng);
                assert_eq!(rater.rate(&other), rating, "{grid} as {other}");
            }
        }
    }
    println!("{seen:?}");
    for kind in ["easy", "medium", "hard", "search", "long_search", "multiple", "unsolvable"] {
        assert!(seen.contains_key(kind) || sized(false, true), "no puzzle is {kind}: {seen:?}");
    }
}

/// Rates any grid, valid or not: the verdict must be the number of solutions.
#[test]
fn verdicts_are_those_of_a_search() {
    let mut rng = rng(7);
    let mut rater = Rater::default();
    for (i, mut puzzle) in puzzles(1000, 0).into_iter().enumerate() {
        // Wrong, contradictory and additional clues.
        for _ in 0..i % 4 {
            puzzle.set(Cell::ALL[rng.random_range(0..81)], Digit::new(rng.random_range(0..=9)));
        }
        let found = rater.rate(&puzzle).solutions;
        assert_eq!(usize::from(found), solutions(&puzzle, 2).len(), "{puzzle}");
    }
}

#[test]
fn a_used_rater_rates_like_a_new_one() {
    let mut used = Rater::default();
    for puzzle in &puzzles(500, 500) {
        assert_eq!(used.rate(puzzle), Rater::default().rate(puzzle));
    }
}
