//! Signals: the first one ends the job, which then cleans up and reports what it has done. If the
//! job cannot end, because it waits for a pipe or a terminal, the process does, as at a second
//! signal. No temporary file is left either way.

use std::{
    process,
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::{Context, Result};
use batchdoku::pipeline::Output;

use super::complain;

/// How long a process that does nothing may take to end after a signal.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long a process that still works may take, in the same steps.
const STEPS: u32 = 40;

/// True after a signal.
static STOP: AtomicBool = AtomicBool::new(false);
/// The exit code that reports the first signal, as a shell does: 128 and its number.
static CODE: AtomicU8 = AtomicU8::new(0);

/// The flag that the first signal sets.
pub(super) fn stop_flag() -> Result<&'static AtomicBool> {
    static INSTALLED: OnceLock<()> = OnceLock::new();
    if INSTALLED.get().is_none() {
        install().context("cannot handle signals")?;
        INSTALLED.get_or_init(|| ());
    }
    Ok(&STOP)
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
        let mut before = processor_time();
        for _ in 0..STEPS {
            thread::sleep(PATIENCE);
            let now = processor_time();
            if now.saturating_sub(before) < PATIENCE / 50 {
                break;
            }
            before = now;
        }
        end();
    });
}

fn end() -> ! {
    Output::remove_temporary_files();
    complain("interrupted");
    process::exit(exit_code().into())
}

/// How long this process has worked.
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
