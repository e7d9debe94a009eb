//! Making records out of nothing but their numbers: a job without input.

use std::{ops::Range, sync::Arc};

use super::{Control, Error, Job, JobCounts, Task, TaskProcessor, TaskSource, run};
use crate::format::Writer;

/// How many records a task has at the most.
const SHARE: u64 = 4096;

/// A range of record numbers, cut into tasks.
struct Numbers(Range<u64>);

impl TaskSource for Numbers {
    type Task = Range<u64>;

    fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
        let start = self.0.start;
        let end = self.0.end.min((start / SHARE + 1) * SHARE);
        self.0.start = end;
        Ok(Some(start..end).filter(|task| !task.is_empty()))
    }
}

impl Task for Range<u64> {
    fn length(&self) -> u64 {
        self.end - self.start
    }
}

impl Job {
    /// Makes the records `numbers` and writes them in order to the first output; the inputs are
    /// left alone. The answers have the fields `columns`.
    ///
    /// # Errors
    /// Whatever stopped the job. No file is then left under the name of the output.
    pub fn produce<W: TaskProcessor<Range<u64>>>(
        &self,
        numbers: Range<u64>,
        columns: &[&str],
        control: &Control<'_>,
        make_worker: impl Fn(Arc<dyn Writer>) -> W + Sync,
    ) -> Result<JobCounts, Error> {
        let mut sink = self.open(&self.outputs[0])?;
        let writer = self.writer(columns, &self.write)?;
        sink.begin(&*writer)?;
        let sinks = std::slice::from_mut(&mut sink);
        let worker = || make_worker(Arc::clone(&writer));
        let counts = run(&mut Numbers(numbers), sinks, control, worker, &mut |_| Ok(()))?;
        sink.complete(&*writer, counts.puzzles)?;
        Ok(counts)
    }
}
