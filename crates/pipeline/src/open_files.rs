//! The files that a running job writes: its outputs, the rejects and the summaries, and the journal of
//! a job that can go on.

use std::{sync::Mutex, time::Duration};

use super::{
    Control, Diagnostic, Error, FinishedRun, InputPosition, OutputFile, Plan, RunEnd,
    control::lock,
    io::{LinesBefore, finish_all},
    ordered::{DiagnosticHandler, TaskRun, TaskSource, Worker},
    report::{Rejects, Reports},
    resume::{Checkpoints, Resumption, Totals},
};
use batchdoku_format::RecordFormatter;

pub(super) struct OpenFiles<'a> {
    plan: &'a Plan,
    pub outputs: Vec<OutputFile>,
    pub(super) reports: Mutex<Reports<'a>>,
    pub(super) checkpoints: Option<Checkpoints>,
    /// Dropped last, since it may remove what the others have open.
    resumption: Option<Resumption>,
}

impl<'a> OpenFiles<'a> {
    pub(crate) fn open(plan: &'a Plan, names: &[String]) -> Result<Self, Error> {
        let resumption = plan.resume.then(|| Resumption::open(plan)).transpose()?;
        let (outputs, rejects) = match &resumption {
            Some(resumption) if resumption.complete.is_some() => (Vec::new(), None),
            Some(resumption) => resumption.outputs(plan)?,
            None => {
                let outputs = plan.outputs.iter().map(|output| plan.open(output));
                let rejects = plan.rejects.as_ref().map(|output| output.open()).transpose()?;
                (outputs.collect::<Result<_, _>>()?, rejects)
            }
        };
        let rejects = rejects.map(|output| Rejects::begin(output, names, plan.shard));
        let summaries = plan.summaries.iter().map(|summary| Ok((summary.output.open()?, summary)));
        let summaries = summaries.collect::<Result<_, Error>>()?;
        let reports = Mutex::new(Reports { rejects, summaries });
        Ok(Self { plan, outputs, reports, resumption, checkpoints: None })
    }

    /// If an earlier run has done everything, gives the outputs their names as far as they lack them.
    pub(super) fn finish_completed(&mut self) -> Result<Option<FinishedRun>, Error> {
        let Some(resumption) = &self.resumption else { return Ok(None) };
        let Some(complete) = &resumption.complete else { return Ok(None) };
        let Totals { counts, elapsed } = complete.totals;
        let end = RunEnd {
            counts,
            is_count_wrong: complete.is_count_wrong,
            before: Duration::from_millis(elapsed),
            is_interrupted: false,
            was_complete: resumption.is_renamed,
        };
        let mut reports = lock(&self.reports);
        if resumption.is_renamed {
            // What is complete stays untouched.
            reports.summaries.retain(|(_, summary)| !summary.output.is_there());
        } else {
            resumption.rename(complete)?;
        }
        finish_all(reports.end(&end)?, !self.plan.no_sync)?;
        Ok(Some(end.into()))
    }

    /// Returns the place where the job continues and the work before it, if it does not start from the beginning.
    pub(super) fn done_before(&self) -> Option<(InputPosition, Totals)> {
        let record = self.resumption.as_ref()?.record.as_ref()?;
        Some((record.position, record.totals))
    }

    /// Writes what precedes the first record, unless that is there already.
    ///
    /// # Errors
    /// If it cannot be written, or the outputs are of a kind that a later run cannot go on with.
    pub(super) fn begin(&mut self, formatter: &dyn RecordFormatter) -> Result<(), Error> {
        if self.done_before().is_none() {
            let begin = |output: &mut OutputFile| output.begin(formatter, self.plan.shard);
            self.outputs.iter_mut().try_for_each(begin)?;
        } else if let (Some((_, totals)), Some(tell)) = (self.done_before(), self.plan.on_notice) {
            let count = batchdoku_base::thousands(totals.counts.puzzles);
            tell(&format!("going on after {count} records"));
        }
        if let Some(resumption) = &self.resumption {
            let reports = lock(&self.reports);
            let rejects = reports.rejects.iter().map(|rejects| &rejects.output);
            let files = self.outputs.iter().chain(rejects).map(OutputFile::partial_file);
            self.checkpoints = Some(resumption.checkpoints(files.collect::<Result<_, _>>()?)?);
        }
        Ok(())
    }

    /// Does all tasks of a source; `lines_before` come before the first, unless it says otherwise.
    ///
    /// # Errors
    /// See [`TaskRun::finish`].
    pub(super) fn run_tasks<S: TaskSource + ?Sized, W: Worker<S::Task>>(
        &mut self,
        source: &mut S,
        formatter: &dyn RecordFormatter,
        lines_before: LinesBefore,
        control: &Control<'_>,
        make_worker: impl Fn() -> W + Sync,
        on_diagnostic: &mut DiagnosticHandler<'_>,
    ) -> Result<RunEnd, Error> {
        let Totals { counts, elapsed } = self.done_before().unwrap_or_default().1;
        let Self { plan, outputs, reports, checkpoints, .. } = self;
        let reports = &*reports;
        let mut on_diagnostic = |diagnostic: Diagnostic| {
            lock(reports).add(&diagnostic)?;
            if plan.strict && diagnostic.kind.is_malformed() {
                let name = plan.inputs[diagnostic.input].name();
                return Err(Error::Malformed { name, diagnostic });
            }
            on_diagnostic(diagnostic)
        };
        let on_written = checkpoints.as_mut().map(|checkpoints| checkpoints.handler(reports));
        let on_diagnostic = &mut on_diagnostic;
        let run = TaskRun {
            source,
            outputs,
            formatter,
            control,
            lines_before,
            counts,
            on_diagnostic,
            on_written,
        };
        Ok(RunEnd { before: Duration::from_millis(elapsed), ..run.finish(make_worker)? })
    }

    /// Writes what follows the last record, unless the run was interrupted.
    pub(super) fn end(
        mut self,
        formatter: &dyn RecordFormatter,
        end: RunEnd,
    ) -> Result<FinishedRun, Error> {
        if end.is_interrupted {
            return Ok(end.into());
        }
        let finish = |output: &mut OutputFile| output.end(formatter, self.plan.shard);
        self.outputs.iter_mut().try_for_each(finish)?;
        self.outputs.extend(lock(&self.reports).end(&end)?);
        let journal = self.checkpoints.zip(self.resumption);
        Ok(FinishedRun::new(end, self.outputs, !self.plan.no_sync, journal))
    }
}
