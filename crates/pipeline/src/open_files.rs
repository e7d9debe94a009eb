//! The files that a running job writes: its outputs, its rejects and reports, and its journal if the job can be
//! resumed.

use std::{sync::Mutex, time::Duration};

use super::{
    Compression, Error, FinishedRun, Input, InputSpec, JobCounts, JobEnd, JobSpec, Notice, Output,
    OutputFile, Problems, ResumeError, Run, RunEnd,
    io::{LineOffset, SecondHalves, check_distinct, partial_path},
    marks::InputPosition,
    ordered::{ProblemSink, TaskRun, TaskSource, TaskWorker, WrittenObserver},
    report::{Listed, Rejects, Reports},
    resume::{Checkpoints, Resumption, Totals},
    sync::lock,
};
use batchdoku_format::{Format, RecordFormatter};

pub(super) struct OpenFiles<'r> {
    pub(super) run: Run<'r>,
    outputs: Vec<OutputFile>,
    pub(super) reports: Mutex<Reports>,
    /// The counts of inputs that were read before those of this run.
    pub(super) earlier: JobCounts,
    checkpoints: Option<Checkpoints>,
    /// This is dropped last, because dropping it may remove files that are open.
    resumption: Option<Resumption>,
}

impl Run<'_> {
    /// Reports the hidden outputs of an interrupted run, because users do not see hidden files.
    fn note_unfinished(&self) {
        for output in &self.spec.output.answers {
            if let Output::Path(path) = output
                && let Ok(partial) = partial_path(path)
                && partial.exists()
            {
                let name = partial.display().to_string();
                self.observer.notice(&Notice::Unfinished { name });
            }
        }
    }

    /// Opens an output that is not for answers: the rejects, or a report. The options for compression do not apply to
    /// it.
    fn open_beside(&self, file: &Output) -> Result<OutputFile, Error> {
        OutputFile::open(file, Compression::default(), self.observer)
    }
}

impl<'r> OpenFiles<'r> {
    pub(crate) fn open(run: Run<'r>) -> Result<Self, Error> {
        let JobSpec { input, output, .. } = run.spec;
        if run.spec.is_synced() {
            run.spec.outputs().try_for_each(Output::check_folder)?;
        }
        let resumption = run.spec.run.part.resume.then(|| Resumption::open(&run)).transpose()?;
        let (outputs, rejects) = match &resumption {
            Some(resumption) if resumption.complete.is_some() => (Vec::new(), None),
            Some(resumption) => resumption.outputs(run.spec)?,
            None => {
                run.note_unfinished();
                let outputs = output.answers.iter().map(|file| output.open(file, run.observer));
                let rejects = match &input.rejects {
                    Some(file) => Some(run.open_beside(file)?),
                    None => None,
                };
                (outputs.collect::<Result<_, _>>()?, rejects)
            }
        };
        let files = output.reports.iter().map(|file| run.open_beside(file).map(Some));
        let files = files.collect::<Result<Vec<_>, Error>>()?;
        let names: Vec<_> = input.files.iter().chain(&input.known).map(Input::name).collect();
        let rejects = rejects.map(|file| Rejects::begin(file, &names, run.spec.run.part.shard));
        let reports = Mutex::new(Reports { rejects, files });
        let earlier = JobCounts::default();
        Ok(Self { run, outputs, reports, earlier, resumption, checkpoints: None })
    }

    /// If an earlier run has done everything, gives the outputs their names, unless they have them.
    pub(super) fn finish_completed(&mut self) -> Result<Option<FinishedRun>, Error> {
        let Some(resumption) = &self.resumption else { return Ok(None) };
        let Some(complete) = &resumption.complete else { return Ok(None) };
        let Totals { counts, elapsed } = complete.totals;
        let end = RunEnd {
            counts,
            is_count_wrong: complete.is_count_wrong,
            before: Duration::from_millis(elapsed),
            synced: Duration::ZERO,
            end: match resumption.is_renamed {
                true => JobEnd::CompleteBefore,
                false => JobEnd::Complete,
            },
        };
        let output = &self.run.spec.output;
        let (_, mut reports) = lock(&self.reports).end()?;
        if resumption.is_renamed {
            for (file, report) in reports.iter_mut().zip(&output.reports) {
                // Leave an existing report untouched, because it is complete.
                file.take_if(|_| report.is_there());
            }
        } else {
            resumption.rename(complete)?;
        }
        Ok(Some(FinishedRun::new(end, Vec::new(), reports, self.run.spec.is_synced(), None)))
    }

