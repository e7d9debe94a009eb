//! `batchdoku join`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{args::RunArgs, session};
use batchdoku::{
    jobs::{self, JobOptions},
    pipeline::{Input, Output},
};

/// Join the parts of a job (--shard K/N --resume) into one file
///
/// Each run with --resume leaves a journal next to its output, .NAME.batchdoku-journal. The journals must show that the
/// files are all N parts of one job, that each is given once and is complete, and that none has changed since its run.
/// Otherwise all faults are listed and nothing is written. The parts may be given in any order. Compressed parts are
/// joined as they are, or compressed again if the name of the output asks for another compression; arrays (npy) become
/// one array. Lists of rejects are joined in the same way.
///
/// The summary has the sums of all parts, and the exit code is that of the whole job: 1 if some records are unsolved.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku join part-1.txt part-2.txt -o solutions.txt
  batchdoku join part-*.txt -o solutions.txt.zst --summary summary.json")]
pub(super) struct JoinCommand {
    /// The outputs of all parts
    #[arg(value_name = "PART", required = true, help_heading = "Input")]
    parts: Vec<PathBuf>,

    /// File to write [default: standard output]
    ///
    /// The file gets its name once it is complete.
    #[arg(short, long, value_name = "OUTPUT", help_heading = "Output")]
    output: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

impl JoinCommand {
    pub(super) fn run(self) -> Result<u8> {
        let output = self.output.as_deref().map_or(Output::Stdout, Output::from_arg);
        let length = self.parts.iter().map(|part| Input::from(part).length()).sum();
        let mut options = JobOptions::default();
        options.spec.run = self.run.spec();
        let ended = session::with_observer(options, &self.run, false, length, |options| {
            jobs::Join { options }.run(&self.parts, output)
        })?;
        Ok(ended.code)
    }
}
