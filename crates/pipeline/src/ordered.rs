//! Tasks to workers, results back in order.
//!
//! Each worker takes the next task (a chunk of records, say), works on it alone, and hands its output
//! in. Outputs become due in the order of the tasks. The worker that makes one due writes it and
//! whatever becomes due meanwhile, and the others continue: two that write to one file would wait for
//! each other in the kernel, even at different positions. While too much output waits for its turn,
//! workers wait before they take a task, so memory is bounded. The worker whose turn it is may write
//! before its task ends, so the output of one task may have any size. If an output is compressed,
//! workers compress its blocks before they take another task, and after the last.

use std::{
    collections::BTreeMap,
    mem,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex},
};

use super::{
    Control, Error, JobCounts, JobEnd, OutputFile, Problems, Reason, RunEnd,
    io::{Encoder, LineOffset},
    marks::{InputPosition, OutputMark},
    report::Listed,
    sync::{lock, wait},
};
use batchdoku_base::StopFlag;
use batchdoku_format::{RecordFormatter, RecordRef};

/// The most bytes of finished output that wait for their turn.
const WAITING: usize = 24 << 20;
/// Bytes that a worker collects before it writes ahead, once it is its turn.
const AHEAD: usize = 1 << 20;

/// A source of the tasks of a job, in order.
pub trait TaskSource: Send {
    /// The unit that a worker takes at a time.
    type Task: Task;

    /// Returns the next task, or `None` after the last.
    ///
    /// # Errors
    /// If it cannot be read. The tasks before it are still done and their output is written.
    fn next_task(&mut self) -> Result<Option<Self::Task>, Error>;
}

/// The place of a task in its job.
#[derive(Clone, Default)]
pub struct TaskPlace {
    /// The input that it belongs to, counted from 0.
    pub input: usize,
    /// The output that all of it goes to; `None` if the worker fills all outputs.
    pub output: Option<usize>,
    /// In the first task of an input: how many lines come before it.
    pub(crate) lines_before: Option<LineOffset>,
    /// The end of the task and the start of the next one, if that is known: the number of bytes of its input, or of
    /// records, before.
    pub end: Option<u64>,
}

/// A task, as the pipeline sees it.
pub trait Task: Send {
    /// Returns the place of the task.
    fn place(&self) -> TaskPlace;

    /// Returns the size of the task, for the progress: bytes of input, or records.
    fn length(&self) -> u64;

    /// Makes sure, once it is done, that the input is what it was when it was opened.
    ///
    /// # Errors
    /// If it is not.
    fn verify(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// Does the tasks of one thread.
pub(crate) trait Worker<T> {
    /// Does a task and writes its output.
    ///
    /// # Errors
    /// Whatever ends the job.
    fn work(&mut self, task: &T, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error>;
}

/// The findings of a task, besides its output.
#[derive(Debug, Default)]
pub struct ChunkReport {
    /// Counts.
    pub counts: JobCounts,
    /// The diagnostics of its records that somebody reads.
    pub problems: Problems,
    /// The number of lines it has.
    pub lines: u64,
}

impl ChunkReport {
    /// Counts a record that is rejected, and lists it if somebody reads that.
    pub fn reject(&mut self, record: RecordRef<'_>, reason: Reason) {
        self.counts.count(reason.kind());
        self.list(record, reason);
    }

    /// Lists a rejected record if somebody reads that.
    pub fn list(&mut self, record: RecordRef<'_>, reason: Reason) {
        self.problems.push(record.record.line, record.bytes(), reason);
    }
}

/// Takes what is wrong with records, in input order.
pub(crate) trait ProblemSink: Send {
    /// Takes the problems of a task that has some.
    ///
    /// # Errors
    /// If they cannot be passed on, or one of them is to end the job.
    fn report(&mut self, problems: &mut Problems) -> Result<(), Error>;
}

/// Follows how far the outputs of a job are.
pub(crate) trait WrittenObserver: Send {
    /// Notes that the output of a task has been written: where the next task starts, what has been counted, and the
    /// outputs up to there.
    ///
    /// # Errors
    /// If that cannot be noted.
    fn written(
        &mut self,
        position: InputPosition,
        counts: JobCounts,
        outputs: &WrittenOutputs<'_, '_>,
    ) -> Result<(), Error>;
}

/// The outputs of a job up to a task.
pub(crate) struct WrittenOutputs<'o, 'b> {
    outputs: &'o [Mutex<&'b mut OutputFile>],
    lengths: &'o [u64],
}

impl WrittenOutputs<'_, '_> {
    /// Returns how long each output is, and how much of it is stored.
    pub(crate) fn marks(&self) -> Vec<OutputMark> {
        let outputs = self.outputs.iter().zip(self.lengths);
        outputs.map(|(output, &length)| lock(output).mark(length)).collect()
    }
}

/// The output of a task, which a worker fills.
pub struct ChunkOutput<'a, 'b> {
    /// One buffer for each output of the job.
    pub out: Vec<Vec<u8>>,
    /// Turns answers into bytes.
    pub formatter: &'b dyn RecordFormatter,
    /// The findings.
    pub report: ChunkReport,
    /// The number of bytes that have been written ahead to each output.
    ahead: Vec<u64>,
    index: u64,
    /// The output that gets it all, unless each buffer is for the output of the same index.
    target: Option<usize>,
    order: &'a Order<'b>,
}

impl<'b> ChunkOutput<'_, 'b> {
    pub(super) fn stop(&self) -> &'b StopFlag {
        self.order.control.stop
    }

