//! The resources of a running job: threads, a stop flag, a progress counter.

use batchdoku_base::StopFlag;
use batchdoku_engine::batch::Threads;

use crate::{Error, Progress};

/// The resources of a running job.
#[derive(Clone, Copy, Debug)]
pub struct Control<'a> {
    /// The threads of the job.
    pub threads: &'a Threads,
    /// Ends the job early once it is set.
    pub stop: &'a StopFlag,
    /// Counts the work done, for an observer in another thread.
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
/// If the system cannot start a single thread.
pub fn start_threads(count: usize) -> Result<Threads, Error> {
    Threads::new(count).map_err(|source| Error::Threads { source })
}
