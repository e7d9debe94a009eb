//! `batchdoku generate`.

use anyhow::Result;
use clap::Args;

use super::args::{JobArgs, OutputArgs};
use batchdoku::jobs::{self, EngineOptions};

/// Generate random puzzles with exactly one solution
///
/// Record i depends only on the seed, the options and i, never on the number of threads: --skip
/// generates any part of a corpus on its own.
///
/// Solutions are drawn uniformly from all grids; clues are then removed in random order. This favours
/// puzzles with few clues: minimal puzzles have 24.4 clues on average here (standard deviation 1.1),
/// compared with 26.6 over all minimal puzzles. --controlled-bias makes all minimal puzzles of the same size equally
/// likely; --with-weight writes a weight next to each puzzle, and weighted means are means over all
/// minimal puzzles. A puzzle meets all conditions that are given.
#[derive(Args)]
#[command(mut_arg("with", |arg| arg.display_order(501)))]
#[command(mut_arg("with_solution", |arg| arg.display_order(502)))]
#[command(mut_arg("drop", |arg| arg.display_order(503)))]
#[command(mut_arg("with_weight", |arg| arg.display_order(504)))]
#[command(mut_arg("output", |arg| arg.long_help(
    "File to write [default: standard output]\n\nThe file gets its name once it is complete.")))]
#[command(mut_arg("to", |arg| arg.help("Format [default: by OUTPUT's name, or line]")))]
#[command(after_help = "Examples:
  batchdoku generate -n 1000 --minimal --seed 1
  batchdoku generate -n 100 --er 4.0..4.5 --with solution,er,technique -o medium.csv
  batchdoku generate -n 100 --needs x_wing --without uniqueness
  batchdoku generate -n 1000000 --shard 2/1000 -o part2.txt   # the second of a thousand parts")]
pub(super) struct GenerateCommand {
    #[command(flatten)]
    generate: jobs::Generate,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    job: JobArgs,
}

impl GenerateCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Self { mut generate, output, engine, job } = self;
        generate.engine = engine;
        let length = generate.records.count;
        output.run(&job, generate, length)
    }
}
