//! `batchdoku count`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs};
use batchdoku::jobs;

/// Count the solutions of each puzzle
///
/// Prints one number per line. A number that ends in + is a lower bound: 2+ means two solutions or
/// more, the default limit. A malformed record gives -. After Ctrl-C, standard output has the counts
/// known so far.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku count puzzles.txt | sort | uniq -c
  batchdoku count --limit 0 puzzles.txt              # count all solutions
  batchdoku count --from grid --to judge boards.txt  # the count, then the grid if it is unique")]
pub(super) struct CountCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    count: jobs::Count,
    #[command(flatten)]
    job: JobArgs,
}

impl CountCommand {
    pub(super) fn run(self) -> Result<u8> {
        Ok(self.files.run(&self.job, self.count)?.code)
    }
}
