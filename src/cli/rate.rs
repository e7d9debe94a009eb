//! `batchdoku rate`.

use anyhow::Result;
use clap::Args;

use super::args::{FileArgs, JobArgs, TechniqueArgs, given, names};
use batchdoku::{corpus::features::Feature, jobs};

/// Rate how hard each puzzle is
///
/// Prints the level (easy, medium, hard, search, long_search), the hardest technique needed, the search
/// nodes (0 if the techniques suffice), and the steps of each technique. Equivalent puzzles have
/// equal ratings. A puzzle without exactly one solution is rated unsolvable or multiple. If it needs more than
/// the techniques of the levels, its technique is 'unnamed'; with --er it is named.
///
/// With --er, four more columns have the ratings of Sudoku Explainer that collections list, and the standard
/// name of the hardest technique. ER rates the hardest step, EP the hardest up to the first digit placed, ED
/// the first. With --needs, --contains, --without or --at-most, the column 'meets' has yes or no.
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
pub(super) struct RateArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Add the ratings of Sudoku Explainer: ER, EP, ED, technique
    ///
    /// This takes about 15 times as long as levels for random minimal puzzles, and a tenth of a second of CPU time for
    /// a puzzle of ER 11. To make puzzles with such ratings, use 'batchdoku generate --er 4.0..4.5'.
    #[arg(long, help_heading = "Output")]
    er: bool,

    /// Add a column for each technique: how often it was used
    #[arg(long, help_heading = "Output")]
    wide: bool,

    /// Add automorphisms, minimality and small unavoidable sets
    ///
    /// Four columns: how many symmetries map the puzzle to itself; whether no clue can be removed; how
    /// many minimal sets of 4 and of 6 cells of the solution can be rearranged to another.
    #[arg(long, help_heading = "Output")]
    structure: bool,

    /// Sizes of the unavoidable sets, 4 to 16: '8' or '4,6,12'
    ///
    /// Each size gets a column, instead of 4 and 6; implies --structure. Sets of 12 cells take about 10 ms per
    /// puzzle; each additional cell multiplies that by 2.4.
    #[arg(long, value_name = "SIZES", value_delimiter = ',', hide_short_help = true)]
    #[arg(value_parser = clap::value_parser!(u8).range(4..=16), help_heading = "Output")]
    unavoidable: Vec<u8>,

    /// Add these columns: clues, class, solution, minimal, ...
    ///
    /// Any of clues, class (the canonical form), solution, and the columns of the other options, such as er and
    /// unavoidable_8, separated by commas.
    #[arg(long, hide_short_help = true, value_name = "COLUMNS", help_heading = "Output")]
    #[arg(value_delimiter = ',')]
    #[arg(value_parser = names!(Feature), hide_possible_values = true)]
    with: Vec<Feature>,

    #[command(flatten)]
    techniques: TechniqueArgs,

    #[command(flatten)]
    job: JobArgs,
}

impl RateArgs {
    pub(super) fn run(self) -> Result<u8> {
        if self.er {
            self.files.input.refuse_ratings("rate")?;
        }
        self.files.run_job(&self.job, |options, inputs, output| {
            let job = jobs::Rate::new().options(options).er(self.er).structure(self.structure);
            let job = job.wide(self.wide).unavoidable(self.unavoidable).with(self.with);
            let job = given(job, self.techniques.conditions(self.er), jobs::Rate::techniques);
            job.run(inputs, output)
        })
    }
}
