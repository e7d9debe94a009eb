//! `batchdoku explain`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{DroppedArgs, InputArgs, JobArgs, LadderArgs, OutputArgs, To, given, names},
    exit, session, signals,
    terminal::Notices,
};
use batchdoku::{
    corpus::explain::{CellOrder, ShownGrids},
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
/// Traces for language models: --to text writes a step on each line, with its reason before its conclusion; --to chat
/// the puzzle and that text as two messages; --to tokens the solved cells (row, column and digit), in an array of
/// 81 for each puzzle that ends with zeros. With -o traces.jsonl, .csv, .tsv, .parquet or .arrow the trace is a
/// column next to the fields of the record. --search traces a depth-first search in place of steps, which guesses in
/// the first cell with the fewest candidates. A puzzle that has no trace gets an error in its place.
///
/// If the input is a table of candidates (pencilmarks), the steps start from these candidates.
///
/// The hardest step of the puzzle as it stands can differ from the ER of its class, which 'rate --er'
/// prints: where several steps have the same rating, the order of cells decides.
#[derive(Args)]
#[command(mut_arg("to", |arg| arg
    .help("Format, or text, chat, tokens [default: jsonl]")
    .long_help(
        "Format, or trace for a language model: text, chat, tokens [default: jsonl; drawing for puzzles on the \
         command line, on a terminal]")))]
#[command(after_help = "Examples:
  batchdoku explain puzzles.txt --to drawing | less
  batchdoku explain puzzles.txt -o paths.jsonl
  batchdoku explain puzzles.txt --er --grids none -o steps.csv
  batchdoku explain sudoku.csv --to chat --drop -o train.jsonl
  batchdoku explain sudoku.csv --to text --search -o searches.csv
  batchdoku explain puzzles.txt --to tokens -o solved_cells.npy
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

    /// List every step that is available now, in place of a path
    ///
    /// Each is a step from the puzzle as it is; there are no ratings of a path. Of chains and what is harder, of a bivalue
    /// universal grave and of aligned exclusion, the first is listed.
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    all: bool,

    /// Grids shown with the steps: none, end (after the last), each
    ///
    /// By default, each step of JSON has the grid after it, and traces end with a grid.
    #[arg(long, value_name = "WHICH", value_parser = names!(ShownGrids), hide_short_help = true)]
    #[arg(help_heading = "Output")]
    grids: Option<ShownGrids>,

    /// Order of the cells of --to tokens: solver, row [default: solver]
    ///
    /// 'solver' is the order in which the steps solve them.
    #[arg(long, value_name = "ORDER", value_parser = names!(CellOrder), hide_short_help = true)]
    #[arg(help_heading = "Output")]
    order: Option<CellOrder>,

    /// Trace a search with guesses in place of steps
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    search: bool,

    /// Give up the search of a puzzle after N guesses [default: 10000]
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = "Output")]
    max_nodes: Option<u64>,

    #[command(flatten)]
    dropped: DroppedArgs,

    /// Print the schema of the JSON lines
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    schema: bool,

    #[command(flatten)]
    job: JobArgs,
}

impl ExplainArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, er, ladder, steps, grids, dropped, job, .. } = &self;
        let JobArgs { part, run } = job;
        if self.schema {
            output.output().write(jobs::Explain::schema().as_bytes(), &Notices)?;
            return Ok(exit::DONE);
        }
        input.refuse_ratings("explain")?;
        let mut options = dropped.apply(output.apply(input.apply(JobOptions::new())));
        if output.is_drawn(input) {
            options = options.output_format(Format::Drawing);
        }
        let options = part.apply(options.colour(output.has_colours()));
        signals::set_remark(run.quiet, part.remark(&output.output(), input.are_files()));
        session::run_job(run, input.verbose, options, part.length(input.length()), |options| {
            let job = jobs::Explain::new().options(options).er(*er);
            let job = job.techniques(ladder.conditions());
            let job = given(job, steps.map(usize::from), jobs::Explain::most_steps).all(self.all);
            let job = given(job, *grids, jobs::Explain::grids).search(self.search);
            let job = given(job, output.to.and_then(To::trace), jobs::Explain::trace);
            let job = given(job, self.order, jobs::Explain::order);
            let job = given(job, self.max_nodes, jobs::Explain::max_nodes);
            job.run(input.inputs(), output.output())
        })
    }
}
