//! A finished run: all tasks are done, and its files are complete but do not have their names yet.

use super::{
    Error, OutputFile, RunEnd,
    io::CompleteFiles,
    resume::{Checkpoints, Resumption},
};

/// A run that has done all its tasks, or was interrupted. [`publish`](Self::publish) gives its files their names; if
/// the run is dropped before, they are removed.
///
/// A job that reads its inputs more than once has a run for each pass. After the last pass, it checks that all passes
/// have read the same, and only then calls `publish`.
#[must_use = "its files are lost unless it is published"]
pub struct FinishedRun {
    end: RunEnd,
    /// Outputs that may still hold back their last bytes.
    files: Vec<OutputFile>,
    /// Outputs that are complete except for their names; none after an interruption.
    complete: CompleteFiles,
    /// The files about the whole job. They are still empty, except those written by an earlier run.
    reports: Vec<Option<OutputFile>>,
    /// The journal of a job that can be resumed. It is dropped after the files, because dropping it may remove files
    /// that are open.
    journal: Option<(Checkpoints, Resumption)>,
}

impl From<RunEnd> for FinishedRun {
    /// Creates a run that has written no files.
    fn from(end: RunEnd) -> Self {
        Self::new(end, Vec::new(), Vec::new(), false, None)
    }
}

impl FinishedRun {
    /// Creates a run that has written `files`; with `sync`, they must be on disk before they get their names.
    pub(super) fn new(
        end: RunEnd,
        files: Vec<OutputFile>,
        reports: Vec<Option<OutputFile>>,
        sync: bool,
        journal: Option<(Checkpoints, Resumption)>,
    ) -> Self {
        Self { end, files, complete: CompleteFiles::new(sync), reports, journal }
    }

    /// Returns how the run ended.
    pub fn end(&self) -> RunEnd {
        self.end
    }

    /// Completes the files except the reports, because these may contain the time of waiting for the disk.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn store(&mut self) -> Result<(), Error> {
        if !self.end.is_interrupted() {
            self.files.drain(..).try_for_each(|file| self.complete.add(file))?;
            self.end.synced = self.complete.synced;
        }
        Ok(())
    }

    /// Writes the text of a report, by its index in [`OutputSpec::reports`](crate::OutputSpec::reports). Writes nothing
    /// after an interruption, or if an earlier run has written the report.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn report(&mut self, index: usize, text: &[u8]) -> Result<(), Error> {
        let file = self.reports.get_mut(index).and_then(Option::as_mut);
        file.map_or(Ok(()), |file| file.write(text))
    }

    /// Adds the files of an earlier run: they get their names together with those of this run.
    pub fn with(mut self, earlier: Self) -> Self {
        self.files.extend(earlier.files);
        self
    }

    /// Gives all files their names, in the order of opening, unless the run was interrupted.
    ///
    /// # Errors
    /// If a file cannot be stored or renamed.
    pub fn publish(mut self) -> Result<RunEnd, Error> {
        self.store()?;
        // Take the journal first, so that it is dropped last.
        let Self { mut journal, mut end, mut complete, reports, .. } = self;
        if end.is_interrupted() {
            return Ok(end);
        }
        reports.into_iter().flatten().try_for_each(|report| complete.add(report))?;
        if let Some((checkpoints, resumption)) = &mut journal {
            // Record the completion after the last byte and before the first name, so that a later run knows that only
            // names are missing.
            resumption.complete(checkpoints, &end, complete.marks())?;
        }
        end.synced = complete.rename()?;
        Ok(end)
    }
}
