//! `batchdoku count`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs, SearchArgs};
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
pub(super) struct CountArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Stop at N solutions of each; 0 counts all
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Search")]
    limit: u64,

    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl CountArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { files, limit, search, job: run } = &self;
        let job = jobs::Count::new().engine(search.engine.choice()?).max_nodes(search.max_nodes);
        let job = job.limit(if *limit == 0 { u64::MAX } else { *limit });
        files.run_job(run, |options, inputs, output| job.options(options).run(inputs, output))
    }
}
