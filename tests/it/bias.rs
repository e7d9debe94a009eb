//! Weights and controlled bias against the published distribution of minimal puzzles: 26.577 clues on
//! average, with a standard deviation of 1.116, 3.1055e37 puzzles in all (Berthier, "Unbiased statistics
//! of a CSP: a controlled-bias generator", 2009).
//!
//! `cargo test --release --test it bias::` takes ten times as many puzzles and more.

use batchdoku::Grid;

use crate::{
    common::{assert_contains, batchdoku, code, is_minimal, stderr, stdout, with_input},
    testkit::scaled,
};

const MEAN: f64 = 26.577;
const DEVIATION: f64 = 1.116;
/// Minimal puzzles per grid, of which there are 6.67e21.
const PER_GRID: f64 = 3.1055e37 / 6.670_903_752_021_073e21;

/// Returns the puzzles of a command with their weights.
fn weighted(args: &str) -> Vec<(Grid, f64)> {
    let out = batchdoku(args.split(' ')).output().unwrap();
    assert_eq!(code(&out), 0, "{}", stderr(&out));
    let lines = stdout(&out).lines();
    lines
        .map(|line| {
            let (puzzle, weight) = line.split_once(',').unwrap();
            (puzzle.parse().unwrap(), weight.parse().unwrap())
        })
        .collect()
}

/// What weighted puzzles say about all: the mean number of clues, its deviation, the mean weight, and
/// how many unbiased puzzles would tell as much.
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
    let puzzles = weighted(&format!("generate -q -n {count} --with-weight --seed 1"));
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
    let args = format!("generate -q -n {count} --controlled-bias --with-weight --seed 1");
    let puzzles = weighted(&args);
    assert!(puzzles.iter().all(|(puzzle, _)| is_minimal(puzzle)));
    let args = "generate -q -n 1 --skip 5 --controlled-bias --seed 1 -j 1 --engine mrv";
    let alone = batchdoku(args.split(' ')).output().unwrap();
    assert_eq!(stdout(&alone).trim_end(), puzzles[5].0.to_string());
    let [mean, deviation, _, size] = estimate(&puzzles);
    println!("{mean:.3} {deviation:.3} {size:.0}");
    assert!(size > count as f64 / 4.0, "{size}");
    assert!((mean - MEAN).abs() < 4.0 * DEVIATION / size.sqrt(), "{mean}");
    assert!((deviation - DEVIATION).abs() < 4.0 * DEVIATION / (2.0 * size).sqrt(), "{deviation}");
    // The weight is a function of the number of clues alone: C(81, n).
    for pair in puzzles.windows(2) {
        let [a, b] = [0, 1].map(|i| (pair[i].0.clues(), pair[i].1));
        let ratio = (a.0..b.0).fold(1.0, |ratio, n| ratio * (81 - n) as f64 / (n + 1) as f64)
            / (b.0..a.0).fold(1.0, |ratio, n| ratio * (81 - n) as f64 / (n + 1) as f64);
        assert!((b.1 / a.1 / ratio - 1.0).abs() < 1e-5, "{pair:?}");
    }
}

#[test]
fn the_same_puzzles_with_and_without_weights_and_in_parts() {
    let line = |args: &str| -> Vec<String> {
        let out = batchdoku(format!("generate -q --seed 9 {args}").split(' ')).output().unwrap();
        assert_eq!(code(&out), 0, "{}", stderr(&out));
        stdout(&out).lines().map(str::to_owned).collect()
    };
    let plain = line("-n 30");
    let weights = line("-n 30 --with-weight -j 1");
    assert!(plain.iter().zip(&weights).all(|(plain, pair)| pair.starts_with(&**plain)));
    assert_eq!(line("-n 30 --with-weight -j 3 --engine mrv"), weights);
}

#[test]
fn where_the_bias_is_unknown() {
    for args in ["--with-weight --clues 30", "--controlled-bias --symmetry rot180"] {
        let out = batchdoku(format!("generate -n 1 {args}").split(' ')).output().unwrap();
        assert_eq!(code(&out), 2);
        let says = "weights and controlled bias need minimal puzzles without symmetry and pattern";
        assert_contains(stderr(&out), says);
    }
    let gap =
        batchdoku("generate -q -n 1 --controlled-bias --max-tries 1 --with-weight".split(' '));
    let out = { gap }.output().unwrap();
    assert_eq!((code(&out), stdout(&out)), (1, &*format!("{},0\n", ".".repeat(81))));
}

/// The summary and `stats` say what weighted puzzles are worth, and `stats` counts by weight.
#[test]
fn weights_say_what_they_are_worth() {
    let args = "generate -n 300 --seed 4 --with-weight --to csv";
    let made = batchdoku(args.split(' ')).output().unwrap();
    let rows: Vec<(usize, f64)> = stdout(&made)
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').unwrap())
        .map(|(puzzle, weight)| (81 - puzzle.matches('.').count(), weight.parse::<f64>().unwrap()))
        .collect();
    let total: f64 = rows.iter().map(|row| row.1).sum();
    let effective = total * total / rows.iter().map(|row| row.1 * row.1).sum::<f64>();
    let worth = format!("by weight worth {};", effective.round());
    assert!(stderr(&made).contains(&worth), "{worth} {}", stderr(&made));
    let clues = rows.iter().map(|row| row.0).max().unwrap();
    let most = rows.iter().filter(|row| row.0 == clues).map(|row| row.1).sum::<f64>() / total;
    let as_lines = batchdoku(args.replace("csv", "jsonl").split(' ')).output().unwrap().stdout;
    for text in [&made.stdout, &as_lines] {
        for threads in ["1", "2"] {
            let out = with_input(["stats", "-q", "--json", "-j", threads], text);
            let stats: serde_json::Value = serde_json::from_str(stdout(&out)).unwrap();
            assert_eq!(stats["effective_puzzles"], effective.round());
            let share = stats["weighted_shares"]["clues"][clues.to_string()].as_f64().unwrap();
            assert!((share - most).abs() < 1e-5, "{share} {most}");
        }
    }
    let plain = with_input(["stats", "-q", "--json"], "puzzle\n");
    assert!(!stdout(&plain).contains("effective"));
}
