//! A random equivalent of every grid.

use std::fmt::Debug;

use super::{
    Inputs, JobOptions, JobSummary, many::ManyWorker, map::MapWorker, runner::Runner,
    search_options::with_options, summary::Words,
};
use batchdoku_corpus::shuffle::Shuffler;
use batchdoku_format::NO_GRID;
use batchdoku_pipeline::{Error, Output};

/// Replaces each grid by a random equivalent, drawn uniformly from the 9! × 2 × 6⁸ symmetries. It
/// depends on the seed and on the position of the record in the input alone.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Shuffle<'a> {
    options: JobOptions<'a>,
    seed: u64,
    copies: usize,
}

with_options!(Shuffle);

impl Shuffle<'_> {
    /// The seed; 0 by default.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The number of different equivalents of each grid, one after the other; fewer where its class
    /// has fewer. 1 by default.
    pub fn copies(self, copies: usize) -> Self {
        Self { copies, ..self }
    }

    /// Shuffles the grids of the inputs.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let shuffler = Shuffler::new(self.seed);
        let words = Words::puzzles("shuffled");
        let asked: [(_, &dyn Debug); 3] =
            [("the command", &"shuffle"), ("--seed", &self.seed), ("--copies", &self.copies)];
        let runner =
            Runner::new(&self.options, inputs.into(), vec![output.into()], words)?.asked(&asked);
        if self.copies > 1 {
            return runner.run(&["shuffled"], || {
                ManyWorker::new(|record, each| {
                    let copies = shuffler.copies(record.number, record.grid, self.copies);
                    let _ = copies.iter().try_for_each(each);
                    Ok(())
                })
            });
        }
        runner.run(&["shuffled"], || {
            MapWorker::new(&[NO_GRID], |record, answers| {
                let shuffled = shuffler.transform(record.number).apply(record.grid);
                answers.push(&shuffled.to_text());
                Ok(())
            })
        })
    }
}
