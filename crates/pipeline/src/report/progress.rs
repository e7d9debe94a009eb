//! The progress of a running job.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use batchdoku_engine::grid::Grid;

use super::Searches;
use crate::sync::lock;

/// Counts the work that a running job has done, for an observer in another thread.
///
/// ```
/// use batchdoku::pipeline::{JobObserver, Progress};
/// struct Counter;
/// impl JobObserver for Counter {
///     fn follows_progress(&self) -> bool {
///         true
///     }
///     fn progress(&self, progress: &Progress) {
///         let (puzzles, bytes) = progress.get();
///         eprint!("\r{puzzles} puzzles, {bytes} bytes");
///     }
/// }
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    puzzles: AtomicU64,
    bytes: AtomicU64,
    /// The number of puzzles that an earlier run has done.
    before: AtomicU64,
    counted: Option<(&'static str, Arc<AtomicU64>)>,
    searches: Option<Arc<Searches>>,
    note: Mutex<String>,
}

impl Progress {
    /// Returns the number of puzzles done, and the amount of input done: bytes, or records of a job without inputs.
    pub fn get(&self) -> (u64, u64) {
        (self.puzzles.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed))
    }

    /// Returns the number of puzzles that an earlier run has done.
    pub fn done_before(&self) -> u64 {
        self.before.load(Ordering::Relaxed)
    }

    /// Returns the name and the value of a second counter, for jobs that rarely yield a record: for example `tries` of
    /// a job that generates puzzles, or puzzles `found` for the puzzles of the input.
    pub fn counted(&self) -> Option<(&'static str, u64)> {
        self.counted.as_ref().map(|(what, count)| (*what, count.load(Ordering::Relaxed)))
    }

    /// Returns the puzzle of the longest of the running searches, and its time so far; `None` in jobs with short
    /// searches.
    pub fn searched(&self) -> Option<(Grid, Duration)> {
        self.searches.as_ref()?.longest()
    }

    /// Returns the progress of a job that does not count records, in words.
    pub fn note(&self) -> Option<String> {
        let note = lock(&self.note);
        (!note.is_empty()).then(|| note.clone())
    }

    /// Sets the [`note`](Self::note).
    pub fn set_note(&self, note: String) {
        *lock(&self.note) = note;
    }

    /// Adds the work of an earlier run.
    pub(crate) fn start_after(&self, puzzles: u64, bytes: u64) {
        self.before.store(puzzles, Ordering::Relaxed);
        self.add(puzzles, bytes);
    }

    pub(crate) fn add(&self, puzzles: u64, bytes: u64) {
        self.puzzles.fetch_add(puzzles, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// Returns the progress of a job that has not started, with a second counter and the running searches, if it has them.
/// It is not a method of [`Progress`], because observers of a job should not see it.
pub fn progress_of(
    counted: Option<(&'static str, Arc<AtomicU64>)>,
    searches: Option<Arc<Searches>>,
) -> Progress {
    Progress { counted, searches, ..Progress::default() }
}
