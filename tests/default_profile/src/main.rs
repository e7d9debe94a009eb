//! Solves files of puzzles with the lane engine and prints the time of the fastest round:
//! `default-profile LEVELS ROUNDS FILE...`, where LEVELS is `all` or the name of a SIMD level and
//! the files have 81 characters per line.
//!
//! One line of output per file and level: the file, the level, nanoseconds per puzzle, nodes.

use std::{env, error::Error, fs, time::Instant};

use batchdoku::{
    Limits, Outcome,
    batch::{BatchSolver, PuzzleRows, SolutionRows},
    simd::SimdLevel,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let usage = "usage: default-profile LEVELS ROUNDS FILE...";
    let levels: Vec<SimdLevel> = match arguments.next().ok_or(usage)?.as_str() {
        "all" => SimdLevel::available().collect(),
        name => vec![name.parse()?],
    };
    let rounds: u32 = arguments.next().ok_or(usage)?.parse()?;
    for file in arguments {
        let text = fs::read(&file)?;
        let puzzles = text.len() / 82;
        for &level in &levels {
            let solver = BatchSolver::new().simd(level);
            let mut output = text.clone();
            let mut outcomes = vec![Outcome::default(); puzzles];
            let mut fastest = f64::INFINITY;
            for _ in 0..rounds {
                let rows = PuzzleRows::text(&text).stride(82);
                let solutions = SolutionRows::text(&mut output).stride(82);
                let start = Instant::now();
                solver.solve(rows, solutions, &mut outcomes, &Limits::solutions(2))?;
                fastest = fastest.min(start.elapsed().as_nanos() as f64 / puzzles as f64);
            }
            let nodes: u64 = outcomes.iter().map(|outcome| outcome.nodes).sum();
            println!("{file} {level} {fastest:.1} {nodes}");
        }
    }
    Ok(())
}
