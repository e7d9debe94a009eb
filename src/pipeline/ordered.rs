//! Tasks to workers, results back in order.
//!
//! Every worker takes the next task (a chunk of records, say), works on it alone, and hands its
//! output in. Outputs become due in the order of the tasks: the worker that makes one due writes it
//! and what becomes due meanwhile, while the others go on. (Two who write to one file wait for each
//! other in the kernel, wherever they write.) Workers wait before they take a task while too much
//! output waits for its turn, so memory is bounded, and the worker whose turn it is may write ahead
//! of its end: the output of one task may be of any size.

use std::{
    collections::BTreeMap,
    mem,
    panic::{self, AssertUnwindSafe},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use super::{Chunk, ChunkRef, Control, Diagnostic, Error, JobCounts, OutputFile};

/// How much finished output may wait for its turn, in bytes.
const WAITING: usize = 24 << 20;
/// How much output a worker gathers before it writes ahead, once it is its turn.
const AHEAD: usize = 1 << 20;

/// Where the tasks of a job come from, in order.
pub trait TaskSource: Send {
    /// What a worker gets at a time.
    type Task: Task;

    /// The next task, or `None` after the last.
    ///
    /// # Errors
    /// If it can't be had. What came before is still worked on and written.
    fn next_task(&mut self) -> Result<Option<Self::Task>, Error>;
}

/// What the pipeline must know of a task.
pub trait Task: Send {
    /// Which input it belongs to.
    fn input(&self) -> usize {
        0
    }

    /// If it is the first of an input: how many lines come before it.
    fn starts(&self) -> Option<u64> {
        None
    }

    /// How much of the input it is, for the progress.
    fn length(&self) -> u64;
}

/// What a job does with a task. One is made for every thread.
pub trait TaskProcessor<T> {
    /// Does it, and writes the output to `emit`.
    ///
    /// # Errors
    /// Whatever makes it senseless to go on.
    fn work(&mut self, task: &T, emit: &mut ChunkOutput<'_, '_>) -> Result<(), Error>;
}

/// What a job does with the records of a chunk. One is made for every thread.
pub trait ChunkProcessor {
    /// Reads the records of `piece` and writes the output for them to `emit`.
    ///
    /// # Errors
    /// Whatever makes it senseless to go on.
    fn process(
        &mut self,
        piece: &ChunkRef<'_>,
        emit: &mut ChunkOutput<'_, '_>,
    ) -> Result<(), Error>;
}

impl<W: ChunkProcessor> TaskProcessor<Chunk> for W {
    fn work(&mut self, chunk: &Chunk, emit: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        chunk.bytes.populate().map_err(Error::Changed)?;
        self.process(&chunk.piece(), emit)
    }
}

/// What was found in a task besides its output.
#[derive(Debug, Default)]
pub struct ChunkReport {
    /// Counts.
    pub counts: JobCounts,
    /// What was wrong, in order, with lines counted from 0 in the task.
    pub problems: Vec<Diagnostic>,
    /// How many lines the task has.
    pub lines: u64,
}

/// Where a worker puts the output of its task.
pub struct ChunkOutput<'a, 'b> {
    /// The output, one buffer for each sink of the job.
    pub out: Vec<Vec<u8>>,
    /// What was found.
    pub report: ChunkReport,
    index: u64,
    order: Option<&'a Order<'b>>,
}

impl ChunkOutput<'_, '_> {
    /// One that only gathers, for one sink.
    pub(crate) fn alone() -> Self {
        Self { out: vec![Vec::new()], report: ChunkReport::default(), index: 0, order: None }
    }

    /// Writes ahead if much has gathered: waits for this task's turn and empties the buffers.
    /// To be called between the rows of a task whose output may be large.
    ///
    /// # Errors
    /// If the output can't be written, or the job has failed elsewhere.
    pub fn write_ahead(&mut self) -> Result<(), Error> {
        let Some(order) = self.order else { return Ok(()) };
        if self.out.iter().map(Vec::len).sum::<usize>() < AHEAD {
            return Ok(());
        }
        let mut state = order.lock();
        // Once it is this task's turn nobody else writes, unless still what comes before it.
        while (state.next != self.index || state.writing) && !state.failed {
            state = order.wait(state);
        }
        if state.failed {
            return Err(Error::Abandoned);
        }
        drop(state);
        order.write(&mut self.out)
    }
}

/// What a task left behind when it was done.
struct Done {
    out: Vec<Vec<u8>>,
    report: ChunkReport,
    /// How long the task was.
    length: u64,
    input: usize,
    starts: Option<u64>,
}

impl Done {
    fn output(&self) -> usize {
        self.out.iter().map(Vec::len).sum()
    }
}

/// The order of a job, shared by its workers.
struct Order<'b> {
    /// Never asked for by two at once: see [`State::writing`].
    sinks: Vec<Mutex<&'b mut OutputFile>>,
    state: Mutex<State<'b>>,
    changed: Condvar,
    control: &'b Control<'b>,
}

