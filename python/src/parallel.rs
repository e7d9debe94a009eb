//! Parts of a call on threads of its own, while the calling thread watches for signals.
//!
//! The interpreter is released meanwhile. Ctrl-C (any handler of a signal that raises) stops the
//! workers within a fraction of a second. Threads end with their call, so a process may fork at any
//! time. Work that takes less time than starting them is done before, on the calling thread: see
//! [`Caller`]. Objects are made on the calling thread too, which then pauses now and then: see [`Turn`].

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

/// The time between two looks of the calling thread for signals.
pub(crate) const SIGNAL_PERIOD: Duration = Duration::from_millis(20);

/// The most threads that are started.
const MOST_THREADS: usize = 256;

/// The most rows of a call that the calling thread begins with itself.
const FEW_ROWS: usize = 2048;

/// The work after which it leaves the rest to threads, in nodes of a search: some half a millisecond. The first thread
/// costs 150 µs, with the memory of its engine, and another Python thread waits for the interpreter for 5 ms before it
/// asks for it. Work is counted, because a time depends on what else the machine does: whether a call starts threads
/// depends on the rows alone.
const CALLER_WORK: u64 = 1024;

/// The time after which a thread that makes objects pauses. Because a thread that waits for the interpreter asks for
/// it after 5 ms, a shorter time would let it work no sooner.
pub(crate) const TURN: Duration = Duration::from_millis(5);

/// The number of objects after which the time is read again: the smallest take 20 ns each, and so does the clock.
const OBJECTS: u32 = 64;

/// The time in which the calling thread makes objects, with the interpreter held, since it last let others have it.
pub(crate) struct Turn {
    start: Option<Instant>,
    objects: u32,
}

impl Turn {
    pub(crate) fn new() -> Self {
        Self { start: None, objects: 0 }
    }

    /// Returns whether the turn is over. The first call starts it.
    pub(crate) fn is_over(&mut self) -> bool {
        self.start.get_or_insert_with(Instant::now).elapsed() > TURN
    }

    /// Pauses if the turn is over, to be called for each object: looks for signals, and lets a thread that waits for
    /// the interpreter have it.
    ///
    /// # Errors
    /// What the handler of a signal raised.
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

/// The collector of cycles, switched off until this is dropped.
///
/// It walks over all objects again and again while many are made, for longer each time: for half of the time of a
/// thousand dictionaries, and for more than 100 ms at a stretch once there are some ten thousand. Because new objects
/// are no garbage, that is in vain.
pub(crate) struct WithoutCollector<'py> {
    py: Python<'py>,
    was_enabled: bool,
}

/// The functions of the module `gc`. They are looked up once: to import the module again makes objects, and the first of
/// these would start the collector after each turn.
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

/// Makes a list of objects, and pauses as [`Turn`] says.
///
/// # Errors
/// What the handler of a signal raised, or the error of an object.
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

/// The most threads that a call may use.
#[derive(Clone, Copy)]
pub(crate) struct Threads {
    /// One a core if there is none.
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
    /// How many there are at most.
    pub(crate) fn count(self) -> usize {
        self.most.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from)
    }

    /// Rows of a chunk, where there are `rows` in all: enough to fill the vectors, and enough
    /// chunks for all threads. A multiple of 64, so that bits of different chunks share no byte.
    pub(crate) fn chunk(self, rows: usize) -> usize {
        (rows / (4 * self.count())).clamp(512, 8192).next_multiple_of(64)
    }

    /// Hands `count` parts out to workers, each with a state of its own, until all are done or
    /// `stop` is set. A part that fails ends the run. The interpreter must be released.
    ///
    /// # Errors
    /// What the handler of a signal raised, or the error of a part.
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

    /// Does the same while the calling thread does `own`, which must end soon once `stop` is set, and must look for
    /// signals itself. An error of `own` ends the run.
    ///
    /// # Errors
    /// What the handler of a signal raised, or the error of a part or of `own`.
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
                    // The others do its parts.
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
                // Only a thread that came from the interpreter may wait for it: an attached thread may be waiting for
                // any other thread.
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

/// Does `work` on a thread of its own, and calls `look` on the calling thread every 20 ms, until it raises: then `stop`
/// is set, and what was raised is returned once `work` has ended.
///
/// The interpreter is held for the time `held` before it is released, because next to a busy thread it takes 5 ms to
/// get it back.
///
/// # Errors
/// What `look` raised, or that there is no thread.
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

/// The calling thread, which does small amounts of work itself: to start a thread would cost more, and a thread that
/// waits for the interpreter while another is busy waits long.
pub(crate) struct Caller<'py> {
    /// The interpreter, if it is still held.
    held: Option<Python<'py>>,
    /// The work that it has done, in nodes.
    spent: Cell<u64>,
}

/// The rows of a call that the calling thread has done.
pub(crate) struct Share {
    /// The number of rows; none if it leaves the rest to threads.
    pub(crate) rows: usize,
    /// The work, in nodes of a search. A node takes some half a microsecond.
    pub(crate) work: u64,
}

impl<'py> Caller<'py> {
    fn new(held: Option<Python<'py>>) -> Self {
        Self { held, spent: Cell::new(0) }
    }

    /// Describes a thread that reads a stream: it has released the interpreter, or never had it.
    pub(crate) fn detached() -> Self {
        Self::new(None)
    }

    /// Calls `work` for a number of rows: with the interpreter held if they are few.
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

    /// Calls `next` for the first of `rows` rows, if they are few, until the calling thread has
    /// worked long or has nothing more to do here: it gets the number of rows that are done, and
    /// returns what it did.
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

    /// Does what takes longer, with the interpreter released.
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
