//! `batchdoku dedupe`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{Files, Running},
    session,
};
use batchdoku::jobs::dedupe;

/// Drop puzzles that have come before, keeping the first of each, in order
///
/// Works on files larger than memory. Records that are no grid are reported and kept.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku dedupe puzzles.txt -o unique.txt
  batchdoku dedupe --equivalent a.txt b.txt -o classes.txt")]
pub(super) struct Dedupe {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    running: Running,

    /// Drop puzzles that are equivalent to one before, too: see canon
    #[arg(long)]
    equivalent: bool,
}

impl Dedupe {
    pub(super) fn run(self) -> Result<u8> {
        let job = self.files.job();
        session::run(&self.running, &job, "dedupe", |control, on_diagnostic| {
            dedupe(&job, self.equivalent, control, on_diagnostic)
        })
    }
}
