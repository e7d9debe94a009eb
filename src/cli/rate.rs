//! `batchdoku rate`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs};
use batchdoku::jobs;

/// Rate how hard each puzzle is
///
/// Prints the level, the hardest technique needed, the search nodes (0 if the techniques suffice), and the
/// steps of each technique. Equivalent puzzles have equal ratings. A puzzle without exactly one solution is
/// rated unsolvable or multiple. If a puzzle needs more than the techniques of the levels, its technique is
/// 'unnamed'; --er names it. On a terminal the columns have headings. In files and pipes, lines have no headings,
/// but csv and tsv have a header.
///
/// With --er, four more columns have the ratings of Sudoku Explainer that collections list, and the standard name of
/// the hardest technique. ER rates the hardest step, EP the hardest step up to the first digit placed, ED the first
/// step. With --needs, --hardest, --contains, --without or --at-most, the column 'meets' has yes or no.
#[derive(Args)]
#[command(after_help = "Levels:
  easy         naked and hidden singles
  medium       locked candidates and pairs
  hard         triples, quads, fish and wings
  search       a search of at most 16 nodes
  long_search  a longer search

Examples:
  batchdoku rate puzzles.txt -o rated.csv
  batchdoku rate puzzles.txt | cut -d' ' -f1 | sort | uniq -c
  batchdoku rate puzzles.txt --er --structure --to csv -o rated.csv")]
pub(super) struct RateCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    rate: jobs::Rate,
    #[command(flatten)]
    job: JobArgs,
}

impl RateCommand {
    pub(super) fn run(self) -> Result<u8> {
        if self.rate.er {
            self.files.input.refuse_ratings("rate")?;
        }
        Ok(self.files.run(&self.job, self.rate)?.code)
    }
}
