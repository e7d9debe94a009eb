//! `batchdoku stats`.

use std::{env, path::PathBuf};

use anyhow::{Result, ensure};
use clap::Args;

use super::{
    args::{InputArgs, RunArgs, SyncArgs, given},
    session,
};
use batchdoku::{
    jobs::{self, JobOptions},
    pipeline::Output,
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
pub(super) struct StatsArgs {
    #[command(flatten)]
    input: InputArgs,

    /// File to write [default: standard output]
    ///
    /// The file gets its name once it is complete. The extension .json, .html, .svg or .png selects what is
    /// written; any other name gets tables.
    #[arg(short, long, value_name = "OUTPUT", help_heading = "Output")]
    #[arg(default_value = "-", hide_default_value = true)]
    output: PathBuf,

    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Draw histograms and a heat map: .svg or .png
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    plot: Option<PathBuf>,

    /// Write a report: one page of HTML with tables and pictures
    ///
    /// It needs no other file and no script, and fits a telephone and a dark screen.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,

    /// Title of pictures and reports [default: the names of the inputs]
    #[arg(long, value_name = "TEXT", hide_short_help = true, help_heading = "Output")]
    title: Option<String>,

    #[command(flatten)]
    sync: SyncArgs,

    /// Do not rate the puzzles, which is much faster
    ///
    /// The tables then have no levels, techniques, solutions and nodes.
    #[arg(long, help_heading = "Search")]
    no_rating: bool,

    /// Count puzzles by the rating of Sudoku Explainer (ER) too
    ///
    /// This takes about 15 times as long as levels for random minimal puzzles, and a tenth of a second of CPU time for
    /// a puzzle of ER 11.
    #[arg(long, help_heading = "Search")]
    er: bool,

    /// Count minimal puzzles, automorphisms, classes, solutions and unavoidable sets too
    #[arg(long, hide_short_help = true, help_heading = "Search")]
    structure: bool,

    /// Count unavoidable sets of up to N cells, 6 to 16
    ///
    /// Implies --structure, which counts sets of up to 6 cells. 12 cells take about 10 ms per puzzle; each
    /// additional cell multiplies that by 2.4.
    #[arg(long, value_name = "N", hide_short_help = true, help_heading = "Search")]
    #[arg(value_parser = clap::value_parser!(u8).range(6..=16))]
    unavoidable: Option<u8>,

    #[command(flatten)]
    run: RunArgs,
}

impl StatsArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, .. } = &self;
        if self.er {
            input.refuse_ratings("stats")?;
        }
        let extension = self.output.extension().map(|extension| extension.to_string_lossy());
        let is_picture = extension
            .is_some_and(|extension| ["html", "svg", "png"].contains(&&*extension.to_lowercase()));
        ensure!(
            self.title.is_none() || self.plot.is_some() || self.html.is_some() || is_picture,
            "--title is for pictures and reports: add --html FILE or --plot FILE"
        );
        let mut job =
            jobs::Stats::new().rated(!self.no_rating).er(self.er).structure(self.structure);
        job = given(job, self.unavoidable, jobs::Stats::unavoidable);
        let output = Output::from_arg(&self.output);
        job = if self.json { job.json(output) } else { job.write(output) };
        job = job.commands([command_line()]);
        job = given(job, self.title.as_deref(), jobs::Stats::title);
        job = given(job, self.plot.as_deref().map(Output::from_arg), jobs::Stats::plot);
        job = given(job, self.html.as_deref().map(Output::from_arg), jobs::Stats::html);
        let options = self.sync.apply(input.apply(JobOptions::new()));
        session::run_job(&self.run, input.verbose, options, input.length(), |options| {
            job.options(options).run(input.inputs()).map(|(_, summary)| summary)
        })
    }
}

/// Returns the command of this process as it can be typed again, but for the folder of the program.
fn command_line() -> String {
    let mut words = vec!["batchdoku".to_owned()];
    words.extend(env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned())));
    words.join(" ")
}

/// Returns a word as a shell takes it: in quotes, unless each of its characters stands for itself.
fn quoted(word: String) -> String {
    let is_plain =
        word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_=+./:,@%".contains(&byte));
    if is_plain && !word.is_empty() { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
