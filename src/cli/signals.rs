//! Signals: the first one ends the job, which then cleans up and reports what it has done. If the
//! job does not end soon, because it waits for a pipe or works on something long, the process does, as at
//! a second signal. No temporary file is left either way.
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

/// The time that a job gets to end after a signal. The process ends within a second.
const PATIENCE: Duration = Duration::from_millis(700);
/// The time between two looks for another signal.
const INTERVAL: Duration = Duration::from_millis(10);

/// The words about what is left of the job if it is interrupted.
static REMARK: OnceLock<String> = OnceLock::new();
/// Set after a signal.
static STOP: LazyLock<StopFlag> = LazyLock::new(StopFlag::new);
/// The exit code that reports the first signal, as a shell does: 128 and its number.
static CODE: AtomicU8 = AtomicU8::new(0);
/// The number of puzzles that were done a moment ago.
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

/// Notes what is done, for a process that ends without its job.
pub(super) fn note(progress: &Progress) {
    DONE.store(progress.get().0, Ordering::Relaxed);
}

/// Sets the words that follow the report of an interrupted job, unless that is to be quiet.
pub(super) fn set_remark(is_quiet: bool, remark: Option<String>) {
    if let Some(remark) = remark.filter(|_| !is_quiet) {
        REMARK.get_or_init(|| remark);
    }
}

/// Prints what is left of an interrupted job, if there is something to say.
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
    // A file that grows beyond the limit of the process is then an error of the write.
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

/// Lets the job end after the first signal, and ends the process if the job takes too long, or when there
/// is another signal. It starts no thread: that may take long while all others work.
fn received(code: u8, mut is_there_another: impl FnMut() -> bool) {
    CODE.store(code, Ordering::Relaxed);
    STOP.set();
    let start = Instant::now();
    // A job that waits for what somebody types ends at no puzzle.
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

/// Notes that the job has ended, before what it has done is reported. Waits if the process is being ended in its place,
/// because that is reported then.
pub(super) fn job_ended() {
    while STOP.is_set() && IS_REPORTED.swap(true, Ordering::Relaxed) {
        thread::park();
    }
}
