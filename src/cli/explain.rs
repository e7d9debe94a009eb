//! `batchdoku explain`.

use anyhow::{Result, ensure};
use clap::Args;

use super::{
    args::{self, InputArgs, JobArgs, OutputArgs},
    session, terminal,
};
use batchdoku::{
    format::Format,
    jobs::{self, JobOptions},
};

/// Show the steps to the solution of each puzzle
///
/// Each step is the easiest technique that applies, by its standard name, in the order and with the
/// ratings of Sudoku Explainer. Techniques that it does not have are placed by their difficulty.
/// Puzzles on the command line are explained in words, with grids, on a terminal; everything else as
/// JSON lines, one per puzzle, the first of which says what they hold.
///
/// The hardest step of the puzzle as it stands can differ from the ER of its class, which 'rate --er'
/// prints: where several steps have the same rating, the order of cells decides.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku explain puzzles.txt --to drawing | less
  batchdoku explain puzzles.txt -o paths.jsonl")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// Use the techniques of Sudoku Explainer alone: ratings are ER
    ///
    /// Otherwise techniques that it does not have come between them: W-wing, remote pair, finned and
    /// sashimi swordfish and jellyfish, simple and multi-colouring, sue de coq, chains with grouped links,
    /// ALS-XZ, ALS-XY-wing. The hardest step is then easier for some puzzles.
    #[arg(long, help_heading = "Output")]
    er: bool,

    #[command(flatten)]
    job: JobArgs,
}

impl ExplainArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, er, job: JobArgs { part, run } } = &self;
        let can_write = matches!(output.to, None | Some(Format::Drawing | Format::Jsonl));
        ensure!(can_write, "explain writes jsonl or drawing");
        let mut options = output.apply(input.apply(JobOptions::new()));
        if args::is_drawn(input, output) {
            options = options.output_format(Format::Drawing);
        }
        let options = part.apply(options.colour(terminal::has_colours()));
        session::run_job(run, options, part.length(input.length()), |options| {
            jobs::Explain::new().options(options).er(*er).run(input.inputs(), output.output())
        })
    }
}
