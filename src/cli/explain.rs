//! `batchdoku explain`.

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{
    args::{InputArgs, JobArgs, OutputArgs},
    exit, session,
    terminal::Notices,
};
use batchdoku::{
    format::Format,
    jobs::{self, ExplainTo},
    pipeline::{DroppedSpec, JobSpec, LayoutSpec, OutputSpec},
};

/// Show the steps to the solution of each puzzle
///
/// Each step is the easiest technique that applies, by its standard name, in the order and with the
/// ratings of Sudoku Explainer. Techniques that Sudoku Explainer does not have are placed by their difficulty.
/// On a terminal the steps are words, with grids, unless --to or -o names a format or a file. In files and
/// pipes they are JSON lines, one per puzzle, which --schema describes. Chains and nets show every
/// implication with its premises and its reason.
///
/// Tables and JSON objects keep their fields, and gain the steps and three ratings: of the hardest step (hardest),
/// of the hardest step up to the first digit (up_to_first_digit) and of the first step (first). With --er, these are
/// named er, ep and ed. Tables have the steps as JSON, and the technique of the hardest step.
///
/// Traces for language models: --to text writes a step on each line, with its reason before its conclusion. --to chat
/// writes the puzzle and that text as two messages. --to tokens writes the solved cells (row, column and digit), padded
/// with zeros to arrays of 81 cells. --to flat writes numbers: the clues, 729, and the solved cells, where a cell is
/// 9 x cell + digit - 1, padded with 730 to arrays of 82. With -o traces.jsonl, traces.csv or another table, the trace
/// is a column next to the fields of the record. --search traces a depth-first search instead of steps; the search
/// guesses in the first cell with the fewest candidates. A puzzle without a trace gets an error instead.
///
/// If the input is a table of candidates (pencilmarks), the steps start from these candidates.
///
/// The rating of the hardest step can differ from the ER that 'rate --er' prints, because 'rate' rates the canonical
/// form of the puzzle: of several steps with the same rating, the first in the order of the cells is taken.
#[derive(Args)]
#[command(mut_arg("to", |arg| arg
    .help("Format, or text, chat, tokens, flat [default: jsonl; drawing on a terminal]")
    .long_help(
        "Format, or trace for a language model: text, chat, tokens, flat [default: jsonl; drawing on a terminal]")))]
#[command(mut_args(|arg| match arg.get_id().as_str() {
    // The schema is the same for all inputs and options, so options about input, output and run would do nothing.
    "schema" | "output" | "help" => arg,
    _ => arg.conflicts_with("schema"),
}))]
#[command(after_help = "Examples:
  batchdoku explain puzzles.txt --to drawing | less
  batchdoku explain puzzles.txt -o paths.jsonl
  batchdoku explain puzzles.txt --er --grids none -o steps.csv
  batchdoku explain sudoku.csv --to chat --drop -o train.jsonl
  batchdoku explain sudoku.csv --to text --search -o searches.csv
  batchdoku explain puzzles.txt --to tokens -o solved_cells.npy
  batchdoku explain puzzles.txt --to flat -o flat_tokens.npy
  batchdoku explain puzzles.txt --steps 1 --to drawing   # a hint for each")]
pub(super) struct ExplainCommand {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: ExplainOutput,
    #[command(flatten)]
    explain: jobs::Explain,
    #[command(flatten)]
    dropped: DroppedSpec,

    /// Print the schema of the JSON lines
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    schema: bool,

    #[command(flatten)]
    job: JobArgs,
}

/// The output arguments, with kinds of traces as further values of `--to`.
struct ExplainOutput {
    to: Option<ExplainTo>,
    output: OutputArgs,
}

impl FromArgMatches for ExplainOutput {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Self::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self, clap::Error> {
        let to = matches.remove_one("to");
        Ok(Self { to, output: OutputArgs::from_arg_matches_mut(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for ExplainOutput {
    fn augment_args(command: Command) -> Command {
        OutputArgs::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        OutputArgs::augment_args_for_update(command)
    }
}

impl ExplainCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, mut explain, dropped, schema, job } = self;
        let ExplainOutput { to, output } = output;
        if schema {
            output.output().write(jobs::Explain::schema().as_bytes(), &Notices)?;
            return Ok(exit::DONE);
        }
        input.refuse_ratings("explain")?;
        // A drawing chooses its grids itself, so `--grids` asks for JSON lines.
        let is_drawn = to.is_none() && explain.grids.is_none() && output.is_for_people();
        explain.to = if is_drawn { Some(ExplainTo::Format(Format::Drawing)) } else { to };
        let layout = LayoutSpec { dropped, ..LayoutSpec::default() };
        explain.options.spec = JobSpec {
            input: input.spec(),
            output: OutputSpec { layout, ..output.spec() },
            run: job.spec(),
        };
        job.set_remark(&output.output(), input.are_files());
        let length = job.length(input.length());
        let (is_verbose, inputs) = (input.verbose, input.inputs());
        let ended =
            session::run_job(explain, &job.run, is_verbose, length, inputs, output.output())?;
        Ok(ended.code)
    }
}