struct State<'b> {
    /// The task whose turn it is.
    next: u64,
    waiting: BTreeMap<u64, Done>,
    waiting_bytes: usize,
    /// Whether a worker writes what was due before the task whose turn it is.
    writing: bool,
    /// Buffers to be used again, by any worker: one may write what all others make.
    spare: Vec<Vec<u8>>,
    failed: bool,
    error: Option<Error>,
    counts: JobCounts,
    /// Lines of the present input before the task whose turn it is.
    line: u64,
    on_diagnostic: &'b mut OnDiagnostic<'b>,
}

/// What is told of each problem, in order, with its input and its line, counted from 1.
pub type OnDiagnostic<'a> = dyn FnMut(Diagnostic) -> Result<(), Error> + Send + 'a;

/// The tasks still to be taken.
struct Tasks<'b, F> {
    feed: &'b mut F,
    taken: u64,
    ended: bool,
}

/// Runs a job: all tasks of `feed` through the workers, their output to `sinks`, what was wrong
/// to `on_diagnostic`, all in order. Returns the total of the counts.
///
/// # Errors
/// The first error of the feed, a worker, a sink or `on_diagnostic`; [`Error::Interrupted`] if the
/// job was stopped.
pub fn run<'b, F: TaskSource, W: TaskProcessor<F::Task>>(
    feed: &'b mut F,
    sinks: &'b mut [OutputFile],
    control: &'b Control<'b>,
    make_worker: impl Fn() -> W + Sync,
    on_diagnostic: &'b mut OnDiagnostic<'b>,
) -> Result<JobCounts, Error> {
    let state = State {
        next: 0,
        waiting: BTreeMap::new(),
        waiting_bytes: 0,
        writing: false,
        spare: Vec::new(),
        failed: false,
        error: None,
        counts: JobCounts::default(),
        line: 0,
        on_diagnostic,
    };
    let sinks = sinks.iter_mut().map(Mutex::new).collect();
    let order = Order { sinks, state: Mutex::new(state), changed: Condvar::new(), control };
    let tasks = Mutex::new(Tasks { feed, taken: 0, ended: false });
    control.pool.broadcast(|_| order.work(&tasks, &mut make_worker()));
    let mut state = order.lock();
    match state.error.take() {
        Some(error) => Err(error),
        None if control.stopped() => Err(Error::Interrupted(state.counts)),
        None => Ok(state.counts),
    }
}

