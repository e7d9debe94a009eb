//! `batchdoku evolve`.

use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};
use clap::Args;

use super::{
    args::{InputArgs, OutputArgs, RunArgs, clues, described_names, given, rating},
    session,
};
use batchdoku::{
    corpus::evolve::Criterion,
    jobs::{self, JobOptions},
};

/// Search for rare puzzles: very hard, or with few or many clues
///
/// The search starts from the puzzles of the inputs or, without inputs, from generated puzzles. It keeps a
/// pool of the best puzzles and makes random neighbours of them: a few clues are removed and others added,
/// such that there is one solution and no clue can be removed. The output has N puzzles in canonical form:
/// the first that meet all of --min-er, --min-nodes and --clues; if none of these is given, the best of the
/// pool after all rounds. They are all different, and none is an input or, for an input that is not minimal,
/// the minimal puzzle within it that the search starts from.
///
/// A search that has found nothing in 100 rounds starts again, from other generated puzzles or in another
/// way from the inputs. Five puzzles with ER 10 (--min-er 10 -n 5) take minutes of CPU time; about 500
/// minimal puzzles with 30 clues are found in a second.
///
/// The output depends on the seed and the inputs, not on the number of threads. Ctrl-C ends the search and
/// writes the puzzles found so far. With --state, the same command continues the search later.
#[derive(Args)]
#[command(mut_arg("output", |arg| arg.long_help(
    "File to write [default: standard output]\n\nThe file gets its name once it is complete.")))]
#[command(mut_arg("to", |arg| arg.help("Format [default: by OUTPUT's name, or line]")))]
#[command(after_help = "Examples:
  batchdoku evolve --min-er 8 -n 5 --seed 1
  batchdoku evolve puzzles.txt --min-er 8 -n 5 --state my.state -o hard.txt
  batchdoku evolve --by clues --remove 1 --add 2 --clues 30 -n 10
  batchdoku evolve --by nodes --rounds 5 -n 10", mut_arg("inputs", |arg| arg
    .default_value(None::<&str>)
    .help("Files or puzzles to start from [default: generated]")
    .long_help("Files, folders or puzzles to start from; '-' is stdin [default: generated puzzles]")))]
pub(super) struct EvolveArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,

    /// Score: er, nodes, clues or few-clues
    ///
    /// Several scores are separated by commas; each decides where the scores before it are equal:
    /// 'er,few-clues'.
    #[arg(long, value_name = "SCORE", value_delimiter = ',', help_heading = "Corpus")]
    #[arg(default_value = "er", value_parser = described_names!(Criterion:
        "A higher rating of Sudoku Explainer",
        "More nodes",
        "More clues",
        "Fewer clues",
    ))]
    by: Vec<Criterion>,

    /// Most clues that are removed, up to 4
    ///
    /// A move removes and adds at least one clue. With --remove 1 --add 2, the number of clues stays or grows
    /// by one, with --remove 2 --add 1 it stays or shrinks by one, with --remove 2 --add 2 it stays.
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Corpus",
        value_parser = clap::value_parser!(u8).range(1..=4))]
    remove: u8,

    /// Most clues that are added, up to 3
    #[arg(long, hide_short_help = true, value_name = "M", default_value_t = 2, help_heading = "Corpus",
        value_parser = clap::value_parser!(u8).range(1..=3))]
    add: u8,

    /// Only puzzles with this ER or more
    #[arg(long, value_name = "ER", value_parser = rating, help_heading = "Corpus")]
    min_er: Option<f64>,

    /// Only puzzles that take N nodes or more
    #[arg(long, hide_short_help = true, value_name = "N", help_heading = "Corpus")]
    min_nodes: Option<u64>,

    /// Only puzzles with N clues, or A..B, A.. or ..B
    #[arg(long, value_name = "A..B", value_parser = clues, help_heading = "Corpus")]
    clues: Option<RangeInclusive<u8>>,

    /// Number of puzzles [default: 100]
    ///
    /// If none of --min-er, --min-nodes and --clues is given, N may be at most --pool.
    #[arg(short = 'n', long, value_name = "N", help_heading = "Corpus")]
    count: Option<usize>,

    /// Most puzzles in the pool
    #[arg(long, value_name = "N", default_value_t = 100, hide_short_help = true, help_heading = "Corpus",
        value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pool: usize,

    /// Most rounds [default: 100 if no condition is given]
    #[arg(long, hide_short_help = true, value_name = "N", help_heading = "Corpus")]
    rounds: Option<u64>,

    /// Random seed: equal seeds give equal puzzles
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Corpus")]
    seed: u64,

    /// Keep the state of the search in FILE, and continue the search that is there
    ///
    /// FILE is written every ten seconds and at the end. An interrupted search that is continued has the same
    /// output as an uninterrupted one. -n and --rounds may be larger than before.
    #[arg(long, hide_short_help = true, value_name = "FILE", help_heading = "Run")]
    state: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

impl EvolveArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { input, output, .. } = &self;
        ensure!(
            self.state.as_deref() != Some(Path::new("-")),
            "--state must be a file, because the next run reads it"
        );
        let mut job = jobs::Evolve::new()
            .removed(self.remove.into())
            .added(self.add.into())
            .pool(self.pool)
            .seed(self.seed)
            .by(self.by.iter().copied());
        job = given(job, self.count, jobs::Evolve::count);
        job = given(job, self.min_er, jobs::Evolve::min_er);
        job = given(job, self.min_nodes, jobs::Evolve::min_nodes);
        job = given(job, self.clues.clone(), jobs::Evolve::clues);
        job = given(job, self.rounds, jobs::Evolve::rounds);
        job = given(job, self.state.as_deref(), jobs::Evolve::state);
        let inputs = input.inputs();
        let options = JobOptions::new();
        let options = if inputs.is_empty() { options } else { input.apply(options) };
        let is_verbose = input.verbose && !inputs.is_empty();
        session::run_job(&self.run, is_verbose, output.apply(options), None, |options| {
            job.options(options).run(inputs, output.output())
        })
    }
}
