//! `batchdoku solve`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{FileArgs, JobArgs, SearchArgs},
    eprint_line,
};
use batchdoku::jobs;

/// Solve puzzles: one line of output for each line of input
///
/// A puzzle is a line of 81 characters, row by row: 1-9 are clues, any of . 0 * _ x X ? - is an empty
/// cell. Text after a separator is ignored. Comments (#) and blank lines are passed through. An
/// unsolvable puzzle and a malformed line give 81 dots and are reported on standard error. Other
/// formats (csv, tsv, jsonl, npy, grid, sdk, sdm, ss; parquet and arrow, if installed with the feature
/// parquet) are detected.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku solve puzzles.txt -o solutions.txt
  batchdoku solve a.txt b.txt --rejects rejects.tsv > solutions.txt
  batchdoku solve sudoku.csv -o solved.csv.zst --compress-level 9
  zcat puzzles.gz | batchdoku solve --unique | head
  batchdoku solve puzzles.txt --shard 2/7 -o part2.txt   # the second of seven machines
  batchdoku solve --all --sorted --limit 5 puzzles.txt
  batchdoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub(super) struct SolveArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Require a unique solution
    #[arg(long, conflicts_with = "all", help_heading = "Search")]
    unique: bool,

    /// Write every solution of every puzzle
    #[arg(long, help_heading = "Search")]
    all: bool,

    /// With --all: in lexicographic order
    ///
    /// The search then branches on the cells in row order, so --engine cannot be given.
    #[arg(long, requires = "all", conflicts_with = "engine", help_heading = "Search")]
    sorted: bool,

    /// With --all: at most N of each puzzle [default: all]
    #[arg(long, value_name = "N", requires = "all", help_heading = "Search")]
    #[arg(default_value_t = 0, hide_default_value = true)]
    limit: u64,

    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl SolveArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { files, unique, search, job: run, .. } = &self;
        let job = jobs::Solve::new().engine(search.engine.choice()?).max_nodes(search.max_nodes);
        let limit = if self.limit == 0 { u64::MAX } else { self.limit };
        let job = match (self.all, self.sorted) {
            (false, _) => job.unique(*unique),
            (true, false) => job.all(limit),
            (true, true) => job.all_sorted(limit),
        };
        let code = files
            .run_job(run, |options, inputs, output| job.options(options).run(inputs, output))?;
        if !self.all
            && !unique
            && !run.run.quiet
            && files.input.puzzles().any(|puzzle| puzzle.count_solutions(2) > 1)
        {
            eprint_line(
                "note: this is not the only solution: --all writes every one, --unique requires it",
            );
        }
        Ok(code)
    }
}