impl<'b> Order<'b> {
    fn lock(&self) -> MutexGuard<'_, State<'b>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&'a self, state: MutexGuard<'a, State<'b>>) -> MutexGuard<'a, State<'b>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, error: Error) {
        let mut state = self.lock();
        state.failed = true;
        state.error.get_or_insert(error);
        self.changed.notify_all();
    }

    fn work<F: TaskSource>(
        &self,
        tasks: &Mutex<Tasks<'_, F>>,
        worker: &mut impl TaskProcessor<F::Task>,
    ) {
        while let Some((index, task)) = self.take(tasks) {
            if let Err(error) = self.one(worker, index, &task) {
                self.fail(error);
            }
        }
    }

    /// Takes the next task, once not too much output waits.
    fn take<F: TaskSource>(&self, tasks: &Mutex<Tasks<'_, F>>) -> Option<(u64, F::Task)> {
        let mut state = self.lock();
        while state.waiting_bytes > WAITING && !state.failed {
            state = self.wait(state);
        }
        if state.failed || self.control.stopped() {
            return None;
        }
        drop(state);
        let mut tasks = tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if tasks.ended {
            return None;
        }
        match tasks.feed.next_task() {
            Ok(Some(task)) => {
                tasks.taken += 1;
                return Some((tasks.taken - 1, task));
            }
            Ok(None) => {}
            // What was taken before is still worked on and written.
            Err(error) => {
                self.lock().error.get_or_insert(error);
            }
        }
        tasks.ended = true;
        None
    }

    /// Works on one task, hands it in, and writes what has become due by that.
    fn one<T: Task>(
        &self,
        worker: &mut impl TaskProcessor<T>,
        index: u64,
        task: &T,
    ) -> Result<(), Error> {
        let mut state = self.lock();
        let out = self.sinks.iter().map(|_| state.spare.pop().unwrap_or_default()).collect();
        drop(state);
        let mut emit =
            ChunkOutput { out, report: ChunkReport::default(), index, order: Some(self) };
        panic::catch_unwind(AssertUnwindSafe(|| worker.work(task, &mut emit)))
            .map_err(|_| Error::Panic)??;
        let ChunkOutput { out, report, .. } = emit;
        let (input, starts, length) = (task.input(), task.starts(), task.length());
        let done = Done { out, report, length, input, starts };
        let mut state = self.lock();
        state.waiting_bytes += done.output();
        state.waiting.insert(index, done);
        while !state.writing
            && let Some(mut done) = state.settle(self.control)?
        {
            let output = done.output();
            if output > 0 {
                state.writing = true;
                drop(state);
                self.write(&mut done.out)?;
                state = self.lock();
                state.writing = false;
                state.waiting_bytes -= output;
            }
            state.spare.append(&mut done.out);
            self.changed.notify_all();
        }
        Ok(())
    }

    /// Writes a piece of output for each sink, and empties them.
    fn write(&self, out: &mut [Vec<u8>]) -> Result<(), Error> {
        for (sink, bytes) in self.sinks.iter().zip(out) {
            sink.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)?;
            bytes.clear();
        }
        Ok(())
    }
}

impl State<'_> {
    /// Takes over what was found in the task whose turn it is, if it is done, and ends its turn.
    fn settle(&mut self, control: &Control<'_>) -> Result<Option<Done>, Error> {
        let Some(mut done) = self.waiting.remove(&self.next) else { return Ok(None) };
        self.next += 1;
        if let Some(lines) = done.starts {
            self.line = lines;
        }
        for problem in mem::take(&mut done.report.problems) {
            (self.on_diagnostic)(problem.moved(done.input, self.line + 1))?;
        }
        self.line += done.report.lines;
        self.counts += done.report.counts;
        control.progress.add(done.report.counts.puzzles, done.length);
        Ok(Some(done))
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{self, Write},
        ops::Range,
        sync::atomic::{AtomicBool, AtomicUsize, Ordering},
        thread,
        time::Duration,
    };

    use super::*;
    use crate::pipeline::{Progress, thread_pool};

    const SIZE: usize = 1 << 20;
    const TASKS: u64 = 400;

    struct Tasks(Range<u64>);

    impl TaskSource for Tasks {
        type Task = Range<u64>;

        fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
            Ok(self.0.next().map(|number| number..number + 1))
        }
    }

    /// Writes the number of the task, and counts the buffers that are new to it.
    struct Filler<'a>(&'a AtomicUsize);

    impl TaskProcessor<Range<u64>> for Filler<'_> {
        fn work(&mut self, task: &Range<u64>, emit: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
            assert!(emit.out[0].is_empty());
            if emit.out[0].capacity() == 0 {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
            emit.out[0].resize(SIZE, task.start as u8);
            Ok(())
        }
    }

    /// A stream that takes its time.
    struct Slow(u64);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            assert!(bytes.len() == SIZE && bytes.iter().all(|&byte| byte == self.0 as u8));
            self.0 += 1;
            thread::sleep(Duration::from_micros(100));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_slow_output_makes_the_others_wait_and_not_the_memory_grow() {
        let pool = thread_pool(4).expect("threads");
        let (stop, progress) = (AtomicBool::new(false), Progress::default());
        let control = Control { pool: &pool, stop: &stop, progress: &progress };
        let mut sinks = [OutputFile::to_writer("slow", Box::new(Slow(0)))];
        let buffers = AtomicUsize::new(0);
        let worker = || Filler(&buffers);
        run(&mut Tasks(0..TASKS), &mut sinks, &control, worker, &mut |_| Ok(())).expect("done");
        // What waits, what each worker holds, and what is being written.
        assert!(buffers.into_inner() <= WAITING / SIZE + 1 + 2 * 4 + 1);
    }
}
