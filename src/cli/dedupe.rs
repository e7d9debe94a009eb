//! `batchdoku dedupe`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs, RunArgs};
use batchdoku::{jobs, pipeline::PartSpec};

/// Drop puzzles that occurred before
///
/// The first of equal puzzles is kept, in input order. The others are counted, but neither reported nor listed by
/// --rejects, because they are no errors. Malformed records are reported and kept.
///
/// With --against, puzzles that are also in these files are dropped, and listed by what they share: the puzzle,
/// its class, or with --by solution the class of its solution. For example, '-o /dev/null --rejects shared.tsv'
/// lists the overlap of training and test sets made by others, and --summary has the counts, where `done` is the
/// number of records kept. With --show-match, each is listed with the file, line and puzzle that it repeats, and
/// the symmetry between them.
///
/// Files may be larger than memory: a record takes 0.4 bytes of memory, and 24 bytes of temporary files
/// (up to 72 with --against) in the folder that TMPDIR names (/tmp by default). Input from a pipe is copied
/// there too.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku dedupe puzzles.txt -o unique.txt
  batchdoku dedupe --equivalent a.txt b.txt -o classes.txt
  batchdoku dedupe --against a.txt --by solution b.txt -o clean.txt
  batchdoku dedupe --against a.txt --equivalent --show-match b.txt -o fresh.txt --rejects known.tsv")]
pub(super) struct DedupeCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    dedupe: jobs::Dedupe,
    #[command(flatten)]
    run: RunArgs,
}

impl DedupeCommand {
    pub(super) fn run(self) -> Result<u8> {
        let whole = JobArgs { part: PartSpec::default(), run: self.run };
        Ok(self.files.run(&whole, self.dedupe)?.code)
    }
}
