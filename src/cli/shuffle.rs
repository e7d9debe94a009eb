//! `batchdoku shuffle`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{self, InputArgs, LayoutArgs, OutputArgs, PartArgs, RunArgs},
    session,
};
use batchdoku::jobs;

/// Print a random equivalent of each grid
///
/// It is drawn uniformly from the 9! x 2 x 6^8 symmetries, and depends only on the seed and on the
/// position of the record in the input.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku shuffle puzzles.txt --seed 1 -o augmented.txt
  batchdoku shuffle puzzles.txt --copies 10 -o ten-times.txt")]
pub(super) struct ShuffleArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    layout: LayoutArgs,

    /// Seed: the same gives the same output
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Output")]
    seed: u64,

    /// Different equivalents of each grid; fewer where its class has fewer
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "Output",
        value_parser = clap::value_parser!(u32).range(1..))]
    copies: u32,

    #[command(flatten)]
    part: PartArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl ShuffleArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, layout, seed, copies, part, run } = &self;
        let options = part.apply(args::options(input, output, layout));
        session::run(run, options, part.length(input.length()), |options| {
            let job = jobs::Shuffle::new().options(options).seed(*seed).copies(*copies as usize);
            job.run(input.inputs(), output.output())
        })
    }
}
