//! All engines find the same solutions as brute force and as each other.

use super::{all, engines, robust_engines, run, scaled, sized};
use crate::{
    engine::{Engine, Mrv},
    grid::Grid,
};
use batchdoku_testkit::{self as testkit, Equivalence, random_clues, random_grid, rng, without};

/// Every engine finds what a plain search finds.
#[test]
fn as_brute_force() {
    let mut rng = rng(1);
    let mut engines = engines();
    let mut several = 0;
    for case in 0..scaled(400) {
        let emptied = [20, 30, 40, 45][case % 4];
        let mut puzzle: Grid = without(&random_grid(&mut rng), emptied, &mut rng);
        if case % 5 == 0 {
            // With one clue changed, most puzzles have no solution, and many have contradictory clues.
            let cell = puzzle.digits().iter().position(|&digit| digit != 0).unwrap();
            puzzle.digits_mut()[cell] = puzzle.digits()[cell] % 9 + 1;
        }
        let mut expected = testkit::solutions(&puzzle, usize::MAX);
        expected.sort_unstable();
        several += usize::from(expected.len() > 1);
        for engine in &mut engines {
            assert_eq!(all(&mut **engine, &puzzle), expected, "{}: {puzzle}", engine.name());
        }
    }
    assert!(several > 0 || sized(false, true), "no puzzle with several solutions was tested");
}

/// Engines agree on puzzles with any number of clues, one to very many solutions.
#[test]
fn with_each_other() {
    let mut rng = rng(2);
    let mut engines = robust_engines();
    for case in 0..scaled(400) {
        let puzzle: Grid = without(&random_grid(&mut rng), 45 + case % 20, &mut rng);
        agree(&mut engines, &puzzle, case % 8 == 0);
    }
}

/// Engines agree on random clues, most of which contradict each other.
#[test]
fn on_random_clues() {
    let mut rng = rng(3);
    let mut engines = robust_engines();
    let mut solvable = 0;
    for case in sized(0, 25)..sized(scaled(4000), 27) {
        let puzzle: Grid = random_clues(case % 28, &mut rng);
        solvable += usize::from(agree(&mut engines, &puzzle, false));
    }
    assert!(solvable > 0 || sized(false, true), "only contradictory clues were tested");
}

/// Compares the engines on one puzzle; returns whether it has a solution.
fn agree(engines: &mut [Box<dyn Engine>], puzzle: &Grid, thoroughly: bool) -> bool {
    let mut any = false;
    let most = if thoroughly { 1000 } else { 3 };
    for limit in sized([1, 2, most], [2; 3]).into_iter().take(sized(3, 1)) {
        let (expected, mut reference) = run(&mut Mrv, puzzle, limit);
        any = expected.solutions != 0;
        reference.sort_unstable();
        for engine in &mut *engines {
            let (outcome, mut solutions) = run(&mut **engine, puzzle, limit);
            let context = format!("{}, limit {limit}: {puzzle}", engine.name());
            assert_eq!(outcome.solutions, expected.solutions, "{context}");
            assert_eq!(outcome.end, expected.end, "{context}");
            if limit > expected.solutions {
                solutions.sort_unstable();
                assert_eq!(solutions, reference, "{context}");
            }
            let again = run(&mut **engine, puzzle, limit);
            assert_eq!(again.0, outcome, "a second run differs: {context}");
        }
    }
    any
}

/// The solutions of a transformed puzzle are the transformed solutions.
#[test]
fn on_transformed_puzzles() {
    const MOST: u64 = sized(500, 3);
    let mut rng = rng(4);
    let mut engines = robust_engines();
    for case in 0..scaled(400) {
        let puzzle: Grid = without(&random_grid(&mut rng), 44 + case % 12, &mut rng);
        let transformation = Equivalence::random(&mut rng);
        let transformed = transformation.apply(&puzzle);
        for engine in &mut engines {
            let (count, solutions) = run(&mut **engine, &puzzle, MOST);
            let (transformed_count, transformed_solutions) = run(&mut **engine, &transformed, MOST);
            assert_eq!(count.solutions, transformed_count.solutions, "{puzzle}");
            if count.solutions < MOST {
                let mut expected: Vec<_> =
                    solutions.iter().map(|solution| transformation.apply(solution)).collect();
                let mut actual = transformed_solutions;
                expected.sort_unstable();
                actual.sort_unstable();
                assert_eq!(actual, expected, "{}: {puzzle}", engine.name());
            }
        }
    }
}

/// The engines that promise lexicographic order keep it, even if a limit ends the search.
#[test]
fn in_lexicographic_order() {
    let mut rng = rng(5);
    for case in 0..scaled(200) {
        let puzzle: Grid = without(&random_grid(&mut rng), 40 + case % 12, &mut rng);
        for mut engine in
            engines().into_iter().filter(|e| ["backtrack", "sorted"].contains(&e.name()))
        {
            let (_, solutions) = run(&mut *engine, &puzzle, 300);
            let mut sorted = all(&mut Mrv, &puzzle);
            sorted.truncate(300);
            assert_eq!(solutions, sorted, "{}: {puzzle}", engine.name());
        }
    }
}
