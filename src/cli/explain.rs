//! `batchdoku explain`.

use anyhow::{Result, ensure};
use clap::Args;

use super::{
    args::{InputArgs, JobArgs, LadderArgs, OutputArgs, given},
    exit, session, signals,
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
/// JSON lines, one per puzzle, which --schema describes. Chains and nets have every implication, with its
/// premises and its reason.
///
/// A table of candidates (pencilmarks) is explained from there.
///
/// The hardest step of the puzzle as it stands can differ from the ER of its class, which 'rate --er'
/// prints: where several steps have the same rating, the order of cells decides.
#[derive(Args)]
#[command(mut_arg("to", |arg| arg
    .help("Format: jsonl or drawing [default: jsonl]")
    .long_help("Format [default: jsonl; drawing for puzzles on the command line, on a terminal]")))]
#[command(after_help = "Examples:
  batchdoku explain puzzles.txt --to drawing | less
  batchdoku explain puzzles.txt -o paths.jsonl
  batchdoku explain puzzles.txt --steps 1 --to drawing   # a hint for each")]
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
    ladder: LadderArgs,

    /// Show no more than the next N steps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Output")]
    steps: Option<u16>,

    /// Print the schema of the JSON lines
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    schema: bool,

    #[command(flatten)]
    job: JobArgs,
}

impl ExplainArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, er, ladder, steps, schema, job: JobArgs { part, run } } = &self;
        if *schema {
            output.output().write(jobs::Explain::schema().as_bytes())?;
            return Ok(exit::DONE);
        }
        let can_write = matches!(output.to, None | Some(Format::Drawing | Format::Jsonl));
        ensure!(can_write, "explain writes jsonl or drawing");
        ensure!(!output.has_row_groups(), "explain writes jsonl or drawing, without row groups");
        input.refuse_ratings("explain")?;
        let mut options = output.apply(input.apply(JobOptions::new()));
        if output.is_drawn(input) {
            options = options.output_format(Format::Drawing);
        }
        let options = part.apply(options.colour(output.has_colours()));
        signals::set_remark(run.quiet, part.remark(&output.output(), input.are_files()));
        session::run_job(run, input.verbose, options, part.length(input.length()), |options| {
            let job = jobs::Explain::new().options(options).er(*er);
            let job = job.techniques(ladder.conditions());
            let job = given(job, steps.map(usize::from), jobs::Explain::most_steps);
            job.run(input.inputs(), output.output())
        })
    }
}
