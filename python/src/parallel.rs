//! Runs the parts of a call on separate threads, while the calling thread watches for signals.
//!
//! The interpreter is released meanwhile. Ctrl-C (or any signal whose handler raises) stops the workers within a
//! fraction of a second. Threads end with their call, so a process may fork at any time. Work that takes less time than
//! starting threads is done first, on the calling thread: see [`Caller`]. The calling thread also makes the objects,
//! with a pause from time to time: see [`Turn`].
//!
//! This is not the executor of jobs, which writes results in order and bounds the number that wait: here each part has its
//! own place in memory. Nor is it the pool of batches, because handing work to a pool blocks the calling thread.

use std::{
    cell::Cell,
    num::NonZeroUsize,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use batchdoku::StopFlag;
use pyo3::{
    exceptions::{PyOverflowError, PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
    sync::PyOnceLock,
    types::PyList,
};

/// The time between two checks of the calling thread for signals.
pub(crate) const SIGNAL_PERIOD: Duration = Duration::from_millis(20);

/// The maximum number of threads of a call.
const MOST_THREADS: usize = 256;

/// The maximum number of rows of a call that the calling thread begins itself.
const FEW_ROWS: usize = 2048;

/// The work after which the calling thread leaves the rest to threads, in nodes of a search: about half a millisecond.
/// The first thread costs 150 µs, with the memory of its engine; and if another Python thread runs, this thread waits 5
/// ms before it asks for the interpreter. Work is counted instead of timed, because times depend on other work of the
/// machine: whether a call starts threads should depend only on its rows.
const CALLER_WORK: u64 = 1024;

/// The time after which a thread that makes objects pauses. A thread that waits for the interpreter asks for it after 5
/// ms, so a shorter time would not let it work sooner.
pub(crate) const TURN: Duration = Duration::from_millis(5);

/// The number of objects between two looks at the clock: the smallest objects take 20 ns each, and so does the clock.
const OBJECTS: u32 = 64;

/// The time since the calling thread, which holds the interpreter to make objects, last let others have it.
pub(crate) struct Turn {
    start: Option<Instant>,
    objects: u32,
}

impl Turn {
    pub(crate) fn new() -> Self {
        Self { start: None, objects: 0 }
    }

    /// Returns whether the turn is over. The first call starts the turn.
    pub(crate) fn is_over(&mut self) -> bool {
        self.start.get_or_insert_with(Instant::now).elapsed() > TURN
    }

    /// Pauses if the turn is over: looks for signals, and lets a thread that waits for the interpreter have it. Call
    /// this for each object.
    ///
    /// # Errors
    /// The exception that the handler of a signal raised.
    pub(crate) fn pause(&mut self, py: Python<'_>) -> PyResult<()> {
        self.objects += 1;
        if self.objects.is_multiple_of(OBJECTS) && self.is_over() {
            py.check_signals()?;
            py.detach(|| ());
            *self = Self::new();
        }
        Ok(())
    }
}

/// Switches off the collector of cycles until this is dropped.
///
/// While many objects are made, the collector visits all of them again and again, for longer each time: half of the
/// time of making a thousand dictionaries, and more than 100 ms at a stretch for some ten thousand. The new objects are
/// not garbage, so this would be useless.
pub(crate) struct WithoutCollector<'py> {
    py: Python<'py>,
    was_enabled: bool,
}

/// The functions of the module `gc`. They are looked up once, because importing the module again makes objects, and the
/// first of these would start the collector after each turn.
struct Collector {
    is_enabled: Py<PyAny>,
    enable: Py<PyAny>,
    disable: Py<PyAny>,
}

impl Collector {
    fn get(py: Python<'_>) -> PyResult<&'static Self> {
        static COLLECTOR: PyOnceLock<Collector> = PyOnceLock::new();
        COLLECTOR.get_or_try_init(py, || {
            let gc = py.import("gc")?;
            let function = |name: &str| gc.getattr(name).map(Bound::unbind);
            Ok(Self {
                is_enabled: function("isenabled")?,
                enable: function("enable")?,
                disable: function("disable")?,
            })
        })
    }
}

impl<'py> WithoutCollector<'py> {
    pub(crate) fn new(py: Python<'py>) -> PyResult<Self> {
        let collector = Collector::get(py)?;
        let was_enabled = collector.is_enabled.call0(py)?.is_truthy(py)?;
        if was_enabled {
            collector.disable.call0(py)?;
        }
        Ok(Self { py, was_enabled })
    }
}

impl Drop for WithoutCollector<'_> {
    fn drop(&mut self) {
        if self.was_enabled {
            let enabled = Collector::get(self.py).and_then(|it| it.enable.call0(self.py));
            enabled.expect("the collector can be switched on");
        }
    }
}

/// Makes a list of objects, with pauses: see [`Turn`].
///
/// # Errors
/// The exception that the handler of a signal raised, or the error of an object.
pub(crate) fn list_of<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    objects: impl Iterator<Item = PyResult<T>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let mut turn = Turn::new();
    for object in objects {
        list.append(object?)?;
        turn.pause(py)?;
    }
    Ok(list)
}

