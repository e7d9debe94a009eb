//! Engines × puzzle sets × limits, and speed by the size of batches; in memory, reading and writing of cells
//! included.

use std::{fs, hint::black_box};

use batchdoku::{
    Grid, Limits, Outcome, Solver,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    engine::EngineKind,
    simd::SimdLevel,
    solve_batch,
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

/// The sizes of batches; all divide the last one.
const BATCHES: [usize; 8] = [1, 2, 4, 8, 16, 64, 256, 4096];

/// Measures puzzles per second by the size of a batch, and with a call of [`Solver`] for each puzzle: no size should be
/// slower than that.
fn batches(criterion: &mut Criterion) {
    let most = BATCHES[BATCHES.len() - 1];
    for set in ["easy", "minimal"] {
        let file = format!("{}/../data/{set}.txt", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read(&file).expect("the data is there");
        let text: Vec<u8> = text.chunks_exact(82).cycle().take(most).flatten().copied().collect();
        let mut group = criterion.benchmark_group(format!("{set} in batches"));
        group.sample_size(10).throughput(Throughput::Elements(most as u64));
        let mut output = text.clone();
        group.bench_function("calls of Solver", |bencher| {
            let mut solver = Solver::new();
            bencher.iter(|| {
                for (line, row) in black_box(&text).chunks_exact(82).zip(output.chunks_mut(82)) {
                    let puzzle = Grid::parse(&line[..81]).expect("the data is well-formed");
                    let solution = solver.solve(&puzzle).expect("it has a solution");
                    row[..81].copy_from_slice(&solution.to_text());
                }
            });
        });
        let mut outcomes = vec![Outcome::default(); most];
        for size in BATCHES {
            let bytes = 82 * size;
            group.bench_function(format!("solve_batch of {size}"), |bencher| {
                bencher.iter(|| {
                    for (batch, output) in
                        black_box(&text).chunks(bytes).zip(output.chunks_mut(bytes))
                    {
                        let rows = PuzzleRows::text(batch).stride(82);
                        let solutions = SolutionRows::text(output).stride(82);
                        let limits = Limits::solutions(1);
                        solve_batch(rows, solutions, &mut outcomes[..size], &limits)
                            .expect("buffers fit");
                    }
                });
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().without_plots();
    targets = engines, batches
}
criterion_main!(benches);
