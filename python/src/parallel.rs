//! Chunks of rows on a pool of threads, while the calling thread watches for signals.
//!
//! The interpreter is released meanwhile. Ctrl-C (any handler of a signal that raises) stops the
//! workers within a fraction of a second.
//!
//! A pool belongs to the process that made it: its threads do not exist in a fork. The table of
//! pools is used only while attached to the interpreter, and `os.fork` runs attached too, so no
//! fork finds it locked.

use std::{
    collections::HashMap,
    mem, process,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, ThreadId},
    time::Duration,
};

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// How often the calling thread looks for signals.
const LOOK: Duration = Duration::from_millis(20);

/// The most threads that are started.
const MOST_THREADS: usize = 256;

/// The pools of a process by their number of threads.
struct Pools {
    process: u32,
    by_threads: HashMap<usize, Arc<ThreadPool>>,
}

static POOLS: Mutex<Option<Pools>> = Mutex::new(None);

/// The threads that a call may use, and who made it.
#[derive(Clone)]
pub(crate) struct Threads {
    pool: Arc<ThreadPool>,
    process: u32,
    caller: ThreadId,
}

impl Threads {
    /// A pool of `threads`, or one a core if 0.
    pub(crate) fn new(_attached: Python<'_>, threads: usize) -> PyResult<Self> {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads.min(MOST_THREADS),
        };
        let process = process::id();
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(of_parent) = pools.take_if(|pools| pools.process != process) {
            // Its threads are not there to be joined.
            mem::forget(of_parent);
        }
        let pools = pools.get_or_insert_with(|| Pools { process, by_threads: HashMap::new() });
        let pool = match pools.by_threads.get(&threads) {
            Some(pool) => Arc::clone(pool),
            None => {
                let builder = ThreadPoolBuilder::new().num_threads(threads);
                let named = builder.thread_name(|i| format!("batchdoku-{i}"));
                let failed = |error| PyRuntimeError::new_err(format!("no threads: {error}"));
                let pool = Arc::new(named.build().map_err(failed)?);
                pools.by_threads.insert(threads, Arc::clone(&pool));
                pool
            }
        };
        Ok(Self { pool, process, caller: thread::current().id() })
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Rows of a chunk, where there are `rows` in all: enough to fill the vectors, and enough
    /// chunks for all threads. A multiple of 64, so that bits of different chunks share no byte.
    pub(crate) fn chunk(&self, rows: usize) -> usize {
        (rows / (4 * self.count())).clamp(512, 8192).next_multiple_of(64)
    }

    /// Hands `count` parts out to workers, each with a state of its own, until all are done or
    /// `stop` is true. A part that fails ends the run.
    ///
    /// # Errors
    /// What the handler of a signal raised, or the error of a part.
    pub(crate) fn run<P: Send, S>(
        &self,
        count: usize,
        parts: impl Iterator<Item = P> + Send,
        stop: &AtomicBool,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, P) -> PyResult<()> + Sync,
    ) -> PyResult<()> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err(
                "a stream cannot be read in a fork of its process",
            ));
        }
        let workers = self.count().min(count);
        let (parts, running, changed) = (Mutex::new(parts), Mutex::new(workers), Condvar::new());
        let failure = Mutex::new(None);
        let fail = |error| {
            stop.store(true, Ordering::Relaxed);
            lock(&failure).get_or_insert(error);
        };
        self.pool.in_place_scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|_| {
                    let _leaving = Leaving(&running, &changed);
                    let mut own = None;
                    while !stop.load(Ordering::Relaxed)
                        && let Some(part) = { lock(&parts).next() }
                    {
                        let own = own.get_or_insert_with(&state);
                        work(own, part).unwrap_or_else(fail);
                    }
                });
            }
            let mut left = lock(&running);
            while *left > 0 {
                left = changed.wait_timeout(left, LOOK).unwrap_or_else(PoisonError::into_inner).0;
                // Only a thread that came from the interpreter may wait for it: another may be
                // waited for by one that is attached.
                if *left > 0 && thread::current().id() == self.caller {
                    drop(left);
                    Python::try_attach(|py| py.check_signals())
                        .unwrap_or(Ok(()))
                        .unwrap_or_else(fail);
                    left = lock(&running);
                }
            }
        });
        let failure = lock(&failure).take();
        failure.map_or(Ok(()), Err)
    }
}

/// Counts a worker out, even if it panics.
struct Leaving<'a>(&'a Mutex<usize>, &'a Condvar);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        *lock(self.0) -= 1;
        self.1.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
