//! Jobs without input, whose records are generated from their numbers.

use std::{
    ops::Range,
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    Control, Diagnostic, DiagnosticHandler, Error, Job, JobEnd,
    course::{Course, WrittenHandler},
    job_files::{self, JobFiles},
    ordered::run,
    task::{Task, TaskProcessor, TaskSource},
};
use batchdoku_format::Writer;

/// The most records of a task.
const RECORDS: u64 = 4096;
/// The fewest of a task in a job that can go on.
const FEWEST: u64 = 64;
/// How long a task of such a job takes, roughly.
const TASK: Duration = Duration::from_millis(400);

/// A range of record numbers, cut into tasks.
struct Numbers {
    rest: Range<u64>,
    /// The records of the last task.
    records: u64,
    pace: Option<Pace>,
}

/// How many records are done in what time, in a job that can go on: it repeats what is unfinished, so
/// where records take long, tasks have few. Where they do not, tasks have many, because the lanes of an
/// engine run empty at the end of each.
struct Pace {
    first: u64,
    start: Instant,
    threads: u64,
}

impl Pace {
    /// The records of the next task, which starts at `next`; the last has `last`.
    fn records(&self, next: u64, last: u64) -> u64 {
        let done = (next - self.first).saturating_sub(self.threads * last);
        let elapsed = self.start.elapsed().as_secs_f64() * self.threads as f64;
        let fitting = (done as f64 / elapsed * TASK.as_secs_f64()) as u64;
        // A power of two, as tasks start at multiples of their length.
        1 << fitting.clamp(FEWEST, RECORDS.min(2 * last)).ilog2()
    }
}

impl TaskSource for Numbers {
    type Task = Range<u64>;

    fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
        let Self { rest: Range { start, end }, .. } = *self;
        if let Some(pace) = &self.pace {
            self.records = pace.records(start, self.records);
        }
        let records = self.records;
        let end = end.min((start / records + 1).saturating_mul(records));
        self.rest.start = end;
        Ok(Some(start..end).filter(|task| !task.is_empty()))
    }
}

impl Task for Range<u64> {
    fn end(&self) -> Option<u64> {
        Some(self.end)
    }

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
    pub fn produce<P: TaskProcessor<Range<u64>>>(
        &self,
        numbers: Range<u64>,
        columns: &[&str],
        control: &Control<'_>,
        make_processor: impl Fn(Arc<dyn Writer>) -> P + Sync,
        on_diagnostic: &mut DiagnosticHandler<'_>,
    ) -> Result<JobEnd, Error> {
        self.check()?;
        let mut files = JobFiles::open(self, &[])?;
        if let Some(end) = files.finish_completed()? {
            return Ok(end);
        }
        let writer = self.writer(columns, &self.write)?;
        files.begin(&*writer)?;
        let before = files.done_before();
        let JobFiles { outputs, reports, checkpoints, .. } = &mut files;
        let reports = &*reports;
        let processor = || make_processor(Arc::clone(&writer));
        let mut on_diagnostic = |diagnostic: Diagnostic| {
            job_files::lock(reports).add(&diagnostic)?;
            on_diagnostic(diagnostic)
        };
        // In messages, the lines are those of the whole output.
        let part = self.shard.range(numbers.end.saturating_sub(numbers.start));
        let (mut lines_before, counts, elapsed) = job_files::done(before);
        let mut rest = numbers.start + part.start..numbers.start + part.end;
        match before {
            None => lines_before = part.start.into(),
            Some((position, _)) => rest.start = position.offset.clamp(rest.start, rest.end),
        }
        control.progress.start_after(counts.puzzles, rest.start - numbers.start - part.start);
        let mut handler = checkpoints.as_mut().map(|checkpoints| checkpoints.handler(reports));
        let on_written = handler.as_mut().map(|handler| &mut **handler as &mut WrittenHandler<'_>);
        let course = Course { lines_before, counts, on_written };
        let threads = control.threads.count() as u64;
        let pace = self.resume.then(|| Pace { first: rest.start, start: Instant::now(), threads });
        let records = if self.resume { FEWEST } else { RECORDS };
        let mut numbers = Numbers { rest, records, pace };
        let on_diagnostic = &mut on_diagnostic;
        let mut end = run(&mut numbers, outputs, control, processor, on_diagnostic, course)?;
        end.before = elapsed;
        drop(handler);
        if !end.is_interrupted {
            files.end(&*writer, &end)?;
        }
        Ok(end)
    }
}
