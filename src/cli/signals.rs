//! Signals: the first signal stops the job, which then cleans up and reports its results. If the job does
//! not end soon, for example because it waits for a pipe, or if there is a second signal, the process exits.
//! No temporary file is left in either case.
//!
//! A signal that was ignored when the program started, as by `nohup`, stays ignored.

use std::{
    process,
    sync::{
        LazyLock, OnceLock,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use batchdoku::{
    StopFlag,
    pipeline::{Output, Progress},
};
use batchdoku_base::counted;

use super::{eprint_line, progress, terminal};

/// The time that a job has to end after a signal. With it, the process ends within a second.
const PATIENCE: Duration = Duration::from_millis(700);
/// The time between two checks for another signal.
const INTERVAL: Duration = Duration::from_millis(10);

/// The remark about the output of the job, if it is interrupted.
static REMARK: OnceLock<String> = OnceLock::new();
/// Set after a signal.
static STOP: LazyLock<StopFlag> = LazyLock::new(StopFlag::new);
/// The exit code that reports the first signal, as a shell does: 128 and its number.
static CODE: AtomicU8 = AtomicU8::new(0);
/// The number of puzzles that were done at the last report of progress.
static DONE: AtomicU64 = AtomicU64::new(0);
/// True once the end of an interrupted job is reported, by the job or, in its place, by the process.
static IS_REPORTED: AtomicBool = AtomicBool::new(false);

/// Returns the flag that the first signal sets.
pub(super) fn stop_flag() -> Result<&'static StopFlag> {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    if INSTALLED.get().is_none() {
        install().context("cannot handle signals")?;
        INSTALLED.get_or_init(|| ());
    }
    Ok(&STOP)
}

/// Stores the number of puzzles done, for a process that exits before its job has ended.
pub(super) fn note(progress: &Progress) {
    DONE.store(progress.get().0, Ordering::Relaxed);
}

/// Sets the remark that follows the report of an interrupted job, unless the job is quiet.
pub(super) fn set_remark(is_quiet: bool, remark: Option<String>) {
    if let Some(remark) = remark.filter(|_| !is_quiet) {
        REMARK.get_or_init(|| remark);
    }
}

/// Prints the remark about an interrupted job, if there is one.
pub(super) fn print_remark() {
    if let Some(remark) = REMARK.get() {
        eprint_line(remark);
    }
}

/// Returns the exit code of an interrupted job.
pub(super) fn exit_code() -> u8 {
    CODE.load(Ordering::Relaxed)
}

#[cfg(unix)]
fn install() -> std::io::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        iterator::Signals,
    };
    // With a handler for this signal, a write beyond the file size limit fails and does not kill the process.
    signal_hook::flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let mut signals =
        Signals::new([SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal)))?;
    let handler = thread::Builder::new().name("signals".into()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            received(128 + signal.unsigned_abs() as u8, || signals.pending().next().is_some());
        }
    });
    handler.map(|_| ())
}

/// Returns whether the process ignores a signal, as its parent decided.
#[cfg(unix)]
#[allow(unsafe_code, reason = "no library reads the action of a signal without setting it")]
fn is_ignored(signal: std::ffi::c_int) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: the call sets no action, and writes the present action before it returns 0.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(not(unix))]
fn install() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| received(130, || false))
}

/// Stops the job after the first signal, and exits the process if the job takes too long, or at another
/// signal. Starts no thread, because this may take long while all other threads work.
fn received(code: u8, mut is_there_another: impl FnMut() -> bool) {
    CODE.store(code, Ordering::Relaxed);
    STOP.set();
    let start = Instant::now();
    // A job that waits for typed input cannot end, so the wait is short.
    let patience = if terminal::is_reading() { PATIENCE / 10 } else { PATIENCE };
    while start.elapsed() < patience && !is_there_another() {
        thread::sleep(INTERVAL);
    }
    while !Output::remove_temporary_files() {}
    if !IS_REPORTED.swap(true, Ordering::Relaxed) {
        progress::clear();
        match DONE.load(Ordering::Relaxed) {
            0 => eprint_line("interrupted"),
            done => {
                eprint_line(&format!("interrupted after {} or more", counted(done, "puzzle")));
            }
        }
        print_remark();
    }
    process::exit(code.into())
}

/// Claims the report of the end of a job. If [`received`] reports already and is about to exit the process, waits for
/// the exit, so that there is only one report.
pub(super) fn job_ended() {
    while STOP.is_set() && IS_REPORTED.swap(true, Ordering::Relaxed) {
        thread::park();
    }
}
