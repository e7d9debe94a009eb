//! The engine visits the tree of the lanes: at every level and limit, outcomes are equal, including the
//! number of nodes, and so are the solutions and their order.

use std::ops::ControlFlow;

use crate::{
    engine::{
        Engine, Lanes, Limits,
        tests::{assert_same_row, solve},
    },
    grid::Grid,
    simd::SimdLevel,
};
use batchdoku_testkit::{random_grid, rng, scaled, sized, without};

/// Puzzles with few and many solutions and with none.
#[test]
fn random_puzzles() {
    let mut rng = rng(28);
    let puzzles = (0..scaled(3000)).map(|i| {
        let mut puzzle: Grid = without(&random_grid(&mut rng), 44 + i % 21, &mut rng);
        if i % 3 == 1 {
            let clue = puzzle.digits().iter().rposition(|&digit| digit != 0).expect("a clue");
            puzzle.digits_mut()[clue] = puzzle.digits()[clue] % 9 + 1;
        }
        puzzle
    });
    let puzzles: Vec<Grid> = puzzles.collect();
    for &limit in sized(&[1, 2, 300][..], &[2]) {
        for &nodes in sized(&[u64::MAX, 0, 5, 33][..], &[7]) {
            let limits = Limits::solutions(limit).max_nodes(nodes);
            let expected = solve(&mut Lanes::alone(SimdLevel::detect()), &puzzles, &limits);
            for level in SimdLevel::available() {
                let found = solve(&mut Lanes::one_by_one(level), &puzzles, &limits);
                for ((found, expected), puzzle) in found.iter().zip(&expected).zip(&puzzles) {
                    assert_same_row(found, expected, format!("{level}, {limits:?}: {puzzle}"));
                }
            }
        }
    }
}

/// Solutions come in the same order, also past the limit of nodes at which a search is long.
#[test]
#[cfg_attr(miri, ignore = "thousands of solutions")]
fn solutions_in_order() {
    let mut rng = rng(5);
    for i in 0..scaled(20) {
        let puzzle: Grid = without(&random_grid(&mut rng), 57 + i % 8, &mut rng);
        for limit in [1, 3, 5000] {
            let limits = Limits::solutions(limit).max_nodes(20_000);
            let all = |engine: &mut dyn Engine| {
                let mut all = Vec::new();
                let outcome = engine.search(&puzzle, &limits, &mut |solution: &Grid| {
                    all.push(*solution);
                    ControlFlow::Continue(())
                });
                (outcome, all)
            };
            let expected = all(&mut Lanes::alone(SimdLevel::detect()));
            for level in SimdLevel::available() {
                let found = all(&mut Lanes::one_by_one(level));
                assert_eq!(found.0, expected.0, "{level}, {limits:?}: {puzzle}");
                let mut pairs = found.1.iter().zip(&expected.1).enumerate();
                if let Some((place, (found, expected))) = pairs.find(|(_, (a, b))| a != b) {
                    panic!(
                        "{level}, {limits:?}: {puzzle}\n  solution {place} is {found}\n  in the lanes {expected}"
                    );
                }
            }
        }
    }
}
