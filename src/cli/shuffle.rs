//! `batchdoku shuffle`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs};
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
    files: FileArgs,

    /// Seed: the same gives the same output
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Output")]
    seed: u64,

    /// Different equivalents of each grid; fewer where its class has fewer
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "Output",
        value_parser = clap::value_parser!(u32).range(1..))]
    copies: u32,

    #[command(flatten)]
    job: JobArgs,
}

impl ShuffleArgs {
    pub(super) fn run(self) -> Result<u8> {
        self.files.run_job(&self.job, |options, inputs, output| {
            let job = jobs::Shuffle::new().options(options).seed(self.seed);
            job.copies(self.copies as usize).run(inputs, output)
        })
    }
}
