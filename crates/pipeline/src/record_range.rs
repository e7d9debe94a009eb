//! Tasks of records that are generated from their numbers.

use std::ops::Range;

use super::{
    ChunkOutput, Error,
    chunk_sizer::ChunkSizer,
    ordered::{Task, TaskPlace, TaskSource, TaskWorker},
};

/// The maximum number of records in a task.
const RECORDS: u64 = 4096;
/// The minimum number of records in a task of a job that can be resumed.
const FEWEST: u64 = 64;

/// Makes the records of a thread, one range of record numbers after the other.
pub trait RangeWorker {
    /// Makes the records `numbers`, and writes them.
    ///
    /// # Errors
    /// The reason why the job ends.
    fn work(&mut self, numbers: &Range<u64>, output: &mut ChunkOutput<'_, '_>)
    -> Result<(), Error>;
}

/// A job without inputs: the state that its workers share.
pub trait RangeJob: Sync {
    /// Creates the worker of a thread.
    fn worker(&self) -> Box<dyn RangeWorker + '_>;
}

impl TaskWorker<Range<u64>> for Box<dyn RangeWorker + '_> {
    fn work(
        &mut self,
        numbers: &Range<u64>,
        output: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error> {
        (**self).work(numbers, output)
    }
}

/// A range of record numbers, cut into tasks.
pub(super) struct RecordRange {
    rest: Range<u64>,
    /// The sizes of tasks, in a job that can be resumed.
    pace: Option<ChunkSizer>,
}

impl RecordRange {
    pub(super) fn new(numbers: Range<u64>, threads: usize, can_resume: bool) -> Self {
        let pace = can_resume.then(|| ChunkSizer::new(threads, FEWEST..=RECORDS));
        Self { rest: numbers, pace }
    }
}

impl TaskSource for RecordRange {
    type Task = Range<u64>;

    fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
        let Self { rest: Range { start, end }, .. } = *self;
        // The number of records is a power of two, because tasks start at multiples of their
        // length.
        let records = self.pace.as_mut().map_or(RECORDS, ChunkSizer::next);
        let end = end.min((start / records + 1).saturating_mul(records));
        if let Some(pace) = &mut self.pace {
            pace.taken += end - start;
        }
        self.rest.start = end;
        Ok(Some(start..end).filter(|task| !task.is_empty()))
    }
}

impl Task for Range<u64> {
    fn place(&self) -> TaskPlace {
        TaskPlace { end: Some(self.end), ..TaskPlace::default() }
    }

    fn length(&self) -> u64 {
        self.end - self.start
    }
}
