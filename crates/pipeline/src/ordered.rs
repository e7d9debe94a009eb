//! Passes tasks to workers, and puts results back in order.
//!
//! Each worker takes the next task (for example a chunk of records), works on it alone, and submits its output. Outputs
//! are written in the order of the tasks; see [`in_order`](crate::in_order) for which thread writes. While too much
//! output waits for its turn, workers wait before they take a task, so memory is bounded. The worker with the next task
//! in order may write before its task ends, so the output of a task may have any size. If an output is compressed,
//! workers compress its blocks before they take another task, and after the last task.
//!
//! ```text
//! Tasks          the source, and how many tasks have been taken
//! Spare          empty buffers, for any worker
//! OutputWriter   what follows from the order: the files, lines, counts, problems, the journal
//! Order          these together
//! ```

use std::{
    mem,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::{
    Control, Error, JobCounts, JobEnd, OutputFile, Problems, Reason, RunEnd,
    in_order::{InOrder, Sink},
    io::{Encoder, LineOffset},
    marks::{InputPosition, OutputMark},
    numbering::Numbering,
    report::Listed,
    sync::lock,
};
use batchdoku_base::StopFlag;
use batchdoku_format::{RecordFormatter, RecordRef};

/// The maximum number of bytes of finished output that wait for their turn.
const WAITING: usize = 24 << 20;
/// The number of bytes that a worker collects before it writes ahead, once its turn has come.
const AHEAD: usize = 1 << 20;

/// A source of the tasks of a job, in order.
pub trait TaskSource: Send {
    /// The unit that a worker takes at a time.
    type Task: Task;

    /// Returns the next task, or `None` after the last.
    ///
    /// # Errors
    /// If it cannot be read. The tasks before it are still completed and their output is written.
    fn next_task(&mut self) -> Result<Option<Self::Task>, Error>;
}

/// The place of a task in its job.
#[derive(Clone, Default)]
pub struct TaskPlace {
    /// The number of the input that the task belongs to, counted from 0.
    pub input: usize,
    /// The number of the output for all of the task; `None` if the worker fills all outputs.
    pub output: Option<usize>,
    /// The number of lines before the task, if it is the first of an input.
    pub(crate) lines_before: Option<LineOffset>,
    /// The end of the task, where the next task starts, if known: the number of bytes of the input, or of records,
    /// before it.
    pub end: Option<u64>,
}

/// A task, as the pipeline sees it.
pub trait Task: Send {
    /// Returns the place of the task.
    fn place(&self) -> TaskPlace;

    /// Returns the size of the task for the progress: bytes of input, or records.
    fn length(&self) -> u64;

    /// Checks, after the task, that the input has not changed since it was opened.
    ///
    /// # Errors
    /// If the input has changed.
    fn verify(&self) -> Result<(), Error> {
        Ok(())
    }
}

/// Processes the tasks of a thread.
pub(crate) trait TaskWorker<T> {
    /// Processes a task and writes its output.
    ///
    /// # Errors
    /// The reason why the job ends.
    fn work(&mut self, task: &T, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error>;
}

/// The findings of a task.
#[derive(Debug, Default)]
pub struct ChunkReport {
    /// Counts.
    pub counts: JobCounts,
    /// The diagnostics of its records, of the kinds that are needed.
    pub problems: Problems,
    /// The number of its lines.
    pub lines: u64,
}

impl ChunkReport {
    /// Counts a rejected record, and lists it if diagnostics of this kind are needed.
    pub fn reject(&mut self, record: RecordRef<'_>, reason: Reason) {
        self.counts.count(reason.kind());
        self.list(record, reason);
    }

    /// Lists a rejected record if diagnostics of this kind are needed.
    pub fn list(&mut self, record: RecordRef<'_>, reason: Reason) {
        self.problems.push(record.record.line, record.bytes(), reason);
    }
}

/// Receives problems with records, in input order.
pub(crate) trait ProblemSink: Send {
    /// Receives the problems of a task that has some.
    ///
    /// # Errors
    /// If they cannot be passed on, or a problem must end the job.
    fn report(&mut self, problems: &mut Problems) -> Result<(), Error>;
}

/// Observes the progress of the outputs of a job.
pub(crate) trait WrittenObserver: Send {
    /// Called when the output of a task has been written, with the start of the next task, the counts, and the outputs
    /// up to there.
    ///
    /// # Errors
    /// If the progress cannot be recorded.
    fn written(
        &mut self,
        position: InputPosition,
        counts: JobCounts,
        outputs: &WrittenOutputs<'_, '_>,
    ) -> Result<(), Error>;
}

/// The outputs of a job up to the end of a task.
pub(crate) struct WrittenOutputs<'o, 'b> {
    outputs: &'o [&'b mut OutputFile],
    lengths: &'o [u64],
}

impl WrittenOutputs<'_, '_> {
    /// Returns the length of each output, and how much of it is stored.
    pub(crate) fn marks(&self) -> Vec<OutputMark> {
        let outputs = self.outputs.iter().zip(self.lengths);
        outputs.map(|(output, &length)| output.mark(length)).collect()
    }
}

/// The output of a task, filled by a worker.
pub struct ChunkOutput<'a, 'b> {
    /// A buffer for each output of the job.
    pub out: Vec<Vec<u8>>,
    /// Turns answers into bytes.
    pub formatter: &'b dyn RecordFormatter,
    /// The findings.
    pub report: ChunkReport,
    /// The number of bytes already written to each output, ahead of the end of the task.
    ahead: Vec<u64>,
    index: u64,
    /// The output that receives all buffers; `None` if each buffer belongs to the output with its index.
    target: Option<usize>,
    order: &'a Order<'b>,
}

impl<'b> ChunkOutput<'_, 'b> {
    pub(super) fn stop(&self) -> &'b StopFlag {
        self.order.control.stop
    }

    /// Records the number of records in this task, and returns the number of its first record, counted from 0 within
    /// the job. This waits for the numbers of all earlier tasks, so call it before the work on any record. Returns 0
    /// without [`Needs::numbers`](crate::Needs::numbers).
    ///
    /// # Errors
    /// If the job has failed elsewhere.
    pub fn first_record(&self, records: u64) -> Result<u64, Error> {
        match &self.order.numbering {
            Some(numbering) => numbering.first_record(self.index, records, &self.order.results),
            None => Ok(0),
        }
    }

    /// If much output has been collected, waits for the turn of this task, writes the output and empties the buffers.
    /// Call this between the rows of a task that may have much output. `complete` is called for each buffer before it
    /// is written.
    ///
    /// # Errors
    /// If the output cannot be written, or the job has failed elsewhere.
    pub fn write_ahead(&mut self, complete: impl Fn(&mut Vec<u8>)) -> Result<(), Error> {
        let order = self.order;
        if self.out.iter().map(Vec::len).sum::<usize>() < AHEAD {
            return Ok(());
        }
        self.out.iter_mut().for_each(complete);
        let Some(mut writer) = order.results.turn(self.index) else {
            return Err(Error::Abandoned);
        };
        self.ahead.iter_mut().zip(&self.out).for_each(|(ahead, out)| *ahead += out.len() as u64);
        writer.write(&mut self.out, self.target)?;
        drop(writer);
        order.results.notify();
        Ok(())
    }
}

