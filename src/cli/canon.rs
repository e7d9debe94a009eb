//! `batchdoku canon`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs, described_names};
use batchdoku::jobs::{self, CanonForm};

/// Print the canonical form of each grid
///
/// The canonical form is the smallest 81-digit number (0 for an empty cell) among the 9! x 2 x 6^8
/// grids that relabelling, transposing, and permuting bands, stacks, rows and columns give. Two grids
/// are equivalent if and only if their canonical forms are equal.
///
/// The form is the key of a class and has a column of its own. The solution of a record stays that of its puzzle.
/// Published lists can follow other conventions: put them through canon before you compare.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku canon grids.txt -o canonical.txt
  batchdoku canon grids.txt | sort -u | wc -l      # the number of classes")]
pub(super) struct CanonArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Convention: minlex or pattern
    ///
    /// minlex is the smallest number, as above (row-minlex). pattern (patminlex) has the smallest pattern of
    /// clues, with 1 for a clue and 0 for an empty cell, and of those forms the smallest number. The
    /// published list of 49,158 puzzles with 17 clues has 1,505 that are not in minlex form.
    #[arg(long, default_value = "minlex", help_heading = "Output")]
    #[arg(value_parser = described_names!(CanonForm:
        "The smallest number (row-minlex)",
        "The smallest pattern of clues, then the smallest number (patminlex)",
    ))]
    form: CanonForm,

    /// Also print the transform that gives the canonical form
    ///
    /// For example tr897645213c798645321d875263149: t if the grid is transposed first, then the rows that become rows 1 to
    /// 9, the columns that become columns 1 to 9, and the digits that replace digits 1 to 9.
    #[arg(long, help_heading = "Output")]
    transform: bool,

    #[command(flatten)]
    job: JobArgs,
}

impl CanonArgs {
    pub(super) fn run(self) -> Result<u8> {
        self.files.run_job(&self.job, |options, inputs, output| {
            let job = jobs::Canon::new().options(options).transform(self.transform);
            job.form(self.form).run(inputs, output)
        })
    }
}
