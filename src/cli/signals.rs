//! Signals: the first one ends the job, which then cleans up and reports what it has done. If the
//! job cannot end soon, because it waits for a pipe or works on something long, the process does, as at
//! a second signal. No temporary file is left either way.

use std::{
    process,
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use batchdoku::pipeline::{Output, Progress};
use indicatif::HumanCount;

use super::{complain, release};

/// How long a job may take to end after a signal.
const PATIENCE: Duration = Duration::from_millis(30);
/// How much of a core a job may take to hand over what it has found, and how long it may get none.
const PATIENCE_FOR_RESULTS: Duration = Duration::from_millis(300);
/// How long it may take where other processes use the cores.
const MOST_PATIENCE: Duration = Duration::from_millis(900);
/// How often the job is looked at meanwhile.
const INTERVAL: Duration = Duration::from_millis(5);
/// What a process uses of a core in this time that only waits, at most.
const IDLE: Duration = Duration::from_micros(500);

/// True after a signal.
static STOP: AtomicBool = AtomicBool::new(false);
/// The exit code that reports the first signal, as a shell does: 128 and its number.
static CODE: AtomicU8 = AtomicU8::new(0);
/// Whether the job hands over what it has found until a signal.
static HAS_RESULTS: AtomicBool = AtomicBool::new(false);
/// How many puzzles were done a moment ago.
static DONE: AtomicU64 = AtomicU64::new(0);
/// Whether it is settled who reports the end of an interrupted job: the job or, in its place, the process.
static IS_REPORTED: AtomicBool = AtomicBool::new(false);

/// The flag that the first signal sets.
pub(super) fn stop_flag() -> Result<&'static AtomicBool> {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    if INSTALLED.get().is_none() {
        install().context("cannot handle signals")?;
        INSTALLED.get_or_init(|| ());
    }
    Ok(&STOP)
}

/// Says that the job hands over what it has found until a signal.
pub(super) fn expect_results() {
    HAS_RESULTS.store(true, Ordering::Relaxed);
}

/// Notes what is done, for a process that ends without its job.
pub(super) fn note(progress: &Progress) {
    DONE.store(progress.get().0, Ordering::Relaxed);
}

/// The exit code of an interrupted job.
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
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let handler = move || {
        if let Some(signal) = signals.forever().next() {
            received(128 + signal.unsigned_abs() as u8, || signals.pending().next().is_some());
        }
    };
    thread::Builder::new().name("signals".into()).spawn(handler).map(|_| ())
}

#[cfg(not(unix))]
fn install() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| received(130, || false))
}

/// Lets the job end after the first signal, and ends the process if the job takes too long, or when there
/// is another signal. It starts no thread: that may take long while all others work.
fn received(code: u8, mut is_there_another: impl FnMut() -> bool) {
    CODE.store(code, Ordering::Relaxed);
    STOP.store(true, Ordering::Release);
    release::keep_files();
    let has_results = HAS_RESULTS.load(Ordering::Relaxed);
    let (patience, most) =
        if has_results { (PATIENCE_FOR_RESULTS, MOST_PATIENCE) } else { (PATIENCE, PATIENCE) };
    let (start, before) = (Instant::now(), processor_time());
    let (mut last_worked, mut last_used) = (start, Duration::ZERO);
    loop {
        thread::sleep(INTERVAL);
        let used = processor_time().saturating_sub(before);
        if used - last_used >= IDLE {
            (last_worked, last_used) = (Instant::now(), used);
        }
        let has_had_its_time = used >= patience && start.elapsed() >= patience;
        let only_waits = last_worked.elapsed() >= patience;
        if has_had_its_time || only_waits || start.elapsed() >= most || is_there_another() {
            end();
        }
    }
}

/// The job has ended, and what it has done is reported next. If the process is being ended in its place,
/// which says so itself, this waits for that.
pub(super) fn job_ended() {
    if STOP.load(Ordering::Relaxed) {
        let_one_pass(&IS_REPORTED);
    }
}

/// Prepares the end of a process that a signal has interrupted, once: it must end next.
pub(super) fn leave() {
    static IS_LEAVING: AtomicBool = AtomicBool::new(false);
    if STOP.load(Ordering::Relaxed) {
        let_one_pass(&IS_LEAVING);
        release::leave_to_child();
    }
}

/// Lets the first thread go on that comes to a gate. The others wait for the end of the process.
fn let_one_pass(gate: &AtomicBool) {
    while gate.swap(true, Ordering::Relaxed) {
        thread::park();
    }
}

/// Ends the process.
fn end() -> ! {
    while !Output::remove_temporary_files() {}
    if !IS_REPORTED.swap(true, Ordering::Relaxed) {
        match DONE.load(Ordering::Relaxed) {
            0 => complain("interrupted"),
            done => complain(&format!("interrupted after {} puzzles or more", HumanCount(done))),
        }
    }
    leave();
    process::exit(exit_code().into())
}

/// How long this process has worked, all threads together.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let (seconds, nanoseconds) = (time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs());
    Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    Duration::ZERO
}
