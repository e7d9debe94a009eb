//! What surrounds every job: threads, signals, progress, diagnostics on standard error, the summary.

use std::{
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use anyhow::Result;

use super::{
    args::{FileArgs, JobArgs, RunArgs},
    complain, exit,
    progress::{ProgressBar, When},
    signals,
};
use batchdoku::{
    format::Format,
    jobs::{JobOptions, JobSummary},
    pipeline::{Diagnostic, Error, Input, Output},
};

/// The number of diagnostics that are printed.
const PRINTED: u64 = 10;

impl FileArgs {
    /// Runs a job from the inputs to the output: see [`run_job`].
    pub(super) fn run_job(
        &self,
        JobArgs { part, run }: &JobArgs,
        job: impl FnOnce(JobOptions<'_>, Vec<Input>, Output) -> Result<JobSummary, Error>,
    ) -> Result<u8> {
        let Self { input, output, layout } = self;
        let mut options = JobOptions::new();
        if output.is_drawn(input) {
            options = options.output_format(Format::Drawing);
        }
        let options = output.apply(input.apply(options.colour(output.has_colours())));
        let options = part.apply(layout.apply(options));
        run_job(run, options, part.length(input.length()), |options| {
            job(options, input.inputs(), output.output())
        })
    }
}

/// Runs `job` with `options`, completed by what `run` says; prints what happens meanwhile and the
/// summary. `length` is that of the input in bytes (or in records, without input), if it is known.
/// Returns the exit code.
pub(super) fn run_job(
    run: &RunArgs,
    options: JobOptions<'_>,
    length: Option<u64>,
    job: impl FnOnce(JobOptions<'_>) -> Result<JobSummary, Error>,
) -> Result<u8> {
    let is_silent = run.quiet && run.progress == When::Auto;
    let when = if is_silent { When::Never } else { run.progress };
    let bar = ProgressBar::new(when, length);
    let diagnostics = AtomicU64::new(0);
    let print = |input: &str, diagnostic: &Diagnostic| {
        // The summary has their number; there is nothing wrong with them.
        if diagnostic.is_interrupted() {
            return;
        }
        let before = diagnostics.fetch_add(1, Ordering::Relaxed);
        if before < PRINTED && !run.quiet {
            bar.above(|| complain(&format!("{input}: {diagnostic}")));
        }
    };
    let stop = signals::stop_flag()?.clone();
    let mut options = options.threads(run.threads).stop(stop).on_diagnostic(print);
    if !run.quiet {
        options = options.on_notice(complain);
    }
    if !run.quiet || bar.is_shown() {
        options = options.on_progress(|progress| {
            signals::note(progress);
            bar.show(progress);
        });
    }
    let summary_to_stderr = run.summary.as_deref() == Some(Path::new("-"));
    if let Some(path) = run.summary.as_ref().filter(|_| !summary_to_stderr) {
        options = options.summary(Output::from(path));
    }
    let result = job(options);
    signals::job_ended();
    bar.finish();
    let more = diagnostics.load(Ordering::Relaxed).saturating_sub(PRINTED);
    if more > 0 && !run.quiet {
        complain(&format!("... and {more} more"));
    }
    let summary = result?;
    if !run.quiet {
        complain(&summary.to_string());
    }
    if summary_to_stderr {
        complain(summary.to_json().trim_end());
    }
    Ok(match (summary.is_interrupted, summary.is_complete()) {
        (true, _) => signals::exit_code(),
        (false, true) => exit::DONE,
        (false, false) => exit::SOME_UNSOLVED,
    })
}
