//! The threads of a batch or a job.

use std::{io, thread};

/// The maximum number of threads.
const MOST_THREADS: usize = 256;

/// A pool of threads.
#[derive(Debug)]
pub struct Threads(rayon::ThreadPool);

impl Threads {
    /// Starts `count` threads, at most 256; 0 means one per core. Starts fewer threads if the system refuses
    /// to start more.
    ///
    /// # Errors
    /// If the system refuses to start a single thread.
    pub fn new(count: usize) -> io::Result<Self> {
        let mut count = match count {
            0 => thread::available_parallelism().map_or(1, usize::from),
            count => count.min(MOST_THREADS),
        };
        loop {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(count);
            match builder.thread_name(|index| format!("worker {index}")).build() {
                Ok(pool) => return Ok(Self(pool)),
                Err(_) if count > 1 => count /= 2,
                Err(error) => return Err(io::Error::other(error.to_string())),
            }
        }
    }

    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs `work` on one of the threads. Parallel iterators within `work` use all of them.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }

    /// Runs `work` once on each thread, and waits for all threads.
    pub fn on_each(&self, work: impl Fn() + Sync) {
        self.0.broadcast(|_| work());
    }
}
