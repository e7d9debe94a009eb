//! `batchdoku grids`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{JobArgs, OutputArgs, RecordArgs},
    session,
};
use batchdoku::jobs::{self, JobOptions};

/// Generate random complete grids, uniform over all that exist
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku grids -n 1000000 --seed 1 -o grids.txt
  batchdoku grids -n 500000 --seed 1 --skip 500000   the second half of the same corpus")]
pub(super) struct GridsArgs {
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl GridsArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { records, output, job: JobArgs { part, run } } = &self;
        let range = records.range()?;
        let options = output.apply(part.apply(JobOptions::new()));
        session::run_job(run, false, options, part.length(Some(records.count)), |options| {
            let job = jobs::Grids::new().options(options).seed(records.seed).records(range);
            job.run(output.output())
        })
    }
}
