//! A run whose tasks are all done and whose files are complete but have no names yet.

use super::{
    Error, OutputFile, RunEnd,
    io::CompleteFiles,
    resume::{Checkpoints, Resumption},
};

/// A run that has done all its tasks, or was interrupted. [`publish`](Self::publish) gives its files their names; a run
/// that is dropped before leaves none.
///
/// A job that reads its inputs more than once has a run for each pass, and decides between the last of them and
/// `publish` if the passes have read the same.
#[must_use = "its files are lost unless it is published"]
pub struct FinishedRun {
    end: RunEnd,
    /// Outputs whose last bytes may still be held.
    files: Vec<OutputFile>,
    /// Outputs that are complete but for their names; none after an interruption.
    complete: CompleteFiles,
    /// The files about the whole job, which are still empty, but for those that an earlier run has written.
    reports: Vec<Option<OutputFile>>,
    /// The journal of a job that can be resumed. Dropped after the files, because it may remove what they have open.
    journal: Option<(Checkpoints, Resumption)>,
}

impl From<RunEnd> for FinishedRun {
    /// Creates a run that has written no files.
    fn from(end: RunEnd) -> Self {
        Self::new(end, Vec::new(), Vec::new(), false, None)
    }
}

impl FinishedRun {
    /// Creates a run that has written `files`; with `sync`, these must be on disk before they get their names.
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

    /// Completes the files, but for the reports, which may say how long the disk was waited for.
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

    /// Writes the text of a report, one of [`OutputSpec::reports`](crate::OutputSpec::reports); nothing after an
    /// interruption, or where an earlier run has written it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn report(&mut self, index: usize, text: &[u8]) -> Result<(), Error> {
        let file = self.reports.get_mut(index).and_then(Option::as_mut);
        file.map_or(Ok(()), |file| file.write(text))
    }

    /// Adds the files of an earlier run, which get their names together with those of this one.
    pub fn with(mut self, earlier: Self) -> Self {
        self.files.extend(earlier.files);
        self
    }

    /// Gives all files their names, in the order in which they were opened, unless the run was interrupted.
    ///
    /// # Errors
    /// If a file cannot be stored or renamed.
    pub fn publish(mut self) -> Result<RunEnd, Error> {
        self.store()?;
        // The journal first, so that it is dropped last.
        let Self { mut journal, mut end, mut complete, reports, .. } = self;
        if end.is_interrupted() {
            return Ok(end);
        }
        reports.into_iter().flatten().try_for_each(|report| complete.add(report))?;
        if let Some((checkpoints, resumption)) = &mut journal {
            // Between the last byte and the first name, because a later run must know that only names are missing.
            resumption.complete(checkpoints, &end, complete.marks())?;
        }
        end.synced = complete.rename()?;
        Ok(end)
    }
}
