//! Generating complete grids.

use std::ops::Range;

use super::{
    Inputs, JobOptions, JobSummary,
    generate::{NumberedGrids, WriteGrids},
    question::RecordsQuestion,
    runner::Runner,
    summary::SummaryWording,
};
use batchdoku_corpus::{grids::random_grid, random::Seed};
use batchdoku_engine::grid::Grid;
use batchdoku_format::AnswerShape;
use batchdoku_pipeline::{Error, Output};

/// Generates random complete grids, uniform over all that exist. Record `i` depends on the seed and
/// `i` alone.
///
/// ```
/// use batchdoku::{Grid, jobs::Grids};
/// # let folder = tempfile::tempdir()?;
/// # let [grids] = ["grids.txt"].map(|name| folder.path().join(name));
/// let _ = Grids::new().seed(1).records(0..2).run(&grids)?;
/// let text = std::fs::read_to_string(grids)?;
/// let first: Grid = text.lines().next().expect("two lines").parse()?;
/// assert_eq!(first.clues(), 81);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Grids {
    options: JobOptions,
    seed: u64,
    records: Range<u64>,
}

with_options!(Grids);

impl Grids {
    setters! {
        /// Sets the seed; 0 by default.
        seed: u64;
        /// Sets the records of the corpus that are generated, counted from 0.
        records: Range<u64>;
    }

    /// Generates the grids.
    ///
    /// # Errors
    /// If the output cannot be written. No output file is written then.
    pub fn run(&self, output: impl Into<Output>) -> Result<JobSummary, Error> {
        let seed = Seed::new(self.seed);
        let wording = SummaryWording { record: "grid", .."generated".into() };
        Runner::new(&self.options, Inputs::default(), vec![output.into()], wording)?
            .identified_by("grids", &RecordsQuestion::new(self.seed, &self.records))
            .generate(
                self.records.clone(),
                &AnswerShape::one_row(&[]),
                &WriteGrids(RandomGrids(seed)),
            )
    }
}

struct RandomGrids(Seed);

impl NumberedGrids for RandomGrids {
    fn grid(&self, number: u64) -> Grid {
        random_grid(&mut self.0.record(number))
    }
}
