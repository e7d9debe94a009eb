//! `batchdoku explain`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{InputArgs, JobArgs, LadderArgs, OutputArgs, given, names},
    exit, session, signals,
};
use batchdoku::{
    corpus::explain::ShownGrids,
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
/// Tables and JSON objects keep their fields, and gain the steps and the ratings of the hardest step
/// (hardest), of the hardest up to the first digit (up_to_first_digit) and of the first (first). With --er
/// these are er, ep and ed. Tables have the steps as JSON, and the technique of the hardest.
///
/// A table of candidates (pencilmarks) is explained from there.
///
/// The hardest step of the puzzle as it stands can differ from the ER of its class, which 'rate --er'
/// prints: where several steps have the same rating, the order of cells decides.
#[derive(Args)]
#[command(mut_arg("to", |arg| arg
    .help("Format: jsonl, drawing or a table [default: jsonl]")
    .long_help("Format [default: jsonl; drawing for puzzles on the command line, on a terminal]")))]
#[command(after_help = "Examples:
  batchdoku explain puzzles.txt --to drawing | less
  batchdoku explain puzzles.txt -o paths.jsonl
  batchdoku explain puzzles.txt --er --grids none -o steps.csv
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

    /// Grids that steps have: none, end (after the last step), each
    #[arg(long, value_name = "WHICH", value_parser = names!(ShownGrids), hide_short_help = true)]
    #[arg(help_heading = "Output")]
    grids: Option<ShownGrids>,

    /// Print the schema of the JSON lines
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    schema: bool,

    #[command(flatten)]
    job: JobArgs,
}

impl ExplainArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, er, ladder, steps, grids, schema, job } = &self;
        let JobArgs { part, run } = job;
        if *schema {
            output.output().write(jobs::Explain::schema().as_bytes())?;
            return Ok(exit::DONE);
        }
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
            let job = given(job, *grids, jobs::Explain::grids);
            job.run(input.inputs(), output.output())
        })
    }
}
