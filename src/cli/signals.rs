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

use super::complain;

/// How long a job may take to end after a signal. The process ends within 0.1 s; most of that is for the
/// system, which frees memory and files.
const PATIENCE: Duration = Duration::from_millis(15);
/// The same for a job that hands over what it has found until then.
const PATIENCE_FOR_RESULTS: Duration = Duration::from_millis(30);
/// The same where other processes use the cores: then a job that works gets its time of a core.
const MOST_PATIENCE: Duration = Duration::from_millis(300);
/// What a process uses of a core that only waits, at most.
const IDLE: Duration = Duration::from_millis(1);

/// True after a signal.
static STOP: AtomicBool = AtomicBool::new(false);
/// The exit code that reports the first signal, as a shell does: 128 and its number.
static CODE: AtomicU8 = AtomicU8::new(0);
/// Whether the job hands over what it has found until a signal.
static HAS_RESULTS: AtomicBool = AtomicBool::new(false);
/// How many puzzles were done a moment ago.
static DONE: AtomicU64 = AtomicU64::new(0);

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
        for signal in signals.forever() {
            received(128 + signal.unsigned_abs() as u8);
        }
    };
    thread::Builder::new().name("signals".into()).spawn(handler).map(|_| ())
}

#[cfg(not(unix))]
fn install() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| received(130))
}

fn received(code: u8) {
    if STOP.load(Ordering::Relaxed) {
        end();
    }
    CODE.store(code, Ordering::Relaxed);
    STOP.store(true, Ordering::Release);
    // Without a thread to wait, the job ends in its own time, or at a second signal.
    let _ = thread::Builder::new().name("deadline".into()).spawn(|| {
        let has_results = HAS_RESULTS.load(Ordering::Relaxed);
        let patience = if has_results { PATIENCE_FOR_RESULTS } else { PATIENCE };
        let (start, before) = (Instant::now(), processor_time());
        let (mut last_worked, mut last_used) = (start, Duration::ZERO);
        loop {
            thread::sleep(patience / 3);
            let used = processor_time().saturating_sub(before);
            if used - last_used >= IDLE {
                (last_worked, last_used) = (Instant::now(), used);
            }
            let has_had_its_time = used >= patience && start.elapsed() >= patience;
            if has_had_its_time
                || last_worked.elapsed() >= patience
                || start.elapsed() >= MOST_PATIENCE
            {
                end();
            }
        }
    });
}

/// Ends the process, once.
fn end() -> ! {
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    while IS_ENDING.swap(true, Ordering::Relaxed) {
        thread::park();
    }
    while !Output::remove_temporary_files() {}
    match DONE.load(Ordering::Relaxed) {
        0 => complain("interrupted"),
        done => complain(&format!("interrupted after {} puzzles or more", HumanCount(done))),
    }
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
