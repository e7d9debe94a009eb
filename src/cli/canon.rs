//! `batchdoku canon`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs};
use batchdoku::jobs;

/// Print the canonical form of each grid
///
/// The canonical form is the smallest 81-digit number (0 for an empty cell) among the 9! x 2 x 6^8
/// grids that relabelling, transposing, and permuting bands, stacks, rows and columns give. Two grids
/// are equivalent if and only if their canonical forms are equal.
///
/// The form has a column of its own. The solution of a record is kept, and remains the solution of the given puzzle.
/// Published lists can follow other conventions: canonicalise them by this command before you compare.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku canon grids.txt -o canonical.txt
  batchdoku canon grids.txt | sort -u | wc -l      # the number of classes")]
pub(super) struct CanonCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    canon: jobs::Canon,
    #[command(flatten)]
    job: JobArgs,
}

impl CanonCommand {
    pub(super) fn run(self) -> Result<u8> {
        Ok(self.files.run(&self.job, self.canon)?.code)
    }
}
