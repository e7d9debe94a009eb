//! Solves files of puzzles with the lane engine at every SIMD level of this CPU and prints the
//! time of the fastest round: `default-profile ROUNDS FILE...`, files with 81 characters per line.
//!
//! One line of output per file and level: the file, the level, nanoseconds per puzzle, nodes.

use std::{env, error::Error, fs, time::Instant};

use batchdoku::{Engine, Limits, Outcome, PuzzleBatch, engine::Lanes, simd::SimdLevel};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let rounds: u32 = arguments.next().ok_or("usage: default-profile ROUNDS FILE...")?.parse()?;
    for file in arguments {
        let text = fs::read(&file)?;
        let starts: Vec<u32> = (0..text.len() as u32 / 82).map(|line| 82 * line).collect();
        for level in SimdLevel::available() {
            let mut engine = Lanes::new(level);
            let mut output = text.clone();
            let mut outcomes = vec![Outcome::default(); starts.len()];
            let mut fastest = f64::INFINITY;
            for _ in 0..rounds {
                let batch = PuzzleBatch {
                    input: &text,
                    puzzles: &starts,
                    output: &mut output,
                    solutions: &starts,
                    outcomes: &mut outcomes,
                };
                let start = Instant::now();
                engine.solve_batch(batch, &Limits::solutions(2));
                fastest = fastest.min(start.elapsed().as_nanos() as f64 / starts.len() as f64);
            }
            let nodes: u64 = outcomes.iter().map(|outcome| outcome.nodes).sum();
            println!("{file} {level} {fastest:.1} {nodes}");
        }
    }
    Ok(())
}