/// The results of a task.
struct Done {
    out: Vec<Vec<u8>>,
    report: ChunkReport,
    place: TaskPlace,
    length: u64,
    /// The number of bytes already written ahead to each output.
    ahead: Vec<u64>,
}

impl Done {
    /// Returns the number of bytes of output.
    fn size(&self) -> usize {
        self.out.iter().map(Vec::len).sum()
    }
}

/// The order of a job: the state that its workers share.
struct Order<'b> {
    results: InOrder<Done, OutputWriter<'b>>,
    /// The name of each compressed output, and its encoder.
    encoders: Vec<(String, Arc<Encoder>)>,
    /// The number of outputs.
    outputs: usize,
    /// The numbering of records, if the job needs it.
    numbering: Option<Numbering>,
    /// The number of tasks in progress.
    running: AtomicUsize,
    /// The first error.
    error: Mutex<Option<Error>>,
    spare: Arc<Spare>,
    control: &'b Control<'b>,
    formatter: &'b dyn RecordFormatter,
    listed: Listed,
}

/// Memory for reuse, shared by the workers: a worker may pass on the output of all others, and then holds all buffers.
#[derive(Default)]
struct Spare {
    /// Empty buffers.
    buffers: Mutex<Vec<Vec<u8>>>,
    /// Lists of problems that have been passed on.
    problems: Mutex<Vec<Problems>>,
}

/// Receives the results of tasks in order: passes on problems with records, writes the outputs, and reports their
/// progress.
struct OutputWriter<'b> {
    outputs: Vec<&'b mut OutputFile>,
    /// The length of each output, up to the next task in order.
    lengths: Vec<u64>,
    counts: JobCounts,
    lines: Lines,
    problems: &'b mut dyn ProblemSink,
    written: Option<&'b mut dyn WrittenObserver>,
    spare: Arc<Spare>,
    control: &'b Control<'b>,
}

/// The lines before the next task in order.
struct Lines {
    /// The lines before the first task of the current input.
    before: LineOffset,
    /// The number of these lines, once counted.
    first: Option<u64>,
    /// The number of lines in the tasks of the input since.
    since: u64,
}

