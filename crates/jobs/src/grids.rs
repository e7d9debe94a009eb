//! Generating complete grids.

use std::ops::Range;

use super::{
    Inputs, JobOptions, JobSummary, generate::write_grid, runner::Runner,
    search_options::with_options, summary::Words,
};
use batchdoku_corpus::grids::GridSampler;
use batchdoku_format::Records;
use batchdoku_pipeline::{ChunkOutput, Error, Output, TaskProcessor};

/// Generates random complete grids, uniform over all that exist. Record `i` depends on the seed and
/// `i` alone.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Grids<'a> {
    options: JobOptions<'a>,
    seed: u64,
    records: Range<u64>,
}

with_options!(Grids);

impl Grids<'_> {
    /// The seed; 0 by default.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The records of the corpus that are generated, counted from 0.
    pub fn records(self, records: Range<u64>) -> Self {
        Self { records, ..self }
    }

    /// Generates the grids.
    ///
    /// # Errors
    /// If the output cannot be written. No output file is written then.
    pub fn run(&self, output: impl Into<Output>) -> Result<JobSummary, Error> {
        let sampler = GridSampler::new(self.seed);
        let words = Words { record: "grid", ..Words::puzzles("generated") };
        Runner::new(&self.options, Inputs::default(), vec![output.into()], words)?
            .asked(&[
                ("the command", &"grids"),
                ("--seed", &self.seed),
                ("the records (-n, --skip)", &self.records),
            ])
            .produce(self.records.clone(), &[], || GridWorker {
                sampler: &sampler,
                records: Records::default(),
            })
    }
}

struct GridWorker<'a> {
    sampler: &'a GridSampler,
    records: Records,
}

impl TaskProcessor<Range<u64>> for GridWorker<'_> {
    fn work(&mut self, task: &Range<u64>, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        for number in task.clone() {
            let grid = self.sampler.grid(number);
            write_grid(output.formatter, &self.records, &grid, &[], &mut output.out[0]);
        }
        output.formatter.flush(&self.records, &mut output.out[0]);
        let generated = task.end - task.start;
        output.report.counts.puzzles += generated;
        output.report.counts.solved += generated;
        Ok(())
    }
}
