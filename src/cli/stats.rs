//! `batchdoku stats`.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use clap::Args;

use super::{
    args::{InputArgs, RunArgs},
    session,
};
use batchdoku::{
    jobs::{self, JobOptions},
    pipeline::{Output, OutputFile},
};

/// Describe a corpus in tables and pictures
///
/// They show how many puzzles have how many clues, which symmetry, level, hardest technique, number of
/// solutions and of search nodes; and how many are repeats.
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
    /// It appears under its name when it is complete.
    #[arg(
        short,
        long,
        value_name = "OUTPUT",
        default_value = "-",
        hide_default_value = true,
        help_heading = "Output"
    )]
    output: PathBuf,

    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Draw histograms and a heat map: .svg or .png
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    plot: Option<PathBuf>,

    /// Write a report: one page of HTML with tables and pictures
    ///
    /// It needs no other file and no script, and looks right on a telephone and on a dark screen.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,

    /// Do not rate the puzzles, which is much faster
    ///
    /// There are no levels, techniques, solutions and nodes then.
    #[arg(long, help_heading = "Search")]
    no_rating: bool,

    /// Count puzzles by the rating of Sudoku Explainer (ER) too
    #[arg(long, help_heading = "Search")]
    er: bool,

    #[command(flatten)]
    run: RunArgs,
}

impl StatsArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, .. } = &self;
        let is_svg = self.plot.as_deref().map(is_svg).transpose()?;
        let mut stats = None;
        let options = input.apply(JobOptions::new());
        // Outputs that cannot be written are refused before any work.
        let output = Output::from_arg(&self.output);
        let plot = self.plot.as_ref().map(Output::from);
        let html = self.html.as_ref().map(Output::from);
        Output::check_distinct(&input.list(), [&output].into_iter().chain(&plot).chain(&html))?;
        let mut file = output.open()?;
        let plot = plot.map(|plot| plot.open()).transpose()?;
        let html = html.map(|html| html.open()).transpose()?;
        let code = session::run(&self.run, options, input.length(), |options| {
            let job = jobs::Stats::new().options(options).rated(!self.no_rating).er(self.er);
            let (counted, summary) = job.run(input.inputs())?;
            stats = Some((counted, summary.is_interrupted));
            Ok(summary)
        })?;
        let (stats, is_interrupted) = stats.expect("the job has run");
        if is_interrupted {
            return Ok(code);
        }
        let text = if self.json {
            serde_json::to_string_pretty(&stats)? + "\n"
        } else {
            stats.to_string()
        };
        file.write(text.as_bytes())?;
        let mut files = vec![file];
        let title = input.names().join(", ");
        if let Some(mut file) = plot {
            match is_svg {
                Some(true) => file.write(stats.to_svg(&title)?.as_bytes())?,
                _ => file.write(&stats.to_png(&title)?)?,
            }
            files.push(file);
        }
        if let Some(mut file) = html {
            let page = stats.to_html(&title, &[command_line()])?;
            file.write(page.as_bytes())?;
            files.push(file);
        }
        OutputFile::finish_all(files, true)?;
        Ok(code)
    }
}

/// Whether the name of a picture is that of an SVG; otherwise it is that of a PNG.
fn is_svg(file: &Path) -> Result<bool> {
    let extension = file.extension().map(|extension| extension.to_ascii_lowercase());
    match extension.as_deref().and_then(OsStr::to_str) {
        Some("svg") => Ok(true),
        Some("png") => Ok(false),
        _ => bail!("pictures are written as .svg or .png"),
    }
}

/// The command of this process as it can be typed again, but for the folder of the program.
fn command_line() -> String {
    let quoted = |word: String| {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_=+./:,@%".contains(&byte);
        if !word.is_empty() && word.bytes().all(is_plain) {
            return word;
        }
        format!("'{}'", word.replace('\'', "'\\''"))
    };
    let args = env::args_os().skip(1).map(|word| quoted(word.to_string_lossy().into_owned()));
    ["batchdoku".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}
