//! Puzzles rated per second.

use std::{fs, hint::black_box};

use batchdoku::{Grid, corpus::rate::Rating};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Used where no corpus is at hand: one puzzle of each level.
const FALLBACK: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5
9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9
8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
";

fn puzzles() -> Vec<Grid> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let text = ["data", "../shared/data"]
        .iter()
        .find_map(|folder| fs::read_to_string(format!("{root}/{folder}/minimal.txt")).ok())
        .unwrap_or_else(|| FALLBACK.to_owned());
    text.lines().take(10_000).filter_map(|line| line.parse().ok()).collect()
}

fn rate(criterion: &mut Criterion) {
    let puzzles = puzzles();
    let mut group = criterion.benchmark_group("minimal");
    group.throughput(Throughput::Elements(puzzles.len() as u64)).sample_size(10);
    group.bench_function("rate", |bencher| {
        bencher.iter(|| puzzles.iter().for_each(|puzzle| _ = black_box(Rating::of(puzzle))));
    });
    group.finish();
}

criterion_group!(benches, rate);
criterion_main!(benches);
