//! `batchdoku solve`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{Files, Running, Search},
    session,
};
use batchdoku::{
    Engine,
    engine::Sorted,
    jobs::{AllWorker, SolveOptions, SolveWorker},
};

/// Solve puzzles: one line out for every line in, in order
///
/// A puzzle is a line of 81 characters, row by row: 1-9 are clues, any of . 0 * _ x X ? - an empty
/// cell; text after a separator is ignored. Comments (#) and blank lines are passed through. A
/// puzzle without a solution and a line that is no puzzle give a line of 81 dots and are reported
/// on standard error. Other formats are recognised by themselves: see --from.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku solve puzzles.txt -o solutions.txt
  batchdoku solve a.txt b.txt --rejects bad.tsv > solutions.txt
  batchdoku solve sudoku.csv -o solved.csv.zst
  generate-puzzles | batchdoku solve --unique | head
  batchdoku solve --all --sorted --limit 5 puzzles.txt")]
pub(super) struct Solve {
    #[command(flatten)]
    files: Files,

    /// Count a puzzle as solved only if its solution is the only one
    #[arg(long, conflicts_with = "all")]
    unique: bool,

    /// Write every solution of every puzzle, one after the other
    #[arg(long)]
    all: bool,

    /// With --all: in lexicographic order (by a search in row order, whatever the engine)
    #[arg(long, requires = "all")]
    sorted: bool,

    /// With --all: at most so many solutions of each puzzle; 0 is all
    #[arg(long, value_name = "N", requires = "all", default_value_t = 0)]
    limit: u64,

    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    running: Running,
}

impl Solve {
    pub(super) fn run(self) -> Result<u8> {
        let job = self.files.job();
        let engine = self.search.engine()?;
        let build = || -> Box<dyn Engine> {
            if self.sorted { Box::new(Sorted::new()) } else { engine.build() }
        };
        let name = if self.sorted { build().name().to_owned() } else { engine.to_string() };
        session::run(&self.running, &job, &name, |control, on_diagnostic| {
            let mut limits =
                self.search.limits(if self.limit == 0 { u64::MAX } else { self.limit });
            limits.stop = Some(control.stop);
            if self.all {
                let worker = |writer| AllWorker::new(build(), limits, writer);
                job.run(&["solution"], control, worker, on_diagnostic)
            } else {
                let options = SolveOptions { limits, unique: self.unique };
                let worker = |writer| SolveWorker::new(build(), options, writer);
                job.run(&["solution"], control, worker, on_diagnostic)
            }
        })
    }
}
