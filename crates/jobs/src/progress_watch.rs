//! Shows the progress of a running job.

use std::{
    panic,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use batchdoku_pipeline::{JobObserver, Progress};

/// The time between two reports of the progress.
const PERIOD: Duration = Duration::from_millis(100);

/// A thread that reports the progress of a job to its observer every [`PERIOD`], until this is dropped.
#[must_use]
pub(super) struct ProgressWatch {
    /// The thread, and a sender that ends it when dropped.
    running: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressWatch {
    /// Starts the thread if an observer follows the progress. If no thread can be started, the job runs without
    /// progress.
    pub(super) fn start(observer: Option<&Arc<dyn JobObserver>>, progress: &Arc<Progress>) -> Self {
        let follower = observer.filter(|observer| observer.follows_progress());
        Self { running: follower.and_then(|observer| spawn(Arc::clone(observer), progress)) }
    }
}

fn spawn(
    observer: Arc<dyn JobObserver>,
    progress: &Arc<Progress>,
) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (end, is_ended) = mpsc::channel();
    let progress = Arc::clone(progress);
    let thread = thread::Builder::new().name("progress".into());
    let running = thread.spawn(move || {
        while let Err(RecvTimeoutError::Timeout) = is_ended.recv_timeout(PERIOD) {
            observer.progress(&progress);
        }
    });
    Some((end, running.ok()?))
}

impl Drop for ProgressWatch {
    fn drop(&mut self) {
        let Some((end, thread)) = self.running.take() else { return };
        drop(end);
        if let Err(of_observer) = thread.join()
            && !thread::panicking()
        {
            panic::resume_unwind(of_observer);
        }
    }
}
