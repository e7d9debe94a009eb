//! `batchdoku dedupe`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, RunArgs};
use batchdoku::jobs;

/// Drop puzzles that occurred before
///
/// The first of each is kept, in order. Malformed records are reported and kept.
///
/// Files may be larger than memory: a record takes 0.3 bytes of memory, and 24 bytes of temporary files
/// in the folder that TMPDIR names (/tmp otherwise). What comes through a pipe is copied there too.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku dedupe puzzles.txt -o unique.txt
  batchdoku dedupe --equivalent a.txt b.txt -o classes.txt")]
pub(super) struct DedupeArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Also drop puzzles that are equivalent to an earlier one (see canon)
    #[arg(long, help_heading = "Output")]
    equivalent: bool,

    #[command(flatten)]
    run: RunArgs,
}

impl DedupeArgs {
    pub(super) fn run(self) -> Result<u8> {
        self.files.run(&self.run.into(), |options, inputs, output| {
            jobs::Dedupe::new().options(options).equivalent(self.equivalent).run(inputs, output)
        })
    }
}
