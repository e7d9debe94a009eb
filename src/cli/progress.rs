//! The progress on standard error: a bar on a terminal, otherwise a line per second.

use std::{
    io::{self, IsTerminal},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use clap::ValueEnum;
use console::Term;
use indicatif::{HumanCount, HumanDuration, ProgressDrawTarget, ProgressStyle, TermLike};

use super::terminal::{eprint_line, is_reading};
use batchdoku::pipeline::Progress;
use batchdoku_base::counted;

/// When to show something. The values have no descriptions here, because the help would show these next to the text of
/// the option, which describes the values.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum When {
    Auto,
    Always,
    Never,
}

/// Progress is shown after this time, so a job that ends sooner shows none.
const DELAY: Duration = Duration::from_millis(500);
/// The time between two lines.
const LINE_PERIOD: Duration = Duration::from_secs(1);

/// The bar that is on the terminal, if a bar is shown.
static BAR: Mutex<Option<indicatif::ProgressBar>> = Mutex::new(None);

/// Puts a bar on the terminal.
pub(super) fn drawn(bar: indicatif::ProgressBar) -> indicatif::ProgressBar {
    let terminal = Narrower(Term::stderr());
    bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(terminal)));
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
    bar
}

/// A terminal that reports too few columns, because Ctrl-C makes the terminal append `^C` to the line of the bar. At
/// the end of a full line, `^C` would begin another line, and the bar in the line above would not be removed.
#[derive(Debug)]
struct Narrower(Term);

impl TermLike for Narrower {
    fn width(&self) -> u16 {
        self.0.width().saturating_sub(4)
    }

    fn height(&self) -> u16 {
        self.0.height()
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Removes the bar from the terminal, when the process exits before its job has ended.
pub(super) fn clear() {
    let bar = BAR.try_lock().ok().and_then(|mut bar| bar.take());
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// Shows how far a job is.
pub(super) struct ProgressBar {
    bar: Option<indicatif::ProgressBar>,
    /// True once the bar is on the terminal.
    is_drawn: AtomicBool,
    /// The time of the next line, if progress is shown as lines.
    next_line: Option<Mutex<Instant>>,
    start: Instant,
    /// The length of the whole job, if it is known.
    length: Option<u64>,
}

impl ProgressBar {
    /// Starts to measure the time of a job. `length` is the length of the whole job, if it is known.
    pub(super) fn new(when: When, length: Option<u64>) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let is_shown = match when {
            // A bar would be drawn over the text that the user types.
            When::Auto => is_terminal && !is_reading(),
            When::Always => true,
            When::Never => false,
        };
        let start = Instant::now();
        let bar = (is_shown && is_terminal).then(|| {
            let (bar, template) = match length {
                Some(length) => {
                    (indicatif::ProgressBar::new(length), "{wide_bar} {percent}% {msg}")
                }
                None => (indicatif::ProgressBar::no_length(), "{spinner} {elapsed} {msg}"),
            };
            let style = ProgressStyle::with_template(template).expect("a valid template");
            drawn(bar.with_style(style))
        });
        let next_line = (is_shown && !is_terminal).then(|| Mutex::new(start + DELAY));
        Self { bar, is_drawn: AtomicBool::new(false), next_line, start, length }
    }

    pub(super) fn is_shown(&self) -> bool {
        self.bar.is_some() || self.next_line.is_some()
    }

    pub(super) fn show(&self, progress: &Progress) {
        let elapsed = self.start.elapsed();
        let (puzzles, length) = progress.get();
        let others = progress.counted().filter(|&(_, count)| count > 0);
        let note = progress.note();
        if !self.is_shown() || elapsed < DELAY {
            return;
        }
        let done = puzzles.saturating_sub(progress.done_before());
        let rate = (done as f64 / elapsed.as_secs_f64()) as u64;
        let mut message = format!("{}, {}/s", counted(puzzles, "puzzle"), HumanCount(rate));
        if let Some((what, count)) = others {
            let rate = (count as f64 / elapsed.as_secs_f64()) as u64;
            message += &format!(", {} {what}, {}/s", HumanCount(count), HumanCount(rate));
        }
        if let Some((puzzle, time)) = progress.searched().filter(|(_, time)| *time >= DELAY) {
            // A terminal has no room for 81 cells: the first row identifies the puzzle.
            let cells = if self.bar.is_some() { 9 } else { 81 };
            let cells = &puzzle.to_string()[..cells];
            message += &format!(", searching {cells} for {} s", time.as_secs());
        }
        // The time left is unknown before anything is done.
        if let Some(whole) = self.length.filter(|_| length > 0) {
            let left = elapsed.mul_f64(whole.saturating_sub(length) as f64 / length as f64);
            message += &format!(", {:#} left", HumanDuration(left));
            if self.bar.is_none() && whole > 0 {
                // A bar shows the percentage itself.
                message = format!("{}%, {message}", (100 * length / whole).min(100));
            }
        }
        message = note.unwrap_or(message);
        if let Some(bar) = &self.bar {
            self.is_drawn.store(true, Relaxed);
            bar.set_message(message);
            bar.set_position(length);
        } else if let Some(next) = &self.next_line
            && let Ok(mut next) = next.lock()
            && *next <= Instant::now()
        {
            *next += LINE_PERIOD;
            eprint_line(&message);
        }
    }

    /// Runs `print`, which writes to standard error, so that the bar stays below.
    pub(super) fn above(&self, print: impl FnOnce()) {
        match &self.bar {
            // `suspend` would draw a bar that is not shown yet.
            Some(bar) if self.is_drawn.load(Relaxed) => bar.suspend(print),
            _ => print(),
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
