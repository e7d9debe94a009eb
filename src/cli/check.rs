//! `batchdoku check`.

use anyhow::{Result, bail};
use clap::Args;

use super::{
    args::{FileArgs, JobArgs},
    eprint_line,
};
use batchdoku::{
    jobs,
    pipeline::{Input, JobEnd, Output},
};

/// Check given solutions against their puzzles
///
/// The solution is on the same line as the puzzle, in the solution column of a table, or in the file given by
/// --solutions: its record n is the solution of puzzle n. Comments and blank lines are not records. A solution is wrong
/// if it is incomplete, breaks the rules or contradicts a clue; it is missing if none is given. Both are reported with
/// their line. With -o, a verdict is written for each record: ok, or the kind of the diagnostic.
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
pub(super) struct CheckCommand {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    check: jobs::Check,
    #[command(flatten)]
    job: JobArgs,
}

impl CheckCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Self { files, check, job } = self;
        if let (None, Some(option)) = (&files.output.output, files.output.manner()) {
            bail!("{option} is for verdicts, which only -o FILE writes, such as -o verdicts.csv");
        }
        let is_shown = files.output.output.is_some() || files.output.is_drawn(&files.input);
        let verdicts = if is_shown { files.output.output() } else { Output::Discard };
        let has_solutions = check.solutions.is_some();
        let ended = files.run_to(verdicts, &job, check)?;
        // Explain the likely mistake if no solution was right, or if no solution was given.
        let counts = ended.summary.counts;
        let is_all_wrong =
            counts.done == 0 && counts.puzzles > 0 && ended.summary.end != JobEnd::Interrupted;
        let is_all_missing = is_all_wrong && counts.missing + counts.malformed == counts.puzzles;
        let inputs: Vec<_> = files.input.inputs().iter().map(Input::name).collect();
        let tip = match &inputs[..] {
            _ if has_solutions || job.run.quiet => return Ok(ended.code),
            [puzzles, solutions] if is_all_wrong => format!(
                "if '{solutions}' has the solutions, use \
                 'batchdoku check {puzzles} --solutions {solutions}'"
            ),
            _ if is_all_missing => {
                "if another file has the solutions, use --solutions FILE; if a column of a table has \
                 them that is not called 'solution', --solution-column NAME"
                    .to_owned()
            }
            _ => return Ok(ended.code),
        };
        eprint_line(&format!("tip: {tip}"));
        Ok(ended.code)
    }
}
