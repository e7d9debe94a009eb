//! Engines × puzzle sets × limits, in memory, reading and writing of cells included.

use std::{fs, hint::black_box};

use batchdoku::{
    Limits, Outcome, PuzzleBatch,
    engine::{EngineChoice, EngineKind},
    simd::SimdLevel,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SETS: [&str; 5] = ["easy", "extreme", "minimal", "multiple", "nosolution"];

fn engines(criterion: &mut Criterion) {
    let mut choices: Vec<_> = SimdLevel::available()
        .map(|level| EngineChoice { kind: EngineKind::Lanes, level })
        .collect();
    for kind in [EngineKind::Mrv, EngineKind::Dlx] {
        choices.push(EngineChoice { kind, ..EngineChoice::default() });
    }
    for set in SETS {
        let file = format!("{}/data/{set}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read(&file).expect("the data is there");
        let places: Vec<_> = (0..text.len() as u32 / 82).map(|place| place * 82).collect();
        for limit in [1, 2] {
            let mut group = criterion.benchmark_group(format!("{set}, limit {limit}"));
            group.sample_size(10).throughput(Throughput::Elements(places.len() as u64));
            for choice in &choices {
                let mut engine = choice.build();
                let mut output = text.clone();
                let mut outcomes = vec![Outcome::default(); places.len()];
                group.bench_function(choice.to_string(), |bencher| {
                    bencher.iter(|| {
                        let batch = PuzzleBatch {
                            input: black_box(&text),
                            puzzles: &places,
                            output: &mut output,
                            solutions: &places,
                            outcomes: &mut outcomes,
                        };
                        engine.solve_batch(batch, &Limits::solutions(limit));
                    });
                });
            }
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = engines
}
criterion_main!(benches);
