//! The files that a running job writes: its outputs, the rejects and the summaries, and the journal of
//! a job that can go on.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::{
    Diagnostic, Error, Job, JobCounts, JobEnd, JobPosition, OutputFile,
    io::{LinesBefore, OutputProgress, finish_all, finish_all_after},
    job::Summary,
    report::Rejects,
    resume::{Checkpoints, Complete, PartialOutputs, Resumption, Totals},
};
use batchdoku_format::Writer;

/// The files of a job.
pub(super) struct JobFiles<'a> {
    job: &'a Job,
    pub outputs: Vec<OutputFile>,
    pub(super) reports: Mutex<Reports<'a>>,
    pub(super) checkpoints: Option<Checkpoints>,
    /// Dropped last, since it may remove what the others have open.
    resumption: Option<Resumption>,
}

impl<'a> JobFiles<'a> {
    /// Opens the files of a job whose inputs have these names.
    ///
    /// # Errors
    /// If one cannot be opened, or the job cannot go on.
    pub(crate) fn open(job: &'a Job, names: &[String]) -> Result<Self, Error> {
        let resumption = job.resume.then(|| Resumption::open(job)).transpose()?;
        let partial = match &resumption {
            Some(resumption) if resumption.complete.is_some() => {
                PartialOutputs { outputs: Vec::new(), rejects: None }
            }
            Some(resumption) => resumption.outputs(job)?,
            None => {
                let outputs = job.outputs.iter().map(|output| job.open(output));
                let rejects = job.rejects.as_ref().map(|output| output.open()).transpose()?;
                PartialOutputs { outputs: outputs.collect::<Result<_, _>>()?, rejects }
            }
        };
        let PartialOutputs { outputs, rejects } = partial;
        let rejects = rejects.map(|output| Rejects::begin(output, names, job.shard));
        let summaries = job.summaries.iter().map(|summary| Ok((summary.output.open()?, summary)));
        let summaries = summaries.collect::<Result<_, Error>>()?;
        let reports = Mutex::new(Reports { rejects, summaries });
        Ok(Self { job, outputs, reports, resumption, checkpoints: None })
    }

    /// If an earlier run has done everything but give the outputs their names, does so.
    ///
    /// # Errors
    /// If an output cannot be renamed, or a summary cannot be written.
    pub(super) fn finish_completed(&mut self) -> Result<Option<JobEnd>, Error> {
        let Some(resumption) = &self.resumption else { return Ok(None) };
        let Some(Complete { totals, is_count_wrong }) = resumption.complete else {
            return Ok(None);
        };
        let Totals { counts, elapsed } = totals;
        let before = Duration::from_millis(elapsed);
        let end = JobEnd { counts, is_count_wrong, before, is_interrupted: false };
        resumption.rename(self.job)?;
        let reports = self.reports.get_mut().unwrap_or_else(PoisonError::into_inner);
        finish_all(reports.end(&end)?, self.job.sync)?;
        resumption.remove();
        Ok(Some(end))
    }

    /// Where the job goes on, and what it has done before, if it does not start from the beginning.
    pub(super) fn done_before(&self) -> Option<(JobPosition, Totals)> {
        let record = self.resumption.as_ref()?.record.as_ref()?;
        Some((record.position, record.totals))
    }

    /// Writes what precedes the first record, unless that is there already.
    ///
    /// # Errors
    /// If it cannot be written, or the outputs are of a kind that a later run cannot go on with.
    pub(super) fn begin(&mut self, writer: &dyn Writer) -> Result<(), Error> {
        if self.done_before().is_none() {
            let begin = |output: &mut OutputFile| output.begin(writer, self.job.shard);
            self.outputs.iter_mut().try_for_each(begin)?;
            if let Some(first) = self.outputs.first_mut().filter(|_| self.job.shard.is_first()) {
                first.write(self.job.preamble.as_bytes())?;
            }
        } else if let (Some((_, totals)), Some(tell)) = (self.done_before(), self.job.on_notice) {
            let count = batchdoku_base::thousands(totals.counts.puzzles);
            tell(&format!("going on after {count} records"));
        }
        if let Some(resumption) = &self.resumption {
            let mut files = Vec::new();
            for output in &self.outputs {
                files.push(output.partial_file()?);
            }
            let reports = lock(&self.reports);
            if let Some(rejects) = &reports.rejects {
                files.push(rejects.partial_file()?);
            }
            self.checkpoints = Some(resumption.checkpoints(files)?);
        }
        Ok(())
    }

    /// Writes what follows the last record, and gives all outputs their names, unless a later pass does.
    ///
    /// # Errors
    /// If something cannot be written. Then no output gets its name.
    pub(super) fn end(mut self, writer: &dyn Writer, end: &JobEnd) -> Result<(), Error> {
        let puzzles = end.counts.puzzles;
        let finish = |output: &mut OutputFile| output.end(writer, puzzles, self.job.shard);
        self.outputs.iter_mut().try_for_each(finish)?;
        self.outputs.extend(lock(&self.reports).end(end)?);
        let mut complete = self.job.complete.lock().unwrap_or_else(PoisonError::into_inner);
        if self.job.is_first_pass {
            complete.append(&mut self.outputs);
            return Ok(());
        }
        self.outputs.append(&mut complete);
        drop(complete);
        let Self { job, outputs, resumption, checkpoints, .. } = self;
        let (Some(resumption), Some(mut checkpoints)) = (resumption, checkpoints) else {
            return finish_all(outputs, job.sync);
        };
        let totals = Totals { counts: end.counts, elapsed: checkpoints.elapsed() };
        let complete = Complete { totals, is_count_wrong: end.is_count_wrong };
        finish_all_after(outputs, job.sync, || resumption.complete(&mut checkpoints, &complete))?;
        resumption.remove();
        Ok(())
    }
}

/// The outputs about a job, beside those of its records: the rejects and the summaries.
pub(super) struct Reports<'a> {
    rejects: Option<Rejects>,
    summaries: Vec<(OutputFile, &'a Summary)>,
}

/// The reports of a job whose workers share them.
pub(super) fn lock<'m, 'a>(reports: &'m Mutex<Reports<'a>>) -> MutexGuard<'m, Reports<'a>> {
    reports.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Reports<'_> {
    pub(super) fn add(&mut self, diagnostic: &Diagnostic) -> Result<(), Error> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.add(diagnostic))
    }

    /// How far the rejects are, if there are any: see [`Rejects::flush`].
    pub(super) fn progress(&mut self) -> Result<Option<(u64, OutputProgress)>, Error> {
        self.rejects.as_mut().map(Rejects::flush).transpose()
    }

    /// Writes what is left, and returns the outputs to be finished with the others.
    fn end(&mut self, end: &JobEnd) -> Result<Vec<OutputFile>, Error> {
        let mut outputs = Vec::new();
        if let Some(rejects) = self.rejects.take() {
            outputs.push(rejects.end()?);
        }
        for (mut output, summary) in self.summaries.drain(..) {
            output.write(&(summary.text)(end)?)?;
            outputs.push(output);
        }
        Ok(outputs)
    }
}

/// What a job has done before: nothing, or what its journal says.
pub(super) fn done(before: Option<(JobPosition, Totals)>) -> (LinesBefore, JobCounts, Duration) {
    let (position, totals) = before.unwrap_or_default();
    (position.lines.into(), totals.counts, Duration::from_millis(totals.elapsed))
}
