//! `batchdoku check`.

use std::{cell::Cell, path::PathBuf};

use anyhow::Result;
use clap::Args;

use super::{
    args::{FileArgs, JobArgs},
    complain,
    search_args::SearchArgs,
};
use batchdoku::{jobs, pipeline::Output};

/// Check given solutions against their puzzles
///
/// The solution stands beside the puzzle on the same line, in the solution column of a table, or on
/// the same line of the file given by --solutions. A solution that is incomplete, breaks the rules or
/// contradicts a clue is reported with its line. With -o, a verdict is written for each record: ok, or
/// the kind of the diagnostic.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku check pairs.csv
  batchdoku check puzzles.txt --solutions solutions.txt --unique")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    files: FileArgs,

    /// File of solutions, one line for each line of puzzles
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    solutions: Option<PathBuf>,

    /// Require each solution to be the only one
    #[arg(long, help_heading = "Search")]
    unique: bool,

    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl CheckArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { files, search, .. } = &self;
        let mut job = jobs::Check::new().engine(search.engine()?).max_nodes(search.max_nodes());
        if let Some(path) = &self.solutions {
            job = job.solutions(files.input.input(path));
        }
        let is_shown = files.output.output.is_some() || files.is_drawn();
        let is_any_right = Cell::new(true);
        let code = files.run(&self.job, |options, inputs, output| {
            let verdicts = if is_shown { output } else { Output::Discard };
            let summary = job.options(options).unique(self.unique).run(inputs, verdicts)?;
            is_any_right.set(summary.counts.solved > 0 || summary.is_interrupted);
            Ok(summary)
        })?;
        if let ([puzzles, solutions], None) = (&files.input.list()[..], &self.solutions)
            && !is_any_right.get()
            && !self.job.run.quiet
        {
            let (puzzles, solutions) = (puzzles.name(), solutions.name());
            complain(&format!(
                "tip: if '{solutions}' has the solutions, use \
                 'batchdoku check {puzzles} --solutions {solutions}'"
            ));
        }
        Ok(code)
    }
}
