//! The progress bar on standard error.

use std::{
    io::{self, IsTerminal},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::{
    args::{Running, When},
    complain,
};
use batchdoku::pipeline::Progress;

/// TaskProcessor that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often the bar, and without a terminal the line, is renewed.
const FRAME: Duration = Duration::from_millis(100);
const LINE: Duration = Duration::from_secs(1);

/// Watches a job from a thread of its own.
pub(super) struct Watch<'a> {
    progress: &'a Progress,
    bar: Option<ProgressBar>,
    lines: bool,
}

impl<'a> Watch<'a> {
    /// `length` is that of all inputs in bytes, where it is known.
    pub(super) fn new(running: &Running, progress: &'a Progress, length: Option<u64>) -> Self {
        let terminal = io::stderr().is_terminal();
        let wanted = match running.progress {
            When::Auto => terminal && !running.quiet,
            When::Always => true,
            When::Never => false,
        };
        let bar = (wanted && terminal).then(|| {
            let (bar, template) = match length {
                Some(length) => (ProgressBar::new(length), "{wide_bar} {percent}% {msg} ETA {eta}"),
                None => (ProgressBar::no_length(), "{spinner} {elapsed} {msg}"),
            };
            let style = ProgressStyle::with_template(template).expect("a valid template");
            bar.with_style(style)
        });
        Self { progress, bar, lines: wanted && !terminal }
    }

    /// Runs `work` and shows meanwhile how far it is.
    pub(super) fn during<R>(&self, work: impl FnOnce(&Self) -> R) -> R {
        thread::scope(|scope| {
            let (done, is_done) = mpsc::channel::<()>();
            scope.spawn(move || self.show_until(&is_done));
            let result = work(self);
            drop(done);
            result
        })
    }

    /// Runs `print`, which writes to standard error, so that the bar stays below.
    pub(super) fn above(&self, print: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn show_until(&self, done: &mpsc::Receiver<()>) {
        let start = Instant::now();
        let mut pause = PATIENCE;
        while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(pause) {
            let (puzzles, bytes) = self.progress.get();
            let rate = (puzzles as f64 / start.elapsed().as_secs_f64()) as u64;
            let message = format!("{} puzzles, {}/s", HumanCount(puzzles), HumanCount(rate));
            if let Some(bar) = &self.bar {
                bar.set_message(message);
                bar.set_position(bytes);
            } else if self.lines {
                complain(&message);
            }
            pause = if self.lines { LINE } else { FRAME };
        }
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
