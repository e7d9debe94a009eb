//! The size of tasks, for jobs that can be resumed and for jobs with slow records.

use std::{
    ops::RangeInclusive,
    time::{Duration, Instant},
};

/// The approximate time of a task.
const TASK: Duration = Duration::from_millis(400);

/// Sizes the tasks of a job. A resumed job repeats unfinished tasks, so a task has few records if records take long;
/// this also makes progress visible. Otherwise a task has many records, because the lanes of an engine run empty at the
/// end of each task. For example, if a thread does 1,000 records per second, 400 ms are 400 records, so a task has 256,
/// the next lower power of two.
pub(super) struct ChunkSizer {
    start: Option<Instant>,
    threads: u64,
    /// The minimum and maximum size of a task, in records or bytes.
    sizes: RangeInclusive<u64>,
    last: u64,
    /// The sum of the sizes of all tasks so far.
    pub(super) taken: u64,
}

impl ChunkSizer {
    /// Creates the sizer of a job that has not started. The minimum and maximum size must be powers of two.
    pub(super) fn new(threads: usize, sizes: RangeInclusive<u64>) -> Self {
        let start = None;
        let last = *sizes.start();
        Self { start, threads: threads as u64, sizes, last, taken: 0 }
    }

    /// Returns the size of the next task, a power of two.
    pub(super) fn next(&mut self) -> u64 {
        let done = self.taken.saturating_sub(self.threads * self.last);
        let start = *self.start.get_or_insert_with(Instant::now);
        let elapsed = start.elapsed().as_secs_f64() * self.threads as f64;
        let fitting = (done as f64 / elapsed * TASK.as_secs_f64()) as u64;
        let most = (*self.sizes.end()).min(2 * self.last);
        self.last = 1 << fitting.clamp(*self.sizes.start(), most).ilog2();
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tasks grow if they are quick, and stay small if no task is ever completed.
    #[test]
    fn slow_tasks_are_small() {
        let mut pace = ChunkSizer::new(2, 64..=4096);
        assert_eq!([pace.next(), pace.next()], [64, 64]);
        pace.taken += 1 << 40;
        assert_eq!([(); 7].map(|()| pace.next()), [128, 256, 512, 1024, 2048, 4096, 4096]);
        pace.taken = 20_000;
        pace.start = Instant::now().checked_sub(Duration::from_secs(100));
        assert_eq!(pace.next(), 64);
    }
}
