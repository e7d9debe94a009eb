//! Engines × puzzle sets × limits, in memory, reading and writing of cells included.

use std::{fs, hint::black_box};

use batchdoku::{
    Limits, Outcome,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    engine::EngineKind,
    simd::SimdLevel,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SETS: [&str; 5] = ["easy", "extreme", "minimal", "multiple", "nosolution"];

fn engines(criterion: &mut Criterion) {
    let levels = SimdLevel::available();
    let mut choices: Vec<_> = levels.map(|level| (EngineKind::Lanes, level)).collect();
    for kind in [EngineKind::Mrv, EngineKind::Dlx] {
        choices.push((kind, SimdLevel::detect()));
    }
    for set in SETS {
        let file = format!("{}/../data/{set}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read(&file).expect("the data is there");
        let puzzles = text.len() / 82;
        for limit in [1, 2] {
            let mut group = criterion.benchmark_group(format!("{set}, limit {limit}"));
            group.sample_size(10).throughput(Throughput::Elements(puzzles as u64));
            for &(kind, level) in &choices {
                let solver = BatchSolver::new().engine(kind).simd(level).threads(1);
                let solver = solver.expect("the calling thread is there");
                let mut output = text.clone();
                let mut outcomes = vec![Outcome::default(); puzzles];
                let name = match kind {
                    EngineKind::Lanes => format!("{kind} ({level})"),
                    _ => kind.to_string(),
                };
                group.bench_function(name, |bencher| {
                    bencher.iter(|| {
                        let rows = PuzzleRows::text(black_box(&text)).stride(82);
                        let solutions = SolutionRows::text(&mut output).stride(82);
                        let limits = Limits::solutions(limit);
                        solver.solve(rows, solutions, &mut outcomes, &limits).expect("buffers fit");
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