    /// If much output has been collected, waits for the turn of this task, writes it and empties the
    /// buffers. To be called between the rows of a task whose output may be large; `complete` is
    /// called for each buffer before.
    ///
    /// # Errors
    /// If the output cannot be written, or the job has failed elsewhere.
    pub fn write_ahead(&mut self, complete: impl Fn(&mut Vec<u8>)) -> Result<(), Error> {
        let order = self.order;
        if self.out.iter().map(Vec::len).sum::<usize>() < AHEAD {
            return Ok(());
        }
        self.out.iter_mut().for_each(complete);
        let mut state = lock(&order.state);
        // Once it is the turn of this task nobody else writes, except for output due before it.
        while (state.next != self.index || state.is_writing) && !state.is_failed {
            state = wait(&order.changed, state);
        }
        if state.is_failed {
            return Err(Error::Abandoned);
        }
        drop(state);
        self.ahead.iter_mut().zip(&self.out).for_each(|(ahead, out)| *ahead += out.len() as u64);
        order.write(&mut self.out, self.target)?;
        order.changed.notify_all();
        Ok(())
    }
}

/// The results of a task.
struct Done {
    out: Vec<Vec<u8>>,
    report: ChunkReport,
    place: TaskPlace,
    length: u64,
    /// The number of bytes that were written ahead to each output.
    ahead: Vec<u64>,
}

impl Done {
    fn output(&self) -> usize {
        self.out.iter().map(Vec::len).sum()
    }
}

/// The order of a job, shared by its workers.
struct Order<'b> {
    /// Never locked by two at once: see [`State::is_writing`].
    outputs: Vec<Mutex<&'b mut OutputFile>>,
    /// The name of each compressed output, and what compresses it.
    encoders: Vec<(String, Arc<Encoder>)>,
    state: Mutex<State<'b>>,
    changed: Condvar,
    control: &'b Control<'b>,
    formatter: &'b dyn RecordFormatter,
    listed: Listed,
}

struct State<'b> {
    /// The task whose turn it is.
    next: u64,
    waiting: BTreeMap<u64, Done>,
    waiting_bytes: usize,
    /// The number of tasks that are being done.
    taken: usize,
    /// True if a worker writes output due before the task whose turn it is.
    is_writing: bool,
    /// Empty buffers, for any worker: one may write what all the others make.
    spare: Vec<Vec<u8>>,
    /// The memory of diagnostics that have been passed on.
    spare_problems: Vec<Problems>,
    is_failed: bool,
    error: Option<Error>,
    counts: JobCounts,
    /// The number of lines that come before the first task of its input.
    lines_before: LineOffset,
    /// The number of the first line, once it has been counted.
    first_line: Option<u64>,
    /// The number of lines that come between that task and the one whose turn it is.
    lines: u64,
    /// The start of the task whose turn it is, if that is known.
    position: Option<InputPosition>,
    /// The length of each output, up to that task.
    lengths: Vec<u64>,
    problems: &'b mut dyn ProblemSink,
    written: Option<&'b mut dyn WrittenObserver>,
}

struct Tasks<'b, S: ?Sized> {
    source: &'b mut S,
    taken: u64,
    is_ended: bool,
}

/// All tasks of a source, and what becomes of their output.
pub(crate) struct TaskRun<'b, S: ?Sized> {
    pub(crate) source: &'b mut S,
    pub(crate) outputs: &'b mut [OutputFile],
    pub(crate) formatter: &'b dyn RecordFormatter,
    pub(crate) control: &'b Control<'b>,
    /// The lines before the first task, unless it says otherwise.
    pub(crate) lines_before: LineOffset,
    /// The counts of an earlier run.
    pub(crate) counts: JobCounts,
    pub(crate) problems: &'b mut dyn ProblemSink,
    /// The diagnostics that it reads.
    pub(crate) listed: Listed,
    pub(crate) written: Option<&'b mut dyn WrittenObserver>,
}

