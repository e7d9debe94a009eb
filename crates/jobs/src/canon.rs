//! The canonical form of every grid.

use serde::Serialize;

use super::{
    JobOptions, JobSummary,
    grid_walk::{FieldsWorker, GridFields, GridRecord},
    runner::Runner,
};
use batchdoku_base::named;
use batchdoku_corpus::{
    canon::{canonical, pattern_canonical},
    transform::Transform,
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{AnswerShape, Answers, Column, ColumnKind, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkWorker, Error};

/// Canonicalises grids: the answer of each record is its canonical form.
///
/// ```
/// use batchdoku::jobs::{Canon, CanonForm};
/// # let folder = tempfile::tempdir()?;
/// # let [grids, forms] = ["grids.txt", "forms.txt"].map(|name| folder.path().join(name));
/// std::fs::write(&grids, format!("7{}\n", ".".repeat(80)))?;
/// let summary = Canon::new().form(CanonForm::Pattern).run(&grids, &forms)?;
/// assert_eq!(std::fs::read_to_string(forms)?.trim_end(), format!("{}1", ".".repeat(80)));
/// # assert_eq!(summary.counts.done, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Canon {
    options: JobOptions,
    transform: bool,
    form: CanonForm,
}

/// The question of a job.
#[derive(Serialize)]
struct CanonQuestion {
    form: &'static str,
    transform: bool,
}

/// The convention by which one grid of each class is the canonical form.
///
/// ```
/// use batchdoku::jobs::CanonForm;
/// assert_eq!("pattern".parse(), Ok(CanonForm::Pattern));
/// assert_eq!(CanonForm::Pattern.to_string(), "pattern");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CanonForm {
    /// The smallest number of all equivalents, row by row (*row-minlex*).
    #[default]
    Minlex,
    /// The smallest pattern of clues and, of the equivalents with that pattern, the smallest number
    /// (*patminlex*).
    Pattern,
}

named!(CanonForm { Minlex = "minlex", Pattern = "pattern" });

with_run! {
    /// Canonicalises the grids of the inputs.
    Canon: "canonicalised"
}

impl Canon {
    setters! {
        /// Adds the transform that leads to the canonical form.
        transform: bool;
        /// Sets the convention of the canonical form; [`CanonForm::Minlex`] by default.
        form: CanonForm;
    }

    fn start(&self, runner: Runner<'_>) -> Result<JobSummary, Error> {
        let runner = runner.identified_by(
            "canon",
            &CanonQuestion { form: self.form.name(), transform: self.transform },
        );
        let canonical = match self.form {
            CanonForm::Minlex => canonical,
            CanonForm::Pattern => pattern_canonical,
        };
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