/// The maximum number of threads that a call may use.
#[derive(Clone, Copy)]
pub(crate) struct Threads {
    /// The maximum; `None` for one per core.
    most: Option<NonZeroUsize>,
    caller: ThreadId,
}

impl FromPyObject<'_, '_> for Threads {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let invalid = || {
            let message =
                format!("threads must be a number, or 0 or -1 for one a core, not {}", *number);
            PyValueError::new_err(message)
        };
        let most = match number.extract::<i64>() {
            Ok(-1 | 0) => None,
            Ok(most @ 1..) => NonZeroUsize::new(MOST_THREADS.min(most as usize)),
            Ok(_) => return Err(invalid()),
            Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => {
                return Err(invalid());
            }
            Err(_) => {
                let message = format!("threads must be a whole number, not {}", number.repr()?);
                return Err(PyTypeError::new_err(message));
            }
        };
        Ok(Self { most, caller: thread::current().id() })
    }
}

impl Threads {
    /// Returns the maximum number of threads.
    pub(crate) fn count(self) -> usize {
        self.most.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from)
    }

    /// Returns the number of rows in a chunk, given the number of all rows: enough to fill the vectors, and enough
    /// chunks for all threads. It is a multiple of 64, so that bits of different chunks share no byte.
    pub(crate) fn chunk(self, rows: usize) -> usize {
        (rows / (4 * self.count())).clamp(512, 8192).next_multiple_of(64)
    }

    /// Distributes `count` parts among workers, each with its own state, until all are done or `stop` is set. A part
    /// that fails ends the run. The interpreter must be released.
    ///
    /// # Errors
    /// The exception that the handler of a signal raised, or the error of a part.
    pub(crate) fn run<P: Send, S>(
        self,
        count: usize,
        parts: impl Iterator<Item = P> + Send,
        stop: &StopFlag,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, P) -> PyResult<()> + Sync,
    ) -> PyResult<()> {
        self.run_beside(count, parts, stop, state, work, || Ok(()))
    }

    /// Distributes parts as [`run`](Self::run) does while the calling thread runs `own`. `own` must end soon after
    /// `stop` is set, and must look for signals itself. An error of `own` ends the run.
    ///
    /// # Errors
    /// The exception that the handler of a signal raised, or the error of a part or of `own`.
    pub(crate) fn run_beside<P: Send, S>(
        self,
        count: usize,
        parts: impl Iterator<Item = P> + Send,
        stop: &StopFlag,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, P) -> PyResult<()> + Sync,
        own: impl FnOnce() -> PyResult<()>,
    ) -> PyResult<()> {
        let workers = self.count().min(count);
        let parts = Mutex::new(parts);
        let running = Mutex::new(workers);
        let changed = Condvar::new();
        let failure = Mutex::new(None);
        let fail = |error| {
            stop.set();
            lock(&failure).get_or_insert(error);
        };
        let worker = || {
            let _guard = WorkerGuard { running: &running, changed: &changed, stop };
            let mut own = None;
            while !stop.is_set()
                && let Some(part) = { lock(&parts).next() }
            {
                let own = own.get_or_insert_with(&state);
                work(own, part).unwrap_or_else(fail);
            }
        };
        thread::scope(|scope| {
            for i in 0..workers {
                let named = thread::Builder::new().name(format!("batchdoku-{i}"));
                if let Err(error) = named.spawn_scoped(scope, worker) {
                    *lock(&running) -= 1;
                    // Other threads take over the parts of this one.
                    if i == 0 {
                        fail(PyRuntimeError::new_err(format!("no threads: {error}")));
                    }
                }
            }
            own().unwrap_or_else(fail);
            let mut left = lock(&running);
            while *left > 0 {
                left = changed
                    .wait_timeout(left, SIGNAL_PERIOD)
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
                // Only a thread that came from the interpreter may wait for it, because an attached thread may itself
                // be waited for by any other thread.
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

/// Runs `work` on a separate thread, and calls `look` on the calling thread every 20 ms. If `look` raises, `stop` is
/// set, and the exception is returned once `work` has ended.
///
/// The thread keeps the interpreter for the time `held` before it releases it: if another thread is busy, taking the
/// interpreter back costs 5 ms.
///
/// # Errors
/// The exception of `look`, or the error that no thread can be started.
pub(crate) fn alone<T: Send>(
    py: Python<'_>,
    held: Duration,
    stop: &StopFlag,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, is_done) = mpsc::sync_channel(1);
        let named = thread::Builder::new().name("batchdoku".into());
        let spawned = named.spawn_scoped(scope, move || done.send(work()));
        spawned.map_err(|error| PyRuntimeError::new_err(format!("no threads: {error}")))?;
        let mut end = is_done.recv_timeout(held);
        let mut raised = Ok(());
        if let Err(RecvTimeoutError::Timeout) = end {
            (end, raised) = py.detach(move || {
                let mut raised = Ok(());
                loop {
                    match is_done.recv_timeout(SIGNAL_PERIOD) {
                        Err(RecvTimeoutError::Timeout) if raised.is_err() => {}
                        Err(RecvTimeoutError::Timeout) => {
                            raised = Python::attach(&mut look);
                            if raised.is_err() {
                                stop.set();
                            }
                        }
                        end => return (end, raised),
                    }
                }
            });
        }
        raised?;
        end.map_err(|_| PyRuntimeError::new_err("internal error: a thread has panicked"))
    })
}

/// The calling thread, which does small amounts of work itself. Starting a thread would cost more, and a thread that
/// waits for the interpreter while another is busy waits long.
pub(crate) struct Caller<'py> {
    /// The interpreter, while it is held.
    held: Option<Python<'py>>,
    /// The work done so far, in nodes.
    spent: Cell<u64>,
}

