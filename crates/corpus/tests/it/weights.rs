//! Tests weights and controlled bias against the published distribution of minimal puzzles: 26.577 clues on average,
//! with a standard deviation of 1.116, and 3.1055e37 puzzles in total (Berthier, "Unbiased statistics of a CSP: a
//! controlled-bias generator", 2009).
//!
//! `cargo test --release -p batchdoku-corpus weights::` takes ten times as many puzzles and more.

use std::thread;

use batchdoku::{
    Grid,
    corpus::generate::{GenerateOptions, Generator},
    engine::EngineKind,
};

use crate::is_minimal;
use batchdoku_testkit::scaled;

const MEAN: f64 = 26.577;
const DEVIATION: f64 = 1.116;
/// The number of minimal puzzles per grid; there are 6.67e21 grids.
const PER_GRID: f64 = 3.1055e37 / 6.670_903_752_021_073e21;

/// Returns the first `count` puzzles of seed 1 with their weights, made by two threads.
fn weighted(options: &GenerateOptions<'_>, count: usize) -> Vec<(Grid, f64)> {
    let made = |first: usize, end: usize| {
        let mut generator = Generator::new(options.clone().weights(true), 1).unwrap();
        let batch = generator.generate(first as u64..end as u64).unwrap().into_iter();
        let generated = batch.map(|generated| generated.expect("not given up"));
        generated.map(|made| (made.puzzle, made.weight.unwrap())).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let rest = scope.spawn(|| made(count / 2, count));
        let mut all = made(0, count / 2);
        all.extend(rest.join().unwrap());
        all
    })
}

/// Estimates for all minimal puzzles, from weighted puzzles: the mean number of clues, its standard deviation, the mean
/// weight, and the effective sample size.
fn estimate(puzzles: &[(Grid, f64)]) -> [f64; 4] {
    let sum = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
        puzzles.iter().map(|(puzzle, weight)| term(puzzle.clues() as f64, *weight)).sum()
    };
    let total = sum(&|_, weight| weight);
    let mean = sum(&|clues, weight| clues * weight) / total;
    let variance = sum(&|clues, weight| (clues - mean).powi(2) * weight) / total;
    let size = total * total / sum(&|_, weight| weight * weight);
    [mean, variance.sqrt(), total / puzzles.len() as f64, size]
}

#[test]
fn weights_give_the_published_distribution() {
    let count = scaled(100_000);
    let puzzles = weighted(&GenerateOptions::new(), count);
    let [mean, deviation, per_grid, size] = estimate(&puzzles);
    println!("{mean:.3} {deviation:.3} {per_grid:.4e} {size:.0}");
    assert!(size > count as f64 / 1000.0, "{size}");
    assert!((mean - MEAN).abs() < 4.0 * DEVIATION / size.sqrt(), "{mean}");
    assert!((deviation - DEVIATION).abs() < 4.0 * DEVIATION / (2.0 * size).sqrt(), "{deviation}");
    assert!((per_grid / PER_GRID - 1.0).abs() < 4.0 / size.sqrt(), "{per_grid:e}");
    let plain: usize = puzzles.iter().map(|(puzzle, _)| puzzle.clues()).sum();
    let plain = plain as f64 / count as f64;
    assert!((plain - 24.40).abs() < 0.05, "without weights: {plain}");
}

#[test]
fn controlled_bias_gives_the_published_distribution() {
    let count = if cfg!(debug_assertions) { 8 } else { 400 };
    let options = GenerateOptions::new().controlled_bias(true);
    let puzzles = weighted(&options, count);
    for (puzzle, _) in &puzzles {
        assert!(is_minimal(puzzle), "{puzzle}");
    }
    // A record depends neither on its neighbours nor on the engine.
    let mut alone = Generator::builder(options, 1).engine(EngineKind::Mrv).build().unwrap();
    let generated = alone.puzzles(5..6).next().expect("one record").expect("not given up");
    assert_eq!(generated.puzzle, puzzles[5].0);
    let [mean, deviation, _, size] = estimate(&puzzles);
    println!("{mean:.3} {deviation:.3} {size:.0}");
    assert!(size > count as f64 / 4.0, "{size}");
    assert!((mean - MEAN).abs() < 4.0 * DEVIATION / size.sqrt(), "{mean}");
    assert!((deviation - DEVIATION).abs() < 4.0 * DEVIATION / (2.0 * size).sqrt(), "{deviation}");
    // The weight depends only on the number of clues: C(81, n).
    for pair in puzzles.windows(2) {
        let [a, b] = [0, 1].map(|i| (pair[i].0.clues(), pair[i].1));
        let ratio = (a.0..b.0).fold(1.0, |ratio, n| ratio * (81 - n) as f64 / (n + 1) as f64)
            / (b.0..a.0).fold(1.0, |ratio, n| ratio * (81 - n) as f64 / (n + 1) as f64);
        assert!((b.1 / a.1 / ratio - 1.0).abs() < 1e-5, "{pair:?}");
    }
}
