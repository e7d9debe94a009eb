//! `batchdoku shuffle`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs, SolutionsArgs, given};
use batchdoku::jobs;

/// Print a random equivalent of each puzzle, with its solution
///
/// The equivalent is drawn uniformly from the 9! x 2 x 6^8 symmetries, and depends only on the seed and on the
/// position of the record in the input. If a record has a solution, it is transformed in the same way. All
/// other columns are kept.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku shuffle puzzles.txt --seed 1 -o augmented.txt
  batchdoku shuffle puzzles.txt --copies 10 -o ten-times.txt
  batchdoku shuffle pairs.csv --keep-original -o shuffled.csv")]
pub(super) struct ShuffleArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Random seed: equal seeds give equal output
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Output")]
    seed: u64,

    /// Different equivalents of each puzzle
    ///
    /// If a puzzle has fewer than K, all are printed. In formats with named columns, the column 'copy' numbers
    /// them from 1.
    #[arg(long, value_name = "K", default_value_t = 1, help_heading = "Output",
        value_parser = clap::value_parser!(u32).range(1..))]
    copies: u32,

    /// Add the column 'original', the puzzle as given
    #[arg(long, help_heading = "Output")]
    keep_original: bool,

    #[command(flatten)]
    solutions: SolutionsArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl ShuffleArgs {
    pub(super) fn run(self) -> Result<u8> {
        self.files.run_job(&self.job, |options, inputs, output| {
            let job = jobs::Shuffle::new().options(options).seed(self.seed);
            let job = given(job, self.solutions.input(&self.files), jobs::Shuffle::solutions);
            let job = job.copies(self.copies as usize).keep_original(self.keep_original);
            job.run(inputs, output)
        })
    }
}