struct Tasks<'b, S: ?Sized> {
    source: &'b mut S,
    taken: u64,
    is_ended: bool,
}

/// A run of all tasks of a source, with the files that receive their output.
pub(crate) struct TaskRun<'b, S: ?Sized> {
    pub(crate) source: &'b mut S,
    pub(crate) outputs: &'b mut [OutputFile],
    pub(crate) formatter: &'b dyn RecordFormatter,
    pub(crate) control: &'b Control<'b>,
    /// The lines before the first task, unless the task has its own.
    pub(crate) lines_before: LineOffset,
    /// The counts of an earlier run.
    pub(crate) counts: JobCounts,
    /// The number of records before the first task, if records are numbered.
    pub(crate) records_before: Option<u64>,
    pub(crate) problems: &'b mut dyn ProblemSink,
    /// The kinds of diagnostics that are needed.
    pub(crate) listed: Listed,
    pub(crate) written: Option<&'b mut dyn WrittenObserver>,
}

impl<S: TaskSource + ?Sized> TaskRun<'_, S> {
    /// Passes all tasks through the workers, one for each thread, in order. Returns the sum of the counts.
    pub(crate) fn finish<W: TaskWorker<S::Task>>(
        self,
        make_worker: impl Fn() -> W + Sync,
    ) -> Result<RunEnd, Error> {
        let Self { source, outputs, formatter, control, lines_before, counts, listed, .. } = self;
        let encoders: Vec<_> = outputs.iter().filter_map(OutputFile::encoder).collect();
        encoders.iter().for_each(|(_, encoder)| encoder.set_threads(control.threads.count()));
        let spare = Arc::<Spare>::default();
        let writer = OutputWriter {
            lengths: outputs.iter().map(|output| output.length).collect(),
            outputs: outputs.iter_mut().collect(),
            counts,
            lines: Lines { before: lines_before, first: None, since: 0 },
            problems: self.problems,
            written: self.written,
            spare: Arc::clone(&spare),
            control,
        };
        let order = Order {
            outputs: writer.outputs.len(),
            results: InOrder::new(writer),
            encoders,
            numbering: self.records_before.map(Numbering::new),
            running: AtomicUsize::new(0),
            error: Mutex::new(None),
            spare,
            control,
            formatter,
            listed,
        };
        let tasks = Mutex::new(Tasks { source, taken: 0, is_ended: false });
        control.threads.on_each(|| {
            let mut task = None;
            // After a panic anywhere, even in a source or a handler, the job must end, because the other threads would
            // wait for this thread.
            let work = AssertUnwindSafe(|| order.work(&tasks, &mut make_worker(), &mut task));
            if panic::catch_unwind(work).is_err() {
                let changed = task.and_then(|task| task.verify().err());
                order.fail(changed.unwrap_or(Error::Panic));
            }
        });
        let end = if control.is_stopped() { JobEnd::Interrupted } else { JobEnd::Complete };
        let Order { results, error, .. } = order;
        match error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(Error::Abandoned) if end == JobEnd::Interrupted => {}
            Some(error) => return Err(error),
            None => {}
        }
        Ok(RunEnd { counts: results.into_sink().counts, end, ..RunEnd::default() })
    }
}

