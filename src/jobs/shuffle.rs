//! A random equivalent of every grid.

use super::{
    Inputs, JobOptions, JobSummary, map::MapWorker, runner::Runner, search_options::with_options,
    summary::Words,
};
use crate::{
    corpus::shuffle::Shuffler,
    format::NO_GRID,
    pipeline::{Error, Output},
};

/// Replaces each grid by a random equivalent, drawn uniformly from the 9! × 2 × 6⁸ symmetries. It
/// depends on the seed and on the position of the record in the input alone.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Shuffle<'a> {
    options: JobOptions<'a>,
    seed: u64,
}

with_options!(Shuffle);

impl Shuffle<'_> {
    /// The seed; 0 by default.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
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
        Runner::new(&self.options, inputs.into(), vec![output.into()], words)?.run(
            &["shuffled"],
            |writer| {
                MapWorker::new(writer, &[NO_GRID], |record, answers| {
                    let shuffled = shuffler.transform(record.number).apply(record.grid);
                    answers.push(&shuffled.to_text());
                    Ok(())
                })
            },
        )
    }
}
