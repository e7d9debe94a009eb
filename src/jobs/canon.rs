//! The canonical form of every grid.

use super::{
    Inputs, JobOptions, JobSummary, map::MapWorker, runner::Runner, search_options::with_options,
    summary::Words,
};
use crate::{
    corpus::canon::canonical,
    format::NO_GRID,
    pipeline::{Error, Output},
};

/// Canonicalises grids: the answer of each record is its canonical form.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Canon<'a> {
    options: JobOptions<'a>,
    transform: bool,
}

with_options!(Canon);

impl Canon<'_> {
    /// Whether the answer also has the transform that leads to the canonical form.
    pub fn transform(self, transform: bool) -> Self {
        Self { transform, ..self }
    }

    /// Canonicalises the grids of the inputs.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let words = Words::puzzles("canonicalised");
        let runner = Runner::new(&self.options, inputs.into(), vec![output.into()], words)?
            .asked(&[("the command", &"canon"), ("--transform", &self.transform)]);
        if self.transform {
            runner.run(&["canonical", "transform"], |writer| {
                MapWorker::new(writer, &[NO_GRID, b"-"], |record, answers| {
                    let (form, transform) = canonical(record.grid);
                    answers.push(&form.to_text());
                    answers.push(transform.to_string().as_bytes());
                    Ok(())
                })
            })
        } else {
            runner.run(&["canonical"], |writer| {
                MapWorker::new(writer, &[NO_GRID], |record, answers| {
                    answers.push(&record.grid.canonical_form().to_text());
                    Ok(())
                })
            })
        }
    }
}
