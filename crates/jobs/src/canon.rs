//! The canonical form of every grid.

use super::{
    Inputs, JobOptions, JobSummary, map::MapWorker, runner::Runner, search_options::with_options,
    summary::Words,
};
use batchdoku_corpus::canon::{canonical, pattern_canonical};
use batchdoku_format::NO_GRID;
use batchdoku_pipeline::{Error, Output};

/// Canonicalises grids: the answer of each record is its canonical form.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Canon<'a> {
    options: JobOptions<'a>,
    transform: bool,
    pattern_first: bool,
}

with_options!(Canon);

impl Canon<'_> {
    /// Adds the transform that leads to the canonical form.
    pub fn transform(self, transform: bool) -> Self {
        Self { transform, ..self }
    }

    /// Makes the canonical form the one with the smallest pattern of clues (*patminlex*), and of
    /// these the smallest; by default it is the smallest of all equivalents (*row-minlex*).
    pub fn pattern_first(self, pattern_first: bool) -> Self {
        Self { pattern_first, ..self }
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
        let runner =
            Runner::new(&self.options, inputs.into(), vec![output.into()], words)?.asked(&[
                ("the command", &"canon"),
                ("--transform", &self.transform),
                ("--form", &if self.pattern_first { "pattern" } else { "minlex" }),
            ]);
        let canonical = if self.pattern_first { pattern_canonical } else { canonical };
        if self.transform {
            runner.run(&["canonical", "transform"], || {
                MapWorker::new(&[NO_GRID, b"-"], |record, answers| {
                    let (form, transform) = canonical(record.grid);
                    answers.push(&form.to_text());
                    answers.push(transform.to_string().as_bytes());
                    Ok(())
                })
            })
        } else {
            runner.run(&["canonical"], || {
                MapWorker::new(&[NO_GRID], |record, answers| {
                    answers.push(&canonical(record.grid).0.to_text());
                    Ok(())
                })
            })
        }
    }
}
