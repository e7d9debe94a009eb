//! `batchdoku split`.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use clap::Args;

use super::{
    args::{Files, Running, Search, names},
    session,
};
use batchdoku::{
    jobs::{By, Draw, SplitWorker},
    pipeline::{Job, Output},
};

/// Split a corpus into training and test sets that share no class
///
/// Equivalent puzzles, and by default all puzzles whose solutions are equivalent, go to the same
/// set. Which one depends on the seed and the class alone. -o data.txt writes data.train.txt,
/// data.test.txt and, with --valid, data.valid.txt.
#[derive(Args)]
#[command(after_help = "Example:
  batchdoku split puzzles.txt --train 0.8 --valid 0.1 --seed 1 -o puzzles.txt")]
pub(super) struct Split {
    #[command(flatten)]
    files: Files,

    /// The share of the training set
    #[arg(long, value_name = "SHARE", default_value_t = 0.9)]
    train: f64,

    /// The share of a validation set, if there is to be one
    #[arg(long, value_name = "SHARE")]
    valid: Option<f64>,

    /// The seed; the same seed splits in the same way
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// What no two sets may share: the class of the solution, or just that of the puzzle
    #[arg(long, default_value = "solution", value_parser = names::<By>())]
    by: By,

    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    running: Running,
}

impl Split {
    pub(super) fn run(self) -> Result<u8> {
        let mut job = self.files.job();
        let [Output::Path(base)] = &job.outputs[..] else {
            bail!("the sets are files: name them with -o NAME");
        };
        let shares: Vec<_> = [Some(self.train), self.valid].into_iter().flatten().collect();
        let sets = ["train", "valid", "test"];
        let used = sets.into_iter().filter(|&set| set != "valid" || self.valid.is_some());
        let outputs = used.map(|set| Ok(Output::Path(part(base, set)?)));
        job = Job { outputs: outputs.collect::<Result<_>>()?, ..job };
        let draw = Draw::new(self.seed, &shares)?;
        let engine = self.search.engine()?;
        session::run(&self.running, &job, &engine.to_string(), |control, on_diagnostic| {
            let mut limits = self.search.limits(2);
            limits.stop = Some(control.stop);
            let worker = |writer| SplitWorker::new(self.by, &draw, engine.build(), limits, writer);
            job.run(&[], control, worker, on_diagnostic)
        })
    }
}

/// `folder/name.set.ext` for `folder/name.ext`.
fn part(base: &Path, set: &str) -> Result<PathBuf> {
    let Some(stem) = base.file_stem() else { bail!("'{}' names no file", base.display()) };
    let mut name = stem.to_owned();
    name.push(format!(".{set}"));
    if let Some(extension) = base.extension() {
        name.push(".");
        name.push(extension);
    }
    ensure!(!name.is_empty(), "'{}' names no file", base.display());
    Ok(base.with_file_name(name))
}
