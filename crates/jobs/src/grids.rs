//! Generating complete grids.

use serde::{Deserialize, Serialize};

use super::{
    Inputs, JobOptions, JobSummary,
    command::{Command, command},
    generate::{NumberedGrids, WriteGrids},
    options::RecordOptions,
    runner::Runner,
    summary::SummaryWording,
};
use batchdoku_corpus::{grids::random_grid, random::Seed};
use batchdoku_engine::grid::Grid;
use batchdoku_format::AnswerShape;
use batchdoku_pipeline::{Error, Output};

/// Generates random complete grids, drawn uniformly from all of them. Record `i` depends only on
/// the seed and `i`.
///
/// ```
/// use batchdoku::{Grid, jobs::{Command, Grids, RecordOptions}};
/// # let folder = tempfile::tempdir()?;
/// # let [grids] = ["grids.txt"].map(|name| folder.path().join(name));
/// let records = RecordOptions { count: 2, seed: 1, skip: 0 };
/// let _ = Grids { records, ..Grids::default() }.run((), &grids)?;
/// let text = std::fs::read_to_string(grids)?;
/// let first: Grid = text.lines().next().expect("two lines").parse()?;
/// assert_eq!(first.clues(), 81);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Grids {
    /// How the command writes and runs.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub options: JobOptions,

    /// The records.
    #[serde(flatten)]
    #[cfg_attr(feature = "clap", command(flatten))]
    pub records: RecordOptions,
}

impl Command for Grids {
    command!("grids");

    fn check(&self) -> Result<(), Error> {
        self.records.range().map(|_| ())
    }

    fn start(&self, inputs: Inputs, output: Output) -> Result<JobSummary, Error> {
        let seed = Seed::new(self.records.seed);
        let wording = SummaryWording { record: "grid", .."generated".into() };
        let runner = Runner::new(self, inputs, vec![output], wording)?;
        let shape = AnswerShape::one_row(&[]);
        runner.generate(self.records.range()?, &shape, &WriteGrids(RandomGrids(seed)))
    }
}

struct RandomGrids(Seed);

impl NumberedGrids for RandomGrids {
    fn grid(&self, number: u64) -> Grid {
        random_grid(&mut self.0.record(number))
    }
}
