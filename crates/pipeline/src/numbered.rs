//! Records that are generated from their numbers, as tasks.

use std::{
    ops::Range,
    time::{Duration, Instant},
};

use super::{
    Error,
    ordered::{Task, TaskSource},
};

/// The most records of a task.
const RECORDS: u64 = 4096;
/// The fewest of a task in a job that can go on.
const FEWEST: u64 = 64;
/// The time of a task in such a job, roughly.
const TASK: Duration = Duration::from_millis(400);

/// A range of record numbers, cut into tasks.
pub(super) struct Numbers {
    rest: Range<u64>,
    /// The records of the last task.
    records: u64,
    pace: Option<Pace>,
}

/// The speed of a job that can go on: it repeats what is unfinished, so
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

impl Numbers {
    /// The tasks of all `numbers`, for so many threads.
    pub(super) fn new(numbers: Range<u64>, threads: usize, can_resume: bool) -> Self {
        let (first, start, threads) = (numbers.start, Instant::now(), threads as u64);
        let pace = can_resume.then_some(Pace { first, start, threads });
        let records = if can_resume { FEWEST } else { RECORDS };
        Self { rest: numbers, records, pace }
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
