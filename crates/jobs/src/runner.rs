//! Runs a job on the pipeline, with the threads, stop flag, progress and diagnostics of its options.

use std::{
    ops::Range,
    sync::{Arc, Mutex, atomic::AtomicU64},
    time::Instant,
};

use super::{
    Command, Inputs, JobOptions, JobSummary,
    fault::OptionError,
    progress_watch::ProgressWatch,
    summary::{JobEngine, SummaryWording},
};
use batchdoku_corpus::stats::WeightSum;
use batchdoku_format::{AnswerShape, FileType};
use batchdoku_pipeline::{
    ChunkJob, Control, Error, Expanded, FinishedRun, Input, JobSpec, Needs, Output, Question,
    RangeJob, Run, RunEnd, Searches, Threads, expand, file_type, lock, progress_of, start_threads,
};

pub(super) const SUMMARY: [FileType; 2] = [FileType::Json, FileType::Text];

/// A job on the pipeline, ready to run.
pub(super) struct Runner<'a> {
    pub(super) spec: JobSpec,
    pub(super) needs: Needs,
    question: Question,
    pub(super) about: SummaryTemplate,
    options: &'a JobOptions,
    threads: Threads,
    counting: Option<(&'static str, Arc<AtomicU64>)>,
    searches: Option<Arc<Searches>>,
    /// True if the observer should see the progress.
    is_watched: bool,
}

/// The work of a job on the pipeline. Most jobs pass [`Chunks`] or [`Numbers`] through their workers; others have
/// several passes, or write reports.
pub(super) trait JobWork {
    /// Does the work, and leaves the output files without their names.
    ///
    /// # Errors
    /// The reason why the work ended early.
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error>;
}

/// Passes the chunks of the inputs through the workers of a job: see [`Run::chunks`].
struct Chunks<'w> {
    shape: &'w AnswerShape<'w>,
    job: &'w dyn ChunkJob,
}

impl JobWork for Chunks<'_> {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        run.chunks(self.shape, self.job)
    }
}

/// Makes records with the workers of a job: see [`Run::numbers`].
struct Numbers<'w> {
    numbers: Range<u64>,
    shape: &'w AnswerShape<'w>,
    job: &'w dyn RangeJob,
}

impl JobWork for Numbers<'_> {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        run.numbers(self.numbers, self.shape, self.job)
    }
}

/// Does other work, writes the summary, and publishes the files.
struct Published<'w, W> {
    work: W,
    about: &'w SummaryTemplate,
    /// The index of the summary among the reports, if there is one.
    summary: Option<usize>,
}

impl<W: JobWork> JobWork for Published<'_, W> {
    fn run(self, run: &Run<'_>) -> Result<FinishedRun, Error> {
        let mut run = self.work.run(run)?;
        // Store the files first, because the summary includes the time of waiting for the disk.
        run.store()?;
        if let Some(index) = self.summary {
            run.report(index, self.about.summary(&run.end()).to_json().as_bytes())?;
        }
        Ok(run.publish()?.into())
    }
}

/// The facts for the summary of a job, in addition to those at the end of its run.
#[derive(Clone)]
pub(super) struct SummaryTemplate {
    /// The counts and the time of earlier passes, which the summary includes.
    pub(super) earlier: RunEnd,
    /// The weights of puzzles, for the effective sample size in the summary.
    pub(super) weights: Option<Arc<Mutex<WeightSum>>>,
    pub(super) wording: SummaryWording,
    engine: Option<JobEngine>,
    pub(super) threads: usize,
    start: Instant,
}

impl SummaryTemplate {
    fn summary(&self, end: &RunEnd) -> JobSummary {
        let RunEnd { mut counts, is_count_wrong, before, .. } = self.earlier;
        counts += end.counts;
        // The weights that an earlier run wrote are not known.
        let weights = self.weights.as_ref().filter(|_| end.before.is_zero());
        let weights = weights.map(|sum| lock(sum));
        JobSummary {
            counts,
            elapsed: (self.start.elapsed() + before + end.before).saturating_sub(end.synced),
            synced: end.synced,
            threads: self.threads,
            engine: self.engine,
            effective_puzzles: weights.map(|sum| sum.effective()),
            end: if self.earlier.is_interrupted() { self.earlier.end } else { end.end },
            is_count_wrong: is_count_wrong || end.is_count_wrong,
            wording: self.wording,
        }
    }
}

impl<'a> Runner<'a> {
    /// Prepares a command, and checks its options.
    ///
    /// # Errors
    /// If options contradict each other, or a file cannot have the role that it is given.
    pub(super) fn new<C: Command>(
        command: &'a C,
        inputs: Inputs,
        outputs: Vec<Output>,
        wording: impl Into<SummaryWording>,
    ) -> Result<Self, Error> {
        command.check()?;
        let mut runner = Self::of_options(command.options(), inputs, outputs, wording)?;
        // A job can be resumed only if its question is the same.
        if runner.spec.run.part.resume {
            runner.question = Question::new(C::NAME, command);
        }
        Ok(runner)
    }

