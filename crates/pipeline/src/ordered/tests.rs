//! Tests a slow output with many tasks that wait for it.

use std::{
    io::{self, Write},
    ops::Range,
    slice,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use batchdoku_format::{AnswerShape, WriteOptions};

use super::*;
use crate::{Progress, Reason, report::Listed, start_threads};
use batchdoku_testkit::sized;

const SIZE: usize = sized(1 << 20, 1 << 10);
const TASKS: u64 = sized(400, 20);

impl<I: Iterator<Item = Range<u64>> + Send> TaskSource for I {
    type Task = Range<u64>;

    fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
        Ok(self.next())
    }
}

/// Calls a function with the bytes that are written.
struct Written<F>(F);

impl<F: FnMut(&[u8])> Write for Written<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.0)(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Calls a function for each task.
struct Calling<F>(F);

impl<F: FnMut(&Range<u64>, &mut ChunkOutput<'_, '_>) -> Result<(), Error>> TaskWorker<Range<u64>>
    for Calling<F>
{
    fn work(&mut self, task: &Range<u64>, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        (self.0)(task, output)
    }
}

/// Calls a function for each task with problems.
struct Reported<F>(F);

impl<F: FnMut() + Send> ProblemSink for Reported<F> {
    fn report(&mut self, _: &mut Problems) -> Result<(), Error> {
        (self.0)();
        Ok(())
    }
}

/// Runs all tasks with four threads, and calls functions: for each task taken, and for bytes written and problems
/// reported.
fn run_tasks<W: FnMut(&Range<u64>, &mut ChunkOutput<'_, '_>) -> Result<(), Error>>(
    mut on_task: impl FnMut() + Send,
    on_write: impl FnMut(&[u8]) + Send + 'static,
    on_problems: impl FnMut() + Send,
    make_worker: impl Fn() -> W + Sync,
) -> Result<RunEnd, Error> {
    let threads = start_threads(4).expect("threads");
    let (stop, progress) = (StopFlag::new(), Progress::default());
    let formatter = batchdoku_format::formatter(&AnswerShape::COPIES, &WriteOptions::default())
        .expect("a writer");
    let run = TaskRun {
        source: &mut (0..TASKS).map(|number| {
            on_task();
            number..number + 1
        }),
        outputs: &mut [OutputFile::to_writer("output", Box::new(Written(on_write)))],
        formatter: &*formatter,
        control: &Control { threads: &threads, stop: &stop, progress: &progress },
        lines_before: LineOffset::default(),
        counts: JobCounts::default(),
        records_before: None,
        problems: &mut Reported(on_problems),
        listed: Listed::All,
        written: None,
    };
    run.finish(|| Calling(make_worker()))
}

#[test]
fn a_slow_output_makes_the_others_wait_and_not_the_memory_grow() {
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
    let mut next = 0_u64;
    let slow = move |bytes: &[u8]| {
        assert_eq!(bytes.len(), SIZE, "task {next}");
        assert_eq!(bytes.iter().find(|&&byte| byte != next as u8), None, "task {next}");
        next += 1;
        thread::sleep(Duration::from_micros(100));
    };
    let end = run_tasks(|| (), slow, || (), worker);
    assert!(!end.expect("done").is_interrupted());
    // The bound is: buffers that wait, buffers that each worker holds, and a buffer being written.
    assert!(buffers.into_inner() <= WAITING / SIZE + 1 + 2 * 4 + 1);
}

/// Writes many bytes, and reports a problem.
fn report(task: &Range<u64>, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
    output.out[0].resize(SIZE, task.start as u8);
    output.report.problems.push(0, b"", Reason::Unsolvable);
    Ok(())
}

#[test]
fn a_panic_anywhere_is_an_error_and_nobody_waits_for_ever() {
    for panicking in ["source", "output", "handler"] {
        let [source, mut output, handler] = ["source", "output", "handler"].map(|place| {
            let mut calls = 0;
            move || {
                calls += 1;
                assert!(place != panicking || calls < 4, "a panic of the {place}");
            }
        });
        let end = run_tasks(source, move |_| output(), handler, || report);
        assert!(matches!(end, Err(Error::Panic)), "{panicking}");
    }
}

/// Runs tasks on one thread.
fn run_alone(
    mut output: OutputFile,
    written: Option<&mut Lengths>,
    work: impl Fn(&Range<u64>, &mut ChunkOutput<'_, '_>) -> Result<(), Error> + Sync,
) -> Result<RunEnd, Error> {
    let threads = start_threads(1).expect("a thread");
    let (stop, progress) = (StopFlag::new(), Progress::default());
    let formatter = batchdoku_format::formatter(&AnswerShape::COPIES, &WriteOptions::default())
        .expect("a writer");
    let run = TaskRun {
        source: &mut (0..TASKS).map(|number| number..number + 1),
        outputs: slice::from_mut(&mut output),
        formatter: &*formatter,
        control: &Control { threads: &threads, stop: &stop, progress: &progress },
        lines_before: LineOffset::default(),
        counts: JobCounts::default(),
        records_before: None,
        problems: &mut Reported(|| ()),
        listed: Listed::All,
        written: written.map(|lengths| lengths as &mut dyn WrittenObserver),
    };
    run.finish(|| Calling(&work))
}

/// Fails to write.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is full"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn no_task_is_taken_once_the_output_has_failed() {
    let taken = AtomicUsize::new(0);
    let end = run_alone(OutputFile::to_writer("output", Box::new(Full)), None, |_, output| {
        taken.fetch_add(1, Ordering::Relaxed);
        output.out[0].push(b'1');
        Ok(())
    });
    assert!(matches!(&end, Err(Error::Write { name, .. }) if name == "output"), "{end:?}");
    assert_eq!(taken.into_inner(), 1);
}

/// An error in a block that a worker compresses between two tasks is reported as in a block that is compressed while
/// its task is written.
#[test]
fn a_compressed_output_that_fails_is_named() {
    for blocks in [1, 3] {
        let (output, block) = OutputFile::compressed_to_writer("output.gz", Box::new(Full));
        let length = blocks * block;
        let end = run_alone(output, None, |_, output| {
            output.out[0].resize(length, b'1');
            Ok(())
        });
        assert!(matches!(&end, Err(Error::Write { name, .. }) if name == "output.gz"), "{end:?}");
    }
}

/// Records the length of the output after each task.
struct Lengths(Vec<u64>);

impl WrittenObserver for Lengths {
    fn written(
        &mut self,
        _: InputPosition,
        _: JobCounts,
        outputs: &WrittenOutputs<'_, '_>,
    ) -> Result<(), Error> {
        self.0.extend(outputs.marks().iter().map(|mark| mark.wanted));
        Ok(())
    }
}

/// A journal depends on this, because a resumed job cuts its outputs off there.
#[test]
fn bytes_that_are_written_ahead_count() {
    const BEFORE: usize = AHEAD + 3;
    const BEHIND: usize = 5;
    let mut lengths = Lengths(Vec::new());
    let sink = OutputFile::to_writer("output", Box::new(io::sink()));
    let end = run_alone(sink, Some(&mut lengths), |_, output| {
        output.out[0].resize(BEFORE, b'1');
        output.write_ahead(|_| ())?;
        assert!(output.out[0].is_empty());
        output.out[0].resize(BEHIND, b'2');
        Ok(())
    });
    assert!(!end.unwrap().is_interrupted());
    let expected: Vec<_> = (1..=TASKS).map(|task| task * (BEFORE + BEHIND) as u64).collect();
    assert_eq!(lengths.0, expected);
}
