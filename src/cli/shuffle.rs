//! `batchdoku shuffle`.

use anyhow::Result;
use clap::Args;

use super::{
    args::{DOTS, Files, Running},
    session,
};
use batchdoku::{corpus::shuffle, jobs::EachWorker};

/// Print a random equivalent of each grid
///
/// Drawn uniformly from the 9! x 2 x 6^8 symmetries. What a record becomes depends on the seed and
/// on its place in the input alone.
#[derive(Args)]
#[command(after_help = "Example:
  batchdoku shuffle puzzles.txt --seed 1 -o augmented.txt")]
pub(super) struct Shuffle {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    running: Running,

    /// The seed; the same seed makes the same of the same input
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

impl Shuffle {
    pub(super) fn run(self) -> Result<u8> {
        let job = self.files.job();
        let shuffle = shuffle::Shuffler::new(self.seed);
        session::run(&self.running, &job, "shuffle", |control, on_diagnostic| {
            let worker = |writer| {
                EachWorker::new(writer, &[DOTS], |item, answers| {
                    let shuffled = shuffle.transform(item.number).apply(item.grid);
                    answers.push(&shuffled.to_text());
                    Ok(())
                })
            };
            job.run(&["shuffled"], control, worker, on_diagnostic)
        })
    }
}
