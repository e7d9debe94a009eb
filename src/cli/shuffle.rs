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
#[command(after_help = "Example:
  batchdoku shuffle puzzles.txt --seed 1 -o augmented.txt")]
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

    #[command(flatten)]
    part: PartArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl ShuffleArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, layout, seed, part, run } = &self;
        let options = part.apply(args::options(input, output, layout));
        session::run(run, options, part.length(input.length()), |options| {
            let job = jobs::Shuffle::new().options(options).seed(*seed);
            job.run(input.inputs(), output.output())
        })
    }
}
