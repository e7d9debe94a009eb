//! The canonical form of every grid.

use serde::Serialize;

use super::{
    JobOptions, JobSummary,
    grid_walk::{FieldsWorker, GridFields, GridRecord},
    runner::Runner,
};
use batchdoku_corpus::{
    canon::{canonical, pattern_canonical},
    transform::Transform,
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{AnswerShape, Answers, Column, ColumnKind, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkWorker, Error};

/// Canonicalises grids: the answer of each record is its canonical form.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Canon<'a> {
    options: JobOptions<'a>,
    transform: bool,
    pattern_first: bool,
}

/// The question of a job.
#[derive(Serialize)]
struct CanonQuestion {
    form: &'static str,
    transform: bool,
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
        let runner = runner.asked(
            "canon",
            &CanonQuestion {
                form: if self.pattern_first { "pattern" } else { "minlex" },
                transform: self.transform,
            },
        );
        let canonical = if self.pattern_first { pattern_canonical } else { canonical };
        let columns = [
            Column::named("canonical", ColumnKind::Grid),
            Column::named("transform", ColumnKind::Text),
        ];
        let job = CanonJob { canonical, has_transform: self.transform };
        runner.run(&AnswerShape::one_row(&columns[..job.width()]), &job)
    }
}

/// Canonicalises the grids of chunks.
#[derive(Clone, Copy)]
struct CanonJob {
    canonical: fn(&Grid) -> (Grid, Transform),
    has_transform: bool,
}

impl CanonJob {
    /// Returns the number of fields of a row.
    fn width(self) -> usize {
        if self.has_transform { 2 } else { 1 }
    }
}

impl ChunkJob for CanonJob {
    fn worker(&self) -> Box<dyn ChunkWorker + '_> {
        Box::new(FieldsWorker::new(*self, self.width()))
    }
}

impl GridFields for CanonJob {
    fn add(
        &mut self,
        _: RecordRef<'_>,
        GridRecord { grid, .. }: GridRecord<'_>,
        answers: &mut Answers,
    ) -> Result<(), Error> {
        let (form, found) = (self.canonical)(grid);
        answers.push(&form.to_text());
        if self.has_transform {
            answers.push(found.to_string().as_bytes());
        }
        Ok(())
    }
}
