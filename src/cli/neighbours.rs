//! `batchdoku neighbours` and `batchdoku sub-puzzles`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs, given};
use batchdoku::jobs;

/// Print all puzzles that differ from each puzzle in a few clues
///
/// --remove N --add M removes N clues and adds M others, in all ways that leave exactly one solution. Sets of
/// clues whose removal leaves more than 4,096 solutions are skipped. Neighbours of different puzzles can be
/// equivalent: 'dedupe --equivalent' drops repeats.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku neighbours puzzles.txt --minimal -o neighbours.txt
  batchdoku neighbours puzzles.txt --remove 1 --add 2 --limit 3 --seed 1
  batchdoku neighbours puzzles.txt --limit 1 | batchdoku dedupe --equivalent")]
pub(super) struct NeighboursArgs {
    #[command(flatten)]
    common: CommonArgs,

    /// Number of clues that are removed, up to 4
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Corpus",
        value_parser = clap::value_parser!(u8).range(0..=4))]
    remove: u8,

    /// Number of clues that are added, up to 3
    #[arg(long, value_name = "M", default_value_t = 1, help_heading = "Corpus",
        value_parser = clap::value_parser!(u8).range(0..=3))]
    add: u8,

    /// Only minimal puzzles: no clue can be removed
    #[arg(long, help_heading = "Corpus")]
    minimal: bool,

    /// Take neighbours in random order: equal seeds give equal output
    #[arg(long, value_name = "S", help_heading = "Corpus")]
    seed: Option<u64>,
}

/// Print all minimal puzzles within each puzzle
///
/// The clues of such a puzzle are clues of the input, and none can be removed. An input with many redundant
/// clues can have very many: see --limit.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku sub-puzzles puzzles.txt -o minimal.txt
  batchdoku sub-puzzles puzzles.txt | wc -l            # their number")]
pub(super) struct SubPuzzlesArgs {
    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Args)]
struct CommonArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Print at most K for each puzzle
    #[arg(long, value_name = "K", default_value_t = u64::MAX, hide_default_value = true,
        help_heading = "Corpus", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,

    #[command(flatten)]
    job: JobArgs,
}

impl NeighboursArgs {
    pub(super) fn run(self) -> Result<u8> {
        let job = jobs::Neighbours::new()
            .removed(self.remove.into())
            .added(self.add.into())
            .minimal(self.minimal);
        self.common.run_job(given(job, self.seed, jobs::Neighbours::seed))
    }
}

impl SubPuzzlesArgs {
    pub(super) fn run(self) -> Result<u8> {
        self.common.run_job(jobs::Neighbours::new().sub_puzzles())
    }
}

impl CommonArgs {
    fn run_job(self, job: jobs::Neighbours) -> Result<u8> {
        self.files.run_job(&self.job, |options, inputs, output| {
            job.limit(self.limit).options(options).run(inputs, output)
        })
    }
}
