//! The canonical form of every grid.

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    grid_walk::{FieldsWorker, GridFields, GridRecord},
    runner::Runner,
};
use batchdoku_base::named;
#[cfg(feature = "clap")]
use batchdoku_base::names;
use batchdoku_corpus::{
    canon::{canonical, pattern_canonical},
    transform::Transform,
};
use batchdoku_engine::grid::Grid;
use batchdoku_format::{AnswerShape, Answers, Column, ColumnKind, RecordRef};
use batchdoku_pipeline::{ChunkJob, ChunkWorker, Error, Output};

/// Canonicalises grids: the answer of each record is its canonical form.
///
/// ```
/// use batchdoku::jobs::{Canon, CanonForm, Command};
/// # let folder = tempfile::tempdir()?;
/// # let [grids, forms] = ["grids.txt", "forms.txt"].map(|name| folder.path().join(name));
/// std::fs::write(&grids, format!("7{}\n", ".".repeat(80)))?;
/// let summary = Canon { form: CanonForm::Pattern, ..Canon::default() }.run(&grids, &forms)?;
/// assert_eq!(std::fs::read_to_string(forms)?.trim_end(), format!("{}1", ".".repeat(80)));
/// # assert_eq!(summary.counts.done, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "clap", command(next_help_heading = "Output"))]
pub struct Canon {
    /// How the command reads, writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// Convention: minlex or pattern
    ///
    /// minlex is the smallest number, as above (row-minlex). pattern (patminlex) has the smallest pattern of
    /// clues, with 1 for a clue and 0 for an empty cell, and of those forms the smallest number. The
    /// published list of 49,158 puzzles with 17 clues has 1,505 that are not in minlex form.
    #[cfg_attr(feature = "clap", arg(long, default_value = "minlex"))]
    #[cfg_attr(feature = "clap", arg(value_parser = names!(CanonForm)))]
    pub form: CanonForm,

    /// Also print the transform that gives the canonical form
    ///
    /// For example tr897645213c798645321d875263149: t if the grid is transposed first, then the rows that become rows 1 to
    /// 9, the columns that become columns 1 to 9, and the digits that replace digits 1 to 9.
    #[cfg_attr(feature = "clap", arg(long))]
    pub transform: bool,
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

impl Command for Canon {
    command!("canon");

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let canonical = match self.form {
            CanonForm::Minlex => canonical,
            CanonForm::Pattern => pattern_canonical,
        };
        let columns = [
            Column::named("canonical", ColumnKind::Grid),
            Column::named("transform", ColumnKind::Text),
        ];
        let job = CanonJob { canonical, has_transform: self.transform };
        let runner = Runner::new(self, inputs, vec![output], "canonicalised")?;
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
