//! `batchdoku stats`.

use std::{env, path::PathBuf};

use anyhow::Result;
use clap::Args;

use super::{
    args::{InputArgs, RunArgs},
    session,
};
use batchdoku::{
    jobs,
    pipeline::{DiskSpec, JobSpec, Output, OutputSpec},
};

/// Describe a corpus in tables and pictures
///
/// The tables count the puzzles by clues, symmetry, level, hardest technique, solutions and search nodes, and
/// show how many are repeats.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku stats puzzles.txt
  batchdoku stats puzzles.txt --html report.html
  batchdoku stats puzzles.txt --plot puzzles.svg --json > puzzles.json")]
pub(super) struct StatsCommand {
    #[command(flatten)]
    input: InputArgs,

    /// File to write [default: standard output]
    ///
    /// The file gets its name once it is complete. The extension {types} selects what is written; any other name gets
    /// tables.
    #[arg(short, long, value_name = "OUTPUT", help_heading = "Output")]
    #[arg(default_value = "-", hide_default_value = true)]
    output: PathBuf,

    #[command(flatten)]
    stats: jobs::Stats,
    #[command(flatten)]
    disk: DiskSpec,
    #[command(flatten)]
    run: RunArgs,
}

impl StatsCommand {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, mut stats, disk, run } = self;
        if stats.er {
            input.refuse_ratings("stats")?;
        }
        stats.commands = vec![command_line()];
        let written = OutputSpec { disk, ..OutputSpec::default() };
        stats.options.spec = JobSpec { input: input.spec(), output: written, run: run.spec() };
        let length = input.length();
        let (is_verbose, inputs) = (input.verbose, input.inputs());
        let output = Output::from_arg(&output);
        Ok(session::run_job(stats, &run, is_verbose, length, inputs, output)?.code)
    }
}

/// Returns the command line of this process, as it can be typed again, without the folder of the program.
fn command_line() -> String {
    let mut words = vec!["batchdoku".to_owned()];
    words.extend(env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned())));
    words.join(" ")
}

/// Quotes a word for a shell, unless it has no characters with a special meaning.
fn quoted(word: String) -> String {
    let is_plain =
        word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=+./:,@%".contains(&byte));
    if is_plain && !word.is_empty() { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
