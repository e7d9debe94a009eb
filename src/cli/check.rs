//! `batchdoku check`.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;

use super::{
    args::{Files, Running, Search},
    session,
};
use batchdoku::{jobs::CheckWorker, pipeline::Output};

/// Check claimed solutions against their puzzles
///
/// The solution stands on the same line as the puzzle, in the solution column of a table, or on
/// the same line of a file given by --solutions. Each that is wrong, incomplete or not as the clues
/// is reported with its line. Nothing is printed but that; -o writes a verdict (ok, or the kind of
/// problem) for each record.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku check pairs.csv
  batchdoku check puzzles.txt --solutions solutions.txt --unique")]
pub(super) struct Check {
    #[command(flatten)]
    files: Files,

    /// A file of solutions, a line for each line of the puzzles
    #[arg(long, value_name = "FILE")]
    solutions: Option<PathBuf>,

    /// ChunkReport solutions that are not the only one, too
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    running: Running,
}

impl Check {
    pub(super) fn run(self) -> Result<u8> {
        let mut job = self.files.job();
        job.read.claims = true;
        job.second_input = self.solutions.as_deref().map(|path| self.files.input(path));
        let twice =
            job.inputs.iter().chain(&job.second_input).filter(|input| input.is_stdin()).count() > 1;
        ensure!(!twice, "puzzles and solutions can't both come from standard input");
        if !self.files.has_output() {
            job.outputs = vec![Output::Discard];
        }
        let engine = self.search.engine()?;
        let name = if self.unique { engine.to_string() } else { "check".into() };
        session::run(&self.running, &job, &name, |control, on_diagnostic| {
            let mut limits = self.search.limits(2);
            limits.stop = Some(control.stop);
            let unique = self.unique.then_some(limits);
            let worker = |writer| CheckWorker::new(engine.build(), unique, writer);
            job.run(&["verdict"], control, worker, on_diagnostic)
        })
    }
}
