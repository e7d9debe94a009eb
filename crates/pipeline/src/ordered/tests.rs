//! A slow output, and many tasks that wait for it.

use std::{
    io::{self, Write},
    ops::Range,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use batchdoku_format::WriteOptions;

use super::*;
use crate::{Diagnostic, DiagnosticKind, Progress, start_threads, testkit::sized};

const SIZE: usize = sized(1 << 20, 1 << 10);
const TASKS: u64 = sized(400, 20);

struct NumberedTasks(Range<u64>);

impl TaskSource for NumberedTasks {
    type Task = Range<u64>;

    fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
        Ok(self.0.next().map(|number| number..number + 1))
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

/// Runs all tasks.
fn run_tasks<W: Worker<Range<u64>>>(
    source: &mut impl TaskSource<Task = Range<u64>>,
    outputs: &mut [OutputFile],
    control: &Control<'_>,
    on_diagnostic: &mut DiagnosticHandler<'_>,
    make_worker: impl Fn() -> W + Sync,
) -> Result<RunEnd, Error> {
    let formatter = batchdoku_format::formatter(&[], &WriteOptions::default()).expect("a writer");
    let run = TaskRun {
        source,
        outputs,
        formatter: &*formatter,
        control,
        lines_before: LinesBefore::default(),
        counts: JobCounts::default(),
        on_diagnostic,
        on_written: None,
    };
    run.finish(make_worker)
}

#[test]
fn a_slow_output_makes_the_others_wait_and_not_the_memory_grow() {
    let threads = start_threads(4).expect("threads");
    let (stop, progress) = (AtomicBool::new(false), Progress::default());
    let control = Control { threads: &threads, stop: &stop, progress: &progress };
    let mut outputs = [OutputFile::to_writer("slow", Box::new(Slow(0)))];
    let buffers = AtomicUsize::new(0);
    let worker = || {
        |task: &Range<u64>, output: &mut ChunkOutput<'_, '_>| {
            assert!(output.out[0].is_empty());
            if output.out[0].capacity() == 0 {
                buffers.fetch_add(1, Ordering::Relaxed);
            }
            output.out[0].resize(SIZE, task.start as u8);
            Ok(())
        }
    };
    let tasks = &mut NumberedTasks(0..TASKS);
    let end = run_tasks(tasks, &mut outputs, &control, &mut |_| Ok(()), worker);
    assert!(!end.expect("done").is_interrupted);
    // What waits, what each worker holds, and what is being written.
    assert!(buffers.into_inner() <= WAITING / SIZE + 1 + 2 * 4 + 1);
}

/// Runs all tasks with four threads, and returns the error.
fn failure(
    source: &mut impl TaskSource<Task = Range<u64>>,
    formatter: impl Write + Send + 'static,
    on_diagnostic: &mut DiagnosticHandler<'_>,
) -> Error {
    let threads = start_threads(4).expect("threads");
    let (stop, progress) = (AtomicBool::new(false), Progress::default());
    let control = Control { threads: &threads, stop: &stop, progress: &progress };
    let mut outputs = [OutputFile::to_writer("output", Box::new(formatter))];
    let worker = || report;
    run_tasks(source, &mut outputs, &control, on_diagnostic, worker).expect_err("a panic")
}

/// Writes much, and reports a problem.
fn report(task: &Range<u64>, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
    output.out[0].resize(SIZE, task.start as u8);
    let problem = Diagnostic::new(0, DiagnosticKind::BadRecord, String::new(), &[]);
    output.report.problems.push(problem);
    Ok(())
}

/// Panics at the fourth write.
struct Panicking(u64);

impl Write for Panicking {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += 1;
        assert!(self.0 < 4, "a panic of the output");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Panics at the fourth task.
struct PanickingSource(u64);

impl TaskSource for PanickingSource {
    type Task = Range<u64>;

    fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
        self.0 += 1;
        assert!(self.0 < 4, "a panic of the source");
        Ok(Some(self.0..self.0 + 1))
    }
}

#[test]
fn a_panic_anywhere_is_an_error_and_nobody_waits_for_ever() {
    let mut ignored = |_: Diagnostic| Ok(());
    let error = failure(&mut NumberedTasks(0..TASKS), Panicking(0), &mut ignored);
    assert!(matches!(error, Error::Panic));
    let mut ignored = |_: Diagnostic| Ok(());
    let error = failure(&mut PanickingSource(0), io::sink(), &mut ignored);
    assert!(matches!(error, Error::Panic));
    let mut seen = 0;
    let mut panicking = |_: Diagnostic| {
        seen += 1;
        assert!(seen < 4, "a panic of the handler");
        Ok(())
    };
    let error = failure(&mut NumberedTasks(0..TASKS), io::sink(), &mut panicking);
    assert!(matches!(error, Error::Panic));
}
