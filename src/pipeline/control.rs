//! What a job runs with: threads, a stop flag, a progress counter.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Error, Progress};

/// The most threads that are started.
const MOST_THREADS: usize = 256;

/// What a job is run with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control<'a> {
    /// The threads that work on it.
    pub(crate) threads: &'a Threads,
    /// Ends the job early once it is true.
    pub(crate) stop: &'a AtomicBool,
    /// Counts what is done, for a watcher in another thread.
    pub(crate) progress: &'a Progress,
}

impl Control<'_> {
    /// Whether the job has been asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The threads of a job.
#[derive(Debug)]
pub struct Threads(rayon::ThreadPool);

impl Threads {
    /// Starts `count` threads, at most 256; 0 is one per core. Starts fewer if the system refuses
    /// some.
    ///
    /// # Errors
    /// If the system refuses even one thread.
    pub fn new(count: usize) -> Result<Self, Error> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut count = if count == 0 { cores } else { count.min(MOST_THREADS) };
        loop {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(count);
            match builder.thread_name(|index| format!("worker {index}")).build() {
                Ok(pool) => return Ok(Self(pool)),
                Err(_) if count > 1 => count /= 2,
                Err(error) => return Err(Error::Threads { source: error.to_string().into() }),
            }
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs `work` on one of them; parallel iterators in it use all.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }

    /// Runs `work` once on each of them, and waits for all.
    pub(super) fn on_each(&self, work: impl Fn() + Sync) {
        self.0.broadcast(|_| work());
    }
}
