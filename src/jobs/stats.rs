//! Statistics on the pipeline: every thread counts for itself, and the sum is taken at the end.

use std::{
    mem,
    sync::{Mutex, PoisonError},
};

use super::for_each_grid;
use crate::corpus::{
    rate::{Rater, Rating},
    stats::CorpusStats,
};
use crate::format::Records;
use crate::pipeline::{ChunkOutput, ChunkProcessor, ChunkRef, Error};

/// The sum of what all workers of a job have counted.
#[derive(Debug, Default)]
pub struct Census(Mutex<CorpusStats>);

impl Census {
    /// The sum, once the workers are gone.
    pub fn into_stats(self) -> CorpusStats {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts the puzzles of chunks, rated if that is asked for.
pub struct CensusWorker<'a> {
    census: &'a Census,
    counted: CorpusStats,
    rater: Option<Rater>,
    records: Records,
}

impl<'a> CensusWorker<'a> {
    /// A worker that adds to `census` when it is dropped.
    pub fn new(census: &'a Census, rate: bool) -> Self {
        let rater = rate.then(Rater::new);
        Self { census, counted: CorpusStats::new(), rater, records: Records::default() }
    }
}

impl ChunkProcessor for CensusWorker<'_> {
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        let Self { counted, rater, records, .. } = self;
        for_each_grid(piece, records, &mut emit.report, |item| {
            if let Some(item) = item {
                let rating: Option<Rating> = rater.as_mut().map(|rater| rater.rate(item.grid));
                counted.add(item.grid, rating.as_ref());
            }
            Ok(())
        });
        Ok(())
    }
}

impl Drop for CensusWorker<'_> {
    fn drop(&mut self) {
        let counted = mem::take(&mut self.counted);
        self.census.0.lock().unwrap_or_else(PoisonError::into_inner).merge(counted);
    }
}
