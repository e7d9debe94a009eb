//! `batchdoku dedupe`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs, PartArgs, RunArgs, SolutionsArgs, described_names, given};
use batchdoku::jobs::{self, DedupeBy};

/// Drop puzzles that occurred before
///
/// The first of equal puzzles is kept, in order. Malformed records are reported and kept.
///
/// With --against, puzzles that are in these files are dropped too, and listed by what they share: the puzzle,
/// its class, or with --by solution the class of its solution. This shows whether training and test sets made
/// by others overlap: '-o /dev/null --rejects shared.tsv' only lists, and --summary has the counts, in which
/// `done` are the records kept.
///
/// Files may be larger than memory: a record takes 0.3 bytes of memory, and 24 bytes of temporary files
/// (up to 72 with --against) in the folder that TMPDIR names (/tmp by default). Input from a pipe is copied
/// there too.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku dedupe puzzles.txt -o unique.txt
  batchdoku dedupe --equivalent a.txt b.txt -o classes.txt
  batchdoku dedupe --against a.txt --by solution b.txt -o clean.txt")]
pub(super) struct DedupeArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Also drop puzzles that are equivalent to an earlier one (see canon)
    ///
    /// This is --by class.
    #[arg(long, conflicts_with = "by", help_heading = "Output")]
    equivalent: bool,

    /// Compare by puzzle, class or solution
    ///
    /// With --by solution, a puzzle without exactly one solution is compared by its own class.
    #[arg(long, default_value = "puzzle", hide_default_value = true, help_heading = "Output")]
    #[arg(value_parser = described_names!(DedupeBy:
        "Puzzles with the same cells",
        "Equivalent puzzles",
        "Puzzles with equivalent solutions",
    ))]
    by: DedupeBy,

    /// Also drop puzzles that are in FILE, such as a training set
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    against: Vec<PathBuf>,

    #[command(flatten)]
    solutions: SolutionsArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl DedupeArgs {
    pub(super) fn run(self) -> Result<u8> {
        let known: Vec<_> = self.against.iter().map(|path| self.files.input.input(path)).collect();
        let whole = JobArgs { part: PartArgs::default(), run: self.run };
        self.files.run_job(&whole, |options, inputs, output| {
            let by = if self.equivalent { DedupeBy::Class } else { self.by };
            let job = jobs::Dedupe::new().options(options).by(by).against(known);
            let job = given(job, self.solutions.input(&self.files), jobs::Dedupe::solutions);
            job.run(inputs, output)
        })
    }
}
