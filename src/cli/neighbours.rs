//! `batchdoku neighbours` and `batchdoku sub-puzzles`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs};
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
pub(super) struct NeighboursCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    neighbours: jobs::Neighbours,
    #[command(flatten)]
    job: JobArgs,
}

impl NeighboursCommand {
    pub(super) fn run(self) -> Result<u8> {
        Ok(self.files.run(&self.job, self.neighbours)?.code)
    }
}

/// Print all minimal puzzles within each puzzle
///
/// A minimal puzzle within a puzzle has some of its clues, and none of these can be removed. An input with many
/// redundant clues can contain very many minimal puzzles: see --limit.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku sub-puzzles puzzles.txt -o minimal.txt
  batchdoku sub-puzzles puzzles.txt | wc -l            # their number")]
pub(super) struct SubPuzzlesCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    sub_puzzles: jobs::SubPuzzles,
    #[command(flatten)]
    job: JobArgs,
}

impl SubPuzzlesCommand {
    pub(super) fn run(self) -> Result<u8> {
        Ok(self.files.run(&self.job, self.sub_puzzles)?.code)
    }
}
