//! `batchdoku grids`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{JobArgs, OutputArgs, RecordArgs},
    session, signals,
};
use batchdoku::jobs::{self, JobOptions};

/// Generate random complete grids, uniform over all that exist
#[derive(Args)]
#[command(mut_arg("output", |arg| arg.long_help(
    "File to write [default: standard output]\n\nThe file gets its name once it is complete.")))]
#[command(mut_arg("to", |arg| arg.help("Format [default: by OUTPUT's name, or line]")))]
#[command(after_help = "Examples:
  batchdoku grids -n 1000000 --seed 1 -o grids.txt
  batchdoku grids -n 500000 --seed 1 --skip 500000   # the second half of the same corpus")]
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
        signals::set_remark(run.quiet, part.remark(&output.output(), true));
        session::run_job(run, false, options, part.length(Some(records.count)), |options| {
            let job = jobs::Grids::new().options(options).seed(records.seed).records(range);
            job.run(output.output())
        })
    }
}
