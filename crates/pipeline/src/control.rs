//! The means of a job: threads, a stop flag, a progress counter.

use batchdoku_base::StopFlag;
use batchdoku_engine::batch::Threads;

use crate::{Error, Progress};

/// The means of a job.
#[derive(Clone, Copy, Debug)]
pub struct Control<'a> {
    /// The threads that work on it.
    pub threads: &'a Threads,
    /// Ends the job early once it is set.
    pub stop: &'a StopFlag,
    /// Counts what is done, for a watcher in another thread.
    pub progress: &'a Progress,
}

impl Control<'_> {
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_set()
    }
}

/// Starts the threads of a job: see [`Threads::new`].
///
/// # Errors
/// If the system refuses even one thread.
pub fn start_threads(count: usize) -> Result<Threads, Error> {
    Threads::new(count).map_err(|source| Error::Threads { source })
}
