//! Statistics of a corpus: every thread counts on its own, and the sum is taken at the end.

use std::{
    mem,
    sync::{Mutex, PoisonError},
};

use super::{
    Inputs, JobOptions, JobSummary, map::for_each_grid, runner::Runner,
    search_options::with_options, summary::Words,
};
use crate::{
    corpus::{explain::Explainer, rate::Rater, stats::CorpusStats},
    format::Records,
    pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, Error, Output},
};

/// Counts what is in a corpus.
///
/// ```
/// use batchdoku::jobs::Stats;
/// let (stats, summary) = Stats::new().run("data/examples.txt")?;
/// assert_eq!(stats.puzzles(), summary.counts.solved);
/// # Ok::<(), batchdoku::pipeline::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Stats<'a> {
    options: JobOptions<'a>,
    unrated: bool,
    er: bool,
}

with_options!(Stats);

impl Stats<'_> {
    /// Whether puzzles are rated, which takes most of the time. They are by default.
    pub fn rated(self, rated: bool) -> Self {
        Self { unrated: !rated, ..self }
    }

    /// Whether puzzles are counted by the rating of Sudoku Explainer too.
    pub fn er(self, er: bool) -> Self {
        Self { er, ..self }
    }

    /// Counts what is in the inputs.
    ///
    /// # Errors
    /// Whatever ended the job.
    pub fn run(&self, inputs: impl Into<Inputs>) -> Result<(CorpusStats, JobSummary), Error> {
        let total = Mutex::new(CorpusStats::new());
        let words = Words::puzzles("counted");
        let summary = Runner::new(&self.options, inputs.into(), vec![Output::Discard], words)?
            .run(&[], |_| {
                let rater = (!self.unrated).then(Rater::new);
                let records = Records::default();
                let explainer = self.er.then(Explainer::new);
                StatsWorker {
                    total: &total,
                    counted: CorpusStats::new(),
                    rater,
                    explainer,
                    records,
                }
            })?;
        Ok((total.into_inner().unwrap_or_else(PoisonError::into_inner), summary))
    }
}

/// Counts the puzzles of chunks, and adds them to the total when it is dropped.
struct StatsWorker<'a> {
    total: &'a Mutex<CorpusStats>,
    counted: CorpusStats,
    rater: Option<Rater>,
    explainer: Option<Explainer>,
    records: Records,
}

impl ChunkProcessor for StatsWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { counted, rater, explainer, records, .. } = self;
        for_each_grid(piece, records, &mut emit.report, |record, _| {
            if let Some(record) = record {
                let rating = rater.as_mut().map(|rater| rater.rate(record.grid));
                counted.add(record.grid, rating.as_ref());
                if let Some(explainer) = explainer {
                    counted.add_er(explainer.rate(record.grid));
                }
            }
            Ok(())
        });
        Ok(())
    }
}

impl Drop for StatsWorker<'_> {
    fn drop(&mut self) {
        let counted = mem::take(&mut self.counted);
        self.total.lock().unwrap_or_else(PoisonError::into_inner).merge(counted);
    }
}
