//! A slow output, and many tasks that wait for it.

use std::{
    io::{self, Write},
    ops::Range,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use super::*;
use crate::pipeline::{Progress, Threads};

const SIZE: usize = 1 << 20;
const TASKS: u64 = 400;

struct NumberedTasks(Range<u64>);

impl TaskSource for NumberedTasks {
    type Task = Range<u64>;

    fn next_task(&mut self) -> Result<Option<Range<u64>>, Error> {
        Ok(self.0.next().map(|number| number..number + 1))
    }
}

/// Writes the number of the task, and counts the buffers that are new to it.
struct Filler<'a>(&'a AtomicUsize);

impl TaskProcessor<Range<u64>> for Filler<'_> {
    fn work(&mut self, task: Range<u64>, output: &mut ChunkOutput<'_, '_>) -> Result<(), Error> {
        assert!(output.out[0].is_empty());
        if output.out[0].capacity() == 0 {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
        output.out[0].resize(SIZE, task.start as u8);
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
    let threads = Threads::new(4).expect("threads");
    let (stop, progress) = (AtomicBool::new(false), Progress::default());
    let control = Control { threads: &threads, stop: &stop, progress: &progress };
    let mut outputs = [OutputFile::to_writer("slow", Box::new(Slow(0)))];
    let buffers = AtomicUsize::new(0);
    let worker = || Filler(&buffers);
    let end = run(
        &mut NumberedTasks(0..TASKS),
        &mut outputs,
        &control,
        worker,
        &mut |_| Ok(()),
        0.into(),
    );
    assert!(!end.expect("done").is_interrupted);
    // What waits, what each worker holds, and what is being written.
    assert!(buffers.into_inner() <= WAITING / SIZE + 1 + 2 * 4 + 1);
}
