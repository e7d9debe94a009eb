//! `batchdoku stats`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::{
    args::{Files, Running},
    print, session,
};
use batchdoku::{
    jobs::{Census, CensusWorker},
    pipeline::{Input, Job, Output},
    plot::{ImageFormat, PlotError, render},
};

/// Count what is in a corpus: clues, symmetry, levels, techniques, solutions, nodes, repeats
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku stats puzzles.txt
  batchdoku stats puzzles.txt --plot puzzles.svg --json > puzzles.json")]
pub(super) struct Stats {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    running: Running,

    /// Do not rate the puzzles: no levels, techniques, solutions and nodes, in a fraction of the time
    #[arg(long)]
    no_rating: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Draw histograms and a heat map of the clues, as SVG or PNG by the name
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

impl Stats {
    pub(super) fn run(self) -> Result<u8> {
        let job = self.files.job();
        let plot =
            self.plot.as_ref().map(|file| Ok::<_, PlotError>((file, ImageFormat::of(file)?)));
        let plot = plot.transpose()?;
        let census = Census::default();
        let code = session::run(&self.running, &job, "stats", |control, on_diagnostic| {
            let nowhere = Job { outputs: vec![Output::Discard], ..job.clone() };
            let worker = |_| CensusWorker::new(&census, !self.no_rating);
            nowhere.run(&[], control, worker, on_diagnostic)
        })?;
        let stats = census.into_stats();
        let text = if self.json {
            serde_json::to_string_pretty(&stats)? + "\n"
        } else {
            stats.to_string()
        };
        print(&job.outputs[0], &text)?;
        if let Some((file, format)) = plot {
            let names: Vec<_> = job.inputs.iter().map(Input::name).collect();
            let picture = render(&stats, &names.join(", "), format)?;
            let mut sink = Output::Path(file.clone()).open()?;
            sink.write(&picture)?;
            sink.finish()?;
        }
        Ok(code)
    }
}