/// A share of rows that the calling thread has done.
pub(crate) struct Share {
    /// The number of rows; 0 to leave the rest to threads.
    pub(crate) rows: usize,
    /// The work, in nodes of a search. A node takes about half a microsecond.
    pub(crate) work: u64,
}

impl<'py> Caller<'py> {
    fn new(held: Option<Python<'py>>) -> Self {
        Self { held, spent: Cell::new(0) }
    }

    /// Creates a caller for a thread that reads a stream. Such a thread has released the interpreter, or never held it.
    pub(crate) fn detached() -> Self {
        Self::new(None)
    }

    /// Calls `work` for a number of rows. Holds the interpreter if they are few.
    pub(crate) fn call<T: Send>(
        py: Python<'py>,
        rows: usize,
        work: impl FnOnce(&Caller<'_>) -> T + Send,
    ) -> T {
        if rows <= FEW_ROWS {
            work(&Caller::new(Some(py)))
        } else {
            py.detach(|| work(&Caller::detached()))
        }
    }

    /// Calls `next` repeatedly for the first of `rows` rows, if they are few, until the calling thread has worked long
    /// or `next` returns no rows. `next` gets the number of rows done, and returns its share.
    pub(crate) fn begin(&self, rows: usize, mut next: impl FnMut(usize) -> Share) {
        if self.held.is_none() {
            self.spent.set(0);
        }
        let mut done = 0;
        while rows <= FEW_ROWS && done < rows && self.spent.get() < CALLER_WORK {
            let share = next(done);
            if share.rows == 0 {
                return;
            }
            done += share.rows;
            self.spent.set(self.spent.get() + share.work);
        }
    }

    /// Runs longer work, with the interpreter released.
    pub(crate) fn run_detached<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match self.held {
            Some(py) => py.detach(work),
            None => work(),
        }
    }
}

/// Decrements the count of running workers when dropped, so that no thread waits for a worker that panicked.
struct WorkerGuard<'a> {
    running: &'a Mutex<usize>,
    changed: &'a Condvar,
    stop: &'a StopFlag,
}

impl Drop for WorkerGuard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.stop.set();
        }
        *lock(self.running) -= 1;
        self.changed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
