//! `batchdoku split`.

use anyhow::{Context, Result};
use clap::Args;

use super::args::{FileArgs, JobArgs, SearchArgs, SolutionsArgs, described_names, given};
use batchdoku::jobs::{self, SplitBy, Strata};

/// Split a corpus into training and test sets that share no class
///
/// Equivalent puzzles, and by default all puzzles whose solutions are equivalent, go to the same set.
/// The set depends only on the seed and the class, so the shares are approximate unless --exact. -o data.txt writes
/// data.train.txt, data.test.txt and, with --valid, data.valid.txt.
#[derive(Args)]
#[command(mut_arg("output", |arg| arg
    .value_name("NAME")
    .help("Name of the sets: data.txt makes data.train.txt, ...")
    .long_help("Name of the sets\n\n'-o data.txt' writes data.train.txt, data.test.txt and, with --valid, \
        data.valid.txt. The files get their names once all are complete.")))]
#[command(mut_arg("to", |arg| arg.help("Format [default: by NAME, or as the input]")))]
#[command(after_help = "Examples:
  batchdoku split puzzles.txt --stratify level --train 40 --valid 10 -o puzzles.txt")]
pub(super) struct SplitArgs {
    #[command(flatten)]
    files: FileArgs,

    /// Share of the training set
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, help_heading = "Split")]
    train: f64,

    /// Share of the validation set [default: no such set]
    #[arg(long, value_name = "SHARE", help_heading = "Split")]
    valid: Option<f64>,

    /// Exactly these shares; numbers from 1 on are numbers of records
    ///
    /// A class is never divided: if no classes add up to the size of a set, the set has the nearest size. The
    /// inputs are read twice, and each record takes 16 bytes of memory.
    #[arg(long, hide_short_help = true, help_heading = "Split")]
    exact: bool,

    /// Shares that are exact in each stratum: level, er, clues, or a COLUMN
    ///
    /// 'er' is the rating of Sudoku Explainer without its fraction; any other name is that of a column. A class whose
    /// records are of several strata counts as of the one that most of them have. Implies --exact.
    #[arg(long, hide_short_help = true, value_name = "BY", help_heading = "Split")]
    stratify: Option<Strata>,

    /// Random seed: equal seeds give equal sets
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Split")]
    seed: u64,

    /// Class that no two sets share
    ///
    /// Puzzles with the same class of the solution can have different classes themselves.
    #[arg(long, hide_short_help = true, default_value = "solution", help_heading = "Split")]
    #[arg(value_parser = described_names!(SplitBy:
        "The class of the solution, and with it that of the puzzle",
        "The class of the puzzle",
    ))]
    by: SplitBy,

    #[command(flatten)]
    solutions: SolutionsArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    job: JobArgs,
}

impl SplitArgs {
    pub(super) fn run(self) -> Result<u8> {
        let Self { files, search, .. } = &self;
        let base = files.output.output.as_ref().context(
            "split needs the name of the sets: -o data.txt writes data.train.txt and data.test.txt",
        )?;
        let job =
            jobs::Split::new().train(self.train).seed(self.seed).by(self.by).exact(self.exact);
        let job = given(job, self.valid, jobs::Split::valid);
        let job = given(job, self.stratify.clone(), jobs::Split::stratify);
        let job = given(job, self.solutions.input(files), jobs::Split::solutions);
        let job = job.engine(search.engine.choice()?).max_nodes(search.max_nodes);
        files.run_job(&self.job, |options, inputs, _| job.options(options).run(inputs, base))
    }
}
