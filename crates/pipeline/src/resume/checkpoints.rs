//! Writes a journal while the job runs.
//!
//! A separate thread waits until written bytes are on disk, then adds a line to the journal. Meanwhile the workers
//! continue.

use std::{
    fs::File,
    io::{self, Write},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::journal::{Checkpoint, Totals};
use crate::{
    Error, JobCounts,
    io::sync_from,
    marks::{InputPosition, OutputMark},
    ordered::{WrittenObserver, WrittenOutputs},
    report::Reports,
    sync::lock,
};

/// The minimum and the maximum time between two lines.
const PERIOD: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(10));
/// Between these, the pause is this fraction of the time of the job so far, so that journals stay short.
const SHARE: u32 = 1000;

/// Adds lines to a journal, from time to time.
pub(crate) struct Checkpoints {
    /// The thread of the journal and its channel; `None` after `join`.
    thread: Option<(Sender<Checkpoint>, JoinHandle<io::Result<()>>)>,
    /// True while the thread works on a line.
    is_busy: Arc<AtomicBool>,
    journal: String,
    /// A checkpoint whose outputs are not yet stored, because some bytes still wait to be compressed.
    pending: Option<Checkpoint>,
    start: Instant,
    last: Instant,
    /// The time of earlier runs in milliseconds.
    before: u64,
}

impl Checkpoints {
    /// Creates the writer of `journal`, a file with its name for messages, for outputs that are stored in `files`. A
    /// line is written only after everything that it claims is on disk.
    pub(crate) fn new(
        (journal, name): (File, String),
        files: Vec<File>,
        before: u64,
    ) -> io::Result<Self> {
        let (sender, records) = mpsc::channel::<Checkpoint>();
        let is_busy = Arc::new(AtomicBool::new(false));
        let done = Arc::clone(&is_busy);
        let thread = thread::Builder::new()
            .name("journal".into())
            .spawn(move || write_records(records, &journal, files, &done))?;
        let start = Instant::now();
        Ok(Self {
            thread: Some((sender, thread)),
            is_busy,
            journal: name,
            pending: None,
            start,
            last: start,
            before,
        })
    }

    /// Returns the time of the job in milliseconds, including earlier runs.
    pub(crate) fn elapsed(&self) -> u64 {
        self.before + self.start.elapsed().as_millis() as u64
    }

    /// Returns the writer of checkpoints for a running job. It counts the rejects as the last output.
    pub(crate) fn writer<'s>(&'s mut self, reports: &'s Mutex<Reports>) -> CheckpointWriter<'s> {
        CheckpointWriter { checkpoints: self, reports }
    }

    /// Returns whether it is time for a checkpoint.
    fn is_due(&self) -> bool {
        let period = (self.start.elapsed() / SHARE).clamp(PERIOD.0, PERIOD.1);
        self.last.elapsed() >= period && !self.is_busy.load(Ordering::Acquire)
    }

    /// Records a chunk that is done: how much of each output has been written up to it, and how much of that is stored.
    fn note(
        &mut self,
        position: InputPosition,
        counts: JobCounts,
        outputs: Vec<OutputMark>,
    ) -> Result<(), Error> {
        let record = match self.pending.take() {
            None => {
                let totals = Totals { counts, elapsed: self.elapsed() };
                Checkpoint { position, totals, outputs }
            }
            Some(mut record) => {
                for (mark, now) in record.outputs.iter_mut().zip(outputs) {
                    *mark = OutputMark { wanted: mark.wanted, ..now };
                }
                record
            }
        };
        if !record.is_stored() {
            self.pending = Some(record);
            return Ok(());
        }
        self.last = Instant::now();
        self.is_busy.store(true, Ordering::Release);
        match &self.thread {
            Some((records, _)) if records.send(record).is_ok() => Ok(()),
            // The thread has ended early, so it has failed.
            _ => self.join(),
        }
    }

    /// Waits until all lines are written.
    pub(super) fn join(&mut self) -> Result<(), Error> {
        let Some((records, thread)) = self.thread.take() else { return Ok(()) };
        drop(records);
        let written = thread
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("the thread of the journal panicked")));
        written.map_err(|source| Error::Write { name: self.journal.clone(), source })
    }
}

/// Records the progress of the outputs and rejects of a running job.
pub(crate) struct CheckpointWriter<'s> {
    checkpoints: &'s mut Checkpoints,
    reports: &'s Mutex<Reports>,
}

impl WrittenObserver for CheckpointWriter<'_> {
    fn written(
        &mut self,
        position: InputPosition,
        counts: JobCounts,
        outputs: &WrittenOutputs<'_, '_>,
    ) -> Result<(), Error> {
        if !self.checkpoints.is_due() {
            return Ok(());
        }
        let mut marks = outputs.marks();
        marks.extend(lock(self.reports).mark()?);
        self.checkpoints.note(position, counts, marks)
    }
}

/// Writes each record to the journal once its claims are on disk, then clears `is_busy`.
fn write_records(
    records: Receiver<Checkpoint>,
    journal: &File,
    files: Vec<File>,
    is_busy: &AtomicBool,
) -> io::Result<()> {
    // Each file, with the number of its bytes that are on disk.
    let mut files: Vec<_> = files.into_iter().map(|file| (file, 0)).collect();
    for record in records {
        for (file, on_disk) in &mut files {
            *on_disk = sync_from(file, *on_disk)?;
        }
        append(journal, &record.line())?;
        is_busy.store(false, Ordering::Release);
    }
    Ok(())
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        // The error is ignored, because the job has ended and has reported its own error.
        let _ = self.join();
    }
}

/// Adds text to a journal, and waits until it is on disk.
pub(super) fn append(mut journal: &File, text: &str) -> io::Result<()> {
    journal.write_all(text.as_bytes())?;
    journal.sync_data()
}
