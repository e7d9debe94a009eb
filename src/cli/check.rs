//! `batchdoku check`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::{
    args::{FileArgs, JobArgs, SearchArgs, given},
    eprint_line,
};
use batchdoku::{
    format::{AnswerPart, Thoughts},
    jobs,
    pipeline::{Input, JobEnd, Output},
};

/// Check given solutions against their puzzles
///
/// The solution is on the same line as the puzzle, in the solution column of a table, or in the file given by
/// --solutions: record n has that of record n, and comments and blank lines are no records. A solution that is incomplete, breaks the rules or contradicts a clue is
/// wrong; a puzzle without a given solution is missing one. Both are reported with their line. With -o, a verdict is
/// written for each record: ok, or the kind of the diagnostic.
#[derive(Args)]
#[command(mut_arg("output", |arg| arg
    .help("File of verdicts [default: none are written]")
    .long_help("File of verdicts [default: none are written]\n\nOne for each record: ok, or what is wrong. The \
        file gets its name once it is complete. A folder gets one file for each input.")))]
#[command(mut_arg("to", |arg| arg.help("Format of the verdicts [default: by OUTPUT's name, or as the input]")))]
#[command(after_help = "Examples:
  batchdoku check pairs.csv
  batchdoku check puzzles.txt --solutions solutions.txt --unique
  batchdoku check pairs.csv --score --solution-column solution -o scores.csv")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    files: FileArgs,

    /// File of solutions, one line for each line of puzzles
    ///
    /// The two files may have different formats. Record N of one belongs to record N of the other.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    solutions: Option<PathBuf>,

    /// Judge replies of language models: the grid that a text gives as its answer
    ///
    /// The text, or the messages of a chat, are in the column --solution-column, or in 'text', 'response', 'completion',
    /// 'answer' or 'output'. Any solution of the puzzle will do. With -o, twelve columns are written, among them found,
    /// cells_right, solved and truncated: see docs/judge.md.
    #[arg(long, conflicts_with_all = ["unique", "solutions"], help_heading = "Search")]
    score: bool,

    /// Part of a reply that holds the answer: auto, boxed, text or the name of a tag
    ///
    /// auto takes the last <answer>, else the last \boxed{}, else what follows "final answer", else the whole text.
    #[arg(long, value_name = "PART", requires = "score", help_heading = "Search")]
    answer: Option<AnswerPart>,

    /// Treatment of thoughts: drop or keep, or the name of a tag that is dropped, too
    ///
    /// Thoughts are what stands in <think>, <thinking>, <thought> or <reasoning>.
    #[arg(long, value_name = "THOUGHTS", requires = "score", help_heading = "Search")]
    think: Option<Thoughts>,

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
        let job = jobs::Check::new().engine(search.engine.choice()?).max_nodes(search.max_nodes);
        let solutions = self.solutions.as_deref().map(|path| files.input.input(path));
        let job = given(job, solutions, jobs::Check::solutions);
        let job = given(job, self.answer.clone(), jobs::Check::answer);
        let job = given(job, self.think.clone(), jobs::Check::think);
        if let (None, Some(option)) = (&files.output.output, files.output.manner()) {
            bail!("{option} is for verdicts, which only -o FILE writes, such as -o verdicts.csv");
        }
        let is_shown = files.output.output.is_some() || files.output.is_drawn(&files.input);
        // Nothing was right, or nothing was there.
        let mut is_all_wrong = false;
        let mut is_all_missing = false;
        let code = files.run_job(&self.job, |options, inputs, output| {
            let verdicts = if is_shown { output } else { Output::Discard };
            let summary =
                job.options(options).unique(self.unique).score(self.score).run(inputs, verdicts)?;
            let counts = summary.counts;
            is_all_wrong =
                counts.done == 0 && counts.puzzles > 0 && summary.end != JobEnd::Interrupted;
            is_all_missing = is_all_wrong && counts.missing + counts.malformed == counts.puzzles;
            Ok(summary)
        })?;
        let inputs: Vec<_> = files.input.inputs().iter().map(Input::name).collect();
        let tip = match (&inputs[..], &self.solutions) {
            ([puzzles, solutions], None) if is_all_wrong => format!(
                "if '{solutions}' has the solutions, use \
                 'batchdoku check {puzzles} --solutions {solutions}'"
            ),
            (_, None) if is_all_missing => {
                "if another file has the solutions, use --solutions FILE; if a column of a table has \
                 them that is not called 'solution', --solution-column NAME"
                    .to_owned()
            }
            _ => return Ok(code),
        };
        if !self.job.run.quiet {
            eprint_line(&format!("tip: {tip}"));
        }
        Ok(code)
    }
}
