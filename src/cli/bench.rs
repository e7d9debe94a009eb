//! `batchdoku bench`.

use std::{
    cell::Cell,
    fs,
    io::{self, IsTerminal},
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use clap::{Args, value_parser};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::{eprint_line, exit, progress, signals, terminal::Notices};
use batchdoku::{
    engine::EngineKind,
    jobs::Bench,
    pipeline::{Input, Output},
};
use batchdoku_base::names;

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
    /// Files of puzzles [default: those of the folder data/]
    #[arg(value_name = "FILE", help_heading = "Input")]
    files: Vec<PathBuf>,

    /// Engines [default: lanes,mrv,dlx]
    #[arg(hide_default_value = true, long, value_delimiter = ',', value_parser = names!(EngineKind), default_values = ["lanes", "mrv", "dlx"], help_heading = "Search")]
    engine: Vec<EngineKind>,

    /// Also measure a program: a command for the shell
    ///
    /// The command reads a puzzle per line, with dots for empty cells, and writes a line for each with its
    /// solution. It is killed if it writes more lines, or more than 4,096 bytes for a puzzle. {limit} stands
    /// for the limit, 0 for all solutions. The start of the command and the pipes are measured too, so let a
    /// round take long: --seconds 2. Each thread (-j) runs the command on a share of the puzzles.
    #[arg(long, value_name = "COMMAND", hide_short_help = true, help_heading = "Search")]
    command: Vec<String>,

    /// Name of a program in tables and charts [default: its command]
    ///
    /// The first name is that of the first --command, and so on.
    #[arg(
        long,
        value_name = "NAME",
        hide_short_help = true,
        requires = "command",
        help_heading = "Search"
    )]
    command_name: Vec<String>,

    /// Engine or program that the others are compared with [default: the first]
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = "Search")]
    reference: Option<String>,

    /// Stop at N solutions; 0 finds all [default: 1,2]
    ///
    /// Several limits are separated by commas.
    #[arg(hide_default_value = true, long, value_name = "N", value_delimiter = ',', default_values_t = [1, 2], help_heading = "Search")]
    limit: Vec<u64>,

    /// Number of threads; 0 is one per core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, help_heading = "Run")]
    threads: usize,

    /// Number of rounds, after one to warm up
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u32).range(1..), help_heading = "Run")]
    rounds: u32,

    /// Seconds per engine, file and round, at most
    ///
    /// All engines get the first puzzles of the file: as many as the slowest engine solves in this time. Fast
    /// engines get them several times.
    #[arg(long, value_name = "S", default_value_t = 0.2, help_heading = "Run")]
    seconds: f64,

    /// Give up a puzzle after N nodes
    ///
    /// A node is an alternative that is tried.
    #[arg(long, value_name = "N", default_value_t = 10_000_000, help_heading = "Search")]
    max_nodes: u64,

    /// Leave out files with fewer than N puzzles
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = Bench::SMALLEST, help_heading = "Input")]
    smallest: usize,

    /// Count sweeps and events of the lanes too
    ///
    /// Prints, of the 32 lanes in a sweep, how many are busy (the others wait for service) and how many
    /// change (the others have no more candidates to remove); the sweeps of a lane per puzzle and per node,
    /// where a puzzle counts as a node; and the sweeps between events, with the number of lanes that branch,
    /// are solved, and backtrack at an event. Counting is not timed.
    #[arg(long, help_heading = "Output")]
    count_lanes: bool,

    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write the figures as JSON to FILE
    ///
    /// FILE also has machine, CPU flags, version, commit and date.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    export_json: Option<PathBuf>,

    /// Write the figures as CSV to FILE
    ///
    /// FILE also has machine, CPU flags, version, commit and date.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    export_csv: Option<PathBuf>,

    /// Write the figures to FILE as a Markdown table
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    export_markdown: Option<PathBuf>,

    /// Draw the figures of the last limit as a bar chart: .svg or .png
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    chart: Option<PathBuf>,
}

impl BenchArgs {
    pub(super) fn run(self) -> Result<u8> {
        let bar = bar();
        let stop = signals::stop_flag()?;
        let measured = Cell::new((0, 0));
        let start = Instant::now();
        let bench = Bench::new()
            .limits(&self.limit[..])
            .threads(self.threads)
            .rounds(self.rounds)
            .time(Duration::try_from_secs_f64(self.seconds).context("--seconds")?)
            .max_nodes(self.max_nodes)
            .smallest(self.smallest)
            .count_lanes(self.count_lanes)
            .stop(stop.clone())
            .on_measured(|done, all| {
                measured.set((done, all));
                bar.set_length(all as u64);
                bar.set_position(done as u64);
                // Unknown before the first round is done.
                let left = start.elapsed().mul_f64((all - done) as f64 / done as f64);
                bar.set_message(format!(", {:#} left", HumanDuration(left)));
            });
        let bench = self.engine.iter().fold(bench, |bench, &kind| bench.engine(kind));
        ensure!(
            self.command_name.len() <= self.command.len(),
            "there are more names (--command-name) than programs (--command)"
        );
        // A program without a name has that of its command.
        let names =
            self.command_name.iter().chain(self.command.iter().skip(self.command_name.len()));
        let programs = names.zip(&self.command);
        let bench =
            programs.fold(bench, |bench, (name, command)| bench.named_program(name, command));
        let to = |path: &Option<PathBuf>| path.as_deref().map(Output::from_arg);
        let mut bench = bench;
        if let Some(name) = &self.reference {
            bench = bench.reference(name);
        }
        if let Some(output) = to(&self.export_json) {
            bench = bench.json(output);
        }
        if let Some(output) = to(&self.export_csv) {
            bench = bench.csv(output);
        }
        if let Some(output) = to(&self.export_markdown) {
            bench = bench.markdown(output);
        }
        if let Some(output) = to(&self.chart) {
            bench = bench.chart(output);
        }
        let shown = Output::Stdout;
        let bench = if self.json { bench.json(shown) } else { bench.text(shown) };
        let bench = bench.observer(Notices);
        let report = bench.run(self.inputs()?);
        signals::job_ended();
        bar.finish_and_clear();
        let report = report?;
        for (set, puzzles) in &report.left_out {
            eprint_line(&format!("{set}: too few puzzles to measure ({puzzles}), left out"));
        }
        if report.is_interrupted {
            if !report.figures.is_empty() {
                let text = if self.json { report.to_json() } else { report.to_string() };
                Output::Stdout.write(text.as_bytes(), &Notices)?;
            }
            eprint_line(&match measured.get() {
                (0, _) => "interrupted".to_owned(),
                (done, all) => format!("interrupted after {done} of {all} rounds"),
            });
            return Ok(signals::exit_code());
        }
        if self.count_lanes && report.figures.iter().all(|figure| figure.lanes.is_none()) {
            eprint_line(
                "note: --count-lanes counts those of the engine 'lanes', which is not measured",
            );
        }
        let (outliers, rounds) = report.outliers();
        if outliers > 0 {
            eprint_line(&format!(
                "{outliers} of {rounds} rounds are outliers: other programs may have disturbed them"
            ));
        }
        Ok(exit::DONE)
    }

    /// Returns the files that were named, or those of the folder data/.
    fn inputs(&self) -> Result<Vec<Input>> {
        let mut files = self.files.clone();
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
}

/// Returns a bar that is shown on a terminal and nowhere else.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} rounds{msg}");
    progress::drawn(ProgressBar::new(0).with_style(style.expect("a valid template")))
}
