//! `batchdoku bench`.

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context, Result, bail};
use clap::{Args, value_parser};

use super::{args::names, exit};
use batchdoku::{
    engine::{EngineChoice, EngineKind},
    jobs::bench::{Build, Figure, Options, PuzzleSet, measure},
    pipeline::{Input, Output},
    simd::SimdLevel,
};

/// Sets of fewer puzzles are too small to be measured.
const MEASURABLE: usize = 32;

/// Measure the engines on files of puzzles
///
/// Prints puzzles per second (best, median and slowest round), the speed relative to the first engine,
/// microseconds and nodes per puzzle, and the percentage of puzzles that are solved without guessing:
/// in memory, including parsing and formatting. If two engines find different numbers of solutions,
/// nothing is printed.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku bench                                 the files of data/, one thread
  batchdoku bench puzzles.txt --limit 2 -j 0      all cores, with proof
  batchdoku bench --engine lanes,mrv --json       figures for programs")]
pub(super) struct BenchArgs {
    /// Files of puzzles [default: those of the folder data/]
    ///
    /// By default, files of fewer than 32 puzzles are left out.
    #[arg(value_name = "FILE", help_heading = "Input")]
    files: Vec<PathBuf>,

    /// Engines [default: lanes,mrv,dlx]
    #[arg(hide_default_value = true, long, value_delimiter = ',', value_parser = names::<EngineKind>(), default_values = ["lanes", "mrv", "dlx"], help_heading = "Search")]
    engine: Vec<EngineKind>,

    /// Stop at N solutions of a puzzle [default: 1,2]
    ///
    /// Several limits are separated by commas.
    #[arg(hide_default_value = true, long, value_name = "N", value_delimiter = ',', default_values_t = [1, 2], help_heading = "Search")]
    limit: Vec<u64>,

    /// Number of threads; 0 is one per core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, help_heading = "Run")]
    threads: usize,

    /// Number of rounds, after one to warm up
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(1..), help_heading = "Run")]
    rounds: u32,

    /// Seconds per engine, file and round
    ///
    /// A slow engine gets only the first puzzles.
    #[arg(long, value_name = "S", default_value_t = 0.5, help_heading = "Run")]
    seconds: f64,

    /// Give a puzzle up after N nodes
    ///
    /// A node is an alternative that is tried.
    #[arg(long, value_name = "N", default_value_t = 10_000_000, help_heading = "Search")]
    max_nodes: u64,

    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

impl BenchArgs {
    pub(super) fn run(self) -> Result<u8> {
        let sets = self.sets()?;
        let engines: Vec<(String, Box<Build<'_>>)> = self
            .engine
            .iter()
            .flat_map(|&kind| choices(kind))
            .map(|choice| -> (String, Box<Build<'_>>) {
                (choice.to_string(), Box::new(move || choice.build()))
            })
            .collect();
        let options = Options {
            engines: &engines,
            limits: &self.limit,
            round: Duration::try_from_secs_f64(self.seconds).context("--seconds")?,
            rounds: self.rounds,
            nodes: self.max_nodes,
            threads: self.threads,
        };
        let figures = measure(&sets, &options)?;
        let text = if self.json {
            serde_json::to_string_pretty(&figures)? + "\n"
        } else {
            table(&figures)
        };
        Output::Stdout.write(text.as_bytes())?;
        Ok(exit::DONE)
    }

    fn sets(&self) -> Result<Vec<PuzzleSet>> {
        let mut files = self.files.clone();
        if files.is_empty() {
            let folder = fs::read_dir("data");
            let folder = folder.context("there is no FILE and no folder 'data'")?;
            files = folder.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
            files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
            files.sort();
        }
        let mut sets = Vec::new();
        for file in &files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            let name = name.split('.').next().unwrap_or_default();
            sets.push(PuzzleSet::new(name, Input::from_arg(file))?);
        }
        if self.files.is_empty() {
            sets.retain(|set| set.len() >= MEASURABLE);
        }
        if sets.iter().all(PuzzleSet::is_empty) {
            bail!("there are no puzzles to measure with");
        }
        Ok(sets)
    }
}

/// An engine at every level that this CPU supports; just once if it uses no vectors.
fn choices(kind: EngineKind) -> Vec<EngineChoice> {
    let levels = SimdLevel::available();
    let mut choices: Vec<_> = levels.map(|level| EngineChoice { kind, level }).collect();
    choices.dedup_by_key(|choice| choice.to_string());
    choices
}

/// A Markdown table of the figures, whose columns are aligned.
fn table(figures: &[Figure]) -> String {
    const HEADER: [&str; 11] = [
        "set",
        "limit",
        "engine",
        "puzzles",
        "puzzles/s",
        "median",
        "slowest",
        "relative",
        "µs/puzzle",
        "nodes/puzzle",
        "% without guessing",
    ];
    let mut rows = vec![HEADER.map(String::from)];
    for figure in figures {
        let given_up = match figure.given_up {
            0 => String::new(),
            count => format!(" ({count} given up)"),
        };
        rows.push([
            figure.set.clone(),
            figure.limit.to_string(),
            figure.engine.clone(),
            format!("{}{given_up}", figure.puzzles),
            format!("{:.0}", figure.puzzles_per_second),
            format!("{:.0}", figure.median_puzzles_per_second),
            format!("{:.0}", figure.slowest_puzzles_per_second),
            format!("{:.3}", figure.relative),
            format!("{:.3}", figure.microseconds_per_puzzle),
            format!("{:.3}", figure.nodes_per_puzzle),
            format!("{:.1}", figure.percent_without_guessing),
        ]);
    }
    let is_text = |column: usize| column == 0 || column == 2;
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<_> = (0..HEADER.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut table = String::new();
    for (number, row) in rows.iter().enumerate() {
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            table += &if is_text(column) {
                format!("| {cell:<width$} ")
            } else {
                format!("| {cell:>width$} ")
            };
        }
        table += "|\n";
        if number == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let end = if is_text(column) { '-' } else { ':' };
                table += &format!("|{}{end}", "-".repeat(width + 1));
            }
            table += "|\n";
        }
    }
    table
}
