//! `batchdoku shuffle`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs};
use batchdoku::jobs;

/// Print a random equivalent of each puzzle, with its solution
///
/// The equivalent is drawn uniformly from the 9! x 2 x 6^8 symmetries, and depends only on the seed and the
/// number of the record among the records of all inputs; comments and blank lines are not records. The solution of a
/// record is transformed in the same way. All other columns are kept.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku shuffle puzzles.txt --seed 1 -o augmented.txt
  batchdoku shuffle puzzles.txt --copies 10 -o ten-times.txt
  batchdoku shuffle pairs.csv --keep-original -o shuffled.csv")]
pub(super) struct ShuffleCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    shuffle: jobs::Shuffle,
    #[command(flatten)]
    job: JobArgs,
}

impl ShuffleCommand {
    pub(super) fn run(self) -> Result<u8> {
        Ok(self.files.run(&self.job, self.shuffle)?.code)
    }
}