    /// Returns the position where the job continues and the work done before it; `None` if it starts at the beginning.
    pub(super) fn done_before(&self) -> Option<(InputPosition, Totals)> {
        let record = self.resumption.as_ref()?.record.as_ref()?;
        Some((record.position, record.totals))
    }

    /// Writes the bytes before the first record, unless an earlier run has written them.
    ///
    /// # Errors
    /// If they cannot be written, or a later run could not resume outputs of this kind.
    pub(super) fn begin(&mut self, formatter: &dyn RecordFormatter) -> Result<(), Error> {
        if self.resumption.is_some() && formatter.assembler().is_some() {
            let words = "its output is one document, which is put together from its beginning";
            return Err(Error::Resume(ResumeError::Impossible(words.into())));
        }
        if let Some(half) = formatter.row_half() {
            self.open_others(half)?;
        } else {
            self.notice_stale_solutions();
        }
        if self.done_before().is_none() {
            let shard = self.run.spec.run.part.shard;
            for output in &mut self.outputs {
                output.begin(formatter, shard)?;
            }
        } else if let Some((_, totals)) = self.done_before() {
            self.run.observer.notice(&Notice::Resumed { records: totals.counts.puzzles });
        }
        if let Some(resumption) = &self.resumption {
            let reports = lock(&self.reports);
            let rejects = reports.rejects.iter().map(|rejects| &rejects.output);
            let files = self.outputs.iter().chain(rejects).map(OutputFile::partial_file);
            self.checkpoints = Some(resumption.checkpoints(files.collect::<Result<_, _>>()?)?);
        }
        Ok(())
    }

    /// Reports an old file of solutions next to an output array. It does not belong to the new puzzles, and this run
    /// writes no solutions.
    fn notice_stale_solutions(&self) {
        for output in &self.run.spec.output.answers {
            let Output::Path(path) = output else { continue };
            let is_array = matches!(Format::of_file_name(path), Ok(Some(Format::Npy)));
            let solutions = output.of_solutions().filter(|it| is_array && it.is_there());
            if let Some(solutions) = solutions {
                self.run.observer.notice(&Notice::StaleSolutions { name: solutions.name() });
            }
        }
    }

    /// Opens an output next to each output, for the second halves of its rows, which have the solutions.
    ///
    /// # Errors
    /// If such an output cannot be created, is another input or output, or the job should be resumed.
    fn open_others(&mut self, half: usize) -> Result<(), Error> {
        let JobSpec { input, output, .. } = self.run.spec;
        if self.resumption.is_some() {
            let words = "puzzles and solutions are arrays of their own, which belong together";
            return Err(Error::Resume(ResumeError::Impossible(words.into())));
        }
        let others: Vec<_> = output.answers.iter().filter_map(Output::of_solutions).collect();
        let known = input.all().chain(&output.protected);
        check_distinct(known, self.run.spec.outputs().chain(&others))?;
        for (file, other) in self.outputs.iter_mut().zip(&others) {
            let other_file = output.open(other, self.run.observer)?;
            self.run.observer.notice(&Notice::SolutionsIn { name: other.name() });
            file.second = Some(SecondHalves { half, output: Box::new(other_file) });
        }
        Ok(())
    }

    /// Returns the kinds of diagnostics that are needed, by the observer or for the list of rejects.
    pub(super) fn listed(&self) -> Listed {
        if self.run.observer.reads_diagnostics() || lock(&self.reports).rejects.is_some() {
            Listed::All
        } else if self.run.spec.input.strict {
            Listed::Malformed
        } else {
            Listed::Nothing
        }
    }

