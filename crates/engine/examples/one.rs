//! Solves the puzzles of files with one call per puzzle, and prints the number of solutions, counted up to the limit.
//!
//! ```text
//! cargo run --release -p batchdoku-engine --example one -- LEVEL LIMIT FILE...
//! ```
//!
//! `.ci/instructions` counts the instructions that this takes.

use std::{env, error::Error, fs};

use batchdoku_engine::{Grid, Solver, simd::SimdLevel};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [level, limit, files @ ..] = &arguments[..] else {
        return Err("expected LEVEL LIMIT FILE...".into());
    };
    let level = SimdLevel::available().find(|available| available.to_string() == *level);
    let mut solver =
        Solver::builder().simd(level.ok_or("this CPU does not have the level")?).build();
    let limit = limit.parse()?;
    let mut solutions = 0;
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            solutions += solver.count(&line.parse::<Grid>()?, limit);
        }
    }
    println!("{solutions}");
    Ok(())
}