impl Order<'_> {
    fn fail(&self, error: Error) {
        lock(&self.error).get_or_insert(error);
        self.results.fail();
    }

    fn work<S: TaskSource + ?Sized>(
        &self,
        tasks: &Mutex<Tasks<'_, S>>,
        worker: &mut impl TaskWorker<S::Task>,
        current: &mut Option<S::Task>,
    ) {
        while let Some((index, task)) = self.take(tasks) {
            let done = self.do_task(worker, index, current.insert(task));
            *current = None;
            let submitted = done.and_then(|done| self.results.submit(index, done.size(), done));
            submitted.unwrap_or_else(|error| self.fail(error));
            self.running.fetch_sub(1, Ordering::Relaxed);
            self.results.notify();
        }
        // Other threads may still add their last blocks, so help until they are done.
        while self.help() && !self.results.is_failed() && self.is_running() {
            self.results.wait_unless(|| self.has_block() || !self.is_running());
        }
    }

    fn is_running(&self) -> bool {
        self.running.load(Ordering::Relaxed) > 0
    }

    fn has_block(&self) -> bool {
        self.encoders.iter().any(|(_, encoder)| encoder.has_block())
    }

    /// Compresses all blocks that wait. Returns false if nothing is left to help with, or the job fails.
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

    /// Takes the next task, after waiting until not too much output waits.
    fn take<S: TaskSource + ?Sized>(&self, tasks: &Mutex<Tasks<'_, S>>) -> Option<(u64, S::Task)> {
        self.help();
        while !self.results.wait_for_room(WAITING, || self.has_block()) {
            self.help();
        }
        if self.results.is_failed() || self.control.is_stopped() {
            return None;
        }
        let mut tasks = lock(tasks);
        if tasks.is_ended {
            return None;
        }
        match tasks.source.next_task() {
            Ok(Some(task)) => {
                tasks.taken += 1;
                self.running.fetch_add(1, Ordering::Relaxed);
                return Some((tasks.taken - 1, task));
            }
            Ok(None) => {}
            // The tasks taken before are still completed, and their output is written.
            Err(error) => {
                lock(&self.error).get_or_insert(error);
            }
        }
        tasks.is_ended = true;
        None
    }

    fn do_task<T: Task>(
        &self,
        worker: &mut impl TaskWorker<T>,
        index: u64,
        task: &mut T,
    ) -> Result<Done, Error> {
        let place = task.place();
        let target = place.output;
        let out = self.spare.buffers(if target.is_some() { 1 } else { self.outputs });
        let problems = self.spare.problems(self.listed);
        let report = ChunkReport { problems, ..ChunkReport::default() };
        let formatter = self.formatter;
        let ahead = vec![0; self.outputs];
        let mut output = ChunkOutput { out, formatter, report, ahead, index, target, order: self };
        let worked = worker.work(task, &mut output);
        // Check first whether the input has changed, because that would be the cause of any other error.
        task.verify()?;
        worked?;
        let ChunkOutput { out, report, ahead, .. } = output;
        Ok(Done { out, report, place, length: task.length(), ahead })
    }
}

impl Spare {
    /// Returns empty buffers.
    fn buffers(&self, count: usize) -> Vec<Vec<u8>> {
        let mut spare = lock(&self.buffers);
        (0..count).map(|_| spare.pop().unwrap_or_default()).collect()
    }

    /// Returns memory for the diagnostics of a task, of the kinds in `listed`.
    fn problems(&self, listed: Listed) -> Problems {
        let mut problems = lock(&self.problems).pop().unwrap_or_default();
        problems.clear(listed);
        problems
    }
}

impl Sink<Done> for OutputWriter<'_> {
    type Error = Error;

    fn take(&mut self, mut done: Done) -> Result<(), Error> {
        if let Some(lines) = done.place.lines_before.take() {
            self.lines = Lines { before: lines, first: None, since: 0 };
        }
        self.report(&mut done)?;
        self.lines.since += done.report.lines;
        for ((length, out), ahead) in self.lengths.iter_mut().zip(&done.out).zip(&done.ahead) {
            *length += out.len() as u64 + ahead;
        }
        self.counts += done.report.counts;
        self.control.progress.add(done.report.counts.puzzles, done.length);
        if done.size() > 0 {
            self.write(&mut done.out, done.place.output)?;
        }
        lock(&self.spare.buffers).append(&mut done.out);
        self.notify_written(&done.place)
    }
}

impl OutputWriter<'_> {
    /// Passes on the problems with records of a task.
    fn report(&mut self, done: &mut Done) -> Result<(), Error> {
        let mut problems = mem::take(&mut done.report.problems);
        if !problems.is_empty() {
            let Lines { before, first, since } = &mut self.lines;
            let count = match *first {
                Some(count) => count,
                None => before.count(|| self.control.is_stopped())?,
            };
            *first = Some(count);
            problems.input = done.place.input;
            problems.lines_before = count + *since;
            self.problems.report(&mut problems)?;
        }
        lock(&self.spare.problems).push(problems);
        Ok(())
    }

    /// Reports the progress of the outputs. After the job is asked to stop, tasks may be done only in part, so nothing
    /// is reported any more.
    fn notify_written(&mut self, place: &TaskPlace) -> Result<(), Error> {
        let Self { outputs, lengths, written: Some(observer), .. } = self else { return Ok(()) };
        let Some(offset) = place.end.filter(|_| !self.control.is_stopped()) else { return Ok(()) };
        let lines = self.lines.before.known + self.lines.since;
        let position = InputPosition { input: place.input, offset, lines };
        observer.written(position, self.counts, &WrittenOutputs { outputs, lengths })
    }

    /// Writes each buffer to its output, or the only buffer to its target, and empties it.
    fn write(&mut self, out: &mut [Vec<u8>], target: Option<usize>) -> Result<(), Error> {
        let outputs = match target {
            Some(target) => &mut self.outputs[target..=target],
            None => &mut self.outputs[..],
        };
        for (output, bytes) in outputs.iter_mut().zip(out) {
            output.write(bytes)?;
            bytes.clear();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
