//! What surrounds every job: threads, Ctrl-C, progress, problems on standard error, the summary.

use std::{
    fs,
    path::Path,
    process,
    sync::atomic::{AtomicBool, AtomicU8, Ordering},
    time::Instant,
};

use anyhow::{Context, Result};
use serde::Serialize;

use super::{args::Running, complain, exit, progress::Watch};
use batchdoku::pipeline::{
    self, Control, Diagnostic, Error, Job, JobCounts, JobEnd, OnDiagnostic, Progress,
};

/// How many problems are shown one by one.
const SHOWN: u64 = 10;

/// Turns true at Ctrl-C (or SIGTERM): the one thing that a signal handler can reach.
static STOP: AtomicBool = AtomicBool::new(false);

/// Runs a job, shows what it does, and returns the exit code. `work` gets the means to run it with.
pub(super) fn run(
    running: &Running,
    job: &Job,
    engine: &str,
    work: impl FnOnce(&Control<'_>, &mut OnDiagnostic<'_>) -> Result<JobEnd, Error>,
) -> Result<u8> {
    let names: Vec<_> = job.inputs.iter().map(pipeline::Input::name).collect();
    let length = job.inputs.iter().map(pipeline::Input::length).sum();
    run_named(running, &names, length, engine, work)
}

/// The same for a job whose inputs have these names, and this length in all, if it is known.
pub(super) fn run_named(
    running: &Running,
    names: &[String],
    length: Option<u64>,
    engine: &str,
    work: impl FnOnce(&Control<'_>, &mut OnDiagnostic<'_>) -> Result<JobEnd, Error>,
) -> Result<u8> {
    stop_at_signals()?;
    let threads = pipeline::Threads::new(running.threads)?;
    let progress = Progress::default();
    let control = Control { threads: &threads, stop: &STOP, progress: &progress };
    let start = Instant::now();
    let mut problems = 0;
    let result = {
        let watch = Watch::new(running, &progress, length);
        watch.during(|watch| {
            work(&control, &mut |problem: Diagnostic| {
                problems += 1;
                if problems <= SHOWN && !running.quiet {
                    watch.above(|| complain(&format!("{}: {problem}", names[problem.input])));
                }
                Ok(())
            })
        })
    };
    if problems > SHOWN && !running.quiet {
        complain(&format!("... and {} more problems", problems - SHOWN));
    }
    let JobEnd { counts, is_interrupted: interrupted } = result?;
    let seconds = start.elapsed().as_secs_f64();
    let summary = Summary {
        counts,
        seconds,
        puzzles_per_second: counts.puzzles as f64 / seconds.max(1e-9),
        threads: threads.count(),
        engine,
        interrupted,
        version: env!("CARGO_PKG_VERSION"),
    };
    if !running.quiet {
        complain(&summary.line());
    }
    if let Some(file) = &running.stats {
        summary.write(file)?;
    }
    Ok(match (interrupted, counts.all_solved()) {
        (true, _) => exit::INTERRUPTED,
        (false, true) => exit::DONE,
        (false, false) => exit::SOME_UNSOLVED,
    })
}

/// The figures of a job.
#[derive(Serialize)]
struct Summary<'a> {
    #[serde(flatten)]
    counts: JobCounts,
    seconds: f64,
    puzzles_per_second: f64,
    threads: usize,
    engine: &'a str,
    interrupted: bool,
    version: &'static str,
}

impl Summary<'_> {
    fn line(&self) -> String {
        let JobCounts { puzzles, solved, no_solution, malformed, .. } = self.counts;
        let mut counts = format!(
            "{puzzles} puzzles: {solved} solved, {no_solution} no solution, {malformed} malformed"
        );
        for (count, what) in [
            (self.counts.multiple, "multiple solutions"),
            (self.counts.wrong, "wrong"),
            (self.counts.repeats, "repeats"),
            (self.counts.budget, "over budget"),
            (self.counts.interrupted, "interrupted"),
        ] {
            if count > 0 {
                counts += &format!(", {count} {what}");
            }
        }
        let Self { seconds, puzzles_per_second, threads, engine, .. } = self;
        let thread = if *threads == 1 { "thread" } else { "threads" };
        let end = if self.interrupted { "interrupted: " } else { "" };
        format!(
            "{end}{counts}; {seconds:.3} s, {puzzles_per_second:.0} puzzles/s, {threads} {thread}, engine {engine}"
        )
    }

    fn write(&self, file: &Path) -> Result<()> {
        let mut json = serde_json::to_string_pretty(self)?;
        if file == Path::new("-") {
            complain(&json);
            return Ok(());
        }
        json.push('\n');
        fs::write(file, json).with_context(|| format!("cannot write '{}'", file.display()))
    }
}

/// The flag that turns true at Ctrl-C, for work without a job.
pub(super) fn stop_flag() -> Result<&'static AtomicBool> {
    stop_at_signals()?;
    Ok(&STOP)
}

/// The first signal stops the job, which then cleans up; a second one ends the process at once.
fn stop_at_signals() -> Result<()> {
    static SIGNALS: AtomicU8 = AtomicU8::new(0);
    ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        if SIGNALS.fetch_add(1, Ordering::Relaxed) > 0 {
            process::exit(exit::INTERRUPTED.into());
        }
    })
    .context("cannot handle signals")
}
