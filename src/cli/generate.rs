//! `batchdoku generate`.

use std::{fs, ops::RangeInclusive, path::PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use super::{
    args::{Numbers, Running, Search, names},
    session,
};
use batchdoku::{
    Grid,
    corpus::{
        generate::{FEWEST_CLUES, GenerateOptions, Generator, read_pattern},
        invalidate::Invalid,
        rate::{Difficulty, Rater},
        symmetry::Symmetry,
    },
    engine::Mrv,
    format::Format,
    grid::CellSet,
    jobs::PuzzleWorker,
};

/// Make random puzzles with exactly one solution
///
/// Record i depends only on the seed, the options and i: a corpus can be made in parts (--skip), by
/// any number of threads, on any machine.
///
/// Solutions are drawn uniformly from all grids; clues are then removed in random order. This
/// favours puzzles with few clues: minimal puzzles have 24.4 clues on average here, 26.6 over all
/// minimal puzzles.
#[derive(Args)]
#[command(after_help = "Examples:
  batchdoku generate -n 1000 --minimal --seed 1
  batchdoku generate -n 100000 --clues 30..36 --with-solution -o corpus.csv
  batchdoku generate -n 100 --difficulty extreme --symmetry rot180")]
pub(super) struct Generate {
    #[command(flatten)]
    numbers: Numbers,

    /// How many clues a puzzle may have: N, A..B (both included), A.. or ..B
    #[arg(long, value_name = "A..B", value_parser = clues)]
    clues: Option<RangeInclusive<u8>>,

    /// Only puzzles in which no clue can be dropped; the default where --clues is not given
    #[arg(long)]
    minimal: bool,

    /// Symmetry of the cells with clues
    #[arg(long, value_name = "KIND", default_value = "none", value_parser = names::<Symmetry>())]
    symmetry: Symmetry,

    /// A file of 81 cells, in one line or more, in which 1-9 x X * # mark the cells that may hold
    /// clues, and . 0 - _ those that may not
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,

    /// Generate only puzzles of these levels, separated by commas
    #[arg(long, value_name = "LEVEL", value_delimiter = ',', value_parser = names::<Difficulty>())]
    difficulty: Vec<Difficulty>,

    /// Invalid each puzzle, for testing: drop a clue so that it has multiple solutions, or change one
    /// so that it has none
    #[arg(long, value_name = "KIND", value_parser = names::<Invalid>(), conflicts_with = "with_solution")]
    invalid: Option<Invalid>,

    /// Print the solution beside each puzzle
    #[arg(long)]
    with_solution: bool,

    /// Grids to try for one puzzle before giving up
    #[arg(long, value_name = "N", default_value_t = GenerateOptions::default().max_tries)]
    max_tries: u32,

    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    running: Running,
}

impl Generate {
    pub(super) fn run(self) -> Result<u8> {
        let levels = &self.difficulty;
        let of_level = |puzzle: &Grid| {
            Rater::new().rate(puzzle).level().is_some_and(|of| levels.contains(&of))
        };
        let options = GenerateOptions {
            minimal: self.minimal || self.clues.is_none(),
            clues: self.clues.clone().unwrap_or(FEWEST_CLUES..=81),
            symmetry: self.symmetry,
            pattern: self.pattern.as_ref().map_or(Ok(CellSet::ALL), pattern)?,
            accept: (!levels.is_empty()).then_some(&of_level),
            max_tries: self.max_tries,
        };
        let engine = self.search.engine()?;
        let seed = self.numbers.seed;
        let generator = || Generator::new(options.clone(), seed, engine.build());
        generator()?;
        let range = self.numbers.range()?;
        let length = Some(range.end - range.start);
        let mut job = self.numbers.job();
        let columns: &[&str] = if self.with_solution { &["solution"] } else { &[] };
        if self.with_solution {
            job.write.format.get_or_insert(Format::Pair);
        }
        session::run_named(&self.running, &[], length, &engine.to_string(), |control, _| {
            let mut limits = self.search.limits(2);
            limits.stop = Some(control.stop);
            let worker = |writer| {
                let generator = generator().expect("the options have been checked");
                let worker = PuzzleWorker::new(generator, self.with_solution, limits, writer);
                match self.invalid {
                    Some(invalidate) => worker.spoiling(invalidate, seed, Box::new(Mrv::new())),
                    None => worker,
                }
            };
            job.produce(range, columns, control, worker)
        })
    }
}

/// A range of clues as it is typed.
fn clues(text: &str) -> Result<RangeInclusive<u8>> {
    let number = |text: &str, default| -> Result<u8> {
        let text = text.trim_start_matches('=');
        if text.is_empty() { Ok(default) } else { Ok(text.parse()?) }
    };
    match text.split_once("..") {
        Some((from, to)) => Ok(number(from, FEWEST_CLUES)?..=number(to, 81)?),
        None => {
            let exactly = text.parse()?;
            Ok(exactly..=exactly)
        }
    }
}

/// The marked cells of a file.
fn pattern(file: &PathBuf) -> Result<CellSet> {
    let text = fs::read(file).map_err(anyhow::Error::new).and_then(|text| Ok(read_pattern(&text)?));
    text.with_context(|| format!("cannot read '{}'", file.display()))
}