    /// Returns the reporter for records of the inputs.
    pub(super) fn reporter(&self) -> Reporter<'_> {
        Reporter::of_inputs(&self.run, &self.reports)
    }

    /// Returns the reporter for records of the known inputs, which are numbered after the inputs.
    pub(super) fn known_reporter(&self) -> Reporter<'_> {
        let InputSpec { files, known, .. } = &self.run.spec.input;
        let names = known.iter().map(Input::name).collect();
        Reporter { run: self.run, reports: &self.reports, names, first_input: files.len() }
    }

    /// Runs all tasks of a source. `lines_before` are the lines before the first task, unless the task has its own.
    ///
    /// # Errors
    /// See [`TaskRun::finish`].
    pub(super) fn run_tasks<S: TaskSource + ?Sized, W: TaskWorker<S::Task>>(
        &mut self,
        source: &mut S,
        formatter: &dyn RecordFormatter,
        lines_before: LineOffset,
        records_before: Option<u64>,
        make_worker: impl Fn() -> W + Sync,
    ) -> Result<RunEnd, Error> {
        let Totals { counts, elapsed } = self.done_before().unwrap_or_default().1;
        let listed = self.listed();
        let Self { run, outputs, reports, checkpoints, .. } = self;
        let run = *run;
        let reports = &*reports;
        let mut checkpoints = checkpoints.as_mut().map(|checkpoints| checkpoints.writer(reports));
        let tasks = TaskRun {
            source,
            outputs,
            formatter,
            control: run.control,
            lines_before,
            counts,
            records_before,
            problems: &mut Reporter::of_inputs(&run, reports),
            listed,
            written: checkpoints.as_mut().map(|writer| writer as &mut dyn WrittenObserver),
        };
        Ok(RunEnd { before: Duration::from_millis(elapsed), ..tasks.finish(make_worker)? })
    }

    /// Writes the bytes after the last record, unless the run was interrupted.
    pub(super) fn end(
        mut self,
        formatter: &dyn RecordFormatter,
        mut end: RunEnd,
    ) -> Result<FinishedRun, Error> {
        end.counts += self.earlier;
        if end.is_interrupted() {
            return Ok(end.into());
        }
        let shard = self.run.spec.run.part.shard;
        let finish = |file: &mut OutputFile| file.end(formatter, shard);
        self.outputs.iter_mut().try_for_each(finish)?;
        let (rejects, reports) = lock(&self.reports).end()?;
        self.outputs.extend(rejects);
        let journal = self.checkpoints.zip(self.resumption);
        Ok(FinishedRun::new(end, self.outputs, reports, self.run.spec.is_synced(), journal))
    }
}

/// Reports records of inputs to the list of rejects and to the observer.
pub(super) struct Reporter<'a> {
    run: Run<'a>,
    reports: &'a Mutex<Reports>,
    /// The names of the inputs.
    names: Vec<String>,
    /// The number of the first of these inputs among all inputs of the job.
    first_input: usize,
}

impl<'a> Reporter<'a> {
    fn of_inputs(run: &Run<'a>, reports: &'a Mutex<Reports>) -> Self {
        let inputs = 0..run.spec.input.files.len().max(1);
        let names = inputs.map(|input| run.input_name(input)).collect();
        Self { run: *run, reports, names, first_input: 0 }
    }
}

impl ProblemSink for Reporter<'_> {
    /// Reports problems with records of an input.
    ///
    /// # Errors
    /// If the list cannot be written, or the first malformed record must end the job.
    fn report(&mut self, problems: &mut Problems) -> Result<(), Error> {
        let name = &self.names[problems.input];
        problems.input += self.first_input;
        lock(self.reports).add(problems)?;
        let is_strict = self.run.spec.input.strict;
        let has_reader = self.run.observer.reads_diagnostics();
        if !is_strict && !has_reader {
            return Ok(());
        }
        problems.each(|found| {
            if is_strict && found.is_malformed() {
                let diagnostic = Box::new(found.clone());
                return Err(Error::Malformed { name: name.clone(), diagnostic });
            }
            if has_reader {
                self.run.observer.diagnostic(name, found);
            }
            Ok(())
        })
    }
}