impl<S: TaskSource + ?Sized> TaskRun<'_, S> {
    /// Takes all tasks through the workers, one for each thread, in order. Returns the sum of the counts.
    pub(crate) fn finish<W: Worker<S::Task>>(
        self,
        make_worker: impl Fn() -> W + Sync,
    ) -> Result<RunEnd, Error> {
        let Self { source, outputs, formatter, control, lines_before, counts, listed, .. } = self;
        let state = State {
            next: 0,
            waiting: BTreeMap::new(),
            waiting_bytes: 0,
            taken: 0,
            is_writing: false,
            spare: Vec::new(),
            spare_problems: Vec::new(),
            is_failed: false,
            error: None,
            counts,
            lines_before,
            first_line: None,
            lines: 0,
            position: None,
            lengths: outputs.iter().map(|output| output.length).collect(),
            problems: self.problems,
            written: self.written,
        };
        let encoders: Vec<_> = outputs.iter().filter_map(OutputFile::encoder).collect();
        encoders.iter().for_each(|(_, encoder)| encoder.set_threads(control.threads.count()));
        let outputs = outputs.iter_mut().map(Mutex::new).collect();
        let state = Mutex::new(state);
        let changed = Condvar::new();
        let order = Order { outputs, encoders, state, changed, control, formatter, listed };
        let tasks = Mutex::new(Tasks { source, taken: 0, is_ended: false });
        control.threads.on_each(|| {
            let mut task = None;
            // Whatever panics, a source or a handler too: the others would wait for this thread.
            let work = AssertUnwindSafe(|| order.work(&tasks, &mut make_worker(), &mut task));
            if panic::catch_unwind(work).is_err() {
                let changed = task.and_then(|task| task.verify().err());
                order.fail(changed.unwrap_or(Error::Panic));
            }
        });
        let mut state = lock(&order.state);
        let end = if control.is_stopped() { JobEnd::Interrupted } else { JobEnd::Complete };
        match state.error.take() {
            Some(Error::Abandoned) if end == JobEnd::Interrupted => {}
            Some(error) => return Err(error),
            None => {}
        }
        Ok(RunEnd { counts: state.counts, end, ..RunEnd::default() })
    }
}

impl<'b> Order<'b> {
    fn fail(&self, error: Error) {
        let mut state = lock(&self.state);
        state.is_failed = true;
        state.error.get_or_insert(error);
        self.changed.notify_all();
    }

    fn work<S: TaskSource + ?Sized>(
        &self,
        tasks: &Mutex<Tasks<'_, S>>,
        worker: &mut impl Worker<S::Task>,
        current: &mut Option<S::Task>,
    ) {
        while let Some((index, task)) = self.take(tasks) {
            let done = self.do_task(worker, index, current.insert(task));
            *current = None;
            if let Err(error) = done.and_then(|done| self.submit(index, done)) {
                self.fail(error);
            }
            lock(&self.state).taken -= 1;
            self.changed.notify_all();
        }
        while self.help() {
            let state = lock(&self.state);
            if state.is_failed || state.taken == 0 {
                break;
            }
            if !self.has_block() {
                drop(wait(&self.changed, state));
            }
        }
    }

    fn has_block(&self) -> bool {
        self.encoders.iter().any(|(_, encoder)| encoder.has_block())
    }

    /// Compresses all blocks that wait. `false` if there is nothing to help with, or the job fails.
    fn help(&self) -> bool {
        for (name, encoder) in &self.encoders {
            loop {
                match encoder.help() {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(source) => {
                        self.fail(Error::Write { name: name.clone(), source });
                        return false;
                    }
                }
            }
        }
        !self.encoders.is_empty()
    }

    /// Takes the next task, once not too much output waits.
    fn take<S: TaskSource + ?Sized>(&self, tasks: &Mutex<Tasks<'_, S>>) -> Option<(u64, S::Task)> {
        self.help();
        let mut state = lock(&self.state);
        while state.waiting_bytes > WAITING && !state.is_failed {
            if self.has_block() {
                drop(state);
                self.help();
                state = lock(&self.state);
            } else {
                state = wait(&self.changed, state);
            }
        }
        if state.is_failed || self.control.is_stopped() {
            return None;
        }
        drop(state);
        let mut tasks = lock(tasks);
        if tasks.is_ended {
            return None;
        }
        match tasks.source.next_task() {
            Ok(Some(task)) => {
                tasks.taken += 1;
                lock(&self.state).taken += 1;
                return Some((tasks.taken - 1, task));
            }
            Ok(None) => {}
            // The tasks taken before are still done, and their output is written.
            Err(error) => {
                lock(&self.state).error.get_or_insert(error);
            }
        }
        tasks.is_ended = true;
        None
    }

