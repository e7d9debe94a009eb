//! The surroundings of every job: threads, signals, progress, diagnostics on standard error, the summary.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::Result;

use super::{
    args::{FileArgs, JobArgs, RunArgs},
    eprint_line, exit,
    progress::{ProgressBar, When},
    signals,
};
use batchdoku::{
    format::Format,
    jobs::{JobOptions, JobSummary},
    pipeline::{Diagnostic, Error, Input, JobEnd, JobObserver, Notice, Output, Progress},
};

/// The number of diagnostics that are printed.
const PRINTED: u64 = 10;

impl FileArgs {
    /// Runs a job from the inputs to the output: see [`run_job`].
    pub(super) fn run_job(
        &self,
        JobArgs { part, run }: &JobArgs,
        job: impl FnOnce(JobOptions, Vec<Input>, Output) -> Result<JobSummary, Error>,
    ) -> Result<u8> {
        let Self { input, output, layout } = self;
        let mut options = JobOptions::new();
        if output.is_drawn(input) {
            options = options.output_format(Format::Drawing);
        }
        let options = output.apply(input.apply(options.colour(output.has_colours())));
        let options = part.apply(layout.apply(options));
        signals::set_remark(run.quiet, part.remark(&output.output(), input.are_files()));
        run_job(run, input.verbose, options, part.length(input.length()), |options| {
            job(options, input.inputs(), output.output())
        })
    }
}

/// Prints what happens while a job runs.
struct Printer {
    is_quiet: bool,
    /// True if the format of each input is printed.
    is_verbose: bool,
    bar: ProgressBar,
    diagnostics: AtomicU64,
}

impl JobObserver for Printer {
    fn opened(&self, input: &str, format: Format, reason: &str) {
        if self.is_verbose {
            eprint_line(&format!("{input}: format {format}, because {reason}"));
        }
    }

    fn notice(&self, notice: &Notice) {
        if !self.is_quiet {
            eprint_line(&notice.to_string());
        }
    }

    fn diagnostic(&self, input: &str, diagnostic: &Diagnostic) {
        // The summary has the number of unfinished records; there is nothing wrong with them.
        if diagnostic.is_interrupted() {
            return;
        }
        let before = self.diagnostics.fetch_add(1, Ordering::Relaxed);
        if before < PRINTED {
            self.bar.above(|| eprint_line(&format!("{input}: {diagnostic}")));
        }
    }

    fn reads_diagnostics(&self) -> bool {
        !self.is_quiet
    }

    fn progress(&self, progress: &Progress) {
        signals::note(progress);
        self.bar.show(progress);
    }

    fn follows_progress(&self) -> bool {
        !self.is_quiet || self.bar.is_shown()
    }
}

/// Runs `job` with `options`, completed by what `run` says; prints what happens meanwhile, with `is_verbose` the formats
/// of the inputs too, and the summary. `length` is that of the input in bytes (or in records, without input), if it is
/// known. Returns the exit code.
pub(super) fn run_job(
    run: &RunArgs,
    is_verbose: bool,
    options: JobOptions,
    length: Option<u64>,
    job: impl FnOnce(JobOptions) -> Result<JobSummary, Error>,
) -> Result<u8> {
    let is_silent = run.quiet && run.progress == When::Auto;
    let when = if is_silent { When::Never } else { run.progress };
    let bar = ProgressBar::new(when, length);
    let diagnostics = AtomicU64::new(0);
    let printer = Arc::new(Printer { is_quiet: run.quiet, is_verbose, bar, diagnostics });
    let stop = signals::stop_flag()?.clone();
    let mut options = options.threads(run.threads).stop(stop).observer(Arc::clone(&printer));
    let summary_to_stderr = run.summary.as_deref() == Some(Path::new("-"));
    if let Some(path) = run.summary.as_ref().filter(|_| !summary_to_stderr) {
        options = options.summary(Output::from(path));
    }
    let result = job(options);
    signals::job_ended();
    printer.bar.finish();
    let more = printer.diagnostics.load(Ordering::Relaxed).saturating_sub(PRINTED);
    if more > 0 {
        eprint_line(&format!("... and {more} more"));
    }
    let summary = result?;
    if !run.quiet {
        eprint_line(&summary.to_string());
        if summary.end == JobEnd::Interrupted {
            signals::print_remark();
        }
        if run.threads > summary.threads && summary.end != JobEnd::CompleteBefore {
            eprint_line(&format!("note: -j {} gives {} threads", run.threads, summary.threads));
        }
    }
    if summary_to_stderr {
        eprint_line(summary.to_json().trim_end());
    }
    Ok(match summary.end {
        JobEnd::Interrupted => signals::exit_code(),
        _ if summary.is_complete() => exit::DONE,
        _ => exit::SOME_UNSOLVED,
    })
}
