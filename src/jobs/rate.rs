//! Rating every puzzle.

use super::{
    Inputs, JobOptions, JobSummary, map::MapWorker, runner::Runner, search_options::with_options,
    summary::Words,
};
use crate::{
    corpus::rate::{Rater, Rating},
    pipeline::{Error, Output},
};

/// Rates puzzles: the answer of each record is the four fields of its [`Rating`].
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Rate<'a> {
    options: JobOptions<'a>,
}

with_options!(Rate);

impl Rate<'_> {
    /// Rates the puzzles of the inputs.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let words = Words::puzzles("rated");
        Runner::new(&self.options, inputs.into(), vec![output.into()], words)?.run(
            &Rating::FIELDS,
            |writer| {
                let mut rater = Rater::new();
                MapWorker::new(
                    writer,
                    &[b"-" as &[u8]; Rating::FIELDS.len()],
                    move |record, answers| {
                        let rating = rater.rate(record.grid);
                        rating.fields().iter().for_each(|field| answers.push(field.as_bytes()));
                        Ok(())
                    },
                )
            },
        )
    }
}