    fn do_task<T: Task>(
        &self,
        worker: &mut impl Worker<T>,
        index: u64,
        task: &mut T,
    ) -> Result<Done, Error> {
        let place = task.place();
        let target = place.output;
        let buffers = if target.is_some() { 1 } else { self.outputs.len() };
        let mut state = lock(&self.state);
        let out = (0..buffers).map(|_| state.spare.pop().unwrap_or_default()).collect();
        let mut problems = state.spare_problems.pop().unwrap_or_default();
        drop(state);
        problems.clear(self.listed);
        let report = ChunkReport { problems, ..ChunkReport::default() };
        let formatter = self.formatter;
        let ahead = vec![0; self.outputs.len()];
        let mut output = ChunkOutput { out, formatter, report, ahead, index, target, order: self };
        let worked = worker.work(task, &mut output);
        // If the input has changed, that is why whatever else failed.
        task.verify()?;
        worked?;
        let ChunkOutput { out, report, ahead, .. } = output;
        Ok(Done { out, report, place, length: task.length(), ahead })
    }

    /// Takes the results of a task, and writes the output that becomes due.
    fn submit(&self, index: u64, done: Done) -> Result<(), Error> {
        let mut state = lock(&self.state);
        state.waiting_bytes += done.output();
        state.waiting.insert(index, done);
        while !state.is_writing
            && let Some(mut done) = state.pop_ready(self.control)?
        {
            let length = done.output();
            if length > 0 {
                state.is_writing = true;
                drop(state);
                self.write(&mut done.out, done.place.output)?;
                state = lock(&self.state);
                state.is_writing = false;
                state.waiting_bytes -= length;
            }
            state.spare.append(&mut done.out);
            self.changed.notify_all();
            self.notify_written(&mut state)?;
        }
        Ok(())
    }

    /// Notes how far the outputs are. Nobody writes output due before the task whose turn it is. Once
    /// the job is asked to stop, tasks may be done in part, and nothing is noted any more.
    fn notify_written(&self, state: &mut State<'b>) -> Result<(), Error> {
        if self.control.is_stopped() {
            return Ok(());
        }
        let State { written: Some(observer), position: Some(position), counts, lengths, .. } =
            state
        else {
            return Ok(());
        };
        let outputs = WrittenOutputs { outputs: &self.outputs, lengths };
        observer.written(*position, *counts, &outputs)
    }

    /// Writes a buffer to each output, or the only one to its target, and empties it.
    fn write(&self, out: &mut [Vec<u8>], target: Option<usize>) -> Result<(), Error> {
        let outputs = target.map_or(&self.outputs[..], |target| &self.outputs[target..=target]);
        for (output, bytes) in outputs.iter().zip(out) {
            lock(output).write(bytes)?;
            bytes.clear();
        }
        Ok(())
    }
}

impl State<'_> {
    /// If the task whose turn it is has been done, takes its report over and ends its turn.
    fn pop_ready(&mut self, control: &Control<'_>) -> Result<Option<Done>, Error> {
        let Some(mut done) = self.waiting.remove(&self.next) else { return Ok(None) };
        self.next += 1;
        if let Some(lines) = done.place.lines_before.take() {
            self.lines_before = lines;
            self.first_line = None;
            self.lines = 0;
        }
        let mut problems = mem::take(&mut done.report.problems);
        if !problems.is_empty() {
            let first = match self.first_line {
                Some(first) => first,
                None => self.lines_before.count(|| control.is_stopped())?,
            };
            self.first_line = Some(first);
            problems.input = done.place.input;
            problems.lines_before = first + self.lines;
            self.problems.report(&mut problems)?;
        }
        self.spare_problems.push(problems);
        self.lines += done.report.lines;
        let lines = self.lines_before.known + self.lines;
        let TaskPlace { input, end, .. } = done.place;
        self.position = end.map(|offset| InputPosition { input, offset, lines });
        for ((length, out), ahead) in self.lengths.iter_mut().zip(&done.out).zip(&done.ahead) {
            *length += out.len() as u64 + ahead;
        }
        self.counts += done.report.counts;
        control.progress.add(done.report.counts.puzzles, done.length);
        Ok(Some(done))
    }
}

#[cfg(test)]
mod tests;
