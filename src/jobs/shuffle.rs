//! A random equivalent of every grid.

use std::{fmt::Debug, sync::Arc};

use super::{
    Inputs, JobOptions, JobSummary,
    map::{MapWorker, for_each_grid},
    runner::Runner,
    search_options::with_options,
    summary::Words,
};
use crate::{
    corpus::shuffle::Shuffler,
    format::{NO_GRID, Records, Writer},
    pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, Error, Output},
};

/// Replaces each grid by a random equivalent, drawn uniformly from the 9! × 2 × 6⁸ symmetries. It
/// depends on the seed and on the position of the record in the input alone.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Shuffle<'a> {
    options: JobOptions<'a>,
    seed: u64,
    copies: usize,
}

with_options!(Shuffle);

impl Shuffle<'_> {
    /// The seed; 0 by default.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The number of different equivalents of each grid, one after the other; fewer where its class
    /// has fewer. 1 by default.
    pub fn copies(self, copies: usize) -> Self {
        Self { copies, ..self }
    }

    /// Shuffles the grids of the inputs.
    ///
    /// # Errors
    /// Whatever ended the job. No output file is written then.
    pub fn run(
        &self,
        inputs: impl Into<Inputs>,
        output: impl Into<Output>,
    ) -> Result<JobSummary, Error> {
        let shuffler = Shuffler::new(self.seed);
        let words = Words::puzzles("shuffled");
        let asked: [(_, &dyn Debug); 3] =
            [("the command", &"shuffle"), ("--seed", &self.seed), ("--copies", &self.copies)];
        let runner =
            Runner::new(&self.options, inputs.into(), vec![output.into()], words)?.asked(&asked);
        if self.copies > 1 {
            return runner.run(&["shuffled"], |writer| CopyWorker {
                shuffler: &shuffler,
                copies: self.copies,
                writer,
                records: Records::default(),
            });
        }
        runner.run(&["shuffled"], |writer| {
            MapWorker::new(writer, &[NO_GRID], |record, answers| {
                let shuffled = shuffler.transform(record.number).apply(record.grid);
                answers.push(&shuffled.to_text());
                Ok(())
            })
        })
    }
}

/// Writes several equivalents of each grid.
struct CopyWorker<'a> {
    shuffler: &'a Shuffler,
    copies: usize,
    writer: Arc<dyn Writer>,
    records: Records,
}

impl ChunkProcessor for CopyWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { shuffler, copies, writer, records } = self;
        let ChunkOutput { report, out, .. } = emit;
        for_each_grid(piece, records, report, |item, record| {
            let Some(item) = item else {
                writer.row(record, &[NO_GRID], &mut out[0]);
                return Ok(());
            };
            for copy in shuffler.copies(item.number, item.grid, *copies) {
                writer.row(record, &[&copy.to_text()], &mut out[0]);
            }
            Ok(())
        });
        Ok(())
    }
}
