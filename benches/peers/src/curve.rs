//! Speed by the size of batches: from one puzzle a call to many thousands.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use batchdoku::{
    Limits, Outcome, Solver,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    simd::SimdLevel,
};

use crate::{engines::one_a_call, table::with_unit};

/// The sizes of batches, after one puzzle a call.
const SIZES: [usize; 14] = {
    let mut sizes = [2; 14];
    let mut i = 1;
    while i < sizes.len() {
        sizes[i] = 2 * sizes[i - 1];
        i += 1;
    }
    sizes
};

/// The bytes of a puzzle and its line feed.
const LINE: usize = 82;

/// Measures each level on each file, with a limit of two solutions. A table in Markdown: puzzles per second of
/// the best of `rounds`, each `time` long. The first column is [`Solver`], the others are batches.
pub(crate) fn measure(
    files: &[PathBuf],
    rounds: u32,
    time: Duration,
) -> Result<String, Box<dyn Error>> {
    let mut table = String::from("| set | level | one a call |");
    SIZES.iter().for_each(|size| table += &format!(" {size} |"));
    table += &format!("\n|---|---|{}\n", "--:|".repeat(1 + SIZES.len()));
    for file in files {
        let text = fs::read(file)?;
        let set = file.file_stem().unwrap_or_default().to_string_lossy();
        // As many puzzles as the largest batch has.
        let largest = SIZES[SIZES.len() - 1];
        let lines = text.split(|&byte| byte == b'\n').filter_map(|line| line.first_chunk::<81>());
        let lines: Vec<_> = lines.cycle().take(largest).collect();
        let text: Vec<u8> = lines.iter().flat_map(|line| [&line[..], b"\n"].concat()).collect();
        for level in SimdLevel::available() {
            table += &format!("| {set} | {level} |");
            let mut best = vec![0.0_f64; 1 + SIZES.len()];
            for _ in 0..rounds {
                best[0] = best[0].max(alone(&text, level, time));
                for (best, &size) in best[1..].iter_mut().zip(&SIZES) {
                    *best = best.max(in_batches(&text, size, level, time)?);
                }
            }
            best.iter().for_each(|&rate| table += &format!(" {} |", with_unit(rate)));
            table += "\n";
        }
    }
    Ok(table)
}

/// Returns the files of data/ that are measured unless others are named.
pub(crate) fn default_files(root: &Path) -> Vec<PathBuf> {
    ["easy", "minimal", "multiple"].map(|set| root.join(format!("data/{set}.txt"))).into()
}

/// Puzzles per second, one a call.
fn alone(text: &[u8], level: SimdLevel, time: Duration) -> f64 {
    let mut solver = Solver::builder().simd(level).build();
    let start = Instant::now();
    let mut solved = 0_u32;
    for line in text.chunks_exact(LINE).cycle() {
        let puzzle = line.first_chunk().expect("a line has 81 cells");
        std::hint::black_box(one_a_call(&mut solver, puzzle, 2, &mut []));
        solved += 1;
        if solved.is_multiple_of(64) && start.elapsed() >= time {
            break;
        }
    }
    f64::from(solved) / start.elapsed().as_secs_f64()
}

/// Puzzles per second in batches of `size`.
fn in_batches(
    text: &[u8],
    size: usize,
    level: SimdLevel,
    time: Duration,
) -> Result<f64, Box<dyn Error>> {
    let solver = BatchSolver::new().simd(level).threads(1)?;
    let mut output = vec![0; size * LINE];
    let mut outcomes = vec![Outcome::default(); size];
    let start = Instant::now();
    let mut solved = 0;
    for batch in text.chunks_exact(size * LINE).cycle() {
        let rows = PuzzleRows::text(batch).stride(LINE);
        let solutions = SolutionRows::text(&mut output).stride(LINE);
        solver.solve(rows, solutions, &mut outcomes, &Limits::solutions(2))?;
        solved += size;
        if solved.is_multiple_of(64) && start.elapsed() >= time {
            break;
        }
    }
    Ok(solved as f64 / start.elapsed().as_secs_f64())
}
