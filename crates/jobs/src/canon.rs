//! The canonical form of every grid.

use super::{JobOptions, JobSummary, grid_walk::map_grids, runner::Runner};
use batchdoku_corpus::canon::{canonical, pattern_canonical};
use batchdoku_format::{AnswerShape, Column, ColumnKind};
use batchdoku_pipeline::Error;

/// Canonicalises grids: the answer of each record is its canonical form.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Canon<'a> {
    options: JobOptions<'a>,
    transform: bool,
    pattern_first: bool,
}

with_run! {
    /// Canonicalises the grids of the inputs.
    Canon: "canonicalised"
}

impl Canon<'_> {
    setters! {
        /// Adds the transform that leads to the canonical form.
        transform: bool;
        /// Makes the canonical form the one with the smallest pattern of clues (*patminlex*), and of
        /// these the smallest; by default it is the smallest of all equivalents (*row-minlex*).
        pattern_first: bool;
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let runner = runner.asked(&[
            ("the command", &"canon"),
            ("--transform", &self.transform),
            ("--form", &if self.pattern_first { "pattern" } else { "minlex" }),
        ]);
        let canonical = if self.pattern_first { pattern_canonical } else { canonical };
        let transform = self.transform;
        let columns = [
            Column::named("canonical", ColumnKind::Grid),
            Column::named("transform", ColumnKind::Text),
        ];
        let columns = &columns[..if transform { 2 } else { 1 }];
        runner.process(&AnswerShape::one_row(columns), || {
            map_grids(columns.len(), |record, answers| {
                let (form, found) = canonical(record.grid);
                answers.push(&form.to_text());
                if transform {
                    answers.push(found.to_string().as_bytes());
                }
                Ok(())
            })
        })
    }
}
