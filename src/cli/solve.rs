//! `batchdoku solve`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{Files, Running, Search},
    session,
};
use crate::batch::{SolveOptions, SolveWorker};

/// Solve puzzles: one line out for every line in, in order
///
/// A puzzle is a line of 81 characters, row by row: 1-9 are clues, any of . 0 * _ x X ? - an empty
/// cell; text after a separator is ignored. Comments (#) and blank lines are passed through. A
/// puzzle without a solution and a line that is no puzzle give a line of 81 dots and are reported
/// on standard error.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku solve puzzles.txt -o solutions.txt
  batchdoku solve a.txt b.txt --rejects bad.tsv > solutions.txt
  generate-puzzles | batchdoku solve | head")]
pub(super) struct Solve {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    running: Running,
}

impl Solve {
    pub(super) fn run(self) -> Result<u8> {
        let job = self.files.job();
        let engine = self.search.engine()?;
        session::run(&self.running, &job, &engine.to_string(), |control, on_problem| {
            let mut limits = self.search.limits(1);
            limits.stop = Some(control.stop);
            let options = SolveOptions { limits, ..SolveOptions::default() };
            let worker = |writer| SolveWorker::new(engine.build(), options, writer);
            job.run(&["solution"], control, worker, on_problem)
        })
    }
}
