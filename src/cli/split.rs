//! `batchdoku split`.

use anyhow::{Result, bail};
use clap::Args;

use super::args::{FileArgs, JobArgs};
use batchdoku::{jobs, pipeline::Output};

/// Split a corpus into training and test sets that share no class
///
/// Equivalent puzzles, and by default all puzzles whose solutions are equivalent, go to the same set.
/// The set depends only on the seed and the class, so the shares are approximate without --exact. -o data.txt writes
/// data.train.txt, data.test.txt and, with --valid, data.valid.txt.
#[derive(Args)]
#[command(mut_arg("output", |arg| arg
    .value_name("NAME")
    .help("Name of the sets: data.txt makes data.train.txt, ...")
    .long_help("Name of the sets\n\n'-o data.txt' writes data.train.txt, data.test.txt and, with --valid, \
        data.valid.txt. The files get their names once all are complete.")))]
#[command(mut_arg("to", |arg| arg.help("Format [default: by NAME, or as the input]")))]
#[command(after_help = "Examples:
  batchdoku split puzzles.txt --stratify level --train 40 --valid 10 -o puzzles.txt")]
pub(super) struct SplitCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    split: jobs::Split,
    #[command(flatten)]
    job: JobArgs,
}

impl SplitCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Some(base) = &self.files.output.output else {
            bail!(
                "split needs the name of the sets: -o data.txt writes data.train.txt and data.test.txt"
            );
        };
        let base = Output::from(base);
        Ok(self.files.run_to(base, &self.job, self.split)?.code)
    }
}
