//! `batchdoku bench`.

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context, Result, bail};
use clap::Args;

use super::{args::names, exit};
use batchdoku::{
    engine::{EngineChoice, EngineKind},
    jobs::bench::{Build, Figure, Options, PuzzleSet, measure},
    pipeline::{Input, Output},
    simd::SimdLevel,
};

/// Measure the engines on files of puzzles
///
/// Prints puzzles/s, microseconds and nodes a puzzle, and how many puzzles fall without branching:
/// in memory, reading and writing of cells included, best of several rounds. All engines must find
/// the same number of solutions, or nothing is printed.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku bench                                 the files of data/, one thread
  batchdoku bench puzzles.txt --limit 2 -j 0      all cores, unique solutions proven
  batchdoku bench --engine lanes,mrv --json       figures for machines")]
pub(super) struct Bench {
    /// Files of puzzles; without any, those of the folder data/
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Engines to measure, separated by commas
    #[arg(long, value_delimiter = ',', value_parser = names::<EngineKind>(), default_values = ["lanes", "mrv", "dlx"])]
    engine: Vec<EngineKind>,

    /// Solutions at which a puzzle is done, separated by commas
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1, 2])]
    limit: Vec<u64>,

    /// Threads to work with; 0 is one for each core
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1)]
    threads: usize,

    /// How many rounds, the best of which counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: u32,

    /// How long an engine may work on a file in one round, in seconds; a slow one gets the first
    /// puzzles only
    #[arg(long, value_name = "S", default_value_t = 0.5)]
    seconds: f64,

    /// Give a puzzle up after so many nodes
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_nodes: u64,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Bench {
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
            let folder =
                folder.context("no FILE given, and no folder 'data' here to measure with")?;
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

/// A Markdown table of the figures.
fn table(figures: &[Figure]) -> String {
    let mut table = String::from(
        "| set | limit | engine | puzzles | puzzles/s | µs/puzzle | nodes/puzzle | % unbranched |\n\
         |---|--:|---|--:|--:|--:|--:|--:|\n",
    );
    for figure in figures {
        let Figure { set, limit, engine, puzzles, given_up, .. } = figure;
        let given_up =
            if *given_up > 0 { format!(" ({given_up} given up)") } else { String::new() };
        table += &format!(
            "| {set} | {limit} | {engine} | {puzzles}{given_up} | {:.0} | {:.3} | {:.3} | {:.1} |\n",
            figure.puzzles_per_second,
            figure.microseconds_per_puzzle,
            figure.nodes_per_puzzle,
            figure.percent_unbranched,
        );
    }
    table
}
