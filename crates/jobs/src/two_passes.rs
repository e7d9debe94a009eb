//! Jobs that read their inputs twice, because the answer for the first record may depend on the last record.

use super::fault::OptionError;
use batchdoku_format::AnswerShape;
use batchdoku_pipeline::{
    ChunkJob, Control, Error, FinishedRun, InputStamps, JobSpec, OpenedRun, Output, OutputSpec,
    ResumeError, Run,
};

/// A job that must read all records before it writes the first.
pub(super) struct TwoPasses<'r> {
    run: Run<'r>,
    /// The first pass, which writes nothing, and the second pass. The inputs of both can be read several times.
    specs: [JobSpec; 2],
    stamps: InputStamps,
}

impl<'r> TwoPasses<'r> {
    /// Prepares both passes of a job.
    ///
    /// # Errors
    /// If the job is resumed, or is a part of a whole (`reasons` has the reason for each), or if its inputs cannot be
    /// read.
    pub(super) fn new(run: &Run<'r>, reasons: [&'static str; 2]) -> Result<Self, Error> {
        if run.spec.run.part.resume {
            return Err(Error::Resume(ResumeError::Impossible(reasons[0].into())));
        }
        if !run.spec.run.part.shard.is_whole() {
            return Err(OptionError::NeedsAll(reasons[1]).into());
        }
        run.spec.check()?;
        let mut second = run.spec.clone();
        let stamps = InputStamps::of_rereadable(&mut second.input.files)?;
        let output = OutputSpec { answers: vec![Output::Discard], ..OutputSpec::default() };
        let first = JobSpec { output, ..second.clone() };
        Ok(Self { run: *run, specs: [first, second], stamps })
    }

    /// Returns the first pass, which reads the same records as the second, but writes and reports nothing.
    pub(super) fn first(&self) -> Run<'_> {
        Run { spec: &self.specs[0], observer: &(), ..self.run }
    }

    /// Opens the outputs of the second pass.
    ///
    /// # Errors
    /// If an output cannot be opened. Call this before the first pass, so that no work is lost.
    pub(super) fn open(&self) -> Result<OpenedRun<'_>, Error> {
        Run { spec: &self.specs[1], ..self.run }.open()
    }

    /// Runs the second pass, which copies records.
    ///
    /// # Errors
    /// The reason why the pass ended early, or [`Error::Rewritten`] if the passes may have read different contents.
    pub(super) fn second(
        &self,
        opened: OpenedRun<'_>,
        control: &Control<'_>,
        job: &dyn ChunkJob,
    ) -> Result<FinishedRun, Error> {
        let run = opened.chunks(control, &AnswerShape::COPIES, job)?;
        if !run.end().is_interrupted() {
            self.stamps.check()?;
        }
        Ok(run)
    }
}
