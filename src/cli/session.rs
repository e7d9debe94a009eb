//! The parts of the program that every job uses: threads, signals, progress, diagnostics on standard error, the
//! summary.

use std::{
    mem,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use anyhow::Result;

use super::{
    args::{FileArgs, JobArgs, OutputArgs, RunArgs},
    eprint_line, exit,
    progress::{ProgressBar, When},
    signals,
};
use batchdoku::{
    format::Format,
    jobs::{Command, JobOptions, JobSummary},
    pipeline::{
        Diagnostic, Error, Input, JobEnd, JobObserver, JobSpec, Notice, Output, OutputSpec,
        Progress,
    },
};
use batchdoku_base::counted;

/// The maximum number of diagnostics that are printed.
const PRINTED: u64 = 10;

/// The end of a job: its summary, and the exit code.
pub(super) struct Ended {
    pub(super) summary: JobSummary,
    pub(super) code: u8,
}

impl FileArgs {
    /// Runs a command from the inputs to the output: see [`run_job`].
    pub(super) fn run(&self, job: &JobArgs, command: impl Command) -> Result<Ended> {
        self.run_to(self.output.output(), job, command)
    }

    /// Runs a command from the inputs to this output.
    pub(super) fn run_to(
        &self,
        to: Output,
        job: &JobArgs,
        mut command: impl Command,
    ) -> Result<Ended> {
        let Self { input, output, layout } = self;
        let headings = output.is_for_people();
        let mut written = OutputSpec { layout: layout.clone(), headings, ..output.spec() };
        if output.is_drawn(input) {
            written.to = Some(Format::Drawing);
        }
        command.options_mut().spec =
            JobSpec { input: input.spec(), output: written, run: job.spec() };
        job.set_remark(&output.output(), input.are_files());
        let length = job.length(input.length());
        run_job(command, &job.run, input.verbose, length, input.inputs(), to)
    }
}

impl OutputArgs {
    /// Runs a command that makes this number of records: see [`run_job`].
    pub(super) fn run(&self, job: &JobArgs, mut command: impl Command, records: u64) -> Result<u8> {
        let output = self.output();
        let spec = JobSpec { output: self.spec(), run: job.spec(), ..JobSpec::default() };
        command.options_mut().spec = spec;
        job.set_remark(&output, true);
        let length = job.length(Some(records));
        Ok(run_job(command, &job.run, false, length, Vec::new(), output)?.code)
    }
}

/// Prints progress and messages while a job runs.
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
        // Unfinished records are not wrong. The summary has their number.
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

/// Runs a command, and prints its progress, messages and summary; with `is_verbose`, also the formats of the inputs.
/// `length` is the length of the input in bytes, or the number of records of a command without input, if it is known.
pub(super) fn run_job(
    mut command: impl Command,
    run: &RunArgs,
    is_verbose: bool,
    length: Option<u64>,
    inputs: Vec<Input>,
    output: Output,
) -> Result<Ended> {
    let options = mem::take(command.options_mut());
    with_observer(options, run, is_verbose, length, |options| {
        *command.options_mut() = options;
        command.run(inputs, output)
    })
}

/// Runs a job with these options, to which the stop flag and the observer are added: see [`run_job`].
pub(super) fn with_observer(
    mut options: JobOptions,
    run: &RunArgs,
    is_verbose: bool,
    length: Option<u64>,
    job: impl FnOnce(JobOptions) -> Result<JobSummary, Error>,
) -> Result<Ended> {
    let is_silent = run.quiet && run.progress == When::Auto;
    let when = if is_silent { When::Never } else { run.progress };
    let bar = ProgressBar::new(when, length);
    let diagnostics = AtomicU64::new(0);
    let printer = Arc::new(Printer { is_quiet: run.quiet, is_verbose, bar, diagnostics });
    options.stop = signals::stop_flag()?.clone();
    options.observer = Some(Arc::<Printer>::clone(&printer));
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
        let asked = run.threads();
        if asked > summary.threads && summary.end != JobEnd::CompleteBefore {
            eprint_line(&format!(
                "note: -j {asked} gives {}",
                counted(summary.threads as u64, "thread")
            ));
        }
    }
    if run.has_shown_summary() {
        eprint_line(summary.to_json().trim_end());
    }
    let code = match summary.end {
        JobEnd::Interrupted => signals::exit_code(),
        _ if summary.is_complete() => exit::DONE,
        _ => exit::SOME_UNSOLVED,
    };
    Ok(Ended { summary, code })
}
