//! `batchdoku bench`.

use std::{
    fs,
    io::{self, IsTerminal},
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Instant,
};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::{eprint_line, exit, progress, signals, terminal::Notices};
use batchdoku::{
    jobs::Bench,
    pipeline::{Input, Output},
};
use batchdoku_base::counted;
use batchdoku_pipeline::lock;

/// Measure the engines on files of puzzles
///
/// Prints puzzles per second in the best round, the spread of the rounds around their median, the
/// speed relative to the first engine, microseconds and nodes per puzzle, and the percentage of
/// puzzles that are solved without guessing. Puzzles are in memory; parsing and formatting are included.
/// It is an error if two engines find different numbers of solutions. Ctrl-C prints the figures of the
/// complete rounds and writes no file.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku bench puzzles.txt                     # one thread, limits 1 and 2
  batchdoku bench puzzles.txt --limit 2 -j 0      # all cores, with proof
  batchdoku bench puzzles.txt --engine lanes,mrv --json      # figures for programs
  batchdoku bench puzzles.txt --engine lanes --count-lanes   # how well lanes are used
  batchdoku bench puzzles.txt --engine lanes --command 'batchdoku solve -q -j 1'
  batchdoku bench puzzles.txt --chart bench.svg --export-markdown bench.md")]
pub(super) struct BenchArgs {
    /// Files of puzzles [default: the files of the folder data/]
    #[arg(value_name = "FILE", help_heading = "Input")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    bench: Bench,
}

impl BenchArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { files, mut bench } = self;
        let bar = bar();
        let rounds = Arc::<Mutex<(usize, usize)>>::default();
        let start = Instant::now();
        let (shown, measured) = (bar.clone(), Arc::clone(&rounds));
        bench.measured = Some(Arc::new(move |done, all| {
            *lock(&measured) = (done, all);
            shown.set_length(all as u64);
            shown.set_position(done as u64);
            // `done` is not 0, because the first call follows the first round.
            let left = start.elapsed().mul_f64((all - done) as f64 / done as f64);
            shown.set_message(format!(", {:#} left", HumanDuration(left)));
        }));
        bench.stop = signals::stop_flag()?.clone();
        bench.observer = Some(Arc::new(Notices));
        let report = bench.run(inputs(files)?, Output::Stdout);
        signals::job_ended();
        bar.finish_and_clear();
        let report = report?;
        for (set, puzzles) in &report.left_out {
            eprint_line(&format!("{set}: too few puzzles to measure ({puzzles}), left out"));
        }
        if report.is_interrupted {
            if !report.figures.is_empty() {
                let text = if bench.json { report.to_json() } else { report.to_string() };
                Output::Stdout.write(text.as_bytes(), &Notices)?;
            }
            eprint_line(&match *lock(&rounds) {
                (0, _) => "interrupted".to_owned(),
                (done, all) => {
                    format!("interrupted after {done} of {}", counted(all as u64, "round"))
                }
            });
            return Ok(signals::exit_code());
        }
        if bench.count_lanes && report.figures.iter().all(|figure| figure.lanes.is_none()) {
            eprint_line(
                "note: --count-lanes counts those of the engine 'lanes', which is not measured",
            );
        }
        let (outliers, rounds) = report.outliers();
        if outliers > 0 {
            eprint_line(&format!(
                "{outliers} of {} {} other programs may have disturbed them",
                counted(rounds as u64, "round"),
                if outliers == 1 { "is an outlier:" } else { "are outliers:" }
            ));
        }
        Ok(exit::DONE)
    }
}

/// Returns the files that were named, or the files of the folder data/.
fn inputs(mut files: Vec<PathBuf>) -> Result<Vec<Input>> {
    if files.is_empty() {
        let folder = fs::read_dir("data");
        let folder = folder.context(
            "name a file of puzzles, such as one that 'batchdoku generate -n 10000 -o puzzles.txt' makes; \
             without FILE, those of the folder 'data' are measured",
        )?;
        files = folder.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
        files.sort();
    }
    Ok(files.iter().map(|file| Input::from_arg(file)).collect())
}

/// Returns a bar, which is hidden unless standard error is a terminal.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} rounds{msg}");
    progress::drawn(ProgressBar::new(0).with_style(style.expect("a valid template")))
}
