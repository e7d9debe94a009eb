//! Runs a job on the pipeline: threads, stop flag, progress and diagnostics as its options say.

use std::{
    ops::Range,
    sync::{
        Arc, Mutex,
        atomic::AtomicU64,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use serde::Serialize;

use super::{Inputs, JobOptions, JobSummary, summary::SummaryWording};
use batchdoku_corpus::stats::WeightSum;
use batchdoku_format::{AnswerShape, FileType};
use batchdoku_pipeline::{
    ChunkJob, Control, Diagnostic, DiagnosticHandler, Error, Expanded, FinishedRun, Input, Output,
    Plan, Progress, Question, RangeJob, RunEnd, Shard, Summary, Threads, expand, lock,
    start_threads,
};

/// The time between two calls of a progress callback.
const PERIOD: Duration = Duration::from_millis(100);

pub(super) const SUMMARY: [FileType; 2] = [FileType::Json, FileType::Text];

/// A job on the pipeline, ready to run.
pub(super) struct Runner<'a> {
    pub(super) plan: Plan,
    pub(super) about: AboutJob,
    options: &'a JobOptions<'a>,
    threads: Threads,
    counting: Option<(&'static str, Arc<AtomicU64>)>,
}

/// What a summary says of a job beside its end.
#[derive(Clone)]
pub(super) struct AboutJob {
    /// The counts and the time of earlier passes, which the summary includes.
    pub(super) earlier: RunEnd,
    /// The weights of puzzles, whose worth is told too.
    pub(super) weights: Option<Arc<Mutex<WeightSum>>>,
    pub(super) wording: SummaryWording,
    engine: Option<String>,
    pub(super) threads: usize,
    start: Instant,
}

impl AboutJob {
    fn summary(&self, end: &RunEnd) -> JobSummary {
        let RunEnd { mut counts, is_interrupted, is_count_wrong, before, .. } = self.earlier;
        counts += end.counts;
        // Weights written by an earlier run are not known.
        let weights = self.weights.as_ref().filter(|_| end.before.is_zero());
        let weights = weights.map(|sum| lock(sum));
        JobSummary {
            counts,
            elapsed: self.start.elapsed() + before + end.before,
            threads: self.threads,
            engine: self.engine.clone(),
            effective_puzzles: weights.map(|sum| sum.effective()),
            is_interrupted: is_interrupted || end.is_interrupted,
            is_count_wrong: is_count_wrong || end.is_count_wrong,
            was_complete: end.was_complete,
            wording: self.wording,
        }
    }
}

impl<'a> Runner<'a> {
    pub(crate) fn new(
        options: &'a JobOptions<'a>,
        inputs: Inputs,
        outputs: Vec<Output>,
        wording: impl Into<SummaryWording>,
    ) -> Result<Self, Error> {
        if let Some(summary) = &options.summary {
            summary.file_type(&SUMMARY)?;
        }
        let start = Instant::now();
        let threads = start_threads(options.plan.threads)?;
        let shard = match options.shard {
            None => Shard::default(),
            Some((part, count)) => Shard::new(part, count).ok_or_else(|| {
                Error::Options(format!("there is no part {part} of {count}").into())
            })?,
        };
        let format = options.plan.write.format;
        let Expanded { inputs, outputs, is_by_input } = expand(inputs.0, outputs, format)?;
        let plan = Plan {
            inputs,
            outputs,
            is_by_input,
            shard,
            threads: threads.count(),
            ..options.plan.clone()
        };
        let about = AboutJob {
            earlier: RunEnd::default(),
            weights: None,
            wording: wording.into(),
            engine: None,
            threads: threads.count(),
            start,
        };
        Ok(Self { plan, about, options, threads, counting: None })
    }

    /// Takes pencilmark puzzles too.
    pub(crate) fn pencilmarks(mut self) -> Self {
        self.plan.read.pencilmarks = true;
        self
    }

    /// Names the engine in the summary.
    pub(super) fn engine(mut self, engine: impl ToString) -> Self {
        self.about.engine = Some(engine.to_string());
        self
    }

    /// Sets the question of the job: a job is resumed only if it is the same.
    pub(super) fn asked(mut self, command: &str, question: &impl Serialize) -> Self {
        self.plan.question = Question::new(command, question).with_plan(&self.plan);
        self
    }

    /// Shows what is counted there, `tries` say, as progress.
    pub(super) fn counting(self, what: &'static str, count: &Arc<AtomicU64>) -> Self {
        Self { counting: Some((what, Arc::clone(count))), ..self }
    }

    /// Tells if records may take long.
    pub(super) fn slow(mut self, is_slow: bool) -> Self {
        self.plan.is_slow = is_slow;
        self
    }

    /// Takes the chunks of the inputs through the workers of `job`: see [`Plan::execute`].
    pub(super) fn run(
        self,
        shape: &AnswerShape<'_>,
        job: &dyn ChunkJob,
    ) -> Result<JobSummary, Error> {
        self.run_as(|plan, control, on_diagnostic| plan.execute(shape, control, job, on_diagnostic))
    }

    /// Makes the records `numbers` by the workers of `job`: see [`Plan::produce`].
    pub(super) fn generate(
        self,
        numbers: Range<u64>,
        shape: &AnswerShape<'_>,
        job: &dyn RangeJob,
    ) -> Result<JobSummary, Error> {
        self.run_as(|plan, control, on_diagnostic| {
            plan.produce(numbers, shape, control, job, on_diagnostic)
        })
    }

    /// Runs `work`, which runs the job, and publishes its files.
    pub(super) fn run_as(
        self,
        work: impl FnOnce(&Plan, &Control<'_>, &mut DiagnosticHandler<'_>) -> Result<FinishedRun, Error>,
    ) -> Result<JobSummary, Error> {
        self.run_to(|plan, control, on_diagnostic| work(plan, control, on_diagnostic)?.publish())
            .map(|(about, end)| about.summary(&end))
    }

    /// Takes the chunks through the workers of `job`, which writes no rows, and leaves the files without names.
    pub(super) fn finish(self, job: &dyn ChunkJob) -> Result<FinishedRun, Error> {
        self.run_to(|plan, control, on_diagnostic| {
            plan.execute(&AnswerShape::COPIES, control, job, on_diagnostic)
        })
        .map(|(_, run)| run)
    }

    /// Runs `work` with what the options say, and returns what it does.
    fn run_to<R>(
        mut self,
        work: impl FnOnce(&Plan, &Control<'_>, &mut DiagnosticHandler<'_>) -> Result<R, Error>,
    ) -> Result<(AboutJob, R), Error> {
        if let Some(output) = self.options.summary.clone() {
            let about = self.about.clone();
            let text = move |end: &RunEnd| Ok(about.summary(end).to_json().into_bytes());
            self.plan.summaries.push(Summary { output, text: Arc::new(text) });
        }
        let mut names: Vec<_> = self.plan.inputs.iter().map(Input::name).collect();
        if names.is_empty() {
            names.extend(self.plan.outputs.iter().map(Output::name));
        }
        let progress = Progress::counting(self.counting.clone());
        let stop = &self.options.stop;
        let control = Control { threads: &self.threads, stop, progress: &progress };
        let mut on_diagnostic = |diagnostic: Diagnostic| {
            if let Some(tell) = &self.options.on_diagnostic {
                let name = names.get(diagnostic.input).map_or("", String::as_str);
                tell(name, &diagnostic);
            }
            Ok(())
        };
        let run = || work(&self.plan, &control, &mut on_diagnostic);
        let done = watched(self.options, &progress, run)?;
        Ok((self.about, done))
    }
}

/// Runs `work`, and meanwhile shows its progress in every [`PERIOD`] if the options ask for it.
pub(super) fn watched<R>(
    options: &JobOptions<'_>,
    progress: &Progress,
    work: impl FnOnce() -> R,
) -> R {
    let Some(on_progress) = &options.on_progress else { return work() };
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        // Without a thread to spare there is no progress to see, and the job runs all the same.
        let watch = move || {
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(PERIOD) {
                on_progress(progress);
            }
        };
        let _ = thread::Builder::new().name("progress".into()).spawn_scoped(scope, watch);
        let result = work();
        drop(done);
        result
    })
}
