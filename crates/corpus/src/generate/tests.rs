//! Tests the fast removal against its definition.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use super::{GenerateOptions, GeneratedPuzzle, Generator};
use crate::{GridExt, grids::random_grid, random::Seed};
use batchdoku_engine::grid::{Cell, Grid};
use batchdoku_testkit::{is_unique, scaled};

/// Draws grids and orders as the generator does, then tries each removal with a plain search.
#[test]
#[cfg_attr(miri, ignore = "hundreds of searches")]
fn a_puzzle_is_the_result_of_removal_one_by_one() {
    let mut generator = Generator::new(GenerateOptions::default().max_tries(1), 5).unwrap();
    let batch = generator.generate(0..scaled(200) as u64).unwrap();
    for (record, generated) in (0..).zip(batch) {
        let GeneratedPuzzle { puzzle, solution, .. } = generated.expect("the first try succeeds");
        let mut rng = Seed::new(5).record(record);
        assert_eq!(random_grid(&mut rng), solution);
        assert_eq!(Grid::random(5, record), solution);
        let mut order = Cell::ALL;
        rng.shuffle_downwards(&mut order);
        let mut left = solution;
        for cell in order {
            let less = left.with(cell, None);
            if is_unique(&less) {
                left = less;
            }
        }
        assert_eq!(left, puzzle);
    }
}

/// Some tries of a record are made at once, but not before one has failed.
#[test]
#[cfg_attr(miri, ignore = "dozens of searches")]
fn a_few_records_take_a_few_tries() {
    let tries = Arc::new(AtomicU64::new(0));
    let builder = Generator::builder(GenerateOptions::new(), 5).count_tries(Arc::clone(&tries));
    builder.build().unwrap().generate(0..3).unwrap();
    assert_eq!(tries.load(Ordering::Relaxed), 3);
}

/// Every further condition also holds for puzzles with limited ratings: here, a condition that half of the minimal
/// puzzles meet.
#[test]
#[cfg_attr(miri, ignore = "dozens of ratings")]
fn a_condition_holds_besides_ratings() {
    let is_even = |puzzle: &Grid| puzzle.clues().is_multiple_of(2);
    let options = GenerateOptions::new().accept(&is_even);
    let all = || 0.0..=25.0;
    for options in [
        options.clone().er(all()),
        options.clone().ep(all()).ed(1.0..=1.5),
        options.clone().er(all()).weights(true),
    ] {
        let mut generator = Generator::new(options, 5).unwrap();
        for generated in generator.puzzles(0..scaled(20) as u64) {
            let puzzle = generated.expect("half of the puzzles have it").puzzle;
            assert!(is_even(&puzzle), "{puzzle}");
        }
    }
}

/// The weight agrees with its definition: at each step, the clues that can be removed are counted again.
#[test]
#[cfg_attr(miri, ignore = "thousands of searches")]
fn a_weight_is_the_product_over_the_steps() {
    let options = GenerateOptions { weights: true, ..GenerateOptions::new().max_tries(1) };
    let mut generator = Generator::new(options, 5).unwrap();
    for (record, generated) in (0..).zip(generator.puzzles(0..scaled(20) as u64)) {
        let GeneratedPuzzle { puzzle, solution, weight, .. } =
            generated.expect("the first try succeeds");
        let weight = weight.expect("it is asked for");
        let mut rng = Seed::new(5).record(record);
        random_grid(&mut rng);
        let mut order = Cell::ALL;
        rng.shuffle_downwards(&mut order);
        let mut left = solution;
        let mut expected = 1.0;
        let removed = order.into_iter().filter(|&cell| puzzle.get(cell).is_none());
        for (step, cell) in (1..).zip(removed) {
            let is_removable = |cell: &Cell| is_unique(&left.with(*cell, None));
            let removable = left.filled().into_iter().filter(is_removable).count();
            expected *= removable as f64 / f64::from(step);
            left = left.with(cell, None);
        }
        assert_eq!(left, puzzle);
        assert!((weight / expected - 1.0).abs() < 1e-9, "{weight:e} {expected:e}");
    }
}
