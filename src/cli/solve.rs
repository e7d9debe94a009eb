//! `batchdoku solve`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{FileArgs, JobArgs},
    eprint_line,
};
use batchdoku::jobs;

/// Solve puzzles: one line of output for each line of input
///
/// A puzzle is a line of 81 characters, row by row: 1-9 are clues, any of . 0 * _ x X ? - is an empty
/// cell. Text after a separator is ignored. Comments (#) and blank lines are passed through. An
/// unsolvable puzzle and a malformed line give 81 dots and are reported on standard error. Other
/// formats are detected: csv, tsv, jsonl, npy, grids, files of sudoku programs, and all that --from lists.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku solve puzzles.txt -o solutions.txt
  batchdoku solve a.txt b.txt --rejects rejects.tsv > solutions.txt
  batchdoku solve sudoku.csv -o solved.csv.zst --compress-level 9
  zcat puzzles.gz | batchdoku solve --unique | head
  batchdoku solve puzzles.txt --shard 2/7 -o part2.txt   # the second of seven machines
  batchdoku solve --all --sorted --limit 5 puzzles.txt
  batchdoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub(super) struct SolveCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    solve: jobs::Solve,
    #[command(flatten)]
    job: JobArgs,
}

impl SolveCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Self { files, solve, job } = self;
        let takes_any = !solve.all && !solve.unique;
        let code = files.run(&job, solve)?.code;
        if takes_any
            && !job.run.quiet
            && files.input.puzzles().any(|puzzle| puzzle.count_solutions(2) > 1)
        {
            eprint_line(
                "note: this is not the only solution: --all writes every one, --unique requires it",
            );
        }
        Ok(code)
    }
}
