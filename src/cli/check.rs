//! `batchdoku check`.

use std::{cell::Cell, path::PathBuf};

use anyhow::Result;
use clap::Args;

use super::{
    args::{self, InputArgs, LayoutArgs, OutputArgs, PartArgs, RunArgs},
    complain,
    search_args::SearchArgs,
    session,
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
    input: InputArgs,

    /// File of solutions, one line for each line of puzzles
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    solutions: Option<PathBuf>,

    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    layout: LayoutArgs,

    /// Require each solution to be the only one
    #[arg(long, help_heading = "Search")]
    unique: bool,

    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    part: PartArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl CheckArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, layout, search, part, .. } = &self;
        let mut job = jobs::Check::new().engine(search.engine()?).max_nodes(search.max_nodes());
        if let Some(path) = &self.solutions {
            job = job.solutions(input.input(path));
        }
        let is_shown = output.output.is_some() || args::is_drawn(input, output);
        let verdicts = if is_shown { output.output() } else { Output::Discard };
        let options = part.apply(args::options(input, output, layout));
        let is_any_right = Cell::new(true);
        let code = session::run(&self.run, options, part.length(input.length()), |options| {
            let summary = job.options(options).unique(self.unique).run(input.inputs(), verdicts)?;
            is_any_right.set(summary.counts.solved > 0 || summary.is_interrupted);
            Ok(summary)
        })?;
        if let ([puzzles, solutions], None) = (&input.list()[..], &self.solutions)
            && !is_any_right.get()
            && !self.run.quiet
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