    /// Prepares a job with these options, for a command that has been checked or has no other options.
    ///
    /// # Errors
    /// If a file cannot have the role that it is given.
    pub(super) fn of_options(
        options: &'a JobOptions,
        inputs: Inputs,
        outputs: Vec<Output>,
        wording: impl Into<SummaryWording>,
    ) -> Result<Self, Error> {
        if let Some(summary) = &options.spec.run.summary {
            file_type(summary, &SUMMARY)?;
        }
        let start = Instant::now();
        let threads = start_threads(options.spec.run.threads)?;
        let mut spec = options.spec.clone();
        let Expanded { inputs, outputs, is_by_input } = expand(inputs.0, outputs, spec.output.to)?;
        spec.input.files = inputs.into_iter().map(|input| spec.input.prepared(input)).collect();
        spec.output.answers = outputs;
        spec.output.per_input = is_by_input;
        let about = SummaryTemplate {
            earlier: RunEnd::default(),
            weights: None,
            wording: wording.into(),
            engine: None,
            threads: threads.count(),
            start,
        };
        Ok(Self {
            spec,
            needs: Needs::default(),
            question: Question::default(),
            about,
            options,
            threads,
            counting: None,
            searches: None,
            is_watched: true,
        })
    }

    /// Accepts pencilmark puzzles, too.
    pub(crate) fn pencilmarks(mut self) -> Self {
        self.needs.pencilmarks = true;
        self
    }

    /// Reads the solutions of the records; they may be in an input of their own.
    ///
    /// # Errors
    /// If both come from standard input.
    pub(crate) fn take_solutions(&mut self, solutions: Option<&Input>) -> Result<(), Error> {
        self.needs.solutions = true;
        let input = &mut self.spec.input;
        input.solutions = solutions.cloned().map(|solutions| input.prepared(solutions));
        let inputs = input.files.iter().chain(&input.solutions);
        if inputs.filter(|input| input.is_stdin()).count() > 1 {
            return Err(OptionError::SharedStdin { one: "puzzles", other: "solutions" }.into());
        }
        Ok(())
    }

    /// Reads solutions as [`Runner::take_solutions`] does, for a job that writes records. Solutions in an input of
    /// their own must belong to an array.
    ///
    /// # Errors
    /// If both come from standard input.
    pub(crate) fn take_array_solutions(&mut self, solutions: Option<&Input>) -> Result<(), Error> {
        self.needs.array_solutions = true;
        self.take_solutions(solutions)
    }

    /// Names the engine in the summary.
    pub(super) fn engine(mut self, engine: impl Into<JobEngine>) -> Self {
        self.about.engine = Some(engine.into());
        self
    }

    /// Shows `count` as progress, under the name `what`, for example `tries`.
    pub(super) fn counting(self, what: &'static str, count: &Arc<AtomicU64>) -> Self {
        Self { counting: Some((what, Arc::clone(count))), ..self }
    }

    /// Shows the puzzles of these searches as progress, if a puzzle takes long.
    pub(super) fn searching(self, searches: &Arc<Searches>) -> Self {
        Self { searches: Some(Arc::clone(searches)), ..self }
    }

    /// Numbers the records of all inputs if `is_numbered`, because the answer for a record depends on its number.
    pub(super) fn numbering(mut self, is_numbered: bool) -> Self {
        self.needs.numbers = is_numbered;
        self
    }

    /// Sizes chunks by time if `is_slow`, because records may take long.
    pub(super) fn slow(mut self, is_slow: bool) -> Self {
        self.needs.slow = is_slow;
        self
    }

    /// Leaves the progress to the outer job of which this is a part.
    pub(super) fn unwatched(self) -> Self {
        Self { is_watched: false, ..self }
    }

    /// Passes the chunks of the inputs through the workers of `job`: see [`Run::chunks`].
    pub(super) fn run(
        self,
        shape: &AnswerShape<'_>,
        job: &dyn ChunkJob,
    ) -> Result<JobSummary, Error> {
        self.run_work(Chunks { shape, job })
    }

    /// Makes the records `numbers` with the workers of `job`: see [`Run::numbers`].
    pub(super) fn generate(
        self,
        numbers: Range<u64>,
        shape: &AnswerShape<'_>,
        job: &dyn RangeJob,
    ) -> Result<JobSummary, Error> {
        self.run_work(Numbers { numbers, shape, job })
    }

    /// Runs the job by `work`, and publishes its files.
    pub(super) fn run_work(mut self, work: impl JobWork) -> Result<JobSummary, Error> {
        let reports = &mut self.spec.output.reports;
        let summary = self.spec.run.summary.as_ref().map(|_| reports.len());
        reports.extend(self.spec.run.summary.clone());
        let about = &self.about;
        let run = self.watch(Published { work, about, summary })?;
        Ok(about.summary(&run.end()))
    }

    /// Passes the chunks through the workers of `job`, which writes no rows, and leaves the files without their names.
    pub(super) fn finish(self, job: &dyn ChunkJob) -> Result<FinishedRun, Error> {
        self.watch(Chunks { shape: &AnswerShape::COPIES, job })
    }

    /// Runs the job by `work`, while the observer follows its progress.
    fn watch(&self, work: impl JobWork) -> Result<FinishedRun, Error> {
        let progress = Arc::new(progress_of(self.counting.clone(), self.searches.clone()));
        let run = Run {
            spec: &self.spec,
            needs: self.needs,
            question: &self.question,
            control: &Control {
                threads: &self.threads,
                stop: &self.options.stop,
                progress: &progress,
            },
            observer: self.options.followed_by(),
        };
        let watcher = self.options.observer.as_ref().filter(|_| self.is_watched);
        let _watch = ProgressWatch::start(watcher, &progress);
        work.run(&run)
    }
}
