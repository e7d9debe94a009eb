//! How fast grids and puzzles are made, by one thread.

use std::{hint::black_box, time::Duration};

use batchdoku::corpus::GridExt;
use batchdoku::{
    Grid,
    corpus::{
        generate::{GenerateOptions, Generator},
        symmetry::Symmetry,
    },
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn grids(criterion: &mut Criterion) {
    const COUNT: u64 = 10_000;
    let mut group = criterion.benchmark_group("grids");
    group.throughput(Throughput::Elements(COUNT));
    group.bench_function("uniform", |bencher| {
        bencher.iter(|| (0..COUNT).for_each(|record| _ = black_box(Grid::random(1, record))));
    });
    group.finish();
}

fn puzzles(criterion: &mut Criterion) {
    const COUNT: u64 = 2_000;
    let default = GenerateOptions::default;
    let cases = [
        ("minimal", default()),
        ("30..36 clues", GenerateOptions::new().minimal(false).clues(30..=36)),
        (
            "rot180, 24..32 clues",
            GenerateOptions::new().minimal(false).clues(24..=32).symmetry(Symmetry::Rot180),
        ),
    ];
    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(COUNT)).measurement_time(Duration::from_secs(4));
    group.sample_size(10);
    for (name, options) in cases {
        let mut generator = Generator::new(options, 1).expect("there are such puzzles");
        group.bench_function(name, |bencher| {
            bencher.iter(|| generator.generate(0..COUNT).expect("nothing stops it"));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    // The crate's own plotting backend has no fonts of the system.
    config = Criterion::default().without_plots();
    targets = grids, puzzles
}
criterion_main!(benches);
