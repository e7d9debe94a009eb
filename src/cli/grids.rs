//! `batchdoku grids`.

use anyhow::Result;
use clap::Args;

use super::args::{JobArgs, OutputArgs};
use batchdoku::jobs;

/// Generate random complete grids, uniform over all that exist
#[derive(Args)]
#[command(mut_arg("output", |arg| arg.long_help(
    "File to write [default: standard output]\n\nThe file gets its name once it is complete.")))]
#[command(mut_arg("to", |arg| arg.help("Format [default: by OUTPUT's name, or line]")))]
#[command(after_help = "Examples:
  batchdoku grids -n 1000000 --seed 1 -o grids.txt
  batchdoku grids -n 500000 --seed 1 --skip 500000   # the second half of the same corpus")]
pub(super) struct GridsCommand {
    #[command(flatten)]
    grids: jobs::Grids,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl GridsCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Self { grids, output, job } = self;
        let length = grids.records.count;
        output.run(&job, grids, length)
    }
}
