//! Jobs without input, whose records are generated from their numbers.

use std::{ops::Range, sync::Arc};

use super::{
    Control, Diagnostic, DiagnosticHandler, Error, Job, JobEnd,
    io::finish_all,
    job::Reports,
    ordered::run,
    task::{Task, TaskProcessor, TaskSource},
};
use crate::format::Writer;

/// The most records of a task.
const RECORDS: u64 = 4096;

/// A range of record numbers, cut into tasks.
struct Numbers(Range<u64>);

impl TaskSource for Numbers {
    type Task = Range<u64>;

    fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
        let start = self.0.start;
        let end = self.0.end.min((start / RECORDS + 1).saturating_mul(RECORDS));
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
    /// Generates the records `numbers` and writes them in order to the first output; the inputs are
    /// not used. The answers have the fields `columns`; diagnostics go to `on_diagnostic`, in order.
    ///
    /// # Errors
    /// Whatever ended the job. Then no file has the name of the output.
    pub(crate) fn produce<P: TaskProcessor<Range<u64>>>(
        &self,
        numbers: Range<u64>,
        columns: &[&str],
        control: &Control<'_>,
        make_processor: impl Fn(Arc<dyn Writer>) -> P + Sync,
        on_diagnostic: &mut DiagnosticHandler<'_>,
    ) -> Result<JobEnd, Error> {
        self.check()?;
        let mut output = self.open(&self.outputs[0])?;
        let mut reports = Reports::open(self, &[])?;
        let writer = self.writer(columns, &self.write)?;
        output.begin(&*writer, self.shard)?;
        let processor = || make_processor(Arc::clone(&writer));
        let mut on_diagnostic = |diagnostic: Diagnostic| {
            reports.add(&diagnostic)?;
            on_diagnostic(diagnostic)
        };
        let outputs = std::slice::from_mut(&mut output);
        // In messages, the lines are those of the whole output.
        let all = numbers.end.saturating_sub(numbers.start);
        let part = self.shard.range(all);
        let lines_before = part.start.into();
        let mut numbers = Numbers(numbers.start + part.start..numbers.start + part.end);
        let end = run(&mut numbers, outputs, control, processor, &mut on_diagnostic, lines_before)?;
        if !end.is_interrupted {
            output.end(&*writer, end.counts.puzzles, self.shard)?;
            let mut outputs = vec![output];
            outputs.extend(reports.end(&end.counts)?);
            finish_all(outputs, self.sync)?;
        }
        Ok(end)
    }
}
